import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { onceThere } from '../../shared/soon';
import { appIn, guestSpaceOf } from '../route';
import { cellIn, setCell } from './cells';
import { encode, type EncodeChoices, foundNothing, isNamedByCode } from './encode';
import { uploadFilesOf, waitsForFiles } from './files';
import { type Field, formReadBefore, isSystem, isWritable, liveForm, loadForm } from './form';

/** A field of the mapper's stored schema; n8n keeps what we add to its own keys. */
export interface MapperField extends ResourceMapperField {
	fieldType?: string;
	label?: string;
	choices?: string[];
	columns?: Field[];
}

/** What the person mapped, before it is encoded. */
export interface Mapped {
	/** Values by field code or label. */
	values: IDataObject;
	/** Keys that no field has are left out instead of refused: they come from the item, not from a person. */
	fromItem: boolean;
	/** A person mapped each field: one that cannot be written is refused instead of left out. */
	byHand?: boolean;
	/** Code of the field that finds the record, for updates. */
	matchBy?: string | undefined;
	/** The stored schema, empty where the editor never made one. */
	schema: MapperField[];
}

/** n8n's function for what the model of an AI agent fills in. */
const FROM_AI = /\$fromai\s*\(/i;

/** Code under which the mapper offers the record's ID for matching. */
export const RECORD_ID = '$id';

/** Code under which the mapper offers a table row's ID for matching, and rows are put out. */
export const ROW_ID_KEY = '$rowId';

/**
 * Reads the value of the mapper, or an object that an expression put in its place.
 * @param parameter name of the mapper among the node's parameters
 */
export function mapped(
	value: unknown,
	item: Pick<ItemView, 'json' | 'node'>,
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
		return { schema, matchBy, values: item.json, fromItem: true };
	}
	// Null is what the editor keeps for a field that nobody filled in, and what the model of an AI
	// agent gives for an argument that it leaves out. From any other expression it clears.
	const { value: stored = null } = (item.node.parameters[parameter] ?? {}) as { value?: unknown };
	const untouched = (key: string) => {
		const one = typeof stored === 'object' ? cellIn((stored ?? {}) as IDataObject, key) : undefined;
		return one === null || (typeof one === 'string' && FROM_AI.test(one));
	};
	const filled = Object.entries(mapper.value ?? {}).filter(
		([key, entry]) => entry !== null || !untouched(key),
	);
	return { schema, matchBy, values: Object.fromEntries(filled), fromItem: false, byHand: true };
}

const FORM_HIDDEN =
	"The app's form could not be read with this credential, so the fields stored in the node were used. Fields that were added, renamed or removed since are not noticed. Give the credential permission to view or add records of the app";

/**
 * The fields that values are encoded by: those of the live form, because the form may have changed
 * since the node was set up; those stored with the mapper where the credential may not read it.
 * Throws `Failed` where nobody knows the fields.
 */
export function fieldsFor(
	{ schema }: Pick<Mapped, 'schema'>,
	item: ItemView,
): Field[] | Promise<Field[]> {
	const { id } = appIn(item.read('app'));
	const guestSpace = guestSpaceOf(item);
	return onceThere(liveForm(item, id, guestSpace), (form) => {
		if (form !== null) return form;
		const stored = storedFields(schema);
		// Gives the refusal that it was told before.
		if (stored.length === 0) return loadForm(item, id, guestSpace);
		item.hint(FORM_HIDDEN);
		return stored;
	});
}

/** The same as far as it is known without asking the service. */
export function knownFields(
	{ schema }: Pick<Mapped, 'schema'>,
	item: Pick<ItemView, 'read' | 'connection'>,
): Field[] {
	return formReadBefore(item, appIn(item.read('app')).id) ?? storedFields(schema);
}

/** Fields by the stored schema; none where it does not tell all types. */
export function storedFields(schema: MapperField[]): Field[] {
	const fields = ofSchema.get(schema) ?? fieldsOf(schema);
	ofSchema.set(schema, fields);
	return fields;
}

/** The schema is the same for all items. */
const ofSchema = new WeakMap<MapperField[], Field[]>();

/** None where the schema does not tell all types. */
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

/** The field that a key names: by its code, else by its label where one field alone has it. */
export function fieldOf(fields: Field[], key: string): Field | undefined {
	return knownOf(fields).names.get(key);
}

/**
 * The field that a mapped key means. A code that the editor stored names no other field by its
 * label: the form may have got one since.
 */
export function mappedField(
	{ byHand = false, schema }: Pick<Mapped, 'byHand' | 'schema'>,
	fields: Field[],
	key: string,
): Field | undefined {
	const field = fieldOf(fields, key);
	if (field === undefined || field.code === key || !byHand) return field;
	return schema.some(({ id }) => id === key) ? undefined : field;
}

/** What is asked of the same fields with every item. */
interface Known {
	names: Map<string, Field>;
	/** Whether some of them hold files. */
	files: boolean;
}

const ofFields = new WeakMap<Field[], Known>();

function knownOf(fields: Field[]): Known {
	const before = ofFields.get(fields);
	if (before) return before;
	const known = { names: namesOf(fields), files: fields.some(takesFiles) };
	ofFields.set(fields, known);
	return known;
}

function takesFiles({ type, columns }: Field): boolean {
	return type === 'FILE' || columns?.some(takesFiles) === true;
}

/** A label that several fields have names the one of them that a person fills in. */
function namesOf(fields: Field[]): Map<string, Field> {
	const names = new Map<string, Field>();
	const filled = fields.filter((field) => isWritable(field) && !filledByService(field));
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
 * Encodes mapped values: field code → cell. Fields that no write takes are left out, and those of
 * which an expression found nothing. Throws `Refusal` for a value that does not fit and for a name
 * that no field has.
 */
export function encodeRecord(mapped: Mapped, fields: Field[], choices: EncodeChoices): IDataObject {
	const record: IDataObject = {};
	for (const key in mapped.values) {
		const value = mapped.values[key];
		if (isIdentity(key) || foundNothing(value)) continue;
		const field = mappedField(mapped, fields, key);
		if (field === undefined) {
			if (mapped.fromItem) continue;
			throw noSuchField(key);
		}
		const isComputed = !isWritable(field) || field.computed === true;
		if (isComputed && mapped.byHand) throw notWritable(field);
		if (!isWritable(field) || (mapped.fromItem && filledByService(field))) continue;
		if (isNamedByCode(field, key, mapped.values)) continue;
		setCell(record, field.code, encode(field, value, choices) as IDataObject);
	}
	return record;
}

/**
 * Throws `Refusal` where nothing of what was mapped would be written: the service would change
 * nothing, raise the revision, and call it a success.
 * @param matching code of the field that finds the record, which alone changes nothing of it
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

/** @param what the kind of thing that was mapped */
export function foundNoValue(what: string): Refusal {
	return new Refusal(
		`The expressions found no value for any mapped ${what}`,
		'Nothing was written for this item. Check the expressions. To clear a field, map null or an empty text',
	);
}

/** What names a record and its state, of which nothing is written. */
function isIdentity(key: string): boolean {
	return key === RECORD_ID || key === '$revision';
}

const REFRESH = 'open the node, refresh the field list, and map the field again';

export function noSuchField(key: string): Refusal {
	return new Refusal(
		`The app has no field ${quoteShort(key)}`,
		`Nothing was written for this item. Use field codes. If the field was renamed or removed, ${REFRESH}`,
	);
}

export function notWritable({ label, code }: Field): Refusal {
	return new Refusal(
		`Field "${label ?? code}" cannot be written: the service fills it in`,
		`Nothing was written for this item. If the field was changed in the form, ${REFRESH}`,
	);
}

/** Names that a message tells at the most. */
const MOST_NAMES = 5;

function noFieldMatches(values: IDataObject, fields: Field[], matching?: string): Refusal {
	const listed = (names: string[]) =>
		names.slice(0, MOST_NAMES).map(quoteShort).join(', ') +
		(names.length > MOST_NAMES ? ', …' : '');
	const given = Object.keys(values).filter((key) => !isIdentity(key) && key !== matching);
	const taken = fields.filter((field) => isWritable(field) && !filledByService(field));
	const codes = taken.map(({ code }) => code).filter((code) => code !== matching);
	return new Refusal(
		'No field of the item matches a field of the app',
		`The item has ${listed(given) || 'no fields'}. The app has ${listed(codes) || 'no fields to fill in'}. Rename the fields of the item to the field codes or labels of the app, or map them manually`,
	);
}

/** Values of such fields come along when a record was read before; nobody means to write them. */
function filledByService(field: Field): boolean {
	return field.computed === true || isSystem(field);
}

/**
 * Values that the person wrote in the service's own form: `{value: …}` or what stands in it.
 * Throws `Refusal` for a name that no field has, because the service ignores it.
 */
function rawRecord({ values, fromItem }: Mapped, fields: Field[]): IDataObject {
	const { names } = knownOf(fields);
	const record: IDataObject = {};
	for (const [key, value] of Object.entries(values)) {
		if (foundNothing(value) || isIdentity(key)) continue;
		const known = fields.length === 0 || names.get(key)?.code === key;
		if (!known && fromItem) continue;
		if (!known) throw noSuchField(key);
		setCell(record, key, (isCell(value) ? { value: value.value } : { value }) as IDataObject);
	}
	return record;
}

function isCell(value: unknown): value is { value: IDataObject[string] } {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && 'value' in value;
}

/** What the cells of a record are for. */
export interface Purpose {
	/** Code of the field that finds the record, which alone changes nothing of it. */
	matching?: string;
	/** The record is written also where none of its fields is: its table has rows. */
	mayBeEmpty?: boolean;
}

/**
 * The cells of an item's record, ready to send: encoded by the form's types, files uploaded. A
 * promise where the form has to be read or has fields for files.
 * Throws `Refusal` for what does not fit and `Failed` when the form or a file cannot be had.
 */
export function recordOf(
	value: Mapped,
	item: ItemView,
	{ matching, mayBeEmpty = false }: Purpose = {},
): IDataObject | Promise<IDataObject> {
	return onceThere(fieldsToWrite(value, item), (fields) => {
		const raw = isRaw(item);
		const choices = {
			timeZone: item.timeZone,
			convert: item.read('options.convertValues', false) === true,
			newRecord: item.operation.method === 'POST',
		};
		const record = raw ? rawRecord(value, fields) : encodeRecord(value, fields, choices);
		if (!mayBeEmpty || value.fromItem) checkAnything(record, value, fields, matching);
		const waits = !raw && knownOf(fields).files && waitsForFiles(record);
		return waits ? uploadFilesOf(record, item) : record;
	});
}

/** `fieldsFor`; what is in the service's own form can be sent without knowing them. */
export function fieldsToWrite(value: Mapped, item: ItemView): Field[] | Promise<Field[]> {
	if (!isRaw(item) || storedFields(value.schema).length > 0) return fieldsFor(value, item);
	const form = liveForm(item, appIn(item.read('app')).id, guestSpaceOf(item));
	return onceThere(form, (fields) => fields ?? []);
}

function isRaw(item: ItemView): boolean {
	return item.read('options.rawValues', false) === true;
}
