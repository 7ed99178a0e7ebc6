import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../shared/errors';
import { jsonOf } from '../../jsonShape';
import { objectOf } from '../../../shared/objects';
import { textOf } from '../../../shared/input/text';
import { setCell } from '../../codec/cells';
import { textsIn } from '../../codec/decode';
import { label, properties } from './controls';
import { shapes } from '../../shapes';

interface FieldRow {
	code?: string;
	type?: string;
	label?: string;
	properties?: IDataObject;
	further?: unknown;
}

/** What has no controls; the type is chosen beside it. */
const { has } = shapes['form.fields.create.properties'].map;

const CHOICES = new Set(['CHECK_BOX', 'MULTI_SELECT']);
const labels = new Map([label, ...properties].map(({ name, displayName }) => [name, displayName]));

const PEOPLE: Record<string, string> = {
	USER_SELECT: 'USER',
	ORGANIZATION_SELECT: 'ORGANIZATION',
	GROUP_SELECT: 'GROUP',
};

/** Fields by their codes, in the service's format. */
export type FieldMap = Record<string, IDataObject>;

/** The fields, with their keys as codes if they have none, including those in tables. */
export function named(given: FieldMap): FieldMap {
	return Object.fromEntries(
		Object.entries(given).map(([code, field]) => {
			const columns = field.fields as FieldMap | null | undefined;
			return [code, { code, ...field, ...(columns && { fields: named(columns) }) }];
		}),
	);
}

/** New fields by code; the default label is the code. Throws `InputError`. */
export function newFields(value: unknown): IDataObject {
	return named(
		fieldsByCode(value, ({ label }, code) => ({ code, label: trimmed(label, 'Label') || code })),
	);
}

/** Changes by the current code; what isn't given is kept. Throws `InputError`. */
export function changedFields(value: unknown): IDataObject {
	return fieldsByCode(value, () => ({}));
}

function fieldsByCode(value: unknown, own: (row: FieldRow, code: string) => IDataObject): FieldMap {
	const { rows = [] } = (value ?? {}) as { rows?: FieldRow[] };
	if (rows.length === 0)
		throw new InputError('"Fields" is empty', 'Add a field, or set "Specify Fields" to Using JSON');
	const result: FieldMap = {};
	for (const [at, row] of rows.entries()) {
		const code = trimmed(row.code, 'Field Code');
		if (code === '') throw new InputError(`Field ${at + 1} has no field code`);
		if (Object.hasOwn(result, code)) {
			throw new InputError(
				`Two fields have the code "${code}"`,
				'Use a unique field code for each field',
			);
		}
		const further = jsonOf(row.further, { has }, `Properties (JSON) of ${code}`);
		const chosen = Object.entries(row.properties ?? {}).filter(([, one]) => one !== undefined);
		const field: IDataObject = {
			type: row.type,
			...own(row, code),
			...Object.fromEntries(
				chosen.map(([key, one]) => [key, propertyValue(key, one, String(row.type))]),
			),
			...objectOf(further),
		};
		setCell(result, code, field);
	}
	return result;
}

function propertyValue(key: string, value: unknown, type: string): unknown {
	if (key === 'options') return choicesByLabel(value);
	if (key === 'defaultValue') return defaultValue(value, type);
	// The service takes numbers as text; none of these properties is an object.
	return typeof value === 'number' || (typeof value === 'object' && value !== null)
		? textOf(value, labels.get(key) ?? key)
		: value;
}

/** Choices with their order: `Open, Done` → `{Open: {label, index}, …}`. */
function choicesByLabel(value: unknown): IDataObject {
	return Object.fromEntries(
		textsIn(value).map((label, at) => [label, { label, index: String(at) }]),
	);
}

/** A default value in the format of the field type; `LOGINUSER()` is an example of a function. */
function defaultValue(value: unknown, type: string): unknown {
	if (CHOICES.has(type)) return textsIn(value);
	const kind = PEOPLE[type];
	if (kind === undefined) return textOf(value, 'Default Value');
	return textsIn(value).map((code) => ({ code, type: code.endsWith('()') ? 'FUNCTION' : kind }));
}

function trimmed(value: unknown, what: string): string {
	return textOf(value, what).trim();
}
