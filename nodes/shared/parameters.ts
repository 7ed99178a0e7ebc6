import type { INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

import type { ItemContext, Parameter, Send } from './catalogue';
import { textOf } from './input/text';

function ofType(type: NodePropertyTypes, usual: Parameter['default']) {
	return <const Name extends string, S extends Send = Send>(
		parameter: Omit<Parameter<Name, S>, 'type' | 'default'>,
	): Parameter<Name, S> => ({ ...parameter, type, default: usual });
}

export const textParameter = ofType('string', '');
export const dateParameter = ofType('dateTime', '');
export const choicesParameter = ofType('multiOptions', []);
/** On at first: who adds a switch under Options wants it. */
export const switchParameter = ofType('boolean', true);
export const offSwitch = ofType('boolean', false);
export const collectionParameter = ofType('collection', {});

/**
 * Choices by their values, which workflows store, as people read them, in the order of the dropdown.
 * @param usual the choice of a new node
 * @param names the name of each, or its name and description
 */
export function choices<const Value extends string>(
	usual: NoInfer<Value>,
	names: Record<Value, string | [name: string, description: string]>,
): { type: 'options'; default: Value; options: INodePropertyOptions[] } {
	const options = Object.entries<string | string[]>(names).map(([value, told]) => {
		const [name = '', description] = [told].flat();
		return { name, value, ...(description && { description }) };
	});
	return { type: 'options', default: usual, options };
}

/** Whether a switch is on. One that the person doesn't see or didn't add is off. */
export function isOn(item: Pick<ItemContext, 'read'>, path: string): boolean {
	return item.read(path) === true;
}

/** Whether nothing is to be written. */
export function isDryRun(item: Pick<ItemContext, 'read'>): boolean {
	return isOn(item, 'options.dryRun');
}

/** The value at a path; where none is given, what the parameter starts with in the node. */
export function valueAt(item: Pick<ItemContext, 'read' | 'operation'>, path: string): unknown {
	return item.read(path) ?? parameterAt(item, path)?.default;
}

/** `valueAt` as text; empty if the operation has no such parameter. Throws `InputError` for an object. */
export function textAt(item: Pick<ItemContext, 'read' | 'operation'>, path: string): string {
	return textOf(valueAt(item, path), parameterAt(item, path)?.displayName ?? path);
}

/** `valueAt` as a number. */
export function numberAt(item: Pick<ItemContext, 'read' | 'operation'>, path: string): number {
	return Number(valueAt(item, path));
}

function parameterAt({ operation }: Pick<ItemContext, 'operation'>, path: string) {
	const [name, inner] = path.split('.');
	const found = (operation.parameters as readonly Parameter[]).find((one) => one.name === name);
	if (inner === undefined) return found;
	return (found?.options as Parameter[] | undefined)?.find((one) => one.name === inner);
}

/** The entries of a list; none if the person doesn't see it or didn't add it. */
export function listAt(item: Pick<ItemContext, 'read'>, path: string): string[] {
	return (item.read(path) ?? []) as string[];
}

export const returnAll = offSwitch({
	displayName: 'Return All',
	name: 'returnAll',
	description: 'Whether to return all results or only up to a given limit',
});

export const limit: Parameter = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

/** How many results are wanted, `Infinity` for all. */
export function wantedCount(item: Pick<ItemContext, 'read' | 'operation'>): number {
	return isOn(item, 'returnAll') ? Infinity : numberAt(item, 'limit');
}
