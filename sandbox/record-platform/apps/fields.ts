import { isObject } from '../../input/readers';
import { invalid, ServiceError } from '../errors';
import {
	FIELD_TYPES,
	type FieldOption,
	type FieldType,
	findField,
	type FormField,
	type FormFields,
} from '../form';

export const SYSTEM_TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
	'RECORD_NUMBER',
	'CREATOR',
	'CREATED_TIME',
	'MODIFIER',
	'UPDATED_TIME',
	'CATEGORY',
	'STATUS',
	'STATUS_ASSIGNEE',
]);
const UNIQUE_TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
	'SINGLE_LINE_TEXT',
	'NUMBER',
	'LINK',
	'DATE',
	'DATETIME',
]);
const CALC_FORMATS: readonly string[] = [
	'NUMBER',
	'NUMBER_DIGIT',
	'DATETIME',
	'DATE',
	'TIME',
	'HOUR_MINUTE',
	'DAY_HOUR_MINUTE',
];

/** Codes that queries and formulas could not be written with, and the one that would change the form object itself. */
const UNUSABLE_CODE = /^\d|\s|[!-#%-/:-@[-^`{-~]|^__proto__$/;

/** What a field of each type has beyond type, code and label, with the values it gets when they are not sent. */
const DEFAULTS: Record<FieldType, Partial<FormField>> = {
	RECORD_NUMBER: {},
	CREATOR: {},
	CREATED_TIME: {},
	MODIFIER: {},
	UPDATED_TIME: {},
	CATEGORY: { enabled: false },
	STATUS: { enabled: false },
	STATUS_ASSIGNEE: { enabled: false },
	SINGLE_LINE_TEXT: {
		required: false,
		unique: false,
		maxLength: '',
		minLength: '',
		defaultValue: '',
		expression: '',
		hideExpression: false,
	},
	MULTI_LINE_TEXT: { required: false, defaultValue: '' },
	RICH_TEXT: { required: false, defaultValue: '' },
	NUMBER: {
		required: false,
		unique: false,
		maxValue: '',
		minValue: '',
		defaultValue: '',
		digit: false,
		displayScale: '',
		unit: '',
		unitPosition: 'BEFORE',
	},
	CALC: {
		required: false,
		expression: '',
		hideExpression: false,
		format: 'NUMBER',
		displayScale: '',
		unit: '',
		unitPosition: 'BEFORE',
	},
	LINK: {
		required: false,
		unique: false,
		maxLength: '',
		minLength: '',
		defaultValue: '',
		protocol: 'WEB',
	},
	CHECK_BOX: { required: false, options: {}, defaultValue: [], align: 'HORIZONTAL' },
	RADIO_BUTTON: { required: true, options: {}, defaultValue: '', align: 'HORIZONTAL' },
	DROP_DOWN: { required: false, options: {}, defaultValue: '' },
	MULTI_SELECT: { required: false, options: {}, defaultValue: [] },
	FILE: { required: false, thumbnailSize: '50' },
	DATE: { required: false, unique: false, defaultValue: '', defaultNowValue: false },
	TIME: { required: false, defaultValue: '', defaultNowValue: false },
	DATETIME: { required: false, unique: false, defaultValue: '', defaultNowValue: false },
	USER_SELECT: { required: false, entities: [], defaultValue: [] },
	ORGANIZATION_SELECT: { required: false, entities: [], defaultValue: [] },
	GROUP_SELECT: { required: false, entities: [], defaultValue: [] },
	SUBTABLE: { fields: {} },
	GROUP: { openGroup: false },
	REFERENCE_TABLE: { referenceTable: null },
};

const LOOKUP_TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
	'SINGLE_LINE_TEXT',
	'NUMBER',
	'LINK',
]);

/**
 * Reads the `properties` of a request that adds fields and completes them with the defaults of their types.
 * Throws CB_VA01 under `properties[<code>]…`, CB_IJ01 on wrong JSON types.
 */
export function readNewFields(properties: Record<string, unknown>, form: FormFields): FormFields {
	const added: FormFields = {};
	for (const [key, raw] of Object.entries(properties)) {
		const field = readField(key, raw, false);
		for (const code of codesOf(field)) {
			if (findField(form, code) || findField(added, code)) {
				throw invalid(`properties[${key}].code`, `The field code "${code}" is already used.`);
			}
		}
		added[field.code] = field;
	}
	return added;
}

function codesOf(field: FormField): string[] {
	return [field.code, ...Object.keys(field.fields ?? {})];
}

/** A field as it was sent under `properties[key]`. Throws CB_IJ01 and CB_VA01. */
export function readField(key: string, raw: unknown, inTable: boolean): FormField {
	if (!isObject(raw)) throw new ServiceError('CB_IJ01');
	const path = `properties[${key}]`;
	const type = FIELD_TYPES.find((known) => known === raw.type);
	if (!type) throw invalid(`${path}.type`, 'must be one of the enum value');
	if (SYSTEM_TYPES.has(type) || (inTable && (type === 'SUBTABLE' || type === 'GROUP'))) {
		throw invalid(`${path}.type`, 'A field of this type cannot be added here.');
	}
	const code = typeof raw.code === 'string' && raw.code !== '' ? raw.code : key;
	checkCode(code, path);
	if (code !== key) {
		throw invalid(`${path}.code`, 'The key must be the field code.');
	}
	const label = typeof raw.label === 'string' && raw.label !== '' ? raw.label : code;
	checkLabel(label, path);
	const field: FormField = { type, code, label, noLabel: isTrue(raw.noLabel), ...DEFAULTS[type] };
	copyProperties(field, raw, path);
	if (type === 'RADIO_BUTTON') field.defaultValue = String(raw.defaultValue ?? firstOption(field));
	if (type === 'SUBTABLE') {
		if (!isObject(raw.fields)) throw invalid(`${path}.fields`, 'Required field.');
		field.fields = Object.fromEntries(
			Object.entries(raw.fields).map(([inner, value]) => {
				const read = readField(inner, value, true);
				return [read.code, read];
			}),
		);
	}
	return field;
}

/** Labels have 1 to 128 characters. Throws CB_VA01. */
export function checkLabel(label: string, path: string): void {
	if (label.length >= 1 && label.length <= 128) return;
	throw invalid(`${path}.label`, 'Enter between 1 and 128 characters.');
}

/** Whether a switch is on; text counts. */
export function isTrue(value: unknown): boolean {
	return value === true || value === 'true';
}

/** Codes have 1 to 128 characters, and do not begin with a digit. Throws CB_VA01. */
export function checkCode(code: string, path: string): void {
	if (code.length > 128 || code === '') {
		throw invalid(`${path}.code`, 'Enter between 1 and 128 characters.');
	}
	if (UNUSABLE_CODE.test(code)) {
		throw invalid(
			`${path}.code`,
			'A field code cannot start with a digit and cannot have spaces or symbols.',
		);
	}
}

/**
 * Takes over what the type knows; numbers become strings, "true" becomes true, anything unknown is
 * left out. Throws CB_IJ01 and CB_VA01.
 */
export function copyProperties(field: FormField, raw: Record<string, unknown>, path: string): void {
	const target = field as unknown as Record<string, unknown>;
	for (const [name, initial] of Object.entries(DEFAULTS[field.type])) {
		const sent = raw[name];
		if (sent === undefined || sent === null || name === 'fields') continue;
		if (typeof initial === 'boolean') target[name] = isTrue(sent);
		else if (typeof initial === 'string') {
			if (typeof sent !== 'string' && typeof sent !== 'number') throw new ServiceError('CB_IJ01');
			target[name] = String(sent);
		} else target[name] = sent;
	}
	if (field.unique && !UNIQUE_TYPES.has(field.type)) field.unique = false;
	if (field.options !== undefined) field.options = readOptions(raw.options, path);
	if (field.format !== undefined && !CALC_FORMATS.includes(field.format)) {
		throw invalid(`${path}.format`, 'must be one of the enum value');
	}
	if (field.type === 'CALC' && !field.expression) {
		throw invalid(`${path}.expression`, 'Required field.');
	}
	if (LOOKUP_TYPES.has(field.type) && isObject(raw.lookup)) readLookup(field, raw.lookup, path);
	if (field.type === 'REFERENCE_TABLE') readReferenceTable(field, raw.referenceTable, path);
}

function readOptions(raw: unknown, path: string): Record<string, FieldOption> {
	if (!isObject(raw) || Object.keys(raw).length === 0) {
		throw invalid(`${path}.options`, 'Required field.');
	}
	return Object.fromEntries(
		Object.entries(raw).map(([name, option], position) => {
			if (!isObject(option)) throw new ServiceError('CB_IJ01');
			const label = typeof option.label === 'string' ? option.label : name;
			const index = typeof option.index === 'undefined' ? String(position) : String(option.index);
			return [label, { label, index }];
		}),
	);
}

function firstOption({ options = {} }: FormField): string {
	const [first] = Object.values(options).sort(
		(left, right) => Number(left.index) - Number(right.index),
	);
	return first?.label ?? '';
}

function relatedApp(raw: unknown, path: string): { app: string; code: string } {
	const app = isObject(raw) ? raw.app : undefined;
	if ((typeof app !== 'string' && typeof app !== 'number') || !/^\d{1,18}$/.test(String(app))) {
		throw invalid(`${path}.relatedApp.app`, 'Required field.');
	}
	return { app: String(app), code: '' };
}

function readLookup(field: FormField, raw: Record<string, unknown>, path: string): void {
	const key = raw.relatedKeyField;
	if (typeof key !== 'string' || key === '' || key.startsWith('$')) {
		throw invalid(`${path}.lookup.relatedKeyField`, 'Specify a field code.');
	}
	const mappings = Array.isArray(raw.fieldMappings) ? raw.fieldMappings : [];
	field.lookup = {
		relatedApp: relatedApp(raw.relatedApp, `${path}.lookup`),
		relatedKeyField: key,
		fieldMappings: mappings.map((mapping) => {
			if (
				!isObject(mapping) ||
				typeof mapping.field !== 'string' ||
				typeof mapping.relatedField !== 'string'
			) {
				throw new ServiceError('CB_IJ01');
			}
			return { field: mapping.field, relatedField: mapping.relatedField };
		}),
		lookupPickerFields: texts(raw.lookupPickerFields),
		filterCond: text(raw.filterCond),
		...(raw.sort !== undefined && { sort: text(raw.sort) }),
	};
	for (const name of ['unique', 'maxLength', 'minLength', 'defaultValue', 'expression'] as const) {
		delete field[name];
	}
	for (const name of ['hideExpression', 'maxValue', 'minValue', 'digit'] as const) {
		delete field[name];
	}
	for (const name of ['displayScale', 'unit', 'unitPosition', 'protocol'] as const) {
		delete field[name];
	}
}

function readReferenceTable(field: FormField, raw: unknown, path: string): void {
	if (!isObject(raw)) throw invalid(`${path}.referenceTable`, 'Required field.');
	const condition = isObject(raw.condition) ? raw.condition : {};
	field.referenceTable = {
		relatedApp: relatedApp(raw.relatedApp, `${path}.referenceTable`),
		condition: { field: text(condition.field), relatedField: text(condition.relatedField) },
		filterCond: text(raw.filterCond),
		displayFields: texts(raw.displayFields),
		...(raw.sort !== undefined && { sort: text(raw.sort) }),
		size: raw.size === undefined ? '5' : String(raw.size),
	};
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
