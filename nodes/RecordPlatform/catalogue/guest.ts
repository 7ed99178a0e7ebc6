import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, Resource } from '../../shared/catalogue';
import { listAt, offSwitch, textParameter } from '../../shared/parameters';
import { textOf } from '../../shared/input/text';
import { api } from '../api';
import { guestSpaceIn } from '../route';
import { additionalFields } from './parameters';
import { byAdministrators } from './requirements';
import { rowRun } from './runs';
import { languages } from './settingsOperations';

const emails: Omit<Parameter, 'description'> = textParameter({
	displayName: 'Emails',
	name: 'emails',
	holds: 'codes',
	required: true,
	placeholder: 'e.g. name@email.com',
});

/** A text of a guest's profile. */
function profile(displayName: string, name: string, longest: number): Parameter {
	return textParameter({
		displayName,
		name,
		description: `Up to ${longest} characters`,
		send: { in: 'body', key: `guest.${name}` },
	});
}

const create: Operation = {
	...api['guests.add'],
	value: 'create',
	name: 'Create',
	action: 'Create guest',
	description:
		'Create a guest user. No invitation is sent. Use Update Members of Guest Space to add the guest to a guest space.',
	...byAdministrators,
	parameters: [
		textParameter({
			displayName: 'Email',
			name: 'email',
			required: true,
			placeholder: 'e.g. name@email.com',
			description: 'Email address of the guest, which is also the login name',
			send: { in: 'body', key: 'guest.code' },
		}),
		textParameter({
			displayName: 'Name',
			name: 'name',
			required: true,
			description: 'Display name, up to 128 characters',
			send: { in: 'body', key: 'guest.name' },
		}),
		textParameter({
			displayName: 'Password',
			name: 'password',
			typeOptions: { password: true },
			required: true,
			description: 'Password for the first sign-in, 3 to 64 characters',
			send: { in: 'body', key: 'guest.password' },
		}),
		textParameter({
			displayName: 'Time Zone',
			name: 'timezone',
			placeholder: 'e.g. Asia/Tokyo',
			description: 'Time zone of the guest. If empty, the time zone of the workflow is used.',
			send: {
				in: 'body',
				key: 'guest.timezone',
				as: (value, item) => textOf(value, 'Time Zone').trim() || item.timeZone,
			},
		}),
		additionalFields(
			profile('Call To (Skype Name)', 'callto', 256),
			profile('Company', 'company', 100),
			profile('Department', 'division', 100),
			profile('Given Name Reading', 'givenNameReading', 64),
			{
				...languages({ name: 'Use Browser Setting', value: 'auto' }),
				name: 'locale',
				default: 'auto',
				description: 'Display language of the guest',
				send: { in: 'body', key: 'guest.locale' },
			},
			profile('Phone', 'phone', 100),
			textParameter({
				displayName: 'Picture',
				name: 'image',
				description: 'File key of an uploaded image',
				send: { in: 'body', key: 'guest.image' },
			}),
			profile('Surname Reading', 'surNameReading', 64),
		),
	],
	run: {
		kind: 'custom',
		concurrencyKey: (_item, { body }) => (body as { guest: { code: string } }).guest.code,
		run: async (item, spec) => {
			const { guest } = spec.body as { guest: { code: string; name: string } };
			await item.request({ ...spec, body: { guests: [guest] } });
			return { json: { code: guest.code, name: guest.name } };
		},
	},
};

const remove: Operation = {
	...api['guests.delete'],
	value: 'delete',
	name: 'Delete',
	action: 'Delete guests',
	description: 'Permanently delete guest users. They are removed from all guest spaces.',
	...byAdministrators,
	parameters: [
		{
			...emails,
			description:
				'Email addresses of the guests to delete, separated by commas, up to 100. If one of them is unknown, no guest is deleted.',
			send: { in: 'query', key: 'guests' },
		},
	],
	run: rowRun((item) => ({ deleted: true, guests: listAt(item, 'emails') })),
};

const updateMembers: Operation = {
	...api['guestSpace.members.update'],
	value: 'updateMembers',
	name: 'Update Members of Guest Space',
	action: 'Update guest members of guest space',
	description:
		'Replace the guests of a guest space. Guests that you leave out are removed from it.',
	rights: 'permission to administer the guest space',
	parameters: [
		textParameter({
			displayName: 'Guest Space',
			name: 'guestSpaceId',
			holds: 'id',
			required: true,
			placeholder: 'e.g. 5',
			description: 'ID or URL of the guest space',
			send: { in: 'path', key: 'guestSpaceId', as: guestSpaceIn },
		}),
		offSwitch({
			displayName: 'Remove All Guests',
			name: 'removeAll',
			description: 'Whether to remove all guests from the guest space',
			send: { in: 'body', key: '', as: (_value, item) => guestsOfSpace(item) },
		}),
		{
			...emails,
			description:
				'Email addresses of all guests of the space, separated by commas. They must already be guest users.',
			displayOptions: { show: { removeAll: [false] } },
		},
	],
	run: rowRun(guestsOfSpace),
};

/** A list without entries removes all guests: the emails are hidden then, and required else. */
function guestsOfSpace(item: ItemContext): IDataObject {
	return { id: guestSpaceIn(item.read('guestSpaceId')), guests: listAt(item, 'emails') };
}

export const guestResource: Resource = {
	value: 'guest',
	name: 'Guest',
	admin: true,
	description: 'Guest users',
	operations: [create, updateMembers, remove],
};
