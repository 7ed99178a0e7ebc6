import type { IDataObject } from 'n8n-workflow';

import { groupedOperation } from '../../../shared/batchOperation';
import type {
	ItemParts,
	ItemView,
	Parameter,
	PendingElement,
	PrefetchResult,
	Row,
	ToElement,
} from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { inOrder } from '../../../shared/inOrder';
import { quoteShort } from '../../../shared/messages';
import { thenMaybe } from '../../../shared/maybePromise';
import { refuseMissingKeyPart } from '../../../shared/missingParts';
import { storedAt } from '../../../shared/parameterReader';
import { copied, COPYING, namesFiles } from '../../diff/copies';
import { isTaken, newRecord, sameKey } from '../../diff/keys';
import { narrowing } from '../../diff/rights';
import { type Current, identityOf } from '../../diff/currentRecords';
import {
	fittedTo,
	hasTable,
	readFrom,
	rowMatching,
	ROWS_NOT_READ,
	trustInIds,
	withoutRowIds,
} from '../../diff/ownRecord';
import { appIn } from '../../route';
import { cellIn } from '../../values/cells';
import { isRefused } from '../../values/form';
import { type LookupKeys, lookupsAsRead, lookupsOfForm } from '../../values/lookupsAsRead';
import { besideTable, fieldsToWrite, knownFields, mapped } from '../../values/mapping';
import { type KeyedRecord, type MatchedRecord, matched, targetOf } from '../../values/matching';
import { valueOf } from '../../values/compare';
import { rowsIn, rowsOf, type TableRow } from '../../values/rows';
import { applyChanges, isBlankRow, noValues, type RowChange } from '../../values/tables';
import { mergedRecord } from '../../values/mergeItems';
import { existing } from '../existing';
import { app, options } from '../parameters';
import { ANY_SIGN_IN, rights } from '../requirements';
import { columns, writtenTable } from '../tableRow/columns';
import { noSuchTable, recordsBy } from '../tableRow/write';
import { matchRowsBy } from './conflicts';
import { convertValues, createdIn, fields, unknownColumns, upserted, upserting } from './write';
import { ofMany } from './optionControls';
import { finishWritten, returnRecord } from './written';
import { CHANGED_MEANWHILE } from '../../diff/meanwhile';

/** The part of a record that one item contains: record fields and one table row. */
interface Line<Head> {
	head: Head;
	table: string;
	change: RowChange;
}

/** A record that waits to be written, from the lines of its items; the number of its rows is found. */
type Pending<Head> = PendingElement<ItemParts<Line<Head>>, number>;

function tableOf<Head>({ element: [first] }: Pending<Head>): string {
	return first.element.table;
}

function withRowCount(part: IDataObject, rows: number | undefined): Row {
	return { json: { ...part, rows } };
}

/** Throws `InputError` if an expression names several tables for one record. */
function checkOneTable<Head>(one: Pending<Head>): void {
	const tables = [...new Set(one.element.map(({ element }) => element.table))];
	if (tables.length === 1) return;
	throw new InputError(
		`The items of one record have different tables: ${tables.map(quoteShort).join(', ')}`,
		'Write one table at a time, for example with one node a table',
	);
}

/** The element of each record, or an `InputError`. */
function eachReady<Head, Sent>(
	waiting: Array<Pending<Head>>,
	make: (one: Pending<Head>) => Sent,
): Array<PrefetchResult<Sent, number>> {
	return waiting.map((one) => {
		try {
			checkOneTable(one);
			const rows = one.element.filter((part) => !isBlank(part.element)).length;
			return { element: make(one), found: rows };
		} catch (problem) {
			return { problem };
		}
	});
}

/** The fields of a record from all of its items. */
function headOf<Head>({ element }: Pending<Head>, cellsOf: (head: Head) => IDataObject) {
	return mergedRecord(
		element.map((part) => ({ item: part.item, cells: cellsOf(part.element.head) })),
	);
}

/** The table with a row for each item that has values for it; no cell if none has. */
function tableCell<Head>(one: Pending<Head>, current: TableRow[] = []): IDataObject {
	const code = tableOf(one);
	const changes = one.element.flatMap(({ element }) => (isBlank(element) ? [] : [element.change]));
	if (changes.length === 0) return {};
	return { [code]: { value: applyChanges(code, current, changes).rows } };
}

function isBlank({ change }: Pick<Line<unknown>, 'change'>): boolean {
	return change.kind === 'add' && isBlankRow(change.cells);
}

const groupBy: Parameter<'groupBy', ToElement<'group', string>> = {
	displayName: 'Group Items By',
	name: 'groupBy',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'Value that the items of one record have in common. Use an expression; it is evaluated for each item.',
	send: { in: 'element', key: 'group', as: (_, item) => groupOf(item) },
};

function groupOf(item: Pick<ItemView<'groupBy'>, 'node' | 'parts' | 'read'>): string {
	const value = item.read('groupBy', '');
	if (value !== null && typeof value === 'object') {
		throw new InputError(
			'"Group Items By" is an object or a list',
			'Select a single value, for example {{ $json.order.number }}',
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InputError(
			'"Group Items By" is not a number',
			'A calculation returned no number. Check its inputs',
		);
	}
	refuseMissingKeyPart(storedAt(item, 'groupBy'), 'Group Items By', item);
	// Spaces are part of a key.
	const text = String(value ?? '');
	if (text.trim() !== '') return text;
	throw new InputError(
		'"Group Items By" is empty for this item',
		'Enter a value that the items of one record have in common, for example {{ $json.orderNumber }}',
	);
}

export const createWithTable = groupedOperation({
	id: 'records.create',
	value: 'createWithTable',
	name: 'Create With Table',
	action: 'Create records with table rows',
	description:
		'Create one record for each group of items, with a table row for each item. If one item is refused, the record is not created.',
	method: 'POST',
	answer: ['ids'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.add,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		groupBy,
		fields('add', 'head'),
		writtenTable,
		columns('add'),
		options(convertValues, returnRecord, unknownColumns, ...ofMany),
	],
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		groupBy: {
			key: (item, element) => {
				const group = element?.group ?? groupOf(item);
				return JSON.stringify([appIn(item.read('app')).id, group]);
			},
			oneRow: true,
		},
		prefetch: async (waiting: Array<Pending<IDataObject>>) =>
			await Promise.resolve(
				eachReady(waiting, (one) => ({ ...headOf(one, (head) => head), ...tableCell(one) })),
			),
		assemble: (records) => ({ body: { records } }),
		split: createdIn,
		result: (part, _item, _record, rows) => withRowCount(part, rows),
	},
});

const existingRows = existing({
	displayName: 'Existing Rows',
	name: 'existingRows',
	otherwise: 'replace',
	keep: 'Add the rows of the items after the existing rows',
	replace:
		'Replace all rows with those of the items. A row with the same values stays as it is, so running it again changes nothing.',
	description: 'What to do with the table rows of an existing record',
});

/** The fields of a record from `matched`, and its key in canonical form. */
interface Head extends KeyedRecord {
	key: string;
	/** Whether the item keeps the rows that the record has. */
	keeps: boolean;
}

const head: Parameter<'fields', ToElement<'head', Head>> = {
	...fields('upsert', 'head'),
	send: {
		in: 'element',
		key: 'head',
		as: (value, item) =>
			thenMaybe(fieldsToWrite(mapped(value, item), item), (known) =>
				thenMaybe(matched(value, 'upsert', item), (made) => ({
					...made,
					key: sameKey(made.updateKey, known),
					keeps: keepsRows(item),
				})),
			),
	},
};

/** Identifies the record of a refused item. */
function unsentHead(mapper: unknown, item: ItemView): Pick<Head, 'key' | 'updateKey'> {
	const wanted = mapped(mapper, item);
	const fields = knownFields(wanted, item);
	const { updateKey } = targetOf(besideTable(wanted, fields, item), 'upsert', fields);
	return { updateKey, key: sameKey(updateKey, fields) };
}

const keyIn = ({ element: [first] }: Pending<Head>) => first.element.head.updateKey;

export const upsertWithTable = groupedOperation({
	id: 'records.update',
	value: 'upsertWithTable',
	name: 'Create or Update With Table',
	action: 'Create or update records with table rows',
	description:
		'Create or update one record for all items with the same value in the field to match by, with a table row for each item. Other rows that the record has are deleted, unless the option Existing Rows is set to Keep. If one item is refused, the record is not written.',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.upsert,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		head,
		writtenTable,
		columns('add'),
		options(
			convertValues,
			existingRows,
			matchRowsBy('table'),
			returnRecord,
			unknownColumns,
			...ofMany,
		),
	],
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		groupBy: {
			key: (item, element) => {
				const { updateKey, key } = element?.head ?? unsentHead(item.read('fields'), item);
				return JSON.stringify([appIn(item.read('app')).id, updateKey.field, key]);
			},
			oneRow: true,
		},
		prefetch: async (waiting: Array<Pending<Head>>) => {
			const current = await currentTables(waiting);
			return await filesCopied(
				waiting,
				eachReady(waiting, (one) => upsertOf(one, current(one))),
			);
		},
		...narrowing,
		isConflict: (explanation, item, { element, attempt }) => {
			const { code } = explanation;
			if (code === CHANGED_MEANWHILE || code === 'GAIA_RE01') return true;
			if (attempt > 1) return false;
			if (code === 'GAIA_BL01') return codesWithFiles(element).length > 0;
			return keepsRows(item) && isTaken(element[0].element.head.updateKey, explanation);
		},
		...upserting,
		kindOf: (element) => (Array.isArray(element) ? 'create' : upserting.kindOf(element)),
		result: (part, _item, record, rows) => withRowCount(upserted(part, record), rows),
	},
});

function upsertOf(one: Pending<Head>, current: Current | undefined): MatchedRecord {
	checkOneChoice(one);
	const updateKey = keyIn(one);
	const head = headOf(one, ({ record }) => record);
	if (!keepsRows(one.item)) {
		if (one.element.every(({ element }) => isBlank(element))) throw noValues(tableOf(one));
		const record = { ...head, ...tableCell(one) };
		if (current === undefined) return { updateKey, record: withoutRowIds(record) };
		const cells = ownCells(one, record, current);
		tellOfDeleted(one, cells, current);
		return { updateKey, record: cells };
	}
	if (current === undefined) {
		const record = withoutRowIds({ ...head, ...tableCell(one) });
		return newRecord(updateKey, record, one.item);
	}
	const table = tableOf(one);
	const cell = cellIn(current, table);
	if (cell?.type !== 'SUBTABLE') throw noSuchTable(table);
	const { [table]: own, ...others } = head;
	const added = tableCell(one, rowsIn(cell));
	if (own !== undefined && !(table in added)) one.item.hint(notAdded(table));
	const record = { ...ownCells(one, others, current), ...added };
	return { ...identityOf(current), record };
}

/** Throws `InputError` if an expression keeps the rows of a record in one item, and replaces them in another. */
function checkOneChoice({ element }: Pending<Head>): void {
	const [first, ...others] = element.map((part) => part.element.head.keeps);
	if (others.every((keeps) => keeps === first)) return;
	throw new InputError(
		'The items of one record have different values for "Existing Rows"',
		'Nothing was written for this record. Correct the expression, so that all items of a record have the same value',
	);
}

function notAdded(table: string): string {
	return `Table "${table}" of an item was not written, because Existing Rows is Keep, and no column has a value`;
}

/** The cells for a record that was read, with the IDs of its rows and without unchanged lookups. */
function ownCells(one: Pending<Head>, record: IDataObject, current: Current): IDataObject {
	const { item } = one;
	const trust = trustInIds({}, readFrom(item), current);
	const tell = (message: string) => item.hint(message);
	return fittedTo(record, current, { ...rowMatching(item), trust }, tell, unchangedLookups(one));
}

/** Says that rows go, because a row for each item also reads as if rows were added. */
function tellOfDeleted(one: Pending<Head>, cells: IDataObject, current: Current): void {
	const table = tableOf(one);
	const kept = new Set(rowsOf(valueOf(cellIn(cells, table))).map(({ id }) => id));
	if (rowsIn(cellIn(current, table)).every(({ id }) => kept.has(id))) return;
	one.item.hint(
		`Table "${table}": rows that match no item are deleted. To keep the rows of the record and add those of the items, set the option Existing Rows to Keep`,
	);
}

/** Lookups that are left out if their key is unchanged: all of the table, others if their copies are there. */
function unchangedLookups(one: Pending<Head>): LookupKeys {
	const inTable = lookupsOfForm(one.item).get(tableOf(one));
	const keys = new Map(lookupsAsRead(one.item));
	return inTable ? keys.set(tableOf(one), inTable) : keys;
}

function keepsRows(item: ItemView<'options.existingRows'>): boolean {
	return item.read('options.existingRows') === 'keep';
}

/** The fields of a record that its current values decide about: its tables, and lookups as they were read. */
function comparedFields(one: Pending<Head>): string[] {
	const lookups = lookupsAsRead(one.item).get('');
	return one.element.flatMap(({ element: { head, table } }) => [
		table,
		...Object.entries(head.record).flatMap(([code, cell]) =>
			hasTable({ [code]: cell }) || lookups?.has(code) ? [code] : [],
		),
	]);
}

/** The tables and lookups of existing records. Rows can be replaced without permission to view them. */
async function currentTables(
	waiting: Array<Pending<Head>>,
): Promise<(one: Pending<Head>) => Current | undefined> {
	const [first] = waiting;
	if (first === undefined) return () => undefined;
	const found = await recordsBy(
		keyIn(first).field,
		waiting.map((one) => keyIn(one).value),
		waiting.flatMap(comparedFields),
		first.item,
		first.spec,
	).catch((problem: unknown) => {
		const isUnreadable = problem instanceof InputError || isRefused(problem);
		if (!isUnreadable || waiting.some(({ item }) => keepsRows(item))) throw problem;
		for (const { item } of waiting) item.hint(ROWS_NOT_READ);
		return () => undefined;
	});
	return (one) => found(keyIn(one).value);
}

/** The attachment fields outside the table that may contain files of other records. */
function codesWithFiles(parts: ItemParts<Line<Head>>): string[] {
	const cells = parts.flatMap(({ element }) => Object.entries(element.head.record));
	return cells.flatMap(([code, cell]) => (namesFiles({ [code]: cell }) ? [code] : []));
}

/** Sent after the service refused a file: files of other records are replaced with copies. */
async function filesCopied(
	waiting: Array<Pending<Head>>,
	answers: Array<PrefetchResult<MatchedRecord, number>>,
): Promise<Array<PrefetchResult<MatchedRecord, number>>> {
	const refused = waiting.filter(({ attempt }) => attempt > 1);
	const codes = refused.flatMap(({ element }) => codesWithFiles(element));
	const [first] = refused;
	if (first === undefined || codes.length === 0) return answers;
	const keys = refused.map((one) => keyIn(one).value);
	const { field } = keyIn(first);
	const find = await recordsBy(field, keys, codes, first.item, first.spec);
	const result = [...answers];
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		const answer = answers[at];
		if (one.attempt === 1 || answer === undefined || !('element' in answer)) return;
		result[at] = await copied(answer, find(keyIn(one).value), one.item);
	});
	return result;
}
