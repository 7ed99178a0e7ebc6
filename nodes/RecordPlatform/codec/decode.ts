import type { IDataObject } from 'n8n-workflow';

import { listOf } from '../../shared/objects';
import { type Field, SYSTEM } from './form';
import { toNumber } from './numbers';
import { type Cell, setCell, tableRows, valueOf } from './cells';
import { fieldNamed } from './names';
import { isBlank, splitList, textOf } from '../../shared/input/text';

export interface DecodeOptions {
	/** Numbers as JavaScript numbers if no digits are lost, otherwise as text. */
	numbers?: boolean;
}

/** Key of a table row's ID in the mapper and in plain rows. Records have theirs under `$id`. */
export const ROW_ID = '$rowId';

interface Column {
	code: string;
	type: string;
	decode: Decode;
}

type Decode = (value: unknown) => unknown;

/**
 * Converts the cells of records to plain values, field code → value: the record's ID, the form's fields, then
 * built-in fields. The structure of records with the same fields is analyzed once.
 * @param ahead keys that come first, without a value yet
 */
export function recordDecoder(
	options: DecodeOptions = {},
	ahead: string[] = [],
): (cells: IDataObject) => IDataObject {
	let columns: Column[] = [];
	let empty: IDataObject = {};
	return (cells) => {
		if (!hasColumns(cells, columns)) {
			columns = columnsOf(cells, options);
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

function columnsOf(cells: IDataObject, options: DecodeOptions): Column[] {
	return (Object.entries(cells) as unknown as Array<[string, Cell]>)
		.sort(([, a], [, b]) => rankOf(a) - rankOf(b))
		.map(([code, { type }]) => ({ code, type, decode: decoderOf(type, options) }));
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
	...SYSTEM,
	...['__REVISION__', 'RECORD_NUMBER', 'STATUS_ASSIGNEE', 'CATEGORY'],
]);

/**
 * A cell as a plain value: text, decimal text, null for an empty single value, lists of
 * choices, codes of users, files with their keys, table rows with their IDs.
 */
export function plainCell({ type, value }: Cell, options: DecodeOptions = {}): unknown {
	return decoderOf(type, options)(value);
}

function decoderOf(type: string, options: DecodeOptions): Decode {
	switch (type) {
		case 'NUMBER':
		case 'CALC':
			return options.numbers
				? (value) => (nullOrValue(value) === null ? null : toNumber(String(value)))
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
			const decode = recordDecoder(options, [ROW_ID]);
			const decodeNew = recordDecoder(options);
			return (value) =>
				tableRows(value).map(({ id, value: cells }) =>
					id === undefined ? decodeNew(cells) : Object.assign(decode(cells), { [ROW_ID]: id }),
				);
		}
		default:
			return (value) => value;
	}
}

const written = new Map<string, Decode>();

/**
 * Cells that were written, as reading returns them. Left out is what only the service knows: the keys of new
 * files, and so tables with such files, and what it makes of a radio button without a value.
 */
export function writtenValues(cells: IDataObject, fields: Field[], plain: IDataObject = {}) {
	for (const code of Object.keys(cells)) {
		const field = fieldNamed(fields, code);
		const value = field && writtenValue(field, valueOf(cells[code]));
		if (value !== undefined) setCell(plain, code, value as IDataObject[string]);
	}
	return plain;
}

/** Undefined where only the service knows it. */
function writtenValue({ type, columns, choices }: Field, sent: unknown): unknown {
	if (columns) return writtenRows(sent, columns);
	const isUnknown = type === 'FILE' ? !isBlank(sent) : type === 'RADIO_BUTTON' && isBlank(sent);
	if (isUnknown || sent === undefined) return undefined;
	if (Array.isArray(sent) && choices) return choices.filter((choice) => sent.includes(choice));
	const decode = written.get(type) ?? decoderOf(type, { numbers: true });
	written.set(type, decode);
	return decode(sent);
}

/** Undefined where a cell of them is not known: without it, a row that is written back would lose it. */
function writtenRows(value: unknown, columns: Field[]): IDataObject[] | undefined {
	const rows: IDataObject[] = [];
	for (const { id, value: cells } of tableRows(value)) {
		const row = writtenValues(cells, columns);
		if (Object.keys(row).length < Object.keys(cells).length) return undefined;
		rows.push(id === undefined ? row : { [ROW_ID]: id, ...row });
	}
	return rows;
}

function nullOrValue(value: unknown): unknown {
	return value === '' ? null : (value ?? null);
}

/** The code of a user, group, or organization; the value itself if it is no object. */
export function codeOf(value: unknown): unknown {
	return (value as { code?: unknown } | null)?.code ?? value;
}

/** The texts of a list; of an object that the node returned, its code. */
export function textsIn(value: unknown): string[] {
	return splitList(value).map((entry) => textOf(codeOf(entry), 'List entry').trim());
}
