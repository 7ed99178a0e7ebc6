import { randomUUID } from 'node:crypto';
import { requireDoor, requireRight } from '../apps/access';
import { findApp, openApp } from '../apps/store';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { permittedIds } from './access';
import { FieldAccess } from './field-access';
import { queryIds } from './query';
import { toRecord } from './read';
import { findRecords } from './row';

const MAXIMUM_OPEN = 10;
const LIFE_MILLISECONDS = 10 * 60 * 1000;

interface CursorRow {
	id: string;
	app_id: string;
	/** IDs of the next page. */
	page: string[];
	total: number;
	position: number;
	page_size: number;
	fields: string[] | null;
}

async function createCursor(
	context: Context,
	{ app: appId, query = '', size, fields = [] }: Body<'cursor.create'>,
): Promise<object> {
	const app = await openApp(context, appId, ['view']);
	await dropExpired(context);
	// The lock makes creations queue up, as on the service, so that never more than 10 are open.
	await context.sql.query('lock table record_cursors in exclusive mode');
	const [open] = await context.sql.query<{ total: string }>(
		'select count(*)::text as total from record_cursors',
	);
	if (Number(open?.total) >= MAXIMUM_OPEN) throw new ServiceError('GAIA_TM12');
	const ids = await queryIds(context, app, query);
	const id = randomUUID();
	await context.sql.query(
		`insert into record_cursors (id, app_id, ids, page_size, fields, expires_at)
		values ($1, $2::bigint, $3::bigint[], $4, $5::text[], $6::timestamptz)`,
		[id, app.id, ids, size, fields.length > 0 ? fields : null, expiry(context)],
	);
	return { id, totalCount: String(ids.length) };
}

async function readCursor(context: Context, { id }: Body<'cursor.get'>): Promise<object> {
	const cursor = await findCursor(context, id);
	const app = await findApp(context.sql, cursor.app_id, 'production');
	if (!app) throw new ServiceError('GAIA_CN01');
	requireDoor(context, app);
	await requireRight(context, app, 'view');
	const end = cursor.position + cursor.page_size;
	const next = end < cursor.total;
	if (next) {
		await context.sql.query(
			'update record_cursors set position = $2, expires_at = $3::timestamptz where id = $1',
			[cursor.id, end, expiry(context)],
		);
	} else {
		await context.sql.query('delete from record_cursors where id = $1', [cursor.id]);
	}
	const permitted = await permittedIds(context, app, cursor.page, 'viewable');
	const records = await findRecords(context.sql, app.id, [...permitted]);
	const access = await FieldAccess.of(context, app);
	const directory = await context.directory();
	const only = cursor.fields ? new Set(cursor.fields) : undefined;
	return {
		// Records deleted since the cursor was made, or seen no more, are left out.
		records: cursor.page.flatMap((id) => {
			const record = records.get(id);
			return record ? [toRecord(record, app, directory, only, access)] : [];
		}),
		next,
	};
}

async function deleteCursor(context: Context, { id }: Body<'cursor.delete'>): Promise<object> {
	const cursor = await findCursor(context, id);
	await context.sql.query('delete from record_cursors where id = $1', [cursor.id]);
	return {};
}

async function findCursor(context: Context, id: string): Promise<CursorRow> {
	await dropExpired(context);
	const [cursor] = await context.sql.query<CursorRow>(
		`select id, app_id::text as app_id, ids[position + 1 : position + page_size]::text[] as page,
			cardinality(ids) as total, position, page_size, fields
		from record_cursors where id = $1`,
		[id],
	);
	if (!cursor) throw new ServiceError('GAIA_CN01');
	return cursor;
}

async function dropExpired(context: Context): Promise<void> {
	await context.sql.query('delete from record_cursors where expires_at <= $1::timestamptz', [
		context.now.toISOString(),
	]);
}

function expiry(context: Context): string {
	return new Date(context.now.getTime() + LIFE_MILLISECONDS).toISOString();
}

export const cursorOperations = {
	'cursor.create': createCursor,
	'cursor.get': readCursor,
	'cursor.delete': deleteCursor,
} satisfies Handlers;
