import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { eachOf, InputError } from '../../shared/errors';
import { isBlank, textOf } from '../../shared/input/text';
import { jsonIn } from '../../shared/json';
import { listed, quoteShort } from '../../shared/messages';
import { isObject } from '../../shared/objects';
import { nameIn } from '../codec/encode';
import { type Field, loadForm, loadStatuses, titleOf } from '../codec/form';
import { fieldNamed, noSuchField } from '../codec/names';
import { appIn, guestSpaceOf } from '../route';
import { conditionOf, type ConditionRow } from './conditions';
import { entriesOf, singleEntry } from './literals';
import { isSearchable, offeredOperators, type Operator, type QueryField } from './operators';

/** What every record has, and no form. */
const OF_RECORDS: Field[] = [
	{ code: '$id', type: '__ID__', label: 'Record ID' },
	{ code: '$revision', type: '__REVISION__', label: 'Revision' },
];

/** The fields of these names, and all that a record has if there are none. */
export async function allowedFields(item: ItemContext, names: string[]): Promise<Field[]> {
	const form = await loadForm(item, appIn(item.read('app')).id, guestSpaceOf(item));
	const all = [...OF_RECORDS, ...form];
	if (names.length === 0) return all;
	return eachOf(names, (name) => {
		const field = fieldNamed(all, name);
		if (field) return field;
		throw noSuchField(name, form);
	});
}

/**
 * Conditions that somebody else wrote, such as a model, as a condition of the query language: each is about
 * an allowed field, and its value is quoted. Throws `InputError`, which says what is possible, for any other.
 */
export async function askedCondition(item: ItemContext, given: unknown, allowed: Field[]) {
	const fields = allowed.flatMap(searchable);
	const asked = eachOf(askedRows(given), (row) => askedBy(row, fields));
	const hasStatus = asked.some(({ field }) => field.type === 'STATUS');
	const statuses = hasStatus ? await loadStatuses(item) : [];
	eachOf(asked, (one) => checkChoice(one, statuses));
	const rows = asked.map(({ field: { code }, ...row }): ConditionRow => ({ ...row, field: code }));
	const frame = { zone: item.timeZone, now: item.now, hint: (text: string) => item.hint(text) };
	return conditionOf({ rows }, frame, (code) => fieldNamed(fields, String(code)) as Searchable);
}

type Searchable = Field & QueryField;

type Asked = ReturnType<typeof askedBy>;

/** The field, or the columns of a table, if there are conditions for it. */
function searchable(field: Field): Searchable[] {
	const { columns } = field;
	const fields = (columns ?? [field]).map((one) => ({ ...one, inTable: columns !== undefined }));
	return fields.filter(({ type }) => isSearchable(type));
}

const KEYS = ['field', 'operator', 'value'];

function askedRows(given: unknown): IDataObject[] {
	if (isBlank(given)) return [];
	const value = typeof given === 'string' ? jsonIn(given, 'Search For') : given;
	const rows = [value].flat();
	const isCondition = (row: unknown): row is IDataObject =>
		isObject(row) && Object.keys(row).every((key) => KEYS.includes(key));
	// An entry that is empty is no entry: some models can't give an empty list.
	if (rows.every(isCondition)) return rows.filter((row) => Object.keys(row).length > 0);
	throw new InputError(
		`"Search For" is not a list of conditions: ${quoteShort(given)}`,
		'Use a list such as [{"field": "Status", "operator": "equals", "value": "Open"}]',
	);
}

function askedBy({ field: name, operator = 'equals', value }: IDataObject, fields: Searchable[]) {
	const field = fieldNamed(fields, String(name)) as Searchable | undefined;
	if (field === undefined) {
		throw new InputError(
			`${quoteShort(name)} is not a field to search by`,
			`Use ${listed(fields.map(titleOf))}`,
		);
	}
	const operators = offeredOperators(field).map((one) => one.value);
	const found = operators.find((one) => one === operator);
	if (found) return { field, operator: found, value };
	throw new InputError(
		`${quoteShort(operator)} is not an operator for "${field.code}"`,
		`Use ${listed(operators)}`,
	);
}

const OF_CHOICES: Operator[] = ['anyOf', 'equals', 'noneOf', 'notEquals'];

function checkChoice({ field, operator, value }: Asked, statuses: string[]): void {
	const choices = field.type === 'STATUS' ? statuses : (field.choices ?? []);
	if (choices.length === 0 || !OF_CHOICES.includes(operator)) return;
	const isList = operator === 'anyOf' || operator === 'noneOf';
	const entries = isList ? entriesOf(value, field.code) : [singleEntry(value, field.code)];
	const texts = entries.map((entry) => textOf(nameIn(entry) ?? entry, field.code).trim());
	const unknown = texts.find((text) => !choices.includes(text));
	if (unknown === undefined) return;
	throw new InputError(
		`${quoteShort(unknown)} is not a choice of "${field.code}"`,
		`Use ${listed(choices)}`,
	);
}
