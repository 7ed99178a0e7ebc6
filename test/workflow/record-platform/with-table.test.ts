import type { IDataObject } from 'n8n-workflow';

import { lines, useTables } from './table-scene';
import { automatic, jsonOf } from './world';

const tables = useTables();

const mappers = { fields: automatic(), columns: automatic() };
const create = async (items: IDataObject[], more: IDataObject = {}, run: object = {}) =>
	await tables.orders.run(
		'createWithTable',
		{ groupBy: '={{ $json.Order }}', table: 'Lines', ...mappers, ...more },
		{ items, ...run },
	);
const upsert = async (items: IDataObject[], options: IDataObject = {}, more: IDataObject = {}) =>
	await tables.orders.run(
		'upsertWithTable',
		{
			...mappers,
			fields: automatic({ matchingColumns: ['Order'] }),
			table: 'Lines',
			options,
			...more,
		},
		{ items },
	);
const rows = async (id: string) =>
	(await tables.rowsOf(id)).map(({ Due, Quantity, id: row }) => [row, Due, Quantity]);
const item = (Order: string, Due: string, Quantity: number, more: IDataObject = {}) => ({
	Order,
	Due,
	Quantity,
	...more,
});

describe('Create With Table', () => {
	it('makes a group of the items of one day', async () => {
		const items = ['2026-01-01', '2026-01-01', '2026-01-02'].map((day) => item(day, day, 1));
		const groupBy = '={{ $json.Order.toDateTime() }}';
		expect(jsonOf(await create(items, { groupBy }))).toMatchObject([{ $rows: 2 }, { $rows: 1 }]);
	});

	it('makes a record of the items of a group, with a row for each', async () => {
		const outcome = await create([
			item('1', '2026-01-01', 1, { Customer: 'Ito' }),
			item('2', '2026-01-02', 2),
			item('1', '2026-01-03', 3, { Customer: '' }),
		]);
		expect(jsonOf(outcome)).toMatchObject([{ $rows: 2 }, { $rows: 1 }]);
		expect(outcome.output.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			{ item: 1 },
		]);
		expect(await tables.orders.records()).toMatchObject([
			{ Order: '1', Customer: 'Ito' },
			{ Order: '2', Customer: '' },
		]);
	});

	it('takes the last value that is not empty, and makes no row without values', async () => {
		const items = [
			{ Order: '1', Customer: 'Ito', Due: '', Quantity: null },
			{ Order: '1', Customer: 'Sato' },
			{ Order: '1', Customer: '' },
		];
		expect(jsonOf(await create(items))).toMatchObject([{ $rows: 0 }]);
		expect(await tables.orders.records()).toMatchObject([{ Customer: 'Sato', Lines: [] }]);
	});

	it('names what is neither a field nor a column, and takes rows of Split Table', async () => {
		const items = [
			{ Order: '1', Color: 'red', Lines: { $rowId: '7', Due: '2026-01-01', Quantity: 1 } },
		];
		const outcome = await create(items);
		expect(outcome.hints.map(({ message }) => message)).toContainEqual(
			'Not written, because the app has no field "Color"',
		);
		const [{ $id = '' } = {}] = jsonOf(outcome);
		expect(await rows($id as string)).toEqual([[expect.any(String), '2026-01-01', '1']]);
	});

	it.each<[string, IDataObject[], RegExp]>([
		['an item without a group', [{ Order: '', Quantity: 1 }], /"Group Items By" is empty/],
		[
			'a choice that is none',
			[{ Order: '1', State: 'Odd' }],
			/"State" has no choice "Odd"|row 1, State" has no choice "Odd"/,
		],
	])('refuses %s', async (_, items, message) => {
		expect((await create(items)).error?.message).toMatch(message);
	});

	it('writes no record of which an item is refused, and all others', async () => {
		const items = [
			item('1', '2026-01-01', 1),
			item('2', '2026-01-02', 2),
			{ Order: '1', Quantity: 'many' },
		];
		const { output } = await create(items, {}, { onError: 'continueRegularOutput' });
		expect(output.map(({ json, error }) => error?.message ?? json.$rows)).toEqual([
			expect.stringContaining('Item 2 of the same record was refused'),
			1,
			expect.stringContaining('is not a valid number'),
		]);
	});
});

describe('Create or Update With Table', () => {
	it('replaces the rows, of which one with its ID stays, and keeps them if no item has one', async () => {
		const id = await tables.order('1', { Due: '2026-01-01', Rate: '3' }, { Due: '2026-01-02' });
		const [first] = await tables.rowsOf(id);
		jsonOf(
			await upsert([item('1', '2026-02-01', 1, { $rowId: first?.id }), item('1', '2026-02-02', 2)]),
		);
		expect(await tables.rowsOf(id)).toMatchObject([
			{ id: first?.id, Due: '2026-02-01', Rate: '3' },
			{ Due: '2026-02-02', Rate: '' },
		]);
		jsonOf(await upsert([{ Order: '1', Customer: 'Ito' }]));
		expect(await tables.rowsOf(id)).toHaveLength(2);
	});

	it.each(['upsertWithTable', 'replaceAll'])(
		'takes a blank of a row with its ID for a cell to clear, and the ID alone for the row: %s',
		async (operation) => {
			const id = await tables.order('1', { Due: '2026-01-01', Rate: '3' }, { Rate: '4' });
			const [first, second] = await tables.rowsOf(id);
			const items = [
				{ Order: '1', $rowId: first?.id, Rate: null },
				{ Order: '1', $rowId: second?.id },
			];
			const byOrder = { findBy: 'key', keyField: 'Order', keyValue: '={{ $json.Order }}' };
			const fields = automatic({ matchingColumns: ['Order'] });
			const parameters = { ...byOrder, ...mappers, fields, table: 'Lines' };
			const resource = operation === 'replaceAll' ? 'tableRow' : 'record';
			jsonOf(await tables.orders.run(operation, parameters, { resource, items }));
			expect(await tables.rowsOf(id)).toMatchObject([
				{ id: first?.id, Due: '2026-01-01', Rate: '' },
				{ id: second?.id, Rate: '4' },
			]);
		},
	);

	it('keeps the rows by choice, also those that others add meanwhile', async () => {
		const id = await tables.order('1', { Due: '2026-01-01' });
		const keep = { existingRows: 'keep' };
		const outcome = await tables.orders.sandbox.whileHeld(
			['PUT /k/v1/records.json'],
			async () => await upsert([item('1', '2026-03-01', 3)], keep),
			async () => {
				const [first] = await tables.rowsOf(id);
				const Lines = { value: [{ id: first?.id }, ...lines({ Due: '2026-02-01' }).value] };
				await tables.orders.api.ok('PUT', 'record.json', {
					app: tables.orders.id,
					id,
					record: { Lines },
				});
			},
		);
		expect(jsonOf(outcome)).toMatchObject([{ $operation: 'UPDATE', $rows: 1 }]);
		expect((await rows(id)).map(([, due]) => due)).toEqual([
			'2026-01-01',
			'2026-02-01',
			'2026-03-01',
		]);
		jsonOf(await upsert([{ Order: '1', Customer: 'Ito' }], keep));
		expect(await rows(id)).toHaveLength(3);
	});

	it('makes a record for a new key, and keeps texts apart that are one number', async () => {
		const outcome = await upsert([item('5', '2026-01-01', 1), item('5.0', '2026-01-02', 2)]);
		expect(jsonOf(outcome)).toMatchObject([{ $operation: 'INSERT' }, { $operation: 'INSERT' }]);
		expect(await tables.orders.records()).toHaveLength(2);
	});
});
