import type { IDataObject } from 'n8n-workflow';

import { batchOperation } from '../../../shared/batchOperation';
import type { ItemView, PendingElement, PrefetchResult, Row } from '../../../shared/catalogue';
import { CHANGED_MEANWHILE } from '../../record/cells';
import { noSuchRecord } from '../../record/changes';
import { currentRecords } from '../../record/current';
import {
	fieldsToRead,
	type LookupField,
	namedLookups,
	type Outdated,
	type Renewal,
	renewals,
} from '../../record/lookups';
import { formOfItem } from '../../record/write';
import { app, list, listedOptions, options, record } from '../parameters';
import { changeOfRecords, hundredAtOnce, ofWrite } from './options';

export const lookups = listedOptions({
	displayName: 'Lookup Names or IDs',
	name: 'lookups',
	list: 'getLookups',
	description: 'Lookups to update. Leave empty to update all lookups of the app.',
});

export async function chosenLookups(item: ItemView): Promise<LookupField[]> {
	return namedLookups(await formOfItem(item), list(item.read('lookups')));
}

/** What is sent for an item. */
interface Update {
	id: string;
	revision?: string;
	record: IDataObject;
}

/** An item before its record was read; what its output shows is found. */
type Pending = PendingElement<{ id: string }, Outdated[]>;
type Answer = PrefetchResult<Update, Outdated[]>;

/** The output for a record. */
export function outputOf(
	changes: Outdated[],
	identity: IDataObject,
	updated: boolean,
	notFound: string[] = [],
): Row {
	return { json: { ...identity, updated, changes, notFound } };
}

/** Reads the records of the items and the source apps; only records with outdated copies are sent. */
async function outdatedOnly(waiting: Pending[]): Promise<Answer[]> {
	const [first] = waiting;
	if (first === undefined) return [];
	const { path, body } = first.spec;
	const chosen = new Map<string, LookupField[]>();
	const renewed = new Map<Pending, Answer>();
	const groups = new Map<string, Pending[]>();
	const sent = new Set<string>();
	for (const one of waiting) {
		try {
			const found = await chosenLookups(one.item);
			const key = found.map(({ code }) => code).join();
			chosen.set(key, found);
			groups.set(key, [...(groups.get(key) ?? []), one]);
		} catch (problem) {
			renewed.set(one, { problem });
		}
	}
	for (const [key, group] of groups) {
		const fields = chosen.get(key) ?? [];
		const idOf = ({ element }: Pending) => element.id;
		try {
			const find = await currentRecords(
				{
					path,
					app: String(body?.app),
					by: '$id',
					keys: group.map(idOf),
					fields: fieldsToRead(fields),
				},
				first.item,
			);
			const records = group.map((one) => find(idOf(one)));
			const present = records.filter((record) => record !== undefined);
			const plans = (
				await renewals(present, fields, { path, item: first.item, sendUnknown: true })
			).values();
			for (const [at, one] of group.entries()) {
				const plan = records[at] && plans.next().value;
				renewed.set(one, plan ? answerOf(plan, sent) : missing(idOf(one)));
			}
		} catch (problem) {
			for (const one of group) renewed.set(one, { problem });
		}
	}
	return waiting.map((one) => renewed.get(one) ?? missing(one.element.id));
}

/** @param sent IDs of records that items before this one write in the same transaction */
function answerOf({ element, changes, identity }: Renewal, sent: Set<string>): Answer {
	if (element === undefined) return { rows: outputOf([], identity, false) };
	const { revision, ...rest } = element;
	const earlier = sent.has(rest.id);
	sent.add(rest.id);
	// The previous item raised the revision, after the service checked it.
	return { element: { ...rest, ...(!earlier && { revision }) }, found: changes };
}

function missing(id: string): Answer {
	return { problem: noSuchRecord({ id }) };
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
		result: (part, _item, _update, changes = []) => outputOf(changes, part, true),
	},
});
