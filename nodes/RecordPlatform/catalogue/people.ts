import type { INodeProperties } from 'n8n-workflow';

/** What makes a control one for a single person: from a searchable list, or by code. */
export function picker(
	searchListMethod: 'searchEntities' | 'searchPeople',
	select: string,
	byCode: string,
) {
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: select,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: byCode, name: 'id', type: 'string', placeholder: 'e.g. sato' },
		],
	} satisfies Partial<INodeProperties>;
}
