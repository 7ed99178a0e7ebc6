import fc from 'fast-check';

import { type CellTest, meets } from '../../../nodes/RecordPlatform/values/cellTests';
import type { SentRow, TableRow } from '../../../nodes/RecordPlatform/values/rows';
import {
	applyChanges,
	type Cells,
	type RowChange,
} from '../../../nodes/RecordPlatform/values/tables';
import { mergedRecord } from '../../../nodes/RecordPlatform/values/mergeItems';
import { InputError } from '../../../nodes/shared/errors';

const text = (value: string) => ({ type: 'SINGLE_LINE_TEXT', value });
const number = (value: string) => ({ type: 'NUMBER', value });
const row = (id: string, article: string, quantity = '1'): TableRow => ({
	id,
	value: { Article: text(article), Quantity: number(quantity) },
});
const article = (value: string): CellTest => ({
	code: 'Article',
	type: 'SINGLE_LINE_TEXT',
	operator: 'equals',
	value,
});
const cells = (value: string, quantity = '1'): Cells => ({
	Article: text(value),
	Quantity: number(quantity),
});

let made = 0;

/** What the service makes of rows that it is sent (facts: `record.update`). */
function served(before: TableRow[], sent: SentRow[]): TableRow[] {
	return sent.map(({ id, value }) => {
		const known = before.find((one) => one.id === id);
		const changed = Object.fromEntries(
			Object.entries(value as Record<string, { value: string }>).map(([code, cell]) => [
				code,
				code === 'Quantity' ? number(cell.value) : text(cell.value),
			]),
		);
		return { id: known?.id ?? `new ${(made += 1)}`, value: { ...known?.value, ...changed } };
	});
}

const names = fc.constantFrom('Pencil', 'Paper', 'Ink', 'Glue');
const tables = fc
	.array(fc.tuple(names, fc.nat(9)), { maxLength: 8 })
	.map((list) => list.map(([name, count], index) => row(String(index + 1), name, String(count))));
const match = fc.oneof(
	names.map((name) => ({ tests: [article(name)] })),
	fc.nat(9).map((id) => ({ ids: [String(id)] })),
);
const newCells = fc
	.tuple(names, fc.nat(9))
	.map(([name, count]): Cells => cells(name, String(count)));
const change: fc.Arbitrary<RowChange> = fc.oneof(
	fc.record({
		kind: fc.constant('add' as const),
		cells: newCells,
		at: fc.constantFrom('start', 'end'),
	}),
	fc.record({
		kind: fc.constantFrom('update' as const, 'upsert' as const),
		match,
		cells: newCells,
	}),
	fc.record({ kind: fc.constant('remove' as const), match }),
);

describe('changes of a table', () => {
	it('lose no row and no cell that no change meant', () => {
		fc.assert(
			fc.property(tables, fc.array(change, { maxLength: 6 }), (before, changes) => {
				const { rows, outcomes } = applyChanges('Lines', before, changes);
				const after = served(before, rows);
				const count = (key: 'added' | 'removed') =>
					outcomes.reduce((sum, one) => sum + (one instanceof InputError ? 0 : one[key]), 0);
				expect(after).toHaveLength(before.length + count('added') - count('removed'));
				const touchable = changes.flatMap((one) => ('match' in one ? [one.match] : []));
				const untouched = before.filter(
					({ id, value }) =>
						!touchable.some((one) =>
							'ids' in one
								? one.ids.includes(id)
								: one.tests.every((test) => meets(value[test.code]?.value, test)),
						) && !outcomes.some((one) => !(one instanceof InputError) && one.updated > 0),
				);
				expect(after).toEqual(expect.arrayContaining(untouched));
			}),
		);
	});

	it('give the same whether they are applied at once or one write after the other', () => {
		fc.assert(
			fc.property(tables, fc.array(change, { maxLength: 6 }), (before, changes) => {
				const values = (rows: TableRow[]) => rows.map(({ value }) => value);
				const atOnce = served(before, applyChanges('Lines', before, changes).rows);
				let each = before;
				for (const one of changes) each = served(each, applyChanges('Lines', each, [one]).rows);
				const sorted = (rows: TableRow[]) =>
					values(rows)
						.map((value) => JSON.stringify(value))
						.sort();
				const position = changes.some((one) => one.kind === 'add' && one.at === 'start');
				if (position) expect(sorted(atOnce)).toEqual(sorted(each));
				else expect(values(atOnce)).toEqual(values(each));
			}),
		);
	});

	it('send rows that stay with their ID alone, so that files and lookups stay as they are', () => {
		const { rows } = applyChanges(
			'Lines',
			[row('7', 'Ink'), row('8', 'Glue')],
			[{ kind: 'add', cells: cells('Pencil', '3') }],
		);
		expect(rows).toEqual([
			{ id: '7', value: {} },
			{ id: '8', value: {} },
			{ value: { Article: { value: 'Pencil' }, Quantity: { value: '3' } } },
		]);
	});

	it('put rows at the start in the order of their items', () => {
		const add = (name: string): RowChange => ({ kind: 'add', at: 'start', cells: cells(name) });
		const { rows } = applyChanges('Lines', [row('7', 'Ink')], [add('A'), add('B'), add('C')]);
		const articles = rows.map(({ value }) => (value.Article as { value?: string })?.value);
		expect(articles).toEqual(['A', 'B', 'C', undefined]);
	});

	it('update every row that matches, and send only what changes', () => {
		const { rows, outcomes } = applyChanges(
			'Lines',
			[row('1', 'Ink'), row('2', 'Ink')],
			[{ kind: 'update', match: { tests: [article('Ink')] }, cells: { Quantity: number('5') } }],
		);
		expect(outcomes).toEqual([{ added: 0, updated: 2, removed: 0 }]);
		expect(rows).toEqual([
			{ id: '1', value: { Quantity: { value: '5' } } },
			{ id: '2', value: { Quantity: { value: '5' } } },
		]);
	});

	it('refuse an update that means no row, and go on with the others', () => {
		const { rows, outcomes } = applyChanges(
			'Lines',
			[row('1', 'Ink')],
			[
				{ kind: 'update', match: { tests: [article('Tea')] }, cells: { Quantity: number('5') } },
				{ kind: 'update', match: { ids: ['9'] }, cells: { Quantity: number('5') } },
				{ kind: 'add', cells: cells('Glue') },
			],
		);
		expect(outcomes.map((one) => (one instanceof InputError ? one.message : one))).toEqual([
			'Table "Lines" has no row with Article "Tea"',
			'Table "Lines" has no row with the ID "9"',
			{ added: 1, updated: 0, removed: 0 },
		]);
		expect(rows).toHaveLength(2);
	});

	it('find the rows that an earlier change of the same run has made', () => {
		const upsert = (quantity: string): RowChange => ({
			kind: 'upsert',
			match: { tests: [article('Tea')] },
			cells: cells('Tea', quantity),
		});
		const { rows, outcomes } = applyChanges('Lines', [], [upsert('1'), upsert('2')]);
		expect(rows).toEqual([{ value: { Article: { value: 'Tea' }, Quantity: { value: '2' } } }]);
		expect(outcomes).toEqual([
			{ added: 1, updated: 0, removed: 0 },
			{ added: 0, updated: 1, removed: 0 },
		]);
	});

	it('replace all rows by those of all items', () => {
		const { rows, outcomes } = applyChanges(
			'Lines',
			[row('1', 'Ink'), row('2', 'Tea')],
			[
				{ kind: 'replace', cells: cells('A') },
				{ kind: 'replace', cells: cells('B') },
			],
		);
		expect(rows.map(({ id }) => id)).toEqual([undefined, undefined]);
		expect(outcomes).toEqual([
			{ added: 1, updated: 0, removed: 2 },
			{ added: 1, updated: 0, removed: 0 },
		]);
	});
});

describe('comparing cells', () => {
	it.each([
		['NUMBER', '10', 'greater', '9', true],
		['NUMBER', '10', 'less', '9', false],
		['NUMBER', '', 'less', '9', false],
		['NUMBER', '1.50', 'equals', '15e-1', true],
		['SINGLE_LINE_TEXT', '1.50', 'equals', '1.5', false],
		['DATETIME', '2026-01-31T01:00:00Z', 'equals', '2026-01-31T01:00:30Z', true],
		['CHECK_BOX', ['b', 'a'], 'equals', ['a', 'b'], true],
		['USER_SELECT', [{ code: 'sato', name: 'Sato' }], 'equals', [{ code: 'sato' }], true],
		['USER_SELECT', [{ code: 'sato', name: 'Sato' }], 'anyOf', [{ code: 'sato' }], true],
		['DATE', null, 'equals', '', true],
		['NUMBER', '9.0', 'greaterOrEqual', '9', true],
		['NUMBER', '9', 'lessOrEqual', '9', true],
		['DATE', '2026-01-31', 'less', '2026-02-01', true],
		['SINGLE_LINE_TEXT', 'Blue ink', 'contains', 'ink', true],
		['SINGLE_LINE_TEXT', 'Blue ink', 'notContains', 'ink', false],
		['FILE', [{ name: 'paper.txt', fileKey: 'a' }], 'contains', 'paper', true],
		['FILE', [{ name: 'paper.txt', fileKey: 'a' }], 'notContains', 'paper', false],
		['SINGLE_LINE_TEXT', 'Ink', 'equals', 'Ink', true],
		['SINGLE_LINE_TEXT', 'Ink', 'notEquals', 'Ink', false],
		['CHECK_BOX', ['a', 'b'], 'contains', ['b'], true],
		['CHECK_BOX', ['a', 'b'], 'contains', ['c'], false],
		['DROP_DOWN', 'a', 'anyOf', ['a', 'c'], true],
		['DROP_DOWN', 'a', 'noneOf', ['a', 'c'], false],
		['DROP_DOWN', null, 'empty', undefined, true],
		['CHECK_BOX', [], 'notEmpty', undefined, false],
	] as const)('%s %j %s %j: %s', (type, held, operator, value, expected) => {
		expect(meets(held, { code: 'x', type, operator, value })).toBe(expected);
	});
});

describe('a record of several items', () => {
	const of = (item: number, cells: Record<string, unknown>) => ({
		item,
		cells: Object.fromEntries(
			Object.entries(cells).map(([code, value]) => [code, { value }]),
		) as never,
	});

	it('has what any of the items says of a field', () => {
		expect(
			mergedRecord([
				of(0, { Name: 'A', Customer: '', Tags: [] }),
				of(1, { Name: 'A', Customer: 'Sato', Tags: ['red'] }),
				of(2, { Name: 'A', Customer: '' }),
				of(3, { Note: null }),
			]),
		).toEqual({
			Name: { value: 'A' },
			Customer: { value: 'Sato' },
			Tags: { value: ['red'] },
			Note: { value: null },
		});
	});

	it('is refused where two items say different things, with both of them', () => {
		const parts = [
			of(3, { Customer: '' }),
			of(4, { Customer: 'Sato' }),
			of(7, { Customer: 'Kato' }),
		];
		expect(() => mergedRecord(parts)).toThrow(
			'Items 4 and 7 belong to the same record but have different values for "Customer": "Sato" and "Kato"',
		);
	});

	it('takes the files of the first item that brings some', () => {
		const parts = [[], [{ fileKey: 'a' }], [{ fileKey: 'a' }]].map((Files, item) =>
			of(item, { Files }),
		);
		expect(mergedRecord(parts)).toEqual({ Files: { value: [{ fileKey: 'a' }] } });
	});

	it('is refused where items have different files', () => {
		const parts = [[{ fileKey: 'a' }], [{ fileKey: 'b' }]].map((Files, item) =>
			of(item, { Files }),
		);
		expect(() => mergedRecord(parts)).toThrow('have different files in "Files"');
	});
});
