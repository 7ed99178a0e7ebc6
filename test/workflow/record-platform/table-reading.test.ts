import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { editor } from './editor';
import { byOrder, byRecordId, goOn, useTables } from './table-scene';
import { byId, itemsOf, jsonOf } from './world';

const { orders, order, rowsOf, tableRow } = useTables();
const { sandbox } = orders;

describe('reading rows', () => {
	test('the rows of a table become items, those that meet conditions', async () => {
		const record = await order(
			'A',
			{ Article: 'ink', Quantity: '1' },
			{ Article: 'tea', Quantity: '2' },
		);
		const [first, second] = await rowsOf(record);
		const outcome = await tableRow('getAll', { ...byOrder, options: {} }, [{ order: 'A' }]);
		expect(jsonOf(outcome)).toMatchObject([
			{ $id: record, $rowId: first?.id, Article: 'ink', Price: 250, Quantity: 1, Due: null },
			{ $id: record, $rowId: second?.id, Article: 'tea', Price: 90, Quantity: 2 },
		]);
		expect(itemsOf(outcome.output)).toEqual([0, 0]);
		const meeting = async (...rows: IDataObject[]) => {
			const parameters = { ...byRecordId, rowConditions: { rows } };
			return jsonOf(await tableRow('getAll', parameters, [{ record }])).map(({ $rowId }) => $rowId);
		};
		expect(await meeting({ column: 'Quantity', operator: 'greaterOrEqual', value: '2' })).toEqual([
			second?.id,
		]);
	});

	test('the rows of many records are read with one request, each linked to its item', async () => {
		const first = await order('A', { Quantity: '1' }, { Quantity: '2' });
		const second = await order('B');
		const third = await order('C', { Quantity: '3' });
		await sandbox.forget();
		const items = [third, first, '999999', second, first].map((record) => ({ record }));
		const { output } = await tableRow('getAll', byRecordId, items, goOn);
		expect(output.map(({ json, error }) => error?.message ?? json.Quantity)).toEqual([
			3,
			1,
			2,
			expect.stringContaining('Record 999999 was not found'),
			1,
			2,
		]);
		expect(itemsOf(output)).toEqual([0, 1, 1, 2, 4, 4]);
		expect(await sandbox.calls()).toEqual(['GET /k/v1/records.json']);
		await sandbox.faults({ path: '/k/v1/records.json', status: 403, times: 1 });
		const refused = await tableRow('getAll', byRecordId, items.slice(0, 2), goOn);
		expect(refused.output.map(({ error }) => Boolean(error))).toEqual([true, true]);
	});

	test('a record that is read becomes an item for each row of a table, with its other fields', async () => {
		const record = await order('A', { Quantity: '1' }, { Quantity: '2' });
		const get = async (splitTable: string) =>
			await orders.run('get', { recordId: { mode: 'id', value: record }, options: { splitTable } });
		expect(jsonOf(await get('Lines'))).toMatchObject([
			{ Order: 'A', Lines: { Quantity: 1 } },
			{ Order: 'A', Lines: { Quantity: 2 } },
		]);
		const withoutRows = jsonOf(await get('Visits'));
		expect(withoutRows).toMatchObject([{ Order: 'A' }]);
		expect(withoutRows[0]).not.toHaveProperty('Visits');
		for (const none of ['Order', 'Parts']) {
			expect((await get(none)).error?.message).toContain(`The record has no table "${none}"`);
		}
	});
});

const called = async (parameters: IDataObject) =>
	await editor(sandbox, {
		resource: 'tableRow',
		operation: 'add',
		app: byId(orders.id),
		options: {},
		...parameters,
	});

it('the pickers of tables offer the tables, their columns, and unique fields', async () => {
	const { loadOptions, resourceMapping } = methods;
	expect(await loadOptions.getTables.call(await called({}))).toEqual([
		{ name: 'Order lines (Lines)', value: 'Lines' },
		{ name: 'Visits', value: 'Visits' },
	]);
	expect(await loadOptions.getKeyFields.call(await called({}))).toEqual([
		{ name: 'Order', value: 'Order' },
	]);
	const context = await called({ table: 'Lines' });
	const values = (await loadOptions.getTableColumns.call(context)).map(({ value }) => value);
	expect(values.join()).toBe('Article,Price,Quantity,Rate,State,Due,Papers,At,Note,Tags');
	const { fields } = await resourceMapping.getColumnsToUpdate.call(context);
	expect(fields.map(({ id, canBeUsedToMatch }) => [id, canBeUsedToMatch])).toEqual([
		['$rowId', true],
		['Article', true],
		['Quantity', true],
		['Rate', true],
		['State', true],
		['Due', true],
		['Papers', false],
		['At', true],
		['Note', true],
		['Tags', true],
	]);
	const adding = await resourceMapping.getColumnsToAdd.call(context);
	expect(adding.fields.map(({ id }) => id)).not.toContain('$rowId');
	expect(
		(await resourceMapping.getColumnsToAdd.call(await called({ table: '' }))).emptyFieldsNotice,
	).toMatch(/Choose a table/);
});
