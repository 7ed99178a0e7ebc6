import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { eachOf, Faults, InputError } from '../../shared/errors';
import { isBlank } from '../../shared/input/text';
import { after } from '../../shared/inOrder';
import { listed } from '../../shared/messages';
import { objectOf } from '../../shared/objects';
import { isOn } from '../../shared/parameters';
import { appIn, guestSpaceOf, noRecord } from '../route';
import {
	type Field,
	type FormField,
	identifies,
	isEditable,
	isSystem,
	loadedForm,
	loadForm,
} from '../codec/form';
import { cellIn, RECORD_ID, type RecordName, setCell, valueOf } from '../codec/cells';
import { matchKey } from '../codec/compare';
import { writtenValues } from '../codec/decode';
import { checkChoice, encode, encodeCells, type EncodeOptions } from '../codec/encode';
import { hasEquality } from '../query/operators';
import { checkFile, hasFileFields, uploadFiles, withBinaryFields, withFileCopies } from './files';
import {
	assignedFields,
	fieldNamed,
	filledInBy,
	isAutomatic,
	type Mapped,
	mappedValues,
	noSuchField,
	splitRow,
	UnknownNames,
	valueNamed,
} from '../codec/names';

/** A record to write, and the fields to change. */
export interface MatchedRecord extends RecordName {
	record: IDataObject;
}

/** A record that is matched by its values. */
export type KeyedRecord = MatchedRecord &
	(Required<Pick<RecordName, 'updateKey'>> | Required<Pick<RecordName, 'match'>>);

export function formOfItem(item: ItemContext): FormField[] | Promise<FormField[]> {
	return knownForm(item) ?? loadForm(item, appIn(item.read('app')).id, guestSpaceOf(item));
}

/** The form of the item's app, if it was read before: grouping needs it at once. */
export function knownForm(item: ItemContext): FormField[] | undefined {
	return loadedForm(item, appIn(item.read('app')).id, guestSpaceOf(item));
}

/** What an element writes to its record, as Get returns it, with the field that the record is found by. */
export function writtenFields(
	item: ItemContext,
	{ updateKey, match, record }: Omit<MatchedRecord, 'id'>,
): IDataObject {
	const key = updateKey && { [updateKey.field]: { value: updateKey.value } };
	const form = knownForm(item) ?? [];
	return writtenValues(record, form, writtenValues({ ...key, ...match?.cells }, form));
}

/** How the values of an item become cells. */
export function encodeOptions(item: ItemContext, more?: Partial<EncodeOptions>): EncodeOptions {
	return {
		zone: item.timeZone,
		now: item.now,
		hint: (text) => item.hint(text),
		checkFile: (name) => checkFile(name, item),
		convert: isOn(item, 'options.convertValues'),
		replacesTables: item.operation.method !== 'POST',
		...more,
	};
}

/** The table whose rows the operation makes of items; undefined if there is none. Throws `InputError` for one that the form doesn't have. */
export function tableOfItem(form: Field[], item: ItemContext): Field | undefined {
	if (!item.operation.parameters.some(({ name }) => name === 'table')) return undefined;
	const name = String(item.read('table'));
	const tables = keptFor(form, () => form.filter(({ columns }) => columns !== undefined));
	const table = fieldNamed(tables, name);
	if (table) return table;
	throw noSuchField(name, tables, 'The app has no table');
}

const listsOfFields = new WeakMap<object, Field[]>();

/** The same list of fields for all items: names are looked up once for each list (`fieldNamed`). */
function keptFor(owner: object, listOf: () => Field[]): Field[] {
	const list = listsOfFields.get(owner) ?? listOf();
	listsOfFields.set(owner, list);
	return list;
}

/** The values of the record's own fields: the rows of the table have a mapper of their own. */
function besideTable(mapped: Mapped, table: Field | undefined): Mapped {
	if (table === undefined) return mapped;
	const alone = keptFor(table, () => [table]);
	const own = Object.entries(mapped.values).filter(([name]) => !fieldNamed(alone, name));
	return { ...mapped, values: Object.fromEntries(own) };
}

/** The cells of a record that no item names, ready to send: encoded, with uploaded files. */
export function cellsOfItem(
	item: ItemContext,
	{ isNew, mayBeEmpty = false }: { isNew: boolean; mayBeEmpty?: boolean },
): IDataObject | Promise<IDataObject> {
	return after(formOfItem(item), (form) => {
		const how = { isNew, mayBeEmpty, checksChoices: true };
		const cells = cellsToWrite(item, form, how, new Faults());
		if (!hasFileFields(form)) return cells;
		return after(uploadFiles(cells, item), (sent) => withFileCopies(sent, undefined, item));
	});
}

/** The cells to write with the record that they are for; files of other records are copied later. */
export function recordToChange(
	item: ItemContext,
	mode: 'update' | 'upsert',
	{ isCompared = false } = {},
): MatchedRecord | Promise<MatchedRecord> {
	return after(formOfItem(item), (form) => {
		const faults = new Faults();
		const target = faults.of(() => recordNamedIn(item, mode, form));
		const { updateKey, match } = target ?? {};
		const keys = match?.fields.map(({ code }) => code) ?? (updateKey ? [updateKey.field] : []);
		const how = { isNew: false, keys, mayBeEmpty: mode === 'upsert', checksChoices: !isCompared };
		const cells = cellsToWrite(item, form, how, faults);
		const sent = hasFileFields(form) ? uploadFiles(cells, item) : cells;
		return after(sent, (record) => ({ record, ...target }));
	});
}

interface HowToWrite {
	isNew: boolean;
	/** Codes of the fields to match by. */
	keys?: string[];
	mayBeEmpty: boolean;
	checksChoices: boolean;
}

/**
 * The cells in the service's format, without the fields to match by. Files are not uploaded yet. Throws
 * `InputError` for all that is wrong with the item.
 * @param faults what was refused before
 */
function cellsToWrite(
	item: ItemContext,
	form: Field[],
	{ isNew, keys = [], mayBeEmpty, checksChoices }: HowToWrite,
	faults: Faults,
): IDataObject {
	const table = tableOfItem(form, item);
	const mapped = besideTable(withBinaryFields(mappedValues(item), form, item), table);
	const isOfRow = (name: string) =>
		table !== undefined &&
		isAutomatic(item, 'columns') &&
		fieldNamed(table.columns ?? [], name) !== undefined;
	const unknown = new UnknownNames(mapped.isAutomatic, 'The app', 'field', isOfRow);
	const assigned = assignedFields(mapped, form, unknown.take, faults);
	// Mapped by hand, an unknown column names its table.
	const rows = { unknown: unknown.take, skipsUnknown: mapped.isAutomatic, checksChoices };
	const written = assigned.filter(({ field }) => !keys.includes(field.code));
	const options = encodeOptions(item, rows);
	const cells = faults.of(() => encodeCells(written, options, isNew)) ?? {};
	faults.of(() => unknown.check(item));
	faults.end();
	// Of a list, nothing may remain; false is the value of a check box.
	const isGiven = (one: unknown) => [one].flat().some((entry) => !isBlank(entry));
	const isNothing = Object.keys(cells).length === 0 && !written.some(({ given }) => isGiven(given));
	if (isNothing && !mayBeEmpty) throw nothingToWrite(mapped, form, [...(unknown.filledIn ?? [])]);
	unknown.tell(item);
	return cells;
}

/** For an item that writes nothing: the service would create a record, or raise the revision. */
export function nothingToWrite(
	mapped: Pick<Mapped, 'isAutomatic' | 'values'>,
	form: Field[],
	filledIn: Array<[string, Field]> = [],
): InputError {
	if (!mapped.isAutomatic) {
		return new InputError(
			'No mapped field has a value',
			'Nothing was written for this item. Enter a value, or correct the expressions. To clear a field of an existing record, map null or empty text',
		);
	}
	if (filledIn.length > 0)
		return new InputError(`The item has nothing to write: ${filledInBy(filledIn)}`);
	const isOfApp = (name: string) => name === RECORD_ID || fieldNamed(form, name) !== undefined;
	const known = Object.keys(mapped.values).filter(isOfApp);
	const given = known.filter((name) => !isBlank(mapped.values[name]));
	if (known.length > 0) {
		return new InputError(
			given.length > 0
				? `The item has nothing to write besides ${listed(given)}`
				: 'The item has only empty values for fields of the app',
			'Nothing was written for this item. Fill in at least one field that is not used to find the record',
		);
	}
	const codes = form.filter(isEditable).map(({ code }) => code);
	return new InputError(
		'No field of the item matches a field of the app',
		`The item has ${listed(Object.keys(mapped.values)) || 'no fields'}. The app has ${listed(codes) || 'no fields to fill in'}. Rename the fields of the item to the field codes or labels of the app, or map them manually`,
	);
}

/**
 * How an update identifies its record: by ID, by a unique field, which the service finds, or by other
 * fields. Throws `InputError` if it doesn't.
 */
export function recordNamedIn(
	item: ItemContext,
	mode: 'update' | 'upsert',
	form: FormField[],
): RecordName {
	const mapped = mappedValues(item);
	const { matchBy } = mapped;
	if (matchBy.length === 0 || matchBy.includes(RECORD_ID)) {
		if (mode === 'update') return { id: recordIdIn(mapped) };
		throw new InputError(
			'No field to match by is selected',
			'Choose the fields that identify a record under "Match By"',
		);
	}
	const cells: IDataObject = {};
	const fields = eachOf(matchBy, (code) => {
		const field = fieldToMatchBy(code, form);
		const given = valueNamed(mapped, form, field);
		const value = isBlank(given) ? '' : encode(field, given, encodeOptions(item));
		if (isBlank(value)) {
			throw new InputError(
				`The item has no value for "${field.label}" to find the record by`,
				'Fill in the field to match by. With automatic mapping, the item needs a field with this name',
			);
		}
		// The service refuses to search for a choice that the form doesn't have.
		checkChoice(field, value);
		setCell(cells, code, { value } as IDataObject);
		return field;
	});
	const [only] = fields;
	if (only && fields.length === 1 && identifies(only)) {
		return { updateKey: { field: only.code, value: String(valueOf(cellIn(cells, only.code))) } };
	}
	return { match: { fields, cells, key: matchKey(fields, cells) } };
}

function fieldToMatchBy(code: string, form: FormField[]): FormField {
	const fields = form.filter((one) => identifies(one) || (isEditable(one) && !isSystem(one)));
	const field = fields.find((one) => one.code === code);
	if (field === undefined) throw noSuchField(code, fields);
	if (hasEquality(field.type)) return field;
	throw new InputError(
		`Records can't be matched by "${field.label}": the service can't search for the exact value of this type of field`,
		'Match by other fields',
	);
}

/** The value of a key as the service has it. Spaces are part of a text. */
export function keyValue(field: Field, given: unknown, item: ItemContext): string {
	return String(encode(field, given, encodeOptions(item)));
}

function recordIdIn({ values }: Mapped): string {
	const given = cellIn(values, RECORD_ID);
	const id = String(objectOf(given).value ?? given ?? '').trim();
	if (/^\d+$/.test(id)) return id;
	if (id !== '') throw noRecord(id);
	throw new InputError(
		'The item has no value for "Record ID ($id)" to find the record by',
		'Fill in the record ID. With automatic mapping, the item needs a field named $id',
	);
}

/** The row of a table in an item: the item itself, or what Split Table has put under the table's name. */
export function rowValues(table: Field, item: ItemContext): Mapped {
	const mapped = mappedValues(item, 'columns');
	const row = mapped.isAutomatic ? splitRow(mapped.values, table) : undefined;
	return row ? { ...mapped, values: row } : mapped;
}
