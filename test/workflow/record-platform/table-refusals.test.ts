import type { IDataObject } from 'n8n-workflow';

import {
	articleAndQuantity,
	byOrder,
	byRecordId,
	goOn,
	lines,
	matching,
	useTables,
	VISITS,
} from './table-scene';
import { automatic, byId, itemsOf, jsonOf, mapping } from './world';

const { orders, order, rowsOf, tableRow } = useTables();
const { sandbox } = orders;

describe('what cannot be written', () => {
	const add = { ...byRecordId, columns: articleAndQuantity };

	test('rows that somebody else adds between reading and writing stay', async () => {
		const record = await order('A', { Article: 'ink', Quantity: '1' });
		const [mine] = await rowsOf(record);
		await sandbox.forget();
		const theirs = [
			{ id: mine?.id, value: { Quantity: { value: '9' } } },
			lines({ Quantity: '5' }).value[0],
		];
		const items = [2, 3].map((quantity) => ({ record, article: 'tea', quantity }));
		const outcome = await sandbox.whileHeld(
			['PUT /k/v1/records.json'],
			async () => await tableRow('add', add, items),
			async () =>
				await orders.api.ok('PUT', 'record.json', {
					app: orders.id,
					id: record,
					record: { Lines: { value: theirs } },
				}),
		);
		expect(jsonOf(outcome)).toMatchObject([
			{ added: 1, revision: '3' },
			{ added: 1, revision: '3' },
		]);
		const after = await rowsOf(record);
		expect(after.map(({ Quantity }) => Quantity)).toEqual(['9', '5', '2', '3']);
		expect(after[0]?.id).toBe(mine?.id);
		const writes = (await sandbox.calls()).filter((one) => one === 'PUT /k/v1/records.json');
		expect(writes).toHaveLength(2);
	});

	test('two runs on one record at once lose no row', async () => {
		const record = await order('A');
		const items = (from: number) =>
			Array.from({ length: 20 }, (_, index) => ({
				record,
				article: 'tea',
				quantity: from + index,
			}));
		const outcomes = await Promise.all([
			tableRow('add', add, items(0)),
			tableRow('add', add, items(20)),
			tableRow('add', add, items(40)),
		]);
		for (const outcome of outcomes) expect(jsonOf(outcome)).toHaveLength(20);
		const quantities = (await rowsOf(record)).map(({ Quantity }) => Number(Quantity));
		expect(quantities.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at));
	});

	test('a record that does not exist is refused for its items, the others are written', async () => {
		const record = await order('A');
		const items = [
			{ record, article: 'ink', quantity: 1 },
			{ record: '999999', article: 'ink', quantity: 2 },
			{ record, article: 'tea', quantity: 3 },
		];
		const { output } = await tableRow('add', add, items, goOn);
		expect(output.map(({ json, error }) => error?.message ?? json)).toMatchObject([
			{ id: record, added: 1 },
			expect.stringContaining('Record 999999 was not found'),
			{ id: record, added: 1 },
		]);
		expect(itemsOf(output)).toEqual([0, 1, 2]);
		expect((await rowsOf(record)).map(({ Quantity }) => Quantity)).toEqual(['1', '3']);
	});

	test('a record that does not exist stops the workflow before anything is written', async () => {
		const record = await order('A');
		const items = [
			{ record, article: 'ink', quantity: 1 },
			{ record: '999999', article: 'ink', quantity: 2 },
		];
		const { error } = await tableRow('add', add, items);
		expect(error?.message).toContain('Record 999999 was not found');
		expect(error?.description).toContain('Nothing was written');
		expect(await rowsOf(record)).toEqual([]);
	});

	test.each(['stop', 'undo'])(
		'a record whose row is refused is told with all of its items, with %s',
		async (whenRefused) => {
			const first = await order('A');
			const second = await order('B');
			const items = [first, first, second, second].map((record, index) => ({
				record,
				Rate: index === 3 ? 11 : 1,
			}));
			const parameters = { ...byRecordId, columns: automatic(), options: { whenRefused } };
			const { error } = await tableRow('add', parameters, items);
			expect(error?.message).toMatch(/^Field "Lines, row 2, Rate": .*\[items 2–3\]$/);
			const { output } = await tableRow('add', parameters, items, goOn);
			const notThem = output.map(({ error: own }) =>
				Boolean(own?.description?.includes('This item was not written either')),
			);
			expect(notThem).toEqual([true, true, false, false]);
			expect(await rowsOf(first)).toEqual([]);
		},
	);

	test('a row that the service refuses leaves alone, the others of its record are written', async () => {
		const record = await order('A', { Article: 'ink', Quantity: '0' });
		const other = await order('B');
		const items = Array.from({ length: 9 }, (_, index) => ({
			record: index === 8 ? other : record,
			Quantity: index,
			Rate: index === 5 ? 11 : 1,
			Article: index === 2 ? 'no such article' : 'tea',
		}));
		const { output } = await tableRow('add', { ...byRecordId, columns: automatic() }, items, goOn);
		const failed = output.filter(({ error }) => error);
		expect(itemsOf(failed)).toEqual([2, 5]);
		expect(failed[0]?.error?.message).toContain('GAIA_LO04');
		expect(failed[1]?.error?.message).toMatch(/Lines, row \d+, Rate/);
		expect(itemsOf(output)).toEqual(items.map((_, index) => index));
		const quantities = (await rowsOf(record)).map(({ Quantity }) => Quantity);
		expect(quantities).toEqual(['0', '0', '1', '3', '4', '6', '7']);
		expect(await rowsOf(other)).toHaveLength(1);
	});

	test('two ways to write the same number are one record, so that no rows of it are written apart', async () => {
		const numbered = await orders.api.makeApp({
			No: { type: 'NUMBER', unique: true },
			Lines: VISITS,
		});
		await orders.api.create(numbered, { No: { value: '7' } });
		const items = ['7', '7.0', '7'].map((no) => ({ no, Day: '2026-01-31' }));
		const { output } = await tableRow(
			'add',
			{
				app: byId(numbered),
				...byOrder,
				keyField: 'No',
				keyValue: '={{ $json.no }}',
				columns: automatic(),
			},
			items,
			goOn,
		);
		expect(output.map(({ json, error }) => error?.message ?? json)).toMatchObject([
			{ added: 1 },
			{ added: 1 },
			{ added: 1 },
		]);
	});

	test('an unknown column, table or row, and a value that is none, are refused with their names', async () => {
		const record = await order('A', { Article: 'ink' });
		const said = async (operation: string, parameters: IDataObject, item: IDataObject = {}) => {
			const { error } = await tableRow(operation, { ...byRecordId, ...parameters }, [
				{ record, ...item },
			]);
			return `${error?.message}. ${error?.description}`;
		};
		expect(await said('add', { columns: mapping({ Color: 'red' }) })).toMatch(
			/Table "Order lines" has no column "Color".*Its columns are "Article", "Quantity"/,
		);
		expect(await said('add', { table: 'Parts', columns: mapping({}) })).toMatch(
			/The app has no table "Parts".*Its tables are "Lines", "Visits"/,
		);
		expect(await said('add', { columns: mapping({ Due: 'soon' }) })).toMatch(
			/"Order lines, Due" is not a valid date/,
		);
		expect(await said('add', { columns: automatic() }, { color: 'red' })).toMatch(
			/No field of the item matches a column/,
		);
		expect(await said('update', matching('Article'), { article: 'glue', quantity: 1 })).toMatch(
			/Table "Lines" has no row with Article "glue"/,
		);
		expect(await said('update', matching('Article'), { article: '', quantity: 1 })).toMatch(
			/no value for "Article"/,
		);
		expect(
			await said('update', {
				columns: mapping({ Article: 'ink' }, { matchingColumns: ['Article'] }),
			}),
		).toMatch(/no values for columns to change/);
		expect(await said('delete', { deleteBy: 'conditions', rowConditions: {} })).toMatch(
			/No conditions are set, so all rows/,
		);
		for (const [operator, value] of [
			['equals', ''],
			['equals', null],
			['noneOf', []],
		]) {
			const rowConditions = { rows: [{ column: 'Article', operator, value }] };
			expect(await said('delete', { deleteBy: 'conditions', rowConditions })).toMatch(
				/condition on "Article" has no value/,
			);
		}
		for (const operator of ['={{ $json.none }}', '={{ null }}']) {
			const rowConditions = { rows: [{ column: 'Article', operator, value: 'pen' }] };
			expect(await said('delete', { deleteBy: 'conditions', rowConditions })).toMatch(
				/The expression in "Operator" returned no value/,
			);
		}
		expect(await said('delete', { deleteBy: 'ids', rowIds: ' ' })).toMatch(/No row ID was given/);
		const key = { findBy: 'key', keyField: 'Order', columns: mapping({ Quantity: 1 }) };
		expect(await said('add', { ...key, keyValue: 'Z' })).toMatch(/No record has "Z" in "Order"/);
		expect(await said('add', { ...key, keyValue: '={{ $json.none }}' })).toMatch(
			/no value for "Order"/,
		);
		expect(await rowsOf(record)).toHaveLength(1);
	});
});

describe('a lost answer', () => {
	test('rows whose writing was not confirmed are told as such, and not written twice', async () => {
		const record = await order('A');
		const items = [1, 2, 3].map((Quantity) => ({ record, Quantity }));
		await sandbox.forget();
		await sandbox.faults({ method: 'PUT', path: '/k/v1/records.json', cut: 'after', times: 1 });
		const parameters = { ...byRecordId, columns: automatic() };
		const { output } = await tableRow('add', parameters, items, goOn);
		expect(output.map(({ error }) => error?.message)).toEqual(
			items.map(() => expect.stringContaining('lost after the request was sent')),
		);
		const writes = (await sandbox.calls()).filter((one) => one === 'PUT /k/v1/records.json');
		expect(writes).toHaveLength(1);
		expect((await rowsOf(record)).map(({ Quantity }) => Quantity)).toEqual(['1', '2', '3']);
	});
});
