import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView } from '../../shared/catalogue';
import { allRows } from '../../shared/run/paginate';
import { getAsAdministrator } from '../catalogue/message';
import { DAY, MINUTE, rfc3339 } from '../time/zone';
import { PAGE, pages } from '../values/pages';
import { plainRow } from '../values/rows';
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
		const rows = await updatedSince(from, item);
		const known = new Set(before?.ids);
		const fresh = rows.filter((row) => !known.has(String(row.id)) && isSince(row, from));
		const newest = rows
			.map(updatedAt)
			.reduce((one, other) => Math.max(one, other), before?.newest ?? from + OVERLAP);
		const ids = rows.filter((row) => isSince(row, newest - OVERLAP)).map(({ id }) => String(id));
		return {
			changes: before ? fresh.sort(byId).map(changeOf) : [],
			state: { newest, ids },
		};
	},
	sample: async (item) => {
		const rows = await updatedSince(Date.now() - SAMPLE, item);
		const last = rows.sort(byId).at(-1);
		return last && changeOf(last);
	},
	nothing: 'No messages were sent in the last 31 days',
};

async function updatedSince(from: number, item: ItemView): Promise<IDataObject[]> {
	const { path, method } = getAsAdministrator;
	const query = { rangeStart: rfc3339(from, 'UTC'), limit: PAGE };
	const spec: RequestSpec = { method, path, query, repeatable: true };
	const rows = await allRows(pages(spec, 'messages'), Infinity, item);
	return [...new Map(rows.map((row) => [String(row.id), row])).values()];
}

/** What the list holds is inferred: a message without times counts as recent. */
function isSince({ createdAt }: IDataObject, from: number): boolean {
	return !(Date.parse(String(createdAt)) < from);
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
