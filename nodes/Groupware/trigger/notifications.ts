import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { digest } from '../../shared/digest';
import { getMany } from '../catalogue/notification';
import { choicesOf } from '../catalogue/text';
import { PAGE } from '../values/pages';
import { plainRow } from '../values/rows';
import { Oldest, pagesOf } from './portions';
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
		const fresh = before && new Oldest<Signed>(({ sign }) => timeOf(sign));
		const first: string[] = [];
		const take = (one: Signed) => {
			if (fresh === undefined) first.push(one.sign);
			else if (!isKnown(one)) fresh.add(one);
		};
		const complete = await readUntil(item, take, before && isKnown);
		const { entries = [] } = fresh?.take() ?? {};
		for (const sign of first) seen.add(sign);
		for (const { sign } of entries) seen.add(sign);
		const all = [...seen].sort();
		const kept = all.slice(-MOST_REMEMBERED);
		const cut = all.length > kept.length ? timeOf(all.at(-kept.length - 1)) : limit;
		const oldest = before || complete ? cut : timeOf(kept[0]);
		const isChosen = chosenKinds(item);
		const changes = entries.filter(({ row }) => isChosen(row)).map(changeOf);
		return { changes, state: { seen: kept, before: oldest } };
	},
	sample: async (item) => {
		const isChosen = chosenKinds(item);
		let newest: Signed | undefined;
		await readUntil(item, (one) => {
			const isNewer = newest === undefined || timeOf(one.sign) > timeOf(newest.sign);
			if (isNewer && isChosen(one.row)) newest = one;
		});
		return newest && changeOf(newest);
	},
	nothing: 'The user of the credential has no unread notifications of the selected types',
};

/**
 * Takes the unread notifications, up to the first page with known ones only, or the newest ones if
 * none is known. The order of the list is not documented: if it isn't newest first, all pages are read.
 * @returns whether all were read
 */
async function readUntil(
	item: ItemView,
	take: (one: Signed) => void,
	isKnown?: (one: Signed) => boolean,
): Promise<boolean> {
	const { path, method } = getMany;
	const counts = new Map<string, number>();
	let newestFirst = true;
	let last: Signed[] = [];
	const list = pagesOf({ method, path, query: { limit: PAGE } }, 'items', item);
	for await (const { rows, total, isLast } of list) {
		const page = rows.map((row) => signed(row, counts));
		newestFirst &&= isNewestFirst([...last, ...page]);
		last = page.slice(-1);
		const enough = isKnown ? page.every(isKnown) : total >= MOST_REMEMBERED;
		for (const one of page) take(one);
		if (newestFirst && page.length > 0 && enough) return isLast;
	}
	return true;
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
