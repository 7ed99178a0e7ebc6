import type { ToElement } from '../../batchOperation';
import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Parameter } from '../../../shared/catalogue';
import { eachOf, InputError } from '../../../shared/errors';
import { isBlank, splitList, textOf } from '../../../shared/input/text';
import { isObject, listOf } from '../../../shared/objects';
import { choices, textParameter } from '../../../shared/parameters';
import { comparedType, dayAfter, entriesOf, singleEntry } from '../../query/literals';
import { type Operator, operatorIn } from '../../query/operators';
import { encode, unknownColumn } from '../../codec/encode';
import { fieldNamed } from '../../codec/names';
import { type CellTest, type RowChange, type RowMatch, WholeDay } from '../../writing/tables';
import { encodeOptions, formOfItem, tableOfItem } from '../../writing/fromItem';
import { ROW_ID } from '../../codec/decode';
import type { Field } from '../../codec/form';
import { toDuration } from '../../codec/numbers';
import { operatorChoice } from '../filter';
import { rowsParameter } from '../parameters';
import { listedOption } from '../lists';

const WITHOUT_VALUE: Operator[] = ['empty', 'notEmpty'];
const PARTS: Operator[] = ['contains', 'notContains'];
const LISTS: Operator[] = ['anyOf', 'noneOf'];

export const rowConditions = rowsParameter(
	'Condition',
	[
		listedOption({
			displayName: 'Column Name or ID',
			name: 'column',
			list: 'getTableColumns',
			dependsOn: ['app.value', 'table'],
		}),
		operatorChoice,
		textParameter({
			displayName: 'Value',
			name: 'value',
			holds: 'any',
			displayOptions: { hide: { operator: WITHOUT_VALUE } },
			description: 'Value to compare with. Separate several values with commas.',
		}),
	],
	{
		displayName: 'Conditions',
		name: 'rowConditions',
		description: 'Conditions that a row must meet. Leave empty to select all rows.',
	},
);

/** Puts the change that removes the rows into the element. */
const deleteBy: Parameter<'deleteBy', ToElement<'change', RowChange>> = {
	displayName: 'Delete',
	name: 'deleteBy',
	...choices('conditions', {
		all: 'All Rows',
		ids: 'Rows by ID',
		conditions: 'Rows That Meet Conditions',
	}),
	description: 'Which rows of the table to delete',
	send: {
		in: 'element',
		key: 'change',
		as: async (by, item) => ({ kind: 'remove', match: await rowsMeant(by, item) }),
	},
};

const rowIds: Parameter<'rowIds'> = textParameter({
	displayName: 'Row IDs',
	name: 'rowIds',
	// Of whole rows, their IDs are found here: as IDs, those of their records would come first.
	holds: 'any',
	required: true,
	placeholder: 'e.g. 48290, 48291',
	displayOptions: { show: { deleteBy: ['ids'] } },
	description: 'IDs of the rows to delete, separated by commas',
});

export const rowsToDelete = [
	deleteBy,
	{
		...rowConditions,
		description: 'Conditions that a row must meet',
		displayOptions: { show: { deleteBy: ['conditions'] } },
	},
	rowIds,
];

async function rowsMeant(by: unknown, item: ItemContext): Promise<RowMatch> {
	if (by === 'all') return { tests: [] };
	if (by === 'ids') {
		return { ids: splitList(item.read('rowIds')).map(idOfRow), tests: [] };
	}
	const tests = await cellTests(item);
	if (tests.length > 0) return { tests };
	throw new InputError(
		'No conditions are set, so all rows would be deleted',
		'Add a condition, or set "Delete" to All Rows',
	);
}

/** The ID of a row, also of a whole row that the node returned. */
function idOfRow(given: unknown): string {
	const id = isObject(given) ? (given[ROW_ID] ?? given.id) : given;
	if (!isBlank(id)) return textOf(id, 'Row IDs');
	throw new InputError('A row in "Row IDs" has no ID', 'Use the IDs of the rows, $rowId');
}

/** The conditions as tests of cells, values in the service's form. Throws `InputError`. */
export async function cellTests(item: ItemContext): Promise<CellTest[]> {
	const rows = listOf(item.read('rowConditions.rows')) as IDataObject[];
	if (rows.length === 0) return [];
	const table = tableOfItem(await formOfItem(item), item) as Field;
	return eachOf(rows, (row) => {
		const found = columnNamed(table, String(row.column ?? ''));
		const column = { ...found, type: comparedType(found) };
		const operator = operatorIn(row);
		if (WITHOUT_VALUE.includes(operator)) return { ...column, operator };
		return { ...column, operator, value: comparedValue(column, operator, row.value, item) };
	});
}

/** A value as cells have it; a part of a text as it is, and a day of times as a whole. */
function comparedValue(column: Field, operator: Operator, given: unknown, item: ItemContext) {
	const { code, label = code, type } = column;
	const options = encodeOptions(item);
	const one = (value: unknown) => {
		if (type === 'DURATION') return toDuration(value) ?? textOf(value, label);
		const next = dayAfter(value, column, options);
		const encoded = encode(column, value, options);
		return next === undefined ? encoded : new WholeDay(encoded, encode(column, next, options));
	};
	if (LISTS.includes(operator)) return entriesOf(given, label).map(one);
	const hasList = ['CHECK_BOX', 'MULTI_SELECT'].includes(type) || type.endsWith('_SELECT');
	if (hasList) return one(entriesOf(given, label));
	const value = singleEntry(given, label);
	return PARTS.includes(operator) ? textOf(value, label) : one(value);
}

/** A column by its code or label. Throws `InputError` if the table has no such column. */
export function columnNamed(table: Field, name: string): Field {
	const column = fieldNamed(table.columns ?? [], name);
	if (column) return column;
	throw unknownColumn(table, name);
}
