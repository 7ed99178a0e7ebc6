import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import {
	type Frame,
	readDay,
	readInstant,
	readTime,
	textOfDateObject,
} from '../../shared/input/date';
import { jsonIn } from '../../shared/json';
import { listed, quoteShort } from '../../shared/messages';
import { isObject, objectOf } from '../../shared/objects';
import { byKey, type SentFile } from './attachments';
import { cellIn, setCell } from './cells';
import { ROW_ID, ROW_ID_OF_VERSION_1 } from './decode';
import type { Field } from './form';
import { isWritable } from './form';
import { looseDecimal, toDecimal } from './numbers';
import { checkChoice } from './options';

const MOMENTS = new Set(['DATE', 'TIME', 'DATETIME', 'CREATED_TIME', 'UPDATED_TIME']);

/** Whether a field holds a date or a time. */
export function holdsTime({ type }: { type: string }): boolean {
	return MOMENTS.has(type);
}

export interface EncodeChoices {
	/** The workflow's zone, for dates and times without an offset. */
	timeZone: string;
	/** Accepts formatted numbers (`1,200`). */
	convert?: boolean;
	/** The record is new: files of other records are copied, because their keys can't be written. */
	newRecord?: boolean;
	/** A table replaces the one that the record has, so a single row of that one is refused. */
	replacesTables?: boolean;
	/** Code of the table whose rows the operation makes from columns, whatever the item has for it. */
	ownTable?: string;
}

/** A file to upload from a binary field before the record is written. */
export class PendingFile {
	constructor(readonly property: string) {}
}

/** A file of another record to copy before the record is written. */
export class PendingCopy {
	constructor(readonly file: SentFile) {}
}

/**
 * Whether an expression returned no value. The rule for all writes:
 * null and '' clear a field, and undefined leaves it unchanged.
 */
export function foundNothing(value: unknown): value is undefined {
	return value === undefined || (isCell(value) && value.value === undefined);
}

/** Whether a key is the label of a field that another key names by its code, which counts. */
export function isNamedByCode({ code }: Field, key: string, values: IDataObject): boolean {
	return key !== code && !foundNothing(cellIn(values, code));
}

/**
 * A plain value as a cell in the service's format. Null and '' clear the field, and so do spaces
 * unless it is a text field. A cell in the service's format (`{value: …}`) is kept. Files stay `PendingFile`s and `PendingCopy`s
 * until `uploadFiles`. Throws `InputError` with field and value if the value doesn't match the type.
 */
export function encode(field: Field, value: unknown, choices: EncodeChoices): { value: unknown } {
	if (isCell(value)) {
		const copies = field.type === 'FILE' && choices.newRecord === true;
		// In a table the service takes a text that is no number for an empty one (docs/api: field types).
		const isTable = field.type === 'SUBTABLE' && Array.isArray(value.value);
		const passes = !copies && !isTable && value.value !== null && field.type !== 'NUMBER';
		return passes ? { value: value.value } : encode(field, value.value, choices);
	}
	switch (field.type) {
		case 'NUMBER':
			return { value: numberOf(field, value, choices) };
		case 'CHECK_BOX':
		case 'MULTI_SELECT':
			return { value: listOf(field, value).map((choice) => choiceOf(field, choice)) };
		case 'RADIO_BUTTON':
		case 'DROP_DOWN':
			return { value: singleChoice(field, value) };
		case 'DATE':
			return { value: moment(field, value, readDay, choices) };
		case 'TIME':
			return { value: moment(field, value, readTime, choices) };
		case 'DATETIME':
		case 'CREATED_TIME':
		case 'UPDATED_TIME':
			return { value: moment(field, value, readInstant, choices) };
		case 'USER_SELECT':
		case 'ORGANIZATION_SELECT':
		case 'GROUP_SELECT':
			return { value: listOf(field, value).map((entity) => entityOf(field, entity)) };
		case 'CREATOR':
		case 'MODIFIER':
			return { value: entityOf(field, value) };
		case 'FILE':
			return { value: listOf(field, value).map((file) => fileOf(field, file, choices)) };
		case 'SUBTABLE':
			return { value: rowsOf(field, value, choices) };
		default:
			return { value: scalarText(field, value) };
	}
}

/** Whether it is a cell in the service's format, as in webhooks. */
function isCell(value: unknown): value is { value: unknown } {
	if (!isObject(value) || !('value' in value)) return false;
	return Object.keys(value).every((key) => key === 'value' || key === 'type');
}

function scalarText(field: Field, value: unknown): string {
	if (isEmpty(value)) return '';
	if (typeof value === 'string') return value;
	if (isNumber(value) || typeof value === 'boolean' || typeof value === 'bigint') {
		return String(value);
	}
	if (typeof value === 'number') {
		throw misfit(
			field,
			value,
			'must be text',
			'A calculation returned no number. Check its inputs',
		);
	}
	const moment = textOfDateObject(value);
	if (moment !== undefined) return moment;
	const kind = Array.isArray(value) ? 'a list' : 'an object';
	throw misfit(
		field,
		value,
		'must be text',
		`The value is ${kind}. Select a single value, or convert it to text with an expression such as {{ $json.name.toJsonString() }}`,
	);
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}

function numberOf(field: Field, value: unknown, { convert }: EncodeChoices): string {
	if (isEmpty(value)) return '';
	const decimal = convert ? looseDecimal(value) : toDecimal(value);
	if (decimal !== undefined) return decimal;
	const meant = looseDecimal(value);
	throw misfit(
		field,
		value,
		'must be a number',
		meant === undefined
			? 'Use digits and a decimal point, for example 1200.5'
			: `Use ${meant}, or turn on the option Convert Values`,
	);
}

function choiceOf(field: Field, value: unknown): string {
	const choice = scalarText(field, value);
	checkChoice(field, choice);
	return choice;
}

function singleChoice(field: Field, value: unknown): string {
	if (isBlank(value) && field.choices?.includes(value as string) !== true) return '';
	if (!Array.isArray(value)) return choiceOf(field, value);
	if (value.length < 2) return choiceOf(field, filledIn(field, value)[0]);
	throw misfit(field, value, 'accepts only one choice', 'Use a single value instead of a list');
}

function moment(
	field: Field,
	value: unknown,
	read: (value: unknown, label: string, frame: Frame) => string,
	{ timeZone }: EncodeChoices,
): string {
	if (isEmpty(value) || isBlank(value)) return '';
	try {
		return read(value, nameOf(field), { zone: timeZone });
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		throw new InputError(error.message, error.advice, false, field.code);
	}
}

function entityOf(field: Field, value: unknown): { code: string } {
	const code = isObject(value) ? value.code : value;
	if (typeof code === 'string' && code.trim() !== '') return { code: code.trim() };
	if (isNumber(code)) return { code: String(code) };
	throw misfit(
		field,
		value,
		'needs codes',
		'Use a login name or code, several separated by commas, or a list of them',
	);
}

function fileOf(
	field: Field,
	value: unknown,
	{ newRecord }: EncodeChoices,
): { fileKey: string } | PendingFile | PendingCopy {
	if (typeof value === 'string' && value.trim() !== '') return new PendingFile(value.trim());
	const { fileKey, name, contentType, size } = isObject(value) ? value : {};
	if (isText(fileKey) && isText(name) && isText(contentType)) {
		const file = { fileKey, name, contentType, size: String(size) };
		return newRecord ? new PendingCopy(file) : byKey(file);
	}
	if (typeof fileKey === 'string') return { fileKey };
	throw misfit(
		field,
		value,
		'needs files',
		'Use the name of a binary field of the item (data), several separated by commas, or files as returned by Get',
	);
}

/**
 * The rows of a table. A single row that is not in a list, as Split Table returns it, is refused for
 * a record that may have others: the service would delete them.
 */
function rowsOf(table: Field, value: unknown, choices: EncodeChoices): IDataObject[] {
	const rows = listOf(table, value).map((row, index) => rowOf(table, row, index, choices));
	const isList = typeof value === 'string' ? value.trim().startsWith('[') : Array.isArray(value);
	const replaces = choices.replacesTables === true && choices.ownTable !== table.code;
	if (isList || !replaces || rows.length === 0) return rows;
	throw misfit(
		table,
		value,
		'has a single table row as its value, which would delete all other rows of the record',
		'To change rows, use the resource Table Row. To keep the table, remove this field from the item. To keep only this row, use a list with it',
	);
}

/**
 * Refuses rows that are not in the service's format, and columns that the table doesn't have: the service
 * would ignore them and write empty rows.
 */
export function checkRawRows(table: Field, rows: unknown): void {
	for (const [index, row] of (Array.isArray(rows) ? rows : []).entries()) {
		if (isObject(row) && isObject(row.value)) {
			const { columns } = table;
			const unknown = Object.keys(row.value).find((key) =>
				columns?.every(({ code }) => code !== key),
			);
			if (unknown !== undefined) throw unknownColumn(table, unknown, columns ?? []);
			for (const column of columns ?? []) {
				const { value: raw } = objectOf(cellIn(row.value, column.code));
				if (column.type === 'NUMBER') numberOf(inRow(table, column, index), raw, { timeZone: '' });
			}
		} else if (!isObject(row) || Object.keys(row).join() !== 'id') {
			throw misfit(
				table,
				row,
				`has a row ${index + 1} that is not in the service's format`,
				'Use [{"id": "12", "value": {"Item": {"value": "Pencil"}}}], or turn off Raw Values',
			);
		}
	}
}

const ROW_IDS = new Set([ROW_ID, ROW_ID_OF_VERSION_1]);

/** Whether a column is written, and not filled in by the service. */
export function isFilledIn(column: Field): boolean {
	return isWritable(column) && column.computed !== true;
}

/** Most columns in an example. */
const MOST_COLUMNS = 3;

/** Rows as they are to be given, with the first columns of the form. */
function exampleRows(columns: Field[]): string {
	const cells = columns
		.filter(isFilledIn)
		.slice(0, MOST_COLUMNS)
		.map((column) => `${JSON.stringify(column.code)}: ${exampleOf(column)}`);
	return `[{${cells.join(', ')}}]`;
}

function exampleOf({ type, choices: [choice] = [] }: Field): string {
	if (type === 'NUMBER') return '3';
	const texts: Record<string, string> = {
		DATE: '2026-01-31',
		DATETIME: '2026-01-31T09:30:00+09:00',
		FILE: 'data',
		TIME: '09:30',
		USER_SELECT: 'sato',
	};
	return JSON.stringify(choice ?? texts[type] ?? 'Text');
}

/** A table row: plain values by column, with the row's ID for an existing row. */
function rowOf(table: Field, row: unknown, index: number, choices: EncodeChoices): IDataObject {
	if (!isObject(row) || row instanceof Date) {
		throw misfit(
			table,
			row,
			'needs table rows',
			`Use a list of objects, one per row, for example ${exampleRows(table.columns ?? [])}`,
		);
	}
	const columns = table.columns ?? [];
	if (isObject(row.value) && !columns.some(({ code }) => code === 'value')) {
		const { id, value, ...others } = row;
		// Columns and a row ID beside the values count, too.
		const beside = Object.entries(others).filter(
			([key, one]) => ROW_IDS.has(key) || columnFor(key, columns, one) !== undefined,
		);
		const cells = { ...Object.fromEntries(beside), ...value };
		return rowOf(table, { ...cells, ...('id' in row && { [ROW_ID]: id }) }, index, choices);
	}
	const cells: IDataObject = {};
	let id: unknown;
	let hasNothing = Object.keys(row).length === 0;
	for (const [key, value] of Object.entries(row)) {
		const column = columnFor(key, columns, value);
		// Next to values, a plain `id` is a value, too: the ID of something else.
		const isId = key === 'id' && column === undefined;
		if (ROW_IDS.has(key) || (isId && (isEmpty(value) || Object.keys(row).length === 1))) id = value;
		else if (foundNothing(value)) hasNothing = true;
		else if (column === undefined) throw unknownColumn(table, key, columns);
		// The service fills such columns in, whatever is sent: comparing them would find a change each time.
		else if (isFilledIn(column) && !isNamedByCode(column, key, row))
			setCell(
				cells,
				column.code,
				encode(inRow(table, column, index), value, choices) as IDataObject,
			);
	}
	if (isEmpty(id) && hasNothing && Object.keys(cells).length === 0) {
		throw misfit(
			table,
			row,
			`has no value in row ${index + 1}`,
			'Check the expression that returned the row. For an empty row, return null or empty text in a column',
		);
	}
	return { ...(isEmpty(id) ? {} : { id: String(id) }), value: cells };
}

/** The column with the code or label; of several with the label, the one that can be written. */
function columnFor(key: string, columns: Field[], value: unknown): Field | undefined {
	const byCode = columns.find(({ code }) => code === key);
	if (byCode) return byCode;
	const labeled = columns.filter(({ label }) => label === key);
	const writable = labeled.filter(isFilledIn);
	if (writable.length > 1 && !foundNothing(value)) throw sharedLabel(key, writable, 'column');
	return writable[0] ?? labeled[0];
}

function inRow(table: Field, column: Field, index: number): Field {
	return { ...column, label: `${nameOf(table)}, row ${index + 1}, ${nameOf(column)}` };
}

/** The error for a label that several fields have. */
export function sharedLabel(key: string, fields: Field[], what: 'field' | 'column'): InputError {
	return new InputError(
		`${quoteShort(key)} is the label of ${fields.length} ${what}s: ${listed(fields.map(({ code }) => code))}`,
		`Nothing was written for this item. Rename the column of the item to the code of the ${what} that you mean`,
	);
}

function unknownColumn(table: Field, key: string, columns: Field[]): InputError {
	return new InputError(
		`Table "${nameOf(table)}" has no column "${key}"`,
		`Its columns are ${columns
			.filter(isFilledIn)
			.map(({ code }) => `"${code}"`)
			.join(', ')}. ${
			key === 'id'
				? `The ID of a row of the record is "${ROW_ID}" or "${ROW_ID_OF_VERSION_1}"`
				: 'If the column is new, open the node to refresh the form'
		}`,
	);
}

/**
 * A list from a list, JSON text, text with commas or line ends between the
 * entries, or one object. A text that equals a choice is that choice, even with commas.
 */
function listOf(field: Field, value: unknown): unknown[] {
	if (isEmpty(value)) return [];
	if (Array.isArray(value)) return filledIn(field, value);
	if (typeof value !== 'string') return [value];
	if (field.choices?.includes(value)) return [value];
	const text = value.trim();
	if (/^[[{]/.test(text)) {
		const parsed = jsonIn(text, nameOf(field));
		if (parsed !== undefined) return Array.isArray(parsed) ? filledIn(field, parsed) : [parsed];
	}
	return filledIn(field, entriesIn(field, text));
}

const COMMA = /,/;
/** The commas of Japanese and Chinese texts. */
export const WIDE_COMMA = /[，、]/;
export const ANY_COMMA = /[,，、]/;

const NAMED_BY_CODES = new Set(['GROUP_SELECT', 'ORGANIZATION_SELECT', 'USER_SELECT']);

/** Types of fields whose values are people, groups, or organizations, which have a code and a name. */
export const HOLDS_CODES = new Set([...NAMED_BY_CODES, 'CREATOR', 'MODIFIER', 'STATUS_ASSIGNEE']);

/** The entries of a text. The commas of Japanese texts separate people and choices, but not inside of a choice. */
function entriesIn({ type, choices = [] }: Field, text: string): string[] {
	if (NAMED_BY_CODES.has(type)) return entriesOf(text, ANY_COMMA);
	const entries = entriesOf(text, COMMA);
	const areChoices = (some: string[]) => some.every((one) => choices.includes(one));
	if (choices.length === 0 || areChoices(entries)) return entries;
	const atWide = entriesOf(text, WIDE_COMMA);
	if (areChoices(atWide)) return atWide;
	return entries.flatMap((entry) =>
		choices.includes(entry) ? [entry] : entry.split(WIDE_COMMA).map((part) => part.trim()),
	);
}

/** The entries of a text. Blank lines and a comma at the end of a line are none, but `a,,b` has an empty one. */
function entriesOf(text: string, comma: RegExp): string[] {
	const lines = text.split('\n').flatMap((line) => line.trim() || []);
	const entries = lines.flatMap((line, at) => {
		const goesOn = comma.test(line.slice(-1)) && at < lines.length - 1;
		return (goesOn ? line.slice(0, -1) : line).split(comma);
	});
	return entries.map((entry) => entry.trim());
}

/** The list itself. Refused if it has empty entries, which would be lost silently. */
function filledIn(field: Field, list: unknown[]): unknown[] {
	const at = list.findIndex(isEmpty);
	if (at < 0) return list;
	throw misfit(
		field,
		list,
		`can't have an empty list entry (entry ${at + 1})`,
		'Remove empty entries, for example with {{ $json.names.filter(Boolean) }}. An empty list clears the field',
	);
}

function misfit(field: Field, value: unknown, wants: string, advice: string): InputError {
	return new InputError(
		`Field "${nameOf(field)}" ${wants}`,
		`The value was ${quoteShort(shown(value))}. ${advice}`,
		false,
		field.code,
	);
}

function nameOf({ label, code }: Field): string {
	return label ?? code;
}

/** Makes values readable that quotation marks alone don't distinguish. */
function shown(value: unknown): unknown {
	return Array.isArray(value) && value.includes(undefined)
		? value.map((one) => one ?? null)
		: value;
}

function isEmpty(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

/** Whether a text has only spaces. */
function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
