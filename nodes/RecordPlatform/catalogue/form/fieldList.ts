import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { jsonOf } from '../../../shared/json';
import { quoteShort } from '../../../shared/messages';
import { chosenIn, storedAt } from '../../../shared/parameterReader';
import { partsInQuotes } from '../../../shared/quotedTexts';
import { textOf } from '../../../shared/text';
import { setCell } from '../../values/cells';
import { WIDE_COMMA } from '../../values/encode';
import { list } from '../parameters';
import { label, properties } from './controls';
import { furtherProperties } from './types';

/** An entry of the node's field list. */
interface FieldRow {
	code?: string;
	type?: string;
	label?: string;
	properties?: IDataObject;
	further?: unknown;
}

const CHOICES = new Set(['CHECK_BOX', 'MULTI_SELECT']);
/** Names of the controls of properties. */
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

type Viewed = Pick<ItemView, 'node' | 'parts'>;

/** New fields by code; the default label is the code. Throws `InputError`. */
export function newFields(value: unknown, item: Viewed): IDataObject {
	return named(
		fields(value, item, ({ label }, code) => ({
			code,
			label: trimmed(label, 'Label') || code,
		})) as FieldMap,
	);
}

/**
 * Changes by the current code; unset properties, and those that an AI agent's model left blank, are
 * kept. Throws `InputError`.
 */
export function changedFields(value: unknown, item: Viewed): IDataObject {
	const chosen = (properties: IDataObject, at: number) =>
		chosenIn(properties, storedAt(item, `fields.rows.${at}.properties`));
	return fields(value, item, () => ({}), chosen);
}

function fields(
	value: unknown,
	item: Viewed,
	named: (row: FieldRow, code: string) => IDataObject,
	chosenOf: (properties: IDataObject, at: number) => IDataObject = (properties) => properties,
): IDataObject {
	const { rows = [] } = (value ?? {}) as { rows?: FieldRow[] };
	if (rows.length === 0)
		throw new InputError('"Fields" is empty', 'Add a field, or set "Specify Fields" to Using JSON');
	const result: IDataObject = {};
	for (const [at, row] of rows.entries()) {
		const code = trimmed(row.code, 'Field Code');
		if (code === '') throw new InputError(`Field ${at + 1} has no field code`);
		if (Object.hasOwn(result, code)) {
			throw new InputError(
				`Two fields have the code "${code}"`,
				'Use a unique field code for each field',
			);
		}
		const what = `Properties (JSON) of ${code}`;
		partsInQuotes(storedAt(item, `fields.rows.${at}.further`), what, item);
		const further = jsonOf(row.further, furtherProperties, what);
		const chosen = row.properties ?? {};
		const field: IDataObject = {
			...named(row, code),
			...convertedProperties(chosenOf(chosen, at), String(row.type)),
			...(further as IDataObject | undefined),
		};
		const expected = Object.keys(chosen).length > 0 || isUnfound(row);
		if (expected && Object.keys(field).length === 0) {
			throw new InputError(
				`The expressions returned no value for any property of field "${code}"`,
				'Nothing was changed. Check the expressions',
			);
		}
		setCell(result, code, { type: row.type, ...field });
	}
	return result;
}

function isUnfound(row: FieldRow): boolean {
	return 'further' in row && row.further === undefined;
}

function convertedProperties(chosen: IDataObject, type: string): IDataObject {
	// What an expression did not find stays as it is.
	const found = Object.entries(chosen).filter(([, value]) => value !== undefined);
	return Object.fromEntries(
		found.map(([key, value]) => [key, converted(key, value, type)]),
	) as IDataObject;
}

function converted(key: string, value: unknown, type: string): unknown {
	if (key === 'options') return optionsOf(value);
	if (key === 'defaultValue') return defaultOf(value, type);
	// The service takes numbers as text; none of these properties is an object.
	return typeof value === 'number' || (typeof value === 'object' && value !== null)
		? textOf(value, labels.get(key) ?? key)
		: value;
}

/** Choices with their order: `Open, Done` → `{Open: {label, index}, …}`. */
function optionsOf(value: unknown): IDataObject {
	const labels = filledList(value, 'A choice in "Options" is empty');
	return Object.fromEntries(labels.map((label, index) => [label, { label, index: String(index) }]));
}

/**
 * The entries of a list, of lines, or of a text with commas. Throws `InputError` for an empty entry:
 * its expression found nothing, and what is left out is removed.
 */
function filledList(value: unknown, problem: string): string[] {
	const text = typeof value === 'string' ? value.trim() : value;
	if (typeof text === 'string' && !/[,\n]/.test(text) && WIDE_COMMA.test(text)) {
		throw new InputError(
			`${quoteShort(text)} has only Japanese commas, which can also be part of a choice`,
			'Write each choice on a line of its own. For a single choice with such a comma, set "Specify Fields" to Using JSON',
		);
	}
	const parts = typeof text === 'string' ? text.split(text.includes('\n') ? '\n' : ',') : text;
	const entries = list(parts);
	if (text === '' || !Array.isArray(parts) || entries.length === parts.length) return entries;
	throw new InputError(
		problem,
		'Nothing was changed. Correct the expression: an entry that is left out is removed',
	);
}

/** A default value in the format of the field type; `LOGINUSER()` is an example of a function. */
function defaultOf(value: unknown, type: string): unknown {
	const problem = 'An entry in "Default Value" is empty';
	if (CHOICES.has(type)) return filledList(value, problem);
	const kind = PEOPLE[type];
	if (kind === undefined) return textOf(value, 'Default Value');
	// Codes have no such commas.
	const codes = typeof value === 'string' ? value.split(WIDE_COMMA).join(',') : value;
	return filledList(codes, problem).map((code) => ({
		code,
		type: code.endsWith('()') ? 'FUNCTION' : kind,
	}));
}

function trimmed(value: unknown, what: string): string {
	return textOf(value, what).trim();
}
