import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { listAt, textAt } from '../../shared/parameters';
import { pagesInTurn } from '../../shared/run/paginate';
import { reading } from '../../shared/request';
import { getRequests } from '../catalogue/workflow';
import { DAY, MINUTE } from '../time/zone';
import { PAGE, pages } from '../values/pages';
import { idOf } from '../values/references';
import { requestRow } from '../values/workflow';
import type { Change, TriggerSource } from './source';

/** Requests whose status is watched, newest first. */
export const MOST_WATCHED = 1000;

/** Requests can appear late. */
const OVERLAP = 10 * MINUTE;

/** How far the clocks of n8n and the service may differ. */
const CLOCKS_DIFFER = DAY;

/** A request that was just submitted has it. */
const FIRST_STATUS = 'UNPROCESSING';

interface RequestState {
	/** Status by ID, of the requests submitted last. */
	statuses: Record<string, string>;
	/** Requests submitted until then are not new, also if the user can only view them now. */
	since: number;
}

/** Workflow requests of all users: new, or with another status. */
export const watchRequests: TriggerSource<RequestState> = {
	operation: getRequests,
	source: (item) => textAt(item, 'options.form'),
	poll: async (item, before) => {
		const { statuses = {}, since = Date.now() - CLOCKS_DIFFER } = before ?? {};
		const isNew = (row: IDataObject) =>
			!(String(row.id) in statuses) && !(submittedAt(row) <= since);
		const isChanged = ({ id, ...row }: IDataObject) =>
			String(id) in statuses && statuses[String(id)] !== statusOf(row);
		const goesOn = (page: IDataObject[], total: number) =>
			total < MOST_WATCHED || (before !== undefined && page.some(isNew));
		let rows = await newest(item, goesOn, { fields: 'id,status,createdAt' });
		const changes: Change[] = [];
		if (before && rows.some((row) => isNew(row) || isChanged(row))) {
			// Read again with everything, so that what is put out is what was compared.
			rows = await newest(item, goesOn);
			const events = requestEvents(item);
			for (const row of rows.toReversed()) {
				if (isNew(row)) changes.push(...ofNew(row, events, item));
				else if (isChanged(row) && events.has(row)) changes.push(ofStatus(row, item));
			}
		}
		const kept = rows.slice(0, MOST_WATCHED);
		const oldest = kept.length < MOST_WATCHED ? 0 : submittedAt(kept.at(-1) ?? {});
		const recent = submittedAt(rows[0] ?? {}) - OVERLAP || 0;
		return {
			changes,
			state: {
				statuses: Object.fromEntries(kept.map((row) => [String(row.id), statusOf(row)])),
				since: Math.max(oldest, recent, before || rows.length === 0 ? since : 0),
			},
		};
	},
	sample: async (item) => {
		const [row] = await newest(item, () => false, { limit: 1 });
		const [event] = listAt(item, 'requestEvents');
		if (row === undefined) return undefined;
		return event === 'statusChanged' ? ofStatus(row, item) : ofCreation(row, item);
	},
	nothing: 'There are no workflow requests',
};

function ofNew(row: IDataObject, events: RequestEvents, item: ItemContext): Change[] {
	// A status that was reached before the first poll is a change, too.
	const hasMoved = events.has(row) && (events.byName || statusOf(row) !== FIRST_STATUS);
	return [
		...(events.created ? [ofCreation(row, item)] : []),
		...(hasMoved ? [ofStatus(row, item)] : []),
	];
}

type RequestEvents = ReturnType<typeof requestEvents>;

function requestEvents(item: ItemContext) {
	const chosen = listAt(item, 'requestEvents');
	const statuses = listAt(item, 'statuses');
	return {
		created: chosen.includes('created'),
		/** Whether statuses were chosen. */
		byName: statuses.length > 0,
		/** Whether the status of a request starts the workflow. */
		has: (row: IDataObject) =>
			chosen.includes('statusChanged') &&
			(statuses.length === 0 || statuses.includes(statusOf(row))),
	};
}

/** Requests, newest first, page by page as long as `goesOn` says so. */
async function newest(
	item: ItemContext,
	goesOn: (page: IDataObject[], total: number) => boolean,
	only: { fields?: string; limit?: number } = {},
): Promise<IDataObject[]> {
	const form = textAt(item, 'options.form');
	const ofForm = form !== '' && { form: idOf(form, 'form') };
	const query = { orderBy: 'createdAt desc', limit: PAGE, ...ofForm, ...only };
	const list = pages(reading(getRequests.path, { query }), 'requests');
	const found: IDataObject[] = [];
	for await (const { rows, total } of pagesInTurn(list, item)) {
		for (const row of rows) found.push(row);
		// A page without new rows says nothing, e.g. if the one before is read again.
		if (rows.length > 0 && !goesOn(rows, total)) break;
	}
	return found;
}

function submittedAt({ createdAt }: IDataObject): number {
	return Date.parse(String(createdAt));
}

function statusOf({ status }: IDataObject): string {
	return String((status as { type?: string } | null)?.type ?? '');
}

function ofCreation(row: IDataObject, item: ItemContext): Change {
	return { event: 'created', key: `${String(row.id)}:created`, row: requestRow(row, item) };
}

function ofStatus(row: IDataObject, item: ItemContext): Change {
	const key = `${String(row.id)}:${statusOf(row)}`;
	return { event: 'statusChanged', key, row: requestRow(row, item) };
}
