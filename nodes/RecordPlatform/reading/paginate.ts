import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, PageReader } from '../../shared/catalogue';
import { unexpectedResponse } from '../../shared/errors';
import { both } from '../query/parts';
import { equalRanges, ParallelRanges, type Range, rangesOf, type Span } from './parallelRanges';
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
	item: Pick<ItemContext, 'request' | 'connection' | 'hint' | 'guesses'>,
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
 * left out if all are wanted: the first page from each end defines the list. Another execution of the
 * last minute tells the ranges of IDs to begin with, each of a page.
 */
function readById(
	reading: Reading,
	direction: 'asc' | 'desc',
	item: Pick<ItemContext, 'request' | 'guesses'>,
): PageReader['read'] {
	const { query, wanted } = reading;
	const sign = direction === 'asc' ? 1 : -1;
	// IDs start at 1, which ends a descending list.
	const end = direction === 'asc' ? Infinity : 0;
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

	/** Reads the first page of an unknown list, and mostly one of its end. Gives the ranges between. */
	async function begin(give: (page: PageOfRecords) => void): Promise<ParallelRanges | undefined> {
		const limit = Math.min(PAGE, wanted);
		const first = await firstPage(limit);
		give(first);
		const { positions } = first;
		const after = positions.at(-1);
		const missing = wanted - positions.length;
		if (after === undefined || positions.length < limit || missing <= 0) return undefined;
		let density = densityOf(positions);
		const rest = { after, before: end };
		if (rest.before - after <= 1) return undefined;
		const expected = (rest.before - after - 1) * density;
		if (missing >= expected) {
			const size = expected <= PAGE ? PAGE : GLANCE;
			const last = await pageIn(rest, size, true);
			give(last);
			if (last.positions.length < size) return undefined;
			density = (density + densityOf(last.positions)) / 2;
			rest.before = last.positions[0] ?? after;
		}
		return new ParallelRanges(equalRanges(rest, density, missing, READERS), missing);
	}

	// The total comes with the first page, and an offset or limit makes the end of a growing list unknown.
	const isGuessed = !reading.totalCount && !query.offset && (wanted === Infinity || end === 0);
	const key = JSON.stringify(['ranges', reading.spec.path, reading.spec.query, query, wanted]);

	return async (take) => {
		const pages: number[][] = [];
		const give = ({ records, positions }: PageOfRecords) => {
			take(withTotal(withoutIds(records), reading, total), positions[0]);
			pages.push(positions.slice(0, records.length));
		};
		const guess = isGuessed ? ((await item.guesses.recall(key)) as Range[] | undefined) : undefined;
		const ranges = guess ? new ParallelRanges(structuredClone(guess), wanted) : await begin(give);
		await concurrently(READERS, () => {
			const range = ranges?.next();
			return range && readPage(ranges as ParallelRanges, range);
		});
		const known = pages.sort(([a = 0], [b = 0]) => a - b).flat();
		if (isGuessed && (guess || known.length > PAGE))
			item.guesses.note(
				key,
				known.length > PAGE ? rangesOf(known.slice(0, wanted), end, READERS) : undefined,
			);

		async function readPage(all: ParallelRanges, range: Range): Promise<void> {
			const limit = all.limitOf(range);
			const { open } = range;
			const span = { after: range.after, before: range.before };
			if (open) span[open] = open === 'after' ? -Infinity : Infinity;
			const { records, positions } = await pageIn(span, limit, open === 'before');
			const rows = all.answered(range, positions, limit);
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
