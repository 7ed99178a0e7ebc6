import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, PageReader } from '../../shared/catalogue';
import { unexpectedResponse } from '../../shared/errors';
import { both } from '../query/parts';
import { type Range, ParallelRanges, type Span } from './parallelRanges';
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
import { readSorted } from './sorted';

export { PAGE };

const READERS = 10;

/** Records to read from the end of a long list, only to find out where it ends. */
const GLANCE = 100;

/**
 * Reads an app's records with few requests: if sorted by `$id`,
 * several ranges concurrently; otherwise by pages or with a cursor.
 */
export function paginateRecords(
	reading: Reading,
	item: Pick<ItemContext, 'request' | 'connection' | 'hint'>,
): PageReader {
	const wanted = Math.min(reading.wanted, reading.query.limit ?? Infinity);
	const limited = { ...reading, wanted };
	const direction = idOrder(reading.query.order);
	const read = direction ? readById(limited, direction, item) : readSorted(limited, item);
	return { read, wanted };
}

/** The direction if the order is by `$id`, which is also the default order. */
function idOrder(order: string): 'asc' | 'desc' | undefined {
	if (order === '') return 'desc';
	const byId = /^\$id(?:\s+(asc|desc))?$/i.exec(order);
	if (byId === null) return undefined;
	return byId[1]?.toLowerCase() === 'desc' ? 'desc' : 'asc';
}

/** Records of one request in the order of the list, with their positions. */
interface PageOfRecords {
	records: IDataObject[];
	positions: number[];
}

/**
 * Reads by `$id`, several ranges concurrently. Records that are added at the end in the meantime are
 * left out if all are wanted: the first page from each end defines the list.
 */
function readById(
	reading: Reading,
	direction: 'asc' | 'desc',
	item: Pick<ItemContext, 'request'>,
): PageReader['read'] {
	const { query, wanted } = reading;
	const sign = direction === 'asc' ? 1 : -1;
	const { asking, finished: withoutIds } = withIds(reading);
	let total: string | undefined;

	/** Throws `InputError` if positions don't increase within the span, because reading wouldn't end. */
	function pageOf(records: IDataObject[], { after, before }: Span): PageOfRecords {
		const positions = records.map((record) => sign * idOf(record));
		const fits = positions.every((one, at) => one > (positions[at - 1] ?? after) && one < before);
		if (!fits) throw unexpectedResponse(true);
		return { records, positions };
	}

	async function firstPage(limit: number): Promise<PageOfRecords> {
		const { condition, offset } = query;
		const parts = { condition, order: `$id ${direction}`, limit, ...(offset && { offset }) };
		const body = await item.request(pageRequest(asking, parts, true));
		total = totalOf(body);
		return pageOf(recordsOf(body), { after: -Infinity, before: Infinity });
	}

	/** The first records of a span, or its last ones. */
	async function pageIn(span: Span, limit: number, fromEnd = false): Promise<PageOfRecords> {
		const condition = both(query.condition, between(span, sign));
		const order = `$id ${(direction === 'asc') === fromEnd ? 'desc' : 'asc'}`;
		const body = await item.request(pageRequest(asking, { condition, order, limit }, false));
		const records = recordsOf(body);
		return pageOf(fromEnd ? records.reverse() : records, span);
	}

	return async (take) => {
		const give = ({ records, positions }: PageOfRecords) =>
			take(withTotal(withoutIds(records), reading, total), positions[0]);
		const limit = Math.min(PAGE, wanted);
		const first = await firstPage(limit);
		give(first);
		const { positions } = first;
		const after = positions.at(-1);
		const missing = wanted - positions.length;
		if (after === undefined || positions.length < limit || missing <= 0) return;
		let density = densityOf(positions);
		// IDs start at 1, which ends a descending list.
		const rest = { after, before: direction === 'asc' ? Infinity : 0 };
		if (rest.before - after <= 1) return;
		const expected = (rest.before - after - 1) * density;
		if (missing >= expected) {
			const size = expected <= PAGE ? PAGE : GLANCE;
			const last = await pageIn(rest, size, true);
			give(last);
			if (last.positions.length < size) return;
			density = (density + densityOf(last.positions)) / 2;
			rest.before = last.positions[0] ?? after;
		}
		const ranges = new ParallelRanges(rest, density, missing, READERS);
		await concurrently(READERS, () => {
			const range = ranges.next();
			return range && readPage(range);
		});

		async function readPage(range: Range): Promise<void> {
			const limit = ranges.limitOf(range);
			const { records, positions } = await pageIn({ ...range }, limit);
			const rows = ranges.answered(range, positions, limit);
			if (rows > 0) give({ records: records.slice(0, rows), positions });
		}
	};
}

/** Rows per position: 1 if no ID is skipped. */
function densityOf(positions: number[]): number {
	return positions.length / ((positions.at(-1) ?? 0) - (positions[0] ?? 0) + 1);
}

/** Starts up to `most` tasks at a time until there is none; waits for those that are under way. */
async function concurrently(most: number, next: () => Promise<void> | undefined): Promise<void> {
	const running = new Set<Promise<void>>();
	try {
		for (;;) {
			while (running.size < most) {
				const task = next()?.finally(() => running.delete(task as Promise<void>));
				if (task === undefined) break;
				running.add(task);
			}
			if (running.size === 0) return;
			await Promise.race(running);
		}
	} finally {
		await Promise.allSettled(running);
	}
}

/** The IDs between the two positions, as a condition. */
function between({ after, before }: Span, sign: number): string {
	const [low, high] = sign > 0 ? [after, before] : [-before, -after];
	const above = low > 0 ? `$id > ${low}` : '';
	const below = Number.isFinite(high) ? `$id < ${high}` : '';
	return [above, below].filter((part) => part !== '').join(' and ');
}
