import type { ItemContext, ItemPart, Prepared, Row, ItemGrouping } from '../catalogue';
import { attempt, InputError } from '../errors';
import { inOrder } from '../inOrder';
import { specNames, type BatchEntry, grouped } from './batching';
import type { Results } from './results';

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

export function allItems({ index, otherItems = [] }: Prepared): number[] {
	return [index, ...otherItems];
}

/** The entry for those of its items that are kept; undefined where none is. */
export function onlyFor(
	entry: BatchEntry,
	keep: (item: number) => boolean,
): BatchEntry | undefined {
	const [index, ...otherItems] = allItems(entry).filter(keep);
	if (index === undefined) return undefined;
	const parts = (entry.given as ItemPart[]).filter(({ item }) => keep(item));
	const { otherItems: _all, ...rest } = entry;
	return { ...rest, index, given: parts, ...(otherItems.length > 0 && { otherItems }) };
}

/** The entry as two of half its items each; none where it has one item or must not be divided. */
export function halvesOf(entry: BatchEntry, shared: ItemGrouping | undefined): BatchEntry[] {
	const items = allItems(entry);
	if (shared?.divisible === undefined || items.length === 1) return [];
	const first = new Set(items.slice(0, Math.ceil(items.length / 2)));
	const halves = [true, false].map((isFirst) =>
		onlyFor(entry, (item) => first.has(item) === isFirst),
	);
	return halves.filter((half) => half !== undefined);
}

/** Hands the items of an entry their rows: one each, or one for all of them. Files take time. */
export function deliver(
	entry: BatchEntry,
	rowsOf: (item: number) => Row | Row[],
	{ shared, results }: { shared: ItemGrouping | undefined; results: Results },
): Promise<void> | void {
	const { index, otherItems } = entry;
	if (otherItems === undefined || shared?.oneRow)
		return results.done(index, rowsOf(index), otherItems);
	const one = async (item: number) => await results.done(item, rowsOf(item));
	return inOrder(allItems(entry), 1, one);
}
