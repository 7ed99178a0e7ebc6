import type {
	BatchRun,
	RequestSpec,
	ItemView,
	PendingElement,
	Prepared,
	PrefetchResult,
	Row,
	AllItems,
} from '../../../shared/catalogue';
import { RequestError } from '../../../shared/errors';
import { inOrder } from '../../../shared/inOrder';
import { grouped } from '../../../shared/run/batching';
import type { Change } from '../../diff/changes';
import { copied, COPYING, namesFiles } from '../../diff/copies';
import { isForRead, type Planned, plannedAnew } from '../../diff/compareItems';
import { type Current, currentRecords, identityOf } from '../../diff/currentRecords';
import { CHANGED_MEANWHILE } from '../../diff/meanwhile';
import { isTaken, newRecord, TAKEN } from '../../diff/keys';
import { hasTable, rowMatching } from '../../diff/ownRecord';
import { byRights, changedOf } from '../../diff/rights';
import {
	deletedRow,
	goneRow,
	keptRow,
	previewOf,
	previewOfOther,
	unchangedRow,
	writtenRow,
} from '../../diff/outputRows';
import { lookupsOfForm } from '../../values/lookupsAsRead';
import { RECORD_ID } from '../../values/mapping';
import { deleteAsRead, type Fate } from './deleteAsRead';
import { upserting } from './write';

/** Records that match no item, and the field that identifies them. */
export interface Removal {
	others: Current[];
	by: string;
}

/** Outputs what would be done. */
export async function preview(
	plan: Planned[],
	{ others, by }: Removal,
	whole: AllItems,
): Promise<void> {
	const removed = others.map((record) => previewOfOther(record, by));
	for (const [at, step] of plan.entries()) {
		const last = at === plan.length - 1;
		await whole.done(step.item.index, [previewOf(step), ...(last ? removed : [])]);
	}
}

/** Writes what differs. Deletes the other records only after all items were written. */
export async function write(
	plan: Planned[],
	removal: Removal,
	spec: RequestSpec,
	whole: AllItems,
): Promise<void> {
	const rows = new Map<number, Row>();
	const steps = new Map(plan.map((step) => [step.item.index, step]));
	for (const step of plan) {
		if (step.action !== 'unchanged') continue;
		const row = unchangedRow(step);
		rows.set(step.item.index, row);
		await whole.unsent(step.item.index, row);
	}
	await whole.write(
		{
			kind: 'batch',
			max: 100,
			bulk: true,
			...byRights<Change>('editable', changedOf, reading(steps, rows)),
			...upserting,
			result: (part, { index }) => {
				const row = writtenRow(part, steps.get(index) as Planned);
				rows.set(index, row);
				return row;
			},
		},
		plan.flatMap((step) => entriesOf(step, spec, whole.view(step.item.index))),
	);
	// The service may compare keys differently: never delete a record that was just written.
	const written = new Set([...rows.values()].map(({ json }) => json.id));
	const others = removal.others.filter((record) => !written.has(identityOf(record).id));
	const last = plan.at(-1)?.item.index;
	if (others.length === 0 || whole.refused || last === undefined) return;
	const done = rows.get(last) as Row;
	try {
		const fates = await remove(others, spec, whole.view(last));
		const removed = [...fates].map(([record, fate]) => rowOf(record, removal.by, fate));
		await whole.done(last, [done, ...removed]);
		const kept = [...fates.values()].filter(({ is }) => is === 'changed').length;
		if (kept > 0) whole.hint(keptHint(kept));
	} catch (problem) {
		whole.failedAfterwards(ofDeletion(problem, others.length));
	}
}

type Reading = Pick<BatchRun<Change, undefined>, 'isConflict' | 'prefetch'>;

/** What is written for each item, by its number; changed where it is compared again. */
type Steps = Map<number, Planned>;

/**
 * Before records are written, files of other records are copied. A record whose table rows are
 * written is read and compared again if others changed it in the meantime.
 */
function reading(steps: Steps, rows: Map<number, Row>): Reading {
	const plan: ReadonlyMap<number, Planned> = new Map(steps);
	const copies = (step: Planned) => step.action !== 'unchanged' && namesFiles(step.cells);
	const isRead = (step: Planned) => copies(step) || isForRead(step) || makesRows(step);
	if (![...plan.values()].some(isRead)) return {};
	return {
		isConflict: (explanation, { index }, { attempt }) => {
			const step = plan.get(index) as Planned;
			if (explanation.code === CHANGED_MEANWHILE) return isForRead(steps.get(index) ?? step);
			return attempt === 1 && makesRows(step) && isTaken(step.item.change.updateKey, explanation);
		},
		prefetch: async (waiting) => {
			const refused = await compareAnew(waiting, plan, steps);
			const answers: Array<PrefetchResult<Change, undefined>> = [];
			await inOrder([...waiting.entries()], COPYING, async ([at, { item }]) => {
				const step = steps.get(item.index) as Planned;
				if (refused.has(item.index)) {
					answers[at] = { problem: refused.get(item.index) };
				} else if (step.action === 'unchanged') {
					const row = unchangedRow(step);
					rows.set(item.index, row);
					answers[at] = { rows: row };
				} else {
					const current = step.action === 'update' ? step.current : undefined;
					answers[at] = await copied({ element: elementOf(step, item) }, current, item);
				}
			});
			return answers;
		},
	};
}

/**
 * Reads the records that others changed in the meantime, and plans their items again. Returns the
 * problems of those that are refused now, by item.
 */
async function compareAnew(
	waiting: Array<PendingElement<Change>>,
	plan: ReadonlyMap<number, Planned>,
	steps: Steps,
): Promise<Map<number, unknown>> {
	const refused = new Map<number, unknown>();
	const stale = waiting.filter(({ conflicts = [] }) =>
		conflicts.some((code) => code === CHANGED_MEANWHILE || code === TAKEN),
	);
	const [one] = stale;
	if (one === undefined) return refused;
	const { item, spec } = one;
	const place = { path: spec.path, app: String(spec.body?.app) };
	const again = stale.flatMap(({ item: { index } }) => {
		const step = plan.get(index);
		return step === undefined || step.action === 'unchanged' ? [] : [step];
	});
	const fields = new Set(again.flatMap((step) => Object.keys(step.item.change.record)));
	// A record that was created has a key, but no ID yet.
	for (const some of grouped(again, keyFieldOf)) {
		const by = keyFieldOf(some[0] as Written);
		const keys = some.map(keyIn);
		const find = await currentRecords({ ...place, by, keys, fields }, item);
		for (const step of some) {
			const current = find(keyIn(step));
			if (current === undefined) continue;
			try {
				const anew = plannedAnew(step, current, rowMatching(item), lookupsOfForm(item));
				steps.set(step.item.index, anew);
			} catch (problem) {
				refused.set(step.item.index, problem);
			}
		}
	}
	return refused;
}

type Written = Exclude<Planned, { action: 'unchanged' }>;

function keyFieldOf(step: Written): string {
	return step.action === 'create' ? step.item.change.updateKey.field : RECORD_ID;
}

function keyIn(step: Written): string {
	return step.action === 'create' ? step.item.change.updateKey.value : identityOf(step.current).id;
}

/** The failure of a deletion, which belongs to no item. */
function ofDeletion(problem: unknown, count: number): unknown {
	if (!(problem instanceof RequestError)) return problem;
	const { failure } = problem;
	const what = `Deleting ${count} record${count === 1 ? '' : 's'} that match${count === 1 ? 'es' : ''} no item failed`;
	return new RequestError({ ...failure, note: [what, failure.note].filter(Boolean).join('. ') });
}

function entriesOf(step: Planned, spec: RequestSpec, item: ItemView): Array<Prepared<Change>> {
	if (step.action === 'unchanged') return [];
	return [{ index: step.item.index, spec, element: elementOf(step, item) }];
}

/** Whether the item makes a record with table rows, which would replace those of a record that others make. */
function makesRows(step: Planned): boolean {
	return step.action === 'create' && hasTable(step.cells);
}

/** A new record is upserted by its key, in case somebody else has just created it. */
function elementOf(step: Written, item: ItemView): Change {
	const { cells: record } = step;
	if (step.action === 'create') {
		const { updateKey } = step.item.change;
		return makesRows(step) ? newRecord(updateKey, record, item) : { updateKey, record };
	}
	const { id, revision } = identityOf(step.current);
	return { id, ...(isForRead(step) && { revision }), record };
}

async function remove(
	others: Current[],
	{ path, body }: RequestSpec,
	item: ItemView,
): Promise<Map<Current, Fate>> {
	const spec: RequestSpec = {
		method: 'DELETE',
		answer: [],
		path,
		query: { app: body?.app },
		repeatable: false,
	};
	return await deleteAsRead(item, spec, others);
}

function rowOf(record: Current, by: string, fate: Fate): Row {
	switch (fate.is) {
		case 'deleted':
			return deletedRow(record, by);
		case 'changed':
			return keptRow(record, by, fate.revision);
		case 'gone':
			return goneRow(record, by);
	}
}

function keptHint(count: number): string {
	const were = count === 1 ? '1 record was' : `${count} records were`;
	return `${were} not deleted, because somebody else made changes in the meantime. Run Sync again`;
}
