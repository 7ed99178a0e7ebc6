import type { IDataObject } from 'n8n-workflow';

import { attempt, eachOf, Faults, InputError } from '../../shared/errors';
import { isBlank, splitList, unstorable } from '../../shared/input/text';
import type { Frame } from '../../shared/input/date';
import { listed, quoteShort } from '../../shared/messages';
import { isObject } from '../../shared/objects';
import { ROW_ID } from './decode';
import { type Field, isEditable } from './form';
import { looseDecimal, toDecimal } from './numbers';
import { readDay, readInstant, readTime, textOfDateObject } from './times';
import { setCell, type TableRow, valueOf } from './cells';
import { type Assigned, assignedFields, fieldNamed, noSuchField, type TakeUnknown } from './names';

export interface EncodeOptions extends Frame {
	/** Accepts formatted numbers (`1,200`). */
	convert?: boolean;
	/** Takes the names of columns that aren't written. */
	unknown?: TakeUnknown;
	/** Whether columns that a table doesn't have are left out. */
	skipsUnknown?: boolean;
	/** Whether choices are those of the form; else they are checked when it is known what differs. */
	checksChoices?: boolean;
	/** Throws `InputError` for a file that is neither a binary field of the item nor a file key. */
	checkFile?: (name: string) => void;
	/** A table replaces the one that the record has, so a single row of that one is refused. */
	replacesTables?: boolean;
}

/** A file to upload from a binary field before the record is written. */
export class PendingFile {
	constructor(readonly property: string) {}
}

/**
 * The cells of a record in the service's format. Null, empty text, and an empty list clear a field; they
 * are left out where a record or a row is new, which then gets the default values of its form. Throws
 * `InputError` for all fields that are wrong.
 */
export function encodeCells(assigned: Assigned[], options: EncodeOptions, isNew: boolean) {
	const isLeftOut = (one: unknown) => one === undefined || (isNew && isBlank(one));
	const cells: IDataObject = {};
	eachOf(assigned, ({ field, given }) => {
		const value = isCell(given) ? given.value : given;
		if (isLeftOut(value)) return;
		const sent = encode(field, value, options);
		if (options.checksChoices) checkChoice(field, sent);
		// Of a list, nothing may remain.
		if (!isLeftOut(sent)) setCell(cells, field.code, { value: sent } as IDataObject);
	});
	return cells;
}

/**
 * A value in the service's format. A cell in this format (`{value: …}`) counts as its value. Files stay
 * `PendingFile`s until they are uploaded. Throws `InputError` with field and value if the value doesn't
 * match the type; choices are checked when they are written (see `checkChoices`).
 */
export function encode(field: Field, given: unknown, options: EncodeOptions): unknown {
	const value = isCell(given) ? given.value : given;
	const problem = unstorable(value);
	if (problem) {
		const message = `"${labelOfField(field)}" ${problem.message}`;
		throw new InputError(message, problem.advice, { field: field.code });
	}
	switch (field.type) {
		case 'NUMBER':
			return decimalText(field, oneOf(field, value), options);
		case 'CHECK_BOX':
		case 'MULTI_SELECT':
			return choicesIn(field, value);
		case 'RADIO_BUTTON':
		case 'DROP_DOWN':
			return choiceNamed(field, oneOf(field, value));
		case 'DATE':
			return moment(field, value, readDay, options);
		case 'TIME':
			return moment(field, value, readTime, options);
		case 'DATETIME':
		case 'CREATED_TIME':
		case 'UPDATED_TIME':
			return moment(field, value, readInstant, options);
		case 'USER_SELECT':
		case 'ORGANIZATION_SELECT':
		case 'GROUP_SELECT':
			return isBlank(value) ? [] : splitList(value).map(entityOf.bind(undefined, field));
		case 'CREATOR':
		case 'MODIFIER':
			return entityOf(field, oneOf(field, value));
		case 'FILE':
			return isBlank(value) ? [] : splitList(value).map(fileOf.bind(undefined, field, options));
		case 'SUBTABLE':
			return rowsToSend(field, value, options);
		default:
			return scalarText(field, oneOf(field, value));
	}
}

/** Whether it is a cell in the service's format, as in webhooks. */
function isCell(value: unknown): value is { value: unknown } {
	if (!isObject(value) || !('value' in value)) return false;
	return Object.keys(value).every((key) => key === 'value' || key === 'type');
}

/** A list of one is its entry. */
function oneOf(field: Field, value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const entries = value.filter((one) => !isBlank(one));
	if (entries.length < 2) return entries[0];
	throw misfit(field, value, 'accepts only one value', 'Use a single value instead of a list');
}

function scalarText(field: Field, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'number' && !Number.isFinite(value)) {
		const advice = 'A calculation returned no number. Check its inputs';
		throw misfit(field, value, 'must be text', advice);
	}
	if (typeof value !== 'object') return String(value as string);
	const time = textOfDateObject(value);
	if (time !== undefined) return time;
	const advice =
		'The value is an object. Select a single value of it, or convert it to text with {{ JSON.stringify($json.name) }}';
	throw misfit(field, value, 'must be text', advice);
}

function decimalText(field: Field, value: unknown, { convert }: EncodeOptions): string {
	if (isBlank(value)) return '';
	const decimal = toDecimal(value);
	if (decimal !== undefined) return decimal;
	const meant = looseDecimal(value);
	if (convert && meant !== undefined) return meant;
	const advice =
		meant === undefined
			? 'Use digits and a decimal point, for example 1200.5'
			: `Use ${meant}, or turn on the option Convert Values`;
	throw misfit(field, value, 'is not a valid number', advice);
}

/** An object with one name is its name where a choice or a person is wanted. */
export function nameIn(value: unknown): unknown {
	return isObject(value) ? (value.code ?? value.value ?? value.name) : value;
}

function choicesIn(field: Field, value: unknown): string[] {
	if (isBlank(value)) return [];
	const { choices: [only, other] = [] } = field;
	// A spreadsheet's check box, for a field with one choice.
	const isOne = only !== undefined && other === undefined && String(value) !== only;
	if (isOne && /^(?:true|false)$/i.test(String(value))) {
		return /true/i.test(String(value)) ? [only] : [];
	}
	return splitList(value).map((choice) => choiceNamed(field, choice));
}

/** The choice, whose form may have blanks at its ends as an item may. */
function choiceNamed(field: Field, value: unknown): string {
	const text = scalarText(field, nameIn(value) ?? value);
	const { choices = [] } = field;
	if (choices.includes(text)) return text;
	return choices.find((choice) => choice.trim() === text.trim()) ?? text.trim();
}

/**
 * Throws `InputError` for a choice that the form doesn't have.
 * @param prefix where the fields are, if they are columns
 */
export function checkChoices(cells: IDataObject, fields: Field[], prefix = ''): void {
	eachOf(Object.keys(cells), (code) => {
		const field = fieldNamed(fields, code);
		if (field === undefined) return;
		const value = valueOf(cells[code]);
		const { columns } = field;
		if (columns === undefined || !Array.isArray(value)) return checkChoice(field, value, prefix);
		eachOf(value as TableRow[], (row, at) =>
			checkChoices(row.value, columns, `${labelOfField(field)}, row ${at + 1}, `),
		);
	});
}

export function checkChoice(field: Field, value: unknown, prefix = ''): void {
	const { choices, code } = field;
	if (!choices?.length) return;
	for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
		if (one === undefined || one === '' || choices.includes(String(one))) continue;
		throw new InputError(
			`Field "${prefix}${labelOfField(field)}" has no choice ${quoteShort(one)}`,
			`Its choices are ${listed(choices)}`,
			{ field: code },
		);
	}
}

function moment(
	field: Field,
	given: unknown,
	read: (value: unknown, label: string, frame: Frame) => string,
	frame: Frame,
): string {
	const value = oneOf(field, given);
	if (isBlank(value)) return '';
	return judged(field, () => read(value, labelOfField(field), frame));
}

function entityOf(field: Field, value: unknown): { code: string } {
	const code = nameIn(value);
	if (typeof code === 'string' && code.trim() !== '') return { code: code.trim() };
	if (typeof code === 'number' && Number.isFinite(code)) return { code: String(code) };
	const advice = 'Use a login name or code, several separated by commas, or a list of them';
	throw misfit(field, value, 'needs codes', advice);
}

function fileOf(field: Field, { checkFile }: EncodeOptions, value: unknown) {
	if (typeof value === 'string') {
		judged(field, () => checkFile?.(value), `"${labelOfField(field)}": `);
		return new PendingFile(value);
	}
	if (isObject(value) && typeof value.fileKey === 'string' && value.fileKey !== '') return value;
	const advice =
		'Use the name of a binary field of the item (data), several separated by commas, the file key that File: Upload returned, or files as returned by Get';
	throw misfit(field, value, 'needs files', advice);
}

/**
 * The rows of a table. A single row that is not in a list, as Split Table returns it, is refused for
 * a record that may have others: the service would delete them.
 */
function rowsToSend(table: Field, given: unknown, options: EncodeOptions): TableRow[] {
	if (isBlank(given)) return [];
	const parsed = attempt(() => JSON.parse(given as string) as unknown);
	const value = typeof given === 'string' && 'value' in parsed ? parsed.value : given;
	if (!Array.isArray(value) && isObject(value) && options.replacesTables) {
		throw misfit(
			table,
			value,
			'has a single table row as its value, which would delete all other rows of the record',
			'To change rows, use the resource Table Row. To keep only this row, use a list with it',
		);
	}
	const rows: unknown[] = Array.isArray(value) ? value : [value];
	const filled = rows.filter((row) => !isBlank(row));
	return eachOf(filled, (row, index) => rowToSend(table, row, index, options));
}

/** A table row: plain values by column, or cells beside an `id`; with the row's ID for an existing row. */
function rowToSend(table: Field, row: unknown, index: number, options: EncodeOptions): TableRow {
	const columns = table.columns ?? [];
	if (!isObject(row) || row instanceof Date) {
		const advice = `Use a list of objects, one per row, with the codes of columns as keys: ${listed(codesToWrite(table))}`;
		throw misfit(table, row, 'needs table rows', advice);
	}
	const isRaw = isObject(row.value) && !columns.some(({ code }) => code === 'value');
	const values = isRaw ? (row.value as IDataObject) : row;
	const id = isRaw ? (row.id ?? row[ROW_ID]) : row[ROW_ID];
	const unknown: TakeUnknown = (name, meant = []) => {
		if (meant.length !== 1 && !options.skipsUnknown) throw unknownColumn(table, name);
		options.unknown?.(`${labelOfField(table)}: ${name}`, meant);
	};
	const faults = new Faults();
	const mapped = { values, isAutomatic: true, matchBy: [] };
	const assigned = assignedFields(mapped, columns, unknown, faults);
	const named = assigned.map(({ field, given }) => ({ field: inRow(table, field, index), given }));
	const isNew = isBlank(id);
	if (isNew && assigned.length === 0 && !faults.any) {
		const advice = `Its columns are ${listed(codesToWrite(table))}`;
		throw misfit(table, row, 'has a table row without a value for a column', advice);
	}
	const cells = faults.of(() => encodeCells(named, options, isNew)) ?? {};
	faults.end();
	return { ...(!isNew && { id: String(id) }), value: cells };
}

function inRow(table: Field, column: Field, index: number): Field {
	return { ...column, label: `${labelOfField(table)}, row ${index + 1}, ${labelOfField(column)}` };
}

export function unknownColumn(table: Field, name: string): InputError {
	const { columns = [] } = table;
	return noSuchField(name, columns, `Table "${labelOfField(table)}" has no column`);
}

function codesToWrite({ columns = [] }: Field): string[] {
	return columns.filter(isEditable).map(({ code }) => code);
}

/** What is made of a value. A refusal names the field. */
function judged<T>(field: Field, make: () => T, prefix = ''): T {
	const made = attempt(make);
	if ('value' in made) return made.value;
	const { problem } = made;
	if (!(problem instanceof InputError)) throw problem;
	throw new InputError(`${prefix}${problem.message}`, problem.advice, { field: field.code });
}

function misfit(field: Field, value: unknown, wants: string, advice: string): InputError {
	const message = `"${labelOfField(field)}" ${wants}: ${quoteShort(value)}`;
	return new InputError(message, advice, { field: field.code });
}

function labelOfField({ label, code }: Field): string {
	return label ?? code;
}
