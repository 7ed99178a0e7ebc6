import type { IDataObject } from 'n8n-workflow';

import { groupedOperation, type ToElement } from '../../batchOperation';
import type {
	ItemPart,
	ItemParts,
	ItemContext,
	Parameter,
	PendingElement,
	PrefetchResult,
} from '../../../shared/catalogue';
import { inOrder } from '../../../shared/inOrder';
import { isBlank, textOf } from '../../../shared/input/text';
import { textParameter } from '../../../shared/parameters';
import {
	cellIn,
	CHANGED_MEANWHILE,
	type Current,
	filledCells,
	identityOf,
	type RecordName,
	recordRow,
	setCell,
	type TableRow,
	tableRows,
	valueOf,
} from '../../codec/cells';
import { exactRecordName } from '../../codec/compare';
import { withCopies } from '../../writing/changes';
import { recordsNamed } from '../../reading/current';
import { checkChoices } from '../../codec/encode';
import { COPYING, namesFiles } from '../../writing/files';
import { unknownColumns } from '../../codec/names';
import type { RowChange } from '../../writing/tables';
import {
	formOfItem,
	type KeyedRecord,
	knownForm,
	type MatchedRecord,
	nothingToWrite,
	recordNamedIn,
	writtenFields,
} from '../../writing/fromItem';
import { appIn } from '../../route';
import { narrowing } from '../../bulk';
import { existing, options } from '../parameters';
import { app } from '../locators';
import { rights } from '../requirements';
import { columns } from '../tableRow/columns';
import { table } from '../tableRow/target';
import { noSuchTable } from '../tableRow/write';
import { changeOfRecords, convertValues, creationOfRecords, ofWrite } from './options';
import { createdIn, fields, fieldsToCompare, foreseen, upserted, upserting } from './write';
import { finishWritten, returnRecord } from './written';

/** What one item says of a record: values of its fields, and one table row. */
interface Line<Head> {
	head: Head;
	table: string;
	change: RowChange;
}

/** What the output says of a record beside its fields. */
interface Told {
	rows: number;
	name?: RecordName;
}

/** A record that waits to be written, from the lines of its items. */
type PendingLines<Head> = PendingElement<ItemParts<Line<Head>>, Told>;

/** The fields of a record from all of its items: the last value that is not empty counts. */
function headCells<Head>(
	lines: Array<ItemPart<Line<Head>>>,
	cellsOf: (head: Head) => IDataObject,
): IDataObject {
	const cells: IDataObject = {};
	for (const { element } of lines) {
		for (const [code, cell] of Object.entries(cellsOf(element.head))) {
			const isMore = !isBlank(valueOf(cell)) || cellIn(cells, code) === undefined;
			if (isMore) setCell(cells, code, cell as IDataObject);
		}
	}
	return cells;
}

/** A row for each item that has values for it, or the ID of a row. */
function rowsOfLines<Head>(lines: Array<ItemPart<Line<Head>>>): TableRow[] {
	return lines.flatMap(({ element: { change } }): TableRow[] => {
		if (change.kind !== 'replace') return [];
		const isEmpty = Object.values(change.cells).every((cell) => isBlank(valueOf(cell)));
		const { id } = change;
		if (id !== undefined) return [{ id, value: change.cells }];
		return isEmpty ? [] : [{ value: change.cells }];
	});
}

function tableCell(code: string, rows: TableRow[]): IDataObject {
	if (rows.length === 0) return {};
	const cells: IDataObject = {};
	setCell(cells, code, { value: rows } as unknown as IDataObject);
	return cells;
}

const groupBy: Parameter<'groupBy', ToElement<'group', string>> = textParameter({
	displayName: 'Group Items By',
	name: 'groupBy',
	required: true,
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'Value that the items of one record have in common. Use an expression; it is evaluated for each item.',
	send: { in: 'element', key: 'group' },
});

export const createWithTable = groupedOperation({
	...creationOfRecords,
	value: 'createWithTable',
	name: 'Create With Table',
	action: 'Create records with table rows',
	description:
		'Create one record for each group of items, with a table row for each item. If one item is refused, the record is not created.',
	parameters: [
		app('body'),
		groupBy,
		fields('add', 'head'),
		table,
		columns('replace'),
		options(convertValues, returnRecord, unknownColumns, ...ofWrite),
	],
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		groupBy: {
			key: (item, element) => {
				const group = element?.group ?? textOf(item.read('groupBy'), groupBy.displayName);
				return JSON.stringify([appIn(item.read('app')).id, item.read('table'), group]);
			},
			oneRow: true,
		},
		prefetch: async (waiting: Array<PendingLines<IDataObject>>) =>
			await eachPrepared(waiting, async (one) => {
				const rows = rowsOfLines(one.element);
				const { table } = one.element[0].element;
				const record = { ...headCells(one.element, (head) => head), ...tableCell(table, rows) };
				const form = await formOfItem(one.item);
				if (Object.keys(record).length === 0)
					throw nothingToWrite({ isAutomatic: true, values: one.item.json }, form);
				checkChoices(record, form);
				const answer = { element: { record }, found: { rows: rows.length } };
				return await withCopies(answer, undefined, one.item);
			}),
		assemble: (records) => ({ body: { records: records.map(({ record }) => record) } }),
		split: createdIn,
		result: (part, item, element, found?: Told) =>
			recordRow({ ...part, rows: found?.rows }, writtenFields(item, element)),
	},
});

/** Prepares records one after the other, a few at a time for the files to copy. */
async function eachPrepared<Head, Sent>(
	waiting: Array<PendingLines<Head>>,
	prepare: (one: PendingLines<Head>) => Promise<PrefetchResult<Sent, Told>>,
): Promise<Array<PrefetchResult<Sent, Told>>> {
	const answers: Array<PrefetchResult<Sent, Told>> = [];
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		answers[at] = await prepare(one).catch((problem: unknown) => ({ problem }));
	});
	return answers;
}

const existingRows = existing({
	displayName: 'Existing Rows',
	name: 'existingRows',
	default: 'replace',
	keep: 'Add the rows of the items after the existing rows',
	replace:
		'Replace all rows with those of the items. An item with the ID of a row of the record changes that row.',
	description: 'What to do with the table rows of an existing record',
});

/** The key of a record; also of a refused item, if the form was read. */
function keyIn(item: ItemContext, element?: { head: KeyedRecord }): string {
	const form = knownForm(item) ?? [];
	return exactRecordName(element?.head ?? recordNamedIn(item, 'upsert', form), form);
}

const headOf = ({ element: [first] }: PendingLines<KeyedRecord>) => first.element.head;

export const upsertWithTable = groupedOperation({
	...changeOfRecords,
	value: 'upsertWithTable',
	name: 'Create or Update With Table',
	action: 'Create or update records with table rows',
	description:
		'Create or update one record for all items with the same values in the fields to match by, with a table row for each item. Other rows that the record has are deleted, unless the option Existing Rows is set to Keep. If one item is refused, the record is not written.',
	rights: rights.upsert,
	parameters: [
		app('body'),
		fieldsToCompare('head'),
		table,
		columns('replace'),
		options(convertValues, existingRows, returnRecord, unknownColumns, ...ofWrite),
	],
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		groupBy: {
			key: (item, element) => {
				const key = keyIn(item as ItemContext, element);
				return JSON.stringify([appIn(item.read('app')).id, item.read('table'), key]);
			},
			oneRow: true,
		},
		prefetch: async (waiting: Array<PendingLines<KeyedRecord>>) => {
			const current = await currentTables(waiting);
			return await eachPrepared(waiting, async (one) => {
				const answer = await recordToUpsert(one, current(one));
				return await withCopies(answer, current(one), one.item);
			});
		},
		...narrowing,
		isConflict: ({ code }) => code === CHANGED_MEANWHILE,
		...upserting,
		foresee: foreseen,
		kindOf: (element) => (Array.isArray(element) ? 'upsert' : upserting.kindOf(element)),
		result: (part, item, element, found?: Told) =>
			recordRow(
				{ ...upserted(part, element), rows: found?.rows },
				writtenFields(item, { ...element, ...found?.name }),
			),
	},
});

async function recordToUpsert(
	one: PendingLines<KeyedRecord>,
	current: Current | undefined,
): Promise<PrefetchResult<MatchedRecord, Told>> {
	const { table } = one.element[0].element;
	const rows = rowsOfLines(one.element);
	const cells = headCells(one.element, ({ record }) => record);
	checkChoices({ ...cells, ...tableCell(table, rows) }, await formOfItem(one.item));
	const { record: _, ...name } = headOf(one);
	const found = { rows: rows.length, name };
	const isNew = current === undefined && (name.match !== undefined || keepsRows(one.item));
	const own = isNew ? { ...name.match?.cells, ...filledCells(cells) } : cells;
	if (current === undefined || !keepsRows(one.item)) {
		const record = { ...own, ...tableCell(table, rows) };
		const element =
			name.match && current ? { ...identityOf(current), record } : { ...name, record };
		return { element, found };
	}
	const cell = cellIn(current, table);
	if (cell?.type !== 'SUBTABLE') throw noSuchTable(table);
	const ids = new Set(rows.map(({ id }) => id));
	const kept = tableRows(cell.value).flatMap(({ id }) => (ids.has(id) ? [] : [{ id, value: {} }]));
	const all = rows.length === 0 ? [] : ([...kept, ...rows] as TableRow[]);
	const record = { ...cells, ...tableCell(table, all) };
	return { element: { ...identityOf(current), record }, found };
}

function keepsRows(item: Pick<ItemContext, 'read'>): boolean {
	return item.read('options.existingRows') === 'keep';
}

/** The tables of existing records where rows or files that they have, or other fields to match by, decide what is sent. */
async function currentTables(
	waiting: Array<PendingLines<KeyedRecord>>,
): Promise<(one: PendingLines<KeyedRecord>) => Current | undefined> {
	const [first] = waiting;
	const namesFilesOf = ({ element }: PendingLines<KeyedRecord>) =>
		element.some(({ element: { head, change } }) =>
			namesFiles({
				...head.record,
				row: { value: [{ value: 'cells' in change && change.cells }] },
			} as never),
		);
	if (first === undefined) return () => undefined;
	const reading = waiting.filter(
		(one) => headOf(one).match || keepsRows(one.item) || namesFilesOf(one),
	);
	if (reading.length === 0) return () => undefined;
	const { path, body } = first.spec;
	const fields = reading.flatMap(({ element }) =>
		element.flatMap(({ element: { table, head } }) => [table, ...Object.keys(head.record)]),
	);
	const source = { path, app: String(body?.app), fields };
	const find = await recordsNamed(source, reading.map(headOf), first.item);
	return (one) => find(headOf(one));
}
