import type { BatchRun, BulkRule, Draft, ItemView } from './catalogue';
import type { Prepared } from './request';

/** One request for the items that share it; element `n` of the request is that of `entries[n]`. */
export interface Batch {
	entries: Prepared[];
	draft: Draft;
}

/** Batches that are sent together: one alone, or several in one bulk request. */
export type Step = Batch[];

/**
 * Groups items into requests: items whose requests are equal but for their element share one,
 * `run.max` at the most; batches that may ride together share a bulk request. Steps stand in the
 * order of their first item, elements in the order of their items.
 */
export function planBatches(
	prepared: Prepared[],
	run: BatchRun,
	views: (index: number) => ItemView,
	bulk?: BulkRule,
): Step[] {
	const groups = new Map<string, Prepared[]>();
	for (const entry of prepared) {
		const alone = run.together?.(views(entry.index)) === false ? `alone ${entry.index} ` : '';
		const key = alone + JSON.stringify(entry.draft);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	const batches = [...groups.values()].flatMap((group) =>
		chunks(group, run.max).map((chunk) => batchOf(chunk, run)),
	);
	return run.bulk && bulk ? ride(batches, bulk) : batches.map((batch) => [batch]);
}

/** A batch of these items: their common request with the elements put in. */
export function batchOf(entries: Prepared[], run: BatchRun): Batch {
	const [first] = entries;
	if (first === undefined) throw new RangeError('A batch needs an item');
	const { body, query } = run.assemble(entries.map(({ element }) => element));
	return {
		entries,
		draft: {
			...first.draft,
			...(body && { body: { ...first.draft.body, ...body } }),
			...(query && { query: { ...first.draft.query, ...query } }),
		},
	};
}

/** Numbers of the items that a step's requests are for, in the order of their elements. */
export function itemsOf(step: Step): number[] {
	return step.flatMap(({ entries }) => entries.map(({ index }) => index));
}

function ride(batches: Batch[], bulk: BulkRule): Step[] {
	const groups = new Map<string, Batch[]>();
	for (const batch of batches) {
		const key = bulk.key(batch.draft);
		const group = groups.get(key);
		if (group) group.push(batch);
		else groups.set(key, [batch]);
	}
	return [...groups.values()].flatMap((group) => chunks(group, bulk.max));
}

/** Cuts a list into pieces of at most `size`. */
export function chunks<T>(list: T[], size: number): T[][] {
	const pieces: T[][] = [];
	for (let start = 0; start < list.length; start += size) {
		pieces.push(list.slice(start, start + size));
	}
	return pieces;
}
