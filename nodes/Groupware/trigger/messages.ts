import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { allRows } from '../../shared/run/paginate';
import { reading } from '../../shared/request';
import { getAsAdministrator } from '../catalogue/message';
import { DAY, MINUTE, rfc3339 } from '../time/zone';
import { PAGE, pages } from '../values/pages';
import { plainRow } from '../values/rows';
import type { Change, TriggerSource } from './source';

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
export const watchMessages: TriggerSource<MessageState> = {
	operation: getAsAdministrator,
	source: () => [],
	poll: async (item, before) => {
		const from = before ? before.newest - OVERLAP : Date.now() - FIRST;
		const known = new Set(before?.ids);
		const rows = await messagesSince(from, item);
		// The list also has older messages that were changed since. One without times counts as recent.
		const recent = rows.filter((row) => !(timeIn(row, 'createdAt') < from));
		const fresh = before ? recent.filter(({ id }) => !known.has(String(id))) : [];
		const newest = rows.reduce(
			(latest, row) => Math.max(latest, timeIn(row, 'updatedAt') || timeIn(row, 'createdAt') || 0),
			before?.newest ?? from + OVERLAP,
		);
		const overlap = recent.filter((row) => !(timeIn(row, 'createdAt') < newest - OVERLAP));
		const ids = overlap.map(({ id }) => String(id));
		return { changes: fresh.sort(byId).map(newMessage), state: { newest, ids } };
	},
	sample: async (item) => {
		const last = (await messagesSince(Date.now() - SAMPLE, item)).sort(byId).at(-1);
		return last && newMessage(last);
	},
	nothing: 'No messages were sent in the last 31 days',
};

async function messagesSince(from: number, item: ItemContext): Promise<IDataObject[]> {
	const query = { rangeStart: rfc3339(from, 'UTC'), limit: PAGE };
	const list = pages(reading(getAsAdministrator.path, { query }), 'messages');
	return await allRows(list, Infinity, item);
}

function timeIn(row: IDataObject, key: string): number {
	return Date.parse(String(row[key]));
}

function byId(one: IDataObject, other: IDataObject): number {
	return Number(one.id) - Number(other.id);
}

function newMessage(row: IDataObject): Change {
	return { event: 'created', key: String(row.id), row: plainRow(row) };
}
