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
export function withoutAddedRows(first: Current, current: Current): Current {
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

/** The record as it was first read, unless it is another one by now: a key can be given again. */
export function sameRecord(first: Current | undefined, current: Current): Current | undefined {
	return first && identityOf(first).id === identityOf(current).id ? first : undefined;
}
