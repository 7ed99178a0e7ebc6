import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView } from '../../shared/catalogue';
import { digest } from '../../shared/digest';
import { getMany } from '../catalogue/notification';
import { choicesOf } from '../catalogue/text';
import { PAGE, pages } from '../values/pages';
import { plainRow } from '../values/rows';
import type { Change, Watch } from './watch';

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
export const watchNotifications: Watch<NotificationState> = {
	operation: getMany,
	source: () => [],
	look: async (item, before) => {
		const seen = new Set(before?.seen);
		const limit = before?.before ?? '';
		const isKnown = ({ sign }: Signed) => seen.has(sign) || timeOf(sign) <= limit;
		const { found: unread, complete } = await readUntil(item, before ? isKnown : undefined);
		const fresh = unread.filter((one) => !isKnown(one));
		for (const { sign } of fresh) seen.add(sign);
		const all = [...seen].sort();
		const kept = all.slice(-MOST_REMEMBERED);
		const cut = all.length > kept.length ? timeOf(all.at(-kept.length - 1)) : limit;
		const oldest = before || complete ? cut : timeOf(kept[0]);
		const isChosen = chosenKinds(item);
		const changes = before
			? fresh
					.filter(({ row }) => isChosen(row))
					.sort(oldestFirst)
					.map(changeOf)
			: [];
		return { changes, state: { seen: kept, before: oldest } };
	},
	sample: async (item) => {
		const isChosen = chosenKinds(item);
		const { found } = await readUntil(item);
		const newest = found
			.filter(({ row }) => isChosen(row))
			.sort(oldestFirst)
			.at(-1);
		return newest && changeOf(newest);
	},
	nothing: 'You have no unread notifications of these types',
};

/**
 * The unread notifications, up to the first page with known ones only. The order of the list is not
 * documented: if it isn't newest first, all pages are read.
 */
async function readUntil(
	item: ItemView,
	isKnown: (one: Signed) => boolean = () => false,
): Promise<{ found: Signed[]; complete: boolean }> {
	const { path, method } = getMany;
	const spec: RequestSpec = { method, path, repeatable: true, query: { limit: PAGE } };
	const walk = pages(spec, 'items');
	const found: Signed[] = [];
	const counts = new Map<string, number>();
	let newestFirst = true;
	let total = 0;
	for (let request: RequestSpec | undefined = walk.first; request;) {
		const body = await item.request(request);
		const page = (walk.rows(body) ?? []).map((row) => signed(row, counts));
		newestFirst &&= isNewestFirst([...found.slice(-1), ...page]);
		for (const one of page) found.push(one);
		total += page.length;
		const enough = page.every(isKnown) || total >= MOST_REMEMBERED;
		const next = walk.next({ request, body, rows: page.length, total });
		if (newestFirst && page.length > 0 && enough) return { found, complete: next === undefined };
		request = next;
	}
	return { found, complete: true };
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

function timeOf(sign = ''): string {
	return sign.split(' ', 1)[0] ?? '';
}

function oldestFirst(one: Signed, other: Signed): number {
	return timeOf(one.sign) < timeOf(other.sign) ? -1 : 1;
}

/** Value for notifications of applications outside the service. */
export const EXTERNAL = 'external';

function chosenKinds(item: ItemView): (row: IDataObject) => boolean {
	const kinds = choicesOf(item.read('kinds', []));
	return ({ moduleId }) => {
		const kind = String(moduleId).startsWith('x.') ? EXTERNAL : String(moduleId);
		return kinds.length === 0 || kinds.includes(kind);
	};
}

function changeOf({ sign, row }: Signed): Change {
	return { event: 'notified', key: sign.replace(' ', ':'), row: plainRow(row) };
}
