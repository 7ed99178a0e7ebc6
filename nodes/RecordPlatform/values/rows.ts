import type { IDataObject } from 'n8n-workflow';

import type { Cell } from './decode';

/** A row of a table as the service gives it. */
export interface TableRow {
	id: string;
	value: Record<string, Cell>;
}

/** A row to send: one with an ID is kept, and its cells are changed where `value` has some. */
export interface SentRow {
	id?: string;
	value: IDataObject;
}

/** The rows of a table cell as they were read; none where there is no such cell. */
export function rowsIn(cell: Cell | undefined): TableRow[] {
	return Array.isArray(cell?.value) ? (cell.value as TableRow[]) : [];
}

/** Rows of a table cell to compare with others; their IDs as text. */
export function rowsOf(value: unknown): SentRow[] {
	if (!Array.isArray(value)) return [];
	return (value as SentRow[]).map(({ id, value: cells }) => ({
		...(id !== undefined && id !== null && { id: String(id) }),
		value: cells ?? {},
	}));
}
