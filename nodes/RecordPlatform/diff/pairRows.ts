import { cellIn } from '../values/cells';
import { differs, rowDiffers, valueOf } from '../values/compare';
import type { Cell } from '../values/decode';
import type { SentRow } from '../values/rows';

/**
 * When a row's ID counts: before its values; after them, because a row of another app can have
 * the same ID; or never.
 */
export type TrustInIds = 'first' | 'last' | 'never';

/**
 * The rows to write. A row that replaces a current row gets its ID, because the service then keeps
 * the columns that are not written. It replaces the row that has the same values, else the one in
 * the same place, else the only one left; the last two only if they have a value in common. New
 * rows have no ID.
 */
export function pairedRows(rows: SentRow[], current: SentRow[], trust: TrustInIds): SentRow[] {
	const free = new Set(current);
	const partners = new Map<SentRow, SentRow>();
	const byId = new Map(current.map((row) => [row.id, row]));
	const sameId = ({ id }: SentRow) => (id === undefined ? undefined : byId.get(id));
	const take = (row: SentRow, partner: SentRow | undefined) => {
		if (partner === undefined || !free.delete(partner)) return;
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
	pass((row, at) => (sharesValue(row, current[at]) ? current[at] : undefined));
	const left = rows.filter((row) => !partners.has(row));
	const [last] = left;
	const [other] = free;
	if (last && left.length === 1 && free.size === 1 && sharesValue(last, other)) take(last, other);
	return rows.map((row) => {
		const id = partners.get(row)?.id;
		return { ...(id !== undefined && { id }), value: row.value };
	});
}

/** Whether a filled cell of the row has the value of the other row. */
function sharesValue({ value }: SentRow, other: SentRow | undefined): boolean {
	return Object.entries(value).some(([code, cell]) => {
		const wanted = valueOf(cell);
		const isFilled = Array.isArray(wanted) ? wanted.length > 0 : (wanted ?? '') !== '';
		const now = cellIn(other?.value as Record<string, Cell> | undefined, code);
		return isFilled && !differs(wanted, now);
	});
}
