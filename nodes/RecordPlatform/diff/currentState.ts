import type { RequestSpec, ItemView } from '../../shared/catalogue';
import { allRows } from '../../shared/run/paginate';
import { paginateRecords } from '../query/paginate';
import type { Incoming } from './compareItems';
import {
	addByKey,
	asCurrent,
	type Current,
	currentRecords,
	type Found,
	keyed,
	keyOf,
} from './currentRecords';

/** Where records are read. */
export interface SyncScope {
	item: ItemView;
	spec: RequestSpec;
	by: string;
	condition: string;
}

/** The current records of the app: by key, and those that match no item. */
export interface CurrentState {
	find: Found;
	others: Current[];
}

/** Reads the records that match the items. Throws `RequestError`. */
export async function readKeys(
	incoming: Incoming[],
	{ item, spec, by }: SyncScope,
): Promise<CurrentState> {
	const find = await currentRecords(
		{
			path: spec.path,
			app: String(spec.body?.app),
			by,
			keys: incoming.map(({ change }) => change.updateKey.value),
			fields: codesOf(incoming),
		},
		item,
	);
	return { find, others: [] };
}

/** All records that may be deleted, and the remaining records of the items by their keys. */
export async function readScope(incoming: Incoming[], place: SyncScope): Promise<CurrentState> {
	const { item, spec, by, condition } = place;
	const reading = {
		spec: { method: 'GET', path: spec.path, query: { app: spec.body?.app }, repeatable: true },
		query: { condition, order: '$id asc' },
		fields: [...new Set(['$id', '$revision', by, ...codesOf(incoming)])],
		wanted: Infinity,
		totalCount: false,
	} as const;
	const all = await allRows(await paginateRecords(reading, item), Infinity, item);
	const records = keyed(asCurrent(all), by);
	const found = new Map<string, Current>();
	addByKey(records, by, found);
	const keys = new Set(incoming.map(({ key }) => key));
	const missing = incoming.filter(({ key }) => !found.has(key));
	const elsewhere =
		condition === '' || missing.length === 0 ? undefined : await readKeys(missing, place);
	return {
		find: (key) => found.get(key) ?? elsewhere?.find(key),
		others: records.filter((record) => !keys.has(keyOf(record[by]))),
	};
}

function codesOf(incoming: Incoming[]): Set<string> {
	return new Set(incoming.flatMap(({ change }) => Object.keys(change.record)));
}
