import type { IDataObject } from 'n8n-workflow';

import { cellIn, setCell } from '../values/cells';
import type { Cell } from '../values/decode';
import { differs, rowDiffers, valueOf } from '../values/compare';
import { rowsOf, type SentRow } from '../values/rows';
import type { Current } from './currentRecords';
import { pairedRows, type RowMatching } from './pairRows';

/** What to write so that the changes of others are kept. */
export interface Merged {
	/** Cells that differ from the current record. */
	record: IDataObject;
	/** Codes of fields that others also changed, to a different value. */
	overwritten: string[];
}

/**
 * Merges our values with what others wrote in the meantime. A field that we did not change since `before`
 * keeps their value, one that we changed gets ours, and tables are merged row by row, by row ID.
 * Without `before` it is unknown who changed what: our values are written, and rows that we don't
 * send are kept. Throws `InputError` if rows of a table can't be matched.
 */
export function mergeRecord(
	wanted: IDataObject,
	theirs: Current,
	before: IDataObject | undefined,
	matching: Omit<RowMatching, 'trust'>,
): Merged {
	const merged: Merged = { record: {}, overwritten: [] };
	for (const [code, cell] of Object.entries(wanted)) {
		const theirCell = cellIn(theirs, code);
		const ours = valueOf(cell);
		if (!differs(ours, theirCell)) continue;
		if (theirCell?.type === 'SUBTABLE') {
			mergeTable(code, ours, theirCell, { before, matching, merged });
			continue;
		}
		const was = cellIn(before, code);
		if (was !== undefined && theirCell !== undefined) {
			if (!differs(ours, { ...theirCell, value: valueOf(was) })) continue;
			if (differs(valueOf(was), theirCell)) merged.overwritten.push(code);
		}
		setCell(merged.record, code, cell as IDataObject);
	}
	return merged;
}

interface Merging {
	before: IDataObject | undefined;
	matching: Omit<RowMatching, 'trust'>;
	merged: Merged;
}

/** Our rows, the current ones, and those that we started from. */
interface Tables {
	ours: SentRow[];
	theirs: SentRow[];
	before: SentRow[] | undefined;
}

function mergeTable(
	code: string,
	ours: unknown,
	theirCell: Cell,
	{ before, matching, merged }: Merging,
): void {
	const was = cellIn(before, code);
	if (was !== undefined && !differs(ours, { ...theirCell, value: valueOf(was) })) return;
	const tables: Tables = {
		ours: rowsOf(ours),
		theirs: rowsOf(theirCell.value),
		before: was === undefined ? undefined : rowsOf(valueOf(was)),
	};
	const { rows, overwritten } = mergeRows(code, tables, matching);
	if (!differs(rows, theirCell)) return;
	setCell(merged.record, code, { value: rows });
	if (overwritten) merged.overwritten.push(code);
}

/** Our rows in our order, then those that others added. A removed row stays removed unless somebody changed it. */
function mergeRows(
	table: string,
	{ ours, theirs, before }: Tables,
	matching: Omit<RowMatching, 'trust'>,
): { rows: SentRow[]; overwritten: boolean } {
	const present = byId(theirs);
	const known = byId(before ?? []);
	const named = new Set<string | undefined>();
	const rows: SentRow[] = [];
	let overwritten = false;
	// Others have added all rows: those with the same key are the same.
	const isNew = before?.length === 0 && matching.by.length > 0;
	const others = typed(isNew ? theirs : (before ?? theirs), theirs);
	const how = { ...matching, trust: 'first', keepsOthers: isNew || before === undefined } as const;
	for (const row of withIds(table, ours, others, how)) {
		if (row.id !== undefined) named.add(row.id);
		const now = row.id === undefined ? undefined : present.get(row.id);
		const was = row.id === undefined ? undefined : known.get(row.id);
		if (now !== undefined) {
			const cells = mergeRecord(row.value, now.value as unknown as Current, was?.value, matching);
			rows.push({ id: now.id, value: cells.record });
			overwritten ||= cells.overwritten.length > 0;
		} else if (was === undefined || changedSince(row, was, theirs)) {
			rows.push({ value: row.value });
			overwritten ||= was !== undefined;
		}
	}
	for (const row of theirs) {
		if (named.has(row.id)) continue;
		const was = row.id === undefined ? undefined : known.get(row.id);
		if (was === undefined) rows.push({ id: row.id, value: {} });
		else overwritten ||= rowDiffers(was, row);
	}
	return { rows, overwritten };
}

/** Our rows. A row without an ID gets the ID of the current row that it replaces (see `pairedRows`). */
function withIds(table: string, ours: SentRow[], others: SentRow[], how: RowMatching): SentRow[] {
	const paired = pairedRows(table, ours, others, how);
	return ours.map((row, at) => (row.id === undefined ? (paired[at] ?? row) : row));
}

/** The record with the values that it had before. */
export function asRead(before: IDataObject, current: Current): Current {
	const cells = Object.entries(current).map(([code, cell]) => {
		const was = cellIn(before, code);
		if (was === undefined) return [code, cell] as const;
		const value = valueOf(was);
		const isTable = cell.type === 'SUBTABLE';
		return [code, { ...cell, value: isTable ? typed(rowsOf(value), rowsOf(cell.value)) : value }];
	});
	return Object.fromEntries(cells) as Current;
}

/** Rows whose cells have the types that the cells of other rows of the table have. */
function typed(rows: SentRow[], others: SentRow[]): SentRow[] {
	const types = others[0]?.value ?? {};
	return rows.map(({ id, value }) => {
		const cells: IDataObject = {};
		for (const [column, cell] of Object.entries(value)) {
			const { type = '' } = (cellIn(types, column) ?? cell) as Partial<Cell>;
			setCell(cells, column, { type, value: valueOf(cell) } as IDataObject);
		}
		return { ...(id !== undefined && { id }), value: cells };
	});
}

/** Whether we changed a row that others removed; cell types are taken from the remaining rows. */
function changedSince(row: SentRow, was: SentRow, theirs: SentRow[]): boolean {
	const [before] = typed([was], theirs);
	return before === undefined || rowDiffers({ value: row.value }, before);
}

function byId(rows: SentRow[]): Map<string, SentRow> {
	return new Map(rows.flatMap((row) => (row.id === undefined ? [] : [[row.id, row] as const])));
}
