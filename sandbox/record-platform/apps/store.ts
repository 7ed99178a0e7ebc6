import type { Sql } from '../../types';
import type { Context, Permission } from '../context';
import { ServiceError } from '../errors';
import type { Environment } from '../request';
import { requireDoor, requireRight } from './access';
import type { App } from './app';
import { countCall } from './calls';
import type { Design } from './design';
import type { AppRight } from './parts';

/** An app together with one side of its settings. */
export interface OpenApp extends App {
	design: Design;
}

interface AppRow {
	id: string;
	code: string;
	space_id: string | null;
	thread_id: string | null;
	is_guest: boolean | null;
	created_at: Date;
	creator: string;
	modified_at: Date;
	modifier: string;
	deploy_status: string;
	rights: AppRight[] | null;
}

interface DesignRow {
	revision: string;
	name: string;
	fields: Design['fields'];
	process: Design['process'];
	settings: Design['settings'];
	parts: Design['parts'];
}

export const APP_COLUMNS = `a.id::text as id, a.code, a.space_id::text as space_id, a.thread_id::text as thread_id,
	s.is_guest, a.created_at, a.creator, a.modified_at, a.modifier, a.deploy_status,
	(select p.parts -> 'appRights' from app_designs p where p.app_id = a.id and p.env = 'production') as rights`;
export const DESIGN_COLUMNS =
	'd.revision::text as revision, d.name, d.fields, d.process, d.settings, d.parts';

export function toApp(row: AppRow): App {
	return {
		id: row.id,
		code: row.code,
		spaceId: row.space_id,
		threadId: row.thread_id,
		inGuestSpace: row.is_guest === true,
		createdAt: new Date(row.created_at),
		creator: row.creator,
		modifiedAt: new Date(row.modified_at),
		modifier: row.modifier,
		deployStatus: row.deploy_status,
		rights: row.rights,
	};
}

export type OpenAppRow = AppRow & DesignRow;

export function toOpenApp(row: OpenAppRow): OpenApp {
	const { revision, name, fields, process, settings, parts } = row;
	return { ...toApp(row), design: { revision, name, fields, process, settings, parts } };
}

/** An app with one side of its settings, undefined when there is none (production before the first deploy). */
export async function findApp(
	sql: Sql,
	id: string,
	environment: Environment,
	lock = false,
): Promise<OpenApp | undefined> {
	const rows = await sql.query<OpenAppRow>(
		`select ${APP_COLUMNS}, ${DESIGN_COLUMNS} from apps a
		join app_designs d on d.app_id = a.id and d.env = $2
		left join app_spaces s on s.id = a.space_id
		where a.id = $1::bigint${lock ? ' for update of a' : ''}`,
		[id, environment],
	);
	return rows[0] && toOpenApp(rows[0]);
}

/**
 * The app of a call, checked: it exists, is reached through its own path, and the caller has one of
 * the rights. Throws GAIA_AP01.
 */
export async function openApp(
	context: Context,
	id: string,
	rights: Permission[],
	options: { environment?: Environment; lock?: boolean } = {},
): Promise<OpenApp> {
	const app = await findApp(context.sql, id, options.environment ?? 'production', options.lock);
	if (!app) throw appNotFound(id);
	countCall(context.tenant, app.id, context.now);
	requireDoor(context, app);
	await requireRight(context, app, ...rights);
	return app;
}

export function appNotFound(id: string): ServiceError {
	return new ServiceError('GAIA_AP01', {
		message: `The app (ID: ${id}) not found. The app may have been deleted.`,
	});
}

/** Makes an app that has only its preview side and gives its ID. */
export async function insertApp(
	sql: Sql,
	app: { design: Design; creator: string; now: Date; spaceId?: string; threadId?: string },
): Promise<string> {
	const rows = await sql.query<{ id: string }>(
		`insert into apps (id, space_id, thread_id, created_at, creator, modified_at, modifier)
		select coalesce(max(id), 0) + 1, $1::bigint, $2::bigint, $3::timestamptz, $4::text, $3::timestamptz, $4::text
		from apps returning id::text as id`,
		[app.spaceId ?? null, app.threadId ?? null, app.now.toISOString(), app.creator],
	);
	const id = (rows[0] as { id: string }).id;
	await writeDesign(sql, id, 'preview', app.design);
	return id;
}

export async function writeDesign(
	sql: Sql,
	id: string,
	environment: Environment,
	design: Design,
): Promise<void> {
	await sql.query(
		`insert into app_designs (app_id, env, revision, name, fields, process, settings, parts)
		values ($1::bigint, $2, $3::bigint, $4, $5::json, $6::json, $7::json, $8::json)
		on conflict (app_id, env) do update set revision = excluded.revision, name = excluded.name,
			fields = excluded.fields, process = excluded.process, settings = excluded.settings, parts = excluded.parts`,
		[
			id,
			environment,
			design.revision,
			design.name,
			JSON.stringify(design.fields),
			JSON.stringify(design.process),
			JSON.stringify(design.settings),
			JSON.stringify(design.parts),
		],
	);
}
