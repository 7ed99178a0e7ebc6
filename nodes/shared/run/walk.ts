import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView, Page, Row, Walk, WalkRun } from '../catalogue';
import { Refusal } from '../errors';
import type { Prepared } from '../request';
import { inOrder } from './inOrder';
import type { Results } from './results';

const ITEMS_AT_ONCE = 3;
const PARTS_AT_ONCE = 3;

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
			const wanted = item.read('returnAll', false) ? Infinity : countOf(item.read('limit', 50));
			const found = await walked(run, draft, wanted, item);
			const rows: Row[] = found.flatMap((row) => run.result(row, item));
			await results.done(index, rows);
		} catch (problem) {
			results.refused([index], problem);
		}
	};
	await inOrder(prepared, ITEMS_AT_ONCE, one, () => results.ended);
}

/** The limit as a number. Throws `Refusal` for what is none, which would read nothing without a word. */
function countOf(limit: unknown): number {
	const count = typeof limit === 'string' && limit.trim() === '' ? NaN : Number(limit);
	if (Number.isInteger(count) && count >= 1) return count;
	throw new Refusal(
		`"Limit" is no number of results: "${String(limit)}"`,
		'Enter a whole number from 1, or turn on Return All',
	);
}

/** The rows of an item, `wanted` at the most, from one walk or from several. */
async function walked(
	run: WalkRun,
	draft: Draft,
	wanted: number,
	item: ItemView,
): Promise<IDataObject[]> {
	const drafts = (await run.parts?.split(draft, wanted, item)) ?? [draft];
	const rows: IDataObject[][] = [];
	const problems: unknown[] = [];
	const one = async (at: number) => {
		const walk = await run.walk(drafts[at] ?? draft, wanted, item);
		rows[at] = await follow(walk, wanted, item);
	};
	const noting = async (at: number) =>
		await one(at).catch((problem: unknown) => void problems.push(problem));
	await inOrder([...drafts.keys()], PARTS_AT_ONCE, noting, () => problems.length > 0);
	if (problems.length > 0) throw problems[0];
	if (run.parts === undefined || rows.length === 1) return rows.flat();
	return run.parts.merge(rows, item).slice(0, wanted);
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
	if (request) await item.ask({ ...request, afterCancel: true }).catch(() => undefined);
}
