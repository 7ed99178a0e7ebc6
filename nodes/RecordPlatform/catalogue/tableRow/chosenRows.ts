import type { ItemView, Parameter, ToElement } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import { jsonIn } from '../../../shared/json';
import { isObject, listOf, objectOf } from '../../../shared/objects';
import {
	comparedType,
	dayAfter,
	entriesOf,
	singleEntry,
	textOf,
	wireText,
} from '../../query/literals';
import {
	type Operator,
	OPERATOR_NAMES,
	operatorIn,
	operatorsOf,
	typeInWords,
} from '../../query/operators';
import type { CellTest } from '../../values/cellTests';
import { ROW_ID, ROW_ID_OF_VERSION_1 } from '../../values/decode';
import type { Field } from '../../values/form';
import type { RowChange, RowMatch } from '../../values/tables';
import { list } from '../parameters';
import { columnOf, encoded, tableOf } from './columns';

const WITHOUT_VALUE: Operator[] = ['empty', 'notEmpty'];

const PARTS: Operator[] = ['contains', 'notContains'];

const ORDER: Operator[] = ['greater', 'greaterOrEqual', 'less', 'lessOrEqual'];

/** For these types, Contains compares list entries; for others, a part of the text. */
const LISTS = new Set([
	'CHECK_BOX',
	'GROUP_SELECT',
	'MULTI_SELECT',
	'ORGANIZATION_SELECT',
	'USER_SELECT',
]);

/** Conditions on the columns of the chosen table. */
export const rowConditions: Parameter<'rowConditions'> = {
	displayName: 'Conditions',
	name: 'rowConditions',
	type: 'fixedCollection',
	placeholder: 'Add Condition',
	default: {},
	typeOptions: { multipleValues: true, sortable: true },
	description: 'Conditions that a row must meet. Leave empty to select all rows.',
	options: [
		{
			displayName: 'Condition',
			name: 'rows',
			values: [
				{
					displayName: 'Column Name or ID',
					name: 'column',
					type: 'options',
					default: '',
					typeOptions: {
						loadOptionsMethod: 'getTableColumns',
						loadOptionsDependsOn: ['app.value', 'table'],
					},
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				{
					displayName: 'Operator',
					name: 'operator',
					type: 'options',
					default: 'equals',
					options: Object.entries(OPERATOR_NAMES)
						.map(([value, name]) => ({ name, value }))
						.sort((a, b) => a.name.localeCompare(b.name, 'en')),
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					displayOptions: { hide: { operator: WITHOUT_VALUE } },
					description:
						'Value to compare with. Separate several values with commas for Is Any Of and Is None Of.',
				},
			],
		},
	],
};

/** Puts the change that removes the rows into the element. */
const deleteBy: Parameter<'deleteBy', ToElement<'change', RowChange>> = {
	displayName: 'Delete',
	name: 'deleteBy',
	type: 'options',
	default: 'conditions',
	options: [
		{ name: 'All Rows', value: 'all' },
		{ name: 'Rows by ID', value: 'ids' },
		{ name: 'Rows That Meet Conditions', value: 'conditions' },
	],
	description: 'Which rows of the table to delete',
	send: {
		in: 'element',
		key: 'change',
		as: async (by, item) => ({ kind: 'remove', match: await chosenRows(by, item) }),
	},
};

const rowIds: Parameter<'rowIds'> = {
	displayName: 'Row IDs',
	name: 'rowIds',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 48290, 48291',
	displayOptions: { show: { deleteBy: ['ids'] } },
	description: 'IDs of the rows to delete, separated by commas',
};

/** Selects the rows to delete. */
export const rowsToDelete = [
	deleteBy,
	{
		...rowConditions,
		description: 'Conditions that a row must meet',
		displayOptions: { show: { deleteBy: ['conditions'] } },
	},
	rowIds,
];

async function chosenRows(
	by: unknown,
	item: ItemView<'rowIds' | RowConditionsRead>,
): Promise<RowMatch> {
	if (by === 'all') return { tests: [] };
	if (by === 'ids') {
		const ids = list(idsOfRows(item.read('rowIds', '')));
		if (ids.length > 0) return { ids };
		throw new InputError('No row ID was given', 'Enter the IDs of the rows to delete');
	}
	if (by !== 'conditions') {
		throw new InputError(
			`${quoteShort(by)} is not a valid value for "Delete"`,
			'Use all, conditions, or ids',
		);
	}
	const tests = await chosenTests(item);
	if (tests.length > 0) return { tests };
	throw new InputError(
		'No conditions are set, so all rows would be deleted',
		'Add a condition, or set "Delete" to All Rows',
	);
}

/** Rows as they are read in place of their IDs: a column can have the code `code`, too. */
function idsOfRows(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*\[/.test(value);
	const given = isJson ? (jsonIn(value, 'Row IDs') ?? value) : value;
	if (!Array.isArray(given) && !isObject(given)) return given;
	return (Array.isArray(given) ? given : [given]).map((one: unknown) => {
		if (!isObject(one)) return one;
		const id = one[ROW_ID] ?? one[ROW_ID_OF_VERSION_1] ?? one.id;
		if (typeof id === 'string' || typeof id === 'number') return id;
		throw new InputError('A row in "Row IDs" has no ID', 'Use the IDs of the rows, $rowId');
	});
}

type RowConditionsRead = 'rowConditions.rows' | 'table' | 'options.convertValues';

/** The conditions as tests of cells, values in the service's form. Throws `InputError`. */
export async function chosenTests(item: ItemView<RowConditionsRead>): Promise<CellTest[]> {
	const rows = listOf(item.read('rowConditions.rows')).map(objectOf);
	if (rows.length === 0) return [];
	const table = await tableOf(item);
	return rows.map((row) => {
		const { column: name, value } = row;
		const calculated = columnOf(table, String(name ?? ''));
		const column = { ...calculated, type: comparedType(calculated) };
		const wanted = operatorIn(row);
		if (WITHOUT_VALUE.includes(wanted)) return { ...column, operator: wanted };
		checkSuits(column, wanted);
		const several = wanted === 'anyOf' || wanted === 'noneOf';
		const label = column.label ?? column.code;
		const isText = PARTS.includes(wanted) && !LISTS.has(column.type);
		const one = (entry: unknown) => {
			if (isText || isCell(entry)) return textOf(entry);
			checkValue(column, wanted, entry, item.timeZone);
			if (calculated.type !== 'CALC') return encoded(table, column, entry, item);
			return wireText(entry, column.type, item.timeZone, label) ?? textOf(entry).trim();
		};
		return {
			...column,
			operator: wanted,
			value: several ? entriesOf(value, label).flatMap(one) : one(singleEntry(value, label)),
		};
	});
}

/** Throws `InputError` for an operator that would compare something else than the person sees. */
function checkSuits({ type, code, label = code }: Field, operator: Operator): void {
	const isPart = PARTS.includes(operator);
	// A file has no value to compare, and a time is kept in another zone than it is shown.
	const suits = type === 'FILE' ? isPart : !(type === 'DATETIME' && isPart);
	// Letter by letter, "10" is less than "5".
	const isOrdered =
		!ORDER.includes(operator) ||
		(operatorsOf({ code, type, inTable: true })?.includes(operator) ?? true);
	if (suits && isOrdered) return;
	const advice = isOrdered
		? 'Use Greater Than or Equal and Less Than'
		: 'Use this operator for numbers, dates, and times only, or compare the rows in the workflow';
	throw new InputError(
		`Column "${label}" (${typeInWords(type)}) doesn't support the operator ${OPERATOR_NAMES[operator]}`,
		type === 'FILE' ? 'Use Contains or Does Not Contain with a part of the file name' : advice,
	);
}

/** Throws `InputError` for a day, which no cell of dates with times has: all would differ from it. */
function checkValue(column: Field, operator: Operator, value: unknown, timeZone: string): void {
	const isEquality = ['equals', 'notEquals', 'anyOf', 'noneOf'].includes(operator);
	if (!isEquality || dayAfter(value, column, timeZone) === undefined) return;
	throw notValid(
		column,
		value,
		'The column has dates with times. Use a date and time, or Greater Than or Equal and Less Than for a whole day',
	);
}

function notValid({ type, code, label = code }: Field, value: unknown, advice: string): InputError {
	return new InputError(
		`Column "${label}": ${quoteShort(value)} is not a valid ${typeInWords(type)}`,
		advice,
	);
}

/** A cell in the service's format, which can be empty. */
function isCell(entry: unknown): boolean {
	return typeof entry === 'object' && entry !== null && 'value' in entry;
}
