import type {
	ItemPart,
	ItemContext,
	PrefetchResult,
	ItemGrouping,
	PendingElement,
} from '../../../nodes/shared/catalogue';
import { InputError } from '../../../nodes/shared/errors';
import { groupedElements } from '../../../nodes/shared/run/batching';
import type { Results } from '../../../nodes/shared/run/results';
import { type Refused, shelve, SHELVING, type Thing } from '../../support/shelf';

const things = (count: number): Thing[] =>
	Array.from({ length: count }, (_, at) => ({ name: `n${at}` }));
const nameOf = ({ element }: PendingElement) => (element as Thing).name;
const others = { options: { whenRefused: 'others' as const }, goesOn: true };
const unchanged: PrefetchResult = { rows: { json: { id: 'unchanged' } } };

describe('a look before a write', () => {
	/** Looks at items, and notes at which. */
	function looking(
		look: (waiting: PendingElement) => PrefetchResult,
		needsPrefetch?: (index: number) => boolean,
	) {
		const seen: string[][] = [];
		const run = {
			prefetch: async (waiting: PendingElement[]) => {
				const words = (one: PendingElement) => [nameOf(one), one.attempt, one.earlier];
				seen.push(waiting.map((one) => words(one).filter(Boolean).join(' ')));
				return await Promise.resolve(waiting.map(look));
			},
			...(needsPrefetch && {
				needsPrefetch: ({ index }: { index: number }) => needsPrefetch(index),
			}),
		};
		return { seen, run };
	}

	it('is taken of the items that need one, and all are sent in their order', async () => {
		const { seen, run } = looking(
			({ element }) => ({ element: { name: `${(element as Thing).name}!` } }),
			(index) => index % 2 === 0,
		);
		const { held, items } = await shelve(things(5), { run });
		expect(seen).toEqual([['n0 1', 'n2 1', 'n4 1']]);
		expect(held).toEqual(['n0!', 'n1', 'n2!', 'n3', 'n4!']);
		expect(items).toEqual(['id-n0!', 'id-n1', 'id-n2!', 'id-n3', 'id-n4!']);
	});

	it('is taken again at what changed meanwhile, also where it was not needed at first', async () => {
		const { seen, run } = looking(
			({ element, attempt }) => ({
				element: { ...(element as Thing), seen: attempt },
				found: `found ${attempt}`,
			}),
			() => false,
		);
		const conflict = async (last: number) =>
			await shelve(things(3), {
				run: { ...run, isConflict: ({ code }) => code === 'CHANGED' },
				refuse: (list): Refused =>
					list.some(({ name, seen: at = 1 }) => name === 'n1' && Number(at) <= last)
						? { code: 'CHANGED', culprits: [1] }
						: undefined,
			});
		expect((await conflict(2)).held).toEqual(['n0', 'n1', 'n2']);
		expect(seen.splice(0)).toEqual([['n1 2'], ['n1 3 found 2']]);
		expect((await conflict(9)).error?.message).toContain('(CHANGED) [item 1]');
		expect(seen).toEqual([['n1 2'], ['n1 3 found 2'], ['n1 4 found 3']]);
	});

	it('is taken again until it is as it was read, though others change one after the other', async () => {
		const versions = Array.from({ length: 8 }, () => 0);
		const { run } = looking(({ item }) => ({
			element: { name: `n${item.index}`, seen: versions[item.index] },
		}));
		const { held } = await shelve(things(8), {
			run: { ...run, max: 8, isConflict: ({ code }) => code === 'CHANGED' },
			bulk: undefined,
			refuse: (list, requests): Refused => {
				const at = (requests * 3) % 8;
				if (requests < 24) versions[at] = (versions[at] ?? 0) + 1;
				const isStale = list.some(({ name, seen }) => seen !== versions[Number(name.slice(1))]);
				return isStale ? { code: 'CHANGED' } : undefined;
			},
		});
		expect(held.sort()).toEqual(things(8).map(({ name }) => name));
	});

	it('is not taken of what follows a problem that ends the run', async () => {
		const { seen, run } = looking(({ element }) => ({ element }));
		const refuse = (): Refused => ({ code: 'BAD' });
		await shelve(things(9), { run: { ...run, concurrency: 1 }, refuse });
		expect(seen).toEqual([things(3).map(({ name }) => `${name} 1`)]);
	});

	it('is not taken again after another refusal, or a request that was lost', async () => {
		const { seen, run } = looking(({ element }) => ({ element }));
		const isConflict = ({ code }: { code?: string }) => code === 'CHANGED';
		const other = { run: { ...run, isConflict }, refuse: (): Refused => ({ code: 'BAD' }) };
		expect((await shelve(things(2), other)).error?.message).toContain('BAD');
		const lost: Refused = {
			ok: false,
			failure: {
				kind: 'reply',
				outcome: 'unknown',
				request: 'POST /things',
				attempts: 1,
				explanation: { message: 'No', code: 'CHANGED' },
			},
		};
		const { error } = await shelve(things(2), {
			run: { ...run, isConflict: isConflict },
			refuse: () => lost,
		});
		expect(error?.message).toBe(
			'No (CHANGED), so the request may have been carried out [items 0–1]',
		);
		expect(seen).toEqual([
			['n0 1', 'n1 1'],
			['n0 1', 'n1 1'],
		]);
	});

	it('tells which element changed, as it was before the look', async () => {
		const tried: unknown[] = [];
		const { run } = looking(({ element }) => ({ element: { ...(element as Thing), seen: 1 } }));
		await shelve(things(1), {
			...others,
			run: { ...run, isConflict: (_, item, refused) => tried.push([item.index, refused]) < 0 },
			refuse: (): Refused => ({ code: 'CHANGED' }),
		});
		expect(tried).toEqual([[0, { element: { name: 'n0' }, attempt: 1 }]]);
	});

	it('that fails is the problem of its items alone', async () => {
		const { run } = looking((waiting) => {
			if (nameOf(waiting) === 'n1') throw new InputError('No form');
			return { element: waiting.element };
		});
		const list = things(4).map((thing, at) => ({ ...thing, shelf: at < 2 ? 'a' : 'b' }));
		const { held, items } = await shelve(list, { ...others, run });
		expect(held).toEqual(['n2', 'n3']);
		expect(items).toEqual(['No form [items 0–1]', 'No form [items 0–1]', 'id-n2', 'id-n3']);
	});
});

describe('items that share an element', () => {
	/** All things whose name begins alike. */
	const shared: ItemGrouping = {
		key: (_, element) => String((element as Thing | undefined)?.name).slice(0, 1),
		divisible: () => true,
	};
	const list = ['a0', 'b1', 'a2', 'a3', 'b4'].map((name) => ({ name }));
	const namesIn = (element: unknown) =>
		(element as ItemPart[]).map((part) => (part.element as Thing).name);
	const refusing =
		(...bad: string[]) =>
		(elements: unknown[]): Refused => {
			const culprits = elements.flatMap((element, at) =>
				namesIn(element).some((name) => bad.includes(name)) ? [at] : [],
			);
			return culprits.length > 0 ? { code: 'BAD', culprits } : undefined;
		};

	it('are written as one, and each gets its row', async () => {
		const { held, items } = await shelve(list, { run: { groupBy: shared } });
		expect(held).toEqual(['a0+a2+a3', 'b1+b4']);
		expect(items).toEqual(['id-a0+a2+a3', 'id-b1+b4', 'id-a0+a2+a3', 'id-a0+a2+a3', 'id-b1+b4']);
	});

	it('get one row together where that is the rule', async () => {
		const { output } = await shelve(list, { run: { groupBy: { ...shared, oneRow: true } } });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }, { item: 3 }],
			[{ item: 1 }, { item: 4 }],
		]);
	});

	it('leave with one that was refused before, unless they can be divided or it has no key', () => {
		const spec = { method: 'PUT' as const, path: '/a', repeatable: false };
		const all = [0, 2, 3].map((index) => ({ index, element: 1, spec }));
		const keyOf = ({ index }: ItemContext) => (index < 3 ? 'a' : 'b');
		const left = (groupBy: ItemGrouping) => {
			const problems: string[] = [];
			const results = {
				refused: ([item]: number[], { message }: Error) => problems.push(`${item}: ${message}`),
			} as unknown as Results;
			const views = (index: number) => ({ index }) as ItemContext;
			const groups = groupedElements(all, [0, 1, 2, 3], groupBy, views, results);
			return [groups.map(({ index, otherItems = [] }) => [index, ...otherItems]), problems];
		};
		const told = 'Item 1 of the same record was refused';
		expect(left({ key: keyOf })).toEqual([[[3]], [`0: ${told}`, `2: ${told}`]]);
		const keyless = (item: ItemContext, element?: unknown) => {
			if (element === undefined) throw new InputError('No key');
			return keyOf(item);
		};
		const divisible = () => true;
		for (const groupBy of [{ key: keyOf, divisible }, { key: keyless }]) {
			expect(left(groupBy)).toEqual([[[0, 2], [3]], []]);
		}
	});

	it.each([
		['', list, 'Field "name": is bad (BAD)'],
		['without being named', list.slice(2, 4), 'No (BAD)'],
	])('are divided where one of them is refused %s', async (how, written, told) => {
		for (const bad of ['a2', 'a3']) {
			const earlier: unknown[] = [];
			const prefetch = async (waiting: PendingElement[]) => {
				earlier.push(...waiting.map((one) => one.earlier));
				return await Promise.resolve(waiting.map(({ element }) => ({ element, found: 'it' })));
			};
			const refuse = (elements: unknown[]): Refused => {
				const refused = refusing(bad)(elements);
				return refused && how !== '' ? { code: 'BAD' } : refused;
			};
			const { held, items } = await shelve(written, {
				...others,
				run: { groupBy: shared, prefetch },
				refuse: refuse as never,
			});
			const names = written.map(({ name }) => name).filter((name) => name !== bad);
			expect(held.join('+').split('+').sort()).toEqual(names.sort());
			const problem = `${told} [item ${written.findIndex(({ name }) => name === bad)}]`;
			expect(items.filter((one) => !one.startsWith('id-'))).toEqual([problem]);
			expect(earlier.filter(Boolean)).toEqual([]);
		}
	});

	it('are told apart from an item of the same request that is refused', async () => {
		const { error } = await shelve(list.slice(0, 3), {
			run: { groupBy: shared },
			refuse: refusing('b1') as never,
		});
		expect(error?.message).toBe('Field "name": is bad (BAD) [item 1]');
	});

	it('are refused together where they must not be divided', async () => {
		for (const divisible of [undefined, () => false]) {
			const { held, items } = await shelve(list, {
				...others,
				run: { groupBy: { key: shared.key, ...(divisible && { divisible }) } },
				refuse: refusing('a2') as never,
			});
			expect(held).toEqual(['b1+b4']);
			expect(items[0]).toBe('Field "name": is bad (BAD) [items 0, 2–3]');
		}
	});

	it('are each told what the service says of their own element, not of another', async () => {
		const { items } = await shelve(list, {
			...others,
			run: { groupBy: { key: shared.key } },
			refuse: refusing('a2', 'b4') as never,
		});
		expect(items).toEqual([
			'Field "name": is bad (BAD) [items 0, 2–3]',
			'Field "name": is bad (BAD) [items 1, 4]',
			'Field "name": is bad (BAD) [items 0, 2–3]',
			'Field "name": is bad (BAD) [items 0, 2–3]',
			'Field "name": is bad (BAD) [items 1, 4]',
		]);
	});

	it('leave it one by one where a look refuses them, and the rest is written', async () => {
		const prefetch = async (waiting: PendingElement[]) =>
			await Promise.resolve(
				waiting.map(({ element }): PrefetchResult => {
					const left = (element as ItemPart[]).filter(
						({ item }) => item !== 2 && item !== 1 && item !== 4,
					);
					const refused = new Map([1, 2, 4].map((item) => [item, new InputError('No such row')]));
					const own = (element as ItemPart[]).map(({ item }) => item);
					return {
						element: left,
						refused: new Map([...refused].filter(([item]) => own.includes(item))),
					};
				}),
			);
		const { held, items } = await shelve(list, {
			...others,
			run: { groupBy: shared, prefetch: prefetch },
		});
		expect(held).toEqual(['a0+a3']);
		expect(items).toEqual([
			'id-a0+a3',
			'No such row [item 1]',
			'No such row [item 2]',
			'id-a0+a3',
			'No such row [item 4]',
		]);
		const whole = { ...others, run: { groupBy: { key: shared.key }, prefetch } };
		const all = await shelve(list, whole);
		expect([all.requests, all.items[0]]).toEqual([
			[],
			'Item 2 of the same record was refused [item 0]',
		]);
	});

	it('are all told that nothing was to be changed', async () => {
		const prefetch = async (waiting: PendingElement[]) =>
			await Promise.resolve(waiting.map(() => unchanged));
		const { items, requests } = await shelve(list, {
			run: { groupBy: shared, prefetch: prefetch },
		});
		expect(items).toEqual(list.map(() => 'unchanged'));
		expect(requests).toEqual([]);
	});
});

describe('all items together', () => {
	it('are written in batches, or left with rows of their own', async () => {
		const { held, items, hints } = await shelve(things(6), {
			whole: async (prepared, whole) => {
				await whole.write(SHELVING, prepared.slice(0, 4));
				await whole.done(4, { json: { id: 'mine' } });
				await whole.unsent(5, { json: { id: 'unchanged' } });
				whole.hint('Three were deleted');
				expect([whole.refused, whole.ended]).toEqual([false, false]);
				expect(whole.itemAt(3).index).toBe(3);
			},
		});
		expect(held).toEqual(['n0', 'n1', 'n2', 'n3']);
		expect(items).toEqual(['id-n0', 'id-n1', 'id-n2', 'id-n3', 'mine', 'unchanged']);
		expect(hints).toEqual(['Three were deleted']);
	});

	it('keep what they have where the rest fails, or something afterwards', async () => {
		const { items } = await shelve(things(3), {
			goesOn: true,
			whole: async (_, whole) => {
				await whole.done(1, { json: { id: 'mine' } });
				whole.failedAfterwards(new InputError('Too late'));
				throw new InputError('No more');
			},
		});
		expect(items).toEqual(['No more [items 0, 2]', 'mine', 'No more [items 0, 2]', 'Too late']);
	});

	it('know when one was refused, and when nothing more is to be started', async () => {
		const seen: boolean[][] = [];
		const refusing = async (goesOn: boolean) =>
			await shelve(things(3), {
				goesOn,
				whole: async (_, whole) => {
					whole.refuse([1], new InputError('Not this one'));
					seen.push([whole.refused, whole.ended]);
					await whole.unsent(0, { json: { id: 'unchanged' } });
				},
			});
		expect((await refusing(true)).items[1]).toBe('Not this one [item 1]');
		const { error } = await refusing(false);
		expect(error?.message).toBe('Not this one [item 1]');
		expect(error?.description).toContain('1 item was left unchanged [item 0]');
		expect(seen).toEqual([
			[true, false],
			[true, true],
		]);
	});
});
