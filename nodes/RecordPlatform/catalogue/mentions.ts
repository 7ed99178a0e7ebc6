import type { INodeProperties } from 'n8n-workflow';

import type { Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { textOf } from '../../shared/text';
import { ANY_COMMA } from '../values/encode';
import { PICKED, picker, TYPED } from './people';

interface Mention {
	type: string;
	code: string;
}

const CODE = 'Login name of the user, or code of the department or group';
const IN_LIST =
	'User, department, or group. The list has those of the newest records, of the process management, and of the space. Others can be entered by code.';

const type: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'USER',
	options: [
		{ name: 'Department', value: 'ORGANIZATION' },
		{ name: 'Group', value: 'GROUP' },
		{ name: 'User', value: 'USER' },
	],
};

/**
 * A list of users, departments, and groups in both versions of the node. The editor takes the default
 * of a row from its last control of a name, so each version has a list of its own.
 */
export function someone(
	list: Parameter,
	row: { displayName: string; values?: INodeProperties[]; several?: boolean },
): [typed: Parameter, picked: Parameter] {
	const rows = (code: INodeProperties) => [
		{
			displayName: row.displayName,
			name: 'rows',
			values: [type, code, ...(row.values ?? [])],
		},
	];
	const typed: INodeProperties = {
		displayName: 'Code',
		name: 'code',
		type: 'string',
		default: '',
		placeholder: 'e.g. sato',
		description: row.several ? `${CODE}. Separate several with commas.` : CODE,
	};
	const picked: INodeProperties = {
		displayName: 'Name or Code',
		name: 'code',
		...picker('searchEntities', 'Select from the list…', 'By Code'),
		description: row.several ? `${IN_LIST} Separate several codes with commas.` : IN_LIST,
	};
	return [
		{ ...list, ...TYPED, options: rows(typed) },
		{ ...list, ...PICKED, options: rows(picked) },
	];
}

/** The mentions of a comment. */
export const mentions = someone(
	{
		displayName: 'Mentions',
		name: 'mentions',
		type: 'fixedCollection',
		placeholder: 'Add Mention',
		default: {},
		typeOptions: { multipleValues: true },
		description: 'Users, departments, and groups to notify, up to ten',
		send: { in: 'body', key: 'comment.mentions', as: mentionsOf },
	},
	{ displayName: 'Mention', several: true },
);

function mentionsOf(value: unknown): Mention[] | undefined {
	const { rows = [] } = (value ?? {}) as { rows?: Mention[] };
	const entered = rows.flatMap(({ type, code: codes }) =>
		textOf(codes, 'Mentions')
			.split(ANY_COMMA)
			.map((code) => ({ type, code: code.trim() })),
	);
	if (entered.some(({ code }) => code === '')) {
		throw new InputError(
			'"Mentions" contains a mention without a code',
			'Enter a code, or remove the mention. If you use an expression, check that it returns a value',
		);
	}
	return entered.length > 0 ? entered : undefined;
}
