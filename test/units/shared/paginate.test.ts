import type { IDataObject } from 'n8n-workflow';

import { pages } from '../../../nodes/Groupware/values/pages';
import { pagesByOffset } from '../../../nodes/RecordPlatform/catalogue/pages';
import type {
	RequestSpec,
	ItemContext,
	PageReader,
	PageSequence,
	Pagination,
} from '../../../nodes/shared/catalogue';
import { limit, returnAll } from '../../../nodes/shared/parameters';
import { allRows, pagesInTurn, runPaginate } from '../../../nodes/shared/run/paginate';
import type { Results } from '../../../nodes/shared/run/results';
import { itemWith } from '../../support/item';

const spec: RequestSpec = { method: 'GET', path: '/list', repeatable: true };

/** An item whose requests are answered by `answer`; it keeps what was asked. */
function asking(answer: (request: RequestSpec) => unknown, parameters: IDataObject = {}) {
	const asked: RequestSpec[] = [];
	const item = {
		index: 0,
		operation: { parameters: [returnAll, limit] },
		read: (name: string) => parameters[name],
		request: async (request: RequestSpec) => {
			asked.push(request);
			return await Promise.resolve(answer(request));
		},
	} as never as ItemContext;
	return { item, asked };
}

const numbered = (from: number, count: number) =>
	Array.from({ length: count }, (_, at) => ({ n: from + at }));

describe.each<[string, Pagination]>([
	['events', pages(spec, 'events')],
	['apps', pagesByOffset('apps', 100)(spec, Infinity)],
])('an answer to a call for %s', (key, walk) => {
	it.each([{ ok: true }, {}, null, 'fine', [], { [key]: { id: 1 } }])(
		'without a list is not one of no rows: %j',
		async (body) =>
			await expect(allRows(walk, Infinity, asking(() => body).item)).rejects.toMatchObject({
				message: 'The service returned an unexpected response',
				options: { outcomeUnknown: false },
			}),
	);

	it('with an empty list is', async () =>
		expect(await allRows(walk, Infinity, asking(() => ({ [key]: [] })).item)).toEqual([]));
});

describe('requests that follow from each other', () => {
	const served = ({ query }: RequestSpec) => ({
		rows: numbered(
			Number(query?.offset),
			Math.min(Number(query?.limit), 7 - Number(query?.offset)),
		),
	});

	it.each([
		[Infinity, 7, 3],
		[7, 7, 3],
		[4, 4, 2],
		[1, 1, 1],
	])('for %d rows give %d in %d requests', async (wanted, rows, requests) => {
		const { item, asked } = asking(served);
		const found = await allRows(pagesByOffset('rows', 3)(spec, wanted), wanted, item);
		expect(found).toEqual(numbered(0, rows));
		expect(asked).toHaveLength(requests);
	});

	it('give no more than was wanted where the service gives more', async () => {
		const { item } = asking(() => ({ rows: numbered(0, 9) }));
		expect(await allRows(pagesByOffset('rows', 9)(spec, 2), 2, item)).toEqual(numbered(0, 2));
	});
});

describe('pages', () => {
	const twos = (pagesLeft: number): PageSequence => ({
		first: spec,
		rows: (body) => body as IDataObject[],
		next: ({ total }) => (total < pagesLeft * 2 ? spec : undefined),
	});

	it('are asked for until there are enough rows, and tell which is the last', async () => {
		const { item, asked } = asking(() => numbered(0, 2));
		expect(await allRows(twos(150), Infinity, item)).toHaveLength(300);
		expect(await allRows(twos(9), 4, item)).toHaveLength(4);
		expect(asked).toHaveLength(152);
		const seen: unknown[] = [];
		for await (const { rows: _, ...page } of pagesInTurn(twos(2), item)) seen.push(page);
		expect(seen).toEqual([
			{ total: 2, isLast: false },
			{ total: 4, isLast: true },
		]);
	});

	it.each([
		[false, [0, 2, 3], [1]],
		[true, [0, 2], [1]],
	])('are read for each item, until a problem ends the run: %s', async (ends, read, refused) => {
		const results: { ended: boolean } & Record<string, unknown> = { ended: false };
		const done: unknown[][] = [];
		const problems: number[] = [];
		results.done = (index: number, rows: unknown) => done.push([index, rows]);
		results.refused = (items: number[]) => {
			problems.push(...items);
			results.ended = ends;
		};
		const prepared = [0, 1, 2, 3].map((index) => ({ index, spec, element: {} }));
		const run = {
			kind: 'paginate' as const,
			pages: (_: RequestSpec, __: number, { index }: ItemContext) => {
				if (index === 1) throw new Error('No');
				return twos(1);
			},
			result: () => (row: IDataObject) => [{ json: row }, { json: {} }],
		};
		const { item } = asking(() => numbered(0, 2), { returnAll: true });
		const views = (index: number) => ({ ...item, index });
		await runPaginate(prepared, run, views, results as never as Results);
		const rows = [{ json: { n: 0 } }, { json: {} }, { json: { n: 1 } }, { json: {} }];
		expect(done).toEqual(read.map((index) => [index, rows]));
		expect(problems).toEqual(refused);
	});
});

describe('a reader of its own', () => {
	const reader = (wanted: number, ...handed: Array<[IDataObject[], number?]>): PageReader => ({
		wanted,
		read: async (take) => await Promise.resolve(handed.forEach((page) => take(...page))),
	});
	const { item } = asking(() => ({}));

	it('has its pages put in the order of their positions', async () => {
		const walk = reader(Infinity, [numbered(4, 2), 2], [numbered(0, 2), 0], [numbered(2, 2), 1]);
		expect(await allRows(walk, Infinity, item)).toEqual(numbered(0, 6));
	});

	it('has pages without a position kept in the order in which they come', async () => {
		const walk = reader(Infinity, [numbered(4, 2)], [numbered(0, 2)]);
		expect(await allRows(walk, Infinity, item)).toEqual([...numbered(4, 2), ...numbered(0, 2)]);
	});

	it.each([
		[3, 5],
		[5, 3],
	])('may hand over more than %d of its own and %d asked for', async (own, wanted) => {
		const walk = reader(own, [numbered(0, 4)], [numbered(4, 4)]);
		expect(await allRows(walk, wanted, item)).toEqual(numbered(0, 3));
	});
});

it('ends with an error when pages stay empty although more is promised', async () => {
	let asked = 0;
	const ask = async () => {
		asked += 1;
		return await Promise.resolve({ rows: [], hasNext: true });
	};
	const request: RequestSpec = { method: 'GET', path: '/rows', repeatable: true };
	const walk = allRows(pages(request, 'rows'), Infinity, itemWith({}, { request: ask }));
	await expect(walk).rejects.toThrow('100 empty pages in a row');
	expect(asked).toBe(100);
});
