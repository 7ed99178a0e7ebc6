import type { IDataObject } from 'n8n-workflow';

import { batchOperation } from '../../batchOperation';
import type {
	ItemContext,
	Operation,
	PendingElement,
	PrefetchResult,
	RequestSpec,
	Row,
} from '../../../shared/catalogue';
import { chunks, grouped } from '../../../shared/run/batching';
import { dryRunRow } from '../../../shared/run/batch';
import { isDryRun, listAt } from '../../../shared/parameters';
import { appsOf, hundredAtOnce } from '../../bulk';
import { CHANGED_MEANWHILE, type Current, RECORD_ID, recordRow } from '../../codec/cells';
import { noSuchRecord } from '../../writing/changes';
import { currentRecords, pagesById } from '../../reading/current';
import {
	fieldsToRead,
	type LookupField,
	namedLookups,
	type Outdated,
	type Renewal,
	renewals,
} from '../../writing/lookups';
import { formOfItem } from '../../writing/fromItem';
import { filterOfWrite } from '../filter';
import { options } from '../parameters';
import { listedOptions } from '../lists';
import { app, record } from '../locators';
import { wholeQuery } from './foundRecords';
import { changeOfRecords, dryRun, ofWrite } from './options';
import { afterUpdates, updateAsRead, updatedAtOnce } from './updateAsRead';

const lookups = listedOptions({
	displayName: 'Lookup Names or IDs',
	name: 'lookups',
	list: 'getLookups',
	description: 'Lookups to update. Leave empty to update all lookups of the app.',
});

async function chosenLookups(item: ItemContext): Promise<LookupField[]> {
	return namedLookups(await formOfItem(item), listAt(item, 'lookups'));
}

interface Update {
	id: string;
	revision?: string;
	record: IDataObject;
}

/** An item before its record was read; what its output shows is found. */
type PendingUpdate = PendingElement<{ id: string }, Outdated[]>;
type PrefetchedUpdate = PrefetchResult<Update, Outdated[]>;

/** Reads the records of the items and the source apps; only records with outdated copies are sent. */
async function outdatedOnly(waiting: PendingUpdate[]): Promise<PrefetchedUpdate[]> {
	const [first] = waiting;
	if (first === undefined) return [];
	const { path, body } = first.spec;
	const app = String(body?.app);
	const chosen = new Map<PendingUpdate, LookupField[]>();
	const renewed = new Map<PendingUpdate, PrefetchedUpdate>();
	const sent = new Set<string>();
	for (const one of waiting) {
		try {
			chosen.set(one, await chosenLookups(one.item));
		} catch (problem) {
			renewed.set(one, { problem });
		}
	}
	const codesOf = (one: PendingUpdate) => (chosen.get(one) ?? []).map(({ code }) => code).join();
	for (const group of grouped([...chosen.keys()], codesOf)) {
		const own = chosen.get(group[0] as PendingUpdate) ?? [];
		const keys = group.map(({ element }) => element.id);
		try {
			const fields = fieldsToRead(own);
			const find = await currentRecords({ path, app, by: RECORD_ID, keys, fields }, first.item);
			const present = keys.map(find).filter((record) => record !== undefined);
			const found = await renewals(present, own, { path, item: first.item, sendUnknown: true });
			const plans = found.values();
			for (const one of group) {
				const plan = find(one.element.id) && plans.next().value;
				if (plan) renewed.set(one, answerOf(plan, sent));
			}
		} catch (problem) {
			for (const one of group) renewed.set(one, { problem });
		}
	}
	return waiting.map((one) => renewed.get(one) ?? { problem: noSuchRecord(one.element) });
}

/** @param sent IDs of records that items before this one write in the same transaction */
function answerOf({ element, changes, identity }: Renewal, sent: Set<string>): PrefetchedUpdate {
	if (element === undefined) return { rows: keptRow({ identity, notFound: [] }) };
	const { revision, ...rest } = element;
	const earlier = sent.has(rest.id);
	sent.add(rest.id);
	// The previous item raised the revision, after the service checked it.
	return { element: { ...rest, ...(!earlier && { revision }) }, found: changes };
}

export const updateLookups = batchOperation({
	...changeOfRecords,
	value: 'updateLookups',
	name: 'Update Lookups',
	action: 'Update lookups of records',
	description:
		'Refresh the values that the record of each item copied from other apps. Writes only records with outdated values.',
	parameters: [app('body'), record('element', 'id'), lookups, options(...ofWrite)],
	run: {
		...hundredAtOnce,
		recordKey: ({ id }) => id,
		prefetch: outdatedOnly,
		isConflict: ({ code }) => code === CHANGED_MEANWHILE,
		result: (part, _item, _update, changes = []) =>
			recordRow({ ...part, updated: true, changes, notFound: [] }),
	},
});

export const updateLookupsByConditions: Operation = {
	...changeOfRecords,
	value: 'updateLookupsByConditions',
	name: 'Update Lookups by Conditions',
	action: 'Update lookups of records by conditions',
	description:
		'Refresh the values that records copied from other apps, for all records that meet conditions',
	parameters: [app('body'), ...filterOfWrite, lookups, options(dryRun)],
	run: { kind: 'custom', run: renewFound, concurrency: 1 },
};

type OutdatedRecord = Renewal & Required<Pick<Renewal, 'element'>>;

interface LookupUpdate {
	item: ItemContext;
	spec: RequestSpec;
	lookups: LookupField[];
	/** Records that were written, for the problem of a later request. */
	written: number;
}

/** Goes through the records oldest first, a page at a time. */
async function renewFound(item: ItemContext, spec: RequestSpec): Promise<Row | Row[]> {
	const dry = isDryRun(item);
	const rows: Row[] = [];
	const count = { items: 1, records: 0, requests: 0 };
	const { condition } = await wholeQuery(item, 'Select the records with conditions');
	const work: LookupUpdate = { item, spec, lookups: await chosenLookups(item), written: 0 };
	const fields = ['$id', '$revision', ...fieldsToRead(work.lookups)];
	const read = { path: spec.path, app: spec.body?.app, condition, fields };
	try {
		for await (const { records } of pagesById(read, item)) {
			const found = await renewalsOf(records, work);
			const steps = chunks(found.filter(isOutdated), updatedAtOnce(item));
			for (const step of steps) {
				count.records += step.length;
				count.requests += 1;
				if (!dry) for (const row of await writeRenewals(step, work)) rows.push(row);
			}
			for (const one of found) if (isUnknown(one)) rows.push(keptRow(one));
		}
	} catch (problem) {
		throw dry ? problem : afterUpdates(problem, work.written);
	}
	return dry ? dryRunRow(item, appsOf([spec]), count) : rows;
}

async function renewalsOf(records: Current[], { item, spec, lookups: chosen }: LookupUpdate) {
	return await renewals(records, chosen, { path: spec.path, item, sendUnknown: false });
}

function isOutdated(one: Renewal): one is OutdatedRecord {
	return one.element !== undefined;
}

/** Updates records in one request, with what is outdated now if somebody changed some of them. */
async function writeRenewals(outdated: OutdatedRecord[], work: LookupUpdate): Promise<Row[]> {
	const { item, spec } = work;
	let kept: Row[] = [];
	const written = await updateAsRead(item, spec, outdated, async (ids) => {
		const now = await renewalsOf(await readAnew(ids, work), work);
		kept = [...kept, ...now.filter(isUnknown).map(keptRow)];
		return now.filter(isOutdated);
	});
	work.written += written.length;
	const rows = written.map(([{ changes, identity, notFound }, answer]) =>
		recordRow({ ...identity, ...answer, updated: true, changes, notFound }),
	);
	return [...rows, ...kept];
}

/** The records as they are now, without those that were deleted. */
async function readAnew(keys: string[], { item, spec, lookups }: LookupUpdate): Promise<Current[]> {
	const app = String(spec.body?.app);
	const fields = fieldsToRead(lookups);
	const find = await currentRecords({ path: spec.path, app, by: RECORD_ID, keys, fields }, item);
	return keys.map(find).filter((record) => record !== undefined);
}

/** A record with nothing to refresh, because its keys were not found. */
function isUnknown({ element, notFound }: Renewal): boolean {
	return element === undefined && notFound.length > 0;
}

function keptRow({ identity, notFound }: Pick<Renewal, 'identity' | 'notFound'>): Row {
	return recordRow({ ...identity, updated: false, changes: [], notFound });
}
