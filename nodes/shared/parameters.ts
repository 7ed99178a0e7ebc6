import type { INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

import type { ItemContext, Parameter, Send } from './catalogue';

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
export function wantedCount(item: Pick<ItemContext, 'read'>): number {
	return item.read('returnAll', false) === true ? Infinity : Number(item.read('limit', 50));
}
