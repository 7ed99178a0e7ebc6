import type { IDataObject } from 'n8n-workflow';

import type {
	BatchRun,
	ItemContext,
	Parameter,
	PendingElement,
	PrefetchResult,
} from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { inOrder } from '../../shared/inOrder';
import { isOn, switchParameter } from '../../shared/parameters';
import { adviceFor } from '../errors';
import {
	cellIn,
	CHANGED_MEANWHILE,
	type Current,
	filledCells,
	identityOf,
	onlyFields,
	type RecordName,
	recordName,
	recordRow,
	setCell,
	valueOf,
} from '../codec/cells';
import { changedCells, differs } from '../codec/compare';
import { type FoundByName, recordsNamed, wordsOf } from '../reading/current';
import { checkChoices } from '../codec/encode';
import { COPYING, keepsFiles, namesFiles, withFileCopies, withHeldFiles } from './files';
import { formOfItem, type MatchedRecord, writtenFields } from './fromItem';

export const onlyChanges: Parameter<'onlyChanges'> = switchParameter({
	displayName: 'Only Changes',
	name: 'onlyChanges',
	description:
		'Whether to read the records first and write only the fields that differ. Uploaded files always differ.',
});

/** An element of an update: the record, its cells, and the revision that it must have. */
export interface Change extends MatchedRecord {
	revision?: string;
}

/** What is known of a change once its record was read. */
export interface Compared {
	changedFields: string[];
	/** Fields that others changed at the same time. */
	overwrittenFields: string[];
	/** The record as it was first read. */
	first: Current;
	/** How the item names the record. */
	name: Change;
}

type ComparedItem = Pick<ItemContext, 'read'>;

/** Whether only what differs from the current record is written. */
export function isCompared(item: ComparedItem): boolean {
	return isOn(item, 'options.onlyChanges') || merges(item);
}

function merges(item: ComparedItem): boolean {
	return item.read('options.onConflict') === 'merge';
}

type PendingChange = PendingElement<Change, Compared>;
type PrefetchedChange = PrefetchResult<Change, Compared>;

/**
 * Updates read their records first if an option or a file of another record requires it.
 * @param missing what happens to an item whose record isn't found
 */
export function comparing(missing: 'create' | 'refuse') {
	return {
		needsPrefetch: (item, { record, match }) =>
			match !== undefined || isCompared(item) || keepsFiles(item) || namesFiles(record),
		prefetch: async (waiting) => await changesToSend(waiting, missing),
		isConflict: ({ code }, item, { element }) =>
			code === CHANGED_MEANWHILE && isForRead(item, element),
		recordKey: recordName,
		result: (answer, item, { id, updateKey, record }, found) => {
			const named = { id, ...answer };
			const fields = writtenFields(item, { updateKey, ...found?.name, record });
			if (!isCompared(item)) return recordRow(named, fields);
			const { changedFields = Object.keys(record), overwrittenFields = [] } = found ?? {};
			const merged = merges(item) && { overwrittenFields };
			return recordRow({ ...named, changed: true, changedFields, ...merged }, fields);
		},
	} satisfies Partial<BatchRun<Change, Compared, Change, IDataObject>>;
}

/** Reads the records of items, and keeps of each what is to be sent. */
async function changesToSend(
	waiting: PendingChange[],
	missing: 'create' | 'refuse',
): Promise<PrefetchedChange[]> {
	const find = await currentRecordsOf(waiting);
	/** Records as items before have changed them in the same transaction. */
	const written = new Map<string, Current>();
	const created = new Set<string>();
	const answers: PrefetchedChange[] = [];
	for (const one of waiting) {
		try {
			const current = find(one.element);
			if (current !== undefined) answers.push(await changeToSend(one, current, written));
			else if (missing === 'refuse') answers.push({ problem: noSuchRecord(one.element) });
			else {
				// A later item for the same key changes the record that the first one creates.
				const name = recordName(one.element);
				const { record: cells, match } = one.element;
				const isKnown = created.has(name);
				if (isKnown && match) {
					throw new InputError(
						`Another item creates the same record: ${wordsOf(match)}`,
						'With "All or Nothing", a new record can have only one item, because it has no ID yet',
					);
				}
				const record = { ...match?.cells, ...(isKnown ? cells : filledCells(cells)) };
				created.add(name);
				answers.push({ element: await withCheckedChoices({ ...one.element, record }, one.item) });
			}
		} catch (problem) {
			answers.push({ problem });
		}
	}
	await inOrder([...waiting.entries()], COPYING, async ([at, { element, item }]) => {
		const answer = answers[at];
		if (answer === undefined || 'problem' in answer) return;
		answers[at] = await withCopies(answer, find(element), item);
	});
	return answers;
}

async function withCheckedChoices<Sent extends { record: IDataObject }>(
	element: Sent,
	item: ItemContext,
): Promise<Sent> {
	if (isCompared(item)) checkChoices(element.record, await formOfItem(item));
	return element;
}

/** The answer with copies in place of the files of other records. */
export async function withCopies<Sent extends { record: IDataObject }, Its>(
	answer: PrefetchResult<Sent, Its>,
	current: Current | undefined,
	item: ItemContext,
): Promise<PrefetchResult<Sent, Its>> {
	if (!('element' in answer)) return answer;
	try {
		const record = await withFileCopies(answer.element.record, current, item);
		return { ...answer, element: { ...answer.element, record } };
	} catch (problem) {
		return { problem };
	}
}

/** @param read the record as it is now, but for what items before change */
async function changeToSend(
	{ item, element, earlier }: PendingChange,
	read: Current,
	written: Map<string, Current>,
): Promise<PrefetchedChange> {
	const { id, revision } = identityOf(read);
	const before = written.get(id);
	const current = before ?? read;
	const first = earlier?.first ?? read;
	let record = keepsFiles(item) ? withHeldFiles(element.record, current) : element.record;
	if (isCompared(item)) {
		record = changedCells(record, current, await formOfItem(item));
		// A field that the item didn't change when it was first read stays as others have it.
		if (earlier) record = onlyFields(record, earlier.changedFields);
		const isOther = ![undefined, '-1', revision].includes(element.revision);
		if (Object.keys(record).length === 0 && !isOther) {
			return { rows: recordRow({ id, revision, changed: false, changedFields: [] }) };
		}
	}
	written.set(id, withCells(current, record));
	const known = before === undefined ? revision : undefined;
	const wanted = isForRead(item, element) ? known : element.revision;
	// By ID: an upsert by key would create a deleted record again, with only these cells.
	const sent: Change = { id, ...(wanted !== undefined && { revision: wanted }), record };
	const changedFields = Object.keys(record);
	const overwrittenFields = changedFields.filter((code) =>
		differs(valueOf(cellIn(first, code)), cellIn(read, code)),
	);
	return {
		element: await withCheckedChoices(sent, item),
		found: { changedFields, overwrittenFields, first, name: element },
	};
}

/** Whether a change counts only for the record as it was read. */
function isForRead(item: ComparedItem, { revision, match }: Change): boolean {
	return merges(item) || (revision === undefined && (match !== undefined || keepsFiles(item)));
}

/** A record with the cells that are written to it. */
export function withCells(current: Current, cells: IDataObject): Current {
	const changed: Current = { ...current };
	for (const [code, cell] of Object.entries(cells)) {
		setCell(changed, code, { type: cellIn(current, code)?.type ?? '', value: valueOf(cell) });
	}
	return changed;
}

/** Finds the records of changes, with the fields that they write. */
export async function currentRecordsOf(
	waiting: Array<Pick<PendingChange, 'item' | 'spec' | 'element'>>,
): Promise<FoundByName> {
	const [one] = waiting;
	if (one === undefined) return () => undefined;
	const { item, spec } = one;
	const path = spec.path.replace(/record\.json$/, 'records.json');
	const app = String(spec.body?.app);
	const changes = waiting.map(({ element }) => element);
	const fields = new Set(changes.flatMap(({ record }) => Object.keys(record)));
	return await recordsNamed({ path, app, fields }, changes, item);
}

/** For a record that was not found by its ID or its key. */
export function noSuchRecord({ id, updateKey, match }: RecordName): InputError {
	const one = updateKey && `No record has "${updateKey.value}" in "${updateKey.field}"`;
	return new InputError(
		match ? `No record matches the item: ${wordsOf(match)}` : (one ?? `Record ${id} was not found`),
		adviceFor(match || updateKey ? 'GAIA_RE20' : 'GAIA_RE01'),
	);
}
