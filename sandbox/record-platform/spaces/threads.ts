import type { Context } from '../context';
import { fileNotFound, invalid, ServiceError } from '../errors';
import type { Handlers } from '../handlers';
import { type Body, inputErrors } from '../input';
import { hasRole, openSpace } from './access';
import { cleanHtml } from './html';
import { findThread, insertThread, type Thread, threadNotFound } from './store';

/** Throws CB_IL02. */
export async function createThread(
	context: Context,
	{ space: spaceId, name }: Body<'thread.create'>,
): Promise<object> {
	const { space } = await openSpace(context, spaceId, 'member', { lock: true });
	if (!space.useMultiThread) {
		throw new ServiceError('CB_IL02', { message: 'The space can have a single thread only.' });
	}
	const creator = context.person.code;
	return {
		id: await insertThread(context.sql, { space: space.id, name, creator, now: context.now }),
	};
}

/** Throws CB_NO02 and CB_VA01. */
export async function changeThread(
	context: Context,
	{ id, name, body }: Body<'thread.update'>,
): Promise<object> {
	const thread = (await findThread(context.sql, id)) ?? threadNotFound(id);
	const { space, users } = await openSpace(context, thread.space, 'member', { lock: true });
	const mayChange =
		thread.creator === context.person.code || hasRole(context, space, users, 'administrator');
	if (!mayChange) throw new ServiceError('CB_NO02');
	if (name !== undefined && !space.useMultiThread) {
		throw invalid('name', 'The name of the thread of a single-thread space cannot be changed.');
	}
	await context.sql.query('update space_threads set name = $2, body = $3 where id = $1::bigint', [
		thread.id,
		name ?? thread.name,
		body === undefined ? thread.body : await cleanHtml(body),
	]);
	return {};
}

type Comment = Body<'thread.comment.create'>['comment'];

/** Throws CB_VA01. */
export async function createThreadComment(
	context: Context,
	{ space: spaceId, thread: threadId, comment }: Body<'thread.comment.create'>,
): Promise<object> {
	const { text = '', files = [], mentions = [] } = comment;
	// Either is enough (docs/api: thread.comment.create).
	if (text === '' && files.length === 0) throw inputErrors.missing('comment.text');
	const { space } = await openSpace(context, spaceId, 'member');
	const thread = await threadOf(context, space.id, threadId);
	await requireKnown(context, mentions);
	const attached = await attach(context, files);
	const rows = await context.sql.query<{ id: string }>(
		`insert into space_thread_comments (thread_id, text, mentions, files, created_at, creator)
		values ($1::bigint, $2, $3::jsonb, $4::jsonb, $5::timestamptz, $6) returning id::text as id`,
		[
			thread.id,
			text,
			JSON.stringify(mentions),
			JSON.stringify(attached),
			context.now.toISOString(),
			context.person.code,
		],
	);
	return { id: rows[0]?.id };
}

async function threadOf(context: Context, space: string, id: string): Promise<Thread> {
	const thread = await findThread(context.sql, id);
	return thread?.space === space ? thread : threadNotFound(id);
}

async function requireKnown(
	context: Context,
	mentions: NonNullable<Comment['mentions']>,
): Promise<void> {
	const directory = await context.directory();
	for (const [index, { type, code }] of mentions.entries()) {
		if (directory.find(type, code)) continue;
		throw invalid(
			`comment.mentions[${index}].code`,
			`The code ${code} was not found. It may have been deleted.`,
		);
	}
}

async function attach(context: Context, files: NonNullable<Comment['files']>): Promise<object[]> {
	const attached: object[] = [];
	for (const { fileKey, ...shown } of files) {
		const [upload] = await context.sql.query<{ name: string; size: string }>(
			`select name, content_type as "contentType", size::text as size, store_key as "storeKey"
			from file_uploads where key = $1`,
			[fileKey],
		);
		if (!upload) throw fileNotFound(fileKey);
		attached.push({ ...upload, ...shown });
	}
	return attached;
}

export const threadOperations = {
	'thread.create': createThread,
	'thread.update': changeThread,
	'thread.comment.create': createThreadComment,
} satisfies Handlers;
