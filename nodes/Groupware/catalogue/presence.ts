import type { IDataObject } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemView,
	Operation,
	Parameter,
	Resource,
	Row,
} from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { idOf } from '../values/references';
import { plainRow } from '../values/rows';
import { isLeftBlank, storedAt } from '../../shared/parameterReader';
import { textOf } from '../../shared/text';
import { objectOf } from '../../shared/objects';
import { fields } from './event/content';
import { textInPath } from './inPath';
import { picker } from './locators';
import { ANY_SIGN_IN, rights } from './requirements';

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

const notes: Parameter = {
	displayName: 'Notes',
	name: 'notes',
	type: 'string',
	default: '',
	description: 'Text next to the status. Leave empty to remove it.',
};

const otherStatus: Parameter = {
	displayName: 'Other Status',
	name: 'statusCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. meeting',
	description: 'Code of a status that an administrator has added. Only used if Status is Other.',
};

const UNCHANGED = 'unchanged';

const status: Parameter = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'attend',
	options: [
		{ name: 'In', value: 'attend' },
		{ name: 'No Entry', value: '' },
		{ name: 'Other', value: OTHER },
		{ name: 'Out', value: 'absence' },
	],
	description: 'Presence of the user',
};

const FROM_1_1 = { '@version': [{ _cnd: { gte: 1.1 } }] };

/** The status, which has been a parameter of its own since version 1.1, and the rest of an update. */
const changes: Parameter[] = [
	{
		...status,
		default: UNCHANGED,
		options: [...(status.options ?? []), { name: 'Unchanged', value: UNCHANGED }],
		displayOptions: { show: FROM_1_1 },
	},
	{
		...otherStatus,
		description: 'Code of a status that an administrator has added',
		displayOptions: { show: { ...FROM_1_1, status: [OTHER] } },
	},
	{
		...fields('Update Fields', 'updateFields', [notes]),
		displayOptions: { show: FROM_1_1 },
		send: { in: 'body', key: '', as: chosenChanges },
	},
	{
		...fields('Update Fields', 'updateFields', [notes, otherStatus, status]),
		displayOptions: { show: { '@version': [1] } },
	},
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

/** What was chosen, in the form of a body. Throws `InputError` when that is nothing. */
function chosenChanges(value: unknown, item: ItemView): IDataObject {
	const { notes, ...inside } = objectOf(value);
	const { status: named, statusCode } = item.node.typeVersion >= 1.1 ? ownStatus(item) : inside;
	if (Array.isArray(named))
		throw new InputError('"Status" is a list, not text', 'Use one of its values');
	const status = (named ?? undefined) === undefined ? undefined : textOf(named, 'Status');
	const code = textOf(statusCode, 'Other Status').trim();
	if (status === OTHER && code === '') {
		throw new InputError(
			'"Status" is Other, but "Other Status" is empty',
			'Enter the code of the status under "Other Status", or choose another status',
		);
	}
	if (code !== '' && status !== undefined && status !== OTHER) {
		throw new InputError(
			`"Other Status" is ${quoteShort(code)}, but "Status" is not Other`,
			'Set "Status" to Other, or remove "Other Status"',
		);
	}
	const chosen = status === OTHER || (status === undefined && code !== '') ? code : status;
	if (chosen === undefined && notes === undefined) {
		throw new InputError(
			'There are no changes to make',
			item.node.typeVersion >= 1.1
				? 'Choose a "Status", or add "Notes" under "Update Fields"'
				: 'Add at least one field under "Update Fields"',
		);
	}
	return {
		...(chosen !== undefined && { status: { code: chosen } }),
		...(notes !== undefined && { notes: textOf(notes, 'Notes') }),
	};
}

/** The status as a parameter of its own; undefined if it stays, also where a model left it blank. */
function ownStatus(item: ItemView): IDataObject {
	const named = item.read('status') as IDataObject[string];
	const stays = named === UNCHANGED || isLeftBlank(named, storedAt(item, 'status'));
	return {
		status: stays ? undefined : named,
		statusCode: stays ? undefined : (item.read('statusCode') as IDataObject[string]),
	};
}

/**
 * The service empties values that an update doesn't contain, so the others are read before and sent
 * unchanged.
 */
async function changePresence(item: ItemView, spec: RequestSpec): Promise<Row> {
	const { status, notes } = spec.body ?? {};
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
