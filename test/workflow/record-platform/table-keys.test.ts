import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, byId, jsonOf, mapping, oAuth2Credential } from './world';

const orders = useNewApp({
	Order: { type: 'NUMBER', unique: true },
	Name: { type: 'SINGLE_LINE_TEXT', unique: true },
	Lines: { type: 'SUBTABLE', fields: { Quantity: { type: 'NUMBER' } } },
});

const goOn = { onError: 'continueRegularOutput' as const };

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
		{ items, ...goOn },
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
	test('a number is one record, however it is written', async () => {
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

	test('a refused item takes those along that write its number otherwise', async () => {
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

	test('texts that are written otherwise are two records', async () => {
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

test('texts that differ in spaces make two records', async () => {
	const items = ['A', 'A ', 'A'].map((key, Quantity) => ({ key, Quantity }));
	const fields = mapping({ Name: '={{ $json.key }}' });
	const parameters = { groupBy: '={{ $json.key }}', fields, table: 'Lines', columns: automatic() };
	expect(jsonOf(await orders.run('createWithTable', parameters, { items }))).toHaveLength(2);
	expect(await held()).toEqual([
		['A', ['0', '2']],
		['A ', ['1']],
	]);
});

describe('Replace All with more records than a request holds', () => {
	const RECORDS = 101;
	/** OAuth2 has no bulk requests, so the last record is in a request of its own. */
	const replaceAll = async (items: IDataObject[]) =>
		await orders.run(
			'replaceAll',
			{
				findBy: '={{ $json.by }}',
				recordId: byId('={{ $json.key }}'),
				keyField: 'Order',
				keyValue: '={{ $json.key }}',
				table: 'Lines',
				columns: mapping({ Quantity: '={{ $json.quantity }}' }),
			},
			{
				...goOn,
				resource: 'tableRow',
				items,
				credential: await oAuth2Credential(orders.sandbox),
			},
		);
	const scene = async () => {
		const records = Array.from({ length: RECORDS }, (_, at) => cells({ Order: at + 1 }));
		for (const some of [records.slice(0, 100), records.slice(100)]) {
			await orders.api.ok('POST', 'records.json', { app: orders.id, records: some });
		}
		return records.map((_, at) => ({ by: 'key', key: `${at + 1}`, quantity: at }));
	};

	test.each(['1.0', '01', '1.00'])('puts the rows of 1 and %s into one table', async (key) => {
		const items = [...(await scene()), { by: 'key', key, quantity: 1000 }];
		const { output } = await replaceAll(items);
		expect(output.filter(({ error }) => error)).toEqual([]);
		const [first, second] = await held();
		expect(first).toEqual(['1', ['0', '1000']]);
		expect(second).toEqual(['2', ['1']]);
	});

	test('refuses an item that names a record of another item by its ID', async () => {
		const items = await scene();
		const [record] = await orders.records();
		const { output } = await replaceAll([
			...items,
			{ by: 'id', key: String(record?.$id), quantity: 1000 },
		]);
		expect(output.at(-1)?.error?.message).toContain('identify the same record');
		expect((await held())[0]).toEqual(['1', ['0']]);
	});
});
