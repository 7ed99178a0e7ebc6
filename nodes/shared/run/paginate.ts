import type { IDataObject } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemContext,
	Prepared,
	PageSequence,
	TakePage,
	Pagination,
	PaginateRun,
} from '../catalogue';
import { InputError, unexpectedResponse } from '../errors';
import { wantedCount } from '../parameters';
import { inOrder } from '../inOrder';
import type { Results } from './results';

const ITEMS_AT_ONCE = 3;

/** Consecutive empty pages. A page may be empty although more follow (rows without read permission). */
const MOST_EMPTY_PAGES = 100;

/** Reads page after page for each item, until the end or the limit. */
export async function runPaginate(
	prepared: Prepared[],
	run: PaginateRun,
	itemAt: (index: number) => ItemContext,
	results: Results,
): Promise<void> {
	const one = async ({ index, spec }: Prepared) => {
		const item = itemAt(index);
		try {
			const wanted = wantedCount(item);
			const make = await run.result(item);
			const walk = await run.pages(spec, wanted, item);
			await results.done(index, await collect(walk, wanted, item, make));
		} catch (problem) {
			results.refused([index], problem);
		}
	};
	await inOrder(prepared, ITEMS_AT_ONCE, one, () => results.ended);
}

/** The rows of a walk, `wanted` at the most. */
export async function allRows(
	walk: Pagination,
	wanted: number,
	item: ItemContext,
): Promise<IDataObject[]> {
	return await collect<IDataObject>(walk, wanted, item, (row) => row);
}

/**
 * What is made of a walk's rows, `wanted` rows at the most, in order. Each page is turned as it
 * comes in, so that the service's form of it need not be kept.
 */
async function collect<T>(
	walk: Pagination,
	wanted: number,
	item: ItemContext,
	make: (row: IDataObject) => T | T[],
): Promise<T[]> {
	const pages: Array<{ position: number; made: Array<T | T[]> }> = [];
	const take: TakePage = (rows, position = pages.length) => {
		pages.push({ position, made: rows.map(make) });
	};
	if ('read' in walk) await walk.read(take);
	else if (wanted > 0) {
		for await (const { rows, total } of pagesInTurn(walk, item)) {
			take(rows);
			if (total >= wanted) break;
		}
	}
	const most = 'read' in walk ? Math.min(wanted, walk.wanted) : wanted;
	const all: T[] = [];
	let rows = 0;
	for (const { made } of pages.sort((a, b) => a.position - b.position)) {
		for (const one of made) {
			if (++rows > most) return all;
			if (Array.isArray(one)) for (const each of one as T[]) all.push(each);
			else all.push(one);
		}
	}
	return all;
}

/**
 * The pages of a list, one at a time, so that the whole list is never in memory. `total` counts the
 * rows of a page and those before. Throws `RequestError`, and `InputError` for pages that stay empty.
 */
export async function* pagesInTurn(
	walk: PageSequence,
	item: ItemContext,
): AsyncGenerator<{ rows: IDataObject[]; total: number; isLast: boolean }> {
	let total = 0;
	let empty = 0;
	for (let request: RequestSpec | undefined = walk.first; request;) {
		const body = await item.request(request);
		const rows = rowsOfPage(body, walk.rows);
		total += rows.length;
		empty = rows.length === 0 ? empty + 1 : 0;
		request = walk.next({ request, body, rows: rows.length, total });
		if (request && empty >= MOST_EMPTY_PAGES) {
			throw new InputError(
				`The service reports more results, but returned ${empty} empty pages in a row`,
				'Narrow the search, or run it again later',
			);
		}
		yield { rows, total, isLast: request === undefined };
	}
}

/** The rows of a page. Throws `InputError` for a response without a list, which is not an empty page. */
function rowsOfPage(body: unknown, rowsIn: PageSequence['rows']): IDataObject[] {
	const rows = rowsIn(body);
	if (Array.isArray(rows)) return rows;
	throw unexpectedResponse(true);
}
