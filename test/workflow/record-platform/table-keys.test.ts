import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { automatic, jsonOf, mapping } from './world';

const orders = useNewApp({
	Order: { type: 'NUMBER', unique: true },
	Name: { type: 'SINGLE_LINE_TEXT', unique: true },
	Lines: { type: 'SUBTABLE', fields: { Quantity: { type: 'NUMBER' } } },
});

const stored = ['Order', 'Name'].map((id) => ({
	id,
	displayName: id,
	type: 'string',
	fieldType: id === 'Order' ? 'NUMBER' : 'SINGLE_LINE_TEXT',
	display: true,
})) as unknown as IDataObject[];

const upsert = async (field: string, schema: IDataObject[], items: IDataObject[], options = {}) =>
	await orders.run(
		'upsertWithTable',
		{
			fields: mapping({ [field]: '={{ $json.key }}' }, { matchingColumns: [field], schema }),
			table: 'Lines',
			columns: automatic(),
			options,
		},
		{ items, onError: 'continueRegularOutput' },
	);

const held = async () =>
	(await orders.records()).map(({ Order, Name, Lines }) => [
		Order || Name,
		(Lines as Array<{ value: { Quantity: { value: string } } }>).map(
			({ value }) => value.Quantity.value,
		),
	]);

describe.each([
	['by the stored form', stored],
	['by the live form', []],
])('the key of items that become table rows, %s', (_, schema) => {
	test('row 31: a number is one record, however it is written', async () => {
		const items = [
			{ key: '5', Quantity: 1 },
			{ key: '6', Quantity: 2 },
			{ key: '5.0', Quantity: 3 },
			{ key: '05', Quantity: 4 },
		];
		const rows = jsonOf(await upsert('Order', schema, items));
		expect(rows).toMatchObject([
			{ operation: 'INSERT', rows: 3 },
			{ operation: 'INSERT', rows: 1 },
		]);
		expect(await held()).toEqual([
			['5', ['1', '3', '4']],
			['6', ['2']],
		]);
		const more = [{ key: '5.00', Quantity: 5 }];
		expect(jsonOf(await upsert('Order', schema, more, { existingRows: 'keep' }))).toMatchObject([
			{ operation: 'UPDATE', rows: 1 },
		]);
		expect((await held())[0]).toEqual(['5', ['1', '3', '4', '5']]);
	});

	test('row 31: a refused item takes those along that write its number otherwise', async () => {
		const items = [
			{ key: '5', Quantity: 1 },
			{ key: '5.0', Quantity: 'many' },
			{ key: '6', Quantity: 2 },
		];
		const { output } = await upsert('Order', schema, items);
		expect(output.map(({ error }) => error?.message)).toEqual([
			expect.stringContaining('Item 1 of the same record was refused'),
			expect.stringContaining('must be a number'),
			undefined,
		]);
		expect(await held()).toEqual([['6', ['2']]]);
	});

	test('row 31: texts that are written otherwise are two records', async () => {
		const items = [
			{ key: '5', Quantity: 1 },
			{ key: '5.0', Quantity: 2 },
		];
		expect(jsonOf(await upsert('Name', schema, items))).toHaveLength(2);
		expect(await held()).toEqual([
			['5', ['1']],
			['5.0', ['2']],
		]);
	});
});
