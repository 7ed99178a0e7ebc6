import type { Operation, Parameter } from '../../nodes/shared/catalogue';

/** An operation of nothing but these parameters, for tests of the requests that they make. */
export function operation(parameters: Parameter[], more: Partial<Operation> = {}): Operation {
	return {
		id: 'x',
		value: 'x',
		name: 'X',
		action: 'X',
		description: 'X',
		method: 'POST',
		path: '/x',
		parameters,
		run: { kind: 'perItem', result: () => [] },
		...more,
	};
}

/** A text parameter that is sent in the body under its name. */
export const text = (name: string, more: Partial<Parameter> = {}): Parameter => ({
	displayName: name.toUpperCase(),
	name,
	type: 'string',
	default: '',
	send: { in: 'body', key: name },
	...more,
});
