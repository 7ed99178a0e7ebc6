import type { Sql } from '../../types';
import { ServiceError } from '../errors';

export interface Space {
	id: string;
	name: string;
	isGuest: boolean;
	isPrivate: boolean;
	fixedMember: boolean;
	useMultiThread: boolean;
	defaultThread: string;
	/** What a space with many threads shows above them; a space with one shows its thread's. */
	body: string;
	createApp: CreateApp;
	showAnnouncement: boolean;
	showThreadList: boolean;
	showAppList: boolean;
	showMemberList: boolean;
	showRelatedLinkList: boolean;
	createdAt: Date;
	creator: string;
	modifiedAt: Date;
	modifier: string;
}

export type CreateApp = 'EVERYONE' | 'ADMIN';

const COLUMNS = `s.id::text as id, s.name, s.is_guest as "isGuest", s.is_private as "isPrivate",
	s.fixed_member as "fixedMember", s.multi_thread as "useMultiThread",
	s.default_thread::text as "defaultThread", s.body, s.create_app as "createApp",
	s.show_announcement as "showAnnouncement", s.show_thread_list as "showThreadList",
	s.show_app_list as "showAppList", s.show_member_list as "showMemberList",
	s.show_related_link_list as "showRelatedLinkList", s.created_at as "createdAt", s.creator,
	s.modified_at as "modifiedAt", s.modifier`;

/** Undefined when there is none; `lock` keeps others from changing it until the transaction ends. */
export async function findSpace(sql: Sql, id: string, lock = false): Promise<Space | undefined> {
	const rows = await sql.query<Space>(
		`select ${COLUMNS} from app_spaces s where s.id = $1::bigint${lock ? ' for update' : ''}`,
		[id],
	);
	return rows[0];
}

/** All spaces, by ascending ID. */
export function listSpaces(sql: Sql): Promise<Space[]> {
	return sql.query<Space>(`select ${COLUMNS} from app_spaces s order by s.id`);
}

export function spaceNotFound(id: string): ServiceError {
	return new ServiceError('GAIA_SP01', {
		message: `The space (ID: ${id}) was not found. It may have been deleted.`,
	});
}

export interface NewSpace {
	name: string;
	isGuest?: boolean;
	isPrivate?: boolean;
	fixedMember?: boolean;
	useMultiThread?: boolean;
	creator: string;
	now: Date;
}

/** Makes a space with its first thread, which has the space's name, and gives its ID. */
export async function insertSpace(sql: Sql, space: NewSpace): Promise<string> {
	const now = space.now.toISOString();
	const rows = await sql.query<{ id: string }>(
		`insert into app_spaces (name, is_guest, is_private, fixed_member, multi_thread, default_thread,
			created_at, creator, modified_at, modifier)
		values ($1, $2, $3, $4, $5, 0, $6::timestamptz, $7, $6::timestamptz, $7)
		returning id::text as id`,
		[
			space.name,
			space.isGuest ?? false,
			space.isPrivate ?? false,
			space.fixedMember ?? false,
			space.useMultiThread ?? false,
			now,
			space.creator,
		],
	);
	const id = (rows[0] as { id: string }).id;
	const thread = await insertThread(sql, { ...space, space: id });
	await sql.query('update app_spaces set default_thread = $2::bigint where id = $1::bigint', [
		id,
		thread,
	]);
	return id;
}

export async function updateSpace(
	sql: Sql,
	space: Space,
	modifier: string,
	now: Date,
): Promise<void> {
	await sql.query(
		`update app_spaces set name = $2, is_private = $3, fixed_member = $4, multi_thread = $5, body = $6,
			create_app = $7, show_announcement = $8, show_thread_list = $9, show_app_list = $10,
			show_member_list = $11, show_related_link_list = $12, modified_at = $13::timestamptz, modifier = $14
		where id = $1::bigint`,
		[
			space.id,
			space.name,
			space.isPrivate,
			space.fixedMember,
			space.useMultiThread,
			space.body,
			space.createApp,
			space.showAnnouncement,
			space.showThreadList,
			space.showAppList,
			space.showMemberList,
			space.showRelatedLinkList,
			now.toISOString(),
			modifier,
		],
	);
}

export interface Thread {
	id: string;
	space: string;
	name: string;
	body: string;
	creator: string;
}

/** Undefined when there is none. */
export async function findThread(sql: Sql, id: string): Promise<Thread | undefined> {
	const rows = await sql.query<Thread>(
		`select id::text as id, space_id::text as space, name, body, creator from space_threads
		where id = $1::bigint`,
		[id],
	);
	return rows[0];
}

/** Throws GAIA_TH01. */
export function threadNotFound(id: string): never {
	throw new ServiceError('GAIA_TH01', {
		message: `The thread (ID: ${id}) was not found. It may have been deleted.`,
	});
}

/** Throws GAIA_TH01 unless the thread is one of the space. */
export async function requireThread(
	{ sql }: { sql: Sql },
	space: Space,
	id: string,
): Promise<void> {
	if ((await findThread(sql, id))?.space !== space.id) threadNotFound(id);
}

/** Gives the ID. */
export async function insertThread(
	sql: Sql,
	thread: { space: string; name: string; creator: string; now: Date },
): Promise<string> {
	const rows = await sql.query<{ id: string }>(
		`insert into space_threads (space_id, name, created_at, creator)
		values ($1::bigint, $2, $3::timestamptz, $4) returning id::text as id`,
		[thread.space, thread.name, thread.now.toISOString(), thread.creator],
	);
	return (rows[0] as { id: string }).id;
}
