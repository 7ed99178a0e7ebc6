import type { Context } from '../context';
import { fileNotFound, invalid, ServiceError } from '../errors';
import type { Parameters } from '../parameters';
import { hasRole, openSpace } from './access';
import { cleanHtml } from './html';
import { MEMBER_TYPES, type MemberType } from './members';
import { LONGEST_BODY, LONGEST_NAME } from './settings';
import { findThread, insertThread, type Thread, threadNotFound } from './store';

const MOST_MENTIONS = 10;
const MOST_FILES = 5;

export async function createThread(context: Context, parameters: Parameters): Promise<object> {
	const spaceId = parameters.id('space');
	const name = parameters.text('name', { maximum: LONGEST_NAME });
	const { space } = await openSpace(context, spaceId, 'member', { lock: true });
	if (!space.useMultiThread) {
		throw new ServiceError('CB_IL02', { message: 'The space can have a single thread only.' });
	}
	const creator = context.person.code;
	return {
		id: await insertThread(context.sql, { space: space.id, name, creator, now: context.now }),
	};
}

export async function changeThread(context: Context, parameters: Parameters): Promise<object> {
	const id = parameters.id('id');
	const name = parameters.has('name')
		? parameters.text('name', { maximum: LONGEST_NAME })
		: undefined;
	const body = parameters.optionalText('body', { maximum: LONGEST_BODY });
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

export async function createThreadComment(
	context: Context,
	parameters: Parameters,
): Promise<object> {
	const spaceId = parameters.id('space');
	const threadId = parameters.id('thread');
	const comment = parameters.inside('comment') ?? parameters.missing('comment');
	const text = comment.optionalText('text', { maximum: 65535 }) ?? '';
	const files = readFiles(comment);
	// Either is enough (docs/api: thread.comment.create).
	if (text === '' && files.length === 0) comment.missing('text');
	const { space } = await openSpace(context, spaceId, 'member');
	const thread = await threadOf(context, space.id, threadId);
	const mentions = await readMentions(context, comment);
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

async function readMentions(
	context: Context,
	comment: Parameters,
): Promise<{ code: string; type: MemberType }[]> {
	const elements = comment.elements('mentions');
	if (elements.length > MOST_MENTIONS) {
		throw invalid(comment.path('mentions'), `At most ${MOST_MENTIONS} mentions can be specified.`);
	}
	const directory = await context.directory();
	return elements.map((element) => {
		const code = element.text('code');
		const type = element.oneOf('type', MEMBER_TYPES) ?? element.missing('type');
		if (!directory.find(type, code)) {
			throw invalid(
				element.path('code'),
				`The code ${code} was not found. It may have been deleted.`,
			);
		}
		return { code, type };
	});
}

interface SentFile {
	fileKey: string;
	/** How wide an image is shown, in pixels. */
	width?: number;
}

function readFiles(comment: Parameters): SentFile[] {
	const elements = comment.elements('files');
	if (elements.length > MOST_FILES) {
		throw invalid(comment.path('files'), `At most ${MOST_FILES} files can be specified.`);
	}
	return elements.map((element) => {
		const fileKey = element.text('fileKey');
		const width = element.integer('width', { minimum: 100, maximum: 750, default: 0 });
		return width === 0 ? { fileKey } : { fileKey, width };
	});
}

async function attach(context: Context, files: SentFile[]): Promise<object[]> {
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
