import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, Resource } from '../../shared/catalogue';
import { emptyError } from '../../shared/input/gate';
import { bodyOf, objectOf } from '../../shared/objects';
import { textParameter } from '../../shared/parameters';
import { withCodes } from '../values/directory';
import { plainRow } from '../values/rows';
import { textOf } from '../../shared/input/text';
import { reading } from '../../shared/request';
import { api } from '../api';
import { fields } from './event/content';
import { checkChanges, textInPath } from './text';
import { pickerInPath } from './locators';
import { rights } from './requirements';

const OTHER = 'other';

const UNCHANGED = 'unchanged';

/** Statuses that each service has. */
const CODES: Record<string, string> = { in: 'attend', out: 'absence', none: '' };

/** An update: the status, and what is next to it. */
const changes: Parameter[] = [
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		open: true,
		role: 'optional',
		default: UNCHANGED,
		options: [
			{ name: 'In', value: 'in' },
			{ name: 'No Entry', value: 'none' },
			{ name: 'Other', value: OTHER },
			{ name: 'Out', value: 'out' },
			{ name: 'Unchanged', value: UNCHANGED },
		],
		description: 'Presence of the user',
		send: { in: 'body', key: 'status.code', as: statusCode },
	},
	textParameter({
		displayName: 'Other Status',
		name: 'statusCode',
		placeholder: 'e.g. meeting',
		description: 'Code of a status that an administrator has added',
		displayOptions: { show: { status: [OTHER] } },
	}),
	fields('Update Fields', 'updateFields', [
		textParameter({
			displayName: 'Notes',
			name: 'notes',
			description: 'Text next to the status. Leave empty to remove it.',
			send: { in: 'body', key: 'notes', keepEmpty: true },
		}),
	]),
];

/** A user is chosen by ID or login name, with different requests. */
function ofUser(by: {
	id: 'byId' | 'byCode';
	user: Parameter;
	/** Ends of the operations' values, names, actions, and descriptions. */
	ends: [value: string, name: string, words: string];
}): Record<'get' | 'update', Operation> {
	const { id, user, ends } = by;
	const [value, name, words] = ends;
	return {
		get: {
			...api[`presence.${id}.get`],
			value: `get${value}`,
			name: `Get${name}`,
			action: `Get presence${words}`,
			description: `Get the presence of a user${words}`,
			parameters: [user],
			run: { kind: 'perItem', result: plainRow },
		},
		update: {
			...api[`presence.${id}.update`],
			value: `update${value}`,
			name: `Update${name}`,
			action: `Update presence${words}`,
			description: `Update the presence of a user${words}. Other values stay unchanged.`,
			rights: rights.changePresence,
			parameters: [user, ...changes],
			run: {
				kind: 'custom',
				run: async (item, spec) => {
					const chosen = spec.body ?? {};
					checkChanges(chosen, 'Choose a "Status", or add "Notes" under "Update Fields"');
					// The service empties values that an update doesn't contain.
					const isComplete = chosen.status !== undefined && chosen.notes !== undefined;
					const current = isComplete ? {} : await currentPresence(item, spec.path);
					return plainRow(await item.request({ ...spec, body: { ...current, ...chosen } }));
				},
			},
		},
	};
}

const byId = ofUser({
	id: 'byId',
	user: pickerInPath('user', 'userId', 'User whose presence to get or update'),
	ends: ['', '', ''],
});
const loginName = textInPath('Login Name', 'loginName', 'e.g. sato', 'Login name of the user');
const byLoginName = ofUser({
	id: 'byCode',
	user: {
		...loginName,
		send: {
			in: 'path',
			key: 'loginName',
			as: async (value, item) => {
				const code = String(await loginName.send?.as?.(value, item));
				const [user] = await withCodes(item, [{ code }]);
				return { code, ...user }.code;
			},
		},
	},
	ends: ['ByLoginName', ' by Login Name', ' by login name'],
});

export const getById = byId.get;

export const presenceResource: Resource = {
	value: 'presence',
	name: 'Presence',
	description: 'Presence of users',
	operations: [byLoginName.get, byLoginName.update, byId.get, byId.update],
};

/** The code of the status that was chosen; undefined if it stays. */
function statusCode(value: unknown, item: ItemContext): string | undefined {
	if (value === UNCHANGED) return undefined;
	if (value !== OTHER) return CODES[String(value)] ?? String(value);
	const code = textOf(item.read('statusCode'), 'Other Status').trim();
	if (code === '') throw emptyError('Other Status');
	return code;
}

async function currentPresence(item: ItemContext, path: string): Promise<IDataObject> {
	const { answer } = api['presence.byId.get'];
	const { status, notes } = bodyOf(await item.request(reading(path, { answer })));
	return { status: { code: objectOf(status).code ?? '' }, notes: notes ?? '' };
}
