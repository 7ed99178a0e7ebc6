import type { Context } from '../context';
import type { Directory } from '../directory';
import { ServiceError } from '../errors';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { openSpace } from './access';
import { cleanHtml } from './html';
import { findMembers, readMembers, replaceMembers, usersOf } from './members';
import { findThread, type Space, updateSpace } from './store';

const SWITCHES = [
	'showAnnouncement',
	'showThreadList',
	'showAppList',
	'showMemberList',
	'showRelatedLinkList',
] as const;

async function getSpace(context: Context, { id }: Body<'space.get'>): Promise<object> {
	const { space, users } = await openSpace(context, id, 'reader');
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

async function changeSpace(
	context: Context,
	{ id, ...sent }: Body<'space.update'>,
): Promise<object> {
	const { space } = await openSpace(context, id, 'administrator', { lock: true });
	// Many threads cannot be undone; `false` is ignored (docs/api: space.update).
	const multiThread = space.useMultiThread || sent.useMultiThread === true;
	const changed: Space = {
		...space,
		name: sent.name ?? space.name,
		isPrivate: space.isGuest || (sent.isPrivate ?? space.isPrivate),
		fixedMember: sent.fixedMember ?? space.fixedMember,
		createApp: sent.permissions?.createApp ?? space.createApp,
		useMultiThread: multiThread,
	};
	if (multiThread) for (const key of SWITCHES) changed[key] = sent[key] ?? space[key];
	await updateSpace(context.sql, changed, context.person.code, context.now);
	return {};
}

/** Throws CB_IL02. */
export async function changeBody(
	context: Context,
	{ id, body }: Body<'space.body.update'>,
): Promise<object> {
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
async function getMembers(context: Context, { id }: Body<'space.members.get'>): Promise<object> {
	const { space } = await openSpace(context, id, 'reader');
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

async function changeMembers(
	context: Context,
	{ id, members: sent }: Body<'space.members.update'>,
): Promise<object> {
	const members = await readMembers(context, sent);
	const { space } = await openSpace(context, id, 'administrator', { lock: true });
	await replaceMembers(context.sql, space.id, members);
	return {};
}

export const spaceSettingsOperations = {
	'space.get': getSpace,
	'space.update': changeSpace,
	'space.body.update': changeBody,
	'space.members.get': getMembers,
	'space.members.update': changeMembers,
} satisfies Handlers;
