import type { IDataObject } from 'n8n-workflow';

import type { Draft, Page, Sequence } from '../../shared/catalogue';
import { unfitting } from '../../shared/errors';

/** Most rows per page, and the last offset. */
export const PAGE = 1000;
const LAST_OFFSET = 2147483647;

/**
 * Pages by offset. The offset goes on by the size of the page, not by the rows that came: the
 * service may drop rows after counting them, and tells by `hasNext` that there are more. A list
 * without `hasNext` ends with the first page that is not full.
 */
export function pages(draft: Draft, key: string): Sequence {
	const size = Number(draft.query?.limit ?? PAGE);
	const at = (offset: number): Draft => ({
		...draft,
		query: { ...draft.query, limit: size, offset },
	});
	return {
		first: at(0),
		rows: (body) => rowsIn(body, key),
		next: (page) => {
			const offset = Number(page.request.query?.offset) + size;
			return goesOn(page, size) && offset <= LAST_OFFSET ? at(offset) : undefined;
		},
	};
}

function goesOn({ body, rows }: Page, size: number): boolean {
	const { hasNext } = (body ?? {}) as { hasNext?: unknown };
	return typeof hasNext === 'boolean' ? hasNext : rows >= size;
}

/** The rows of a page; they stand at `key` of the body. Throws `Refusal` where no list does. */
export function rowsIn(body: unknown, key: string): IDataObject[] {
	const rows = ((body ?? {}) as Record<string, unknown>)[key];
	if (Array.isArray(rows)) return rows as IDataObject[];
	throw unfitting(true);
}
