import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Page, Row, Walk, WalkRun } from '../catalogue';
import type { Prepared } from '../request';
import { inOrder } from './inOrder';
import type { Results } from './results';

const ITEMS_AT_ONCE = 3;

/** Reads page after page for each item, until there is no more or the limit is met. */
export async function runWalk(
	prepared: Prepared[],
	run: WalkRun,
	views: (index: number) => ItemView,
	results: Results,
): Promise<void> {
	const one = async ({ index, draft }: Prepared) => {
		const item = views(index);
		try {
			const wanted = item.read('returnAll', false) ? Infinity : Number(item.read('limit', 50));
			const found = await follow(await run.walk(draft, wanted, item), wanted, item);
			const rows: Row[] = found.flatMap((row) => run.result(row, item));
			await results.done(index, rows);
		} catch (problem) {
			results.refused([index], problem);
		}
	};
	await inOrder(prepared, ITEMS_AT_ONCE, one, () => results.ended);
}

/** All rows of a walk, `wanted` at the most. What the service keeps open is closed on every way out. */
export async function follow(walk: Walk, wanted: number, item: ItemView): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	let last: Page | undefined;
	try {
		let request: Walk['first'] | undefined = walk.first;
		while (request && found.length < wanted) {
			const body = await item.ask(request);
			const rows = walk.rows(body);
			for (const row of rows) found.push(row);
			last = { request, body, rows: rows.length, total: found.length };
			request = walk.next(last);
		}
	} finally {
		await close(walk, last, item);
	}
	return found.length > wanted ? found.slice(0, wanted) : found;
}

/** Closing is a courtesy: when it fails the rows are there all the same, and the service closes by time. */
async function close(walk: Walk, last: Page | undefined, item: ItemView): Promise<void> {
	const request = walk.close?.(last);
	if (request) await item.ask(request).catch(() => undefined);
}
