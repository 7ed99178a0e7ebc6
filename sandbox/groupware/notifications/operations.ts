import type { Directory } from '../directory';
import { badValue, missing, notAllowed, unknownObject } from '../errors';
import type { Body, Handlers, Request } from '../request';
import { only } from '../query';
import { membersOf } from '../references';
import { readPage } from '../rows';
import { inUtc } from '../time';
import { given, listOf } from '../values';
import { type Notice, noticeColumns, notify } from './store';

/** Unread ones only, the newest first; nothing in the API marks one as read. */
async function listItems(request: Request): Promise<object> {
	const { query, caller, directory } = request;
	const { rows, hasNext } = await readPage<Notice>(
		request,
		`SELECT ${noticeColumns} FROM groupware_notification WHERE member = $1 AND NOT read
		ORDER BY created_at DESC, id DESC`,
		[caller.id],
	);
	const fields = query.list('fields');
	return { items: rows.map((row) => only(present(row, directory), fields)), hasNext };
}

/**
 * Add, modify and remove all leave one notice a recipient and key, which tells the last of them: what
 * a list gives has `remove` among its operations.
 */
async function createItem(request: Request<Body<'notification.item.create'>>): Promise<object> {
	const { sql, body, caller, directory, tenant } = request;
	const { app: code, notificationKey: key, operation, url, title, icon = '' } = body;
	if (!given(body.destinations)) throw missing('destinations');
	const destinations = listOf(body.destinations, 'destinations');
	if (destinations.length === 0) throw missing('destinations');
	const users = membersOf(destinations, 'destinations', ['USER'], directory);
	const [app] = await sql.query<{ id: number; urls: string[] }>(
		'SELECT id, urls FROM groupware_notification_app WHERE code = $1 AND active',
		[code],
	);
	if (app === undefined) throw unknownObject('app');
	requireAllowed(url, 'url', app.urls);
	if (icon !== '') requireAllowed(icon, 'icon', app.urls);
	const notice: Notice = {
		module: `x.${app.id}`,
		key,
		creator: caller.id,
		createdAt: tenant.clock.now(),
		operation,
		url,
		title,
		body: body.body,
		icon,
	};
	await notify(
		sql,
		notice,
		users.map(({ id }) => id),
	);
	return { notificationKey: key, ...present(notice, directory) };
}

/** Compared as a browser reads it, so that no `..` leads out of what is allowed. */
function requireAllowed(address: string, name: string, allowed: readonly string[]): void {
	if (!URL.canParse(address)) throw badValue(name);
	const { href } = new URL(address);
	if (!allowed.some((beginning) => href.startsWith(beginning))) {
		throw notAllowed(`The administrator does not allow the address in ${name}.`);
	}
}

function present(notice: Notice, directory: Directory): Record<string, unknown> {
	return {
		moduleId: notice.module,
		creator: directory.user(notice.creator),
		createdAt: inUtc(notice.createdAt),
		operation: notice.operation,
		url: notice.url,
		title: notice.title,
		body: notice.body,
		icon: notice.icon,
		isRead: false,
	};
}

export const notificationOperations = {
	'notification.item.list': listItems,
	'notification.item.create': createItem,
} satisfies Handlers;
