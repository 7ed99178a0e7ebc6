import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ItemContext, Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isBlank } from '../../shared/input/text';
import { objectOf } from '../../shared/objects';
import { textParameter } from '../../shared/parameters';
import { usersById, withCodes } from '../values/directory';
import {
	attendeesIn,
	facilitiesIn,
	isGiven,
	type Member,
	type MemberType,
	type Reference,
	usersIn,
	watchersIn,
} from '../values/references';
import { picker } from './locators';

/** Shows a field of a row for one of the row's kinds. */
export function forKind(kind: string): Pick<INodeProperties, 'displayOptions'> {
	return { displayOptions: { show: { kind: [kind] } } };
}

export const user = picker('user', { withCode: true, ...forKind('user') });
const organization = picker('organization', { withCode: true, ...forKind('organization') });

/** Several of a kind in one row, by their codes. */
const several = (displayName: string, name: string, placeholder: string) =>
	textParameter({ displayName, name, holds: 'any', placeholder, ...forKind(name) });

const loginNames = several('Login Names', 'codes', 'e.g. sato, suzuki');

/** A list of rows, each of one kind, which decides what there is to fill in. */
export function namingList({
	displayName,
	row,
	kinds,
	usual,
	values,
	...own
}: Pick<Parameter, 'displayName' | 'name'> &
	Partial<Parameter> & {
		/** What a row is called. */
		row: string;
		/** Names of the kinds by their values, in the order in which they are offered. */
		kinds: Record<string, string>;
		/** The kind that a new row has. */
		usual: string;
		values: Parameter[];
	}): Parameter {
	return {
		displayName,
		type: 'fixedCollection',
		placeholder: `Add ${row}`,
		default: {},
		typeOptions: { multipleValues: true },
		options: [
			{
				displayName: row,
				name: 'rows',
				values: [
					{
						displayName: 'Entry Type',
						name: 'kind',
						type: 'options',
						default: usual,
						options: Object.entries(kinds).map(([value, name]) => ({ name, value })),
					},
					...(values as INodeProperties[]),
				],
			},
		],
		...own,
	};
}

/** Users only, one a row, or several by their login names. */
export function userList(
	own: Pick<Parameter, 'displayName' | 'name' | 'description'> & {
		row: string;
	} & Partial<Parameter>,
): Parameter {
	return namingList({
		kinds: { user: 'User', codes: 'Users by Login Name' },
		usual: 'user',
		values: [user, loginNames],
		...own,
	});
}

/** Users by their login names only. */
export const recipientsByName = (send: Parameter['send']): Parameter =>
	textParameter({
		displayName: 'Recipients',
		name: 'sendTo',
		holds: 'any',
		required: true,
		placeholder: 'e.g. sato, suzuki',
		description: 'Login names, separated by commas',
		send,
	});

/** Users and organizations, one a row, or several by their login names. */
export const attendees: Parameter = namingList({
	displayName: 'Attendees',
	name: 'attendees',
	row: 'Attendee',
	description: 'Users and organizations that attend',
	kinds: { organization: 'Organization', user: 'User', codes: 'Users by Login Name' },
	usual: 'user',
	values: [user, organization, loginNames],
	send: {
		in: 'body',
		key: 'attendees',
		as: async (_value, item) =>
			orNothing(await withCodes(item, attendeesIn(item, 'attendees', 'Attendees'))),
	},
});

const roleNames = several('Roles', 'roles', 'e.g. Managers, Everyone');

/** Those who see a private event beside its attendees. */
export const watchers = (within: string): Parameter =>
	namingList({
		displayName: 'Watchers',
		name: 'watchers',
		row: 'Watcher',
		description: `Who can see the event when Visibility is Private With Watchers${within === CHANGES ? '. They replace the current ones.' : ''}`,
		kinds: {
			organization: 'Organization',
			roles: 'Roles by Name',
			user: 'User',
			codes: 'Users by Login Name',
		},
		usual: 'user',
		values: [loginNames, organization, roleNames, user],
		send: {
			in: 'body',
			key: 'watchers',
			as: async (_value, item) =>
				within === CHANGES
					? await changed(item, 'watchers', 'Watchers', watchersIn)
					: orNothing(await withCodes(item, watching(item, within))),
		},
	});

export const NO_WATCHING = '"Watchers" has an effect only if "Visibility" is Private With Watchers';

/** The watchers of a new event; a hint says if they can't see it for that. */
function watching(item: ItemContext, within: string) {
	const members = watchersIn(item, `${within}.watchers`, 'Watchers');
	const isWatched = item.read(`${within}.visibilityType`) === 'SET_PRIVATE_WATCHERS';
	if (members.length > 0 && !isWatched) {
		item.hint(NO_WATCHING);
	}
	return members;
}

const facilityCodes = several('Facility Codes', 'codes', 'e.g. room-a, room-b');

const facility = picker('facility', { withCode: true, ...forKind('facility') });

/** Rooms and equipment, one a row, or several by their codes. */
export const facilities: Parameter = namingList({
	displayName: 'Facilities',
	name: 'facilities',
	row: 'Facility',
	description: 'Rooms and equipment to reserve',
	kinds: { codes: 'Facilities by Code', facility: 'Facility' },
	usual: 'facility',
	values: [facility, facilityCodes],
});

/** Facilities of a search, which also takes all facilities of a group. */
export const searchedFacilities: Parameter = namingList({
	displayName: 'Facilities',
	name: 'facilities',
	row: 'Facility',
	description: 'Rooms and equipment that must be available',
	kinds: { codes: 'Facilities by Code', facility: 'Facility', facilityGroup: 'Facility Group' },
	usual: 'facility',
	values: [
		facility,
		facilityCodes,
		picker('facilityGroup', {
			description: 'Group whose facilities to search',
			...forKind('facilityGroup'),
		}),
	],
});

/** The fields of an update. */
export const CHANGES = 'updateFields';

/** A list of an update, whose type is that of a code; undefined if it isn't given. */
async function changed<Entry extends Member | Reference>(
	item: ItemContext,
	name: string,
	label: string,
	listIn: (item: ItemContext, path: string, label: string) => Entry[],
	type?: MemberType,
): Promise<Entry[] | undefined> {
	const path = `${CHANGES}.${name}`;
	const mode = item.read(`${path}UpdateMode`);
	const value = item.read(path);
	// A list that was added and left empty has no entries only if it was said to replace the others.
	if (!isGiven(value) || (!('rows' in objectOf(value)) && mode !== 'replace')) return undefined;
	// Who is to be removed is found in the event by the code.
	const removes = mode === 'remove' || mode === 'replace';
	return await withCodes(item, listIn(item, path, label), type, removes);
}

/** The lists of an update. */
export const changedAttendees: Parameter = {
	...attendees,
	description: 'Attendees to add, or to remove or replace with Attendees Update Mode',
	send: {
		in: 'body',
		key: 'attendees',
		as: async (_value, item) => await changed(item, 'attendees', 'Attendees', attendeesIn),
	},
};
export const changedFacilities: Parameter = {
	...facilities,
	description: 'Facilities to add, or to remove or replace with Facilities Update Mode',
	send: {
		in: 'body',
		key: 'facilities',
		as: async (_value, item) =>
			await changed(item, 'facilities', 'Facilities', facilitiesIn, 'FACILITY'),
	},
};

function orNothing<T>(entries: T[]): T[] | undefined {
	return entries.length > 0 ? entries : undefined;
}

interface Editing {
	/** The collection that the fields are in. */
	within: string;
	/** What is edited. */
	noun: string;
	/** More choices of who can edit. */
	further?: INodePropertyOptions[];
	/** Whether the service takes users with their type. */
	withType?: boolean;
}

/** Who can edit something, and the users to choose for it. */
export function editorFields(editing: Editing): Parameter[] {
	const { within, noun, further = [] } = editing;
	return [
		userList({
			displayName: 'Editors',
			name: 'operators',
			row: 'Editor',
			description: 'If "Who Can Edit" is Selected Users',
			send: { in: 'body', key: '', as: (_value, item) => editors(item, editing) },
		}),
		{
			displayName: 'Who Can Edit',
			name: 'operatorType',
			type: 'options',
			default: 'ONLY_SENDER',
			options: [
				...further,
				{ name: 'Only the Sender', value: 'ONLY_SENDER' },
				{ name: 'Selected Users', value: 'SELECT_USERS' },
			],
			description: `Who can edit the ${noun} after it is sent`,
			send: {
				in: 'body',
				key: 'operatorType',
				as: (value, item) => operatorType(value, item, within),
			},
		},
	];
}

const NOT_EDITING = '"Editors" has an effect only if "Who Can Edit" is Selected Users';

/** Editors who are named without a choice of who can edit are to be able to do so. */
async function editors(item: ItemContext, { within, withType }: Editing) {
	const path = `${within}.operators`;
	const users = isGiven(item.read(path)) ? await usersById(item, path, 'Editors') : undefined;
	if (users === undefined) return undefined;
	const operators = withType === true ? users : users.map(({ id }) => ({ id }));
	const chosen = item.read(`${within}.operatorType`);
	if (isBlank(chosen)) return { operators, operatorType: 'SELECT_USERS' };
	if (chosen !== 'SELECT_USERS') item.hint(NOT_EDITING);
	return { operators };
}

/** The service asks for editors where only selected users can edit. */
function operatorType(value: unknown, item: ItemContext, within: string): unknown {
	if (value !== 'SELECT_USERS') return value;
	if (usersIn(item, `${within}.operators`, 'Editors').length > 0) return value;
	throw new InputError(
		'"Who Can Edit" is Selected Users, but "Editors" is empty',
		'Add at least one editor, or change "Who Can Edit"',
	);
}
