import type { IDataObject } from 'n8n-workflow';

import { listOf } from '../../shared/objects';
import { type Field, SYSTEM } from './form';
import { toNumber } from './numbers';
import { type Cell, setCell, type TableRow, tableRows, valueOf } from './cells';
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

const decoders = new WeakMap<Field[], ReturnType<typeof recordDecoder>>();

/**
 * Cells that were written, as reading returns them. Left out is what only the service knows: the keys of new
 * files, and so tables with such files, and what it makes of a radio button without a value.
 */
export function writtenValues(cells: IDataObject, fields: Field[]): IDataObject {
	const decode = decoders.get(fields) ?? recordDecoder({ numbers: true });
	decoders.set(fields, decode);
	return decode(knownCells(cells, fields));
}

function knownCells(cells: IDataObject, fields: Field[]): IDataObject {
	const known: Record<string, Cell> = {};
	for (const [code, cell] of Object.entries(cells)) {
		const { type = '', columns, choices } = fieldNamed(fields, code) ?? {};
		const sent = valueOf(cell);
		const list = Array.isArray(sent) && choices?.filter((choice) => sent.includes(choice));
		const value = columns ? knownRows(sent, columns) : list || sent;
		if (isKnown(type, value)) setCell(known, code, { type, value });
	}
	return known as unknown as IDataObject;
}

/** Undefined where a cell of them is not known: without it, a row that is written back would lose it. */
function knownRows(value: unknown, columns: Field[]): TableRow[] | undefined {
	const rows = tableRows(value);
	const known = rows.map((row) => ({ ...row, value: knownCells(row.value, columns) }));
	const countOf = (list: TableRow[]) => list.flatMap((row) => Object.keys(row.value)).length;
	return countOf(known) === countOf(rows) ? known : undefined;
}

function isKnown(type: string, value: unknown): boolean {
	if (type === 'FILE') return isBlank(value);
	return type === 'RADIO_BUTTON' ? !isBlank(value) : type !== '' && value !== undefined;
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
