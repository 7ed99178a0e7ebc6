import type { Parameter } from '../../shared/catalogue';
import { rowsParameter } from './parameters';
import { textsIn } from '../codec/decode';
import { choices } from '../../shared/parameters';

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
			// For a mode named id, n8n shows a label of its own.
			{ displayName: byCode, name: 'byCode', type: 'string', placeholder: 'e.g. sato' },
		],
	} satisfies Partial<Parameter>;
}

/** A user, department, or group in a row. */
export function someone(advice = ''): Parameter[] {
	return [
		{
			displayName: 'Type',
			name: 'type',
			...choices('USER', { ORGANIZATION: 'Department', GROUP: 'Group', USER: 'User' }),
		},
		{
			displayName: 'Name or Code',
			name: 'code',
			...picker('searchEntities', 'Select from the list…', 'By Code'),
			holds: 'any',
			description: `User, department, or group${advice}`,
		},
	];
}

export const mentions = rowsParameter('Mention', someone('. Separate several codes with commas.'), {
	displayName: 'Mentions',
	name: 'mentions',
	typeOptions: { multipleValues: true },
	description: 'Users, departments, and groups to notify, up to ten',
	send: { in: 'body', key: 'comment.mentions', as: mentionsOf },
});

function mentionsOf(value: unknown): object[] | undefined {
	const { rows = [] } = (value ?? {}) as { rows?: Array<{ type: string; code: unknown }> };
	const all = rows.flatMap(({ type, code }) => textsIn(code).map((one) => ({ type, code: one })));
	return all.length > 0 ? all : undefined;
}
