import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { membersOf } from '../values/references';
import { plainRow } from '../values/rows';
import { fields } from './event/content';
import { limit, listRun, returnAll } from './paging';
import { ANY_SIGN_IN, rights } from './signIn';
import { joined } from './text';
import { userList } from './userList';

const common = { path: '/api/v1/notification/items', since: '5.0', signIn: ANY_SIGN_IN };

const getMany: Operation = {
	...common,
	id: 'notification.item.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many notifications',
	description: 'List the unread notifications of this account',
	method: 'GET',
	rights: rights.readNotifications,
	parameters: [
		returnAll,
		limit,
		fields('Options', 'options', [
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'multiOptions',
				default: [],
				options: [
					{ name: 'Application', value: 'moduleId' },
					{ name: 'Created At', value: 'createdAt' },
					{ name: 'Creator', value: 'creator' },
					{ name: 'Icon', value: 'icon' },
					{ name: 'Is Read', value: 'isRead' },
					{ name: 'Operation', value: 'operation' },
					{ name: 'Text', value: 'body' },
					{ name: 'Title', value: 'title' },
					{ name: 'URL', value: 'url' },
				],
				description: 'What to return of each notification; everything when nothing is chosen',
				send: { in: 'query', key: 'fields', as: joined },
			},
		]),
	],
	run: listRun('items', plainRow, 'This account has no unread notifications'),
};

const required = (
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): Parameter => ({
	displayName,
	name,
	type: 'string',
	default: '',
	required: true,
	placeholder,
	description,
	// Keys and titles from other nodes are often numbers; the service takes text only.
	send: { in: 'body', key: name, as: String },
});

const create: Operation = {
	...common,
	id: 'notification.item.create',
	value: 'create',
	name: 'Create',
	action: 'Create notification',
	description:
		'Notify users of something outside of the service. An administrator must allow it before.',
	method: 'POST',
	answer: ['notificationKey', 'moduleId', 'title'],
	rights: rights.notify,
	parameters: [
		required(
			'Application Code',
			'app',
			'e.g. orders',
			'Code that the administrator has set for external notifications',
		),
		{
			displayName: 'What Happened',
			name: 'change',
			type: 'options',
			default: 'add',
			options: [
				{ name: 'It Was Added', value: 'add' },
				{ name: 'It Was Changed', value: 'modify' },
				{ name: 'It Was Removed', value: 'remove' },
			],
			description: 'What to tell of the thing that the notification key stands for',
			send: { in: 'body', key: 'operation' },
		},
		required(
			'Notification Key',
			'notificationKey',
			'e.g. order-17',
			'Your own name of what the notification is about. The same key changes or removes it later.',
		),
		required('Title', 'title', 'e.g. Order 17', 'Title of the notification'),
		{
			displayName: 'Text',
			name: 'body',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: 'Text of the notification; it may be empty',
			send: { in: 'body', key: 'body', as: (value) => String(value ?? '') },
		},
		required(
			'URL',
			'url',
			'e.g. https://example.com/orders/17',
			'Address that the notification leads to. It must be among those that the administrator allows.',
		),
		userList({
			displayName: 'Recipients',
			name: 'destinations',
			row: 'Recipient',
			placeholder: 'Add Recipient',
			description: 'Users to notify',
			send: { in: 'body', key: 'destinations', as: recipients },
		}),
		fields('Additional Fields', 'additionalFields', [
			{
				displayName: 'Icon URL',
				name: 'icon',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/icon.png',
				description:
					'Address of a picture, among those that the administrator allows; a bell when empty',
				send: { in: 'body', key: 'icon' },
			},
		]),
	],
	run: {
		kind: 'each',
		target: (_item, { body }) => `${String(body?.app)} ${String(body?.notificationKey)}`,
		result: plainRow,
	},
};

export const notificationResource: Resource = {
	value: 'notification',
	name: 'Notification',
	description: 'What the service tells people at its bell',
	first: create.value,
	operations: [getMany, create],
};

function recipients(value: unknown) {
	const users = membersOf(value);
	if (users.length > 0) return users;
	throw new Refusal('The notification has no recipient', 'Add at least one to "Recipients"');
}
