import fc from 'fast-check';

import { PAGE, paginateRecords } from '../../../nodes/RecordPlatform/reading/paginate';
import type { ItemContext, RequestSpec } from '../../../nodes/shared/catalogue';
import { ReadCache } from '../../../nodes/shared/readCache';
import { idsOf, RecordsInMemory } from '../../support/records-in-memory';

const spec: RequestSpec = {
	method: 'GET',
	path: '/k/guest/5/v1/records.json',
	query: { app: '1' },
	repeatable: true,
};
const reader = (
	records: RecordsInMemory,
	order: string,
	more: object = {},
	condition = '',
	item: Partial<ItemContext> = {},
) =>
	paginateRecords(
		{
			spec,
			wanted: Infinity,
			fields: [],
			totalCount: false,
			...more,
			query: { condition, order, ...more },
		},
		records.item(item),
	);

const range = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** Numbers between 0 and 1 that a seed decides. */
function chance(seed = 1): () => number {
	let state = seed;
	return () => {
		state = (state * 1103515245 + 12345) & 0x7fffffff;
		return state / 0x7fffffff;
	};
}
/** About `share` of the IDs from `first` to `last`. */
function some(first: number, last: number, share: number): number[] {
	const lucky = chance(first + last);
	return range(first, last).filter(() => lucky() < share);
}

describe('all records', () => {
	it.each<[string, number[], number, number]>([
		['none', [], 1, 1],
		['fewer than a page', range(1, 499), 1, 1],
		['a page from the very first on', range(1, 500), 1, 1],
		['two pages from the very first on', range(1, 1000), 2, 2],
		['two pages without the first ones', range(90_001, 91_000), 3, 3],
		['10,000 in a row', range(1, 10_000), 21, 4],
		['10,000 in a row without the first ones', range(90_001, 100_000), 21, 4],
		['100,000 in a row', range(1, 100_000), 201, 22],
		['nine in ten', some(1, 11_100, 0.9), 29, 5],
		['half of them', some(1, 20_000, 0.5), 25, 5],
		['one in ten', some(1, 100_000, 0.1), 25, 5],
		['one in a hundred', some(1, 1_000_000, 0.01), 22, 4],
		['those of both ends', [...range(1, 5000), ...range(1_000_001, 1_005_000)], 38, 12],
		['few old ones and many new ones', [...some(1, 50_000, 0.1), ...range(50_001, 55_000)], 31, 6],
		[
			'heaps far from each other',
			range(0, 9).flatMap((n) => range(n * 5e4 + 1, n * 5e4 + 1000)),
			32,
			5,
		],
	])('%s', async (_, ids, requests, rounds) => {
		for (const order of ['', '$id asc']) {
			const records = new RecordsInMemory(ids);
			const found = await idsOf(reader(records, order));
			expect(found).toEqual(order === '' ? [...ids].reverse() : ids);
			const unknownEnd = order === '' ? 0 : ids.length / PAGE >= 1 ? 1 : 0;
			expect(records.asked.length).toBeLessThanOrEqual(requests + unknownEnd);
			expect(records.rounds).toBeLessThanOrEqual(rounds + unknownEnd);
			expect(records.mostAtOnce).toBeLessThanOrEqual(10);
		}
	});

	/** IDs in heaps, so that how densely they lie changes. */
	const heaps = fc
		.array(
			fc.record({
				gap: fc.integer({ min: 1, max: 20_000 }),
				count: fc.integer({ min: 1, max: 3000 }),
				step: fc.integer({ min: 1, max: 40 }),
			}),
			{ maxLength: 6 },
		)
		.map((parts) => {
			let last = 0;
			return parts.flatMap(({ gap, count, step }) => {
				const first = last + gap;
				last = first + (count - 1) * step;
				return Array.from({ length: count }, (_, index) => first + index * step);
			});
		});

	it('are each given once and in order, whatever was deleted and whichever answer comes first', async () => {
		const orders = fc.constantFrom('', '$id', '$ID ASC', '$id desc', '$id  DESC');
		const wanted = fc.option(fc.integer({ min: 1, max: 12_000 }), { nil: Infinity });
		const run = async (ids: number[], order: string, most: number, seed: number) => {
			const records = new RecordsInMemory(ids, '', chance(seed));
			const found = await idsOf(reader(records, order, { wanted: most }));
			const isUp = order === '$id' || order === '$ID ASC';
			const expected = isUp ? ids : [...ids].reverse();
			expect(found).toEqual(expected.slice(0, most));
			const pages = Math.ceil(found.length / PAGE);
			expect(records.asked.length).toBeLessThanOrEqual(16 + pages * 1.5);
		};
		await fc.assert(fc.asyncProperty(heaps, orders, wanted, fc.nat(), run), { numRuns: 150 });
	});
});

describe('the first of many', () => {
	it.each([
		[1, 1],
		[500, 1],
		[501, 2],
		[1000, 2],
		[5000, 10],
	])('%i are read with %i requests', async (wanted, requests) => {
		for (const order of ['', '$id asc']) {
			const records = new RecordsInMemory(range(1, 100_000));
			expect(await idsOf(reader(records, order, { wanted }))).toHaveLength(wanted);
			expect(records.asked).toHaveLength(requests);
			const limits = records.queries().map((query) => Number(/limit (\d+)/.exec(query)?.[1]));
			expect(limits.reduce((sum, limit) => sum + limit)).toBe(wanted);
		}
	});

	it('are the first of a query that has a limit of its own', async () => {
		const records = new RecordsInMemory(range(1, 5000));
		const found = await idsOf(reader(records, '$id asc', { limit: 1200 }));
		expect(found).toEqual(range(1, 1200));
	});

	it('begin where the offset says', async () => {
		const records = new RecordsInMemory(range(1, 5000));
		const found = await idsOf(reader(records, '', { offset: 30 }));
		expect(found).toEqual(range(1, 4970).reverse());
		expect(records.queries().filter((query) => query.includes('offset'))).toEqual([
			'order by $id desc limit 500 offset 30',
		]);
	});
});

describe('a list that another execution has read', () => {
	let owners = 0;
	/** Reads as published workflows of one credential do. */
	const readers = () => {
		const owner = `reader ${owners++}`;
		return async (records: RecordsInMemory, order = '', more = {}, isPublished = true) => {
			const guesses = new ReadCache(() => owner, isPublished);
			return await idsOf(reader(records, order, more, '', { guesses }));
		};
	};
	const upTo3000 = range(1, 3000);

	it.each<[string, number[], number[], number, number]>([
		['700, again', range(1, 700), range(1, 700), 2, 1],
		['1,000, again', range(1, 1000), range(1, 1000), 2, 1],
		['10,000, again', range(1, 10_000), range(1, 10_000), 20, 2],
		['3,000, and 10 more', upTo3000, range(1, 3010), 7, 2],
		['3,000 of which every second is left', upTo3000, some(1, 3000, 0.5), 6, 1],
		['100,000 of which a page is left', range(1, 100_000), range(50_001, 50_500), 23, 4],
		['1,000 that became 50,000', range(1, 1000), range(1, 50_000), 115, 14],
		['3,000, and 500 after a million', upTo3000, [...upTo3000, ...range(1e6, 1e6 + 499)], 17, 3],
	])('%s', async (_, first, second, requests, rounds) => {
		for (const order of ['', '$id asc']) {
			const read = readers();
			await read(new RecordsInMemory(first), order);
			const records = new RecordsInMemory(second);
			expect(await read(records, order)).toEqual(order === '' ? [...second].reverse() : second);
			expect(records.asked.length).toBeLessThanOrEqual(requests);
			expect(records.rounds).toBeLessThanOrEqual(rounds);
		}
	});

	it.each<[string, object, boolean, number]>([
		['in the editor', {}, false, 3],
		['with the total', { totalCount: true }, true, 3],
		['with an offset', { offset: 1 }, true, 3],
		['of which fewer are wanted', { wanted: 1200 }, true, 2],
		['with other conditions', { condition: 'a = 1' }, true, 3],
	])('is read as an unknown one %s', async (_, more, isPublished, rounds) => {
		const read = readers();
		await read(new RecordsInMemory(upTo3000));
		const records = new RecordsInMemory(upTo3000, (more as { condition?: string }).condition);
		await read(records, '', more, isPublished);
		expect(records.rounds).toBe(rounds);
	});

	it('is given once and in order, whatever happened since and happens meanwhile', async () => {
		/** What others do with records: they remove a part of the list, or every second of it, and add some. */
		const change = fc.record({
			from: fc.oneof(fc.constant(0), fc.nat(4000)),
			removed: fc.oneof(fc.constantFrom(0, 1e9), fc.nat(4000)),
			step: fc.constantFrom(1, 1, 2, 3),
			jump: fc.constantFrom(0, 0, 7, 1e6),
			added: fc.oneof(fc.constant(0), fc.nat(3000)),
		});
		type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
		// No ID is given twice.
		let latest = 0;
		const changed = (ids: number[], done: Change[]) =>
			done.reduce((list, { from, removed, step, jump, added }) => {
				const last = Math.max(latest, list.at(-1) ?? 0) + jump;
				latest = last + added;
				const isLeft = (at: number) => at < from || at >= from + removed || at % step > 0;
				return [...list.filter((_id, at) => isLeft(at)), ...range(last + 1, last + added)];
			}, ids);
		const list = fc.record({
			count: fc.nat(12_000),
			between: fc.array(fc.array(change, { maxLength: 2 }), { minLength: 1, maxLength: 3 }),
			meanwhile: fc.array(change, { maxLength: 4 }),
			order: fc.constantFrom('', '$id asc'),
			wanted: fc.option(fc.integer({ min: 1, max: 12_000 }), { nil: Infinity }),
			seed: fc.nat(),
		});
		const property = fc.asyncProperty(list, async (one) => {
			const { order, wanted } = one;
			const read = readers();
			const sign = order === '' ? -1 : 1;
			let ids = range(1, one.count);
			latest = 0;
			for (const done of [[], ...one.between]) {
				ids = changed(ids, done);
				const lucky = chance(one.seed);
				const records = new RecordsInMemory(ids, '', lucky);
				let [next, present] = [0, new Set(ids)];
				const seen = new Set(ids);
				records.before = () => {
					if (lucky() > 0.3) return;
					records.ids = changed(records.ids, one.meanwhile.slice(next, ++next));
					present = new Set(records.ids.filter((id) => present.has(id)));
					for (const id of records.ids) seen.add(id);
				};
				const found = await read(records, order, { wanted });
				const given = new Set(found);
				expect(found).toEqual([...given].sort((a, b) => sign * (a - b)));
				expect(found.filter((id) => !seen.has(id))).toEqual([]);
				const end = found.length < wanted ? Infinity : sign * (found.at(-1) ?? 0);
				const throughout = ids.filter((id) => present.has(id) && sign * id <= end);
				expect(throughout.filter((id) => !given.has(id))).toEqual([]);
				ids = records.ids;
			}
		});
		await fc.assert(property, { numRuns: process.env.NIGHT === '1' ? 2000 : 50 });
	});
});

it('keeps an alternative in the conditions together in every range', async () => {
	const condition = 'a = 1 or b = 1';
	const records = new RecordsInMemory(range(1, 4000), condition);
	expect(await idsOf(reader(records, '', {}, condition))).toHaveLength(4000);
	const [first, ...others] = records.queries();
	expect(first).toBe('a = 1 or b = 1 order by $id desc limit 500');
	expect(others).toHaveLength(8);
	for (const query of others) expect(query).toMatch(/^\(a = 1 or b = 1\) and \$id /);
	expect(new Set(records.asked.map(({ path }) => path))).toEqual(new Set([spec.path]));
});

it.each(['', '$id asc'])('leaves out what is added while it reads (order "%s")', async (order) => {
	const records = new RecordsInMemory(range(1, 6000));
	const { read, wanted } = reader(records, order);
	let added = 6000;
	const adding = setInterval(() => records.ids.push(++added), 0);
	const found = await idsOf({ read, wanted }).finally(() => clearInterval(adding));
	const last = Math.max(...found);
	expect(found).toEqual(order === '' ? range(1, last).reverse() : range(1, last));
});

it('asks for the ID that it goes by, and leaves it out where nobody asked for it', async () => {
	const records = new RecordsInMemory(range(1, 600));
	const rows: unknown[] = [];
	await reader(records, '', { fields: ['a'] }).read((page) => void rows.push(...page));
	const fields = ['a', '$id'];
	expect(records.asked.map(({ query }) => query?.fields)).toEqual([fields, fields]);
	expect(rows).toEqual(Array.from({ length: 600 }, () => ({})));
});

it('counts the records only where that is wanted, and once', async () => {
	const counting = new RecordsInMemory(range(1, 2000));
	await reader(counting, '', { totalCount: true }).read(() => undefined);
	const counted = counting.asked.map(({ query }) => Boolean(query?.totalCount));
	expect(counted).toEqual([true, false, false, false, false]);
	const others = new RecordsInMemory(range(1, 2000));
	await reader(others, '').read(() => undefined);
	expect(others.asked.some(({ query }) => query && 'totalCount' in query)).toBe(false);
});

it('starts nothing more after a failure, and waits for what is under way', async () => {
	const records = new RecordsInMemory(range(1, 50_000));
	let asked = 0;
	let back = 0;
	const item = records.item();
	const failing = {
		...item,
		request: async (request: RequestSpec) => {
			if (++asked === 4) throw new Error('lost');
			const body = await item.request(request);
			back += 1;
			return body;
		},
	};
	const { read } = paginateRecords(
		{ spec, wanted: Infinity, fields: [], totalCount: false, query: { condition: '', order: '' } },
		failing,
	);
	await expect(read(() => undefined)).rejects.toThrow('lost');
	expect([asked, back]).toEqual([12, 11]);
});
