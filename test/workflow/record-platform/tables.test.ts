import { setTimeout as wait } from 'node:timers/promises';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { pricesOf } from '../../support/lookup-scene';
import { useSandbox } from '../../support/sandbox';
import { editor } from './editor';
import {
	Api,
	automatic,
	byId,
	itemsOf,
	jsonOf,
	mapping,
	type Run,
	runRecordPlatform,
} from './world';

const sandbox = useSandbox();
let api: Api;
let articles: string;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	articles = await api.makeApp({
		Code: { type: 'SINGLE_LINE_TEXT', unique: true },
		Price: { type: 'NUMBER' },
	});
	await api.create(articles, { Code: { value: 'ink' }, Price: { value: '250' } });
	await api.create(articles, { Code: { value: 'tea' }, Price: { value: '90' } });
});

beforeEach(async () => {
	app = await api.makeApp({
		Order: { type: 'SINGLE_LINE_TEXT', unique: true },
		Customer: { type: 'SINGLE_LINE_TEXT' },
		Lines: {
			type: 'SUBTABLE',
			label: 'Order lines',
			fields: {
				Article: column('SINGLE_LINE_TEXT', 'Article', { lookup: pricesOf(articles, 'Price') }),
				Price: column('NUMBER', 'Price'),
				Quantity: column('NUMBER', 'Quantity'),
				Rate: column('NUMBER', 'Rate', { maxValue: '10' }),
				State: column('DROP_DOWN', 'State', {
					options: { Open: { label: 'Open', index: '0' }, Done: { label: 'Done', index: '1' } },
				}),
				Due: column('DATE', 'Due'),
				Papers: column('FILE', 'Papers'),
			},
		},
		Visits: { type: 'SUBTABLE', fields: { Day: column('DATE', 'Day') } },
	});
	await sandbox.forget();
});

function column(type: string, code: string, more: object = {}): object {
	return { type, code, label: code, ...more };
}

interface PlainRow extends IDataObject {
	id: string;
}

/** A table of a record: IDs of the rows, and their values by column. */
async function rowsOf(id: string, table = 'Lines'): Promise<PlainRow[]> {
	const rows = (await api.values(app, id))[table] as Array<{ id: string; value: IDataObject }>;
	return rows.map((row) => ({
		id: row.id,
		...Object.fromEntries(
			Object.entries(row.value).map(([code, cell]) => [code, (cell as IDataObject).value]),
		),
	}));
}

const lines = (...rows: IDataObject[]) => ({
	value: rows.map((row) => ({
		value: Object.fromEntries(Object.entries(row).map(([code, value]) => [code, { value }])),
	})),
});

const order = async (name: string, ...rows: IDataObject[]) =>
	await api.create(app, { Order: { value: name }, Lines: lines(...rows) });

const requests = async () =>
	(await sandbox.requests()).map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);

const byRecordId = {
	findBy: 'id',
	recordId: { mode: 'id', value: '={{ $json.record }}' },
	table: 'Lines',
};
const byOrder = {
	findBy: 'key',
	keyField: 'Order',
	keyValue: '={{ $json.order }}',
	table: 'Lines',
};

async function tableRow(
	operation: string,
	parameters: IDataObject,
	items: IDataObject[],
	more: Partial<Run> = {},
) {
	return await runRecordPlatform(sandbox, {
		resource: 'tableRow',
		operation,
		parameters: { app: byId(app), options: {}, ...parameters },
		items,
		...more,
	});
}

const articleAndQuantity = mapping({
	Article: '={{ $json.article }}',
	Quantity: '={{ $json.quantity }}',
});
const matching = (...matchingColumns: string[]) => ({
	columns: mapping(
		{ Article: '={{ $json.article }}', Quantity: '={{ $json.quantity }}' },
		{ matchingColumns },
	),
});
const goOn = { onError: 'continueRegularOutput' as const };

describe('adding rows', () => {
	test('row 30: rows are appended to a table without losing the others', async () => {
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
			items.map(() => ({ id: record, revision: '2', added: 1, updated: 0, removed: 0 })),
		);
		expect(itemsOf(outcome.output)).toEqual(items.map((_, index) => index));
		expect(await requests()).toEqual([
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

	test('row 30: rows go to the start in the order of the items, and to records by a unique field', async () => {
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
		expect(jsonOf(outcome).map(({ id }) => id)).toEqual([first, second, first]);
		expect((await rowsOf(first)).map(({ Quantity }) => Quantity)).toEqual(['1', '3', '']);
		expect((await rowsOf(second)).map(({ Quantity }) => Quantity)).toEqual(['2']);
	});

	test('row 30: a thousand rows for 150 records take one read and one request to write', async () => {
		const created = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'create',
			parameters: { app: byId(app), fields: automatic(), options: {} },
			items: Array.from({ length: 150 }, (_, index) => ({ Order: `o${index}` })),
		});
		const ids = jsonOf(created).map(({ id }) => String(id));
		await sandbox.forget();
		const items = Array.from({ length: 1000 }, (_, index) => ({
			record: ids[index % ids.length],
			Quantity: index,
		}));
		const outcome = await tableRow('add', { ...byRecordId, columns: automatic() }, items);
		expect(itemsOf(outcome.output)).toEqual(items.map((_, index) => index));
		expect(await requests()).toEqual([
			'GET /k/v1/app/form/fields.json',
			'GET /k/v1/records.json',
			'POST /k/v1/bulkRequest.json',
		]);
		const quantities = (await rowsOf(ids[7] as string)).map(({ Quantity }) => Quantity);
		expect(quantities).toEqual(['7', '157', '307', '457', '607', '757', '907']);
	});

	test('row 30: tables of more than a hundred rows keep files, lookups and IDs', async () => {
		const form = new FormData();
		form.append('file', new Blob(['paper'], { type: 'text/plain' }), 'paper.txt');
		const upload = await fetch(`${sandbox.url}/k/v1/file.json`, {
			method: 'POST',
			headers: api.headers,
			body: form,
		});
		const { fileKey } = (await upload.json()) as { fileKey: string };
		const many = Array.from({ length: 250 }, (_, index) => ({
			Article: index % 2 === 0 ? 'ink' : 'tea',
			Quantity: String(index),
		}));
		const record = await order('A', { Article: 'ink', Papers: [{ fileKey }] }, ...many);
		const source = jsonOf(
			await runRecordPlatform(sandbox, {
				resource: 'record',
				operation: 'getAll',
				parameters: { app: byId(articles), returnAll: true, options: {} },
			}),
		).find(({ Code }) => Code === 'ink');
		const price = { id: source?.$id, record: { Price: { value: '999' } } };
		await api.ok('PUT', 'record.json', { app: articles, ...price });
		const before = await rowsOf(record);
		const files: INodeExecutionData[] = [
			{
				json: { record, article: 'tea', quantity: 7 },
				binary: {
					data: {
						data: Buffer.from('new').toString('base64'),
						mimeType: 'text/plain',
						fileName: 'new.txt',
					},
				},
			},
		];
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
		price.record.Price.value = '250';
		await api.ok('PUT', 'record.json', { app: articles, ...price });
	});
});

describe('changing rows', () => {
	test('row 30: rows are updated by a column, by several columns and by row ID', async () => {
		const record = await order(
			'A',
			{ Article: 'ink', Quantity: '1', State: 'Open' },
			{ Article: 'tea', Quantity: '2.0', State: 'Open' },
			{ Article: 'tea', Quantity: '3', State: 'Open' },
		);
		const ids = (await rowsOf(record)).map(({ id }) => id);
		const change = async (matchingColumns: string[], item: IDataObject) =>
			jsonOf(
				await tableRow('update', { ...byRecordId, columns: automatic({ matchingColumns }) }, [
					{ record, ...item },
				]),
			);
		expect(await change(['Article'], { Article: 'tea', Due: '2026-02-01' })).toMatchObject([
			{ updated: 2 },
		]);
		expect(
			await change(['Article', 'Quantity'], { Article: 'tea', Quantity: 2, State: 'Done' }),
		).toMatchObject([{ updated: 1 }]);
		expect(await change(['$rowId'], { $rowId: ids[0], Quantity: 10 })).toMatchObject([
			{ updated: 1 },
		]);
		const after = await rowsOf(record);
		expect(after.map(({ id }) => id)).toEqual(ids);
		expect(after).toMatchObject([
			{ Article: 'ink', Quantity: '10', State: 'Open', Due: null },
			{ Article: 'tea', Quantity: '2', State: 'Done', Due: '2026-02-01' },
			{ Article: 'tea', Quantity: '3', State: 'Open', Due: '2026-02-01' },
		]);
	});

	test('row 30: files of a row are replaced, or added to those that it has', async () => {
		const record = await order('A', { Article: 'ink' }, { Article: 'tea' });
		const file = (name: string) => ({
			data: { data: 'YQ==', mimeType: 'text/plain', fileName: name },
		});
		const attach = async (name: string, options: IDataObject) => {
			const value = { Article: 'ink', Papers: 'data' };
			const columns = mapping(value, { matchingColumns: ['Article'] });
			const input = [{ json: { record }, binary: file(name) }];
			jsonOf(await tableRow('update', { ...byRecordId, columns, options }, [], { input }));
			const [ink, tea] = await rowsOf(record);
			expect(tea?.Papers).toEqual([]);
			return (ink?.Papers as IDataObject[]).map((one) => one.name);
		};
		expect(await attach('a.txt', {})).toEqual(['a.txt']);
		expect(await attach('b.txt', { attachments: 'add' })).toEqual(['a.txt', 'b.txt']);
		expect(await attach('c.txt', { attachments: 'replace' })).toEqual(['c.txt']);
	});

	test('row 30: rows are added or updated by a column, also when one run brings the same twice', async () => {
		const record = await order('A', { Article: 'ink', Quantity: '1' });
		const items = [
			{ record, article: 'ink', quantity: 5 },
			{ record, article: 'tea', quantity: 6 },
			{ record, article: 'tea', quantity: 7 },
		];
		const outcome = await tableRow('addOrUpdate', { ...byRecordId, ...matching('Article') }, items);
		expect(jsonOf(outcome)).toMatchObject([
			{ added: 0, updated: 1 },
			{ added: 1, updated: 0 },
			{ added: 0, updated: 1 },
		]);
		expect(await rowsOf(record)).toMatchObject([
			{ Article: 'ink', Quantity: '5' },
			{ Article: 'tea', Quantity: '7' },
		]);
	});

	test('row 30: rows are removed by conditions, by ID or all of them, and nothing is written for none', async () => {
		const record = await order(
			'A',
			{ Article: 'ink', Quantity: '1', Due: '2026-01-31' },
			{ Article: 'tea', Quantity: '2', Due: '2026-03-01' },
			{ Article: 'tea', Quantity: '30' },
		);
		const remove = async (parameters: IDataObject) =>
			jsonOf(await tableRow('delete', { ...byRecordId, ...parameters }, [{ record }]));
		const conditions = (...rows: IDataObject[]) => ({
			deleteBy: 'conditions',
			rowConditions: { rows },
		});
		const none = conditions({ column: 'Quantity', operator: 'greater', value: '100' });
		expect(await remove(none)).toMatchObject([{ removed: 0, revision: '1' }]);
		const two = conditions(
			{ column: 'Article', operator: 'anyOf', value: 'tea, glue' },
			{ column: 'Quantity', operator: 'less', value: '30' },
		);
		expect(await remove(two)).toMatchObject([{ removed: 1, revision: '2' }]);
		const left = await rowsOf(record);
		expect(left.map(({ Quantity }) => Quantity)).toEqual(['1', '30']);
		expect(await remove({ deleteBy: 'ids', rowIds: `${left[0]?.id}, 999999` })).toMatchObject([
			{ removed: 1 },
		]);
		expect(await remove({ deleteBy: 'all' })).toMatchObject([{ removed: 1 }]);
		expect(await rowsOf(record)).toEqual([]);
	});

	test('row 30: all rows are replaced by the items of a record, all of them or none', async () => {
		const good = await order('A', { Article: 'ink' }, { Article: 'ink' });
		const bad = await order('B', { Article: 'ink', Quantity: '1' });
		const items = [
			{ record: good, article: 'tea', quantity: 1 },
			{ record: bad, article: 'tea', quantity: 2 },
			{ record: good, article: 'tea', quantity: 3 },
			{ record: bad, article: 'tea', quantity: 'many' },
		];
		const parameters = { ...byRecordId, columns: articleAndQuantity };
		const { output } = await tableRow('replaceAll', parameters, items, goOn);
		expect(output.map(({ json, error }) => error?.message ?? json)).toMatchObject([
			{ added: 1, removed: 2 },
			expect.stringContaining('Item 3, which belongs to the same record, was refused'),
			{ added: 1, removed: 0 },
			expect.stringContaining('Field "Order lines, Quantity" must be a number'),
		]);
		expect((await rowsOf(good)).map(({ Quantity }) => Quantity)).toEqual(['1', '3']);
		expect((await rowsOf(bad)).map(({ Quantity }) => Quantity)).toEqual(['1']);
	});
});

describe('what cannot be written', () => {
	const add = { ...byRecordId, columns: articleAndQuantity };

	test('row 30: rows that somebody else adds between reading and writing stay', async () => {
		const record = await order('A', { Article: 'ink', Quantity: '1' });
		const [mine] = await rowsOf(record);
		await sandbox.forget();
		await sandbox.faults({ method: 'PUT', path: '/k/v1/records.json', delayMs: 1500 });
		const running = tableRow('add', add, [
			{ record, article: 'tea', quantity: 2 },
			{ record, article: 'tea', quantity: 3 },
		]);
		while (!(await requests()).includes('GET /k/v1/records.json')) await wait(20);
		const theirs = [
			{ id: mine?.id, value: { Quantity: { value: '9' } } },
			lines({ Quantity: '5' }).value[0],
		];
		await api.ok('PUT', 'record.json', { app, id: record, record: { Lines: { value: theirs } } });
		expect(jsonOf(await running)).toMatchObject([
			{ added: 1, revision: '3' },
			{ added: 1, revision: '3' },
		]);
		const after = await rowsOf(record);
		expect(after.map(({ Quantity }) => Quantity)).toEqual(['9', '5', '2', '3']);
		expect(after[0]?.id).toBe(mine?.id);
		const writes = (await requests()).filter((one) => one === 'PUT /k/v1/records.json');
		expect(writes).toHaveLength(2);
	});

	test('row 30: two runs on one record at once lose no row', async () => {
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

	test('row 30: a record that does not exist is refused for its items, the others are written', async () => {
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

	test('row 30: a record that does not exist stops the workflow before anything is written', async () => {
		const record = await order('A');
		const items = [
			{ record, article: 'ink', quantity: 1 },
			{ record: '999999', article: 'ink', quantity: 2 },
		];
		const { error } = await tableRow('add', add, items);
		expect(error?.message).toContain('Record 999999 was not found');
		expect(error?.description).toContain('No other item was written');
		expect(await rowsOf(record)).toEqual([]);
	});

	test.each(['stop', 'undo'])(
		'row 30: a record whose row is refused is told with all of its items, with %s',
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
				Boolean(own?.description?.includes('Nothing was written for this item either')),
			);
			expect(notThem).toEqual([true, true, false, false]);
			expect(await rowsOf(first)).toEqual([]);
		},
	);

	test('row 30: a row that the service refuses leaves alone, the others of its record are written', async () => {
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

	test('row 30: two ways to write the same key are told, so that no rows of one record are written apart', async () => {
		const numbered = await api.makeApp({
			No: { type: 'NUMBER', unique: true },
			Lines: { type: 'SUBTABLE', fields: { Day: column('DATE', 'Day') } },
		});
		await api.create(numbered, { No: { value: '7' } });
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
			expect.stringContaining('"7.0" and "7" are the same record'),
			{ added: 1 },
		]);
	});

	test('row 30: an unknown column, table or row, and a value that is none, are refused with their names', async () => {
		const record = await order('A', { Article: 'ink' });
		const said = async (operation: string, parameters: IDataObject, item: IDataObject = {}) => {
			const { error } = await tableRow(operation, { ...byRecordId, ...parameters }, [
				{ record, ...item },
			]);
			return `${error?.message}. ${error?.description}`;
		};
		expect(await said('add', { columns: mapping({ Color: 'red' }) })).toMatch(
			/Table "Order lines" has no column "Color".*It has "Article", "Price"/,
		);
		expect(await said('add', { table: 'Parts', columns: mapping({}) })).toMatch(
			/The app has no table "Parts".*It has "Lines", "Visits"/,
		);
		expect(await said('add', { columns: mapping({ Due: 'soon' }) })).toMatch(
			/Field "Order lines, Due" must be a date/,
		);
		expect(await said('add', { columns: automatic() }, { color: 'red' })).toMatch(
			/No field of the item has the name of a column/,
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
		).toMatch(/no value for any column to change/);
		expect(await said('delete', { deleteBy: 'conditions', rowConditions: {} })).toMatch(
			/no condition that says which rows/,
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
	test('row 30: rows whose writing was not confirmed are told as such, and not written twice', async () => {
		const record = await order('A');
		const items = [1, 2, 3].map((Quantity) => ({ record, Quantity }));
		await sandbox.forget();
		await sandbox.faults({ method: 'PUT', path: '/k/v1/records.json', cut: 'after', times: 1 });
		const parameters = { ...byRecordId, columns: automatic() };
		const { output } = await tableRow('add', parameters, items, goOn);
		expect(output.map(({ error }) => error?.message)).toEqual(
			items.map(() => expect.stringContaining('lost after the request had been sent')),
		);
		const writes = (await requests()).filter((one) => one === 'PUT /k/v1/records.json');
		expect(writes).toHaveLength(1);
		expect((await rowsOf(record)).map(({ Quantity }) => Quantity)).toEqual(['1', '2', '3']);
	});
});

describe('the options of writing', () => {
	test('row 30: a dry run tells the records and requests, and writes nothing', async () => {
		const record = await order('A');
		const other = await order('B');
		const items = [record, other, record].map((id) => ({ record: id, Quantity: 1 }));
		const parameters = { ...byRecordId, columns: automatic(), options: { dryRun: true } };
		const outcome = await tableRow('add', parameters, items);
		expect(jsonOf(outcome)).toMatchObject([{ dryRun: true, items: 3, records: 2, requests: 1 }]);
		expect(await rowsOf(record)).toEqual([]);
	});

	test('row 30: all records are written or none where that was chosen', async () => {
		const record = await order('A');
		const other = await order('B');
		const items = [
			{ record, Quantity: 1, Rate: 1 },
			{ record: other, Quantity: 2, Rate: 11 },
		];
		const options = { whenRefused: 'undo' };
		const parameters = { ...byRecordId, columns: automatic(), options };
		const { output } = await tableRow('add', parameters, items, goOn);
		expect(output.map(({ error }) => Boolean(error))).toEqual([true, true]);
		expect(await rowsOf(record)).toEqual([]);
		expect(await rowsOf(other)).toEqual([]);
	});
});

describe('reading rows', () => {
	test('row 31: the rows of a table become items, those that meet conditions', async () => {
		const record = await order(
			'A',
			{ Article: 'ink', Quantity: '1' },
			{ Article: 'tea', Quantity: '2' },
		);
		const [first, second] = await rowsOf(record);
		const outcome = await tableRow('getAll', { ...byOrder, options: { numbersAsNumbers: true } }, [
			{ order: 'A' },
		]);
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
		expect(await meeting({ column: 'Article', operator: 'contains', value: 'n' })).toEqual([
			first?.id,
		]);
		expect(await meeting({ column: 'Price', operator: 'equals', value: '90.0' })).toEqual([
			second?.id,
		]);
		expect(await meeting({ column: 'Due', operator: 'notEmpty' })).toEqual([]);
	});

	test('row 31: the rows of many records are read with one request, each linked to its item', async () => {
		const first = await order('A', { Quantity: '1' }, { Quantity: '2' });
		const second = await order('B');
		const third = await order('C', { Quantity: '3' });
		await sandbox.forget();
		const items = [third, first, '999999', second, first].map((record) => ({ record }));
		const { output } = await tableRow('getAll', byRecordId, items, goOn);
		expect(output.map(({ json, error }) => error?.message ?? json.Quantity)).toEqual([
			'3',
			'1',
			'2',
			expect.stringContaining('Record 999999 was not found'),
			'1',
			'2',
		]);
		expect(itemsOf(output)).toEqual([0, 1, 1, 2, 4, 4]);
		expect(await requests()).toEqual(['GET /k/v1/records.json']);
		await sandbox.faults({ path: '/k/v1/records.json', status: 403, times: 1 });
		const refused = await tableRow('getAll', byRecordId, items.slice(0, 2), goOn);
		expect(refused.output.map(({ error }) => Boolean(error))).toEqual([true, true]);
	});

	test('row 31: a record that is read becomes an item for each row of a table, with its other fields', async () => {
		const record = await order('A', { Quantity: '1' }, { Quantity: '2' });
		const get = async (splitTable: string) =>
			await runRecordPlatform(sandbox, {
				resource: 'record',
				operation: 'get',
				parameters: {
					app: byId(app),
					recordId: { mode: 'id', value: record },
					options: { splitTable },
				},
			});
		expect(jsonOf(await get('Lines'))).toMatchObject([
			{ Order: 'A', Lines: { Quantity: '1' } },
			{ Order: 'A', Lines: { Quantity: '2' } },
		]);
		expect(jsonOf(await get('Visits'))).toMatchObject([{ Order: 'A', Visits: null }]);
		for (const none of ['Order', 'Parts']) {
			expect((await get(none)).error?.message).toContain(`No table "${none}" was read`);
		}
	});

	test('row 31: rows that were read can be changed and written back by their IDs', async () => {
		const record = await order(
			'A',
			{ Article: 'ink', Quantity: '1' },
			{ Article: 'tea', Quantity: '2' },
		);
		const read = jsonOf(await tableRow('getAll', byRecordId, [{ record }]));
		const changed = read.map((row) => ({ ...row, record, Quantity: Number(row.Quantity) * 10 }));
		const columns = automatic({ matchingColumns: ['$rowId'] });
		jsonOf(await tableRow('update', { ...byRecordId, columns }, changed));
		expect((await rowsOf(record)).map(({ id, Quantity }) => [id, Quantity])).toEqual(
			read.map(({ $rowId }, index) => [$rowId, ['10', '20'][index]]),
		);
	});
});

describe('items that become table rows', () => {
	const columns = articleAndQuantity;
	const shared = { table: 'Lines', columns };
	const head = (more: IDataObject = {}) =>
		mapping({ Order: '={{ $json.order }}', Customer: '={{ $json.customer }}' }, more);
	const withTable = async (operation: string, parameters: IDataObject, run: Partial<Run>) =>
		await runRecordPlatform(sandbox, {
			resource: 'record',
			operation,
			parameters: { app: byId(app), options: {}, ...shared, ...parameters },
			...run,
		});
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

	test('row 31: items with the same value become one record with a row each', async () => {
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
		expect(await api.values(app, String(a?.id))).toMatchObject({ Order: 'A', Customer: 'Sato' });
		expect(await rowsOf(String(a?.id))).toMatchObject([
			{ Article: 'ink', Quantity: '1', Price: '250' },
			{ Article: 'tea', Quantity: '3', Price: '90' },
		]);
		expect(await rowsOf(String(b?.id))).toMatchObject([{ Article: 'tea', Quantity: '2' }]);
	});

	test('row 31: five thousand items become 250 records of twenty rows with one request', async () => {
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
		expect(await requests()).toEqual([
			'GET /k/v1/app/form/fields.json',
			'POST /k/v1/bulkRequest.json',
		]);
		expect(pairs(outcome.output)[3]).toEqual(Array.from({ length: 20 }, (_, at) => 3 + 250 * at));
		const rows = await rowsOf(String(jsonOf(outcome)[3]?.id));
		expect(rows.map(({ Quantity }) => Number(Quantity))).toEqual(pairs(outcome.output)[3]);
	});

	test('row 31: records are created or updated with the rows of their items; a second run changes nothing', async () => {
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

	test('row 31: a record of which an item is refused is not written, the others are', async () => {
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
			expect.stringContaining('Item 2, which belongs to the same record, was refused'),
			expect.objectContaining({ rows: 1 }),
			expect.stringContaining('must be a number'),
			expect.stringMatching(/Items 3 and 4 belong to the same record, but differ in "Customer"/),
			expect.stringMatching(/Items 3 and 4 belong to the same record, but differ in "Customer"/),
			expect.stringContaining('GAIA_LO04'),
			expect.stringContaining('GAIA_LO04'),
			expect.stringContaining('The parameter "Group Items By" is empty'),
		]);
		const { output: all } = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'getAll',
			parameters: { app: byId(app), returnAll: true, options: {} },
		});
		expect(all.map(({ json }) => json.Order)).toEqual(['B']);
	});

	test('row 31: one refused item stops the workflow before anything is written', async () => {
		const items = [
			{ order: 'A', customer: 'Sato', article: 'ink', quantity: 1 },
			{ order: 'B', customer: 'Sato', article: 'ink', quantity: 'many' },
		];
		const { error } = await create({ items });
		expect(error?.message).toMatch(/must be a number.*\[item 1\]/);
		expect(await requests()).toEqual(['GET /k/v1/app/form/fields.json']);
	});
});

describe('the pickers of tables', () => {
	const called = async (parameters: IDataObject) =>
		await editor(sandbox, {
			resource: 'tableRow',
			operation: 'add',
			app: byId(app),
			options: {},
			...parameters,
		});

	it('offer the tables, their columns, and unique fields', async () => {
		const { loadOptions, resourceMapping } = methods;
		expect(await loadOptions.getTables.call(await called({}))).toEqual([
			{ name: 'Order lines (Lines)', value: 'Lines' },
			{ name: 'Visits', value: 'Visits' },
		]);
		expect(await loadOptions.getKeyFields.call(await called({}))).toEqual([
			{ name: 'Order', value: 'Order' },
		]);
		const context = await called({ table: 'Lines' });
		const columns = await loadOptions.getTableColumns.call(context);
		expect(columns.map(({ value }) => value)).toEqual([
			'Article',
			'Price',
			'Quantity',
			'Rate',
			'State',
			'Due',
			'Papers',
		]);
		const { fields } = await resourceMapping.getColumnsToUpdate.call(context);
		expect(fields.map(({ id, canBeUsedToMatch }) => [id, canBeUsedToMatch])).toEqual([
			['$rowId', true],
			['Article', true],
			['Quantity', true],
			['Rate', true],
			['State', true],
			['Due', true],
			['Papers', false],
		]);
		const adding = await resourceMapping.getColumnsToAdd.call(context);
		expect(adding.fields.map(({ id }) => id)).not.toContain('$rowId');
		expect(
			(await resourceMapping.getColumnsToAdd.call(await called({ table: '' }))).emptyFieldsNotice,
		).toMatch(/Choose a table/);
	});

	it('give a schema with which nothing but the record is read', async () => {
		const record = await order('A', { Article: 'ink' });
		const context = await called({ table: 'Lines' });
		const { fields } = await methods.resourceMapping.getColumnsToAdd.call(context);
		await sandbox.forget();
		const columns = automatic({ schema: fields as unknown as IDataObject[] });
		jsonOf(await tableRow('add', { ...byRecordId, columns }, [{ record, Quantity: 4 }]));
		expect(await requests()).toEqual(['GET /k/v1/records.json', 'PUT /k/v1/records.json']);
	});
});
