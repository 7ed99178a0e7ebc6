import type { IDataObject } from 'n8n-workflow';

import type { ItemView, PageReader, TakePage } from '../../../shared/catalogue';
import { unexpectedResponse } from '../../../shared/errors';
import { both } from '../parts';
import {
	idOf,
	PAGE,
	pageRequest,
	type Reading,
	recordsOf,
	totalOf,
	withIds,
	withTotal,
} from './request';
import { type Ask, Unread } from './unread';

const REQUESTS_AT_ONCE = 6;

/**
 * Reads by `$id`, several ranges concurrently. Records that are added at the end in the meantime are
 * left out: the first page from each end defines the list.
 */
export function readById(
	reading: Reading,
	direction: 'asc' | 'desc',
	item: Pick<ItemView, 'request'>,
): PageReader['read'] {
	const { query, wanted } = reading;
	const sign = direction === 'asc' ? 1 : -1;
	const { asking, finished: withoutIds } = withIds(reading);
	let total: string | undefined;
	const finished = (records: IDataObject[]) => withTotal(withoutIds(records), reading, total);
	/** Checks that positions increase within the requested range, to avoid an endless loop. */
	const positionsOf = (records: IDataObject[], after: number, before: number) => {
		const positions = records.map((record) => sign * idOf(record));
		const fits = positions.every((one, at) => one > (positions[at - 1] ?? after) && one < before);
		if (!fits) throw unexpectedResponse(true);
		return positions;
	};

	async function read(ask: Ask, unread: Unread, take: TakePage): Promise<void> {
		const growing = (direction === 'asc') !== ask.backward;
		const parts = {
			condition: both(query.condition, between(ask, sign)),
			order: `$id ${growing ? 'asc' : 'desc'}`,
			limit: ask.rows,
		};
		const records = recordsOf(await item.request(pageRequest(asking, parts, false)));
		if (ask.backward) records.reverse();
		const positions = positionsOf(records, ask.after, ask.before);
		for (const { from, to, place } of unread.answered(ask, positions)) {
			const all = to - from === records.length;
			take(finished(all ? records : records.slice(from, to)), place);
		}
	}

	return async (take) => {
		const limit = Math.min(PAGE, wanted);
		const { condition, offset } = query;
		const parts = { condition, order: `$id ${direction}`, limit, ...(offset && { offset }) };
		const body = await item.request(pageRequest(asking, parts, true));
		total = totalOf(body);
		const records = recordsOf(body);
		const positions = positionsOf(records, -Infinity, Infinity);
		const last = positions.at(-1);
		take(finished(records), positions[0]);
		if (last === undefined || records.length < limit || records.length === wanted) return;
		const density = records.length / (last - (positions[0] as number) + 1);
		// IDs start at 1, which ends a descending list.
		const end = direction === 'asc' ? Infinity : 0;
		const unread = new Unread({ last, density, end }, PAGE, wanted - records.length);
		const running = new Set<Promise<void>>();
		try {
			for (;;) {
				while (running.size < REQUESTS_AT_ONCE) {
					const ask = unread.next();
					if (ask === undefined) break;
					const one = read(ask, unread, take).finally(() => running.delete(one));
					running.add(one);
				}
				if (running.size === 0) return;
				await Promise.race(running);
			}
		} finally {
			await Promise.allSettled(running);
		}
	};
}

/** The IDs between the two positions, as a condition. */
function between({ after, before }: Ask, sign: number): string {
	const [low, high] = sign > 0 ? [after, before] : [-before, -after];
	const above = low > 0 ? `$id > ${low}` : '';
	const below = Number.isFinite(high) ? `$id < ${high}` : '';
	return [above, below].filter((part) => part !== '').join(' and ');
}
