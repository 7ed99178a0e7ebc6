import type { IDataObject } from 'n8n-workflow';

import type {
	BatchRun,
	ItemGrouping,
	ItemParts,
	ItemContext,
	PendingElement,
	PrefetchResult,
	RefusedItems,
} from '../../../shared/catalogue';
import { type Explanation, InputError } from '../../../shared/errors';
import { inOrder } from '../../../shared/inOrder';
import { grouped } from '../../../shared/run/batching';
import {
	CHANGED_MEANWHILE,
	cellIn,
	type Current,
	identityOf,
	RECORD_ID,
	recordRow,
	setCell,
	tableRows,
} from '../../codec/cells';
import { writtenValues } from '../../codec/decode';
import { noSuchRecord, withCopies } from '../../writing/changes';
import { currentRecords, type Found } from '../../reading/current';
import { COPYING } from '../../writing/files';
import {
	applyChanges,
	changesAnything,
	NOTHING,
	type RowChange,
	type RowCounts,
} from '../../writing/tables';
import { formOfItem } from '../../writing/fromItem';
import { hundredAtOnce } from '../../bulk';
import { type AskedTable, type RecordSelector, targetKey } from './target';

interface RowWrite extends AskedTable {
	change: RowChange;
}

interface RecordWrite {
	id: string;
	revision: string;
	record: IDataObject;
}

/** The outcome for the rows of each item, and what was written to them. */
type Counts = Map<number, { counts: RowCounts; columns: IDataObject }>;

type RowWrites = ItemParts<RowWrite>;
type PendingRows = PendingElement<RowWrites, Counts>;
type PrefetchedRows = PrefetchResult<RecordWrite, Counts>;

/**
 * Writes tables. Items of the same record share one element, which contains all rows that
 * the record has now and the changes of these items. It is written with the revision that was read,
 * and prepared again if somebody else was faster.
 */
export function writeRows({ whole = false }: { whole?: boolean } = {}) {
	return {
		...hundredAtOnce,
		groupBy: { key: targetKey, ...(!whole && { divisible: blamesRow, lastFirst: addsAtStart }) },
		prefetch: recordsToWrite,
		isConflict: ({ code }) => code === CHANGED_MEANWHILE,
		result: (part, item, _, found) => {
			const { counts, columns } = found?.get(item.index) ?? {};
			return recordRow({ ...part, ...counts }, columns);
		},
	} satisfies Omit<BatchRun<RowWrites, Counts, RecordWrite, IDataObject>, 'kind' | 'groupBy'> & {
		groupBy: ItemGrouping<RowWrite>;
	};
}

function addsAtStart(parts: RowWrites): boolean {
	return parts.every(({ element: { change } }) => change.kind === 'add' && change.at === 'start');
}

/**
 * Whether a single item may have caused the error: the service names a cell of a row, or a
 * lookup, which it reports without a field.
 */
function blamesRow({ code = '', fields }: Explanation): boolean {
	if (fields) return fields.some(({ path }) => /\.value\[\d+\]/.test(path));
	return code.startsWith('GAIA_LO');
}

async function recordsToWrite(waiting: PendingRows[]): Promise<PrefetchedRows[]> {
	const current = new Map<PendingRows, Current>();
	for (const group of grouped(waiting, ({ element: [part] }) => part.element.target.by)) {
		const [first] = group;
		if (first === undefined) continue;
		const wanted = group.flatMap(({ element }) => element.map((part) => part.element));
		const find = await tablesOf(wanted, first.item, first.spec);
		for (const one of group) {
			const record = find(one.element[0].element.target.value);
			if (record) current.set(one, record);
		}
	}
	const answers: PrefetchedRows[] = [];
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		const record = current.get(one);
		const { by, value } = one.element[0].element.target;
		answers[at] = record
			? await withCopies(await recordToWrite(record, one), record, one.item)
			: { problem: noSuchTarget({ by, value }) };
	});
	return answers;
}

/** Reads the tables of records, hundreds per request. */
export async function tablesOf(
	wanted: AskedTable[],
	item: ItemContext,
	{ path, body, query }: PendingRows['spec'],
): Promise<Found> {
	const source = { path, app: String(body?.app ?? query?.app), by: wanted[0]?.target.by ?? '' };
	const keys = wanted.map(({ target }) => target.value);
	const fields = new Set(wanted.map(({ table }) => table));
	return await currentRecords({ ...source, keys, fields }, item);
}

export function noSuchTarget({ by, value }: RecordSelector): InputError {
	return noSuchRecord(by === RECORD_ID ? { id: value } : { updateKey: { field: by, value } });
}

/** The record with its tables after the changes of all items. */
async function recordToWrite(
	record: Current,
	{ element, item }: PendingRows,
): Promise<PrefetchedRows> {
	const form = await formOfItem(item);
	const counts: Counts = new Map();
	const refused: RefusedItems = new Map();
	const tables: IDataObject = {};
	for (const group of grouped([...element], (part) => part.element.table)) {
		const code = group[0]?.element.table ?? '';
		const cell = cellIn(record, code);
		const table = form.find((field) => field.code === code);
		if (cell?.type !== 'SUBTABLE' || table === undefined) {
			for (const part of group) refused.set(part.item, noSuchTable(code));
			continue;
		}
		const changes = group.map((part) => part.element.change);
		const { rows, outcomes } = applyChanges(table, tableRows(cell.value), changes);
		for (const [at, part] of group.entries()) {
			const [outcome, change] = [outcomes[at], changes[at]];
			const cells = change && 'cells' in change ? change.cells : {};
			const columns = writtenValues(cells, table.columns ?? []);
			if (outcome instanceof InputError) refused.set(part.item, outcome);
			else if (outcome) counts.set(part.item, { counts: outcome, columns });
		}
		if (changesAnything(outcomes)) setCell(tables, code, { value: rows } as unknown as IDataObject);
	}
	const identity = identityOf(record);
	if (Object.keys(tables).length === 0) {
		return { rows: recordRow({ ...identity, ...NOTHING }), refused };
	}
	return { element: { ...identity, record: tables }, found: counts, refused };
}

export function noSuchTable(table: string): InputError {
	return new InputError(
		`The record has no table "${table}"`,
		'Choose the table from the list. The signed-in user may have no permission to view it',
	);
}
