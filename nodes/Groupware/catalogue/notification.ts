import type { IDataObject } from 'n8n-workflow';

import type {
	FinishedRow,
	ItemContext,
	Operation,
	Parameter,
	Resource,
} from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { digest } from '../../shared/objects';
import { choices, choicesParameter, listAt, textParameter, valueAt } from '../../shared/parameters';
import { answerOptions, question, sendAndWait } from '../../shared/sendAndWait';
import { sendWithNames, withCodes } from '../values/directory';
import { usersIn } from '../values/references';
import { picked, plainRow } from '../values/rows';
import { textOf } from '../../shared/input/text';
import { api } from '../api';
import { fields } from './event/content';
import { listRun, paged, verbs } from './operations';
import { rights } from './requirements';
import { recipientsByName, userList } from './people';
import { joined } from './text';

const FIELDS = [
	{ name: 'Application', value: 'moduleId' },
	{ name: 'Created At', value: 'createdAt' },
	{ name: 'Creator', value: 'creator' },
	{ name: 'Icon', value: 'icon' },
	{ name: 'Is Read', value: 'isRead' },
	{ name: 'Operation', value: 'operation' },
	{ name: 'Text', value: 'body' },
	{ name: 'Title', value: 'title' },
	{ name: 'URL', value: 'url' },
];

export const getMany: Operation = {
	...verbs.getAll,
	...api['notification.item.list'],
	action: 'Get many notifications',
	description: 'Get your unread notifications',
	rights: rights.readNotifications,
	parameters: [
		...paged,
		fields('Options', 'options', [
			choicesParameter({
				displayName: 'Fields',
				name: 'fields',
				options: FIELDS,
				description: 'Fields to return. Leave empty to return all fields.',
				send: { in: 'query', key: 'fields', as: askedFields },
			}),
		]),
	],
	run: listRun('items', chosenRow, 'You have no unread notifications'),
};

/** Notifications have no ID: only all fields together tell them apart where the list changes while it is read. */
function askedFields(value: unknown): string | undefined {
	return joined(value) && FIELDS.map((field) => field.value).join(',');
}

function chosenRow(body: IDataObject, item: ItemContext): { json: IDataObject } {
	const { json } = plainRow(body);
	const chosen = listAt(item, 'options.fields');
	return { json: chosen.length === 0 ? json : picked(json, chosen) };
}

const required = (
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
	fitted = (text: string) => text.trim(),
): Parameter =>
	textParameter({
		displayName,
		name,
		required: true,
		placeholder,
		description,
		// Keys and titles from other nodes are often numbers; the service takes text only.
		send: { in: 'body', key: name, as: (value) => fitted(textOf(value, displayName)) },
	});

const application = required(
	'Application Code',
	'app',
	'e.g. orders',
	'Application code that an administrator registered',
);
const title = required(
	'Title',
	'title',
	'e.g. Order 17',
	'Title of the notification',
	(text) => text,
);

/** Sends the users whom a parameter names. */
const toUsers = (path: string): Parameter['send'] => ({
	in: 'body',
	key: 'destinations',
	as: async (_value, item) => await recipients(item, path),
});

const create: Operation = {
	...verbs.create,
	...api['notification.item.create'],
	action: 'Create notification',
	description:
		'Notify users about something outside the service. An administrator must allow it first.',
	rights: rights.notify,
	parameters: [
		application,
		{
			displayName: 'Type of Change',
			name: 'change',
			...choices('add', { add: 'Added', modify: 'Changed', remove: 'Removed' }),
			description: 'Whether something was added, changed, or removed',
			send: { in: 'body', key: 'operation' },
		},
		required('Notification Key', 'notificationKey', 'e.g. order-17', 'Unique key that you choose'),
		title,
		textParameter({
			displayName: 'Text',
			name: 'body',
			typeOptions: { rows: 3 },
			description: 'Text of the notification. Can be empty.',
			send: { in: 'body', key: 'body', keepEmpty: true },
		}),
		required('URL', 'url', 'e.g. https://example.com/orders/17', 'URL that the notification opens'),
		userList({
			displayName: 'Recipients',
			name: 'destinations',
			row: 'Recipient',
			description: 'Users to notify',
			send: toUsers('destinations'),
		}),
		fields('Additional Fields', 'additionalFields', [
			textParameter({
				displayName: 'Icon URL',
				name: 'icon',
				placeholder: 'e.g. https://example.com/icon.png',
				description: 'URL of the icon image, a bell if empty',
				send: { in: 'body', key: 'icon' },
			}),
		]),
	],
	run: {
		kind: 'custom',
		concurrencyKey: (_item, { body }) => `${String(body?.app)} ${String(body?.notificationKey)}`,
		run: async (item, spec) => plainRow(await sendWithNames(item, spec)),
	},
	finish: async (rows) => hintReplaced(rows),
};

const ask: Operation = {
	...create,
	...sendAndWait,
	action: 'Send notification and wait for response',
	description: 'Ask in a notification, and wait for an answer. Asks once, for the first item.',
	parameters: [
		application,
		title,
		...question({ in: 'body', key: '', as: opening }),
		recipientsByName(toUsers('sendTo')),
		fields('Options', 'options', answerOptions),
	],
};

/** A notification that opens the page with the answers. With a key that is used again, it would replace another one. */
function opening(value: unknown, { answerUrl: url }: ItemContext): IDataObject {
	return { notificationKey: digest(url), operation: 'add', body: textOf(value, 'Message'), url };
}

export const notificationResource: Resource = {
	value: 'notification',
	name: 'Notification',
	description: 'Notifications in the service',
	operations: [create, getMany, ask],
};

async function recipients(item: ItemContext, path: string) {
	const users = await withCodes(item, usersIn(item, path, 'Recipients'));
	if (users.length > 0) return users;
	throw new InputError('The notification has no recipients', 'Add at least one recipient');
}

/** Shows a hint for notifications that replaced one that another item added for the same user. */
function hintReplaced(rows: FinishedRow[]): void {
	const added = new Map<string, string>();
	for (const { item } of rows) {
		if (valueAt(item, 'change') !== 'add') continue;
		const key = String(item.read('notificationKey')).trim();
		const content = JSON.stringify(['title', 'body', 'url'].map((name) => valueAt(item, name)));
		for (const user of usersIn(item, 'destinations', 'Recipients')) {
			const whose = JSON.stringify([String(item.read('app')).trim(), key, user]);
			const before = added.get(whose);
			added.set(whose, content);
			if (before !== undefined && before !== content) item.hint(replaced(key));
		}
	}
}

function replaced(key: string): string {
	return `Several items have added a notification with the key ${quoteShort(key)} for the same user, who may see only the last one. To show all, use a different "Notification Key" for each`;
}
