import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { isTool } from '../../shared/agent';
import { RECORD_ID } from '../codec/cells';
import { type Field, type FormField, identifies, isEditable, isSystem } from '../codec/form';
import { hasEquality } from '../query/operators';
import { chosenApp, columnsOfChosenTable, fieldsOfChosenApp } from './editor';
import { ROW_ID } from '../codec/decode';

/** A field of the mapper; n8n keeps our additional keys. */
interface MapperField extends ResourceMapperField {
	fieldType?: string;
	label?: string;
	choices?: string[];
	columns?: Field[];
	/** Whether the service itself finds records by it. */
	isUnique?: boolean;
}

/** Controls of the editor by field type; text where several values are written with commas. */
const CONTROLS: Record<string, FieldType> = {
	DATE: 'dateTime',
	DATETIME: 'dateTime',
	CREATED_TIME: 'dateTime',
	UPDATED_TIME: 'dateTime',
	DROP_DOWN: 'options',
	NUMBER: 'number',
	RADIO_BUTTON: 'options',
	SUBTABLE: 'array',
	TIME: 'time',
};

/** What to type, for controls that need an explanation; short, because the editor cuts long labels. */
const WANTED: Record<string, string> = {
	// The editor's date picker always has a time, which is ignored.
	DATE: 'date',
	FILE: 'binary field',
	GROUP_SELECT: 'codes',
	ORGANIZATION_SELECT: 'codes',
	USER_SELECT: 'login names',
};

/** Most characters of choices or columns after a label. */
const SHOWN = 24;

/** What to type into a field: its choices, the columns of its rows, or the kind of value. */
function wantedIn({ type, choices = [], columns = [] }: FormField): string | undefined {
	if (type === 'CHECK_BOX' || type === 'MULTI_SELECT') return shortened(choices);
	if (type !== 'SUBTABLE') return WANTED[type];
	const written = columns.filter(isEditable);
	return `rows: ${shortened(written.map(({ code }) => code))}`;
}

function shortened(names: string[]): string {
	const text = names.join(', ');
	return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** A method that lists the editable fields of the chosen app; the service fills in the others. */
function mapping(options: MapperOptions, finished = (fields: MapperField[]) => fields) {
	return async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const own = tableOfItems(this);
		const form = (await fieldsOfChosenApp(this)).filter(({ code }) => code !== own);
		const notice = chosenApp(this)
			? 'The form of this app has no fields to fill in.'
			: 'Choose an app to see its fields.';
		return orNotice(finished(mapperFieldsOf(form, options, this)), notice);
	};
}

export const getFieldsToCreate = mapping({ required: true, system: true });

export const getFieldsToSet = mapping({});

export const getFieldsToUpdate = mapping({}, (fields) =>
	fields.length > 0 ? [idField(RECORD_ID, 'Record ID'), ...fields] : [],
);

export const getFieldsToUpsert = mapping({ required: true }, (fields) => {
	const first = fields.find(({ isUnique }) => isUnique);
	return fields.map((field) => (field === first ? { ...field, defaultMatch: true } : field));
});

function idField(id: string, name: string): MapperField {
	const displayName = `${name} (${id})`;
	return {
		id,
		displayName,
		label: displayName,
		fieldType: '__ID__',
		type: 'string',
		required: false,
		display: true,
		defaultMatch: true,
		canBeUsedToMatch: true,
		// Nothing to fill in where records or rows are matched by other fields.
		readOnly: true,
	};
}

function orNotice(fields: MapperField[], emptyFieldsNotice: string): ResourceMapperFields {
	return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice };
}

/** The table whose rows are made of the items, which has a mapper of its own. */
function tableOfItems(context: ILoadOptionsFunctions): unknown {
	const operation = context.getCurrentNodeParameter('operation');
	const isOfItems = operation === 'createWithTable' || operation === 'upsertWithTable';
	return isOfItems ? context.getCurrentNodeParameter('table') : undefined;
}

interface MapperOptions {
	required?: boolean;
	system?: boolean;
}

/** Controls for the editable fields: required ones first, rarely used ones last. */
function mapperFieldsOf(
	form: FormField[],
	options: MapperOptions,
	context: ILoadOptionsFunctions,
): MapperField[] {
	const labelIn = isTool(context) ? labelForTool : fieldLabel;
	const fields = form
		.filter(isEditable)
		.filter((field) => options.system || !isSystem(field))
		.map((field) => ({
			...mapperField(field, options.required === true),
			displayName: labelIn(field, form),
		}));
	const rank = ({ required, removed }: MapperField) => (required ? 0 : removed ? 2 : 1);
	return fields.sort((a, b) => rank(a) - rank(b));
}

/** The label, with the code if several fields share the label. */
function fieldLabel(field: FormField, form: FormField[]): string {
	const { code, label } = field;
	const shared = form.filter((one) => one.label === label).length > 1;
	const wanted = wantedIn(field);
	const shownCode = shared ? ` (${code})` : '';
	return `${label}${shownCode}${wanted ? `: ${wanted}` : ''}`;
}

/** What n8n makes of a label to name the value that a model fills in. */
const nameForModel = (label: string) => label.replace(/[^a-z\d-]/gi, '_');

/** The label in a tool. It begins with a handle where n8n would make no name, or that of another field, of it. */
function labelForTool(field: FormField, form: FormField[]): string {
	const { code, label } = field;
	const name = nameForModel(label);
	const isOwn = form.every((one) => one === field || nameForModel(one.label) !== name);
	if (isOwn && /^[ -~]+$/.test(label)) return fieldLabel(field, form);
	const handle = /^[\w-]+$/.test(code) ? code : `field_${form.indexOf(field) + 1}`;
	return `${handle}: ${fieldLabel(field, form)}`;
}

function mapperField(field: FormField, canBeRequired: boolean): Omit<MapperField, 'displayName'> {
	const { code, label, type, choices, columns, required, hasDefault } = field;
	return {
		id: code,
		label,
		fieldType: type,
		type: CONTROLS[type] ?? 'string',
		required: canBeRequired && required && !hasDefault,
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: !isSystem(field) && hasEquality(type),
		...(identifies(field) && { isUnique: true }),
		...(isSystem(field) && { removed: true }),
		...(CONTROLS[type] === 'options'
			? { options: (choices ?? []).map((choice) => ({ name: choice, value: choice })) }
			: choices && { choices }),
		...(columns && { columns }),
	};
}

/** The columns of the chosen table, for a new row. */
export async function getColumnsToAdd(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return ofTable(this, mapperFieldsOf(await columnsOfChosenTable(this), { required: true }, this));
}

/** The row ID and the columns; any of them can be used for matching. */
export async function getColumnsToUpdate(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const columns = mapperFieldsOf(await columnsOfChosenTable(this), {}, this);
	const matching = columns.map((column) => ({
		...column,
		canBeUsedToMatch: !WITHOUT_EQUALITY.has(column.fieldType ?? ''),
	}));
	return ofTable(this, matching.length > 0 ? [idField(ROW_ID, 'Row ID'), ...matching] : []);
}

/** Types whose values can't be compared. */
const WITHOUT_EQUALITY = new Set(['FILE', 'RICH_TEXT']);

function ofTable(context: ILoadOptionsFunctions, fields: MapperField[]): ResourceMapperFields {
	const notice = context.getCurrentNodeParameter('table')
		? 'The app has no such table, or the table has no columns to fill in.'
		: 'Choose a table to see its columns.';
	return orNotice(fields, notice);
}
