import type { IDataObject } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemView,
	Operation,
	Parameter,
	Resource,
	Row,
} from '../../shared/catalogue';
import { isEmptyError } from '../../shared/input/policy';
import { idOf } from '../values/references';
import { plainRow } from '../values/rows';
import { textOf } from '../../shared/text';
import { fields } from './event/content';
import { textInPath } from './inPath';
import { picker } from './locators';
import { ANY_SIGN_IN, rights } from './requirements';
import { checkChanges } from './text';

/** A user is chosen by ID or login name, with different requests. */
const whose = {
	id: {
		path: '/api/v1/presence/users/{userId}',
		user: picker('user', {
			name: 'userId',
			required: true,
			description: 'User whose presence to get or update',
			send: { in: 'path', key: 'userId', as: (value) => idOf(value, 'user') },
		}),
	},
	loginName: {
		path: '/api/v1/presence/users/code/{loginName}',
		user: textInPath('Login Name', 'loginName', 'e.g. sato', 'Login name of the user'),
	},
};

const common = { since: '5.0', signIn: ANY_SIGN_IN, answer: ['user', 'notes'] };

const OTHER = 'other';

const UNCHANGED = 'unchanged';

/** An update: the status, and what is next to it. */
const changes: Parameter[] = [
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		open: true,
		default: UNCHANGED,
		options: [
			{ name: 'In', value: 'attend' },
			{ name: 'No Entry', value: '' },
			{ name: 'Other', value: OTHER },
			{ name: 'Out', value: 'absence' },
			{ name: 'Unchanged', value: UNCHANGED },
		],
		description: 'Presence of the user',
		send: { in: 'body', key: 'status.code', as: statusCode },
	},
	{
		displayName: 'Other Status',
		name: 'statusCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. meeting',
		description: 'Code of a status that an administrator has added',
		displayOptions: { show: { status: [OTHER] } },
	},
	fields('Update Fields', 'updateFields', [
		{
			displayName: 'Notes',
			name: 'notes',
			type: 'string',
			default: '',
			description: 'Text next to the status. Leave empty to remove it.',
			send: { in: 'body', key: 'notes', as: (value) => textOf(value, 'Notes') },
		},
	]),
];

export const getById: Operation = {
	...common,
	id: 'presence.byId.get',
	value: 'get',
	name: 'Get',
	action: 'Get presence',
	description: 'Get the presence of a user',
	method: 'GET',
	path: whose.id.path,
	parameters: [whose.id.user],
	run: { kind: 'perItem', result: plainRow },
};

const getByLoginName: Operation = {
	...common,
	id: 'presence.byCode.get',
	value: 'getByLoginName',
	name: 'Get by Login Name',
	action: 'Get presence by login name',
	description: 'Get the presence of a user by login name',
	method: 'GET',
	path: whose.loginName.path,
	parameters: [whose.loginName.user],
	run: { kind: 'perItem', result: plainRow },
};

const updateById: Operation = {
	...common,
	id: 'presence.byId.update',
	value: 'update',
	name: 'Update',
	action: 'Update presence',
	description: 'Update the presence of a user. Other values stay unchanged.',
	method: 'PATCH',
	path: whose.id.path,
	rights: rights.changePresence,
	parameters: [whose.id.user, ...changes],
	run: { kind: 'custom', run: changePresence },
};

const updateByLoginName: Operation = {
	...common,
	id: 'presence.byCode.update',
	value: 'updateByLoginName',
	name: 'Update by Login Name',
	action: 'Update presence by login name',
	description: 'Update the presence of a user by login name. Other values stay unchanged.',
	method: 'PATCH',
	path: whose.loginName.path,
	rights: rights.changePresence,
	parameters: [whose.loginName.user, ...changes],
	run: { kind: 'custom', run: changePresence },
};

export const presenceResource: Resource = {
	value: 'presence',
	name: 'Presence',
	description: 'Read and set the presence of users',
	first: getById.value,
	operations: [getByLoginName, updateByLoginName, getById, updateById],
};

/** The code of the status that was chosen; undefined if it stays. */
function statusCode(value: unknown, item: ItemView): string | undefined {
	if (value === UNCHANGED) return undefined;
	if (value !== OTHER) return textOf(value, 'Status').trim();
	const code = textOf(item.read('statusCode'), 'Other Status').trim();
	if (code === '') throw isEmptyError('Other Status');
	return code;
}

/**
 * The service empties values that an update doesn't contain, so the others are read before and sent
 * unchanged.
 */
async function changePresence(item: ItemView, spec: RequestSpec): Promise<Row> {
	const { status, notes } = spec.body ?? {};
	checkChanges(spec.body ?? {}, 'Choose a "Status", or add "Notes" under "Update Fields"');
	const body =
		status !== undefined && notes !== undefined
			? spec.body
			: { ...(await currentPresence(item, spec)), ...spec.body };
	return plainRow(await item.request({ ...spec, body }));
}

async function currentPresence(item: ItemView, { path }: RequestSpec): Promise<IDataObject> {
	const { answer } = common;
	const current = (await item.request({ method: 'GET', path, repeatable: true, answer })) as {
		status?: { code?: string };
		notes?: string;
	};
	return { status: { code: current.status?.code ?? '' }, notes: current.notes ?? '' };
}
