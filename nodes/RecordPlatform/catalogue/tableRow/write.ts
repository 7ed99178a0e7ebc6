import type { IDataObject } from 'n8n-workflow';

import type {
	BatchRun,
	ItemGrouping,
	ItemParts,
	ItemView,
	PendingElement,
	PrefetchResult,
	RefusedItems,
	RequestSpec,
} from '../../../shared/catalogue';
import { type Explanation, InputError } from '../../../shared/errors';
import { objectsIn } from '../../../shared/objects';
import { grouped } from '../../../shared/run/batching';
import { inOrder } from '../../../shared/inOrder';
import { copied, COPYING } from '../../diff/copies';
import { type Current, currentRecords, identityOf } from '../../diff/currentRecords';
import { fittedTo, rowMatching } from '../../diff/ownRecord';
import { narrowing } from '../../diff/rights';
import { cellIn, setCell } from '../../values/cells';
import { valueOf } from '../../values/compare';
import { lookupsOfForm } from '../../values/lookupsAsRead';
import { rowsIn, rowsOf } from '../../values/rows';
import {
	type AppliedChanges,
	applyChanges,
	changesAnything,
	type RowChange,
	type RowCounts,
} from '../../values/tables';
import type { Target } from './target';
import { targetKey } from './target';
import { CHANGED_MEANWHILE } from '../../diff/meanwhile';

/** The change of one item, with its record and table. */
interface Wish {
	target: Target;
	table: string;
	change: RowChange;
}

/** A record to write. */
interface RecordWrite {
	id: string;
	revision: string;
	record: IDataObject;
}

/** The outcome for the rows of each item. */
type Counts = Map<number, RowCounts>;

type Wishes = ItemParts<Wish>;
type Pending = PendingElement<Wishes, Counts>;
type Answer = PrefetchResult<RecordWrite, Counts>;

/**
 * Writes tables. Items of the same record share one element, which contains all rows that
 * the record has now and the changes of these items. It is written with the revision that was read,
 * and prepared again if somebody else was faster.
 */
export function writeRows({ whole = false }: { whole?: boolean } = {}) {
	return {
		max: 100,
		bulk: true,
		groupBy: {
			key: targetKey,
			...(!whole && { divisible: blamesRow }),
		},
		startPrefetch: () => {
			const written: Taken = new Map();
			return async (waiting) => await recordsToWrite(waiting, whole ? written : new Map());
		},
		...narrowing,
		isConflict: ({ code }) => code === CHANGED_MEANWHILE,
		assemble: (records) => ({ body: { records } }),
		split: (body) => objectsIn(body, 'records'),
		result: (part, item, _, counts) => ({ json: { ...part, ...counts?.get(item.index) } }),
	} satisfies Omit<BatchRun<Wishes, Counts, RecordWrite, IDataObject>, 'kind' | 'groupBy'> & {
		groupBy: ItemGrouping<Wish>;
	};
}

/**
 * Whether a single item may have caused the error: the service names a cell of a row, or a
 * lookup, which it reports without a field.
 */
function blamesRow({ code = '', fields }: Explanation): boolean {
	if (fields) return fields.some(({ path }) => /\.value\[\d+\]/.test(path));
	return code.startsWith('GAIA_LO');
}

const wishesOf = ({ element }: Pending) => element.map((part) => part.element);
const targetOfAll = ({ element: [part] }: Pending) => part.element.target;

/** Records that are written, each with the element and its key. */
type Taken = Map<string, { element: Wishes; value: string }>;

/** @param taken records whose rows must not be replaced again */
async function recordsToWrite(waiting: Pending[], taken: Taken): Promise<Answer[]> {
	const [first] = waiting;
	if (first === undefined) return [];
	const found = new Map<Pending, Current>();
	for (const group of grouped(waiting, (one) => targetOfAll(one).by)) {
		const wishes = group.flatMap(wishesOf);
		const current = await recordsBy(
			wishes[0]?.target.by ?? '',
			wishes.map(({ target }) => target.value),
			wishes.map(({ table }) => table),
			first.item,
			first.spec,
		);
		for (const one of group) {
			const record = current(targetOfAll(one).value);
			if (record) found.set(one, record);
		}
	}
	const answers = waiting.map((one): Answer => {
		const record = found.get(one);
		const { by, value } = targetOfAll(one);
		if (record === undefined) return { problem: noSuchRecord({ by, value }) };
		const { element } = one;
		const name = JSON.stringify([one.spec, identityOf(record).id]);
		const other = taken.get(name);
		if (other && other.element !== element) return { problem: sameRecord(value, other.value) };
		taken.set(name, { element, value });
		try {
			return written(record, element, one.item);
		} catch (problem) {
			return { problem };
		}
	});
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		const answer = answers[at];
		const record = found.get(one);
		if (record === undefined || answer === undefined || !('element' in answer)) return;
		answers[at] = await copied(answer, record, one.item);
	});
	return answers;
}

/** Reads the tables of records, hundreds per request. */
export async function recordsBy(
	by: string,
	keys: string[],
	tables: string[],
	item: ItemView,
	{ path, body, query }: RequestSpec,
): Promise<(key: string) => Current | undefined> {
	const app = String(body?.app ?? query?.app);
	return await currentRecords({ path, app, by, keys, fields: new Set(tables) }, item);
}

export function noSuchRecord({ by, value }: Target): InputError {
	return new InputError(
		by === '$id' ? `Record ${value} was not found` : `No record has "${value}" in "${by}"`,
		'It may have been deleted, or the signed-in user has no permission to view it',
	);
}

function sameRecord(value: string, other: string): InputError {
	return new InputError(
		`"${value}" and "${other}" identify the same record`,
		'Use the same spelling in all items, so that their rows are written together',
	);
}

/** The record with its tables after the changes of all items. */
function written(record: Current, parts: Wishes, item: ItemView): Answer {
	const counts: Counts = new Map();
	const refused: RefusedItems = new Map();
	const tables: IDataObject = {};
	for (const group of grouped(parts, ({ element }) => element.table)) {
		const table = group[0]?.element.table ?? '';
		const cell = cellIn(record, table);
		if (cell?.type !== 'SUBTABLE') {
			for (const { item } of group) refused.set(item, noSuchTable(table));
			continue;
		}
		const changes = group.map(({ element }) => element.change);
		const applied = applyChanges(table, rowsIn(cell), changes);
		const replaces = changes.some(({ kind }) => kind === 'replace');
		const { rows, outcomes } = replaces ? replacing(applied, record, table, item) : applied;
		for (const [at, { item }] of group.entries()) {
			const outcome = outcomes[at];
			if (outcome instanceof InputError) refused.set(item, outcome);
			else if (outcome) counts.set(item, outcome);
		}
		if (changesAnything(outcomes)) setCell(tables, table, { value: rows });
	}
	const identity = identityOf(record);
	if (Object.keys(tables).length === 0) {
		const none: RowCounts = { added: 0, updated: 0, removed: 0 };
		return { rows: { json: { ...identity, ...none } }, refused };
	}
	return { element: { ...identity, record: tables }, found: counts, refused };
}

/** The same with the IDs of rows that the table has already: the service then keeps their other columns. */
function replacing(
	{ rows, outcomes }: AppliedChanges,
	record: Current,
	table: string,
	item: ItemView,
): AppliedChanges {
	const cells: IDataObject = {};
	setCell(cells, table, { value: rows as unknown as IDataObject[] });
	const matching = { ...rowMatching(item), trust: 'never' } as const;
	const tell = (message: string) => item.hint(message);
	const fitted = fittedTo(cells, record, matching, tell, lookupsOfForm(item));
	const own = rowsOf(valueOf(cellIn(fitted, table)));
	const kept = own.filter(({ id }) => id !== undefined).length;
	let at = 0;
	const counted = outcomes.map((outcome): RowCounts | InputError => {
		if (outcome instanceof InputError || outcome.added === 0) return outcome;
		const isKept = own[at++]?.id !== undefined;
		const removed = outcome.removed > 0 ? outcome.removed - kept : 0;
		return { added: isKept ? 0 : 1, updated: isKept ? 1 : 0, removed };
	});
	return { rows: own, outcomes: counted };
}

export function noSuchTable(table: string): InputError {
	return new InputError(
		`The record has no table "${table}"`,
		'Choose the table from the list. The signed-in user may have no permission to view it',
	);
}
