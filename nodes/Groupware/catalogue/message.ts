import type { ItemView, Operation, Parameter, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { messageRow } from '../values/message';
import { membersOf } from '../values/references';
import { plainRow } from '../values/rows';
import { fields, simplify } from './event/content';
import { idInPath } from './inPath';
import { limit, listRun, returnAll } from './paging';
import { periodFilters } from './period';
import { PASSWORD_SIGN_IN, probableRights } from './signIn';
import { bodyText, htmlBody, textUpTo } from './text';
import { userList, usersById } from './userList';

/** Longest title (facts: message.message.create). */
const LONGEST_TITLE = 100;

const common = { since: '6.17', signIn: PASSWORD_SIGN_IN };

const get: Operation = {
	...common,
	id: 'message.message.get',
	value: 'get',
	name: 'Get',
	action: 'Get message',
	description: 'Read one message that this account has sent or received',
	method: 'GET',
	path: '/api/v1/message/messages/{messageId}',
	rights: probableRights.readMessage,
	parameters: [
		idInPath('Message ID', 'messageId', 'message', 'ID of the message to read'),
		simplify,
	],
	run: { kind: 'each', result: messageRow },
};

const recipients: Parameter = userList({
	displayName: 'Recipients',
	name: 'recipients',
	row: 'Recipient',
	placeholder: 'Add Recipient',
	description: 'Users who get the message',
	send: { in: 'body', key: 'recipients', as: recipientIds },
});

const createFields: Parameter[] = [
	{
		displayName: 'Ask for Acknowledgement',
		name: 'acknowledgement',
		type: 'boolean',
		default: false,
		description: 'Whether recipients are asked to confirm that they have read the message',
		send: { in: 'body', key: 'acknowledgement' },
	},
	htmlBody,
	userList({
		displayName: 'Editors',
		name: 'operators',
		row: 'Editor',
		placeholder: 'Add Editor',
		description: 'Users who may change the message, when chosen users may',
		send: { in: 'body', key: '', as: editors },
	}),
	{
		displayName: 'Save as Draft',
		name: 'isDraft',
		type: 'boolean',
		default: false,
		description: 'Whether to keep the message as a draft instead of sending it',
		send: { in: 'body', key: 'isDraft' },
	},
	{
		displayName: 'Who May Change It',
		name: 'operatorType',
		type: 'options',
		default: 'ONLY_SENDER',
		options: [
			{ name: 'All Recipients', value: 'ALL_TO_RECIPIENTS' },
			{ name: 'Chosen Users', value: 'SELECT_USERS' },
			{ name: 'Only the Sender', value: 'ONLY_SENDER' },
		],
		description: 'Who may change the message after it was sent',
		send: { in: 'body', key: 'operatorType', as: operatorType },
	},
];

const create: Operation = {
	...common,
	id: 'message.message.create',
	value: 'create',
	name: 'Create',
	action: 'Create message',
	description: 'Send a message to users, or keep it as a draft. The service takes no files here.',
	method: 'POST',
	answer: ['id'],
	path: '/api/v1/message/messages',
	parameters: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			required: true,
			description: `Title of the message, of ${LONGEST_TITLE} characters at the most`,
			send: { in: 'body', key: 'title', as: textUpTo('Title', LONGEST_TITLE) },
		},
		bodyText,
		recipients,
		simplify,
		fields('Additional Fields', 'additionalFields', createFields),
	],
	run: { kind: 'each', target: 'new', result: messageRow },
};

const getAsAdministrator: Operation = {
	...common,
	id: 'message.adminMessage.list',
	value: 'getAllAsAdministrator',
	name: 'Get Many (Administrator)',
	action: 'Get many messages as administrator',
	description: 'List the messages of all people, as administrator',
	method: 'GET',
	path: '/api/v1/message/admin/messages',
	rights: probableRights.administerMessages,
	parameters: [
		returnAll,
		limit,
		fields(
			'Filters',
			'filters',
			periodFilters({
				word: 'Updated',
				from: { name: 'updatedFrom', key: 'rangeStart' },
				to: { name: 'updatedTo', key: 'rangeEnd' },
				what: 'Messages that were updated last',
			}),
		),
	],
	// What a row holds is inferred from the call for one message: it comes out as it is.
	run: listRun('messages', plainRow, 'No message matches'),
};

export const messageResource: Resource = {
	value: 'message',
	name: 'Message',
	description: 'Messages between users',
	first: create.value,
	operations: [get, create, getAsAdministrator],
};

/** The call takes IDs only, so that login names are looked up. Throws `Refusal` when nobody is named. */
async function recipientIds(value: unknown, item: ItemView) {
	const found = await usersById(value, item);
	if (found) return found;
	throw new Refusal('The message has no recipient', 'Add at least one to "Recipients"');
}

/** Editors who are named without a choice of who may change the message are to be able to do so. */
async function editors(value: unknown, item: ItemView) {
	const operators = await usersById(value, item);
	if (operators === undefined) return undefined;
	const chosen = item.read('additionalFields.operatorType', undefined) !== undefined;
	return chosen ? { operators } : { operators, operatorType: 'SELECT_USERS' };
}

/** The service asks for editors where only chosen users may change the message. */
function operatorType(value: unknown, item: ItemView): unknown {
	if (value !== 'SELECT_USERS') return value;
	if (membersOf(item.read('additionalFields.operators')).length > 0) return value;
	throw new Refusal(
		'Chosen users may change the message, but none is chosen',
		'Add at least one to "Editors", or choose somebody else under "Who May Change It"',
	);
}
