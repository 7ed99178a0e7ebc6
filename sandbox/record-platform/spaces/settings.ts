import type { Context } from '../context';
import type { Directory } from '../directory';
import { ServiceError } from '../errors';
import type { Parameters } from '../parameters';
import { openSpace } from './access';
import { cleanHtml } from './html';
import { findMembers, readMembers, replaceMembers, usersOf } from './members';
import { CREATE_APP, findThread, type Space, updateSpace } from './store';

/** Longest HTML that a space or thread can have (docs/api: space.body.update). */
export const LONGEST_BODY = 65535;
export const LONGEST_NAME = 128;

const SWITCHES = [
	'showAnnouncement',
	'showThreadList',
	'showAppList',
	'showMemberList',
	'showRelatedLinkList',
] as const;

export async function getSpace(context: Context, parameters: Parameters): Promise<object> {
	const { space, users } = await openSpace(context, parameters.id('id'), 'reader');
	const directory = await context.directory();
	const switches = SWITCHES.map((name) => [name, space.useMultiThread ? space[name] : null]);
	return {
		id: space.id,
		name: space.name,
		defaultThread: space.defaultThread,
		isPrivate: space.isPrivate,
		creator: directory.named(space.creator),
		modifier: directory.named(space.modifier),
		memberCount: String(users.size),
		coverType: 'PRESET',
		coverKey: 'GREEN',
		coverUrl: `${context.tenant.baseUrl}/k/space/cover/GREEN.png`,
		body: (await bodyOf(context, space)) || null,
		useMultiThread: space.useMultiThread,
		isGuest: space.isGuest,
		attachedApps: await attachedApps(context, space, directory),
		fixedMember: space.fixedMember,
		permissions: { createApp: space.createApp },
		...(Object.fromEntries(switches) as object),
	};
}

async function bodyOf(context: Context, space: Space): Promise<string> {
	if (space.useMultiThread) return space.body;
	return (await findThread(context.sql, space.defaultThread))?.body ?? '';
}

async function attachedApps(
	context: Context,
	space: Space,
	directory: Directory,
): Promise<object[]> {
	const rows = await context.sql.query<{
		id: string;
		code: string;
		thread: string | null;
		name: string;
		description: string | null;
		created_at: Date;
		creator: string;
		modified_at: Date;
		modifier: string;
	}>(
		`select a.id::text as id, a.code, a.thread_id::text as thread, d.name,
			d.settings ->> 'description' as description, a.created_at, a.creator, a.modified_at, a.modifier
		from apps a join app_designs d on d.app_id = a.id and d.env = 'production'
		where a.space_id = $1::bigint order by a.id`,
		[space.id],
	);
	return rows.map((row) => ({
		threadId: row.thread,
		appId: row.id,
		code: row.code,
		name: row.name,
		description: row.description ?? '',
		createdAt: new Date(row.created_at).toISOString(),
		creator: directory.named(row.creator),
		modifiedAt: new Date(row.modified_at).toISOString(),
		modifier: directory.named(row.modifier),
	}));
}

export async function changeSpace(context: Context, parameters: Parameters): Promise<object> {
	const id = parameters.id('id');
	const name = parameters.has('name')
		? parameters.text('name', { maximum: LONGEST_NAME })
		: undefined;
	const isPrivate = parameters.optionalBoolean('isPrivate');
	const fixedMember = parameters.optionalBoolean('fixedMember');
	const useMultiThread = parameters.optionalBoolean('useMultiThread');
	const createApp = parameters.inside('permissions')?.oneOf('createApp', CREATE_APP);
	const switches = SWITCHES.map((key) => [key, parameters.optionalBoolean(key)] as const);
	const { space } = await openSpace(context, id, 'administrator', { lock: true });
	// Many threads cannot be undone; `false` is ignored (docs/api: space.update).
	const multiThread = space.useMultiThread || useMultiThread === true;
	const changed: Space = {
		...space,
		name: name ?? space.name,
		isPrivate: space.isGuest || (isPrivate ?? space.isPrivate),
		fixedMember: fixedMember ?? space.fixedMember,
		createApp: createApp ?? space.createApp,
		useMultiThread: multiThread,
	};
	for (const [key, value] of switches) {
		if (multiThread && value !== undefined) changed[key] = value;
	}
	await updateSpace(context.sql, changed, context.person.code, context.now);
	return {};
}

export async function changeBody(context: Context, parameters: Parameters): Promise<object> {
	const id = parameters.id('id');
	const body =
		parameters.optionalText('body', { maximum: LONGEST_BODY }) ?? parameters.missing('body');
	const { space } = await openSpace(context, id, 'administrator', { lock: true });
	if (!space.useMultiThread) {
		throw new ServiceError('CB_IL02', {
			message: 'The space has a single thread: change the body of the thread instead.',
		});
	}
	const changed = { ...space, body: await cleanHtml(body) };
	await updateSpace(context.sql, changed, context.person.code, context.now);
	return {};
}

/** The members as they were set, then the users who belong to the space through them. */
export async function getMembers(context: Context, parameters: Parameters): Promise<object> {
	const { space } = await openSpace(context, parameters.id('id'), 'reader');
	const directory = await context.directory();
	const set = await findMembers(context.sql, space.id);
	const users = usersOf(set, directory);
	const members = set
		.filter(({ type, code }) => type !== 'USER' || users.has(code))
		.map(({ type, code, isAdmin, includeSubs }) => ({
			entity: { type, code },
			isAdmin,
			...(type === 'USER' ? { isImplicit: false } : {}),
			...(type === 'ORGANIZATION' ? { includeSubs } : {}),
		}));
	const implicit = [...users]
		.filter(([, user]) => user.isImplicit)
		.map(([code, { isAdmin }]) => ({ entity: { type: 'USER', code }, isAdmin, isImplicit: true }));
	return { members: [...members, ...implicit] };
}

export async function changeMembers(context: Context, parameters: Parameters): Promise<object> {
	const id = parameters.id('id');
	const members = await readMembers(context, parameters);
	const { space } = await openSpace(context, id, 'administrator', { lock: true });
	await replaceMembers(context.sql, space.id, members);
	return {};
}
