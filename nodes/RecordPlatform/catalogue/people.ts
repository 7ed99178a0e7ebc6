import type { INodePropertyMode } from 'n8n-workflow';

/** Since version 1.1 of the node, people are picked from lists, with free entry beside them. */
export const TYPED = { displayOptions: { show: { '@version': [1] } } };
export const PICKED = { displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } } };

/** The modes of a control for one person: from a searchable list, or by code. */
export function pickerModes(
	searchListMethod: 'searchEntities' | 'searchPeople',
	select: string,
	byCode: string,
): INodePropertyMode[] {
	return [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: select,
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: byCode, name: 'id', type: 'string', placeholder: 'e.g. sato' },
	];
}
