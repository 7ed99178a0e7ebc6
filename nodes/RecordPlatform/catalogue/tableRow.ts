import { allItemsOperation, groupedOperation } from '../batchOperation';
import type { Parameter, Resource } from '../../shared/catalogue';
import { unknownColumns } from '../codec/names';
import { numbersAsText, options } from './parameters';
import { app } from './locators';
import { changeOfRecords, convertValues, existingFiles, ofWrite } from './record/options';
import { readingOfRecords } from './record/read';
import { finishWritten } from './record/written';
import { columns } from './tableRow/columns';
import { rowConditions, rowsToDelete } from './tableRow/conditions';
import { readRows } from './tableRow/read';
import { table, target } from './tableRow/target';
import { writeRows } from './tableRow/write';
import { choices } from '../../shared/parameters';

const change = { ...changeOfRecords, finish: finishWritten };

const position: Parameter<'position'> = {
	displayName: 'Position',
	name: 'position',
	...choices('end', { end: 'End', start: 'Start' }),
	description: 'Where to insert the new rows in the table',
};

/** The controls of a write of rows, with its own options. */
function written(mode: Parameters<typeof columns>[0], ...own: Parameter[]) {
	return [
		app('body'),
		...target,
		table,
		columns(mode),
		options(convertValues, ...own, unknownColumns, ...ofWrite),
	];
}

const add = groupedOperation({
	...change,
	value: 'add',
	name: 'Add',
	action: 'Add rows to table',
	description: 'Add a row to a table of a record for each item. Existing rows are kept.',
	parameters: written('add', position),
	run: writeRows(),
});

const update = groupedOperation({
	...change,
	value: 'update',
	name: 'Update',
	action: 'Update rows of table',
	description: 'Update all rows of a table that match an item. The other rows are kept.',
	parameters: written('update', existingFiles),
	run: writeRows(),
});

const addOrUpdate = groupedOperation({
	...change,
	value: 'addOrUpdate',
	name: 'Add or Update',
	action: 'Add or update rows of table',
	description:
		'Update all rows of a table that match an item, or add a row if none matches. The other rows are kept.',
	parameters: written('upsert', existingFiles),
	run: writeRows(),
});

const remove = groupedOperation({
	...change,
	value: 'delete',
	name: 'Delete',
	action: 'Delete rows of table',
	description:
		'Delete rows of a table by ID or by conditions. The other rows are kept. If no row matches, nothing is deleted.',
	parameters: [app('body'), ...target, table, ...rowsToDelete, options(convertValues, ...ofWrite)],
	run: writeRows(),
});

const replaceAll = groupedOperation({
	...change,
	value: 'replaceAll',
	name: 'Replace All',
	action: 'Replace all rows of table',
	description:
		"Replace all rows of a record's table with the incoming items. If one item is refused, the table is not changed.",
	parameters: written('replace'),
	run: writeRows({ whole: true }),
});

const getMany = allItemsOperation({
	...readingOfRecords,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many rows of table',
	description:
		'Get the rows of a table as separate items. Records of several items are read together.',
	parameters: [app('query'), ...target, table, rowConditions, options(numbersAsText)],
	run: readRows,
});

export const tableRowResource: Resource = {
	value: 'tableRow',
	name: 'Table Row',
	description: 'Rows of a table in a record',
	operations: [add, getMany, update, addOrUpdate, replaceAll, remove],
};
