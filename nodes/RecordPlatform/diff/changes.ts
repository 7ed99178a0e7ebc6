import type { IDataObject } from 'n8n-workflow';

import type {
	BatchRun,
	ItemView,
	PendingElement,
	PrefetchResult,
	RefusedElement,
	Row,
} from '../../shared/catalogue';
import { type Explanation, InputError } from '../../shared/errors';
import { inOrder } from '../../shared/inOrder';
import { cellIn, setCell } from '../values/cells';
import { changedCells } from '../values/compare';
import { isRefused } from '../values/form';
import { RECORD_ID } from '../values/mapping';
import type { MatchedRecord } from '../values/matching';
import { copied, COPYING, namesFiles } from './copies';
import { addsFiles, withPresentFiles } from './files';
import { isTaken, newRecord } from './keys';
import { asRead, type Merged, mergeRecord } from './merge';
import { type Current, currentRecords, type Found, identityOf } from './currentRecords';
import { type LookupKeys, lookupsAsRead, lookupsOfForm } from '../values/lookupsAsRead';
import {
	CHANGED_MEANWHILE,
	emptied,
	replacesRows,
	sameRecord,
	startOf,
	tablesAnew,
	withAddedRows,
} from './meanwhile';
import {
	fittedTo,
	hasRowsWithoutIds,
	hasTable,
	mayHaveForeignRows,
	readFrom,
	rowKeys,
	rowMatching,
	ROWS_NOT_READ,
	trustInIds,
	withoutRowIds,
} from './ownRecord';
import type { RowMatching } from './pairRows';

/** An element of an update: the record, its cells, and data from the options. */
export interface Change extends MatchedRecord {
	revision?: string;
	/** Cells of the record as the user read it. */
	before?: IDataObject;
}

/** Output of a change in addition to the service's response. */
interface ChangeOutput {
	id?: string;
	changedFields: string[];
	overwrittenFields?: string[];
}

/** What is known of a change once its record was read. */
export interface Compared {
	output?: ChangeOutput;
	/** The record as it was first read for the item. */
	first?: Current | undefined;
}

type Pending = PendingElement<Change, Compared>;
type Answer = PrefetchResult<Change, Compared>;

/** Field codes that items of the same request send to a record, by record. */
type Sent = Map<unknown, Set<string>>;

type ComparisonOptions = 'options.matchRowsBy' | 'options.onConflict' | 'options.onlyChanges';
type ComparedItem = ItemView<ComparisonOptions | 'options.existingFiles'>;

/** Whether the item's record is read before it is written. */
export function needsCurrentRecord(item: ComparedItem, element: Change): boolean {
	return isCompared(item) || needsFitting(item, element);
}

/** Whether an option of the item needs the current record. */
function isCompared(item: ComparedItem): boolean {
	return needsComparison(item) || addsFiles(item);
}

/** Whether the current record decides what the item's values mean. */
function needsFitting(item: ItemView, change: Change): boolean {
	return (
		mayHaveForeignRows(change, readFrom(item)) ||
		hasRowsWithoutIds(change.record) ||
		lookupsAsRead(item).size > 0
	);
}

/** Whether the output lists the changed fields. */
function needsComparison(item: ItemView<ComparisonOptions>): boolean {
	return (
		item.read('options.onlyChanges', false) === true || merges(item) || rowKeys(item).length > 0
	);
}

function merges(item: ItemView<'options.onConflict'>): boolean {
	return item.read('options.onConflict') === 'merge';
}

/** Reads the records of items if required and keeps only the fields that differ. */
export async function onlyDifferences(waiting: Pending[]): Promise<Answer[]> {
	const find = await currentOf(waiting).catch((problem: unknown) => {
		if (waiting.some(({ item }) => isCompared(item)) || !isRefused(problem)) throw problem;
		return undefined;
	});
	// Without permission to view the record, its tables and lookups are written as they are.
	if (find === undefined) {
		for (const { item, element } of waiting) {
			if (hasRowsWithoutIds(element.record)) item.hint(ROWS_NOT_READ);
		}
		return waiting.map((one) => ({ element: fitted(one, undefined) }));
	}
	const sent: Sent = new Map();
	const adding = new Set<unknown>();
	const answerTo = (given: Pending): Answer => {
		const first = given.attempt > 1 ? given.earlier?.first : undefined;
		const current = find(given.element);
		const earlier = sent.get(current?.$id?.value);
		const one = { ...given, element: fitted(given, current, { first, earlier }) };
		const ready = addsFiles(one.item) ? filesAdded(one, find, adding) : one;
		if ('problem' in ready) return ready;
		if (!needsComparison(one.item)) return plainly(ready.element, given, current, sent);
		return difference({ ...one, ...ready }, current, sent);
	};
	const answers = waiting.map((given): Answer => {
		try {
			return answerTo(given);
		} catch (problem) {
			return { problem };
		}
	});
	return await filesCopied(waiting, answers, find);
}

/** An element to send, unless nothing of it is left to write. */
function plainly(
	change: Change,
	{ element }: Pending,
	current: Current | undefined,
	sent: Sent,
): Answer {
	const { record } = element;
	const isLeft = Object.keys(change.record).length > 0 || Object.keys(record).length === 0;
	if (current !== undefined && isLeft) {
		const id = current.$id?.value;
		sent.set(id, new Set([...(sent.get(id) ?? []), ...Object.keys(change.record)]));
	}
	if (current === undefined || isLeft) return { element: change };
	return { rows: { json: identityOf(current) } };
}

/**
 * The element with the row IDs of its record, and without lookups that are unchanged.
 * @param first the record as it was first read for the item
 * @param earlier the fields that items before it write in the same transaction
 */
function fitted(
	{ item, element: change }: Pending,
	current: Current | undefined,
	{ first, earlier }: { first?: Current | undefined; earlier?: Set<string> | undefined } = {},
): Change {
	if (!needsComparison(item) && !needsFitting(item, change)) return change;
	const { record, before } = change;
	const from = readFrom(item);
	if (current === undefined) {
		return change.updateKey ? { ...change, record: withoutRowIds(record) } : change;
	}
	const matching = { ...rowMatching(item), trust: trustInIds(change, from, current) };
	// A merge needs the rows as they were read, and pairs those without IDs itself.
	if (merges(item)) {
		const isOwn = before !== undefined || !mayHaveForeignRows(change, from);
		// Rows have to be known by then to get their files.
		if (isOwn && !(addsFiles(item) && hasRowsWithoutIds(record))) return change;
		const read = before === undefined ? (first ?? current) : asRead(before, current);
		// It looks at the rows again, and decides itself which go.
		const tell = () => {};
		return { ...change, record: fittedTo(record, read, matching, tell) };
	}
	const lookups = needsComparison(item) ? lookupsOfForm(item) : lookupsAsRead(item);
	const keys = lookupsWithout(earlier, lookups);
	const was = sameRecord(first, current);
	if (was === undefined) {
		const tell = (message: string) => item.hint(message);
		return { ...change, record: fittedTo(record, current, matching, tell, keys) };
	}
	// The hint was shown for the first read.
	const { start, isNew } = startOf(was, current, matching.by);
	const how = isNew ? { ...matching, keepsOthers: true } : matching;
	const cells = fittedTo(record, start, how, () => {}, keys);
	return { ...change, record: withAddedRows(cells, was, current) };
}

/** The lookups that no earlier item writes: the others are no longer as they were read. */
function lookupsWithout(earlier: Set<string> | undefined, keys: LookupKeys): LookupKeys {
	if (earlier === undefined) return keys;
	return new Map(
		[...keys]
			.filter(([table]) => !earlier.has(table))
			.map(([table, codes]) => [
				table,
				table === '' ? new Set([...codes].filter((code) => !earlier.has(code))) : codes,
			]),
	);
}

/** The same for upserts. A record that others may have created in the meantime keeps what they wrote. */
export async function differencesOrNew(waiting: Pending[]): Promise<Answer[]> {
	const answers = await onlyDifferences(waiting);
	return answers.map((answer, at): Answer => {
		const item = waiting[at]?.item;
		if (item === undefined || !('element' in answer)) return answer;
		const { updateKey, record } = answer.element;
		if (updateKey === undefined || !keepsOthers(item, record)) return answer;
		const output = { changedFields: Object.keys(record) };
		return { element: newRecord(updateKey, record, item), found: { ...answer.found, output } };
	});
}

function keepsOthers(item: ComparedItem, record: IDataObject): boolean {
	return merges(item) || addsFiles(item) || (needsComparison(item) && hasTable(record));
}

/** The element with the existing files of its record; refused if the record changes in the meantime. */
function filesAdded(
	{ element }: Pending,
	find: (change: Change) => Current | undefined,
	adding: Set<unknown>,
): { element: Change } | { problem: InputError } {
	const current = find(element);
	if (current === undefined) return { element };
	const record = withPresentFiles(element.record, current);
	const { updateKey: _key, ...rest } = element;
	const { id, revision } = identityOf(current);
	// By ID, so that an upsert isn't taken for a new record.
	if (record === undefined) return { element: { ...rest, id } };
	if (adding.has(id)) {
		const problem = new InputError(
			`Another item of the same transaction also adds files to record ${id}`,
			'Put all files of a record in one item, or change the option When a Record Is Refused',
		);
		return { problem };
	}
	adding.add(id);
	return { element: { revision, ...rest, id, record } };
}

/** The records of the elements, read by ID or by unique field. */
async function currentOf(waiting: Pending[]): Promise<(change: Change) => Current | undefined> {
	const [one] = waiting;
	if (one === undefined) return () => undefined;
	const { item, spec } = one;
	const changes = waiting.map(({ element }) => element);
	const fields = new Set(changes.flatMap(({ record }) => Object.keys(record)));
	const keys = new Map<string, string[]>();
	for (const change of changes) {
		const [by, key] = keyOf(change);
		const known = keys.get(by);
		if (known) known.push(key);
		else keys.set(by, [key]);
	}
	const path = spec.path.replace(/record\.json$/, 'records.json');
	const app = String(spec.body?.app);
	const found = new Map<string, Found>();
	for (const [by, list] of keys) {
		found.set(by, await currentRecords({ path, app, by, keys: list, fields }, item));
	}
	return (change) => {
		const [by, key] = keyOf(change);
		return found.get(by)?.(key);
	};
}

function keyOf({ id, updateKey }: Change): [by: string, key: string] {
	return updateKey ? [updateKey.field, updateKey.value] : [RECORD_ID, String(id)];
}

/** The part of an element to send, given the current record. */
function difference(waiting: Pending, current: Current | undefined, sent: Sent): Answer {
	const { before, ...change } = waiting.element;
	const merging = merges(waiting.item);
	if (current === undefined) {
		// If somebody else creates it in the meantime, all of its values are theirs.
		const first = waiting.attempt === 1 ? emptied(change.record) : waiting.earlier?.first;
		return unknownRecord(change, { first });
	}
	const { updateKey: _key, ...rest } = change;
	const first = merging ? waiting.earlier?.first : sameRecord(waiting.earlier?.first, current);
	const compared = first ? tablesAnew(first, current) : current;
	const { record: cells, overwritten } = merging
		? merged(change, current, before ?? first, rowMatching(waiting.item))
		: { record: changedCells(change.record, compared), overwritten: undefined };
	const record = current.$id?.value;
	const earlier = sent.get(record);
	// A previous item writes the field in the same transaction.
	for (const code of earlier ?? []) {
		const own = cellIn(change.record, code);
		if (own !== undefined && cellIn(cells, code) === undefined) setCell(cells, code, own);
	}
	const codes = Object.keys(cells);
	const { id, revision } = identityOf(current);
	// Of another revision, it is sent nevertheless: the service says that the record has changed.
	const isOther = !merging && ![undefined, '-1', revision].includes(change.revision);
	if (codes.length === 0 && !isOther) return { rows: unchangedRow(id, revision) };
	sent.set(record, new Set([...(earlier ?? []), ...codes]));
	// By ID: an upsert by key would recreate a deleted record with only these cells.
	const element: Change = { ...rest, id, record: cells };
	const isForRead = merging || (change.revision === undefined && replacesRows(cells, current));
	if (isForRead) element.revision = revision;
	// The previous item raised the revision, after the service checked it.
	if (isForRead && earlier) delete element.revision;
	const output = {
		id,
		changedFields: codes,
		...(overwritten && { overwrittenFields: overwritten }),
	};
	return { element, found: { output, first: first ?? current } };
}

/** Refuses an unknown ID; keys are left to the service, which may compare them differently. */
function unknownRecord(change: Change, found: Compared): Answer {
	if (change.updateKey) return { element: change, found };
	return { problem: noSuchRecord(change) };
}

function noSuchRecord({ id }: Change): InputError {
	return new InputError(
		`Record ${id} was not found`,
		'Check the record ID. The record may have been deleted, it belongs to another app, or the signed-in user has no permission to view it',
	);
}

/**
 * With the original record, changes by others can be distinguished from our own.
 * Without it, the first read is used instead, unless the revision already differed.
 */
function merged(
	{ record, revision }: Change,
	current: Current,
	before: IDataObject | undefined,
	matching: Omit<RowMatching, 'trust'>,
): Merged {
	const missed = revision !== undefined && String(revision) !== identityOf(current).revision;
	return mergeRecord(record, current, before ?? (missed ? undefined : current), matching);
}

function unchangedRow(id: string, revision: string): Row {
	return { json: { id, revision, changed: false, changedFields: [] } };
}

/** A row of a change; since version 1.1 of the node with the record's ID, where it is known. */
function rowOf(answer: IDataObject, item: Pick<ItemView, 'node'>, { id }: Change): Row {
	const isNamed = answer.id !== undefined || id === undefined || item.node.typeVersion < 1.1;
	return { json: isNamed ? answer : { id, ...answer } };
}

/** The service's response to a change, with the changed fields if the record was read before. */
export function changeResult(
	answer: IDataObject,
	item: ItemView<ComparisonOptions>,
	change: Change,
	found?: Compared,
): Row {
	const { record } = change;
	if (!needsComparison(item)) return rowOf(answer, item, change);
	const output: ChangeOutput = found?.output ?? { changedFields: Object.keys(record) };
	const { id, changedFields, overwrittenFields } = output;
	return {
		json: {
			...(id !== undefined && { id }),
			...answer,
			changed: true,
			changedFields,
			...(overwrittenFields && { overwrittenFields }),
		},
	};
}

/**
 * The elements with files of other records replaced with copies. This comes last,
 * because a copy has another key than the original. An update of a missing record is
 * refused before anything is copied.
 */
async function filesCopied(
	waiting: Pending[],
	answers: Answer[],
	find: (change: Change) => Current | undefined,
): Promise<Answer[]> {
	const result = [...answers];
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		const answer = answers[at];
		if (answer === undefined || !('element' in answer)) return;
		if (!namesFiles(answer.element.record)) return;
		const current = find(one.element);
		if (current === undefined && one.element.updateKey === undefined) {
			result[at] = { problem: noSuchRecord(one.element) };
			return;
		}
		result[at] = await copied(answer, current, one.item);
	});
	return result;
}

type IsConflict = NonNullable<BatchRun<Change>['isConflict']>;

/** Compares again if the record was changed after it was read; reads it if files have to be copied. */
export const changedMeanwhile: IsConflict = ({ code }, item, refused) =>
	(code === CHANGED_MEANWHILE &&
		(merges(item) ||
			(addsFiles(item) && !asksForRevision(item)) ||
			(needsComparison(item) && mayReplaceRows(refused)))) ||
	(code === 'GAIA_BL01' &&
		refused.attempt === 1 &&
		!needsCurrentRecord(item, refused.element) &&
		givesFiles(refused));

/** Whether the node itself put the revision in, from the record that it has read. */
function mayReplaceRows({ element: { record, revision } }: RefusedElement<Change>): boolean {
	return revision === undefined && hasTable(record);
}

function givesFiles({ element }: RefusedElement<Change>): boolean {
	return namesFiles(element.record);
}

/**
 * The same for upserts: a record that was deleted after it was read is created again, and one that
 * was created is read and updated.
 */
export const changedOrDeletedMeanwhile: IsConflict = (explanation, item, refused) =>
	changedMeanwhile(explanation, item, refused) ||
	(explanation.code === 'GAIA_RE01' && isCompared(item)) ||
	(refused.attempt === 1 &&
		keepsOthers(item, refused.element.record) &&
		isTakenBy(refused, explanation));

function isTakenBy(
	{ element: { updateKey } }: RefusedElement<Change>,
	explanation: Explanation,
): boolean {
	return updateKey !== undefined && isTaken(updateKey, explanation);
}

function asksForRevision(item: ItemView<'options.revision'>): boolean {
	return String(item.read('options.revision', '') ?? '').trim() !== '';
}
