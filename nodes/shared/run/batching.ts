import type { IDataObject } from 'n8n-workflow';

import type {
	BatchRun,
	BulkRule,
	ItemContext,
	ItemGrouping,
	ItemPart,
	Prepared,
	RequestSpec,
	Row,
	WriteOptions,
} from '../catalogue';
import { attempt, type Explanation, type FailedReply, InputError } from '../errors';
import { inOrder } from '../inOrder';
import type { Session } from '../transport/session';
import type { Results } from './results';

/** Parallel steps, if the session's limiter lets so many through. More writes cause more locks in the service. */
export const WRITES = 6;

/** An item's part of a request, on its way to the service. */
export interface BatchEntry extends Prepared {
	/** Entries of the same group may share a request. */
	group: string;
	/** The element as it was prepared; `element` is what is sent of it. */
	given: unknown;
	/** What the prefetch found for it. */
	found?: unknown;
	/** 1, or more after a conflict. */
	attempt: number;
	/** Conflicts that this entry had, and not another one of its request. */
	conflicts: number;
}

/** The entries of one request; element `n` of the request is that of entry `n`. */
export type Batch = BatchEntry[];

/** Batches that are sent together: one alone, or several in one bulk request. */
export type Step = Batch[];

/** Items on their way; items whose requests are equal but for their element are of one group. */
export function entriesOf(prepared: Prepared[]): BatchEntry[] {
	const nameOf = specNames();
	return prepared.map((one) => ({
		group: nameOf(one.spec),
		given: one.element,
		attempt: 1,
		conflicts: 0,
		...one, // Last: a spread with keys after it takes ten times as long.
	}));
}

/** Gives specs short names, equal ones the same. Items whose specs are equal mostly hold the same one. */
export function specNames(): (spec: RequestSpec) => string {
	const names = new Map<RequestSpec | string, string>();
	return (spec) => {
		const known = names.get(spec);
		if (known !== undefined) return known;
		const text = JSON.stringify(spec);
		const name = names.get(text) ?? String(names.size);
		names.set(text, name).set(spec, name);
		return name;
	};
}

/**
 * Entries in turns: the first change of each record, then the second, and so on. What the service
 * does with one record named twice in a call is not known, so it never gets such a call, and the
 * changes keep their order.
 */
export function turnsOf(entries: BatchEntry[], { recordKey }: BatchRun): BatchEntry[][] {
	if (recordKey === undefined) return [entries];
	return inTurns(entries, ({ given, group }) => {
		const name = recordKey(given);
		return name === undefined ? undefined : `${group} ${name}`;
	});
}

/** The first of each key, then the second of each, and so on. What has no key is in the first turn. */
export function inTurns<T>(list: T[], keyOf: (one: T) => string | undefined): T[][] {
	const seen = new Map<string, number>();
	const turns: T[][] = [];
	for (const one of list) {
		const key = keyOf(one);
		const turn = key === undefined ? 0 : (seen.get(key) ?? 0);
		if (key !== undefined) seen.set(key, turn + 1);
		(turns[turn] ??= []).push(one);
	}
	return turns;
}

/** Batches of entries that may share a request, `run.max` a batch at the most. */
export function batchesOf(entries: BatchEntry[], run: BatchRun): Batch[] {
	const { kindOf, max } = run;
	const keyOf = ({ group, element }: BatchEntry) =>
		kindOf ? `${group} ${kindOf(element)}` : group;
	return turnsOf(entries, run).flatMap((turn) =>
		grouped(turn, keyOf).flatMap((group) => chunks(group, max)),
	);
}

/**
 * Puts entries into batches, and batches that may ride together into bulk requests of about the same
 * size. Steps stand in the order of their first item, elements in the order of their items.
 */
export function planSteps(entries: BatchEntry[], run: BatchRun, bulk?: BulkRule): Step[] {
	const batches = batchesOf(entries, run);
	if (bulk === undefined) return batches.map((batch) => [batch]);
	return grouped(batches, (batch) => keyOf(batch, bulk)).flatMap((group) => {
		const least = Math.ceil(group.length / bulk.max);
		// With one more, all that may be sent in parallel are.
		const count = (least + 1) % WRITES === 0 ? least + 1 : least;
		return chunks(group, Math.ceil(group.length / count));
	});
}

/**
 * The steps of each turn. Where the first of several has many batches, one of them goes ahead, to
 * find out whether the service takes any, unless it had room for all within the last minute.
 */
export function stepsOf(entries: BatchEntry[], { run, bulk, session }: BatchContext): Step[][] {
	const { recordKey: _, ...inTurn } = run;
	return turnsOf(entries, run).map((turn, at) => {
		const steps = planSteps(turn, inTurn, bulk);
		const [ahead, ...rest] = steps[0] ?? [];
		const isAlone = at > 0 || steps.length < 2 || session.room >= WRITES;
		if (isAlone || ahead === undefined || rest.length === 0) return steps;
		return [[ahead], ...planSteps(withoutEntries(turn, ahead), inTurn, bulk)];
	});
}

/** Batches of the same key may ride together. */
export function keyOf(batch: Batch, bulk: BulkRule): string {
	return bulk.key(sharedSpec(batch));
}

/** What the requests of a batch's entries have in common. */
function sharedSpec(batch: Batch): RequestSpec {
	return (batch[0] as BatchEntry).spec;
}

/** The request of a batch: what its entries share, with their elements put in. */
export function specOf(batch: Batch, run: BatchRun): RequestSpec {
	const spec = sharedSpec(batch);
	const { body, query, ...other } = run.assemble(batch.map(({ element }) => element));
	return {
		...spec,
		...other,
		...(body && { body: { ...spec.body, ...body } }),
		...(query && { query: { ...spec.query, ...query } }),
	};
}

/** Numbers of the items, in the order of the entries. */
export function itemsOf(entries: Prepared[]): number[] {
	return entries.flatMap(({ index, otherItems = [] }) => [index, ...otherItems]);
}

/** The other entries, in their order. */
export function withoutEntries(entries: BatchEntry[], gone: BatchEntry[]): BatchEntry[] {
	const leaving = new Set(gone);
	return entries.filter((entry) => !leaving.has(entry));
}

/**
 * Puts items that belong together under one element, a list of `Part`s in the order of the items.
 * Where such items are written all or none, one that was refused takes the others with it.
 * @param items all items, of which those that were not prepared were refused
 */
export function groupedElements(
	prepared: Prepared[],
	items: number[],
	shared: ItemGrouping,
	itemAt: (index: number) => ItemContext,
	results: Results,
): Prepared[] {
	const keys = new Map(
		prepared.map(({ index, element }) => [index, shared.key(itemAt(index), element)]),
	);
	const refused = shared.divisible ? [] : items.filter((item) => !keys.has(item));
	const gone = new Map<string, number>();
	for (const item of refused) {
		// Its key may be what was refused.
		const key = attempt(() => shared.key(itemAt(item)));
		if ('value' in key) gone.set(key.value, item);
	}
	const left = prepared.filter(({ index }) => {
		const other = gone.get(keys.get(index) ?? '');
		if (other !== undefined) results.refused([index], takenAlong(other));
		return other === undefined;
	});
	const nameOf = specNames();
	const groups = grouped(left, ({ index, spec }) => `${nameOf(spec)} ${keys.get(index)}`);
	return groups.map((group) => {
		const [{ index, spec }, ...others] = group as [Prepared, ...Prepared[]];
		const element: ItemPart[] = group.map((one) => ({ item: one.index, element: one.element }));
		const otherItems = others.map((other) => other.index);
		return { index, spec, element, ...(otherItems.length > 0 && { otherItems }) };
	});
}

/** For an item whose record is not written, because another item of it was refused. */
export function takenAlong(other: number): InputError {
	return new InputError(
		`Item ${other} of the same record was refused`,
		'This record was not changed. Correct that item, then run all items of this record again',
	);
}

/** The entry for those of its items that are kept; undefined where none is. */
export function onlyFor(
	entry: BatchEntry,
	keep: (item: number) => boolean,
): BatchEntry | undefined {
	const [index, ...otherItems] = itemsOf([entry]).filter(keep);
	if (index === undefined) return undefined;
	const parts = (entry.given as ItemPart[]).filter(({ item }) => keep(item));
	const { otherItems: _all, ...rest } = entry;
	return { ...rest, index, given: parts, ...(otherItems.length > 0 && { otherItems }) };
}

/** The entry as two of half its items each; none where it has one item or must not be divided. */
export function halvesOf(entry: BatchEntry, shared: ItemGrouping | undefined): BatchEntry[] {
	const items = itemsOf([entry]);
	if (shared?.divisible === undefined || items.length === 1) return [];
	const first = new Set(items.slice(0, Math.ceil(items.length / 2)));
	return [true, false].flatMap(
		(isFirst) => onlyFor(entry, (item) => first.has(item) === isFirst) ?? [],
	);
}

/** Hands the items of an entry their rows: one each, or one for all of them. Files take time. */
export function deliver(
	entry: BatchEntry,
	rowsOf: (item: number) => Row | Row[],
	{ run, results }: Pick<BatchContext, 'run' | 'results'>,
): Promise<void> | void {
	const { index, otherItems } = entry;
	if (otherItems === undefined || run.groupBy?.oneRow)
		return results.done(index, rowsOf(index), otherItems);
	const one = async (item: number) => await results.done(item, rowsOf(item));
	return inOrder(itemsOf([entry]), 1, one);
}

/** Lists of what has the same key, each in the order given, the lists in that of their first. */
export function grouped<T>(list: T[], keyOf: (one: T) => string): T[][] {
	const groups = new Map<string, T[]>();
	for (const one of list) {
		const key = keyOf(one);
		const group = groups.get(key);
		if (group) group.push(one);
		else groups.set(key, [one]);
	}
	return [...groups.values()];
}

/** Cuts a list into pieces of at most `size`. */
export function chunks<T>(list: T[], size: number): T[][] {
	const pieces: T[][] = [];
	for (let start = 0; start < list.length; start += size) {
		pieces.push(list.slice(start, start + size));
	}
	return pieces;
}

/** What a run of batches works with. */
export interface BatchContext {
	run: BatchRun;
	options: WriteOptions;
	session: Session;
	/** Numbers of all incoming items, also of those that were refused before. */
	items: number[];
	itemAt: (index: number) => ItemContext;
	results: Results;
	/** The service's bulk request, and the same where this run may use it. */
	bulkRule?: BulkRule | undefined;
	bulk?: BulkRule | undefined;
	/** Explains a refused request inside a bulk request. */
	explain: (reply: FailedReply) => Explanation | undefined;
	/**
	 * Prepares entries again if what another execution read for them is outdated; undefined if it isn't.
	 * @param isRefused true to find out whether it is, because entries were refused
	 */
	renew?: (entries: BatchEntry[], isRefused?: boolean) => Promise<BatchEntry[] | undefined>;
	/** What requests work on, for a dry run. */
	about?: ((requests: RequestSpec[]) => IDataObject) | undefined;
}
