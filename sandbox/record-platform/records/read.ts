import type { App } from '../apps/app';
import type { OpenApp } from '../apps/store';
import { emptyValue } from '../cells';
import { toMinute } from '../cells/moments';
import type { Directory } from '../directory';
import { fieldOfType, type FieldType, type FormField } from '../form';
import type { FieldAccess } from './field-access';
import type { Cells, StoredRecord, TableRow } from './row';

export interface Cell {
	type: string;
	value: unknown;
}

const NOT_IN_RECORDS: ReadonlySet<FieldType> = new Set<FieldType>(['GROUP', 'REFERENCE_TABLE']);

/** A record as reads tell it: every cell, or those listed (`$id` and `$revision` too then have to be). */
export function toRecord(
	record: StoredRecord,
	app: OpenApp,
	directory: Directory,
	only?: ReadonlySet<string>,
	access?: FieldAccess,
): Record<string, Cell> {
	const hidden = access?.hidden(record);
	const found: Record<string, Cell> = {};
	for (const field of Object.values(app.design.fields)) {
		if ((only && !only.has(field.code)) || hidden?.has(field.code)) continue;
		const value = cellValue(record, field, app, directory, hidden);
		if (value !== undefined) found[field.code] = { type: field.type, value };
	}
	if (!only || only.has('$revision')) {
		found.$revision = { type: '__REVISION__', value: record.revision };
	}
	if (!only || only.has('$id')) found.$id = { type: '__ID__', value: record.id };
	return found;
}

/** The value of one cell as reads tell it; undefined when the field is not part of records. */
export function cellValue(
	record: StoredRecord,
	field: FormField,
	app: OpenApp,
	directory: Directory,
	hidden?: ReadonlySet<string>,
): unknown {
	if (NOT_IN_RECORDS.has(field.type) || field.enabled === false) return undefined;
	switch (field.type) {
		case 'RECORD_NUMBER':
			return recordNumber(app, record.id);
		case 'CREATOR':
			return directory.named(record.creator);
		case 'MODIFIER':
			return directory.named(record.modifier);
		case 'CREATED_TIME':
			return toMinute(record.createdAt);
		case 'UPDATED_TIME':
			return toMinute(record.updatedAt);
		case 'STATUS':
			return record.status ?? '';
		case 'STATUS_ASSIGNEE':
			return record.assignees;
		case 'SUBTABLE':
			return tableRows(record.cells, field.code).map((row) => ({
				id: row.id,
				value: Object.fromEntries(
					Object.values(field.fields ?? {})
						.filter((inner) => !hidden?.has(inner.code))
						.map((inner) => [inner.code, { type: inner.type, value: stored(row.value, inner) }]),
				),
			}));
		default:
			return stored(record.cells, field);
	}
}

function stored(cells: Cells, field: FormField): unknown {
	const value = Object.hasOwn(cells, field.code) ? cells[field.code] : undefined;
	return value === undefined ? emptyValue(field.type) : value;
}

/** The rows of a table; none when it was never filled. */
export function tableRows(cells: Cells, code: string): TableRow[] {
	const rows = cells[code];
	return Array.isArray(rows) ? (rows as TableRow[]) : [];
}

/** `CODE-17` where the app has a code, else `17`. */
export function recordNumber(app: App, id: string): string {
	return app.code === '' ? id : `${app.code}-${id}`;
}

/** Values of the fields that are not in the cells, for formulas. */
export function systemValues(app: OpenApp, record: { createdAt: Date; updatedAt: Date }): Cells {
	const values: Cells = {};
	const created = fieldOfType(app.design.fields, 'CREATED_TIME');
	const updated = fieldOfType(app.design.fields, 'UPDATED_TIME');
	if (created) values[created.code] = toMinute(record.createdAt);
	if (updated) values[updated.code] = toMinute(record.updatedAt);
	return values;
}
