import type { IDataObject } from 'n8n-workflow';

import { allItemsOperation } from '../../batchOperation';
import type { AllItems, ItemContext, Prepared, RequestSpec, Row } from '../../../shared/catalogue';
import { InputError, RequestError } from '../../../shared/errors';
import { counted } from '../../../shared/messages';
import { grouped, inTurns } from '../../../shared/run/batching';
import { allRows } from '../../../shared/run/paginate';
import { reading } from '../../../shared/request';
import { paginateRecords } from '../../reading/paginate';
import {
	cellIn,
	CHANGED_MEANWHILE,
	type Current,
	filledCells,
	identityOf,
	RECORD_ID,
	type RecordMatch,
	recordName,
	recordRow,
	valueOf,
} from '../../codec/cells';
import { type Change, withCells, withCopies } from '../../writing/changes';
import { changedCells, differs, matchKey, matchOf } from '../../codec/compare';
import { asCurrent, MatchIndex, recordsNamed } from '../../reading/current';
import { checkChoices } from '../../codec/encode';
import { namesFiles } from '../../writing/files';
import { unknownColumns } from '../../codec/names';
import { formOfItem, type KeyedRecord } from '../../writing/fromItem';
import { plainCell, writtenValues } from '../../codec/decode';
import type { Field } from '../../codec/form';
import { narrowing } from '../../bulk';
import { options } from '../parameters';
import { app } from '../locators';
import { rights } from '../requirements';
import { deleteAsRead, type DeletionOutcome } from './deleteAsRead';
import { changeOfRecords, convertValues, dryRun } from './options';
import { syncSettingsOf, syncControls } from './syncSettings';
import { fieldsToCompare, shownKey, upserting } from './write';
import { finishWritten } from './written';

const dryRunOfSync = {
	...dryRun,
	description:
		'Whether to return what would be created, updated, and deleted without writing anything',
};

export const sync = allItemsOperation({
	...changeOfRecords,
	value: 'sync',
	name: 'Sync',
	action: 'Sync records',
	description:
		'Make an app match the incoming items. Creates missing records, updates fields that differ, and, if enabled, deletes all other records.',
	rights: rights.sync,
	parameters: [
		app('body'),
		fieldsToCompare(''),
		...syncControls,
		options(convertValues, dryRunOfSync, unknownColumns),
	],
	finish: finishWritten,
	run: async (prepared, whole) => {
		for (const ofApp of grouped(prepared, ({ spec }) => JSON.stringify(spec))) {
			if (!whole.ended) await syncApp(ofApp, whole);
		}
	},
});

/** An item with the wanted content of a record. */
interface Incoming {
	index: number;
	/** The values to match by, in canonical form. */
	key: string;
	match: RecordMatch;
	change: KeyedRecord;
}

/** Throws `InputError` if several records match the item. */
type FoundRecord = (one: Incoming) => Current | undefined;

/** What becomes of an item; `cells` are those that differ. A record that somebody changed meanwhile is kept. */
interface Step extends Incoming {
	action: 'created' | 'updated' | 'unchanged' | 'kept';
	cells: IDataObject;
	current: Current | undefined;
}

const isWritten = ({ action }: Step) => action === 'created' || action === 'updated';

/** What all items of an app have in common. */
interface AppSync {
	whole: AllItems;
	/** The first item. */
	item: ItemContext;
	spec: RequestSpec;
	form: Field[];
	/** The fields to match by. */
	by: Field[];
	condition: string;
}

/** Throws `InputError` and `RequestError` before anything is written. */
async function syncApp(prepared: Array<Prepared<KeyedRecord>>, whole: AllItems): Promise<void> {
	const [first] = prepared;
	if (first === undefined) return;
	const { spec, element } = first;
	const item = whole.itemAt(first.index);
	const settings = await syncSettingsOf(prepared, whole);
	const form = await formOfItem(item);
	const by = matchOf(element, form).fields;
	const incoming = prepared.map(({ index, element: change }): Incoming => {
		const match = matchOf(change, form);
		return { index, key: match.key, match, change };
	});
	const scope = { whole, item, spec, form, by, condition: settings.condition };
	const deletes = settings.deleteOthers && !whole.refused;
	const { find, others } = deletes
		? await readScope(incoming, scope)
		: { find: await readKeys(incoming, scope), others: [] };
	const tooMany =
		others.length > settings.atMost &&
		`Sync would delete ${counted(others.length, 'record')}, but "Delete at Most" is ${settings.atMost}`;
	if (tooMany && !settings.dryRun) {
		throw new InputError(
			tooMany,
			'Nothing was written or deleted. Turn on "Dry Run" to see which records would be deleted. Narrow the conditions, or increase "Delete at Most" to delete them all',
		);
	}
	const plan = planned(incoming, find, scope);
	if (whole.ended) return;
	if (settings.dryRun) await preview(plan, others, scope);
	else await writePlan(plan, find, others, scope);
	if (tooMany) whole.hint(`Without "Dry Run", nothing would be written: ${tooMany}`);
	if (settings.deleteOthers && whole.refused) {
		whole.hint(
			'No records were deleted, because an item was refused and its record could have been deleted by mistake',
		);
	}
}

/** Reads the records that match the items. Throws `RequestError`. */
async function readKeys(incoming: Incoming[], scope: AppSync): Promise<FoundRecord> {
	const names = incoming.map(({ change }) => change);
	const find = await recordsNamed(wantedOf(incoming, scope), names, scope.item);
	return ({ change }) => find(change);
}

function wantedOf(incoming: Incoming[], { spec, by }: AppSync) {
	const codes = [...by.map(({ code }) => code), ...writtenCodes(incoming)];
	return { path: spec.path, app: String(spec.body?.app), fields: new Set(codes) };
}

/** All records that may be deleted because they match no item, and the records of the items. */
async function readScope(
	incoming: Incoming[],
	scope: AppSync,
): Promise<{ find: FoundRecord; others: Current[] }> {
	const { item, spec, by, condition } = scope;
	const scopeReading = {
		spec: reading(spec.path, { query: { app: spec.body?.app } }),
		query: { condition, order: '$id asc' },
		fields: [...new Set(['$id', '$revision', ...wantedOf(incoming, scope).fields])],
		wanted: Infinity,
		totalCount: false,
	} as const;
	const records = asCurrent(
		await allRows(await paginateRecords(scopeReading, item), Infinity, item),
	);
	const found = new MatchIndex(by);
	for (const record of records) found.add(record);
	const keys = new Set(incoming.map(({ key }) => key));
	const held = new Set(records.map((record) => matchKey(by, record)));
	const missing = incoming.filter(({ key }) => !held.has(key));
	const elsewhere =
		condition === '' || missing.length === 0 ? undefined : await readKeys(missing, scope);
	return {
		find: (one) => found.find(one.match) ?? elsewhere?.(one),
		others: records.filter((record) => !keys.has(matchKey(by, record))),
	};
}

function writtenCodes(incoming: Incoming[]): Set<string> {
	return new Set(incoming.flatMap(({ change }) => Object.keys(change.record)));
}

/** What to do for each item, if those before it for the same record are written. */
function planned(incoming: Incoming[], find: FoundRecord, { form, whole }: AppSync): Step[] {
	const written = new Map<string, Current>();
	return incoming.flatMap((one): Step[] => {
		const { record } = one.change;
		let current: Current | undefined;
		let cells: IDataObject;
		try {
			current = written.get(one.key) ?? find(one);
			cells = current ? changedCells(record, current, form) : filledCells(record);
			checkChoices(cells, form);
		} catch (problem) {
			whole.refuse([one.index], problem);
			return [];
		}
		written.set(one.key, withCells(current ?? {}, cells));
		const isSame = Object.keys(cells).length === 0;
		const action = current === undefined ? 'created' : isSame ? 'unchanged' : 'updated';
		return [{ ...one, action, cells, current }];
	});
}

async function preview(plan: Step[], others: Current[], { by, whole }: AppSync): Promise<void> {
	const removed = others.map((record) => rowOfOther(record, by, { is: 'deleted' }, true));
	for (const [at, step] of plan.entries()) {
		const last = at === plan.length - 1;
		await whole.done(step.index, [previewOf(step), ...(last ? removed : [])]);
	}
}

/** What was done so far: rows by item, records by key as they were written, and what is told at the end. */
interface Progress {
	rows: Map<number, Row>;
	written: Map<string, Current>;
	kept: number;
	overwritten: number;
}

/**
 * Writes what differs. Items for one record take turns: a later one is compared with what was written
 * of those before. Deletes the other records only after all items were written.
 */
async function writePlan(
	plan: Step[],
	find: FoundRecord,
	others: Current[],
	scope: AppSync,
): Promise<void> {
	const { whole } = scope;
	const progress: Progress = { rows: new Map(), written: new Map(), kept: 0, overwritten: 0 };
	const findNow: FoundRecord = (one) => progress.written.get(one.key) ?? find(one);
	for (const [at, turn] of inTurns(plan, ({ key }) => key).entries()) {
		if (whole.ended) break;
		const steps = at === 0 ? turn : planned(turn, findNow, scope);
		await writeTurn(steps, progress, scope);
	}
	if (progress.kept > 0) whole.hint(notDone('updated', progress.kept));
	if (progress.overwritten > 0) {
		const records = counted(progress.overwritten, 'record');
		whole.hint(`Overwritten: ${records} that somebody else created in the meantime`);
	}
	await deleteOthers(plan.at(-1)?.index, others, progress, scope);
}

async function writeTurn(turn: Step[], progress: Progress, scope: AppSync): Promise<void> {
	const { rows, written } = progress;
	const { spec, form, whole } = scope;
	const steps = new Map(turn.map((step) => [step.index, step]));
	const leave = ({ index }: Step, row: Row) => {
		rows.set(index, row);
		return row;
	};
	const entries: Array<Prepared<Change>> = [];
	for (const step of turn) {
		if (isWritten(step)) entries.push({ index: step.index, spec, element: elementOf(step) });
		else await whole.unsent(step.index, leave(step, unsentRow(step)));
	}
	await whole.write<Change, undefined, Change, IDataObject>(
		{
			kind: 'batch',
			max: 100,
			bulk: true,
			recordKey: recordName,
			...narrowing,
			...upserting,
			isConflict: ({ code }) => code === CHANGED_MEANWHILE,
			needsPrefetch: (_item, { record }) => namesFiles(record),
			prefetch: async (waiting) => {
				const again = waiting.filter(({ attempt }) => attempt > 1);
				const ids = again.map(({ element }) => ({ id: String(element.id) }));
				const find = await recordsNamed(wantedOf(turn, scope), ids, scope.item);
				return await Promise.all(
					waiting.map(async ({ element, item }) => {
						let step = steps.get(item.index) as Step;
						// A record that is gone is refused by the service.
						const now = find({ id: String(element.id) });
						if (now) steps.set(item.index, (step = comparedAgain(step, now, scope)));
						if (step.action === 'kept') progress.kept += 1;
						if (!isWritten(step)) return { rows: leave(step, unsentRow(step)) };
						return await withCopies({ element: elementOf(step) }, step.current, item);
					}),
				);
			},
			result: (part, { index }) => {
				const step = steps.get(index) as Step;
				const isOverwritten = step.action === 'created' && part.operation === 'UPDATE';
				if (isOverwritten) progress.overwritten += 1;
				written.set(step.key, asWritten(step, part));
				return leave(
					step,
					writtenRow(part, isOverwritten ? { ...step, action: 'updated' } : step, form),
				);
			},
		},
		entries,
	);
}

/** The step for a record that somebody changed after it was compared: it is kept if a field of the item was changed. */
function comparedAgain(step: Step, now: Current, { form, by }: AppSync): Step {
	const cells = changedCells(step.change.record, now, form);
	const codes = Object.keys(cells);
	const isTheirs = (code: string) =>
		differs(valueOf(cellIn(step.current, code)), cellIn(now, code));
	const isOther = matchKey(by, now) !== step.key;
	const isKept = isOther || codes.some(isTheirs);
	const action = isKept ? 'kept' : codes.length === 0 ? 'unchanged' : 'updated';
	return { ...step, action, cells, current: now };
}

/** The record as a step has written it. */
function asWritten({ current = {}, cells }: Step, { id, revision }: IDataObject): Current {
	const identity = { $id: { type: '', value: id }, $revision: { type: '', value: revision } };
	return { ...withCells(current, cells), ...identity };
}

async function deleteOthers(
	last: number | undefined,
	others: Current[],
	{ rows }: Progress,
	{ spec, by, whole }: AppSync,
): Promise<void> {
	// The service may compare keys differently: never delete a record that was just written.
	const written = new Set([...rows.values()].map(({ json }) => json[RECORD_ID]));
	const left = others.filter((record) => !written.has(identityOf(record).id));
	if (left.length === 0 || whole.refused || last === undefined) return;
	try {
		const outcomes = await deleteAsRead(whole.itemAt(last), deletionIn(spec), left);
		const removed = [...outcomes].map(([record, outcome]) => rowOfOther(record, by, outcome));
		await whole.done(last, [rows.get(last) as Row, ...removed]);
		const kept = [...outcomes.values()].filter(({ is }) => is === 'changed').length;
		if (kept > 0) whole.hint(notDone('deleted', kept));
	} catch (problem) {
		whole.failedAfterwards(ofDeletion(problem, left.length));
	}
}

function notDone(what: string, count: number): string {
	return `Not ${what}: ${counted(count, 'record')} that somebody else changed in the meantime. Run Sync again`;
}

/** A new record is upserted by a unique key, in case somebody else has just created it. */
function elementOf({ current, cells: record, change }: Step): Change {
	if (current) return { ...identityOf(current), record };
	return { ...change, record: { ...change.match?.cells, ...record } };
}

function deletionIn({ path, body }: RequestSpec): RequestSpec {
	return { method: 'DELETE', answer: [], path, query: { app: body?.app }, repeatable: false };
}

/** The failure of a deletion, which belongs to no item. */
function ofDeletion(problem: unknown, count: number): unknown {
	if (!(problem instanceof RequestError)) return problem;
	const { failure } = problem;
	const what = `Deleting ${counted(count, 'record')} that match${count === 1 ? 'es' : ''} no item failed`;
	return new RequestError({ ...failure, note: [what, failure.note].filter(Boolean).join('. ') });
}

/** The output of an item that was written, from the service's response. */
function writtenRow(
	{ id, revision }: IDataObject,
	{ action, cells, change, match }: Step,
	form: Field[],
): Row {
	const key = shownKey(change);
	const fields = writtenValues({ ...match.cells, ...cells }, form);
	return recordRow({ action, key, id, revision, changedFields: Object.keys(cells) }, fields);
}

/** The output of an item for which nothing is written. */
function unsentRow(step: Step): Row {
	const more = step.action === 'kept' ? { reason: CHANGED } : { changedFields: [] };
	return recordRow({ action: step.action, ...identityOfStep(step), ...more });
}

const CHANGED = 'Somebody changed the record after it was read';

/** The output of a record that matches no item. */
function rowOfOther(record: Current, by: Field[], outcome: DeletionOutcome, dryRun = false): Row {
	const values = by.map(({ code }) => record[code]?.value);
	const cells = record as unknown as IDataObject;
	const isText = values.length === 1 && typeof values[0] === 'string';
	const key = isText ? values[0] : shownKey({ match: { fields: by, cells, key: '' } });
	const named = { key, ...identityOf(record) } as IDataObject;
	switch (outcome.is) {
		case 'deleted':
			return recordRow({ action: 'deleted', ...(dryRun && { dryRun }), ...named });
		case 'changed':
			return recordRow({ action: 'kept', ...named, revision: outcome.revision, reason: CHANGED });
		case 'gone': {
			const reason =
				'Somebody else deleted the record, or it is no longer visible to the signed-in user';
			return recordRow({ action: 'gone', ...named, reason });
		}
	}
}

function previewOf(step: Step): Row {
	const changes = isWritten(step) && { changes: shownChanges(step) };
	return recordRow({ action: step.action, dryRun: true, ...identityOfStep(step), ...changes });
}

/** Key of an item, with ID and revision of its record if it exists. */
function identityOfStep({ change, current }: Step): IDataObject {
	return { key: shownKey(change), ...(current?.$id && identityOf(current)) };
}

/** Values before and after, by field code. Table rows are shown as they are sent. */
function shownChanges(step: Step): IDataObject {
	return Object.fromEntries(
		Object.entries(step.cells).map(([code, cell]) => {
			const value = valueOf(cell);
			const now = step.current?.[code];
			if (now === undefined) return [code, { to: value }];
			const to = now.type === 'SUBTABLE' ? value : plainCell({ type: now.type, value });
			return [code, { from: plainCell(now), to }];
		}),
	) as IDataObject;
}
