import type { ItemView, ItemPart, Prepared, ItemGrouping } from '../../../nodes/shared/catalogue';
import { InputError } from '../../../nodes/shared/errors';
import type { BatchEntry } from '../../../nodes/shared/run/batching';
import type { Results } from '../../../nodes/shared/run/results';
import { deliver, halvesOf, onlyFor, groupedElements } from '../../../nodes/shared/run/groupItems';

const spec = (path: string) => ({ method: 'PUT' as const, path, repeatable: false });
const prepared = (index: number, element: unknown, path = '/a'): Prepared => ({
	index,
	element,
	spec: spec(path),
});
const views = (index: number) => ({ index }) as ItemView;

/** Notes what becomes of items. */
function notes() {
	const problems: Array<[number, string]> = [];
	const rows: unknown[] = [];
	const results = {
		refused: (items: number[], problem: Error) =>
			items.forEach((item) => problems.push([item, problem.message])),
		done: async (...given: unknown[]) => await Promise.resolve(void rows.push(given)),
	};
	return { problems, rows, results: results as unknown as Results };
}

const byElement: ItemGrouping = { key: (_item, element) => String(element ?? 'refused') };

describe('items that share an element', () => {
	it('find together by their key and their request, in their order', () => {
		const { results } = notes();
		const all = [
			prepared(0, 'a'),
			prepared(1, 'b'),
			prepared(2, 'a'),
			prepared(3, 'a', '/other'),
			prepared(5, 'a'),
		];
		const shared = groupedElements(all, [0, 1, 2, 3, 5], byElement, views, results);
		expect(shared.map(({ index, also }) => [index, also])).toEqual([
			[0, [2, 5]],
			[1, undefined],
			[3, undefined],
		]);
		expect(shared[0]?.element).toEqual([
			{ item: 0, element: 'a' },
			{ item: 2, element: 'a' },
			{ item: 5, element: 'a' },
		]);
	});

	it('leave with the one that was refused, unless they can be divided', () => {
		const key = ({ index }: ItemView) => (index < 3 ? 'a' : 'b');
		const all = [prepared(0, 1), prepared(2, 1), prepared(3, 1)];
		const whole = notes();
		const left = groupedElements(all, [0, 1, 2, 3], { key }, views, whole.results);
		expect(left.map(({ index }) => index)).toEqual([3]);
		expect(whole.problems.map(([item]) => item)).toEqual([0, 2]);
		expect(whole.problems[0]?.[1]).toContain('Item 1 of the same record');
		const divisible = notes();
		const rest = groupedElements(
			all,
			[0, 1, 2, 3],
			{ key, divisible: () => true },
			views,
			divisible.results,
		);
		expect(rest.map(({ index, also }) => [index, also])).toEqual([
			[0, [2]],
			[3, undefined],
		]);
		expect(divisible.problems).toEqual([]);
	});

	it('take nobody along where the refused item has no key', () => {
		const { results, problems } = notes();
		const key = (_item: ItemView, element?: unknown) => {
			if (element === undefined) throw new InputError('No key');
			return 'a';
		};
		expect(groupedElements([prepared(0, 1)], [0, 1], { key }, views, results)).toHaveLength(1);
		expect(problems).toEqual([]);
	});

	it('are divided in two halves that hold all of them, once each', () => {
		const parts: ItemPart[] = [4, 6, 7].map((item) => ({ item, element: `e${item}` }));
		const entry = {
			...prepared(4, parts),
			also: [6, 7],
			given: parts,
			group: '',
			attempt: 1,
		} as BatchEntry;
		expect(halvesOf(entry, byElement)).toEqual([]);
		const halves = halvesOf(entry, { ...byElement, divisible: () => true });
		expect(halves.map(({ index, also, given }) => [index, also, given])).toEqual([
			[4, [6], parts.slice(0, 2)],
			[7, undefined, parts.slice(2)],
		]);
		expect(halvesOf(halves[1] as BatchEntry, { ...byElement, divisible: () => true })).toEqual([]);
		expect(onlyFor(entry, () => false)).toBeUndefined();
	});

	it('get a row each, or one row together', async () => {
		const entry = { ...prepared(1, []), also: [2] } as unknown as BatchEntry;
		const rowsOf = (item: number) => ({ json: { item } });
		const each = notes();
		await deliver(entry, rowsOf, { shared: byElement, results: each.results });
		expect(each.rows).toEqual([
			[1, { json: { item: 1 } }],
			[2, { json: { item: 2 } }],
		]);
		const one = notes();
		await deliver(entry, rowsOf, { shared: { ...byElement, oneRow: true }, results: one.results });
		expect(one.rows).toEqual([[1, { json: { item: 1 } }, [2]]]);
	});
});
