import type { Context } from '../context';
import type { Directory } from '../directory';
import { ServiceError } from '../errors';
import { requireWideCourse } from '../features';
import type { Handlers } from '../handlers';
import { type Body, inputErrors } from '../input';
import { hasRole, openHome, usersOfSpace } from '../spaces/access';
import { findSpace, requireThread } from '../spaces/store';
import { hasRight, requireDoor, requireRight } from './access';
import { initialDesign } from './design';
import { SEE_APP } from './read';
import { statisticsOf } from './statistics';
import {
	APP_COLUMNS,
	appNotFound,
	DESIGN_COLUMNS,
	findApp,
	insertApp,
	openApp,
	type OpenApp,
	type OpenAppRow,
	toOpenApp,
} from './store';

async function getApp(context: Context, { id }: Body<'app.get'>): Promise<object> {
	const app = await findApp(context.sql, id, 'production');
	if (!app) throw appNotFound(id);
	requireDoor(context, app);
	await requireRight(context, app, ...SEE_APP);
	return toAppInfo(app, await context.directory());
}

function toAppInfo(app: OpenApp, directory: Directory): object {
	return {
		appId: app.id,
		code: app.code,
		name: app.design.name,
		description: app.design.settings.description,
		spaceId: app.spaceId,
		threadId: app.threadId,
		createdAt: app.createdAt.toISOString(),
		creator: directory.named(app.creator),
		modifiedAt: app.modifiedAt.toISOString(),
		modifier: directory.named(app.modifier),
	};
}

async function getApps(
	context: Context,
	{ ids = [], codes = [], spaceIds = [], name = '', limit, offset }: Body<'apps.get'>,
): Promise<object> {
	const rows = await context.sql.query<OpenAppRow>(
		`select ${APP_COLUMNS}, ${DESIGN_COLUMNS} from apps a
		join app_designs d on d.app_id = a.id and d.env = 'production'
		left join app_spaces s on s.id = a.space_id
		where ($1::bigint[] is null or a.id = any($1::bigint[]))
			and ($2::text[] is null or a.code = any($2::text[]))
			and ($3::bigint[] is null or a.space_id = any($3::bigint[]))
			and strpos(lower(d.name), lower($4)) > 0
			and ($5::bigint is null or a.space_id = $5::bigint)
		order by a.id`,
		[orNull(ids), orNull(codes), orNull(spaceIds), name, context.guestSpaceId ?? null],
	);
	const directory = await context.directory();
	const apps: OpenApp[] = [];
	for (const app of rows.map(toOpenApp)) {
		if ((await hasRight(context, app, 'view')) && (await isInside(context, app))) apps.push(app);
	}
	return { apps: apps.slice(offset, offset + limit).map((app) => toAppInfo(app, directory)) };
}

/** Whether the caller gets at the app's space; guest spaces are their members' alone. */
async function isInside(context: Context, app: OpenApp): Promise<boolean> {
	if (!app.inGuestSpace || app.spaceId === null) return true;
	const space = await findSpace(context.sql, app.spaceId);
	if (!space) return false;
	return hasRole(context, space, await usersOfSpace(context, space), 'member');
}

function orNull(values: string[]): string[] | null {
	return values.length > 0 ? values : null;
}

/** Throws CB_NO02 and CB_VA01. */
export async function createApp(
	context: Context,
	{ name, thread: named, ...sent }: Body<'app.create'>,
): Promise<object> {
	const space = sent.space ?? context.guestSpaceId;
	if (context.guestSpaceId !== undefined && space !== context.guestSpaceId) {
		throw new ServiceError('CB_NO02');
	}
	if (named !== undefined && space === undefined) throw inputErrors.missing('space');
	const home = space === undefined ? undefined : await openHome(context, space);
	if (home && named !== undefined) await requireThread(context, home, named);
	const thread = named ?? home?.defaultThread;
	const design = initialDesign(name, context.language);
	const app = await insertApp(context.sql, {
		design,
		creator: context.person.code,
		now: context.now,
		...(space === undefined ? {} : { spaceId: space }),
		...(thread === undefined ? {} : { threadId: thread }),
	});
	return { app, revision: design.revision };
}

async function getStatistics(context: Context, page: Body<'apps.statistics'>): Promise<object> {
	requireWideCourse(context);
	return { apps: await statisticsOf(context, page) };
}

/** Moves an app into a space or, without one, out of its space; acts at once (docs/api: app.move). */
async function moveApp(context: Context, { app: id, space }: Body<'app.move'>): Promise<object> {
	const app = await openApp(context, id, ['manage'], { lock: true });
	const target = space === undefined ? undefined : await openHome(context, space);
	await context.sql.query(
		'update apps set space_id = $2::bigint, thread_id = $3::bigint where id = $1::bigint',
		[app.id, space ?? null, target?.defaultThread ?? null],
	);
	return {};
}

export const appOperations = {
	'app.get': getApp,
	'apps.get': getApps,
	'app.create': createApp,
	'apps.statistics': getStatistics,
	'app.move': moveApp,
} satisfies Handlers;
