import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter, Resource, Row } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { walkPages } from './pages';
import { limit, oneIdOrNothing, returnAll, simplify } from './parameters';
import { listed } from './settings';
import { PASSWORD_ONLY } from './signIn';
import { members, space, spaceIdOf, spaceOptions } from './spaceControls';

const PATH = '/k/v1/space.json';
const CREATE_RIGHT = 'the right to create spaces';
const ADMINISTRATOR = 'to be an administrator of the space';
const READER = 'to be a member of the space, unless it is public';

/** What a change of a space puts out; the service itself answers nothing. */
function spaceRow(_body: unknown, item: ItemView): Row {
	return { json: { id: spaceIdOf(item.read('spaceId')) } };
}

function madeRow(body: unknown): Row {
	return { json: body as IDataObject };
}

const name: Parameter = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	description: 'Name of the space, 128 characters at the most',
	send: { in: 'body', key: 'name' },
};

const isPrivate: Parameter = {
	displayName: 'Private',
	name: 'isPrivate',
	type: 'boolean',
	default: false,
	description: 'Whether only members can see the space. A guest space always is private.',
	send: { in: 'body', key: 'isPrivate' },
};

const fixedMember: Parameter = {
	displayName: 'Fixed Members',
	name: 'fixedMember',
	type: 'boolean',
	default: false,
	description: 'Whether people cannot join or leave the space by themselves',
	send: { in: 'body', key: 'fixedMember' },
};

const create: Operation = {
	id: 'space.create',
	value: 'create',
	name: 'Create',
	action: 'Create space',
	description:
		'Create an empty public space with one thread. The service must have this feature switched on by its administrator.',
	method: 'POST',
	answer: ['id'],
	path: PATH,
	rights: CREATE_RIGHT,
	signIn: PASSWORD_ONLY,
	parameters: [name],
	run: { kind: 'each', target: 'new', result: madeRow },
};

const createFromTemplate: Operation = {
	id: 'space.createFromTemplate',
	value: 'createFromTemplate',
	name: 'Create From Template',
	action: 'Create space from template',
	description: 'Create a space or a guest space from a template',
	method: 'POST',
	answer: ['id'],
	path: '/k/v1/template/space.json',
	rights: 'the right to create spaces; for a guest space, to create guest spaces',
	signIn: PASSWORD_ONLY,
	parameters: [
		{
			displayName: 'Template ID',
			name: 'templateId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 1',
			description: 'ID of the space template, as the administration pages show it',
			send: { in: 'body', key: 'id', as: oneIdOrNothing },
		},
		name,
		members,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				fixedMember,
				{
					displayName: 'Guest Space',
					name: 'isGuest',
					type: 'boolean',
					default: false,
					description: 'Whether people from outside can be invited. This cannot be changed later.',
					send: { in: 'body', key: 'isGuest' },
				},
				isPrivate,
			],
		},
	],
	run: { kind: 'each', target: 'new', result: madeRow },
};

const remove: Operation = {
	id: 'space.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete space',
	description:
		'Delete a space for good, with its threads, its apps and all of their records. This cannot be undone.',
	method: 'DELETE',
	path: PATH,
	guestSpace: true,
	rights: ADMINISTRATOR,
	signIn: PASSWORD_ONLY,
	parameters: [space('query', 'id'), spaceOptions()],
	run: {
		kind: 'each',
		result: (_body, item) => ({ json: { deleted: true, id: spaceIdOf(item.read('spaceId')) } }),
	},
};

const get: Operation = {
	id: 'space.get',
	value: 'get',
	name: 'Get',
	action: 'Get space',
	description: 'Read a space: its settings, its body and the apps in it',
	method: 'GET',
	path: PATH,
	guestSpace: true,
	rights: READER,
	signIn: PASSWORD_ONLY,
	parameters: [space('query', 'id'), spaceOptions()],
	run: { kind: 'each', result: madeRow },
};

const getMembers: Operation = {
	id: 'space.members.get',
	value: 'getMembers',
	name: 'Get Members',
	action: 'Get members of space',
	description: 'Read the members and administrators of a space; guests are not among them',
	method: 'GET',
	path: '/k/v1/space/members.json',
	guestSpace: true,
	rights: READER,
	signIn: PASSWORD_ONLY,
	parameters: [space('query', 'id'), simplify, spaceOptions()],
	run: {
		kind: 'each',
		result: (body, item) =>
			item.read('simplify', true) === true
				? listed((body as IDataObject).members).map(flatMember)
				: { json: body as IDataObject },
	},
};

function flatMember({ entity, ...rest }: IDataObject): Row {
	return { json: { ...(entity as IDataObject), ...rest } };
}

const getStatistics: Operation = {
	id: 'spaces.statistics',
	value: 'getStatistics',
	name: 'Get Statistics',
	action: 'Get statistics of spaces',
	description:
		'Read how large the spaces are, one item a space. Only the wide course of the service has this.',
	method: 'GET',
	path: '/k/v1/spaces/statistics.json',
	rights: 'nothing special; people who do not administer the service see public and own spaces',
	signIn: PASSWORD_ONLY,
	parameters: [returnAll, limit],
	run: {
		kind: 'walk',
		walk: walkPages('spaces', 100),
		result: () => (json) => ({ json }),
		emptyHint: 'There is no space that the signed-in user may see.',
	},
};

/** An expression that finds nothing must not clear the page. */
function pageText(item: ItemView): unknown {
	const text = item.read('body');
	if (text !== undefined) return text;
	throw new Refusal(
		'The parameter "Body" has no value',
		'Its expression found nothing. Correct it, or give an empty text to clear the page',
	);
}

const updateBody: Operation = {
	id: 'space.body.update',
	value: 'updateBody',
	name: 'Update Body',
	action: 'Update body of space',
	description:
		'Replace the text on the page of a space with several threads. For a space with one thread, update the thread.',
	method: 'PUT',
	path: '/k/v1/space/body.json',
	guestSpace: true,
	rights: ADMINISTRATOR,
	signIn: PASSWORD_ONLY,
	parameters: [
		space('body', 'id'),
		{
			displayName: 'Body',
			name: 'body',
			type: 'string',
			typeOptions: { rows: 5 },
			default: '',
			placeholder: 'e.g. <p>Welcome</p>',
			description:
				'The text as HTML, 65535 characters at the most; the service takes out what it does not allow. Empty: the page is cleared.',
			send: { in: 'body', key: 'body', as: (_value, item) => pageText(item) },
		},
		spaceOptions(),
	],
	run: { kind: 'each', result: spaceRow },
};

const updateMembers: Operation = {
	id: 'space.members.update',
	value: 'updateMembers',
	name: 'Update Members',
	action: 'Update members of space',
	description: 'Replace the members of a space: who is not named leaves it',
	method: 'PUT',
	path: '/k/v1/space/members.json',
	guestSpace: true,
	rights: ADMINISTRATOR,
	signIn: PASSWORD_ONLY,
	parameters: [space('body', 'id'), members, spaceOptions()],
	run: { kind: 'each', result: spaceRow },
};

/** A switch for a part of the page of a space with several threads. */
function shownPart(displayName: string, key: string, part: string): Parameter {
	return {
		displayName,
		name: key,
		type: 'boolean',
		default: true,
		description: `Whether the page of the space shows ${part}. Only spaces with several threads have this.`,
		send: { in: 'body', key },
	};
}

const updateSettings: Operation = {
	id: 'space.update',
	value: 'updateSettings',
	name: 'Update Settings',
	action: 'Update settings of space',
	description: 'Change name, privacy, shown parts and other settings of a space',
	method: 'PUT',
	path: PATH,
	guestSpace: true,
	rights: ADMINISTRATOR,
	signIn: PASSWORD_ONLY,
	parameters: [
		space('body', 'id'),
		{
			displayName: 'Settings',
			name: 'settings',
			type: 'collection',
			placeholder: 'Add Setting',
			default: {},
			description: 'The settings to change; the others stay as they are',
			options: [
				{
					displayName: 'Apps Are Made By',
					name: 'createApp',
					type: 'options',
					default: 'EVERYONE',
					options: [
						{ name: 'Administrators of the Space', value: 'ADMIN' },
						{ name: 'Everyone', value: 'EVERYONE' },
					],
					description: 'Who may make apps in the space',
					send: { in: 'body', key: 'permissions.createApp' },
				},
				fixedMember,
				{ ...name, required: undefined },
				isPrivate,
				{
					displayName: 'Several Threads',
					name: 'useMultiThread',
					type: 'boolean',
					default: true,
					description: 'Whether the space has several threads. This cannot be switched off again.',
					send: { in: 'body', key: 'useMultiThread' },
				},
				shownPart('Show Announcement', 'showAnnouncement', 'the announcement'),
				shownPart('Show App List', 'showAppList', 'the list of apps'),
				shownPart('Show Member List', 'showMemberList', 'the list of members'),
				shownPart('Show Related Links', 'showRelatedLinkList', 'the list of related links'),
				shownPart('Show Thread List', 'showThreadList', 'the list of threads'),
			],
		},
		spaceOptions(),
	],
	run: { kind: 'each', result: spaceRow },
};

export const spaceResource: Resource = {
	value: 'space',
	name: 'Space',
	description: 'Places where people work together, with threads and apps',
	first: get.value,
	operations: [
		create,
		createFromTemplate,
		remove,
		get,
		getMembers,
		getStatistics,
		updateBody,
		updateMembers,
		updateSettings,
	],
};
