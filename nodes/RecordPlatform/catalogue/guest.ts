import type { ItemView, Operation, Parameter, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { guestSpaceIn } from '../route';
import { list } from './parameters';
import { PASSWORD_ONLY } from './signIn';

const PATH = '/k/v1/guests.json';
const SYSTEM_ADMINISTRATOR = 'to administer the service';

/** A text of a guest's profile. */
function profile(displayName: string, name: string, longest: number): Parameter {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		description: `${longest} characters at the most`,
		send: { in: 'body', key: `guest.${name}` },
	};
}

const create: Operation = {
	id: 'guests.add',
	value: 'create',
	name: 'Create',
	action: 'Create guest',
	description:
		'Create a guest account. No invitation is sent, and the guest is in no space yet: Update Members of Guest Space does that.',
	method: 'POST',
	path: PATH,
	rights: SYSTEM_ADMINISTRATOR,
	signIn: PASSWORD_ONLY,
	parameters: [
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. name@email.com',
			description: 'E-mail address of the guest, which is also the login name',
			send: { in: 'body', key: 'guest.code' },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			description: 'Name to show, 128 characters at the most',
			send: { in: 'body', key: 'guest.name' },
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Password for the first sign-in, 3 to 64 characters',
			send: { in: 'body', key: 'guest.password' },
		},
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Asia/Tokyo',
			description: 'Time zone of the guest; the one of the workflow when empty',
			send: {
				in: 'body',
				key: 'guest.timezone',
				as: (value, item) => String(value ?? '').trim() || item.timeZone,
			},
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				profile('Call To', 'callto', 256),
				profile('Company', 'company', 100),
				profile('Department', 'division', 100),
				profile('Given Name Reading', 'givenNameReading', 64),
				{
					displayName: 'Language',
					name: 'locale',
					type: 'options',
					default: 'auto',
					options: [
						{ name: 'Chinese', value: 'zh' },
						{ name: 'English', value: 'en' },
						{ name: 'Japanese', value: 'ja' },
						{ name: 'Of the Browser', value: 'auto' },
					],
					description: 'Language of the pages that the guest sees',
					send: { in: 'body', key: 'guest.locale' },
				},
				profile('Phone', 'phone', 100),
				{
					displayName: 'Picture',
					name: 'image',
					type: 'string',
					default: '',
					description: 'Key of an uploaded file',
					send: { in: 'body', key: 'guest.image' },
				},
				profile('Surname Reading', 'surNameReading', 64),
			],
		},
	],
	run: {
		kind: 'own',
		target: (_item, { body }) => (body as { guest: { code: string } }).guest.code,
		run: async (item, draft) => {
			const { guest } = draft.body as { guest: { code: string; name: string } };
			await item.ask({ ...draft, body: { guests: [guest] } });
			return { json: { code: guest.code, name: guest.name } };
		},
	},
};

const remove: Operation = {
	id: 'guests.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete guests',
	description: 'Delete guest accounts for good; the guests leave all guest spaces they are in',
	method: 'DELETE',
	path: PATH,
	rights: SYSTEM_ADMINISTRATOR,
	signIn: PASSWORD_ONLY,
	parameters: [
		{
			displayName: 'Emails',
			name: 'emails',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. name@email.com',
			description:
				'E-mail addresses of the guests, separated by commas, 100 at the most. When one of them is unknown, none is deleted.',
			send: { in: 'query', key: 'guests', as: list },
		},
	],
	run: {
		kind: 'each',
		result: (_body, item) => ({ json: { deleted: true, guests: list(item.read('emails')) } }),
	},
};

const updateMembers: Operation = {
	id: 'guestSpace.members.update',
	value: 'updateMembers',
	name: 'Update Members of Guest Space',
	action: 'Update guest members of guest space',
	description: 'Replace the guests of a guest space: who is not named leaves it',
	method: 'PUT',
	path: '/k/guest/{guestSpaceId}/v1/space/guests.json',
	rights: 'to be an administrator of the guest space',
	signIn: PASSWORD_ONLY,
	parameters: [
		{
			displayName: 'Guest Space',
			name: 'guestSpaceId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 5',
			description: 'ID or URL of the guest space',
			send: { in: 'path', key: 'guestSpaceId', as: guestSpaceIn },
		},
		{
			displayName: 'Remove All Guests',
			name: 'removeAll',
			type: 'boolean',
			default: false,
			description: 'Whether all guests leave the guest space',
			send: {
				in: 'body',
				key: '',
				as: (_value, item) => ({
					id: guestSpaceIn(item.read('guestSpaceId')),
					guests: guestsOf(item),
				}),
			},
		},
		{
			displayName: 'Emails',
			name: 'emails',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. name@email.com',
			description:
				'E-mail addresses of all guests that the space shall have, separated by commas. They must have guest accounts.',
			displayOptions: { show: { removeAll: [false] } },
		},
	],
	run: {
		kind: 'each',
		result: (_body, item) => ({
			json: { id: guestSpaceIn(item.read('guestSpaceId')), guests: guestsOf(item) },
		}),
	},
};

/** An expression that gives nothing must not empty the space. */
function guestsOf(item: ItemView): string[] {
	if (item.read('removeAll', false) === true) return [];
	const given = item.read('emails', '');
	const emails = list(given);
	if (Array.isArray(given) && emails.length < given.length) {
		throw new Refusal(
			'An e-mail address in "Emails" is empty',
			'The guests were not changed. Correct the expression: a guest who is not named leaves the space',
		);
	}
	if (emails.length > 0) return emails;
	throw new Refusal(
		'The parameter "Emails" is empty',
		'Enter the guests that the space shall have, or switch on "Remove All Guests"',
	);
}

export const guestResource: Resource = {
	value: 'guest',
	name: 'Guest',
	description: 'People from outside and the guest spaces they are in',
	first: create.value,
	operations: [create, remove, updateMembers],
};
