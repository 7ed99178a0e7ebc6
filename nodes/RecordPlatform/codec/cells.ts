import type { IDataObject } from 'n8n-workflow';

import type { Row } from '../../shared/catalogue';
import { isBlank } from '../../shared/input/text';
import type { Field } from './form';
import { canonicalDecimal } from './numbers';

export const RECORD_ID = '$id';

/** A record as the service returns it: field code → cell, with `$id` and `$revision`. */
export type Current = Record<string, Cell>;

/** A table row. One that is sent with its ID keeps the columns that are not in `value`. */
export interface TableRow {
	id?: string;
	value: IDataObject;
}

/** The code for a record that is no longer at the revision that was given. */
export const CHANGED_MEANWHILE = 'GAIA_CO02';

/** Sets a cell of a record, also of the code `__proto__`, which an assignment would not store. */
export function setCell<One>(cells: Record<string, One>, code: string, cell: One): void {
	if (code !== '__proto__') {
		cells[code] = cell;
		return;
	}
	Object.defineProperty(cells, code, {
		value: cell,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

/** The cell of a field; ignores inherited properties such as `constructor`. */
export function cellIn<One>(cells: Record<string, One> | undefined, code: string) {
	return cells !== undefined && Object.hasOwn(cells, code) ? cells[code] : undefined;
}

/** The cells of these fields only. */
export function onlyFields(cells: IDataObject, codes: string[]): IDataObject {
	return Object.fromEntries(Object.entries(cells).filter(([code]) => codes.includes(code)));
}

/** The value of a cell (`{value}`); undefined without one. */
export function valueOf(cell: unknown): unknown {
	return (cell as { value?: unknown } | null | undefined)?.value;
}

/** The cells of a new record or row. Blanks are left out, so that it gets the default values of its form. */
export function filledCells(cells: IDataObject): IDataObject {
	const filled = Object.entries(cells).filter(([, cell]) => !isBlank(valueOf(cell)));
	return Object.fromEntries(filled) as IDataObject;
}

/**
 * An output row about a record. All its names begin with `$`, which tells them from fields.
 * @param fields what was written to the record
 */
export function recordRow(told: IDataObject, fields?: IDataObject): Row {
	const json: IDataObject = {};
	for (const name of ['id', 'revision', ...Object.keys(told)]) {
		if (told[name] !== undefined) json[`$${name}`] = told[name];
	}
	return { json: Object.assign(json, fields) };
}

/** ID and revision of a record, for outputs and elements. */
export function identityOf({ $id, $revision }: Current): { id: string; revision: string } {
	return { id: String($id?.value ?? ''), revision: String($revision?.value ?? '') };
}

/** The rows in the value of a table, with their IDs as text. */
export function tableRows(value: unknown): TableRow[] {
	if (!Array.isArray(value)) return [];
	return (value as TableRow[]).map(({ id, value: cells }) => ({
		...(id !== undefined && id !== null && { id: String(id) }),
		value: cells ?? {},
	}));
}

/** The cells of a row of a record that was read. */
export function cellsOfRow({ value }: TableRow): Current {
	return value as unknown as Current;
}

/** How an element names its record: by ID, by a unique field, or by several fields. */
export interface RecordName {
	id?: string;
	updateKey?: { field: string; value: string };
	match?: RecordMatch;
}

/** Fields that a record is found by before it is written, with the cells that it must have in all of them. */
export interface RecordMatch {
	fields: Field[];
	cells: IDataObject;
	/** The values in canonical form (see `matchKey`). */
	key: string;
}

/** Identifies the record of an element, so that two changes of it keep their order. */
export function recordName({ id, updateKey, match }: RecordName): string {
	if (match) return match.key;
	const value = id ?? updateKey?.value ?? '';
	return `${updateKey?.field ?? RECORD_ID} ${canonicalDecimal(value) ?? value}`;
}

/** A cell as the service returns it. */
export interface Cell {
	type: string;
	value: unknown;
}
