import type { IDataObject } from 'n8n-workflow';

import type {
	BatchRun,
	Draft,
	ItemView,
	Operation,
	Parameter,
	Prepared,
	Row,
	Whole,
} from '../../../shared/catalogue';
import { Failed, Refusal } from '../../../shared/errors';
import { grouped } from '../../../shared/plan';
import type { Change } from '../../current/changes';
import { type Incoming, type Planned, planned, sameKeys } from '../../current/plan';
import { keyFields, sameKey } from '../../current/keys';
import { type Current, identityOf } from '../../current/read';
import { readKeys, readScope } from '../../current/state';
import {
	deletedRow,
	goneRow,
	keptRow,
	previewOf,
	previewOfOther,
	unchangedRow,
	writtenRow,
} from '../../current/told';
import { filter } from '../filter';
import { app, options } from '../parameters';
import { ANY_SIGN_IN, rights } from '../signIn';
import { conditionFor } from './foundRecords';
import { type Fate, deleteAsRead } from './deleteAsRead';
import { convertValues, fields, rawValues } from './write';

const deleting = { show: { deleteOthers: [true] } };

const OF_OTHERS: Record<string, Partial<Parameter>> = {
	filterBy: {
		displayName: 'Which May Be Deleted',
		description:
			'How to say which of the other records may be deleted; all of them when there are no conditions',
	},
	conditions: {
		description:
			'Conditions that another record must meet to be deleted; all others may be when there are none',
	},
	query: {
		description:
			'Query in the language of the service, without limit and offset. Empty: all other records may be deleted.',
	},
};

/** The conditions, shown while records are to be deleted: they say which ones may be. */
const scope = filter.map((parameter): Parameter => {
	const { displayOptions = {} } = parameter;
	const show = { ...displayOptions.show, ...deleting.show };
	return {
		...parameter,
		...OF_OTHERS[parameter.name],
		displayOptions: { ...displayOptions, show },
	};
});

export const sync: Operation = {
	id: 'records.update',
	value: 'sync',
	name: 'Sync',
	action: 'Sync records',
	description:
		'Make an app equal to the incoming items: create records that are missing, write fields that differ, and delete the others where that is switched on',
	method: 'PUT',
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.sync,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		fields('upsert'),
		{
			displayName: 'Delete Other Records',
			name: 'deleteOthers',
			type: 'boolean',
			default: false,
			description:
				'Whether to delete records that none of the items stands for. Nothing is deleted when an item is refused; a record that somebody changes meanwhile is left.',
		},
		...scope,
		{
			displayName: 'Delete at Most',
			name: 'atMost',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			displayOptions: deleting,
			description:
				'Number of records that may be deleted. Where more would be, nothing is written or deleted, and the number is told.',
		},
		{
			displayName: 'Preview',
			name: 'preview',
			type: 'boolean',
			default: false,
			description:
				'Whether to put out what would be created, updated and deleted, and to write nothing',
		},
		options(convertValues, rawValues),
	],
	run: {
		kind: 'whole',
		run: async (prepared, whole) => {
			for (const ofApp of grouped(prepared, ({ draft }) => JSON.stringify(draft))) {
				if (!whole.ended) await syncApp(ofApp, whole);
			}
		},
	},
};

/** Throws `Refusal` and `Failed` before anything is written. */
async function syncApp(prepared: Prepared[], whole: Whole): Promise<void> {
	const [first] = prepared;
	if (first === undefined) return;
	const item = whole.view(first.index);
	const settings = await settingsOf(prepared, whole);
	const incoming = await incomingOf(prepared, item);
	const twice = sameKeys(incoming);
	for (const items of twice) refuseTwice(items, whole);
	if (whole.ended) return;
	const single = incoming.filter((one) => !twice.some((items) => items.includes(one)));
	const [some] = single;
	if (some === undefined) return;
	const by = (some.change.updateKey as { field: string }).field;
	const removes = settings.deleteOthers && !whole.refused;
	const place = { item, draft: first.draft, by, condition: settings.condition };
	const { find, others } = removes ? await readScope(single, place) : await readKeys(single, place);
	const tooMany = others.length > settings.atMost && beyond(others.length, settings.atMost);
	if (tooMany && !settings.preview) {
		throw new Refusal(
			tooMany,
			'Nothing was written or deleted. See with Preview which ones they are; narrow the conditions, or raise Delete at Most if all of them are meant',
		);
	}
	const plan = planned(single, find);
	const removal = { others, by };
	if (settings.preview) await preview(plan, removal, whole);
	else await write(plan, removal, first.draft, whole);
	if (tooMany) whole.hint(`Without Preview nothing would be written: ${tooMany}`);
	if (settings.deleteOthers && whole.refused) whole.hint(NOTHING_DELETED);
}

const NOTHING_DELETED =
	'No record was deleted, because an item was refused: the record that it stands for would have been among them';

interface Settings {
	deleteOthers: boolean;
	condition: string;
	atMost: number;
	preview: boolean;
}

/** What to do with the app. Throws `Refusal` where items disagree: they are synced together. */
async function settingsOf(prepared: Prepared[], whole: Whole): Promise<Settings> {
	let settings: Settings | undefined;
	for (const { index } of prepared) {
		const own = await settingsFor(whole.view(index));
		settings ??= own;
		if (JSON.stringify(own) !== JSON.stringify(settings)) {
			throw new Refusal(
				`Item ${index} says otherwise than the first item what is to be deleted`,
				'Items are synced together. Delete Other Records, its conditions, Delete at Most and Preview must be the same for all of them',
			);
		}
	}
	return settings as Settings;
}

async function settingsFor(item: ItemView): Promise<Settings> {
	const deleteOthers = item.read('deleteOthers', false) === true;
	const preview = item.read('preview', false) === true;
	if (!deleteOthers) return { deleteOthers, preview, condition: '', atMost: 0 };
	const condition = await conditionFor(
		'a deletion',
		item,
		'Say by conditions which records may be deleted, and by Delete at Most how many',
	);
	const atMost = Number(item.read('atMost', 100));
	return { deleteOthers, preview, condition, atMost: Number.isNaN(atMost) ? 0 : atMost };
}

/** The items with their keys; of a number, all ways to write it are one key. */
async function incomingOf(prepared: Prepared[], item: ItemView): Promise<Incoming[]> {
	const known = await keyFields(item.read('fields'), item);
	return prepared.map(({ index, element }) => {
		const change = element as Change;
		const updateKey = change.updateKey as { field: string; value: string };
		return { index, change, key: sameKey(updateKey, known) };
	});
}

function refuseTwice(items: Incoming[], whole: Whole): void {
	const { field, value } = items[0]?.change.updateKey as { field: string; value: string };
	whole.refuse(
		items.map(({ index }) => index),
		new Refusal(
			`${items.length} items stand for the record with "${value}" in "${field}"`,
			'Nothing was written for them. A record is synced with one item: remove the others, or match by another field',
		),
	);
}

function beyond(found: number, atMost: number): string {
	return `${found} records would be deleted, and ${atMost} may be`;
}

/** Records that no item stands for, and the field whose value names them. */
interface Removal {
	others: Current[];
	by: string;
}

async function preview(plan: Planned[], { others, by }: Removal, whole: Whole): Promise<void> {
	const removed = others.map((record) => previewOfOther(record, by));
	for (const [at, step] of plan.entries()) {
		const last = at === plan.length - 1;
		await whole.done(step.item.index, [previewOf(step), ...(last ? removed : [])]);
	}
}

const WRITING: Pick<BatchRun, 'kind' | 'max' | 'bulk' | 'assemble' | 'split'> = {
	kind: 'batch',
	max: 100,
	bulk: true,
	assemble: (records) => ({ body: { records: records as IDataObject[] } }),
	split: (body) => (body as { records: unknown[] }).records,
};

/** Writes what differs, then deletes what no item stands for: never before all items were written. */
async function write(plan: Planned[], removal: Removal, draft: Draft, whole: Whole): Promise<void> {
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
			...WRITING,
			result: (part, { index }) => {
				const row = writtenRow(part as IDataObject, steps.get(index) as Planned);
				rows.set(index, row);
				return row;
			},
		},
		plan.flatMap((step) => entriesOf(step, draft)),
	);
	// A key that the service takes for another than we do must not cost the record just written.
	const written = new Set([...rows.values()].map(({ json }) => json.id));
	const others = removal.others.filter((record) => !written.has(identityOf(record).id));
	const last = plan.at(-1)?.item.index;
	if (others.length === 0 || whole.refused || last === undefined) return;
	const done = rows.get(last) as Row;
	try {
		const fates = await remove(others, draft, whole.view(last));
		const removed = [...fates].map(([record, fate]) => rowOf(record, removal.by, fate));
		await whole.done(last, [done, ...removed]);
		const kept = [...fates.values()].filter(({ is }) => is === 'changed').length;
		if (kept > 0) whole.hint(keptHint(kept));
	} catch (problem) {
		whole.failedAfterwards(ofDeletion(problem, others.length));
	}
}

/** The failure with what it is about: it belongs to no item. */
function ofDeletion(problem: unknown, count: number): unknown {
	if (!(problem instanceof Failed)) return problem;
	const { failure } = problem;
	const what = `It is about deleting ${count} record${count === 1 ? '' : 's'} that no item stands for`;
	return new Failed({ ...failure, note: [what, failure.note].filter(Boolean).join('. ') });
}

/** A new record is written by its key, so that one that somebody else has just created is updated instead. */
function entriesOf(step: Planned, draft: Draft): Prepared[] {
	const { index, change } = step.item;
	switch (step.action) {
		case 'unchanged':
			return [];
		case 'create':
			return [
				{
					index,
					draft: { ...draft, body: { ...draft.body, upsert: true } },
					element: { updateKey: change.updateKey, record: step.cells },
				},
			];
		case 'update':
			return [{ index, draft, element: { id: identityOf(step.current).id, record: step.cells } }];
	}
}

async function remove(
	others: Current[],
	{ path, body }: Draft,
	item: ItemView,
): Promise<Map<Current, Fate>> {
	const draft: Draft = { method: 'DELETE', path, query: { app: body?.app }, repeatable: false };
	return await deleteAsRead(item, draft, others);
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
	return `${were} not deleted, because somebody changed what was read. Run Sync again to compare anew`;
}
