import type { IDataObject } from 'n8n-workflow';

import { cells, useApi } from '../../sandbox/record-platform/api';
import { byId, itemsOf, jsonOf, ORDER_FIELDS, type Run, runRecordPlatform } from './world';

const { sandbox, api } = useApi();
const COUNT = 2000;
let app: string;

beforeAll(async () => {
	app = await api.makeApp({ Amount: { type: 'NUMBER' }, Kind: { type: 'SINGLE_LINE_TEXT' } });
	const records = (first: number) =>
		Array.from({ length: 100 }, (_, index) => cells({ Amount: first + index }));
	const requests = Array.from({ length: COUNT / 100 }, (_, call) => ({
		method: 'POST',
		api: '/k/v1/records.json',
		payload: { app, records: records(call * 100 + 1) },
	}));
	await api.ok('POST', 'bulkRequest.json', { requests });
});

beforeEach(async () => await sandbox.forget());

const getAll = (parameters: IDataObject, more: Partial<Run> = {}) =>
	runRecordPlatform(sandbox, {
		resource: 'record',
		operation: 'getAll',
		...more,
		parameters: { app: byId(app), returnAll: true, options: {}, ...parameters },
	});
const query = (text: string) => ({ filterBy: 'query', query: text });
const byAmount = { sort: { rows: [{ field: 'Amount', direction: 'asc' }] } };
const idsOf = (rows: IDataObject[]) => rows.map(({ $id }) => Number($id));
const downFrom = (last: number, first = 1) =>
	Array.from({ length: last - first + 1 }, (_, index) => last - index);
test('the way of reading follows from what is asked, with 500 records a page', async () => {
	await getAll({ returnAll: false, limit: 500 });
	expect(await sandbox.calls()).toEqual(['GET /k/v1/records.json']);

	await sandbox.forget();
	const few = jsonOf(await getAll({ ...query('Amount > 1900'), ...byAmount }));
	expect(idsOf(few)).toEqual(downFrom(COUNT, 1901).reverse());
	expect(await sandbox.calls()).toEqual(['GET /k/v1/records.json']);

	await sandbox.forget();
	const sorted = jsonOf(await getAll({ ...query('Amount <= 2000'), ...byAmount }));
	expect(idsOf(sorted)).toEqual(downFrom(2000).reverse());
	expect(await sandbox.calls()).toEqual([
		'GET /k/v1/records.json',
		'POST /k/v1/records/cursor.json',
		...Array.from({ length: 4 }, () => 'GET /k/v1/records/cursor.json'),
	]);

	await sandbox.forget();
	expect(idsOf(jsonOf(await getAll(query('Amount <= 2000'))))).toEqual(downFrom(2000));
	expect(await sandbox.calls()).toEqual(Array.from({ length: 5 }, () => 'GET /k/v1/records.json'));
});

test('all comments are read, ten a page', async () => {
	const place = { recordId: { mode: 'id', value: '1' } };
	const items = Array.from({ length: 25 }, (_, index) => ({ text: `comment ${index + 1}` }));
	const create = { resource: 'comment', operation: 'create', items };
	jsonOf(await getAll({ ...place, text: '={{ $json.text }}' }, create));
	await sandbox.forget();
	const comments = jsonOf(await getAll(place, { resource: 'comment' }));
	expect(comments.map(({ id }) => Number(id))).toEqual(downFrom(25));
	expect(await sandbox.calls()).toEqual(
		Array.from({ length: 3 }, () => 'GET /k/v1/record/comments.json'),
	);
});

describe('reading many', () => {
	it('honours limit and offset of a written query', async () => {
		const rows = jsonOf(await getAll(query('order by $id asc limit 3 offset 4')));
		expect(idsOf(rows)).toEqual([5, 6, 7]);
	});

	it('runs for every item', async () => {
		const items = [{ id: 3 }, { id: 99999 }, { id: 1 }];
		const { output } = await getAll(query('={{ "$id = " + $json.id }}'), { items });
		expect(output.map(({ json }) => json.$id)).toEqual(['3', '1']);
		expect(itemsOf(output)).toEqual([0, 2]);
	});

	it('gives no items and a hint when nothing is found', async () => {
		const { output, hints, error } = await getAll(query('Amount < 0'));
		expect([output, error]).toEqual([[], undefined]);
		expect(hints[0]?.message).toContain('No records meet the conditions');
	});

	it('sends a query that is too long for a URL all the same', async () => {
		const many = Array.from({ length: 600 }, (_, index) => `"number ${index}"`).join(', ');
		expect(jsonOf(await getAll(query(`Kind in (${many})`)))).toEqual([]);
	});
});

describe('a list that the service calls incomplete', () => {
	const WARNING = 'Filter aborted because of too many search results';

	beforeEach(async () => {
		const headers = { 'X-Cybozu-Warning': WARNING };
		await sandbox.faults({ method: 'GET', path: '/k/v1/records.json', headers, times: 1 });
	});

	it.each([
		['getAll', { returnAll: true }],
		['count', {}],
		['deleteByConditions', { atMost: 1 }],
	])('is an error where all records are wanted: %s', async (operation, more) => {
		const { error } = await getAll({ ...query('Amount = 1'), ...more }, { operation });
		expect(error?.message).toContain(WARNING);
		expect(await sandbox.calls()).toEqual(['GET /k/v1/records.json']);
	});

	it('comes with a hint where some are wanted', async () => {
		const some = await getAll({ returnAll: false, limit: 2, ...query('Amount >= 0') });
		expect(jsonOf(some)).toHaveLength(2);
		expect(JSON.stringify(some.hints)).toContain(WARNING);
	});
});

describe('what is returned', () => {
	let orders: string;

	beforeAll(async () => {
		orders = await api.makeApp(ORDER_FIELDS);
		const lines = ['Pencil', 'Rubber'].map((Article) => ({
			value: cells({ Article, Quantity: 3 }),
		}));
		const people = [{ code: 'sato' }];
		const tags = ['red', 'blue'];
		const values = { Amount: '-1.50', State: 'Done', Tags: tags, People: people, Lines: lines };
		await api.create(orders, cells({ ...values, Due: '2026-01-31' }));
	});

	it('is plain values', async () => {
		expect(jsonOf(await getAll({ app: byId(orders) }))).toMatchObject([
			{
				$id: '1',
				$revision: '1',
				Amount: -1.5,
				State: 'Done',
				Tags: ['red', 'blue'],
				Due: '2026-01-31',
				At: null,
				People: ['sato'],
				Lines: [
					{ $rowId: expect.any(String), Article: 'Pencil', Quantity: 3 },
					{ $rowId: expect.any(String), Article: 'Rubber', Quantity: 3 },
				],
			},
		]);
	});

	it('is the raw form when it is not to be simplified', async () => {
		const [row] = jsonOf(await getAll({ app: byId(orders), simplify: false }));
		expect(row?.State).toEqual({ type: 'DROP_DOWN', value: 'Done' });
	});

	it('is the chosen fields alone, with the total count where that is wanted', async () => {
		const options = { fields: ['Amount'], totalCount: true };
		const counted = jsonOf(await getAll({ ...query('Amount <= 1200'), options }));
		expect(counted).toEqual(downFrom(1200).map((Amount) => ({ Amount, $totalCount: 1200 })));
		const paths = (await sandbox.requests()).map(({ path }) => decodeURIComponent(path));
		expect(paths.filter((path) => path.includes('totalCount'))).toHaveLength(1);
		for (const path of paths) expect(path).toContain('fields[0]=Amount&fields[1]=$id');
	});
});
