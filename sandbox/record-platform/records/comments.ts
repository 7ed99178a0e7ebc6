import { listAccounts } from '../../accounts';
import { hasRight } from '../apps/access';
import { openApp } from '../apps/store';
import type { Context } from '../context';
import type { Directory } from '../directory';
import { invalid, ServiceError } from '../errors';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { notifyOfComment } from '../webhooks';
import { requirePermitted } from './access';
import { findRecord } from './row';

type Mention = NonNullable<Body<'record.comment.create'>['comment']['mentions']>[number];

interface CommentRow {
	id: string;
	text: string;
	created_at: Date;
	creator: string;
	mentions: Mention[];
}

const COLUMNS = 'c.id::text as id, c.text, c.created_at, c.creator, c.mentions';

async function getComments(
	context: Context,
	{ app: appId, record: recordId, offset, limit, ...sent }: Body<'record.comments.get'>,
): Promise<object> {
	const order = (sent.order || 'desc').toLowerCase();
	if (order !== 'asc' && order !== 'desc') {
		throw invalid('order', 'must be one of the enum value');
	}
	const app = await openApp(context, appId, ['view']);
	const record = await findRecord(context.sql, app.id, recordId);
	await requirePermitted(context, app, [record.id], 'viewable');
	// One more than asked for tells whether there are more.
	const rows = await context.sql.query<CommentRow>(
		`select ${COLUMNS} from record_comments c
		where c.app_id = $1::bigint and c.record_id = $2::bigint
		order by c.id ${order} limit $3::bigint offset $4::bigint`,
		[app.id, record.id, limit + 1, offset],
	);
	const before = offset > 0 && (await hasComments(context, app.id, record.id));
	const after = rows.length > limit;
	const directory = await context.directory();
	return {
		comments: rows.slice(0, limit).map((row) => toComment(row, directory)),
		older: order === 'asc' ? before : after,
		newer: order === 'asc' ? after : before,
	};
}

async function hasComments(context: Context, appId: string, recordId: string): Promise<boolean> {
	const rows = await context.sql.query(
		`select 1 from record_comments where app_id = $1::bigint and record_id = $2::bigint limit 1`,
		[appId, recordId],
	);
	return rows.length > 0;
}

function toComment(row: CommentRow, directory: Directory) {
	return {
		id: row.id,
		text: row.text,
		createdAt: `${new Date(row.created_at).toISOString().slice(0, 19)}Z`,
		creator: directory.named(row.creator),
		mentions: row.mentions,
	};
}

/** Throws CB_NO02. */
export async function createComment(
	context: Context,
	{ app: appId, record: recordId, comment }: Body<'record.comment.create'>,
): Promise<object> {
	const { text, mentions = [] } = comment;
	const app = await openApp(context, appId, ['view'], { lock: true });
	const record = await findRecord(context.sql, app.id, recordId);
	await requirePermitted(context, app, [record.id], 'viewable');
	if (!app.design.settings.enableComments) throw new ServiceError('CB_NO02');
	await context.sql.query(
		`update records set last_comment_id = last_comment_id + 1
		where app_id = $1::bigint and id = $2::bigint`,
		[app.id, record.id],
	);
	const names = await mentioned(mentions, context);
	const [written] = await context.sql.query<CommentRow>(
		`insert into record_comments as c (app_id, record_id, id, text, created_at, creator, mentions)
		select app_id, id, last_comment_id, $3, $4::timestamptz, $5, $6::jsonb
		from records where app_id = $1::bigint and id = $2::bigint
		returning ${COLUMNS}`,
		[
			app.id,
			record.id,
			names.length > 0 ? [...names, text].join(' ') : `${text} `,
			context.now.toISOString(),
			context.person.code,
			JSON.stringify(mentions),
		],
	);
	if (!written) throw new Error('The comment was not added');
	const told = toComment(written, await context.directory());
	await notifyOfComment(context, app, record.id, told);
	return { id: written.id };
}

/** The names of those who are mentioned; inactive users are no error, they are only not notified. */
async function mentioned(mentions: Mention[], context: Context): Promise<string[]> {
	const directory = await context.directory();
	const accounts = await listAccounts(context.sql, { codes: mentions.map(({ code }) => code) });
	return mentions.map(({ code, type }, index) => {
		const found =
			directory.find(type, code) ??
			accounts.find((account) => type === 'USER' && account.code === code);
		if (found) return found.name;
		throw invalid(
			`comment.mentions[${index}].code`,
			`The code ${code} was not found. It may have been deleted.`,
		);
	});
}

async function deleteComment(
	context: Context,
	{ app: appId, record: recordId, comment: commentId }: Body<'record.comment.delete'>,
): Promise<object> {
	const app = await openApp(context, appId, ['view']);
	const record = await findRecord(context.sql, app.id, recordId);
	await requirePermitted(context, app, [record.id], 'viewable');
	const [comment] = await context.sql.query<CommentRow>(
		`select ${COLUMNS} from record_comments c
		where c.app_id = $1::bigint and c.record_id = $2::bigint and c.id = $3::bigint`,
		[app.id, record.id, commentId],
	);
	if (!comment) throw new ServiceError('GAIA_RE02');
	if (comment.creator !== context.person.code && !(await hasRight(context, app, 'manage'))) {
		throw new ServiceError('CB_NO02');
	}
	await context.sql.query(
		`delete from record_comments
		where app_id = $1::bigint and record_id = $2::bigint and id = $3::bigint`,
		[app.id, record.id, commentId],
	);
	return {};
}

export const commentOperations = {
	'record.comments.get': getComments,
	'record.comment.create': createComment,
	'record.comment.delete': deleteComment,
} satisfies Handlers;
