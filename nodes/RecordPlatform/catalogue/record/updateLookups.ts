import type { IDataObject } from 'n8n-workflow';

import type {
	ItemView,
	Operation,
	Parameter,
	PrefetchResult,
	Row,
	PendingElement,
} from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { type Current, currentRecords } from '../../diff/currentRecords';
import { narrowing } from '../../diff/rights';
import { type LookupField, namedLookups } from '../../lookups/fields';
import { fieldsToRead, type Outdated, type Renewal, renewals } from '../../lookups/renew';
import { appIn, guestSpaceOf } from '../../route';
import { loadForm } from '../../values/form';
import { app, codesOrAll, options, record } from '../parameters';
import { ANY_SIGN_IN, rights } from '../requirements';
import { ofMany } from './optionControls';

/** Maximum number of records in an update request. */
export const UPDATE_MAX = 100;

export const lookups: Parameter = {
	displayName: 'Lookup Names or IDs',
	name: 'lookups',
	type: 'multiOptions',
	default: [],
	typeOptions: { loadOptionsMethod: 'getLookups', loadOptionsDependsOn: ['app.value'] },
	description:
		'Lookups to update. Leave empty to update all lookups of the app. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export async function chosenLookups(item: ItemView): Promise<LookupField[]> {
	const form = await loadForm(item, appIn(item.read('app', '')).id, guestSpaceOf(item));
	return namedLookups(form, codesOrAll('lookups', lookups.displayName, item));
}

/** What is sent for an item, and what its output shows. */
interface Element {
	id: string;
	revision?: string;
	record: IDataObject;
	changes: Outdated[];
}

/** The output for a record. */
export function outputOf(
	changes: Outdated[],
	identity: IDataObject,
	updated: boolean,
	notFound: string[] = [],
): Row {
	const told = changes as unknown as IDataObject[];
	return { json: { ...identity, updated, changes: told, notFound } };
}

/** Reads the records of the items and the source apps; only records with outdated copies are sent. */
async function ready(waiting: PendingElement[]): Promise<PrefetchResult[]> {
	const [first] = waiting;
	if (first === undefined) return [];
	const { path, body } = first.spec;
	const chosen = new Map<string, LookupField[]>();
	const renewed = new Map<PendingElement, PrefetchResult>();
	const groups = new Map<string, PendingElement[]>();
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
		const idOf = ({ element }: PendingElement) => (element as { id: string }).id;
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
			const there = group.filter((one) => find(idOf(one)) !== undefined);
			const plans = await renewals(
				there.map((one) => find(idOf(one)) as Current),
				fields,
				{ path, item: first.item, sendUnknown: true },
			);
			for (const [at, one] of there.entries()) {
				renewed.set(one, readyOf(plans[at] as Renewal, sent));
			}
			for (const one of group) if (!renewed.has(one)) renewed.set(one, missing(idOf(one)));
		} catch (problem) {
			for (const one of group) renewed.set(one, { problem });
		}
	}
	return waiting.map((one) => renewed.get(one) ?? { element: one.element });
}

/** @param sent IDs of records that items before this one write in the same transaction */
function readyOf({ element, changes, identity }: Renewal, sent: Set<string>): PrefetchResult {
	if (element === undefined) return { rows: outputOf([], identity, false) };
	const { revision, ...rest } = element;
	const earlier = sent.has(rest.id);
	sent.add(rest.id);
	// The previous item raised the revision, after the service checked it.
	return { element: { ...rest, ...(!earlier && { revision }), changes } satisfies Element };
}

function missing(id: string): PrefetchResult {
	return {
		problem: new InputError(
			`Record ${id} was not found in the app`,
			'Check the record ID. The record may have been deleted, or it belongs to another app',
		),
	};
}

export const updateLookups: Operation = {
	id: 'records.update',
	value: 'updateLookups',
	name: 'Update Lookups',
	action: 'Update lookups of records',
	description:
		'Refresh the values that the record of each item copied from other apps. Writes only records with outdated values.',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.edit,
	signIn: ANY_SIGN_IN,
	parameters: [app('body'), record('element', 'id'), lookups, options(...ofMany)],
	run: {
		kind: 'batch',
		...narrowing,
		max: UPDATE_MAX,
		recordKey: (element) => (element as { id?: string }).id,
		bulk: true,
		assemble: (elements) => ({
			body: {
				records: (elements as Element[]).map(({ changes: _changes, ...sent }) => ({ ...sent })),
			},
		}),
		split: (body) => (body as { records: unknown[] }).records,
		result: (part, _item, element) => {
			const { changes } = element as Element;
			return outputOf(changes, part as IDataObject, true);
		},
		prefetch: ready,
		isConflict: ({ code }) => code === 'GAIA_CO02',
	},
};
