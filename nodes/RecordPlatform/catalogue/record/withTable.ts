import type { IDataObject } from 'n8n-workflow';

import type {
	ItemView,
	Operation,
	Parameter,
	ItemPart,
	PrefetchResult,
	PendingElement,
} from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { inOrder } from '../../../shared/inOrder';
import { thenMaybe } from '../../../shared/maybePromise';
import { copied, COPYING, namesFiles } from '../../diff/copies';
import { isTaken, newRecord, sameKey } from '../../diff/keys';
import { narrowing } from '../../diff/rights';
import { type Current, identityOf } from '../../diff/currentRecords';
import { appIn } from '../../route';
import { cellIn } from '../../values/cells';
import { besideTable, fieldsToWrite, knownFields, mapped } from '../../values/mapping';
import { matched, targetOf } from '../../values/matching';
import type { TableRow } from '../../values/rows';
import { applyChanges, isBlankRow, noValues, type RowChange } from '../../values/tables';
import { mergedRecord } from '../../values/mergeItems';
import { existing } from '../existing';
import { app, options } from '../parameters';
import { ANY_SIGN_IN, rights } from '../requirements';
import { columns } from '../tableRow/columns';
import { table } from '../tableRow/target';
import { noSuchTable, recordsBy } from '../tableRow/write';
import { convertValues, fields, parts, upserted, upserting } from './write';
import { ofMany } from './optionControls';

/** The part of a record that one item contains: record fields and one table row. */
interface Line {
	head: IDataObject;
	table: string;
	change: RowChange;
}

/** A record to write, with the number of table rows from its items. */
interface RecordWithRows {
	send: IDataObject;
	rows: number;
}

const linesOf = ({ element }: PendingElement) =>
	(element as ItemPart[]).map((part) => part.element as Line);

const result = (part: unknown, _item: ItemView, element: unknown) => ({
	json: { ...(part as IDataObject), rows: (element as RecordWithRows).rows },
});

const sent = (elements: unknown[]) => (elements as RecordWithRows[]).map(({ send }) => send);

/** The response for each record, or a `InputError`. */
function eachReady(
	waiting: PendingElement[],
	make: (one: PendingElement) => IDataObject,
): PrefetchResult[] {
	return waiting.map((one) => {
		try {
			const rows = linesOf(one).filter(({ change }) => !isBlank(change)).length;
			const element: RecordWithRows = { send: make(one), rows };
			return { element };
		} catch (problem) {
			return { problem };
		}
	});
}

/** The fields of a record from all of its items. */
function headOf(waiting: PendingElement, cellsOf: (head: IDataObject) => IDataObject): IDataObject {
	return mergedRecord(
		(waiting.element as ItemPart[]).map(({ item, element }) => ({
			item,
			cells: cellsOf((element as Line).head),
		})),
	);
}

/** The table with a row for each item that has values for it; no cell if none has. */
function tableCell(one: PendingElement, current: TableRow[] = []): IDataObject {
	const lines = linesOf(one);
	const code = lines[0]?.table ?? '';
	const changes = lines.flatMap(({ change }) => (isBlank(change) ? [] : [change]));
	if (changes.length === 0) return {};
	return { [code]: { value: applyChanges(code, current, changes).rows } };
}

function isBlank(change: RowChange): boolean {
	return change.kind === 'add' && isBlankRow(change.cells);
}

const groupBy: Parameter = {
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

function groupOf(item: Pick<ItemView, 'read'>): string {
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
	// Spaces are part of a key.
	const text = String(value ?? '');
	if (text.trim() !== '') return text;
	throw new InputError(
		'"Group Items By" is empty for this item',
		'Enter a value that the items of one record have in common, for example {{ $json.orderNumber }}',
	);
}

export const createWithTable: Operation = {
	id: 'records.create',
	value: 'createWithTable',
	name: 'Create With Table',
	action: 'Create records with table rows',
	description:
		'Create one record from all items with the same value, with a table row for each item. If one item is refused, the record is not created.',
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
		table,
		columns('add'),
		options(convertValues, ...ofMany),
	],
	run: {
		kind: 'batch',
		max: 100,
		bulk: true,
		groupBy: {
			key: (item, element) => {
				const group = (element as { group: string } | undefined)?.group ?? groupOf(item);
				return JSON.stringify([appIn(item.read('app')).id, group]);
			},
			oneRow: true,
		},
		prefetch: async (waiting) =>
			await Promise.resolve(
				eachReady(waiting, (one) => ({ ...headOf(one, (head) => head), ...tableCell(one) })),
			),
		assemble: (elements) => ({ body: { records: sent(elements) } }),
		split: (body) => parts(body, { ids: 'ids', revisions: 'revisions' }),
		result,
	},
};

const existingRows = existing({
	displayName: 'Existing Rows',
	name: 'existingRows',
	otherwise: 'replace',
	keep: 'Add the rows of the items after the existing rows',
	replace: 'Replace all rows with those of the items. Running it again changes nothing.',
	description: 'What to do with the table rows of an existing record',
});

/** The fields of a record from `matched`, and its key in canonical form. */
interface Head {
	updateKey: { field: string; value: string };
	record: IDataObject;
	key: string;
}

const head: Parameter = {
	...fields('upsert', 'head'),
	send: {
		in: 'element',
		key: 'head',
		as: (value, item) =>
			thenMaybe(fieldsToWrite(mapped(value, item), item), (known) =>
				thenMaybe(matched(value, 'upsert', item), (made) => ({
					...made,
					key: sameKey(made.updateKey as Head['updateKey'], known),
				})),
			),
	},
};

/** Identifies the record of a refused item. */
function unsentHead(mapper: unknown, item: ItemView): Omit<Head, 'record'> {
	const wanted = mapped(mapper, item);
	const fields = knownFields(wanted, item);
	const { updateKey } = targetOf(besideTable(wanted, fields, item), 'upsert', fields) as Head;
	return { updateKey, key: sameKey(updateKey, fields) };
}

const headIn = (one: PendingElement) => linesOf(one)[0]?.head as unknown as Head;

export const upsertWithTable: Operation = {
	id: 'records.update',
	value: 'upsertWithTable',
	name: 'Create or Update With Table',
	action: 'Create or update records with table rows',
	description:
		'Create one record from all items with the same value in the field to match by, or update the existing one, with a table row for each item. If one item is refused, the record is not written.',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.upsert,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		head,
		table,
		columns('add'),
		options(convertValues, existingRows, ...ofMany),
	],
	run: {
		kind: 'batch',
		max: 100,
		bulk: true,
		groupBy: {
			key: (item, element) => {
				const { updateKey, key } = element
					? (element as { head: Head }).head
					: unsentHead(item.read('fields'), item);
				return JSON.stringify([appIn(item.read('app')).id, updateKey.field, key]);
			},
			oneRow: true,
		},
		prefetch: async (waiting) => {
			const current = await keptRecords(waiting);
			return await filesCopied(
				waiting,
				eachReady(waiting, (one) => upsertOf(one, current(one))),
			);
		},
		...narrowing,
		isConflict: (explanation, item, { element, attempt }) => {
			const { code } = explanation;
			if (code === 'GAIA_CO02' || code === 'GAIA_RE01') return true;
			if (attempt > 1) return false;
			const parts = element as ItemPart[];
			if (code === 'GAIA_BL01') return codesWithFiles(parts).length > 0;
			const { updateKey } = (parts[0]?.element as Line).head as unknown as Head;
			return keepsRows(item) && isTaken(updateKey, explanation);
		},
		...upserting,
		kindOf: (element) => upserting.kindOf((element as Partial<RecordWithRows>).send ?? element),
		assemble: (elements) => upserting.assemble(sent(elements)),
		result: (part, item, element) =>
			result(upserted(part, (element as RecordWithRows).send), item, element),
	},
};

function upsertOf(one: PendingElement, current: Current | undefined): IDataObject {
	const { updateKey } = headIn(one);
	const head = headOf(one, (part) => (part as unknown as Head).record);
	if (current === undefined) {
		const record: IDataObject = { ...head, ...tableCell(one) };
		const lines = linesOf(one);
		if (!keepsRows(one.item) && lines.every(({ change }) => isBlank(change))) {
			throw noValues(lines[0]?.table ?? '');
		}
		return keepsRows(one.item) ? newRecord(updateKey, record, one.item) : { updateKey, record };
	}
	const code = linesOf(one)[0]?.table ?? '';
	const cell = cellIn(current, code);
	if (cell?.type !== 'SUBTABLE') throw noSuchTable(code);
	const record = { ...head, ...tableCell(one, cell.value as TableRow[]) };
	return { ...identityOf(current), record } as IDataObject;
}

function keepsRows(item: ItemView): boolean {
	return item.read('options.existingRows') === 'keep';
}

/** The existing records whose rows are kept. */
async function keptRecords(
	waiting: PendingElement[],
): Promise<(one: PendingElement) => Current | undefined> {
	const keeping = waiting.filter(({ item }) => keepsRows(item));
	const [first] = keeping;
	if (first === undefined) return () => undefined;
	const found = await recordsBy(
		headIn(first).updateKey.field,
		keeping.map((one) => headIn(one).updateKey.value),
		keeping.flatMap((one) => linesOf(one).map((line) => line.table)),
		first.item,
		first.spec,
	);
	const kept = new Set(keeping);
	return (one) => (kept.has(one) ? found(headIn(one).updateKey.value) : undefined);
}

/** The attachment fields outside the table that may contain files of other records. */
function codesWithFiles(parts: ItemPart[]): string[] {
	const heads = parts.map(({ element }) => ((element as Line).head as unknown as Head).record);
	const cells = heads.flatMap((record) => Object.entries(record));
	return cells.flatMap(([code, cell]) => (namesFiles({ [code]: cell }) ? [code] : []));
}

/** Sent after the service refused a file: files of other records are replaced with copies. */
async function filesCopied(
	waiting: PendingElement[],
	answers: PrefetchResult[],
): Promise<PrefetchResult[]> {
	const refused = waiting.filter(({ attempt }) => attempt > 1);
	const codes = refused.flatMap(({ element }) => codesWithFiles(element as ItemPart[]));
	const [first] = refused;
	if (first === undefined || codes.length === 0) return answers;
	const keys = refused.map((one) => headIn(one).updateKey.value);
	const { field } = headIn(first).updateKey;
	const find = await recordsBy(field, keys, codes, first.item, first.spec);
	const result = [...answers];
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		const answer = answers[at];
		if (one.attempt === 1 || answer === undefined || !('element' in answer)) return;
		const { send, rows } = answer.element as RecordWithRows;
		const current = find(headIn(one).updateKey.value);
		const made = await copied(send as { record: IDataObject }, current, one.item);
		result[at] = 'problem' in made ? made : { element: { send: made.element, rows } };
	});
	return result;
}
