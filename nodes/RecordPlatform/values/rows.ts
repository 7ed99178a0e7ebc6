import type { IDataObject } from 'n8n-workflow';

import type { Cell } from './decode';

/** A row of a table as the service returns it. */
export interface TableRow {
	id: string;
	value: Record<string, Cell>;
}

/** A row to send: a row with an ID is kept, and only the cells in `value` are changed. */
export interface SentRow {
	id?: string;
	value: IDataObject;
}

/** The rows of a table cell; none if there is no such cell. */
export function rowsIn(cell: Cell | undefined): TableRow[] {
	return Array.isArray(cell?.value) ? (cell.value as TableRow[]) : [];
}

/** Rows of a table cell for comparing; their IDs as text. */
export function rowsOf(value: unknown): SentRow[] {
	if (!Array.isArray(value)) return [];
	return (value as SentRow[]).map(({ id, value: cells }) => ({
		...(id !== undefined && id !== null && { id: String(id) }),
		value: cells ?? {},
	}));
}
