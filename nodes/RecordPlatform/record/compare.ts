import type { IDataObject } from 'n8n-workflow';

import { type Cell, codeOf } from './decode';

import { canonicalDecimal, toDuration } from './numbers';
import {
	cellIn,
	cellsOfRow,
	type Current,
	setCell,
	type TableRow,
	tableRows,
	valueOf,
} from './cells';

/** The cells to write that differ from the current record; of table rows, the cells that differ. */
export function changedCells(record: IDataObject, current: Current): IDataObject {
	const changed: IDataObject = {};
	for (const [code, cell] of Object.entries(record)) {
		const now = cellIn(current, code);
		if (!differs(valueOf(cell), now)) continue;
		const sent = now?.type === 'SUBTABLE' ? { value: changedRows(valueOf(cell), now.value) } : cell;
		setCell(changed, code, sent as IDataObject);
	}
	return changed;
}

/** Rows to write; one that is a row of the record needs only what differs. The service makes a new row of any other. */
function changedRows(wanted: unknown, current: unknown): TableRow[] {
	const known = new Map(tableRows(current).map((row) => [row.id, cellsOfRow(row)]));
	return tableRows(wanted).map((row) => {
		const now = row.id && known.get(row.id);
		return now ? { ...row, value: changedCells(row.value, now) } : row;
	});
}

/**
 * Whether writing a value would change the cell. A field that was not read counts as
 * changed, and so does rich text that the service reformatted.
 */
export function differs(wanted: unknown, current: Cell | undefined): boolean {
	if (current === undefined) return true;
	const { type, value } = current;
	if (type === 'SUBTABLE') return !sameRows(wanted, value);
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

/** The service returns choices in the order of the form, so their order is ignored. */
function setOf(list: unknown[]): string {
	return JSON.stringify([...new Set(list.map(String))].sort());
}

function comparableInstant(text: string): string {
	const time = Date.parse(text);
	return Number.isNaN(time) ? text : new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Compares row by row: the same ID if given, and the same values in the written columns. */
function sameRows(wanted: unknown, current: unknown): boolean {
	const rows = tableRows(wanted);
	const others = tableRows(current);
	if (rows.length !== others.length) return false;
	return rows.every((row, at) => {
		const other = others[at];
		if (other === undefined || (row.id ?? other.id) !== other.id) return false;
		const now = cellsOfRow(other);
		return Object.entries(row.value).every(
			([code, cell]) => !differs(valueOf(cell), cellIn(now, code)),
		);
	});
}
