import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, Resource, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { textOf } from '../../shared/input/text';
import { answerOptions, question, sendAndWait } from '../../shared/sendAndWait';
import { isOn, switchParameter, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { usersById } from '../values/directory';
import { namedEntries } from '../values/references';
import { nameOf, namesOf, plain, plainRow, since } from '../values/rows';
import { administeredFiles } from './attachment';
import { editorFields, recipientsByName, userList } from './people';
import { fields, simplify } from './event/content';
import { bodyText, htmlBody, idInPath, textUpTo } from './text';
import { listRun, paged, verbs } from './operations';
import { periodFilters } from './period';
import { probableRights } from './requirements';

/** Longest title. */
const LONGEST_TITLE = 100;

const get: Operation = {
	...verbs.get,
	...api['message.message.get'],
	action: 'Get message',
	description: 'Get a message that you sent or received',
	rights: probableRights.readMessage,
	parameters: [
		idInPath('Message ID', 'messageId', 'message', 'ID of the message to get'),
		simplify,
	],
	run: { kind: 'perItem', result: messageRow },
};

const createFields: Parameter[] = [
	switchParameter({
		displayName: 'Request Read Confirmation',
		name: 'acknowledgement',
		description: 'Whether to ask recipients to confirm that they read the message',
		send: { in: 'body', key: 'acknowledgement' },
	}),
	htmlBody,
	switchParameter({
		displayName: 'Save as Draft',
		name: 'isDraft',
		description: 'Whether to save the message as a draft instead of sending it',
		send: { in: 'body', key: 'isDraft' },
	}),
	...editorFields({
		within: 'additionalFields',
		noun: 'message',
		further: [{ name: 'All Recipients', value: 'ALL_TO_RECIPIENTS' }],
		withType: true,
	}),
];

const title = textParameter({
	displayName: 'Title',
	name: 'title',
	required: true,
	description: `Title of the message, up to ${LONGEST_TITLE} characters`,
	send: { in: 'body', key: 'title', as: textUpTo('Title', LONGEST_TITLE) },
});

const toUsers = (path: string): Parameter['send'] => ({
	in: 'body',
	key: 'recipients',
	as: async (_value, item) => await recipientIds(item, path),
});

const create: Operation = {
	...verbs.create,
	...api['message.message.create'],
	action: 'Create message',
	pattern:
		"title: 'Report', body: expr('{{ $json.text }}'), recipients: {rows: [{kind: 'codes', codes: 'sato'}]}",
	description: 'Send a message to users, or save it as a draft. Attachments are not supported.',
	parameters: [
		title,
		bodyText,
		userList({
			displayName: 'Recipients',
			name: 'recipients',
			row: 'Recipient',
			description: 'Users to send the message to',
			send: toUsers('recipients'),
		}),
		simplify,
		fields('Additional Fields', 'additionalFields', createFields),
	],
	run: { kind: 'perItem', concurrencyKey: 'new', result: messageRow },
};

const { pattern: _, ...creation } = create;

const ask: Operation = {
	...creation,
	...sendAndWait,
	action: 'Send message and wait for response',
	description: 'Ask in a message, and wait for an answer. Asks once, for the first item.',
	parameters: [
		title,
		...question({ in: 'body', key: 'body', as: withAnswerUrl }),
		recipientsByName(toUsers('sendTo')),
		fields('Options', 'options', answerOptions),
	],
};

/** In text that is not HTML, the service makes a link of a URL. */
function withAnswerUrl(value: unknown, { answerUrl }: ItemContext): string {
	return `${textOf(value, 'Message')}\n\n${answerUrl}`;
}

const updated = periodFilters({
	word: 'Updated',
	period: 'updatedPeriod',
	from: { name: 'updatedFrom', key: 'rangeStart' },
	to: { name: 'updatedTo', key: 'rangeEnd' },
	what: 'Return messages last updated',
});

export const getAsAdministrator: Operation = {
	...verbs.getAllAsAdministrator,
	...api['message.adminMessage.list'],
	admin: true,
	action: 'Get many messages as administrator',
	description: 'Get the messages of all users (administrators only)',
	rights: probableRights.administerMessages,
	parameters: [...paged, fields('Filters', 'filters', updated.parameters)],
	// What a row holds is inferred from the call for one message: it comes out as it is.
	run: listRun('messages', plainRow, 'No messages found', (item) =>
		since(updated.startOf(item), updatesOf),
	),
};

const getAttachments: Operation = {
	rights: probableRights.administerMessages,
	...verbs.getAllAsAdministrator,
	...api['message.adminFile.list'],
	action: 'Get many message attachments as administrator',
	description: 'Get the attachments of a message and its comments (administrators only)',
	parameters: [
		idInPath('Message ID', 'messageId', 'message', 'ID of the message whose attachments to return'),
		...paged,
	],
	run: listRun('files', plainRow, 'The message has no attachments'),
};

export const messageResources: Resource[] = [
	{
		value: 'message',
		name: 'Message',
		description: 'Messages between users',
		operations: [create, get, ask, getAsAdministrator],
	},
	{
		value: 'messageAttachment',
		name: 'Message Attachment',
		admin: true,
		description: 'The attachments of messages',
		operations: [
			getAttachments,
			...administeredFiles({
				id: 'message.adminFile',
				of: 'message',
				rights: {
					read: probableRights.administerMessages,
					remove: probableRights.administerMessages,
				},
			}),
		],
	},
];

/** The call takes IDs only, so that login names are looked up. Throws `InputError` when nobody is named. */
async function recipientIds(item: ItemContext, path: string) {
	const found = await usersById(item, path, 'Recipients');
	if (found) return found;
	throw new InputError('The message has no recipients', 'Add at least one recipient');
}

/**
 * A message as an output row. The documentation spells one key in two ways. The output has the
 * spelling of requests.
 */
export function messageRow(body: unknown, item: ItemContext): Row {
	const { acknowledgment, ...message } = plain(objectOf(body));
	if (acknowledgment !== undefined) message.acknowledgement ??= acknowledgment;
	return { json: isOn(item, 'simplify') ? simplifiedMessage(message) : message };
}

/** What most workflows need of a message, without nesting. */
function simplifiedMessage(message: IDataObject): IDataObject {
	const { creator, recipients, acknowledgement } = message;
	const rows = (recipients ?? []) as IDataObject[];
	const acknowledged = rows.filter(({ isAcknowledged }) => isAcknowledged === true);
	return {
		id: message.id,
		title: message.title,
		body: message.body ?? '',
		sender: nameOf(creator),
		recipients: namedEntries(rows),
		...(acknowledgement === true && { acknowledgedBy: namesOf(acknowledged) }),
		isDraft: message.isDraft ?? false,
		createdAt: message.createdAt,
		...(message.updatedAt !== undefined && { updatedAt: message.updatedAt }),
	};
}

/** When a message was changed last, as far as its row tells. */
function updatesOf({ createdAt, updatedAt }: IDataObject): unknown[] {
	return [updatedAt ?? createdAt];
}
