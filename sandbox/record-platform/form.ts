/** Types of fields a form can have (docs/api: record platform, section 7). */
export const FIELD_TYPES = [
	'RECORD_NUMBER',
	'CREATOR',
	'CREATED_TIME',
	'MODIFIER',
	'UPDATED_TIME',
	'CATEGORY',
	'STATUS',
	'STATUS_ASSIGNEE',
	'SINGLE_LINE_TEXT',
	'MULTI_LINE_TEXT',
	'RICH_TEXT',
	'NUMBER',
	'CALC',
	'LINK',
	'CHECK_BOX',
	'RADIO_BUTTON',
	'DROP_DOWN',
	'MULTI_SELECT',
	'FILE',
	'DATE',
	'TIME',
	'DATETIME',
	'USER_SELECT',
	'ORGANIZATION_SELECT',
	'GROUP_SELECT',
	'SUBTABLE',
	'GROUP',
	'REFERENCE_TABLE',
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

export type CalcFormat =
	'NUMBER' | 'NUMBER_DIGIT' | 'DATETIME' | 'DATE' | 'TIME' | 'HOUR_MINUTE' | 'DAY_HOUR_MINUTE';

export interface FieldOption {
	label: string;
	/** A number as a string; the order in which the options are shown. */
	index: string;
}

export interface FieldEntity {
	type: 'USER' | 'GROUP' | 'ORGANIZATION' | 'FUNCTION';
	code: string;
}

export interface Lookup {
	relatedApp: { app: string; code: string };
	relatedKeyField: string;
	fieldMappings: { field: string; relatedField: string }[];
	lookupPickerFields: string[];
	filterCond: string;
	sort?: string;
}

export interface ReferenceTable {
	relatedApp: { app: string; code: string };
	/** `field` is a field of this form, `relatedField` one of the related app's. */
	condition: { field: string; relatedField: string };
	filterCond: string;
	displayFields: string[];
	sort?: string;
	size: string;
}

/**
 * One field as `GET app/form/fields.json` tells it. Which of the optional properties exist depends on `type`;
 * numbers that limit something (`maxLength`, `minValue` …) are strings, `""` when there is no limit.
 */
export interface FormField {
	type: FieldType;
	code: string;
	label: string;
	noLabel?: boolean;
	enabled?: boolean;
	required?: boolean;
	unique?: boolean;
	minLength?: string;
	maxLength?: string;
	minValue?: string;
	maxValue?: string;
	defaultValue?: string | string[] | FieldEntity[];
	defaultNowValue?: boolean;
	digit?: boolean;
	displayScale?: string;
	unit?: string;
	unitPosition?: 'BEFORE' | 'AFTER';
	/** Formula of a CALC field or of a text field that is computed; `""` when there is none. */
	expression?: string;
	hideExpression?: boolean;
	format?: CalcFormat;
	protocol?: 'WEB' | 'CALL' | 'MAIL';
	options?: Record<string, FieldOption>;
	align?: 'HORIZONTAL' | 'VERTICAL';
	thumbnailSize?: string;
	entities?: FieldEntity[];
	openGroup?: boolean;
	lookup?: Lookup | null;
	referenceTable?: ReferenceTable | null;
	/** Inner fields of a SUBTABLE, by code. */
	fields?: FormFields;
}

/** The fields of a form by field code; a SUBTABLE has its inner fields under `fields`. */
export type FormFields = Record<string, FormField>;

/** Field codes are unique over a whole form, inner fields of tables included; finds one and the table it is in. */
export function findField(
	form: FormFields,
	code: string,
): { field: FormField; table: FormField | undefined } | undefined {
	if (Object.hasOwn(form, code)) return { field: form[code] as FormField, table: undefined };
	for (const table of Object.values(form)) {
		if (table.fields && Object.hasOwn(table.fields, code)) {
			return { field: table.fields[code] as FormField, table };
		}
	}
	return undefined;
}

/** The first field of a type that a form has once at most (`STATUS`, `CREATOR`, …). */
export function fieldOfType(form: FormFields, type: FieldType): FormField | undefined {
	return Object.values(form).find((field) => field.type === type);
}
