import type { Draft, ItemView } from '../../shared/catalogue';
import { follow } from '../../shared/run/walk';
import { walkRecords } from '../query/walk';
import type { Incoming } from './plan';
import { addByKey, type Current, currentRecords, type Found, keyed, keyOf } from './read';

/** Where records are read. */
export interface Place {
	item: ItemView;
	draft: Draft;
	by: string;
	condition: string;
}

/** The current records of the app: by key, and those that match no item. */
export interface State {
	find: Found;
	others: Current[];
}

/** Reads the records that match the items. Throws `Failed`. */
export async function readKeys(incoming: Incoming[], { item, draft, by }: Place): Promise<State> {
	const find = await currentRecords(
		{
			path: draft.path,
			app: String(draft.body?.app),
			by,
			keys: incoming.map(({ change }) => change.updateKey?.value ?? ''),
			fields: codesOf(incoming),
		},
		item,
	);
	return { find, others: [] };
}

/** All records that may be deleted, and the remaining records of the items by their keys. */
export async function readScope(incoming: Incoming[], place: Place): Promise<State> {
	const { item, draft, by, condition } = place;
	const reading = {
		draft: { method: 'GET', path: draft.path, query: { app: draft.body?.app }, repeatable: true },
		query: { condition, order: '$id asc' },
		fields: [...new Set(['$id', '$revision', by, ...codesOf(incoming)])],
		wanted: Infinity,
		totalCount: false,
	} as const;
	const all = await follow(await walkRecords(reading, item), Infinity, item);
	const records = keyed(all as unknown as Current[], by);
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
