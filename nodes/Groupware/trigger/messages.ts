import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { getAsAdministrator } from '../catalogue/message';
import { DAY, MINUTE, rfc3339 } from '../time/zone';
import { PAGE } from '../values/pages';
import { plainRow } from '../values/rows';
import { Oldest, pagesOf } from './portions';
import type { Change, Watch } from './watch';

/** Messages of so much time before the newest one are read again, because they can appear late. */
const OVERLAP = 10 * MINUTE;
/** How far back the first poll looks; the clocks of n8n and the service may differ. */
const FIRST = 2 * DAY;
const SAMPLE = 31 * DAY;

interface MessageState {
	/** The time of the newest message, in milliseconds since 1970. */
	newest: number;
	/** IDs of the messages since then, and of the overlap. */
	ids: string[];
}

/** New messages of all users. */
export const watchMessages: Watch<MessageState> = {
	operation: getAsAdministrator,
	source: () => [],
	look: async (item, before) => {
		const from = before ? before.newest - OVERLAP : Date.now() - FIRST;
		const known = new Set(before?.ids);
		const fresh = new Oldest<IDataObject>(sentAt);
		/** Messages of the list that were returned before, with their times. */
		const passed: Array<{ id: string; at: number }> = [];
		let newest = before?.newest ?? from + OVERLAP;
		for await (const { rows } of updatedSince(from, item)) {
			for (const row of rows) {
				newest = Math.max(newest, updatedAt(row));
				if (!isSince(row, from)) continue;
				if (before && !known.has(String(row.id))) fresh.add(row);
				else passed.push(placeOf(row));
			}
		}
		const { entries, left } = fresh.take();
		// The next poll goes on after the last one.
		if (before && left) newest = Math.max(before.newest, ...entries.slice(-1).map(sentAt));
		for (const row of entries) passed.push(placeOf(row));
		const ids = passed.filter(({ at }) => !(at < newest - OVERLAP)).map(({ id }) => id);
		return { changes: entries.sort(byId).map(changeOf), state: { newest, ids } };
	},
	sample: async (item) => {
		let last: IDataObject | undefined;
		for await (const { rows } of updatedSince(Date.now() - SAMPLE, item)) {
			for (const row of rows) if (last === undefined || byId(row, last) > 0) last = row;
		}
		return last && changeOf(last);
	},
	nothing: 'No messages were sent in the last 31 days',
};

function updatedSince(from: number, item: ItemView) {
	const { path, method } = getAsAdministrator;
	const query = { rangeStart: rfc3339(from, 'UTC'), limit: PAGE };
	return pagesOf({ method, path, query }, 'messages', item);
}

/** What the list holds is inferred: a message without times counts as recent. */
function isSince({ createdAt }: IDataObject, from: number): boolean {
	return !(Date.parse(String(createdAt)) < from);
}

function placeOf({ id, createdAt }: IDataObject): { id: string; at: number } {
	return { id: String(id), at: Date.parse(String(createdAt)) };
}

function sentAt({ createdAt }: IDataObject): number {
	return Date.parse(String(createdAt)) || 0;
}

function updatedAt(row: IDataObject): number {
	return Date.parse(String(row.updatedAt ?? row.createdAt)) || 0;
}

function byId(one: IDataObject, other: IDataObject): number {
	return Number(one.id) - Number(other.id);
}

function changeOf(row: IDataObject): Change {
	return { event: 'created', key: String(row.id), row: plainRow(row) };
}
