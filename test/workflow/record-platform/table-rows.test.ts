import type { IDataObject } from 'n8n-workflow';

import { articleAndQuantity, byOrder, byRecordId, goOn, useTables } from './table-scene';
import { automatic, itemsOf, jsonOf, mapping } from './world';

const { orders, order, rowsOf, tableRow, reprice } = useTables();
const { sandbox } = orders;

describe('adding rows', () => {
	test('rows are appended to a table without losing the others', async () => {
		const record = await order('A', { Article: 'ink', Quantity: '1', Due: '2026-01-31' });
		const before = await rowsOf(record);
		await sandbox.forget();
		const items = Array.from({ length: 10 }, (_, index) => ({
			record,
			article: 'tea',
			quantity: index,
		}));
		const outcome = await tableRow('add', { ...byRecordId, columns: articleAndQuantity }, items);
		expect(jsonOf(outcome)).toEqual(
			items.map(({ article: Article, quantity: Quantity }) => ({
				...{ $id: record, $revision: '2', $added: 1, $updated: 0, $removed: 0 },
				...{ Article, Quantity },
				$url: expect.stringContaining(`record=${record}`),
			})),
		);
		expect(itemsOf(outcome.output)).toEqual(items.map((_, index) => index));
		expect(await sandbox.calls()).toEqual([
			'GET /k/v1/app/form/fields.json',
			'GET /k/v1/records.json',
			'PUT /k/v1/records.json',
		]);
		const after = await rowsOf(record);
		expect(after[0]).toEqual(before[0]);
		expect(after.slice(1).map(({ Quantity }) => Quantity)).toEqual(
			items.map(({ quantity }) => String(quantity)),
		);
	});

	test('rows go to the start in the order of the items, and to records by a unique field', async () => {
		const first = await order('A', { Article: 'ink' });
		const second = await order('B');
		const items = [
			{ order: 'A', article: 'tea', quantity: 1 },
			{ order: 'B', article: 'tea', quantity: 2 },
			{ order: 'A', article: 'tea', quantity: 3 },
		];
		const outcome = await tableRow(
			'add',
			{ ...byOrder, columns: articleAndQuantity, options: { position: 'start' } },
			items,
		);
		expect(jsonOf(outcome).map(({ $id }) => $id)).toEqual([first, second, first]);
		expect((await rowsOf(first)).map(({ Quantity }) => Quantity)).toEqual(['1', '3', '']);
		expect((await rowsOf(second)).map(({ Quantity }) => Quantity)).toEqual(['2']);
	});

	test('rows at the start keep their order where one of them is refused', async () => {
		const record = await order('A', { Article: 'ink' });
		const items = [1, 99, 3, 4].map((Rate) => ({ record, Rate }));
		const parameters = { ...byRecordId, columns: automatic(), options: { position: 'start' } };
		const { output } = await tableRow('add', parameters, items, goOn);
		expect(output.map(({ error }) => error === undefined)).toEqual([true, false, true, true]);
		expect((await rowsOf(record)).map(({ Rate }) => Rate)).toEqual(['1', '3', '4', '']);
	});

	test('a thousand rows for 150 records take one read and one request to write', async () => {
		const created = await orders.run(
			'create',
			{ fields: automatic() },
			{ items: Array.from({ length: 150 }, (_, index) => ({ Order: `o${index}` })) },
		);
		const ids = jsonOf(created).map(({ $id }) => String($id));
		await sandbox.forget();
		const items = Array.from({ length: 1000 }, (_, index) => ({
			record: ids[index % ids.length],
			Quantity: index,
		}));
		const outcome = await tableRow('add', { ...byRecordId, columns: automatic() }, items);
		expect(itemsOf(outcome.output)).toEqual(items.map((_, index) => index));
		expect(await sandbox.calls()).toEqual([
			'GET /k/v1/app/form/fields.json',
			'GET /k/v1/records.json',
			'POST /k/v1/bulkRequest.json',
		]);
		const quantities = (await rowsOf(ids[7] as string)).map(({ Quantity }) => Quantity);
		expect(quantities).toEqual(['7', '157', '307', '457', '607', '757', '907']);
	});

	test('tables of more than a hundred rows keep files, lookups and IDs', async () => {
		const fileKey = await orders.api.upload('paper', 'paper.txt');
		const many = Array.from({ length: 250 }, (_, index) => ({
			Article: index % 2 === 0 ? 'ink' : 'tea',
			Quantity: String(index),
		}));
		const record = await order('A', { Article: 'ink', Papers: [{ fileKey }] }, ...many);
		await reprice('ink', '999');
		const before = await rowsOf(record);
		const data = { data: 'YQ==', mimeType: 'text/plain', fileName: 'new.txt' };
		const files = [{ json: { record, article: 'tea', quantity: 7 }, binary: { data } }];
		const columns = mapping({
			Article: '={{ $json.article }}',
			Quantity: '={{ $json.quantity }}',
			Papers: 'data',
		});
		jsonOf(await tableRow('add', { ...byRecordId, columns }, [], { input: files }));
		const after = await rowsOf(record);
		expect(after.slice(0, 251)).toEqual(before);
		expect(before[1]?.Price).toBe('250');
		expect(after[251]).toMatchObject({
			Article: 'tea',
			Price: '90',
			Quantity: '7',
			Papers: [{ name: 'new.txt' }],
		});
		await reprice('ink', '250');
	});
});

describe('changing rows', () => {
	test('files of a row are replaced, or added to those that it has', async () => {
		const record = await order('A', { Article: 'ink' }, { Article: 'tea' });
		const attach = async (name: string, options: IDataObject) => {
			const value = { Article: 'ink', Papers: 'data' };
			const columns = mapping(value, { matchingColumns: ['Article'] });
			const data = { data: 'YQ==', mimeType: 'text/plain', fileName: name };
			const input = [{ json: { record }, binary: { data } }];
			jsonOf(await tableRow('update', { ...byRecordId, columns, options }, [], { input }));
			const [ink, tea] = await rowsOf(record);
			expect(tea?.Papers).toEqual([]);
			return (ink?.Papers as IDataObject[]).map((one) => one.name);
		};
		expect(await attach('a.txt', {})).toEqual(['a.txt']);
		expect(await attach('b.txt', { existingFiles: 'keep' })).toEqual(['a.txt', 'b.txt']);
		await expect(attach('d.txt', { existingFiles: 'replaced' })).rejects.toThrow(
			'"replaced" is not a valid value for "Existing Files"',
		);
		expect(await attach('e.txt', { existingFiles: 'replace' })).toEqual(['e.txt']);
	});

	test('an ID that the table lacks adds no row, an item without an ID does', async () => {
		const record = await order('A', { Article: 'ink', Quantity: '1' });
		const [ink] = await rowsOf(record);
		const columns = automatic({ matchingColumns: ['$rowId'] });
		const run = async (...rows: IDataObject[]) =>
			await tableRow(
				'addOrUpdate',
				{ ...byRecordId, columns },
				rows.map((row) => ({ record, ...row })),
				goOn,
			);
		const gone = { $rowId: '999999', Article: 'tea' };
		for (const _ of [1, 2]) {
			const { output } = await run(gone, { $rowId: ink?.id, Quantity: 2 });
			expect(output[0]?.error?.message).toContain('has no row with the ID "999999"');
			expect(output[1]?.json).toMatchObject({ $added: 0, $updated: 1 });
		}
		expect(await rowsOf(record)).toMatchObject([{ id: ink?.id, Article: 'ink', Quantity: '2' }]);
		const both = { columns: automatic({ matchingColumns: ['$rowId', 'Article'] }) };
		const named = { record, Article: 'ink', Quantity: 2 };
		const again = await tableRow('addOrUpdate', { ...byRecordId, ...both }, [named]);
		expect(again.output[0]?.json).toMatchObject({ $added: 0, $updated: 1 });
		await run({ $rowId: '', Article: 'tea' }, { Quantity: 3 });
		expect((await rowsOf(record)).map(({ Article }) => Article)).toEqual(['ink', 'tea', '']);
	});

	test('rows are removed by conditions, by ID or all of them, and nothing is written for none', async () => {
		const record = await order(
			'A',
			{ Article: 'ink', Quantity: '1', Due: '2026-01-31' },
			{ Article: 'tea', Quantity: '2', Due: '2026-03-01' },
			{ Article: 'tea', Quantity: '30' },
			{ Article: 'ink', Quantity: '40' },
		);
		const remove = async (parameters: IDataObject) =>
			jsonOf(await tableRow('delete', { ...byRecordId, ...parameters }, [{ record }]));
		const conditions = (...rows: IDataObject[]) => ({
			deleteBy: 'conditions',
			rowConditions: { rows },
		});
		const none = conditions({ column: 'Quantity', operator: 'greater', value: '100' });
		expect(await remove(none)).toMatchObject([{ $removed: 0, $revision: '1' }]);
		const two = conditions(
			{ column: 'Article', operator: 'anyOf', value: 'tea, glue' },
			{ column: 'Quantity', operator: 'less', value: '30' },
		);
		expect(await remove(two)).toMatchObject([{ $removed: 1, $revision: '2' }]);
		const left = await rowsOf(record);
		expect(left.map(({ Quantity }) => Quantity)).toEqual(['1', '30', '40']);
		// A whole row names its record, too.
		const whole = [{ $id: record, $rowId: left[1]?.id } as unknown as IDataObject];
		for (const rowIds of [`${left[0]?.id}, 999999`, whole]) {
			expect(await remove({ deleteBy: 'ids', rowIds })).toMatchObject([{ $removed: 1 }]);
		}
		expect(await remove({ deleteBy: 'all' })).toMatchObject([{ $removed: 1 }]);
		expect(await rowsOf(record)).toEqual([]);
	});

	it.each<[string, IDataObject, unknown]>([
		['Article', { operator: 'noneOf' }, ','],
		['Article', { operator: 'noneOf' }, [null, '']],
		['Article', { operator: 'notEquals' }, ['']],
		['Article', { operator: 'notEquals' }, { type: 'DATE', value: null }],
		['Article', { operator: 'notEquals' }, [{ value: null }]],
		['Article', { operator: 'notEquals' }, '[]'],
		['Article', { operator: 'notEquals' }, '[""]'],
		['State', { operator: 'notEquals' }, { value: '' }],
		['Tags', { operator: 'notEquals' }, ['']],
		['Tags', { operator: 'notContains' }, ' 、'],
	])(
		'no row is removed by a condition on %s without a value: %j %j',
		async (column, row, value) => {
			const record = await order('A', { Article: 'ink' }, { Article: 'tea', State: 'Done' });
			const rows = [{ column, ...row, value: '={{ $json.value }}' }];
			const parameters = { ...byRecordId, deleteBy: 'conditions', rowConditions: { rows } };
			const { error } = await tableRow('delete', parameters, [{ record, value } as IDataObject]);
			expect(error?.message).toContain(`"${column}" is empty`);
			expect(await rowsOf(record)).toHaveLength(2);
		},
	);

	it.each([[['']], [[null]], [{ value: '' }]])('no row is removed for a key %j', async (key) => {
		const record = await order('', { Article: 'ink' });
		const parameters = { ...byOrder, deleteBy: 'all' };
		const { error } = await tableRow('delete', parameters, [{ order: key } as IDataObject]);
		expect(error?.message).toContain('"Value of the Unique Field" is empty');
		expect(await rowsOf(record)).toHaveLength(1);
	});

	it.each([
		['equals', '2031-02-03', ['before', 'after', 'none']],
		['anyOf', '2031-02-01, 2031-02-03', ['before', 'after', 'none']],
		['notEquals', '2031-02-03', ['morning', 'evening']],
		['noneOf', '2031-02-01, 2031-02-03', ['morning', 'evening']],
		['greater', '2031-02-03', ['before', 'morning', 'evening', 'none']],
		['greaterOrEqual', '2031-02-03', ['before', 'none']],
		['less', '2031-02-03', ['morning', 'evening', 'after', 'none']],
		['lessOrEqual', '2031-02-03', ['after', 'none']],
		['greater', '2031-02-03 12:00', ['before', 'morning', 'none']],
	])(
		'rows are removed by a whole day where a column has times: %s %s',
		async (operator, value, left) => {
			const times = {
				before: '2031-02-02T14:59:00Z',
				morning: '2031-02-02T15:00:00Z',
				evening: '2031-02-03T14:59:00Z',
				after: '2031-02-03T15:00:00Z',
				none: '',
			};
			const rows = Object.entries(times).map(([Note, At]) => ({ Note, At }));
			const record = await order('A', ...rows);
			const rowConditions = { rows: [{ column: 'At', operator, value }] };
			const parameters = { ...byRecordId, deleteBy: 'conditions', rowConditions };
			const settings = { timezone: 'Asia/Tokyo' };
			jsonOf(await tableRow('delete', parameters, [{ record }], { settings }));
			expect((await rowsOf(record)).map(({ Note }) => Note)).toEqual(left);
		},
	);

	test('all rows are replaced by the items of a record, all of them or none', async () => {
		const good = await order('A', { Article: 'ink' }, { Article: 'ink' });
		const bad = await order('B', { Article: 'ink', Quantity: '1' });
		const odd = await order('C', { Article: 'ink', Quantity: '1' });
		const items = [
			{ record: good, article: 'tea', quantity: 1 },
			{ record: bad, article: 'tea', quantity: 2 },
			{ record: good, article: 'tea', quantity: 3 },
			{ record: bad, article: 'tea', quantity: 'many' },
			{ record: odd, article: 'tea', quantity: 4 },
			{ record: odd, article: 'tea', state: 'Odd' },
		];
		const State = '={{ $json.state }}';
		const columns = mapping({ ...(articleAndQuantity.value as IDataObject), State });
		const parameters = { ...byRecordId, columns };
		const { output } = await tableRow('replaceAll', parameters, items, goOn);
		expect(output.map(({ json, error }) => error?.message ?? json)).toMatchObject([
			{ $added: 1, $removed: 2 },
			expect.stringContaining('Item 3 of the same record was refused'),
			{ $added: 1, $removed: 0 },
			expect.stringContaining('"Order lines, Quantity" is not a valid number'),
			expect.stringContaining('Item 5 of the same record was refused'),
			expect.stringContaining('Field "State" has no choice "Odd"'),
		]);
		expect((await rowsOf(good)).map(({ Quantity }) => Quantity)).toEqual(['1', '3']);
		for (const id of [bad, odd]) expect(await rowsOf(id)).toMatchObject([{ Quantity: '1' }]);
	});
});
