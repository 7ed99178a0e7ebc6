import type { IDataObject } from 'n8n-workflow';

import { toNumber } from './numbers';

/** A cell as the service gives it. */
export interface Cell {
	type: string;
	value: unknown;
}

export interface DecodeChoices {
	/** Numbers as JavaScript numbers where no digit is lost; otherwise decimal text. */
	numbers?: boolean;
}

/** Name of the key that holds a table row's ID in plain rows. */
export const ROW_ID = '$id';

/** A record's cells as plain values, field code → value: its ID, the form's fields, what the service keeps itself. */
export function plainRecord(cells: IDataObject, choices: DecodeChoices = {}): IDataObject {
	const entries = Object.entries(cells) as unknown as Array<[string, Cell]>;
	return Object.fromEntries(
		[...entries]
			.sort(([, a], [, b]) => place(a) - place(b))
			.map(([code, cell]) => [code, plainCell(cell, choices)]),
	) as IDataObject;
}

/** People look for their own fields first. */
function place({ type }: Cell): number {
	if (type === '__ID__') return 0;
	return KEPT_BY_SERVICE.has(type) ? 2 : 1;
}

const KEPT_BY_SERVICE = new Set([
	'__REVISION__',
	'RECORD_NUMBER',
	'CREATOR',
	'CREATED_TIME',
	'MODIFIER',
	'UPDATED_TIME',
	'STATUS_ASSIGNEE',
	'CATEGORY',
]);

/**
 * A cell as a plain value: text, decimal text, null where a single value is not set, lists of
 * choices, codes of users, files with their keys, table rows with their IDs.
 */
export function plainCell({ type, value }: Cell, choices: DecodeChoices = {}): unknown {
	switch (type) {
		case 'NUMBER':
		case 'CALC':
			return isUnset(value) ? null : choices.numbers ? toNumber(String(value)) : value;
		case 'DATE':
		case 'TIME':
		case 'DATETIME':
		case 'DROP_DOWN':
		case 'RADIO_BUTTON':
			return isUnset(value) ? null : value;
		case 'CREATOR':
		case 'MODIFIER':
			return codeOf(value);
		case 'USER_SELECT':
		case 'ORGANIZATION_SELECT':
		case 'GROUP_SELECT':
		case 'STATUS_ASSIGNEE':
			return listOf(value).map(codeOf);
		case 'SUBTABLE':
			return listOf(value).map((row) => plainRow(row as TableRow, choices));
		default:
			return value;
	}
}

interface TableRow {
	id: string;
	value: IDataObject;
}

function plainRow({ id, value }: TableRow, choices: DecodeChoices): IDataObject {
	return { [ROW_ID]: id, ...plainRecord(value, choices) };
}

function isUnset(value: unknown): boolean {
	return value === null || value === undefined || value === '';
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

function codeOf(value: unknown): unknown {
	return (value as { code?: unknown } | null)?.code ?? value;
}
