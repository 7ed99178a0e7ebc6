import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { cellIn } from '../values/cells';
import type { Cell } from '../values/decode';
import type { Current } from './currentRecords';

/** Whether to keep the existing files of the item's record. */
export function addsFiles(item: ItemView<'options.existingFiles'>): boolean {
	return item.read('options.existingFiles', 'replace') === 'keep';
}

/**
 * The cells to write, with the existing files of the record before the new ones, also in
 * table rows with IDs; undefined if there are no files.
 */
export function withPresentFiles(cells: IDataObject, current: Current): IDataObject | undefined {
	const added = Object.entries(cells).flatMap(([code, cell]): Array<[string, unknown]> => {
		const now = cellIn(current, code);
		const { value } = (cell ?? {}) as { value?: unknown };
		if (!Array.isArray(value)) return [];
		if (now?.type === 'FILE') return [[code, { value: together(now, value) }]];
		const rows = now?.type === 'SUBTABLE' ? rowsWithFiles(now, value as TableRow[]) : undefined;
		return rows ? [[code, { value: rows }]] : [];
	});
	return added.length > 0 ? ({ ...cells, ...Object.fromEntries(added) } as IDataObject) : undefined;
}

interface TableRow {
	id?: string;
	value?: IDataObject;
}

/** Rows with their existing files; undefined if none of them gets files. */
function rowsWithFiles({ value }: Cell, rows: TableRow[]): TableRow[] | undefined {
	const present = new Map((value as TableRow[]).map((row) => [row.id, row.value]));
	let any = false;
	const result = rows.map((row) => {
		const now = row.id === undefined ? undefined : present.get(row.id);
		const cells = now && row.value && withPresentFiles(row.value, now as unknown as Current);
		any ||= cells !== undefined;
		return cells ? { ...row, value: cells } : row;
	});
	return any ? result : undefined;
}

function together({ value }: Cell, files: unknown[]): unknown[] {
	const present = (value as Array<{ fileKey: string }>).map(({ fileKey }) => ({ fileKey }));
	const keys = new Set<unknown>(present.map(({ fileKey }) => fileKey));
	return [
		...present,
		...files.filter((file) => !keys.has((file as { fileKey?: unknown }).fileKey)),
	];
}
