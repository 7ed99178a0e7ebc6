import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isComposed } from '../../shared/itemPaths';
import { jsonIn } from '../../shared/json';
import { listed, nounFor, quoteShort } from '../../shared/messages';
import { CHANGING, lacksPart, missingPartOf } from '../../shared/missingParts';
import { isObject } from '../../shared/objects';
import { isFromModel, isLeftBlank, saysNothing } from '../../shared/parameterReader';
import { partsInQuotes, quotedTexts } from '../../shared/quotedTexts';
import { thenMaybe } from '../../shared/maybePromise';
import { withoutError } from '../../shared/run/errorItem';
import { appIn, guestSpaceOf } from '../route';
import { cellIn, setCell } from './cells';
import { ROW_ID, ROW_ID_OF_VERSION_1 } from './decode';
import {
	checkRawRows,
	encode,
	type EncodeChoices,
	foundNothing,
	holdsTime,
	isNamedByCode,
	sharedLabel,
} from './encode';
import { uploadFilesOf, waitsForFiles } from './files';
import { type Field, formReadBefore, isSystem, isWritable, liveForm, loadForm } from './form';
import { checkColumns, isUrlOfWrite, type Names, type Target } from './unknownColumns';

/** A field of the mapper's stored schema; n8n keeps our additional keys. */
export interface MapperField extends ResourceMapperField {
	fieldType?: string;
	label?: string;
	choices?: string[];
	columns?: Field[];
}

/** The mapped values before encoding. */
export interface Mapped {
	/** Values by field code or label. */
	values: IDataObject;
	/** Ignores keys without a field, because they come from the item. */
	fromItem: boolean;
	/** Fields were mapped manually: read-only fields are refused instead of ignored. */
	byHand?: boolean;
	/** Code of the field to match by, for updates. */
	matchBy?: string | undefined;
	/** Codes of the other part of the form: of the table's columns for a record, and the reverse. */
	otherCodes?: Set<string>;
	/** The stored schema, empty if the editor never created one. */
	schema: MapperField[];
	/** The texts with expressions that the workflow stores for the values. */
	composed?: Composed;
}

interface Composed extends Pick<ItemView, 'parts'> {
	textOf(key: string): string | undefined;
	isUpdate: boolean;
}

/** Code of the record ID in the mapper. */
export const RECORD_ID = '$id';

/**
 * Reads the value of the mapper, or an object from an expression.
 * @param parameter name of the mapper
 */
export function mapped(
	value: unknown,
	item: Pick<ItemView, 'json' | 'node' | 'operation' | 'parts'>,
	parameter = 'fields',
): Mapped {
	const mapper = (value ?? {}) as {
		mappingMode?: string;
		value?: IDataObject | null;
		matchingColumns?: string[];
		schema?: MapperField[];
	};
	if (mapper.mappingMode === undefined) {
		return { values: mapper as IDataObject, fromItem: false, schema: [] };
	}
	const { schema = [], matchingColumns: [first] = [] } = mapper;
	const matchBy = first || undefined;
	if (mapper.mappingMode === 'autoMapInputData') {
		return { schema, matchBy, values: withoutError(item.json), fromItem: true };
	}
	// Null is the editor's value for an empty control. What an AI agent's model leaves blank stays as
	// it is. From any other expression, null and empty text clear the field.
	const { value: stored = null } = (item.node.parameters[parameter] ?? {}) as { value?: unknown };
	const storedFor = (key: string) =>
		typeof stored === 'object' ? cellIn((stored ?? {}) as IDataObject, key) : undefined;
	const untouched = (key: string, entry: unknown) => {
		const one = storedFor(key);
		return (entry === null && one === null) || isLeftBlank(entry, one);
	};
	const filled = Object.entries(mapper.value ?? {}).filter(
		([key, entry]) => !untouched(key, entry),
	);
	const tables = new Set(
		schema.flatMap(({ id, fieldType }) => (fieldType === 'SUBTABLE' ? [id] : [])),
	);
	const values = filled.map(([key, entry]) => {
		const isOfModel = tables.has(key) && isFromModel(storedFor(key));
		return [key, isOfModel ? withoutBlankCells(entry, key) : entry] as const;
	});
	const composed: Composed = {
		textOf: (key) => {
			const one = storedFor(key);
			return typeof one === 'string' && isComposed(one) ? one : undefined;
		},
		parts: (text) => item.parts(text),
		isUpdate: CHANGING.has(item.operation.method),
	};
	const texts = Object.values(isObject(stored) ? stored : {});
	const hasParts = texts.some((one) => typeof one === 'string' && isComposed(one));
	const byHand = {
		values: Object.fromEntries(values) as IDataObject,
		byHand: true,
		...(hasParts && { composed }),
	};
	return { schema, matchBy, fromItem: false, ...byHand };
}

/** Rows that an AI agent's model made: columns that it leaves blank stay as they are, too. */
function withoutBlankCells(rows: unknown, table: string): unknown {
	const isJson = typeof rows === 'string' && /^\s*[[{]/.test(rows);
	const list = isJson ? (jsonIn(rows, table) ?? rows) : rows;
	if (Array.isArray(list)) return list.map((row: unknown) => withoutBlankCells(row, table));
	if (!isObject(list)) return list;
	const given = Object.entries(list).filter(
		([, cell]) => !saysNothing(isObject(cell) && 'value' in cell ? cell.value : cell),
	);
	const { value } = list;
	return {
		...Object.fromEntries(given),
		...(isObject(value) && { value: withoutBlankCells(value, table) }),
	};
}

const FORM_HIDDEN =
	"The credential can't read the app's form, so the fields stored in the node were used, which may be outdated. Give the credential permission to view or add records of the app";

/**
 * The fields for encoding: those of the live form, because the form may have changed
 * since the node was set up, or those stored with the mapper if the credential can't read it.
 * Throws `RequestError` if the fields are unknown.
 */
export function fieldsFor(
	{ schema }: Pick<Mapped, 'schema'>,
	item: ItemView,
): Field[] | Promise<Field[]> {
	const { id } = appIn(item.read('app'));
	const guestSpace = guestSpaceOf(item);
	return thenMaybe(liveForm(item, id, guestSpace), (form) => {
		if (form !== null) return form;
		const stored = storedFields(schema);
		// Throws the stored error.
		if (stored.length === 0) return loadForm(item, id, guestSpace);
		item.hint(FORM_HIDDEN);
		return stored;
	});
}

/** The same if it is known without a request. */
export function knownFields(
	{ schema }: Pick<Mapped, 'schema'>,
	item: Pick<ItemView, 'read' | 'connection'>,
): Field[] {
	return formReadBefore(item, appIn(item.read('app')).id) ?? storedFields(schema);
}

/** Fields from the stored schema; none if it lacks types. */
export function storedFields(schema: MapperField[]): Field[] {
	const fields = ofSchema.get(schema) ?? fieldsOf(schema);
	ofSchema.set(schema, fields);
	return fields;
}

/** The schema is the same for all items. */
const ofSchema = new WeakMap<MapperField[], Field[]>();

/** Undefined if the schema lacks types. */
function fieldsOf(schema: MapperField[]): Field[] {
	if (schema.some(({ fieldType }) => fieldType === undefined)) return [];
	return schema.map(({ id, fieldType = '', label, options, choices, columns }) => ({
		code: id,
		type: fieldType,
		...(label && { label }),
		...((options ?? choices) && { choices: choices ?? options?.map(({ value }) => String(value)) }),
		...(columns && { columns }),
	}));
}

/** The field for a key: by its code, else by its label if the label is unique. */
export function fieldOf(fields: Field[], key: string): Field | undefined {
	return knownOf(fields).names.get(key);
}

/**
 * The field for a mapped key. A code stored by the editor never matches another field's
 * label, which may be newer, and neither does a key of an item that is a code in the form.
 */
export function mappedField(mapped: Mapped, fields: Field[], key: string): Field | undefined {
	const { byHand = false, schema } = mapped;
	const field = fieldOf(fields, key);
	if (field === undefined || field.code === key) return field;
	if (isOtherCode(mapped, fields, key)) return undefined;
	if (!byHand) return field;
	return schema.some(({ id }) => id === key) ? undefined : field;
}

/** The mapped value of a field: by its code, else by its label unless that is another field's code. */
export function valueFor(
	{ code, label }: Pick<Field, 'code' | 'label'>,
	mapped: Mapped,
	fields: Field[],
): unknown {
	const { values } = mapped;
	const own = cellIn(values, code);
	if ((own ?? undefined) !== undefined || label === undefined) return own;
	const other = fieldOf(fields, label);
	const isOther =
		(other !== undefined && other.code !== code) || isOtherCode(mapped, fields, label);
	return isOther ? own : cellIn(values, label);
}

/** Whether a key of an item, which is or was a table row, is the code of a column. */
function isOtherCode(
	{ fromItem, values, otherCodes }: Mapped,
	fields: Field[],
	key: string,
): boolean {
	if (!fromItem) return false;
	if (otherCodes !== undefined) return otherCodes.has(key);
	const isRow = ROW_ID in values || ROW_ID_OF_VERSION_1 in values;
	return isRow && knownOf(fields).columns.has(key);
}

/** Cached properties of the same fields for all items. */
interface Known {
	/** The codes of the columns of all tables. */
	columns: Set<string>;
	names: Map<string, Field>;
	/** Fields by their label. */
	labels: Map<string, Field[]>;
	/** Whether some of them hold files. */
	files: boolean;
}

const ofFields = new WeakMap<Field[], Known>();

function knownOf(fields: Field[]): Known {
	const before = ofFields.get(fields);
	if (before) return before;
	const labels = new Map<string, Field[]>();
	for (const field of fields) {
		const { label } = field;
		if (label !== undefined) labels.set(label, [...(labels.get(label) ?? []), field]);
	}
	const columns = codesOf(fields.flatMap(({ columns = [] }) => columns));
	const known = { columns, names: namesOf(fields), labels, files: fields.some(takesFiles) };
	ofFields.set(fields, known);
	return known;
}

function takesFiles({ type, columns }: Field): boolean {
	return type === 'FILE' || columns?.some(takesFiles) === true;
}

/** What the names of an automatically mapped item fit. */
export function namesFor(fields: Field[]): Names {
	const { names, labels } = knownOf(fields);
	return {
		fits: (key) => names.get(key),
		labeled: (key) => labels.get(key) ?? [],
		filledIn: isFilledIn,
	};
}

/** Throws `InputError` for the label of several fields that can be written. */
export function checkLabel(key: string, fields: Field[], what: 'field' | 'column'): void {
	const some = (knownOf(fields).labels.get(key) ?? []).filter((field) => !isFilledIn(field));
	if (some.length > 1) throw sharedLabel(key, some, what);
}

function isFilledIn(field: Field): boolean {
	return !isWritable(field) || filledByService(field);
}

/** A label that several fields share matches the editable one. */
function namesOf(fields: Field[]): Map<string, Field> {
	const names = new Map<string, Field>();
	const filled = fields.filter((field) => !isFilledIn(field));
	for (const some of [fields, filled]) {
		const labels = some.map(({ label }) => label);
		for (const field of some) {
			const { label } = field;
			if (label === undefined) continue;
			const alone = labels.indexOf(label) === labels.lastIndexOf(label);
			if (alone) names.set(label, field);
			else names.delete(label);
		}
	}
	for (const field of [...fields].reverse()) names.set(field.code, field);
	return names;
}

/**
 * Encodes mapped values: field code → cell. Skips read-only fields and those
 * without a value. Throws `InputError` for an invalid value and for an unknown
 * name.
 */
export function encodeRecord(mapped: Mapped, fields: Field[], choices: EncodeChoices): IDataObject {
	const record: IDataObject = {};
	for (const key in mapped.values) {
		const value = mapped.values[key];
		if (isIdentity(key) || foundNothing(value)) continue;
		if (mapped.fromItem && isUrlOfWrite(key, mapped.values)) continue;
		const field = mappedField(mapped, fields, key);
		if (field === undefined) {
			if (mapped.otherCodes?.has(key) !== true) checkLabel(key, fields, 'field');
			if (mapped.fromItem) continue;
			throw noSuchField(key);
		}
		const isComputed = !isWritable(field) || field.computed === true;
		if (isComputed && mapped.byHand) throw notWritable(field);
		if (!isWritable(field) || (mapped.fromItem && filledByService(field))) continue;
		if (isNamedByCode(field, key, mapped.values)) continue;
		if (holdsTime(field)) checkWhole(mapped, key);
		if (field.type === 'SUBTABLE') checkRows(mapped, key, field);
		setCell(record, field.code, encode(field, value, choices) as IDataObject);
	}
	return record;
}

/** Throws `InputError` for a date or time of which a part was not found: the rest is another one. */
export function checkWhole({ composed }: Mapped, key: string, text = composed?.textOf(key)): void {
	if (composed === undefined || text === undefined) return;
	const missing = missingPartOf(text, (one) => composed.parts(one), composed);
	if (missing !== undefined) throw lacksPart(missing.expression, key);
}

/** The same in the rows of a table as JSON. Throws `InputError`, too, for a value that ends its quotes. */
function checkRows(mapped: Mapped, key: string, { columns = [] }: Field): void {
	const { composed } = mapped;
	const stored = composed?.textOf(key);
	if (composed === undefined || stored === undefined) return;
	partsInQuotes(stored, key, composed);
	const dates = columns.filter(holdsTime);
	for (const { key: name, text } of quotedTexts(stored)) {
		const isDate = dates.some(({ code, label }) => name === code || name === label);
		if (name !== undefined && isDate) checkWhole(mapped, key, `=${text}`);
	}
}

/**
 * Throws `InputError` if nothing would be written: the service would change
 * nothing, raise the revision, and report success.
 * @param matching code of the field to match by, which alone changes nothing
 */
function checkAnything(
	record: IDataObject,
	{ values, fromItem }: Mapped,
	fields: Field[],
	matching?: string,
): void {
	for (const code in record) if (code !== matching) return;
	if (fromItem) throw noFieldMatches(values, fields, matching);
	const { names } = knownOf(fields);
	const changes = (key: string) => !isIdentity(key) && names.get(key)?.code !== matching;
	if (!Object.keys(values).some(changes)) return;
	throw foundNoValue('field');
}

/** @param what `field` or `column`, with the table's name where it has one */
export function foundNoValue(what: string): InputError {
	return new InputError(
		`The expressions returned no value for any mapped ${what}`,
		'Nothing was written for this item. Check the expressions. To clear a field, map null or empty text',
	);
}

/** ID and revision, which are not written. */
function isIdentity(key: string): boolean {
	return key === RECORD_ID || key === '$revision';
}

const REFRESH = 'open the node, refresh the field list, and map the field again';

export function noSuchField(key: string): InputError {
	return new InputError(
		`The app has no field ${quoteShort(key)}`,
		`Nothing was written for this item. Use field codes. If the field was renamed or removed, ${REFRESH}`,
	);
}

export function notWritable({ label, code }: Field): InputError {
	return new InputError(
		`Field "${label ?? code}" can't be written: the service fills it in`,
		`Nothing was written for this item. If the field was changed in the form, ${REFRESH}`,
	);
}

/** Maximum number of names in a message. */
const MOST_NAMES = 5;

function noFieldMatches(values: IDataObject, fields: Field[], matching?: string): InputError {
	const listed = (names: string[]) =>
		names.slice(0, MOST_NAMES).map(quoteShort).join(', ') +
		(names.length > MOST_NAMES ? ', …' : '');
	const given = Object.keys(values).filter((key) => !isIdentity(key) && key !== matching);
	const taken = fields.filter((field) => !isFilledIn(field));
	const codes = taken.map(({ code }) => code).filter((code) => code !== matching);
	return new InputError(
		'No field of the item matches a field of the app',
		`The item has ${listed(given) || 'no fields'}. The app has ${listed(codes) || 'no fields to fill in'}. Rename the fields of the item to the field codes or labels of the app, or map them manually`,
	);
}

/** Fields that are ignored, because they come along when a record was read before. */
function filledByService(field: Field): boolean {
	return field.computed === true || isSystem(field);
}

/**
 * Values in the service's format: `{value: …}` or the inner value.
 * Throws `InputError` for an unknown name, because the service would ignore it.
 */
function rawRecord(mapped: Mapped, fields: Field[]): IDataObject {
	const { values, fromItem } = mapped;
	const record: IDataObject = {};
	for (const [key, value] of Object.entries(values)) {
		if (foundNothing(value) || isIdentity(key)) continue;
		const field = mappedField(mapped, fields, key);
		if (field === undefined && fields.length > 0) {
			checkLabel(key, fields, 'field');
			if (fromItem) continue;
			throw noSuchField(key);
		}
		const byLabel = field !== undefined && field.code !== key;
		if (byLabel && isNamedByCode(field, key, values)) continue;
		if (byLabel && fromItem && isFilledIn(field)) continue;
		const cell = isCell(value) ? { value: value.value } : { value };
		if (field?.type === 'SUBTABLE') checkRawRows(field, cell.value);
		setCell(record, field?.code ?? key, cell as IDataObject);
	}
	return record;
}

function isCell(value: unknown): value is { value: IDataObject[string] } {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && 'value' in value;
}

/** How the cells of a record are used. */
export interface Purpose {
	/** Code of the field to match by, which alone changes nothing. */
	matching?: string;
	/** The record is written even without fields, because its table has rows. */
	mayBeEmpty?: boolean;
}

/**
 * The cells of an item's record, ready to send: encoded, with uploaded files. A
 * promise if the form has to be read or has attachment fields.
 * Throws `InputError` for invalid values and `RequestError` if the form or a file can't be read.
 */
export function recordOf(
	value: Mapped,
	item: ItemView,
	{ matching, mayBeEmpty = false }: Purpose = {},
): IDataObject | Promise<IDataObject> {
	return thenMaybe(fieldsToWrite(value, item), (fields) => {
		const raw = isRaw(item);
		const wanted = besideTable(value, fields, item);
		const newRecord = item.operation.method === 'POST';
		const choices = {
			timeZone: item.timeZone,
			convert: item.read('options.convertValues', false) === true,
			newRecord,
			replacesTables: !newRecord,
			ownTable: String(item.read('table', '') ?? '').trim(),
		};
		const record = raw ? rawRecord(wanted, fields) : encodeRecord(wanted, fields, choices);
		if (value.fromItem && fields.length > 0) checkFields(value, fields, item);
		if (!mayBeEmpty || value.fromItem) checkAnything(record, value, fields, matching);
		const waits = !raw && knownOf(fields).files && waitsForFiles(record);
		return waits ? uploadFilesOf(record, item) : record;
	});
}

/** Checks the names of an item's fields; `changeOf` checks them where the columns of a table are mapped automatically, too. */
function checkFields({ values, schema, matchBy }: Mapped, fields: Field[], item: ItemView): void {
	if (isAutomatic(item, 'columns')) return;
	const isOwn = item.operation.method !== 'POST' && matchBy === RECORD_ID;
	checkColumns(values, item, { ...formTarget(fields, schema), isOwn });
}

function formTarget(fields: Field[], schema: MapperField[]): Omit<Target, 'isOwn'> {
	return {
		names: [namesFor(fields)],
		where: 'the app has no field with this code or label',
		missing: (keys) => `The app has no ${nounFor(keys, 'field')} ${listed(keys)}`,
		isLive: fields !== storedFields(schema),
	};
}

/** Whether a mapper of the operation maps automatically. */
export function isAutomatic(item: ItemView, mapper: 'fields' | 'columns'): boolean {
	if (!item.operation.parameters.some(({ name }) => name === mapper)) return false;
	const { mappingMode } = (item.read(mapper) ?? {}) as { mappingMode?: string };
	return mappingMode === 'autoMapInputData';
}

/** The mapped values of a record; where the item is also a row of a table, with the codes of its columns. */
export function besideTable(wanted: Mapped, fields: Field[], item: ItemView): Mapped {
	const table = wanted.fromItem ? String(item.read('table', '') ?? '').trim() : '';
	const columns = table === '' ? undefined : fieldOf(fields, table)?.columns;
	return columns ? { ...wanted, otherCodes: codesOf(columns) } : wanted;
}

/** The codes of fields. */
export function codesOf(fields: Field[]): Set<string> {
	return new Set(fields.map(({ code }) => code));
}

/** `fieldsFor`; values in the service's format can be sent without knowing the fields. */
export function fieldsToWrite(value: Mapped, item: ItemView): Field[] | Promise<Field[]> {
	if (!isRaw(item) || storedFields(value.schema).length > 0) return fieldsFor(value, item);
	const form = liveForm(item, appIn(item.read('app')).id, guestSpaceOf(item));
	return thenMaybe(form, (fields) => fields ?? []);
}

function isRaw(item: ItemView): boolean {
	return item.read('options.rawValues', false) === true;
}
