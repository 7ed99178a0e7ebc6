import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { appIn, guestSpaceOf } from '../route';
import { encode, type EncodeChoices } from './encode';
import { uploadFilesOf, waitsForFiles } from './files';
import { type Field, isSystem, isWritable, loadForm } from './form';

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
	/** Code of the field that finds the record, for updates. */
	matchBy?: string | undefined;
	/** The stored schema, empty where the editor never made one. */
	schema: MapperField[];
}

/** Code under which the mapper offers the record's ID for matching. */
export const RECORD_ID = '$id';

/** Code under which the mapper offers a table row's ID for matching, and rows are put out. */
export const ROW_ID_KEY = '$rowId';

/** Reads the value of the mapper, or an object that an expression put in its place. */
export function mapped(value: unknown, item: Pick<ItemView, 'json'>): Mapped {
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
	// The editor keeps null for a field that nobody filled in.
	const filled = Object.entries(mapper.value ?? {}).filter(([, entry]) => entry !== null);
	return { schema, matchBy, values: Object.fromEntries(filled), fromItem: false };
}

/** Fields by the stored schema; undefined where it does not tell the types of what is mapped. */
export function storedFields({ schema, values, fromItem }: Mapped): Field[] | undefined {
	let fields = ofSchema.get(schema);
	if (fields === undefined) {
		fields = fieldsOf(schema);
		ofSchema.set(schema, fields);
	}
	if (fields.length === 0) return undefined;
	if (fromItem) return fields;
	const { names } = knownOf(fields);
	return Object.keys(values).every((key) => names.has(key)) ? fields : undefined;
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

function namesOf(fields: Field[]): Map<string, Field> {
	const labels = fields.map(({ label }) => label);
	const names = new Map<string, Field>();
	for (const field of fields) {
		const { label } = field;
		const alone = labels.indexOf(label) === labels.lastIndexOf(label);
		if (label !== undefined && alone) names.set(label, field);
	}
	for (const field of [...fields].reverse()) names.set(field.code, field);
	return names;
}

/**
 * Encodes mapped values: field code → cell. Fields that no write takes are left out.
 * Throws `Refusal` for a value that does not fit and for a name that no field has.
 */
export function encodeRecord(mapped: Mapped, fields: Field[], choices: EncodeChoices): IDataObject {
	const record: IDataObject = {};
	const { names } = knownOf(fields);
	for (const key in mapped.values) {
		const value = mapped.values[key];
		if (value === undefined || key === RECORD_ID || key === '$revision') continue;
		const field = names.get(key);
		if (field === undefined) {
			if (mapped.fromItem) continue;
			throw new Refusal(
				`The app has no field "${key}"`,
				'Use field codes. If the field is new or was renamed, open the node so that it reads the form again',
			);
		}
		if (!isWritable(field) || (mapped.fromItem && filledByService(field))) continue;
		record[field.code] = encode(field, value, choices) as IDataObject;
	}
	return record;
}

/** Values of such fields come along when a record was read before; nobody means to write them. */
function filledByService(field: Field): boolean {
	return field.computed === true || isSystem(field);
}

/** Values that the person wrote in the service's own form: `{value: …}` or what stands in it. */
function rawRecord({ values }: Mapped): IDataObject {
	const entries = Object.entries(values).filter(
		([key, value]) => value !== undefined && key !== RECORD_ID && key !== '$revision',
	);
	return Object.fromEntries(
		entries.map(([key, value]) => [key, isCell(value) ? { value: value.value } : { value }]),
	) as IDataObject;
}

function isCell(value: unknown): value is { value: IDataObject[string] } {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && 'value' in value;
}

/**
 * The cells of an item's record, ready to send: encoded by the form's types, files uploaded. A
 * promise where the form has to be read or has fields for files.
 * Throws `Refusal` for what does not fit and `Failed` when the form or a file cannot be had.
 */
export function recordOf(value: Mapped, item: ItemView): IDataObject | Promise<IDataObject> {
	if (item.read('options.rawValues', false) === true) return rawRecord(value);
	const stored = storedFields(value);
	if (stored === undefined) return byLiveForm(value, item);
	try {
		return encoded(value, stored, item);
	} catch {
		// The form may have changed since the node was opened in the editor: the live one decides.
		return byLiveForm(value, item);
	}
}

async function byLiveForm(value: Mapped, item: ItemView): Promise<IDataObject> {
	const fields = await loadForm(item, appIn(item.read('app')).id, guestSpaceOf(item));
	return await encoded(value, fields, item);
}

function encoded(
	value: Mapped,
	fields: Field[],
	item: ItemView,
): IDataObject | Promise<IDataObject> {
	const record = encodeRecord(value, fields, {
		timeZone: item.timeZone,
		convert: item.read('options.convertValues', false) === true,
		newRecord: item.operation.method === 'POST',
	});
	return knownOf(fields).files && waitsForFiles(record) ? uploadFilesOf(record, item) : record;
}
