import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView, Page, Walk } from '../../shared/catalogue';
import { Failed, Refusal } from '../../shared/errors';
import { both, type QueryParts, queryText } from './parts';

/** Records a page at the most, and the largest offset (facts: limits). */
export const PAGE = 500;
const LARGEST_OFFSET = 10_000;

/** Name of the cell that tells how many records match. */
export const TOTAL = '$totalCount';

/** What a walk through an app's records works with. */
interface Reading {
	/** The records call with `app` in its query. */
	draft: Draft;
	query: QueryParts;
	fields: string[];
	wanted: number;
	totalCount: boolean;
}

/**
 * Reads an app's records in as few calls as the order allows: one page where it suffices,
 * else by ascending or descending `$id`, else with a cursor, which alone keeps any order
 * beyond offset 10,000 (facts: reading everything).
 */
export async function walkRecords(
	reading: Reading,
	item: Pick<ItemView, 'ask' | 'connection'>,
): Promise<Walk> {
	const wanted = Math.min(reading.wanted, reading.query.limit ?? Infinity);
	const limited = { ...reading, wanted };
	if (wanted <= PAGE) return pages(limited);
	const direction = idOrder(reading.query.order);
	if (direction) return seek(limited, direction);
	const offset = reading.query.offset ?? 0;
	// OAuth2 is not among the sign-in kinds of the cursor calls (facts: `cursor.create`, auth).
	if (offset > 0 || item.connection.signIn === 'OAuth2') return pages(limited);
	return await cursor(limited, item);
}

/** Whether the order is by `$id`, which is the service's own order too when none is given. */
function idOrder(order: string): 'asc' | 'desc' | undefined {
	if (order === '') return 'desc';
	const byId = /^\$id(?:\s+(asc|desc))?$/i.exec(order);
	if (byId === null) return undefined;
	return byId[1]?.toLowerCase() === 'desc' ? 'desc' : 'asc';
}

function pages(reading: Reading): Walk {
	const { query, wanted } = reading;
	const start = query.offset ?? 0;
	const size = (done: number) => Math.min(PAGE, wanted - done);
	const page = (done: number) =>
		request(
			reading,
			{ ...query, limit: size(done), offset: start + done || undefined },
			done === 0,
		);
	return {
		first: page(0),
		rows: rowsOf(reading),
		next: ({ rows, total }) => {
			if (rows < PAGE || total >= wanted) return undefined;
			if (start + total <= LARGEST_OFFSET) return page(total);
			throw new Refusal(
				`More than ${LARGEST_OFFSET + PAGE} records cannot be read in this order`,
				'Remove the sort order or sort by $id, which have no such limit; with a password or API tokens any order can be read',
			);
		},
	};
}

function seek(reading: Reading, direction: 'asc' | 'desc'): Walk {
	const { query, fields, wanted } = reading;
	const withId = fields.length > 0 && !fields.includes('$id') ? [...fields, '$id'] : fields;
	const page = (done: number, lastId?: string) => {
		const beyond = lastId === undefined ? '' : `$id ${direction === 'asc' ? '>' : '<'} ${lastId}`;
		const parts: QueryParts = {
			condition: both(query.condition, beyond),
			order: `$id ${direction}`,
			limit: Math.min(PAGE, wanted - done),
			...(done === 0 && query.offset && { offset: query.offset }),
		};
		return request({ ...reading, fields: withId }, parts, done === 0);
	};
	return {
		first: page(0),
		rows: rowsOf(reading),
		next: ({ body, rows, total }) => {
			if (rows < PAGE || total >= wanted) return undefined;
			const last = recordsOf(body).at(-1)?.$id as { value: string };
			return page(total, last.value);
		},
	};
}

/** Where ten cursors are open on the site already, pages by offset do as far as they reach. */
async function cursor(reading: Reading, item: Pick<ItemView, 'ask'>): Promise<Walk> {
	const { draft, query, fields, wanted } = reading;
	const path = draft.path.replace(/records\.json$/, 'records/cursor.json');
	const opening: Draft = {
		method: 'POST',
		path,
		body: {
			app: draft.query?.app,
			size: PAGE,
			query: queryText({ condition: query.condition, order: query.order }),
			...(fields.length > 0 && { fields }),
		},
		repeatable: false,
	};
	const opened = await item.ask(opening).then(
		(body) => ({ body: body as { id: string; totalCount: string } }),
		(reason: unknown) => ({ reason }),
	);
	if ('reason' in opened) {
		if (tooManyCursors(opened.reason)) return pages(reading);
		throw opened.reason;
	}
	const { id, totalCount } = opened.body;
	// A page that got lost on its way is gone, so a read is not repeated.
	const read: Draft = { method: 'GET', path, query: { id }, repeatable: false };
	return {
		first: read,
		rows: rowsOf(reading, totalCount),
		next: ({ body, total }) => (isOpen(body) && total < wanted ? read : undefined),
		close: (last) =>
			last === undefined || isOpen(last.body)
				? { method: 'DELETE', path, query: { id }, repeatable: true }
				: undefined,
	};
}

function tooManyCursors(reason: unknown): boolean {
	return reason instanceof Failed && reason.failure.explanation?.code === 'GAIA_TM12';
}

function isOpen(body: Page['body']): boolean {
	return (body as { next?: boolean }).next === true;
}

function request({ draft, fields, totalCount }: Reading, parts: QueryParts, first: boolean): Draft {
	const query = queryText(parts);
	return {
		...draft,
		query: {
			...draft.query,
			...(query && { query }),
			...(fields.length > 0 && { fields }),
			...(totalCount && first && { totalCount: true }),
		},
	};
}

/** Takes the records out of a page: as many as wanted, without an `$id` that nobody asked for. */
function rowsOf({ fields, totalCount }: Reading, known?: string) {
	let total = known;
	return (body: unknown): IDataObject[] => {
		total ??= (body as { totalCount?: string | null }).totalCount ?? undefined;
		return recordsOf(body).map((record) => {
			const { $id, ...others } = record;
			const hidden = fields.length > 0 && !fields.includes('$id');
			return {
				...(hidden ? others : { $id, ...others }),
				...(totalCount && { [TOTAL]: { type: 'NUMBER', value: total } }),
			};
		});
	};
}

function recordsOf(body: unknown): IDataObject[] {
	return (body as { records?: IDataObject[] }).records ?? [];
}
