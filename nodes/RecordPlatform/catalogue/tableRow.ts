import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { existing } from './existing';
import { app, numbersAsNumbers, options } from './parameters';
import { convertValues } from './record/write';
import { ofMany } from './record/writeOptions';
import { ANY_SIGN_IN, rights } from './signIn';
import { rowConditions, rowsToDelete } from './tableRow/chosenRows';
import { columns } from './tableRow/columns';
import { readRows } from './tableRow/read';
import { table, target } from './tableRow/target';
import { writeRows } from './tableRow/write';

/** What all changes of tables have in common: the records are written a hundred at a time. */
const change: Pick<
	Operation,
	'id' | 'method' | 'answer' | 'path' | 'guestSpace' | 'rights' | 'signIn'
> = {
	id: 'records.update',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.edit,
	signIn: ANY_SIGN_IN,
};

const position: Parameter = {
	displayName: 'Position',
	name: 'position',
	type: 'options',
	default: 'end',
	options: [
		{ name: 'End', value: 'end' },
		{ name: 'Start', value: 'start' },
	],
	description: 'Where in the table to put the new rows',
};

/** The choice that records have as well, in the words of rows. */
const existingFiles = existing({
	displayName: 'Existing Files',
	name: 'existingFiles',
	otherwise: 'replace',
	keep: 'The given files are added to those that the row has',
	replace: 'The column holds the given files alone afterwards; an empty one has none',
	description: 'What to do with the files that an attachment column holds when it is written',
});

const add: Operation = {
	...change,
	value: 'add',
	name: 'Add',
	action: 'Add rows to table',
	description:
		'Add a row to a table of a record for each incoming item. The rows that the table has stay as they are.',
	parameters: [
		app('body'),
		...target,
		table,
		columns('add'),
		options(convertValues, position, ...ofMany),
	],
	run: writeRows(),
};

const update: Operation = {
	...change,
	value: 'update',
	name: 'Update',
	action: 'Update rows of table',
	description:
		'Change the rows of a table that match each incoming item, all of them where several do. The other rows stay as they are.',
	parameters: [
		app('body'),
		...target,
		table,
		columns('update'),
		options(convertValues, existingFiles, ...ofMany),
	],
	run: writeRows(),
};

const addOrUpdate: Operation = {
	...change,
	value: 'addOrUpdate',
	name: 'Add or Update',
	action: 'Add or update rows of table',
	description:
		'Change the rows of a table that match each incoming item, or add a row where none does. The other rows stay as they are.',
	parameters: [
		app('body'),
		...target,
		table,
		columns('upsert'),
		options(convertValues, existingFiles, ...ofMany),
	],
	run: writeRows(),
};

const remove: Operation = {
	...change,
	value: 'delete',
	name: 'Delete',
	action: 'Delete rows of table',
	description:
		'Delete rows of a table by ID or by conditions. The other rows stay as they are; no row that matches is no error.',
	parameters: [app('body'), ...target, table, ...rowsToDelete, options(convertValues, ...ofMany)],
	run: writeRows(),
};

const replaceAll: Operation = {
	...change,
	value: 'replaceAll',
	name: 'Replace All',
	action: 'Replace all rows of table',
	description:
		'Make the incoming items of a record the only rows of its table. When one of them is refused, the table of that record stays as it is.',
	parameters: [
		app('body'),
		...target,
		table,
		columns('replace'),
		options(convertValues, ...ofMany),
	],
	run: writeRows({ whole: true }),
};

const getMany: Operation = {
	id: 'records.get',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many rows of table',
	description:
		'Read the rows of a table, an item each. The records of many incoming items are read together.',
	method: 'GET',
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.view,
	signIn: ANY_SIGN_IN,
	parameters: [app('query'), ...target, table, rowConditions, options(numbersAsNumbers)],
	run: readRows,
};

export const tableRowResource: Resource = {
	value: 'tableRow',
	name: 'Table Row',
	description: 'The rows of a table in a record',
	first: add.value,
	operations: [add, getMany, update, addOrUpdate, remove, replaceAll],
};
