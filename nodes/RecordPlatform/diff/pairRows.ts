import { comparable, rowDiffers, valueOf } from '../values/compare';
import type { Cell } from '../values/decode';
import type { SentRow } from '../values/rows';

/**
 * When a row's ID counts: before its values; after them, because a row of another app can have
 * the same ID; or never.
 */
export type TrustInIds = 'first' | 'last' | 'never';

/**
 * The rows to write. A row that replaces a current row gets its ID, because the service then keeps
 * the columns that are not written. It replaces the row that has the same values, else the one that
 * is most like it. New rows have no ID.
 */
export function pairedRows(rows: SentRow[], current: SentRow[], trust: TrustInIds): SentRow[] {
	const free = new Set(current);
	const partners = new Map<SentRow, SentRow>();
	const byId = new Map(current.map((row) => [row.id, row]));
	const sameId = ({ id }: SentRow) => (id === undefined ? undefined : byId.get(id));
	const take = (row: SentRow, partner: SentRow | undefined) => {
		if (partners.has(row) || partner === undefined || !free.delete(partner)) return;
		partners.set(row, partner);
	};
	const pass = (partnerOf: (row: SentRow, at: number) => SentRow | undefined) => {
		if (free.size === 0) return;
		for (const [at, row] of rows.entries()) if (!partners.has(row)) take(row, partnerOf(row, at));
	};
	const equal = (row: SentRow, other: SentRow | undefined) =>
		other !== undefined && free.has(other) && !rowDiffers(row, other) ? other : undefined;

	if (trust === 'first') pass(sameId);
	if (trust === 'last') pass((row) => equal(row, sameId(row)));
	pass((row, at) => equal(row, current[at]));
	pass((row) => [...free].find((other) => equal(row, other)));
	if (trust === 'last') pass(sameId);
	// Beside rows with IDs of this record, a row without one is new.
	const hasIds = trust === 'first' && rows.some((row) => sameId(row) !== undefined);
	if (!hasIds && free.size > 0 && partners.size < rows.length) {
		const isOpen = (row: SentRow, other: SentRow) => !partners.has(row) && free.has(other);
		for (const { row, other } of alike(rows, current, isOpen)) take(row, other);
	}
	return rows.map((row) => {
		const id = partners.get(row)?.id;
		return { ...(id !== undefined && { id }), value: row.value };
	});
}

interface Pair {
	row: SentRow;
	other: SentRow;
	/** Shared values that no other row has, shared values, and whether the rows are at the same place. */
	rank: number[];
}

/**
 * Pairs of rows for the same thing, the most alike first: they share a value that no other row has,
 * such as an article, or more than half of the values. A unit or tax rate alone says nothing.
 */
function alike(
	rows: SentRow[],
	current: SentRow[],
	isOpen: (row: SentRow, other: SentRow) => boolean,
): Pair[] {
	const types = new Map(
		current.flatMap(({ value }) =>
			Object.entries(value).map(([code, cell]) => [code, (cell as unknown as Cell).type] as const),
		),
	);
	const wanted = new Map(rows.map((row) => [row, filledCells(row, types)]));
	const present = new Map(current.map((row) => [row, filledCells(row, types)]));
	const inOneOf = [wanted, present].map((sets) => {
		const counts = new Map<string, number>();
		for (const cell of [...sets.values()].flatMap((cells) => [...cells])) {
			counts.set(cell, (counts.get(cell) ?? 0) + 1);
		}
		return (cell: string) => counts.get(cell) === 1;
	});
	const pairs: Pair[] = [];
	for (const [at, row] of rows.entries()) {
		const cells = [...(wanted.get(row) ?? [])];
		for (const [otherAt, other] of current.entries()) {
			if (!isOpen(row, other)) continue;
			const shared = cells.filter((cell) => present.get(other)?.has(cell));
			const telling = shared.filter((cell) => inOneOf.every((isIn) => isIn(cell))).length;
			if (telling === 0 && shared.length * 2 <= cells.length) continue;
			pairs.push({ row, other, rank: [telling, shared.length, at === otherAt ? 1 : 0] });
		}
	}
	return pairs.sort((left, right) =>
		left.rank.reduce((order, value, at) => order || (right.rank[at] ?? 0) - value, 0),
	);
}

/** Code and value of each filled cell, as text. */
function filledCells({ value }: SentRow, types: Map<string, string>): Set<string> {
	const cells = new Set<string>();
	for (const [code, cell] of Object.entries(value)) {
		const type = types.get(code) ?? '';
		const text = comparable(type, valueOf(cell));
		// The service drops the seconds of a date and time.
		const kept = type === 'DATETIME' ? text.slice(0, 16) : text;
		if (kept !== '' && kept !== '[]') cells.add(`${code}\n${kept}`);
	}
	return cells;
}
