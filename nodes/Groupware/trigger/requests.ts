import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { choicesOf } from '../catalogue/text';
import { getRequests } from '../catalogue/workflow';
import { DAY, MINUTE } from '../time/zone';
import { PAGE } from '../values/pages';
import { idOf } from '../values/references';
import { requestRow } from '../values/workflow';
import { numberOf } from './numbers';
import { Oldest, pagesOf } from './portions';
import { type Change, chosenEvents, type Watch } from './watch';

/** Requests whose status is watched, by default. */
export const WATCHED_REQUESTS = 1000;
export const MOST_REQUESTS = 10_000;
/** Requests that are remembered at least: others can be submitted in the second of the oldest one. */
const LEAST_REMEMBERED = 100;

/** Requests can appear late. */
const OVERLAP = 10 * MINUTE;

/** How far the clocks of n8n and the service may differ. */
const CLOCKS_DIFFER = DAY;

/** A request that was just submitted has it. */
const FIRST_STATUS = 'UNPROCESSING';

interface RequestState {
	/** Status by ID, of the requests submitted last. */
	statuses: Record<string, string>;
	/** The same of requests that the service no longer lists: the user may view them again. */
	hidden?: Record<string, string>;
	/** Requests submitted until then are not new, also if the user can only view them now. */
	since: string;
}

/** Workflow requests of all users: new, or with another status. */
export const watchRequests: Watch<RequestState> = {
	operation: getRequests,
	source: (item) => item.read('options.form', ''),
	look: async (item, before) => {
		const events = eventsOf(item);
		const watched = numberOf(
			item,
			'options.watchedRequests',
			'Requests to Watch',
			WATCHED_REQUESTS,
			MOST_REQUESTS,
			1,
		);
		const known = new Map(Object.entries({ ...before?.hidden, ...before?.statuses }));
		const since = before?.since ?? '';
		// Without a request, only the clock tells which ones are new later.
		const sinceNow = new Date(Date.now() - CLOCKS_DIFFER).toISOString();
		const isNew = (row: IDataObject) =>
			!known.has(String(row.id)) && !(Date.parse(submittedAt(row)) <= Date.parse(since));
		// Objects have numbers as keys in their order, and IDs are given in the order of submission.
		const oldestWatched = Number(Object.keys(before?.statuses ?? {}).at(-watched) ?? 0);
		const isChanged = (row: IDataObject) => {
			const status = Number(row.id) >= oldestWatched ? known.get(String(row.id)) : undefined;
			return status !== undefined && status !== statusOf(row);
		};
		const goesOn = (page: IDataObject[], total: number) =>
			total < watched || (before !== undefined && page.some(isNew));
		/** The last new request that was read, if others are left. */
		let lastTaken: IDataObject | undefined;
		// Oldest first, without those that are left for the next poll.
		const read = async (only?: { fields: string }) => {
			const fresh = new Oldest<IDataObject>(submittedAt);
			const others: IDataObject[] = [];
			for await (const row of newest(item, goesOn, only)) {
				if (before && isNew(row)) fresh.add(row);
				else others.push(row);
			}
			const { entries, left } = fresh.take();
			lastTaken = left ? entries.at(-1) : undefined;
			return [...others.reverse(), ...entries].sort(bySubmission);
		};
		let rows = await read({ fields: 'id,status,createdAt' });
		const changes: Change[] = [];
		if (before && rows.some((row) => isNew(row) || isChanged(row))) {
			// Read again with everything, so that what is put out is what was compared.
			rows = await read();
			for (const row of rows) {
				if (isNew(row)) changes.push(...ofNew(row, events, item));
				else if (isChanged(row) && events.has(row))
					changes.push(changeOf('statusChanged', row, item));
			}
		}
		const remembered = Math.max(watched, LEAST_REMEMBERED);
		const kept = rows.slice(-remembered).reverse();
		const oldest = kept.length < remembered ? since : submittedAt(kept.at(-1) ?? {});
		const recent = shortlyBefore(submittedAt(lastTaken ?? rows.at(-1) ?? {}));
		const statuses = Object.fromEntries(kept.map((row) => [String(row.id), statusOf(row)]));
		const begun = later(oldest, recent) || sinceNow;
		const listed = new Set(rows.map(({ id }) => String(id)));
		const oldestKept = kept.length < remembered ? 0 : Number(kept.at(-1)?.id);
		const left = [...known].filter(([id]) => !listed.has(id) && Number(id) > oldestKept);
		const hidden = left.length > 0 && { hidden: Object.fromEntries(left.slice(-remembered)) };
		return { changes, state: { statuses, ...hidden, since: begun } };
	},
	sample: async (item) => {
		const [event = 'created'] = chosenEvents(item, 'requestEvents', ['created']);
		const { value } = await newest(item, () => false, { limit: 1 }).next();
		return value && changeOf(event, value, item);
	},
	nothing: 'There are no workflow requests',
};

function ofNew(row: IDataObject, events: RequestEvents, item: ItemView): Change[] {
	// A status that was reached before the first poll is a change, too.
	const hasMoved = events.has(row) && (events.byName || statusOf(row) !== FIRST_STATUS);
	return [
		...(events.created ? [changeOf('created', row, item)] : []),
		...(hasMoved ? [changeOf('statusChanged', row, item)] : []),
	];
}

interface RequestEvents {
	created: boolean;
	/** Whether statuses were chosen. */
	byName: boolean;
	/** Whether the status of a request starts the workflow. */
	has: (row: IDataObject) => boolean;
}

function eventsOf(item: ItemView): RequestEvents {
	const chosen = chosenEvents(item, 'requestEvents', ['created']);
	const statuses = choicesOf(item.read('statuses', []));
	return {
		created: chosen.includes('created'),
		byName: statuses.length > 0,
		has: (row) =>
			chosen.includes('statusChanged') &&
			(statuses.length === 0 || statuses.includes(statusOf(row))),
	};
}

/** Requests, newest first, page by page as long as `goesOn` says so. */
async function* newest(
	item: ItemView,
	goesOn: (page: IDataObject[], total: number) => boolean,
	only: { fields?: string; limit?: number } = {},
): AsyncGenerator<IDataObject, undefined> {
	const form = item.read('options.form', '');
	const query = {
		orderBy: 'createdAt desc',
		limit: PAGE,
		...(form !== '' && form !== null && { form: idOf(form, 'form') }),
		...only,
	};
	const { path, method } = getRequests;
	for await (const { rows, total } of pagesOf({ method, path, query }, 'requests', item)) {
		yield* rows;
		// A page without new rows says nothing, e.g. if the one before is read again.
		if (rows.length > 0 && !goesOn(rows, total)) return;
	}
}

function submittedAt({ createdAt }: IDataObject): string {
	return String(createdAt ?? '');
}

function shortlyBefore(time: string): string {
	const at = Date.parse(time);
	return Number.isNaN(at) ? '' : new Date(at - OVERLAP).toISOString();
}

function later(one: string, other: string): string {
	return Date.parse(other) > (Date.parse(one) || 0) ? other : one;
}

function bySubmission(one: IDataObject, other: IDataObject): number {
	const [time, otherTime] = [submittedAt(one), submittedAt(other)];
	return time < otherTime ? -1 : time > otherTime ? 1 : 0;
}

function statusOf({ status }: IDataObject): string {
	return String((status as { type?: string } | null)?.type ?? '');
}

function changeOf(event: string, row: IDataObject, item: ItemView): Change {
	const sign = event === 'created' ? event : statusOf(row);
	return { event, key: `${String(row.id)}:${sign}`, row: requestRow(row, item) };
}
