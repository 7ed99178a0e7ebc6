import type { Parameter } from '../../shared/catalogue';

interface Mention {
	type: string;
	code: string;
}

/** Whom a comment notifies. */
export const mentions: Parameter = {
	displayName: 'Mentions',
	name: 'mentions',
	type: 'fixedCollection',
	placeholder: 'Add Mention',
	default: {},
	typeOptions: { multipleValues: true },
	description: 'People, departments and groups to notify, ten at the most',
	options: [
		{
			displayName: 'Mention',
			name: 'rows',
			values: [
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
			],
		},
	],
	send: { in: 'body', key: 'comment.mentions', as: mentionsOf },
};

function mentionsOf(value: unknown): Mention[] | undefined {
	const { rows = [] } = (value ?? {}) as { rows?: Mention[] };
	const entered = rows
		.map(({ type, code }) => ({ type, code: String(code).trim() }))
		.filter(({ code }) => code !== '');
	return entered.length > 0 ? entered : undefined;
}
