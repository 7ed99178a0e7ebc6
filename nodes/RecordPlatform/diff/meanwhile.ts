import type { IDataObject } from 'n8n-workflow';

import { cellIn, setCell } from '../values/cells';
import { valueOf } from '../values/compare';
import { rowsIn, rowsOf } from '../values/rows';
import { type Current, identityOf } from './currentRecords';

/** The code for a record that is no longer as it was read. */
export const CHANGED_MEANWHILE = 'GAIA_CO02';

/**
 * Whether cells replace rows of a table that were read. The service deletes all rows that aren't
 * sent, so these cells are only right for the revision that was read.
 */
export function replacesRows(cells: IDataObject, current: Current): boolean {
	return Object.keys(cells).some((code) => cellIn(current, code)?.type === 'SUBTABLE');
}

/**
 * The record to compare with after others changed it: the tables as they are now. Other fields
 * stay as they were first read, so that a change by others is not overwritten.
 */
export function tablesAnew(first: Current, current: Current): Current {
	const cells = Object.entries(current).map(([code, cell]) => {
		const was = cell.type === 'SUBTABLE' ? undefined : cellIn(first, code);
		return [code, was ?? cell] as const;
	});
	return Object.fromEntries(cells);
}

/** The record without the rows that others have added since the first read, because they stay. */
function withoutAddedRows(first: Current, current: Current): Current {
	const kept: Current = {};
	for (const [code, cell] of Object.entries(current)) {
		const known = new Set(rowsOf(cellIn(first, code)?.value).map(({ id }) => id));
		const rows = rowsIn(cell).filter(({ id }) => known.has(id));
		setCell(kept, code, cell.type === 'SUBTABLE' ? { ...cell, value: rows } : cell);
	}
	return kept;
}

/** The cells to write, whose tables keep the rows that others have added since the first read. */
export function withAddedRows(record: IDataObject, first: Current, current: Current): IDataObject {
	const kept: IDataObject = {};
	for (const [code, cell] of Object.entries(record)) {
		const now = cellIn(current, code);
		if (now?.type !== 'SUBTABLE') {
			setCell(kept, code, cell as IDataObject);
			continue;
		}
		const rows = rowsOf(valueOf(cell));
		const known = new Set([...rows, ...rowsOf(cellIn(first, code)?.value)].map(({ id }) => id));
		const added = rowsOf(now.value).filter(({ id }) => !known.has(id));
		setCell(kept, code, { value: [...rows, ...added.map(({ id }) => ({ id, value: {} }))] });
	}
	return kept;
}

/**
 * The record as it was first read, unless it is another one by now: a key can be given again. One that
 * was not found had no ID.
 */
export function sameRecord(first: Current | undefined, current: Current): Current | undefined {
	const { id } = first ? identityOf(first) : { id: '' };
	return id === '' || id === identityOf(current).id ? first : undefined;
}

/** A record that was not found yet. */
export function emptied(record: IDataObject): Current {
	return Object.fromEntries(Object.keys(record).map((code) => [code, { type: '', value: '' }]));
}

/**
 * The record that an item is compared with anew: without the rows that others have added. All rows of a
 * record that they have created are such rows, which those with the same key still replace.
 */
export function startOf(
	first: Current,
	current: Current,
	by: string[],
): { start: Current; isNew: boolean } {
	const compared = tablesAnew(first, current);
	const isNew = identityOf(first).id === '' && by.length > 0;
	return { start: isNew ? compared : withoutAddedRows(first, compared), isNew };
}
