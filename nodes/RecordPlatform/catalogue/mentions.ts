import type { INodeProperties } from 'n8n-workflow';

import type { Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { textOf } from '../../shared/text';
import { ANY_COMMA } from '../values/encode';

interface Mention {
	type: string;
	code: string;
}

/** A user, a department or a group. */
export const someone: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		default: 'USER',
		options: [
			{ name: 'Department', value: 'ORGANIZATION' },
			{ name: 'Group', value: 'GROUP' },
			{ name: 'User', value: 'USER' },
		],
	},
	{
		displayName: 'Code',
		name: 'code',
		type: 'string',
		default: '',
		placeholder: 'e.g. sato',
		description: 'Login name of the user, or code of the department or group',
	},
];

const CODES =
	'Login name of the user, or code of the department or group. Separate several with commas.';

/** The mentions of a comment. */
export const mentions: Parameter = {
	displayName: 'Mentions',
	name: 'mentions',
	type: 'fixedCollection',
	placeholder: 'Add Mention',
	default: {},
	typeOptions: { multipleValues: true },
	description: 'Users, departments, and groups to notify, up to ten',
	options: [
		{
			displayName: 'Mention',
			name: 'rows',
			values: someone.map((control) =>
				control.name === 'code' ? { ...control, description: CODES } : control,
			),
		},
	],
	send: { in: 'body', key: 'comment.mentions', as: mentionsOf },
};

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
