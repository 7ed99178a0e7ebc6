import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { pages } from '../../../nodes/Groupware/values/pages';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { allRows } from '../../../nodes/shared/run/paginate';
import { itemWith } from '../../support/item';

/** A list that a service gives in pages, and that changes between them. */
interface Served {
	rows: IDataObject[];
	/** Changes the list before a request, counted from 0. */
	before: (request: number, rows: IDataObject[]) => IDataObject[];
	/** Rows that are counted and not given. */
	hidden?: (row: IDataObject) => boolean;
	/** Whether the answers tell if more rows follow. */
	tellsMore?: boolean;
}

async function readAll(
	{ rows: from, before, hidden = () => false, tellsMore = true }: Served,
	limit = 5,
) {
	let rows = from;
	let requests = 0;
	const hints: string[] = [];
	const item = itemWith(
		{},
		{
			hint: (message) => void hints.push(message),
			request: async ({ query = {} }) => {
				rows = before(requests, rows);
				requests += 1;
				const offset = Number(query.offset);
				const page = rows.slice(offset, offset + Number(query.limit));
				const hasNext = rows.length > offset + Number(query.limit);
				return await Promise.resolve({
					list: page.filter((row) => !hidden(row)).map((row) => ({ ...row })),
					...(tellsMore && { hasNext }),
				});
			},
		},
	);
	const spec: RequestSpec = { method: 'GET', path: '/list', query: { limit }, repeatable: true };
	const read = await allRows(pages(spec, 'list', item), Infinity, item);
	return { read, requests, hints };
}

const numbered = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, at): IDataObject => ({ id: String(at + 1), ...more }));
const ids = (rows: IDataObject[]) => rows.map(({ id }) => id);

it('is not read again without an end where each page has another order', async () => {
	// A row of the page before is never among those of a page that begins in its middle.
	const rows = numbered(40);
	let asked = 0;
	const item = itemWith(
		{},
		{
			hint: () => undefined,
			request: async ({ query = {} }) => {
				asked += 1;
				const offset = Number(query.offset);
				const page = offset === 0 ? rows.slice(0, 5) : rows.slice(offset + 1, offset + 6);
				return await Promise.resolve({ list: page, hasNext: offset + 6 < rows.length });
			},
		},
	);
	const spec: RequestSpec = { method: 'GET', path: '/list', query: { limit: 5 }, repeatable: true };
	await allRows(pages(spec, 'list', item), Infinity, item);
	expect(asked).toBeLessThan(80);
});

describe('a list that changes while it is read', () => {
	it('loses no row to those that are removed, and doubles none for those that are added', async () => {
		const change = fc.record({
			request: fc.integer({ min: 1, max: 8 }),
			place: fc.nat(39),
			count: fc.integer({ min: 1, max: 7 }),
			add: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 40 }),
				fc.array(change, { maxLength: 4 }),
				fc.integer({ min: 2, max: 9 }),
				async (count, changes, limit) => {
					const gone = new Set<unknown>();
					const { read, hints } = await readAll(
						{
							rows: numbered(count),
							before: (request, rows) =>
								changes
									.filter((one) => one.request === request)
									.reduce((all, { place, count: some, add }, at) => {
										if (!add) {
											for (const row of all.slice(place, place + some)) gone.add(row.id);
											return all.toSpliced(place, some);
										}
										const added = numbered(some).map(({ id }) => ({
											id: `new ${request} ${at} ${String(id)}`,
										}));
										return all.toSpliced(place, 0, ...added);
									}, rows),
						},
						limit,
					);
					const found = ids(read);
					expect(new Set(found).size).toBe(found.length);
					const stayed = ids(numbered(count)).filter((id) => !gone.has(id));
					expect(found).toEqual(expect.arrayContaining(stayed));
					expect(hints).toEqual([]);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('is read without a further request where it stays as it is', async () => {
		const { read, requests } = await readAll({ rows: numbered(13), before: (_, rows) => rows });
		expect(ids(read)).toEqual(ids(numbered(13)));
		expect(requests).toBe(3);
	});

	it('keeps equal rows that nothing identifies', async () => {
		const rows = Array.from({ length: 13 }, () => ({ title: 'Same' }));
		expect((await readAll({ rows, before: (_, same) => same })).read).toEqual(rows);
		expect((await readAll({ rows, before: (_, same) => same }, 1)).read).toEqual(rows);
	});

	it('loses no row without an ID either', async () => {
		const rows = Array.from({ length: 13 }, (_, at) => ({ title: `Notice ${at}` }));
		const { read } = await readAll({
			rows,
			before: (request, all) => (request === 1 ? all.slice(3) : all),
		});
		expect(read).toEqual(rows);
	});

	it.each([true, false])(
		'loses no row where one is added while a page is read again (tells whether more follow: %s)',
		async (tellsMore) => {
			const changes: Record<number, (rows: IDataObject[]) => IDataObject[]> = {
				2: (rows) => rows.slice(1),
				3: (rows) => [{ id: 'new' }, ...rows],
				4: (rows) => rows.toSpliced(1, 2),
			};
			const { read, hints } = await readAll({
				rows: numbered(14),
				before: (request, rows) => changes[request]?.(rows) ?? rows,
				tellsMore,
			});
			expect(ids(read)).toEqual(ids(numbered(14)));
			expect(hints).toEqual([]);
		},
	);

	it('may have pages that are not full', async () => {
		const hidden = ({ id }: IDataObject) => Number(id) % 3 === 0;
		const { read } = await readAll({ rows: numbered(40), before: (_, rows) => rows, hidden });
		expect(ids(read)).toEqual(ids(numbered(40).filter((row) => !hidden(row))));
	});

	it('says so where it changes all the time', async () => {
		const { hints } = await readAll(
			{
				rows: numbered(2000),
				before: (request, rows) =>
					request === 0
						? rows
						: numbered(2000, { request }).map((row) => ({
								id: `${request} ${String(row.id)}`,
							})),
			},
			20,
		);
		expect(hints[0]).toMatch(/may be missing/);
	});
});

it('a list that takes no offset and tells no end is read once', async () => {
	const rows = numbered(7);
	const item = itemWith({}, { request: async () => await Promise.resolve({ list: rows }) });
	const spec: RequestSpec = { method: 'GET', path: '/list', query: { limit: 5 }, repeatable: true };
	expect(await allRows(pages(spec, 'list', item), Infinity, item)).toEqual(rows);
});
