import type { IDataObject } from 'n8n-workflow';

import { listOf } from '../../shared/objects';
import { toNumber } from './numbers';

/** A cell as the service returns it. */
export interface Cell {
	type: string;
	value: unknown;
}

export interface DecodeChoices {
	/** Numbers as JavaScript numbers if no digits are lost, otherwise as text. */
	numbers?: boolean;
}

/** Key of a table row's ID in the mapper and in plain rows. Records have theirs under `$id`. */
export const ROW_ID = '$rowId';

/** A record's cells as plain values, field code → value: its ID, the form's fields, then built-in fields. */
export function plainRecord(cells: IDataObject, choices: DecodeChoices = {}): IDataObject {
	return recordDecoder(choices)(cells);
}

/** `plainRecord` for many records with the same fields, whose structure is analyzed once. */
export function recordDecoder(choices: DecodeChoices = {}): (cells: IDataObject) => IDataObject {
	return cellsDecoder(choices);
}

interface Column {
	code: string;
	type: string;
	decode: Decode;
}

type Decode = (value: unknown) => unknown;

/** @param ahead keys that come first, without a value yet */
function cellsDecoder(choices: DecodeChoices, ahead: string[] = []) {
	let columns: Column[] = [];
	let empty: IDataObject = {};
	return (cells: IDataObject): IDataObject => {
		if (!hasColumns(cells, columns)) {
			columns = columnsOf(cells, choices);
			empty = emptyWith([...ahead, ...columns.map(({ code }) => code)]);
		}
		const plain = { ...empty };
		for (const { code, decode } of columns) {
			plain[code] = decode((cells[code] as unknown as Cell).value) as IDataObject[string];
		}
		return plain;
	};
}

function hasColumns(cells: IDataObject, columns: Column[]): boolean {
	return (
		Object.keys(cells).length === columns.length &&
		columns.every(({ code, type }) => (cells[code] as Cell | undefined)?.type === type)
	);
}

function columnsOf(cells: IDataObject, choices: DecodeChoices): Column[] {
	return (Object.entries(cells) as unknown as Array<[string, Cell]>)
		.sort(([, a], [, b]) => rankOf(a) - rankOf(b))
		.map(([code, { type }]) => ({ code, type, decode: decoderOf(type, choices) }));
}

/** Copying an object with all keys is faster and smaller than adding keys one by one. */
function emptyWith(keys: string[]): IDataObject {
	return JSON.parse(
		`{${keys.map((key) => `${JSON.stringify(key)}:null`).join(',')}}`,
	) as IDataObject;
}

/** The app's own fields come first. */
function rankOf({ type }: Cell): number {
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
 * A cell as a plain value: text, decimal text, null for an empty single value, lists of
 * choices, codes of users, files with their keys, table rows with their IDs.
 */
export function plainCell({ type, value }: Cell, choices: DecodeChoices = {}): unknown {
	return decoderOf(type, choices)(value);
}

function decoderOf(type: string, choices: DecodeChoices): Decode {
	switch (type) {
		case 'NUMBER':
		case 'CALC':
			return choices.numbers
				? (value) => (isUnset(value) ? null : toNumber(String(value)))
				: nullOrValue;
		case 'DATE':
		case 'TIME':
		case 'DATETIME':
		case 'DROP_DOWN':
		case 'RADIO_BUTTON':
			return nullOrValue;
		case 'CREATOR':
		case 'MODIFIER':
			return codeOf;
		case 'USER_SELECT':
		case 'ORGANIZATION_SELECT':
		case 'GROUP_SELECT':
		case 'STATUS_ASSIGNEE':
			return (value) => listOf(value).map(codeOf);
		case 'SUBTABLE': {
			const decode = rowDecoder(choices);
			return (value) => listOf(value).map(decode);
		}
		default:
			return (value) => value;
	}
}

interface TableRow {
	id: string;
	value: IDataObject;
}

function rowDecoder(choices: DecodeChoices): Decode {
	const decode = cellsDecoder(choices, [ROW_ID]);
	return (row) => {
		const { id, value } = row as TableRow;
		const plain = decode(value);
		plain[ROW_ID] = id;
		return plain;
	};
}

function nullOrValue(value: unknown): unknown {
	return isUnset(value) ? null : value;
}

function isUnset(value: unknown): boolean {
	return value === null || value === undefined || value === '';
}

/** The code of a user, group, or organization; the value itself if it is no object. */
export function codeOf(value: unknown): unknown {
	return (value as { code?: unknown } | null)?.code ?? value;
}
