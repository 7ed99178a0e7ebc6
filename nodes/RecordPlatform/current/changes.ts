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

/** An element of an update: which record, its cells, and what the options add. */
export interface Change {
	id?: string;
	updateKey?: { field: string; value: string };
	record: IDataObject;
	revision?: string;
	/** Cells of the record as it was when the person read it. */
	before?: IDataObject;
}

/** What an output tells of a change beside the service's own answer. */
interface Told {
	id?: string;
	changedFields: string[];
	overwrittenFields?: string[];
}

/** What is told of elements that were sent, by the element. */
const told = new WeakMap<object, Told>();

/** Records as they were when items looked at them first, by item. */
type FirstLooks = Map<number, Current>;

/** Codes that items of the same call send to a record, by record. */
type Sent = Map<unknown, Set<string>>;

/** Whether the item's record is read before it is written, for what differs or for its files. */
export function looksBefore(item: ItemView): boolean {
	return looksFirst(item) || addsFiles(item);
}

/** Whether what differs from the record is told of the item. */
function looksFirst(item: ItemView): boolean {
	return item.read('options.onlyChanges', false) === true || merges(item);
}

function merges(item: ItemView): boolean {
	return item.read('options.onConflict') === 'merge';
}

/** Reads the records of the items that ask for it and leaves of their elements what differs. */
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

/** The element with the files that its record holds; it is refused when that changed meanwhile. */
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
			`Another item of the same transaction adds files to the record ${id}`,
			'Give all files of a record to one item, or choose another way in the option When a Record Is Refused',
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

/** What is to be sent of one element, with what the record holds now. */
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
	// An item before this one writes the field in the same transaction.
	for (const code of earlier ?? []) {
		const own = cellIn(change.record, code);
		if (own !== undefined && cellIn(cells, code) === undefined) setCell(cells, code, own);
	}
	const codes = Object.keys(cells);
	const { id, revision } = identityOf(current);
	if (codes.length === 0) return { rows: unchangedRow(id, revision) };
	sent.set(record, new Set([...(earlier ?? []), ...codes]));
	// By its ID: by its key, one that was deleted meanwhile would come back with these cells alone.
	const element: Change = { ...rest, id, record: cells };
	if (merging) element.revision = revision;
	// The item before it raises the revision, which the service has checked by then.
	if (merging && earlier) delete element.revision;
	told.set(element, {
		id,
		changedFields: codes,
		...(overwritten && { overwrittenFields: overwritten }),
	});
	return { element };
}

/** An ID that no record has is told at once; a key may be one that the service compares otherwise than we do. */
function unknownRecord(change: Change): Ready {
	if (change.updateKey) return { element: change };
	return { problem: noSuchRecord(change) };
}

function noSuchRecord({ id }: Change): Refusal {
	return new Refusal(
		`No record has the ID ${id}`,
		'Check the record ID. The record may have been deleted, belong to another app, or not be visible to the signed-in user',
	);
}

/**
 * With what the person read before, the fields that others changed since can be told from ours.
 * Without it the first look counts as such, unless the record had another revision even then.
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

/** The service's answer to a change, with what was changed where the record was read before. */
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
 * What is to be sent with copies in the place of files that the records do not hold: only now,
 * because a copy differs from the file that it is of. An update of a record that nobody sees is
 * told before anything is copied.
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

/** A record that somebody changed after it was read is merged anew; one that was given files of another record is read to copy them. */
export const changedMeanwhile: NonNullable<BatchRun['stale']> = ({ code }, item, refused) =>
	(code === 'GAIA_CO02' && (merges(item) || (addsFiles(item) && !asksForRevision(item)))) ||
	(code === 'GAIA_BL01' && refused.attempt === 1 && !looksBefore(item) && givesFiles(refused));

function givesFiles({ element }: Tried): boolean {
	return namesFiles((element as Change).record);
}

/** The same for records that may be missing: one that was deleted after it was read is created anew. */
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
