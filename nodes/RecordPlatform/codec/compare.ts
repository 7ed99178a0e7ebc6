import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../shared/input/text';
import { codeOf } from './decode';
import {
	type Cell,
	cellIn,
	cellsOfRow,
	type Current,
	type RecordMatch,
	type RecordName,
	recordName,
	setCell,
	type TableRow,
	tableRows,
	valueOf,
} from './cells';
import { type Field, isEditable } from './form';
import { fieldNamed } from './names';
import { canonicalDecimal, toDuration } from './numbers';

/** The cells to write that differ from the current record; of table rows, the cells that differ. */
export function changedCells(record: IDataObject, current: Current, form: Field[]): IDataObject {
	const changed: IDataObject = {};
	for (const [code, cell] of Object.entries(record)) {
		const now = cellIn(current, code);
		const { columns = [] } = fieldNamed(form, code) ?? {};
		if (!differs(valueOf(cell), now, columns)) continue;
		const isTable = now?.type === 'SUBTABLE';
		const sent = isTable ? { value: changedRows(valueOf(cell), now.value, columns) } : cell;
		setCell(changed, code, sent as IDataObject);
	}
	return changed;
}

/** Rows to write; one that is a row of the record needs only what differs. The service makes a new row of any other. */
function changedRows(wanted: unknown, current: unknown, columns: Field[]): TableRow[] {
	const known = new Map(tableRows(current).map((row) => [row.id, cellsOfRow(row)]));
	return tableRows(wanted).map((row) => {
		const now = row.id && known.get(row.id);
		return now ? { ...row, value: changedCells(row.value, now, columns) } : row;
	});
}

/**
 * Whether writing a value would change the cell. A field that was not read counts as
 * changed, and so does rich text that the service reformatted.
 * @param columns those of a table whose rows may be new ones
 */
export function differs(wanted: unknown, now: Cell | undefined, columns: Field[] = []): boolean {
	if (now === undefined) return true;
	const { type, value } = now;
	if (type === 'SUBTABLE') return !sameRows(wanted, value, columns.filter(isEditable));
	return !sameText(comparable(type, wanted), comparable(type, value), type);
}

function sameText(wanted: string, current: string, type: string): boolean {
	if (wanted === current) return true;
	// The service drops the seconds of a date and time.
	const isMoment = type === 'DATETIME';
	return isMoment && current.endsWith(':00Z') && wanted.slice(0, 16) === current.slice(0, 16);
}

/** A value as text in canonical form. */
export function comparable(type: string, value: unknown): string {
	const text = String(value ?? '');
	const list = text === '' ? [] : [value].flat();
	switch (type) {
		case '__ID__':
		case 'NUMBER':
		case 'CALC':
			return canonicalDecimal(text) ?? text;
		case 'DATETIME':
		case 'CREATED_TIME':
		case 'UPDATED_TIME':
			return comparableInstant(text);
		case 'DURATION':
			return toDuration(text) ?? text;
		case 'TIME':
			return text.replace(/^(\d):/, '0$1:').slice(0, 5);
		case 'MULTI_LINE_TEXT':
			return text.replace(/\r\n?/g, '\n');
		case 'CHECK_BOX':
		case 'MULTI_SELECT':
		case 'CATEGORY':
			return setOf(list);
		case 'USER_SELECT':
		case 'ORGANIZATION_SELECT':
		case 'GROUP_SELECT':
		case 'STATUS_ASSIGNEE':
			return setOf(list.map(codeOf));
		case 'CREATOR':
		case 'MODIFIER':
			return String(codeOf(value) ?? '');
		case 'FILE':
			return JSON.stringify(list.map((file) => (file as IDataObject | null)?.fileKey));
		default:
			return typeof value === 'object' && value !== null ? JSON.stringify(value) : text;
	}
}

/** Values of fields in canonical form. Times that differ by seconds are equal, because the service drops those. */
export function keyText<One extends Field>(by: One[], valueIn: (one: One) => unknown): string {
	const texts = by.map((one) => {
		const text = comparable(one.type, valueIn(one));
		return one.type === 'DATETIME' ? text.slice(0, 16) : text;
	});
	return JSON.stringify(texts);
}

/** The values of a record in the fields to match by, in canonical form. */
export function matchKey(fields: Field[], cells: Record<string, unknown>): string {
	return keyText(fields, ({ code }) => valueOf(cellIn(cells, code)));
}

/** The fields that a name finds its record by, also if it is a unique field. */
export function matchOf({ updateKey, match }: RecordName, form: Field[]): RecordMatch {
	if (match || updateKey === undefined) return match as RecordMatch;
	const { field: code } = updateKey;
	const fields = [form.find((one) => one.code === code) ?? { code, type: '' }];
	const cells: IDataObject = {};
	setCell(cells, code, { value: updateKey.value });
	return { fields, cells, key: matchKey(fields, cells) };
}

/** The record of an element by its exact key: different spellings of a number are equal, those of a text are not. */
export function exactRecordName(name: RecordName, form: Field[]): string {
	return name.updateKey ? matchOf(name, form).key : recordName(name);
}

/** The service returns choices in the order of the form, so their order is ignored. */
function setOf(list: unknown[]): string {
	return JSON.stringify([...new Set(list.map(String))].sort());
}

function comparableInstant(text: string): string {
	const time = Date.parse(text);
	return Number.isNaN(time) ? text : new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/**
 * Compares row by row: the same ID if given, and the same values in the written columns. A row
 * without an ID would be a new one, with the default values of the other columns.
 */
function sameRows(wanted: unknown, current: unknown, columns: Field[]): boolean {
	const rows = tableRows(wanted);
	const others = tableRows(current);
	if (rows.length !== others.length) return false;
	return rows.every((row, at) => {
		const other = others[at];
		if (other === undefined || (row.id ?? other.id) !== other.id) return false;
		const now = cellsOfRow(other);
		const isSame = Object.entries(row.value).every(
			([code, cell]) => !differs(valueOf(cell), cellIn(now, code)),
		);
		if (!isSame || row.id !== undefined) return isSame;
		const left = columns.filter(({ code }) => cellIn(row.value, code) === undefined);
		return left.every((column) => {
			const cell = cellIn(now, column.code);
			// A row that was just sent without the column has its default value.
			return cell === undefined ? other.id === undefined : holdsDefault(column, cell);
		});
	});
}

/** Whether a cell is as in a new row. The default moments and people of then and now can't be compared. */
function holdsDefault({ type, hasDefault, defaultValue }: Field, cell: Cell): boolean {
	const isOfNow =
		hasDefault === true &&
		(isBlank(defaultValue) ||
			type === 'DATETIME' ||
			JSON.stringify(defaultValue).includes('"FUNCTION"'));
	return isOfNow ? !isBlank(cell.value) : !differs(defaultValue, cell);
}
