import type { PendingElement } from '../../../nodes/shared/catalogue';
import { type Failure, InputError } from '../../../nodes/shared/errors';
import { type Refused, shelve, type Thing } from '../../support/shelf';

const things = (count: number, shelf?: string): Thing[] =>
	Array.from({ length: count }, (_, at) => ({ name: `n${at}`, ...(shelf && { shelf }) }));
const names = (count: number, from = 0) =>
	Array.from({ length: count }, (_, at) => `n${from + at}`);
const ids = (count: number) => names(count).map((name) => `id-${name}`);

/** Refuses lists that hold one of these, and names them. */
const naming =
	(...bad: string[]) =>
	(list: Thing[]): Refused => {
		const culprits = list.flatMap(({ name }, at) => (bad.includes(name) ? [at] : []));
		const reasons = culprits.map((at) => `${list[at]?.name} is bad`);
		return culprits.length > 0 ? { code: 'ELEMENT', culprits, reasons } : undefined;
	};
/** Refuses a list with the bad thing, without saying which of them it means. */
const blaming =
	(bad: string, code = 'ELEMENT_GONE') =>
	(list: Thing[]): Refused =>
		list.some(({ name }) => name === bad) ? { code, message: 'Not found' } : undefined;
const failing = (failure: Pick<Failure, 'kind' | 'outcome'> & Partial<Failure>): Refused => ({
	ok: false,
	failure: { request: 'POST /things', attempts: 1, ...failure },
});
/** Whatever the service says, nobody knows what became of it. */
const lost = () => {
	const explanation = { message: 'Lost', blames: 'elements' as const };
	return failing({ kind: 'network', outcome: 'unknown', explanation });
};

describe('items of a write', () => {
	it('are all written once, in their order, by as few requests as hold them', async () => {
		const { items, held, requests } = await shelve(things(8));
		expect(items).toEqual(ids(8));
		expect(held.sort()).toEqual(names(8));
		expect(requests).toEqual([[names(3)], [names(3, 3), names(2, 6)]]);
	});

	it('ride alone where the service has no bulk request, or this one may not be in it', async () => {
		for (const more of [{ bulk: undefined }, { mayUseBulk: false }, { run: { bulk: false } }]) {
			expect((await shelve(things(4), more)).requests).toEqual([[names(3)], [['n3']]]);
		}
	});

	it('are sent six requests at once after a first alone, ten where nothing is changed', async () => {
		const many = things(60);
		expect((await shelve(many)).most).toBe(6);
		expect((await shelve(many, { repeatable: true })).most).toBe(10);
		expect((await shelve(many, { run: { concurrency: 2 } })).most).toBe(2);
		expect((await shelve(many, { refuse: () => ({ code: 'BAD' }) })).requests).toHaveLength(1);
	});

	it('that change the same thing are sent one after the other', async () => {
		const list = ['a', 'b', 'a', 'c', 'a'].map((name) => ({ name }));
		const target = (element: unknown) => (element as Thing).name;
		const { requests, most } = await shelve(list, { run: { recordKey: target }, bulk: undefined });
		expect(requests).toEqual([[['a', 'b', 'c']], [['a']], [['a']]]);
		expect(most).toBe(1);
	});

	it.each([
		['too few', { ids: ['1'] }],
		['too many', { ids: ['1', '2', '3'] }],
		['none', {}],
		['nothing', null],
		['a text', 'ids'],
	])('whose answer has %s results may have been written', async (_, body) => {
		const { error } = await shelve(things(2), { body });
		expect(error?.message).toBe(
			'The service returned an unexpected response, so the request may have been carried out [items 0–1]',
		);
		expect(error?.description).toContain('may or may not have succeeded');
	});
});

describe('a refusal stops the run', () => {
	it('and what was written before stays told', async () => {
		const { error, held } = await shelve(things(9), { refuse: naming('n8') });
		expect(error?.message).toBe('Field "name": n8 is bad (ELEMENT) [item 8]');
		expect(error?.description).toContain('3 items were written [items 0–2]');
		expect(held).toEqual(names(3));
	});

	it.each([
		[{ bulk: { max: 2 } }, 'item 4'],
		[{ bulk: { max: 3 } }, 'item 4'],
		[{ bulk: { max: 20 } }, 'item 4'],
		[{ bulk: undefined }, 'items 3–5'],
		[{ run: { bulk: false } }, 'items 3–5'],
	])('at the item to blame, which smaller requests find: %j', async (more, items) => {
		const { error } = await shelve(things(9), { refuse: blaming('n4'), ...more });
		expect(error?.message).toBe(`Not found (ELEMENT_GONE) [${items}]`);
	});

	it('at once for what waits for its turn, which is told', async () => {
		const { items, requests } = await shelve(things(15), {
			options: { whenRefused: 'stop' },
			goesOn: true,
			bulk: undefined,
			refuse: naming('n4'),
		});
		expect(requests).toHaveLength(2);
		expect(items[14]).toContain('Not sent: the run stopped at item 4 (');
	});

	it('at a request that was lost, without a second try', async () => {
		const { error, requests } = await shelve(things(3), { refuse: lost });
		expect(error?.description).toContain('may or may not have succeeded');
		expect(requests).toHaveLength(1);
	});
});

describe('the others are written', () => {
	const others = { options: { whenRefused: 'others' as const }, goesOn: true };

	it('where the service names those that it refuses, each with its own reason', async () => {
		const refuse = naming('n1', 'n2', 'n6');
		const { output, held, items, requests } = await shelve(things(7), { ...others, refuse });
		expect(held.sort()).toEqual(['n0', 'n3', 'n4', 'n5']);
		const bad = (at: number) => `Field "name": n${at} is bad (ELEMENT) [item ${at}]`;
		expect(items).toEqual(['id-n0', bad(1), bad(2), 'id-n3', 'id-n4', 'id-n5', bad(6)]);
		expect(output[1]?.error?.description ?? '').not.toContain('More errors');
		expect(requests).toHaveLength(4);
	});

	it.each([
		[1, 'item 0', ['n1', 'n2']],
		[2, 'items 0–1', ['n2']],
	])('though the service explains nothing, %d items a request', async (max, blamed, written) => {
		const reply = { status: 404, headers: {}, body: '' };
		const { items, held } = await shelve(things(3), {
			...others,
			run: { max, bulk: false },
			refuse: ([thing]) =>
				thing?.name === 'n0' ? failing({ kind: 'reply', outcome: 'refused', reply }) : undefined,
		});
		expect(items[0]).toMatch(new RegExp(`returned 404 without a reason \\[${blamed}\\]$`));
		expect(held).toEqual(written);
	});

	it.each([
		['with bulk requests', {}],
		['with large bulk requests', { bulk: { max: 20 } }],
		['without bulk requests', { bulk: undefined }],
		['where this operation has none', { run: { bulk: false } }],
	])('where the service does not name the one, %s', async (_, more) => {
		for (const bad of names(7)) {
			const { items, held } = await shelve(things(7), { ...others, ...more, refuse: blaming(bad) });
			expect(held.sort()).toEqual(names(7).filter((name) => name !== bad));
			expect(items.filter((one) => !one.startsWith('id-'))).toEqual([
				`Not found (ELEMENT_GONE) [item ${bad.slice(1)}]`,
			]);
		}
	});

	it('except those of a request that is refused as a whole', async () => {
		const { items, held } = await shelve(things(4), {
			...others,
			bulk: undefined,
			refuse: blaming('n1', 'CALL'),
		});
		expect(held).toEqual(['n3']);
		expect(items[0]).toBe('Not found (CALL) [items 0–2]');
	});

	it.each([
		[{}, 2, names(3), '[items 3–7]'],
		[{ bulk: undefined }, 3, [...names(3), 'n6', 'n7'], '[items 3–5]'],
	])('except those of a request that was lost: %j', async (more, sent, written, blamed) => {
		const { held, requests, items } = await shelve(things(8), {
			...others,
			...more,
			refuse: (list) => (list[0]?.name === 'n3' ? lost() : undefined),
		});
		expect(held).toEqual(written);
		expect(requests).toHaveLength(sent);
		expect(items[5]).toContain(blamed);
	});

	it('where the operation itself says that single items may be to blame', async () => {
		const narrows = ({ code }: { code?: string }) => code === 'CALL';
		const { items, held } = await shelve(things(3), {
			...others,
			run: { canNarrow: narrows },
			refuse: blaming('n1', 'CALL'),
		});
		expect(held.sort()).toEqual(['n0', 'n2']);
		expect(items[1]).toBe('Not found (CALL) [item 1]');
	});
});

describe('all or nothing', () => {
	const undo = { options: { whenRefused: 'undo' as const } };

	it('writes nothing where one item is refused, and says which', async () => {
		const { error, held } = await shelve(things(6), { ...undo, refuse: naming('n4') });
		expect(error?.message).toBe('Field "name": n4 is bad (ELEMENT) [item 4]');
		expect(error?.description).toContain('Nothing was written');
		expect(held).toEqual([]);
	});

	it('sends nothing that changes one thing twice, which has to follow each other', async () => {
		const target = (element: unknown) => (element as Thing).name;
		const list = ['a', 'b', 'a'].map((name) => ({ name }));
		const { error, held } = await shelve(list, {
			...undo,
			run: { recordKey: target },
			bulk: { max: 8 },
			refuse: blaming('b'),
		});
		expect(error?.message).toBe('Not found (ELEMENT_GONE) [items 0–1]');
		expect(held).toEqual([]);
	});

	it('finds the item to blame without writing the others', async () => {
		for (const bad of names(8)) {
			const { error, held } = await shelve(things(8), {
				...undo,
				bulk: { max: 8 },
				refuse: blaming(bad),
			});
			expect(error?.message).toBe(`Not found (ELEMENT_GONE) [item ${bad.slice(1)}]`);
			expect(held).toEqual([]);
		}
	});

	it('blames the whole request where there is no room to find out', async () => {
		const { error, requests } = await shelve(things(6), { ...undo, refuse: blaming('n4') });
		expect(error?.message).toBe('Not found (ELEMENT_GONE) [items 3–5]');
		expect(requests).toHaveLength(1);
	});
});

it.each([true, false])('what then fits no transaction is refused; dry: %s', async (dryRun) => {
	const kindOf = (element: unknown) => String((element as Thing).seen);
	const prefetch = async (waiting: PendingElement[]) =>
		await Promise.resolve(
			waiting.map(({ item }) => ({ element: { name: 'n', seen: item.index } })),
		);
	const { output, items, requests } = await shelve(things(3), {
		options: { whenRefused: 'undo', dryRun },
		goesOn: true,
		run: { kindOf, prefetch },
	});
	expect(requests).toEqual([]);
	expect(JSON.stringify(dryRun ? output : items)).toContain('allows up to 2 requests');
});

describe('a dry run', () => {
	const dry = (options = {}) => ({ options: { dryRun: true, ...options } });

	it('says what would be sent, and sends nothing', async () => {
		const { output, requests } = await shelve([...things(5), ...things(3, 'b')], {
			...dry(),
			about: (specs) => ({ shelves: specs.map(({ body }) => body?.shelf as string) }),
		});
		expect(output).toEqual([
			{
				json: {
					dryRun: true,
					operation: 'Create',
					shelves: ['a', 'b'],
					items: 8,
					records: 8,
					requests: 2,
					refused: [],
				},
				pairedItem: things(8).map((_, item) => ({ item })),
			},
		]);
		expect(requests).toEqual([]);
	});

	it('leaves out what would not be sent, with the reasons of what would be refused', async () => {
		const { output } = await shelve(things(5), {
			...dry(),
			run: {
				prefetch: async (waiting) =>
					await Promise.resolve(
						waiting.map(({ element, item }) =>
							item.index === 1
								? { problem: new InputError('Not this one') }
								: item.index === 2
									? { rows: { json: { unchanged: true } } }
									: { element },
						),
					),
			},
		});
		expect(output[0]?.json).toMatchObject({
			items: 5,
			records: 3,
			requests: 1,
			refused: [{ item: 1, reason: 'Not this one [item 1]' }],
		});
	});
});
