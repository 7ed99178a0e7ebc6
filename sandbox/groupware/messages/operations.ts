import { GroupwareError, missing, mustAccompany } from '../errors';
import { deleteFrom, downloadFrom, listFiles } from '../files/operations';
import { notify } from '../notifications/store';
import type { Body, Handlers, Request } from '../request';
import { membersOf } from '../references';
import { readPage, requireRow } from '../rows';
import { rangeOf } from '../time';
import { isObject } from '../../input/readers';
import { given, idOf, listOf } from '../values';
import { presentCreated, presentMessage, presentRow } from './present';
import { insertMessage, loadMessage, type Message, messageColumns, type MessageRow } from './store';

/** Someone else's message is answered like one that is not there. */
async function getMessage({ sql, path, caller, directory }: Request): Promise<object> {
	const message = await loadMessage(sql, idOf(path.message_id, 'message_id') ?? 0);
	if (message === undefined || !mayRead(message, caller.id)) throw unknownMessage(path.message_id);
	return presentMessage(message, directory, caller.id);
}

/** Readers are the sender, and the recipients unless it is a draft (message.message.get, inferred). */
function mayRead({ creator, draft, recipients }: Message, reader: string): boolean {
	return creator === reader || (!draft && recipients.some(({ id }) => id === reader));
}

async function createMessage(request: Request<Body<'message.message.create'>>): Promise<object> {
	const { sql, body, caller, directory, tenant } = request;
	const recipients = readRecipients(request);
	const { operatorType = 'ONLY_SENDER' } = body;
	const operators = given(body.operators)
		? membersOf(body.operators, 'operators', ['USER'], directory)
		: [];
	if (operatorType === 'SELECT_USERS' && operators.length === 0) {
		throw mustAccompany('operators', 'operatorType SELECT_USERS');
	}
	const message = await insertMessage(
		sql,
		{
			title: body.title,
			body: body.body ?? '',
			htmlBody: body.isHtmlBody ?? false,
			acknowledgement: body.acknowledgement ?? false,
			draft: body.isDraft ?? false,
			operatorType,
			creator: caller.id,
			createdAt: tenant.clock.now(),
			updater: null,
			updatedAt: null,
		},
		recipients.map((id) => ({ id, acknowledged: false })),
		operatorType === 'SELECT_USERS' ? operators.map(({ id }) => id) : [],
	);
	if (!message.draft) await tell(request, message);
	return presentCreated(message, directory);
}

async function tell({ sql, tenant }: Request<unknown>, message: Message): Promise<void> {
	await notify(
		sql,
		{
			module: 'grn.message',
			key: `message:${message.id}`,
			creator: message.creator,
			createdAt: message.createdAt,
			operation: 'add',
			url: `${tenant.baseUrl}/g/message/view?mid=${message.id}`,
			title: message.title,
			body: '',
			icon: '',
		},
		message.recipients.map(({ id }) => id).filter((id) => id !== message.creator),
	);
}

/** Recipients are named by id alone (message.message.create, notes). */
function readRecipients({ body, directory }: Request<Body<'message.message.create'>>): string[] {
	if (!given(body.recipients)) throw missing('recipients');
	const list = listOf(body.recipients, 'recipients');
	if (list.length === 0) throw missing('recipients');
	list.forEach((entry, index) => {
		if (isObject(entry) && !given(entry.id)) throw missing(`recipients[${index}].id`);
	});
	return membersOf(list, 'recipients', ['USER'], directory).map(({ id }) => id);
}

/** Everyone's messages, drafts too, oldest first; the range is about the last change. */
async function listMessages(request: Request): Promise<object> {
	const { start, end } = rangeOf(request.query, 'rangeStart', 'rangeEnd');
	const { rows, hasNext } = await readPage<MessageRow>(
		request,
		`SELECT ${messageColumns} FROM groupware_message
		WHERE ($1::timestamptz IS NULL OR coalesce(updated_at, created_at) >= $1)
			AND ($2::timestamptz IS NULL OR coalesce(updated_at, created_at) < $2)
		ORDER BY id`,
		[start?.toISOString() ?? null, end?.toISOString() ?? null],
	);
	return { messages: rows.map((row) => presentRow(row, request.directory)), hasNext };
}

async function listMessageFiles(request: Request): Promise<object> {
	const id = idOf(request.path.message_id, 'message_id') ?? 0;
	await requireRow(request.sql, 'groupware_message', id, unknownMessage(request.path.message_id));
	return listFiles(request, 'message_id = $1', id);
}

function unknownMessage(id: string | undefined): GroupwareError {
	return new GroupwareError('GRN_MSSG_15003', `There is no message ${id}.`);
}

export const messageOperations = {
	'message.message.get': getMessage,
	'message.message.create': createMessage,
	'message.adminMessage.list': listMessages,
	'message.adminFile.get': downloadFrom('message'),
	'message.adminFile.list': listMessageFiles,
	'message.adminFile.delete': deleteFrom('message'),
} satisfies Handlers;
