import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { articleAndQuantity, goOn, useTables } from './table-scene';
import { automatic, jsonOf, mapping, type Run } from './world';

const { orders, order, rowsOf } = useTables();
const { sandbox } = orders;

describe('items that become table rows', () => {
	const columns = articleAndQuantity;
	const shared = { table: 'Lines', columns };
	const head = (more: IDataObject = {}) =>
		mapping({ Order: '={{ $json.order }}', Customer: '={{ $json.customer }}' }, more);
	const withTable = async (operation: string, parameters: IDataObject, run: Partial<Run>) =>
		await orders.run(operation, { ...shared, ...parameters }, run);
	const create = async (run: Partial<Run>) =>
		await withTable('createWithTable', { groupBy: '={{ $json.order }}', fields: head() }, run);
	const upsert = async (items: IDataObject[], options: IDataObject = {}, more: Partial<Run> = {}) =>
		await withTable(
			'upsertWithTable',
			{ fields: head({ matchingColumns: ['Order'] }), options },
			{ items, ...more },
		);
	const pairs = (output: INodeExecutionData[]) =>
		output.map(({ pairedItem }) =>
			(Array.isArray(pairedItem) ? pairedItem : [pairedItem]).map(
				(one) => (one as { item: number }).item,
			),
		);

	test('items with the same value become one record with a row each', async () => {
		const items = [
			{ order: 'A', customer: 'Sato', article: 'ink', quantity: 1 },
			{ order: 'B', customer: 'Suzuki', article: 'tea', quantity: 2 },
			{ order: 'A', customer: '', article: 'tea', quantity: 3 },
		];
		const outcome = await create({ items });
		const [a, b] = jsonOf(outcome);
		expect([a, b]).toMatchObject([
			{ revision: '1', rows: 2 },
			{ revision: '1', rows: 1 },
		]);
		expect(pairs(outcome.output)).toEqual([[0, 2], [1]]);
		expect(await orders.api.values(orders.id, String(a?.id))).toMatchObject({
			Order: 'A',
			Customer: 'Sato',
		});
		expect(await rowsOf(String(a?.id))).toMatchObject([
			{ Article: 'ink', Quantity: '1', Price: '250' },
			{ Article: 'tea', Quantity: '3', Price: '90' },
		]);
		expect(await rowsOf(String(b?.id))).toMatchObject([{ Article: 'tea', Quantity: '2' }]);
	});

	test('five thousand items become 250 records of twenty rows with one request', async () => {
		const items = Array.from({ length: 5000 }, (_, index) => ({
			order: `o${index % 250}`,
			Quantity: index,
		}));
		const outcome = await withTable(
			'createWithTable',
			{
				groupBy: '={{ $json.order }}',
				fields: mapping({ Order: '={{ $json.order }}' }),
				columns: automatic(),
			},
			{ items },
		);
		expect(jsonOf(outcome)).toHaveLength(250);
		expect(await sandbox.calls()).toEqual([
			'GET /k/v1/app/form/fields.json',
			'POST /k/v1/bulkRequest.json',
		]);
		expect(pairs(outcome.output)[3]).toEqual(Array.from({ length: 20 }, (_, at) => 3 + 250 * at));
		const rows = await rowsOf(String(jsonOf(outcome)[3]?.id));
		expect(rows.map(({ Quantity }) => Number(Quantity))).toEqual(pairs(outcome.output)[3]);
	});

	test('records are created or updated with the rows of their items; a second run changes nothing', async () => {
		const known = await order('A', { Article: 'ink', Quantity: '100' });
		const items = [
			{ order: 'A', customer: 'Sato', article: 'ink', quantity: 1 },
			{ order: 'B', customer: 'Suzuki', article: 'tea', quantity: 2 },
			{ order: 'A', customer: 'Sato', article: 'tea', quantity: 3 },
		];
		const first = await upsert(items);
		expect(jsonOf(first)).toMatchObject([
			{ id: known, operation: 'UPDATE', rows: 2 },
			{ operation: 'INSERT', rows: 1 },
		]);
		expect(pairs(first.output)).toEqual([[0, 2], [1]]);
		const values = async () =>
			(await rowsOf(known)).map(({ Article, Quantity }) => [Article, Quantity]);
		expect(await values()).toEqual([
			['ink', '1'],
			['tea', '3'],
		]);
		jsonOf(await upsert(items));
		expect(await values()).toEqual([
			['ink', '1'],
			['tea', '3'],
		]);
		jsonOf(await upsert([items[0] as IDataObject], { existingRows: 'keep' }));
		expect((await values()).map(([, quantity]) => quantity)).toEqual(['1', '3', '1']);
	});

	test('a record of which an item is refused is not written, the others are', async () => {
		const items = [
			{ order: 'A', customer: 'Sato', article: 'ink', quantity: 1 },
			{ order: 'B', customer: 'Suzuki', article: 'tea', quantity: 2 },
			{ order: 'A', customer: 'Sato', article: 'tea', quantity: 'many' },
			{ order: 'C', customer: 'Sato', article: 'tea', quantity: 4 },
			{ order: 'C', customer: 'Kato', article: 'tea', quantity: 5 },
			{ order: 'D', customer: 'Sato', article: 'no such article', quantity: 6 },
			{ order: 'D', customer: 'Sato', article: 'tea', quantity: 7 },
			{ order: '', customer: 'Sato', article: 'tea', quantity: 8 },
		];
		const { output } = await create({ items, ...goOn });
		expect(output.map(({ json, error }) => error?.message ?? json)).toEqual([
			expect.stringContaining('Item 2 of the same record was refused'),
			expect.objectContaining({ rows: 1 }),
			expect.stringContaining('must be a number'),
			expect.stringMatching(
				/Items 3 and 4 belong to the same record but have different values for "Customer"/,
			),
			expect.stringMatching(
				/Items 3 and 4 belong to the same record but have different values for "Customer"/,
			),
			expect.stringContaining('GAIA_LO04'),
			expect.stringContaining('GAIA_LO04'),
			expect.stringContaining('The parameter "Group Items By" is empty'),
		]);
		expect((await orders.records()).map((record) => record.Order)).toEqual(['B']);
	});

	test('one refused item stops the workflow before anything is written', async () => {
		const items = [
			{ order: 'A', customer: 'Sato', article: 'ink', quantity: 1 },
			{ order: 'B', customer: 'Sato', article: 'ink', quantity: 'many' },
		];
		const { error } = await create({ items });
		expect(error?.message).toMatch(/must be a number.*\[item 1\]/);
		expect(await sandbox.calls()).toEqual(['GET /k/v1/app/form/fields.json']);
	});
});
