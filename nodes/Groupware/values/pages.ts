import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemContext, ReceivedPage, PageSequence } from '../../shared/catalogue';
import { digest, objectOf, objectsIn } from '../../shared/objects';
import { unexpectedResponse } from '../../shared/errors';

/** Most rows per page, and the last offset. */
export const PAGE = 1000;
const LAST_OFFSET = 2147483647;

/** How many pages there are for one that repeats so many rows of the page before. */
const OVERLAP = 10;

const MAY_LACK =
	'The list changed while it was read, so some results may be missing. Run it again to get all';

/**
 * Pages by offset. The offset goes on by the size of the page, not by the rows that came: the
 * service may drop rows after counting them, and says by `hasNext` that there are more. A list
 * without `hasNext` ends with the first page that is not full.
 *
 * Rows that are removed meanwhile move the others up, behind the next offset. So a full page is
 * followed by one that repeats its last rows. A hint says so if more than these were removed.
 */
export function pages(
	spec: RequestSpec,
	key: string,
	item?: Pick<ItemContext, 'hint'>,
): PageSequence {
	const size = Number(spec.query?.limit ?? PAGE);
	const repeated = Math.min(size - 1, Math.ceil(size / OVERLAP));
	const at = (offset: number): RequestSpec => ({
		...spec,
		query: { ...spec.query, limit: size, offset },
	});
	const seen = new Set<string>();
	let offset = 0;
	let last: string | undefined;
	let isFull = false;
	let overlaps = false;
	let hasNew = false;
	return {
		first: at(0),
		rows: (body) => {
			const rows = rowsIn(body, key);
			const names = rows.map(rowIdentity);
			if (overlaps && !names.some((name) => seen.has(name))) item?.hint(MAY_LACK);
			// Equal rows can follow each other, and new ones move the others down.
			const inPlace = last === undefined ? -1 : names.lastIndexOf(last, repeated - 1);
			const known = !overlaps ? -1 : inPlace < 0 ? names.indexOf(last ?? '') : inPlace;
			const fresh = rows.filter(
				(row, index) => index > known && !(hasIdentity(row) && seen.has(names[index] ?? '')),
			);
			for (const name of names) seen.add(name);
			last = names.at(-1) ?? last;
			isFull = rows.length >= size;
			hasNew = fresh.length > 0;
			return fresh;
		},
		next: ({ body }: ReceivedPage) => {
			overlaps = isFull && repeated > 0;
			offset += isFull ? size - repeated : size;
			const { hasNext = isFull && hasNew } = objectOf(body);
			return hasNext === true && offset <= LAST_OFFSET ? at(offset) : undefined;
		},
	};
}

/** What tells a row from others: its ID and occurrence, or a short form of the whole row. */
function rowIdentity(row: IDataObject): string {
	return hasIdentity(row) ? JSON.stringify([row.id, row.repeatId, row.start]) : digest(row);
}

/** Rows of private events of others all have the ID 0. */
function hasIdentity({ id }: IDataObject): boolean {
	return id !== undefined && id !== '0';
}

/** The rows of a page; they stand at `key` of the body. Throws `InputError` where no list does. */
export function rowsIn(body: unknown, key: string): IDataObject[] {
	const rows = objectsIn(body, key);
	if (rows) return rows;
	throw unexpectedResponse(true);
}
