import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { digest } from '../../shared/objects';
import { pagesInTurn } from '../../shared/run/paginate';
import { reading } from '../../shared/request';
import { listAt } from '../../shared/parameters';
import { getMany } from '../catalogue/notification';
import { PAGE, pages } from '../values/pages';
import { plainRow } from '../values/rows';
import type { Change, TriggerSource } from './source';

/** Notifications that are remembered. */
export const MOST_REMEMBERED = 10_000;

interface NotificationState {
	/** `2026-01-05T10:00:00Z 3mK9…` of notifications that were seen, newest last. */
	seen: string[];
	/** Older ones count as seen. */
	before: string;
}

/** A notification with the sign by which it is recognized, because it has no ID. */
interface Signed {
	sign: string;
	row: IDataObject;
}

/** Unread notifications of the credential's user. */
export const watchNotifications: TriggerSource<NotificationState> = {
	operation: getMany,
	source: () => [],
	poll: async (item, before) => {
		const seen = new Set(before?.seen);
		const isKnown = ({ sign }: Signed) => seen.has(sign) || timeOf(sign) <= (before?.before ?? '');
		const { found, isAll } = await unreadUntil(item, before && isKnown);
		const fresh = found.filter((one) => !isKnown(one)).sort(byTime);
		for (const { sign } of fresh) seen.add(sign);
		const all = [...seen].sort();
		const kept = all.slice(-MOST_REMEMBERED);
		const cut = all.length > kept.length ? timeOf(all.at(-kept.length - 1)) : before?.before;
		const oldest = cut ?? (isAll ? '' : timeOf(kept[0]));
		const isChosen = chosenKinds(item);
		const changes = before ? fresh.filter(({ row }) => isChosen(row)).map(newNotification) : [];
		return { changes, state: { seen: kept, before: oldest } };
	},
	sample: async (item) => {
		const isChosen = chosenKinds(item);
		const { found } = await unreadUntil(item);
		const newest = found
			.filter(({ row }) => isChosen(row))
			.sort(byTime)
			.at(-1);
		return newest && newNotification(newest);
	},
	nothing: 'The user of the credential has no unread notifications of the selected types',
};

/**
 * The unread notifications, up to the first page with known ones only, or the newest ones if none is
 * known. The order of the list is not documented: if it isn't newest first, all pages are read.
 */
async function unreadUntil(
	item: ItemContext,
	isKnown?: (one: Signed) => boolean,
): Promise<{ found: Signed[]; isAll: boolean }> {
	const counts = new Map<string, number>();
	const found: Signed[] = [];
	const list = pages(reading(getMany.path, { query: { limit: PAGE } }), 'items');
	for await (const { rows, total, isLast } of pagesInTurn(list, item)) {
		const page = rows.map((row) => signed(row, counts));
		for (const one of page) found.push(one);
		const isEnough = isKnown ? page.every(isKnown) : total >= MOST_REMEMBERED;
		if (isEnough && page.length > 0 && isNewestFirst(found)) return { found, isAll: isLast };
	}
	return { found, isAll: true };
}

/** Notifications that are equal in everything are told apart by their number. */
function signed(row: IDataObject, counts: Map<string, number>): Signed {
	const { moduleId, creator, createdAt, operation, url, title, body } = row;
	const id = (creator as { id?: string } | null)?.id;
	const sign = `${String(createdAt)} ${digest([moduleId, id, operation, url, title, body])}`;
	const count = (counts.get(sign) ?? 0) + 1;
	counts.set(sign, count);
	return { sign: count === 1 ? sign : `${sign}.${count}`, row };
}

function isNewestFirst(list: Signed[]): boolean {
	return list.every(({ sign }, at) => at === 0 || timeOf(sign) <= timeOf(list[at - 1]?.sign));
}

function byTime(one: Signed, other: Signed): number {
	return timeOf(one.sign).localeCompare(timeOf(other.sign));
}

function timeOf(sign = ''): string {
	return sign.split(' ', 1)[0] ?? '';
}

/** Value for notifications of applications outside the service. */
export const EXTERNAL = 'external';

function chosenKinds(item: ItemContext): (row: IDataObject) => boolean {
	const kinds = listAt(item, 'kinds');
	return ({ moduleId }) => {
		const kind = String(moduleId).startsWith('x.') ? EXTERNAL : String(moduleId);
		return kinds.length === 0 || kinds.includes(kind);
	};
}

function newNotification({ sign, row }: Signed): Change {
	return { event: 'notified', key: sign.replace(' ', ':'), row: plainRow(row) };
}
