import type { IDataObject } from 'n8n-workflow';

import type { BatchRun, ItemView, Ready, Row, Tried, Waiting } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { inOrder } from '../../shared/run/inOrder';
import { cellIn, setCell } from '../values/cells';
import { changedCells } from '../values/compare';
import { RECORD_ID } from '../values/mapping';
import { copied, COPYING, namesFiles } from './copies';
import { addsFiles, withPresentFiles } from './files';
import { type Merged, mergeRecord } from './merge';
import { type Current, currentRecords, type Found, identityOf } from './read';

/** An element of an update: the record, its cells, and data from the options. */
export interface Change {
	id?: string;
	updateKey?: { field: string; value: string };
	record: IDataObject;
	revision?: string;
	/** Cells of the record as the user read it. */
	before?: IDataObject;
}

/** Output of a change in addition to the service's response. */
interface Told {
	id?: string;
	changedFields: string[];
	overwrittenFields?: string[];
}

/** The additional output, by element. */
const told = new WeakMap<object, Told>();

/** Records as they were first read for an item, by item. */
type FirstLooks = Map<number, Current>;

/** Field codes that items of the same request send to a record, by record. */
type Sent = Map<unknown, Set<string>>;

/** Whether the item's record is read before it is written. */
export function looksBefore(item: ItemView): boolean {
	return looksFirst(item) || addsFiles(item);
}

/** Whether the output lists the changed fields. */
function looksFirst(item: ItemView): boolean {
	return item.read('options.onlyChanges', false) === true || merges(item);
}

function merges(item: ItemView): boolean {
	return item.read('options.onConflict') === 'merge';
}

/** Reads the records of items if required and keeps only the fields that differ. */
export async function onlyDifferences(waiting: Waiting[]): Promise<Ready[]> {
	const { item } = waiting[0] as Waiting;
	const looks = await item.once('first looks at records', async () =>
		Promise.resolve<FirstLooks>(new Map()),
	);
	const find = await currentOf(waiting);
	const sent: Sent = new Map();
	const adding = new Set<unknown>();
	const answers = waiting.map((one): Ready => {
		const ready = addsFiles(one.item) ? filesAdded(one, find, adding) : one;
		if ('problem' in ready) return ready;
		if (!looksFirst(one.item)) return { element: ready.element };
		return difference({ ...one, ...ready }, find(one.element as Change), { looks, sent });
	});
	return await filesCopied(waiting, answers, find);
}

/** The element with the existing files of its record; refused if the record changes in the meantime. */
function filesAdded(
	{ element }: Waiting,
	find: (change: Change) => Current | undefined,
	adding: Set<unknown>,
): { element: unknown } | { problem: Refusal } {
	const change = element as Change;
	const current = find(change);
	const record = current && withPresentFiles(change.record, current);
	if (record === undefined) return { element };
	const { updateKey: _key, ...rest } = change;
	const { id, revision } = identityOf(current as Current);
	if (adding.has(id)) {
		const problem = new Refusal(
			`Another item of the same transaction also adds files to record ${id}`,
			'Put all files of a record in one item, or change the option When a Record Is Refused',
		);
		return { problem };
	}
	adding.add(id);
	return { element: { revision, ...rest, id, record } };
}

/** The records of the elements, read by ID or by unique field. */
async function currentOf(waiting: Waiting[]): Promise<(change: Change) => Current | undefined> {
	const changes = waiting.map(({ element }) => element as Change);
	const fields = new Set(changes.flatMap(({ record }) => Object.keys(record)));
	const keys = new Map<string, string[]>();
	for (const change of changes) {
		const [by, key] = keyOf(change);
		const known = keys.get(by);
		if (known) known.push(key);
		else keys.set(by, [key]);
	}
	const { item, draft } = waiting[0] as Waiting;
	const path = draft.path.replace(/record\.json$/, 'records.json');
	const app = String(draft.body?.app);
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
function difference(
	waiting: Waiting,
	current: Current | undefined,
	{ looks, sent }: { looks: FirstLooks; sent: Sent },
): Ready {
	const { before, ...change } = waiting.element as Change;
	if (current === undefined) return unknownRecord(change);
	const { updateKey: _key, ...rest } = change;
	const merging = merges(waiting.item);
	const { record: cells, overwritten } = merging
		? merged(waiting, before, current, looks)
		: { record: changedCells(change.record, current), overwritten: undefined };
	const record = current.$id?.value;
	const earlier = sent.get(record);
	// A previous item writes the field in the same transaction.
	for (const code of earlier ?? []) {
		const own = cellIn(change.record, code);
		if (own !== undefined && cellIn(cells, code) === undefined) setCell(cells, code, own);
	}
	const codes = Object.keys(cells);
	const { id, revision } = identityOf(current);
	if (codes.length === 0) return { rows: unchangedRow(id, revision) };
	sent.set(record, new Set([...(earlier ?? []), ...codes]));
	// By ID: an upsert by key would recreate a deleted record with only these cells.
	const element: Change = { ...rest, id, record: cells };
	if (merging) element.revision = revision;
	// The previous item raised the revision, after the service checked it.
	if (merging && earlier) delete element.revision;
	told.set(element, {
		id,
		changedFields: codes,
		...(overwritten && { overwrittenFields: overwritten }),
	});
	return { element };
}

/** Refuses an unknown ID; keys are left to the service, which may compare them differently. */
function unknownRecord(change: Change): Ready {
	if (change.updateKey) return { element: change };
	return { problem: noSuchRecord(change) };
}

function noSuchRecord({ id }: Change): Refusal {
	return new Refusal(
		`Record ${id} was not found`,
		'Check the record ID. The record may have been deleted, it belongs to another app, or the signed-in user has no permission to view it',
	);
}

/**
 * With the original record, changes by others can be distinguished from our own.
 * Without it, the first read is used instead, unless the revision already differed.
 */
function merged(
	{ item, element, attempt }: Waiting,
	before: IDataObject | undefined,
	current: Current,
	looks: FirstLooks,
): Merged {
	const { record, revision } = element as Change;
	const seen = attempt === 1 ? undefined : looks.get(item.index);
	if (seen === undefined) looks.set(item.index, current);
	const missed = revision !== undefined && String(revision) !== identityOf(current).revision;
	const base = before ?? seen ?? (missed ? undefined : current);
	return mergeRecord(record, current, base as IDataObject | undefined);
}

function unchangedRow(id: string, revision: string): Row {
	return { json: { id, revision, changed: false, changedFields: [] } };
}

/** The service's response to a change, with the changed fields if the record was read before. */
export function changeResult(part: unknown, item: ItemView, element: unknown): Row {
	const answer = part as IDataObject;
	if (!looksFirst(item)) return { json: answer };
	const { id, changedFields, overwrittenFields } = told.get(element as object) ?? {
		changedFields: Object.keys((element as Change).record),
	};
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
	waiting: Waiting[],
	answers: Ready[],
	find: (change: Change) => Current | undefined,
): Promise<Ready[]> {
	const result = [...answers];
	await inOrder([...waiting.entries()], COPYING, async ([at, one]) => {
		const answer = answers[at];
		if (answer === undefined || !('element' in answer)) return;
		const element = answer.element as Change;
		if (!namesFiles(element.record)) return;
		const change = one.element as Change;
		const current = find(change);
		if (current === undefined && change.updateKey === undefined) {
			result[at] = { problem: noSuchRecord(change) };
			return;
		}
		const made = await copied(element, current, one.item);
		const known = told.get(element);
		if (known && 'element' in made) told.set(made.element, known);
		result[at] = made;
	});
	return result;
}

/** Merges again if the record was changed after it was read; reads it if files have to be copied. */
export const changedMeanwhile: NonNullable<BatchRun['stale']> = ({ code }, item, refused) =>
	(code === 'GAIA_CO02' && (merges(item) || (addsFiles(item) && !asksForRevision(item)))) ||
	(code === 'GAIA_BL01' && refused.attempt === 1 && !looksBefore(item) && givesFiles(refused));

function givesFiles({ element }: Tried): boolean {
	return namesFiles((element as Change).record);
}

/** The same for upserts: a record that was deleted after it was read is created again. */
export const changedOrDeletedMeanwhile: NonNullable<BatchRun['stale']> = (
	explanation,
	item,
	refused,
) =>
	changedMeanwhile(explanation, item, refused) ||
	(explanation.code === 'GAIA_RE01' && looksBefore(item));

function asksForRevision(item: ItemView): boolean {
	return String(item.read('options.revision', '') ?? '').trim() !== '';
}
