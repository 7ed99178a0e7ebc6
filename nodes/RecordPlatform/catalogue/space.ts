import type { ItemContext, Operation, Parameter, Resource } from '../../shared/catalogue';
import { emptyError } from '../../shared/input/gate';
import { bodyOf, objectOf } from '../../shared/objects';
import { choices, isOn, offSwitch, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { spaceIn } from '../route';
import { listRun } from './pages';
import {
	additionalFields,
	bodySwitch,
	bodyText,
	changedSettings,
	htmlBody,
	limit,
	returnAll,
	rowsParameter,
	simplify,
	spaceOptions,
} from './parameters';
import { textsIn } from '../codec/decode';
import { space } from './locators';
import { someone } from './people';
import { answerRun, rowRun } from './runs';
import { listed } from './settingsOperations';

/** What operations have in common that the administrators of a space run. */
const byAdministrators = { guestSpace: true, rights: 'permission to administer the space' };

/** What an operation of members has in common with others. */
const byMembers = { ...byAdministrators, rights: 'membership in the space, unless it is public' };

const chosenSpace = (item: ItemContext) => spaceIn(item.read('spaceId')).id;
const changeRun = rowRun((item) => ({ id: chosenSpace(item) }));

const name = bodyText('Name', 'name', 'Name of the space, up to 128 characters');

const isPrivate = bodySwitch(
	'Private',
	'isPrivate',
	'Whether only members can see the space. Guest spaces are always private.',
);

const fixedMember = bodySwitch(
	'Fixed Members',
	'fixedMember',
	'Whether to prevent people from joining or leaving the space on their own',
);

interface MemberRow {
	type: string;
	code: unknown;
	isAdmin?: boolean;
	includeSubs?: boolean;
}

const members = rowsParameter(
	'Member',
	[
		...someone(),
		offSwitch({
			displayName: 'Administrator',
			name: 'isAdmin',
			description: 'Whether the member is an administrator of the space',
		}),
		offSwitch({
			displayName: 'Include Departments Below',
			name: 'includeSubs',
			description: 'Whether to include the members of subdepartments',
			displayOptions: { show: { type: ['ORGANIZATION'] } },
		}),
	],
	{
		displayName: 'Members',
		name: 'members',
		required: true,
		typeOptions: { multipleValues: true },
		description: 'All members of the space. At least one of them must be an administrator.',
		send: { in: 'body', key: 'members', as: membersOf },
	},
);

/** The members in the service's format; a row without a code is none. */
function membersOf(value: unknown): object[] {
	const { rows = [] } = (value ?? {}) as { rows?: MemberRow[] };
	const members = rows.flatMap(({ type, code, isAdmin = false, includeSubs = false }) =>
		textsIn(code).map((one) => ({
			entity: { type, code: one },
			isAdmin,
			...(type === 'ORGANIZATION' && { includeSubs }),
		})),
	);
	if (members.length === 0) throw emptyError('Members');
	return members;
}

const create: Operation = {
	...api['space.create'],
	value: 'create',
	name: 'Create',
	action: 'Create space',
	description:
		'Create an empty public space with one thread. An administrator has to enable this feature in the service first.',
	rights: 'permission to create spaces',
	parameters: [{ ...name, required: true }],
	run: { ...answerRun, concurrencyKey: 'new' },
};

const createFromTemplate: Operation = {
	...api['space.createFromTemplate'],
	value: 'createFromTemplate',
	name: 'Create From Template',
	action: 'Create space from template',
	description: 'Create a space or a guest space from a template',
	rights: 'permission to create spaces, or guest spaces for a guest space',
	parameters: [
		textParameter({
			displayName: 'Template ID',
			name: 'templateId',
			holds: 'id',
			required: true,
			placeholder: 'e.g. 1',
			description: 'ID of the space template, as shown in the system administration',
			send: { in: 'body', key: 'id' },
		}),
		{ ...name, required: true },
		members,
		additionalFields(
			fixedMember,
			bodySwitch(
				'Guest Space',
				'isGuest',
				"Whether to create a guest space, which can have guests. This can't be changed later.",
			),
			isPrivate,
		),
	],
	run: { ...answerRun, concurrencyKey: 'new' },
};

const remove: Operation = {
	...api['space.delete'],
	value: 'delete',
	name: 'Delete',
	action: 'Delete space',
	description:
		"Permanently delete a space with its threads, its apps, and all of their records. This can't be undone.",
	...byAdministrators,
	parameters: [space('query', 'id'), spaceOptions()],
	run: rowRun((item) => ({ deleted: true, id: chosenSpace(item) })),
};

const get: Operation = {
	...api['space.get'],
	value: 'get',
	name: 'Get',
	action: 'Get space',
	description: 'Get the settings, the body, and the apps of a space',
	...byMembers,
	parameters: [space('query', 'id'), spaceOptions()],
	run: answerRun,
};

const getMembers: Operation = {
	...api['space.members.get'],
	value: 'getMembers',
	name: 'Get Members',
	action: 'Get members of space',
	description: 'Get the members and administrators of a space, without guests',
	...byMembers,
	parameters: [space('query', 'id'), simplify, spaceOptions()],
	run: {
		kind: 'perItem',
		result: (body, item) =>
			isOn(item, 'simplify')
				? listed(bodyOf(body).members).map(({ entity, ...rest }) => ({
						json: { ...objectOf(entity), ...rest },
					}))
				: { json: objectOf(body) },
	},
};

const getStatistics: Operation = {
	...api['spaces.statistics'],
	value: 'getStatistics',
	name: 'Get Statistics',
	action: 'Get statistics of spaces',
	description:
		'Get usage statistics of spaces, one item per space. Requires the Wide Course of the service.',
	rights:
		"no special permission (users who don't administer the service get public spaces and their own)",
	parameters: [returnAll, limit],
	run: listRun('spaces', 100, "The signed-in user can't view any spaces."),
};

const updateBody: Operation = {
	...api['space.body.update'],
	value: 'updateBody',
	name: 'Update Body',
	action: 'Update body of space',
	description:
		'Replace the body of a space with several threads. For a space with one thread, update the thread instead.',
	...byAdministrators,
	parameters: [space('body', 'id'), htmlBody('e.g. <p>Welcome</p>'), spaceOptions()],
	run: changeRun,
};

const updateMembers: Operation = {
	...api['space.members.update'],
	value: 'updateMembers',
	name: 'Update Members',
	action: 'Update members of space',
	description: 'Replace the members of a space. Members that you leave out are removed from it.',
	...byAdministrators,
	parameters: [space('body', 'id'), members, spaceOptions()],
	run: changeRun,
};

function shownPart(displayName: string, key: string, part: string): Parameter {
	const description = `Whether to show ${part}. Only in spaces with several threads.`;
	return bodySwitch(displayName, key, description);
}

const updateSettings: Operation = {
	...api['space.update'],
	value: 'updateSettings',
	name: 'Update Settings',
	action: 'Update settings of space',
	description: 'Update the name, privacy, visible parts, and other settings of a space',
	...byAdministrators,
	parameters: [
		space('body', 'id'),
		changedSettings(
			{
				displayName: 'App Creation',
				name: 'createApp',
				...choices('EVERYONE', { ADMIN: 'Administrators of the Space', EVERYONE: 'Everyone' }),
				description: 'Who may create apps in the space',
				send: { in: 'body', key: 'permissions.createApp' },
			},
			fixedMember,
			name,
			isPrivate,
			bodySwitch(
				'Several Threads',
				'useMultiThread',
				"Whether to allow several threads in the space. This can't be turned off again.",
			),
			shownPart('Show Announcement', 'showAnnouncement', 'the announcement'),
			shownPart('Show App List', 'showAppList', 'the list of apps'),
			shownPart('Show Member List', 'showMemberList', 'the list of members'),
			shownPart('Show Related Links', 'showRelatedLinkList', 'the list of related links'),
			shownPart('Show Thread List', 'showThreadList', 'the list of threads'),
		),
		spaceOptions(),
	],
	run: changeRun,
};

export const spaceResource: Resource = {
	value: 'space',
	name: 'Space',
	admin: true,
	description: 'Spaces and their members',
	operations: [
		get,
		getMembers,
		getStatistics,
		create,
		createFromTemplate,
		updateBody,
		updateMembers,
		updateSettings,
		remove,
	],
};
