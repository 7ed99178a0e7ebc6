import type { IDataObject } from 'n8n-workflow';

import type {
	BatchRun,
	RequestSpec,
	ItemView,
	ItemPart,
	PrefetchResult,
	RefusedItems,
	PendingElement,
} from '../../../shared/catalogue';
import { type Explanation, InputError } from '../../../shared/errors';
import { grouped } from '../../../shared/run/batching';
import { inOrder } from '../../../shared/inOrder';
import { copied, COPYING } from '../../diff/copies';
import { type Current, currentRecords, identityOf } from '../../diff/currentRecords';
import { narrowing } from '../../diff/rights';
import { cellIn, setCell } from '../../values/cells';
import type { TableRow } from '../../values/rows';
import { applyChanges, changesAnything, type RowChange, type RowCounts } from '../../values/tables';
import type { Target } from './target';
import { targetKey } from './target';

/** The change of one item, with its record and table. */
interface Wish {
	target: Target;
	table: string;
	change: RowChange;
}

/** A record to write, and the outcome for the rows of each item. */
interface RecordWrite {
	send: { id: string; revision: string; record: IDataObject };
	counts: Map<number, RowCounts>;
}

interface Sending {
	element: RecordWrite;
	refused?: RefusedItems;
}

type Answer = Sending | Exclude<PrefetchResult, { element: unknown }>;

/**
 * Writes tables. Items of the same record share one element, which contains all rows that
 * the record has now and the changes of these items. It is written with the revision that was read,
 * and prepared again if somebody else was faster.
 */
export function writeRows({ whole = false }: { whole?: boolean } = {}): BatchRun {
	return {
		kind: 'batch',
		max: 100,
		bulk: true,
		groupBy: {
			key: targetKey,
			...(!whole && { divisible: blamesRow }),
		},
		prefetch: async (waiting) => await ready(waiting, whole),
		...narrowing,
		isConflict: ({ code }) => code === 'GAIA_CO02',
		assemble: (elements) => ({
			body: { records: (elements as RecordWrite[]).map(({ send }) => send) },
		}),
		split: (body) => (body as { records: unknown[] }).records,
		result: (part, item, element) => ({
			json: { ...(part as IDataObject), ...(element as RecordWrite).counts.get(item.index) },
		}),
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

const wishesOf = ({ element }: PendingElement) =>
	(element as ItemPart[]).map((part) => part.element as Wish);
const targetOfAll = (waiting: PendingElement) => wishesOf(waiting)[0]?.target as Target;

/** Records that are written, each with the element and its key. */
type Taken = Map<string, { element: unknown; value: string }>;

/** @param whole a later request must not replace the rows that this run has written */
async function ready(waiting: PendingElement[], whole: boolean): Promise<PrefetchResult[]> {
	const [first] = waiting;
	if (first === undefined) return [];
	const found = new Map<PendingElement, Current>();
	for (const group of grouped(waiting, (one) => targetOfAll(one).by)) {
		const wishes = group.flatMap(wishesOf);
		const current = await recordsBy(
			targetOfAll(group[0] as PendingElement).by,
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
	const started = async () => await Promise.resolve<Taken>(new Map());
	const taken = whole ? await first.item.once('replaced tables', started) : await started();
	const answers = waiting.map((one): Answer => {
		const record = found.get(one);
		const { by, value } = targetOfAll(one);
		if (record === undefined) return { problem: noSuchRecord({ by, value }) };
		const { element } = one;
		const name = JSON.stringify([one.spec, identityOf(record).id]);
		const other = taken.get(name);
		if (other && other.element !== element) return { problem: sameRecord(value, other.value) };
		taken.set(name, { element, value });
		return written(record, element as ItemPart[]);
	});
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		const answer = answers[at];
		const record = found.get(one);
		if (record === undefined || answer === undefined || !('element' in answer)) return;
		const { send, counts } = answer.element;
		const made = await copied(send, record, one.item);
		answers[at] = 'problem' in made ? made : { ...answer, element: { send: made.element, counts } };
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
function written(record: Current, parts: ItemPart[]): Answer {
	const counts = new Map<number, RowCounts>();
	const refused: RefusedItems = new Map();
	const tables: IDataObject = {};
	for (const group of grouped(parts, ({ element }) => (element as Wish).table)) {
		const { table } = group[0]?.element as Wish;
		const cell = cellIn(record, table);
		if (cell?.type !== 'SUBTABLE') {
			for (const { item } of group) refused.set(item, noSuchTable(table));
			continue;
		}
		const changes = group.map(({ element }) => (element as Wish).change);
		const { rows, outcomes } = applyChanges(table, cell.value as TableRow[], changes);
		for (const [at, { item }] of group.entries()) {
			const outcome = outcomes[at];
			if (outcome instanceof InputError) refused.set(item, outcome);
			else if (outcome) counts.set(item, outcome);
		}
		if (changesAnything(outcomes))
			setCell(tables, table, { value: rows } as unknown as IDataObject);
	}
	const identity = identityOf(record);
	if (Object.keys(tables).length === 0) {
		const none: RowCounts = { added: 0, updated: 0, removed: 0 };
		return { rows: { json: { ...identity, ...none } }, refused };
	}
	const element: RecordWrite = { send: { ...identity, record: tables }, counts };
	return { element, refused };
}

export function noSuchTable(table: string): InputError {
	return new InputError(
		`The record has no table "${table}"`,
		'Choose the table from the list. The signed-in user may have no permission to view it',
	);
}
