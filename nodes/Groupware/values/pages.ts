import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView, Page, PageSequence } from '../../shared/catalogue';
import { digest } from '../../shared/digest';
import { objectOf, objectsIn } from '../../shared/objects';
import { unexpectedResponse } from '../../shared/errors';

/** Most rows per page, and the last offset. */
export const PAGE = 1000;
const LAST_OFFSET = 2147483647;

/** Pages that are read again in a list that changes all the time. */
const MOST_STEPS_BACK = 50;

/** After so many of them without a new row, the next page is taken as it is. */
const MOST_FOR_NOTHING = 3;

const MAY_LACK =
	'The list changed while it was read, so some results may be missing. Run it again to get all';

/**
 * Pages by offset. The offset goes on by the size of the page, not by the rows that came: the
 * service may drop rows after counting them, and tells by `hasNext` that there are more. A list
 * without `hasNext` ends with the first page that is not full.
 *
 * Rows that are removed meanwhile move the others up, behind the next offset. So after a full page,
 * the next one begins with its last row. If it doesn't, the page before is read again first. After
 * a page that isn't full, the service doesn't tell where its last row is.
 */
export function pages(spec: RequestSpec, key: string, item?: Pick<ItemView, 'hint'>): PageSequence {
	const size = Number(spec.query?.limit ?? PAGE);
	const at = (offset: number): RequestSpec => ({
		...spec,
		query: { ...spec.query, limit: size, offset },
	});
	const seen = new Set<string>();
	let offset = 0;
	let furthest = 0;
	let last: string | undefined;
	let stepsBack = 0;
	/** Pages in a row that were read again and had nothing new. */
	let forNothing = 0;
	let page = { full: false, fresh: 0, gap: false };
	/** Of a page: it begins with rows of the one before, it is taken as it is. */
	let overlaps = false;
	let trusted = false;

	const hasGap = (names: string[]) => {
		if (offset === 0 || trusted || (names[0] !== undefined && seen.has(names[0]))) return false;
		if (stepsBack < MOST_STEPS_BACK) return true;
		item?.hint(MAY_LACK);
		return false;
	};
	return {
		first: at(0),
		rows: (body) => {
			const rows = rowsIn(body, key);
			const names = rows.map(nameOf);
			if (hasGap(names)) {
				page = { ...page, gap: true };
				return [];
			}
			const known = names.indexOf(last ?? '');
			const repeated = known < 0 ? names.findLastIndex((name) => seen.has(name)) : known;
			const mostRepeated = overlaps ? repeated : -1;
			const fresh = rows.filter((row, index) => {
				const mayRepeat = index <= mostRepeated || identity(row) !== undefined;
				return !(mayRepeat && seen.has(names[index] ?? ''));
			});
			for (const name of names) seen.add(name);
			last = names.at(-1) ?? last;
			page = { full: rows.length >= size, fresh: fresh.length, gap: false };
			return fresh;
		},
		next: ({ body }: Page) => {
			const isAgain = offset < furthest;
			furthest = Math.max(furthest, offset);
			if (page.gap) {
				stepsBack += 1;
				offset = Math.max(0, offset - (size - 1));
				return at(offset);
			}
			overlaps = page.full && size > 1;
			forNothing = isAgain && page.fresh === 0 ? forNothing + 1 : 0;
			// Rows whose order differs from page to page would be read again without an end.
			trusted = !overlaps || forNothing >= MOST_FOR_NOTHING;
			offset += overlaps ? size - 1 : size;
			const mayHaveMore = page.full && (page.fresh > 0 || isAgain);
			return goesOn(body, mayHaveMore) && offset <= LAST_OFFSET ? at(offset) : undefined;
		},
	};
}

function goesOn(body: unknown, mayHaveMore: boolean): boolean {
	const { hasNext } = objectOf(body);
	return typeof hasNext === 'boolean' ? hasNext : mayHaveMore;
}

/** What tells a row from others: its ID and occurrence, or a short form of all that it says. */
function nameOf(row: IDataObject): string {
	const own = identity(row);
	return own ? JSON.stringify(own) : digest(row);
}

/** Rows of private events of others all have the ID 0. */
function identity({ id, repeatId, start }: IDataObject): unknown[] | undefined {
	return id === undefined || id === '0' ? undefined : [id, repeatId, start];
}

/** The rows of a page; they stand at `key` of the body. Throws `InputError` where no list does. */
export function rowsIn(body: unknown, key: string): IDataObject[] {
	const rows = objectsIn(body, key);
	if (rows) return rows;
	throw unexpectedResponse(true);
}
