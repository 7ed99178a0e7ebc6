import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Api, byId, itemsOf, jsonOf, ORDER_FIELDS, runRecordPlatform } from './world';

const sandbox = useSandbox();
const COUNT = 1201;
let api: Api;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(ORDER_FIELDS);
	for (let made = 0; made < COUNT; made += 100) {
		const records = Array.from({ length: Math.min(100, COUNT - made) }, (_, index) =>
			cells({ Amount: (made + index) % 7, Notes: `note ${made + index}`, State: 'Open' }),
		);
		await api.ok('POST', 'records.json', { app, records });
	}
	await api.create(
		app,
		cells({
			Number: 'with "quotes" \\ and all',
			Amount: '-1.50',
			State: 'Done',
			Tags: ['red', 'blue'],
			Due: '2026-01-31',
			People: [{ code: 'sato' }],
			Lines: [
				{ value: cells({ Article: 'Pencil', Quantity: 3 }) },
				{ value: cells({ Article: 'Rubber', Quantity: 9 }) },
			],
		}),
	);
});

beforeEach(async () => {
	await sandbox.forget();
});

const getAll = (parameters: IDataObject, more: object = {}) =>
	runRecordPlatform(sandbox, {
		resource: 'record',
		operation: 'getAll',
		parameters: { app: byId(app), returnAll: true, options: {}, ...parameters },
		...more,
	});
const where = (...rows: IDataObject[]) => ({ filterBy: 'conditions', conditions: { rows } });
const query = (text: string) => ({ filterBy: 'query', query: text });

describe('reading many', () => {
	it('gives the newest first and stops at the limit with one request', async () => {
		const rows = jsonOf(await getAll({ returnAll: false, limit: 3 }));
		expect(rows.map(({ $id }) => $id)).toEqual([COUNT + 1, COUNT, COUNT - 1].map(String));
		expect(await sandbox.calls()).toEqual(['GET /k/v1/records.json']);
	});

	it('keeps an alternative in the conditions together on every page', async () => {
		const rows = jsonOf(
			await getAll(query('Amount = 1 or Amount = 2 or Amount = 3 or Amount = 4')),
		);
		const expected = Array.from({ length: COUNT }, (_, index) => index % 7);
		expect(rows).toHaveLength(expected.filter((amount) => amount >= 1 && amount <= 4).length);
	});

	it('honours limit and offset of a written query', async () => {
		const rows = jsonOf(await getAll(query('order by $id asc limit 3 offset 4')));
		expect(rows.map(({ $id }) => $id)).toEqual(['5', '6', '7']);
	});

	it('runs for every item', async () => {
		const { output } = await getAll(
			{ ...query('={{ "$id = " + $json.id }}') },
			{ items: [{ id: 3 }, { id: 99999 }, { id: 1 }] },
		);
		expect(output.map(({ json }) => json.$id)).toEqual(['3', '1']);
		expect(itemsOf(output)).toEqual([0, 2]);
	});

	it('gives no items and a hint when nothing is found', async () => {
		const { output, hints, error } = await getAll(where({ field: 'Amount', value: '777' }));
		expect(error).toBeUndefined();
		expect(output).toEqual([]);
		expect(hints[0]?.message).toContain('No records meet the conditions');
	});

	it('sends a query that is too long for a URL all the same', async () => {
		const many = Array.from({ length: 600 }, (_, index) => `"number ${index}"`).join(', ');
		const { output, error } = await getAll(query(`Number in (${many})`));
		expect(error).toBeUndefined();
		expect(output).toEqual([]);
	});
});

describe('conditions', () => {
	const found = async (...rows: IDataObject[]) =>
		jsonOf(await getAll({ ...where(...rows), options: { fields: ['$id'] } })).length;

	it.each<[string, IDataObject[], number]>([
		['a text with quotes', [{ field: 'Number', value: 'with "quotes" \\ and all' }], 1],
		['a typed choice', [{ field: 'State|DROP_DOWN', value: 'Done' }], 1],
		[
			'a choice that is not',
			[{ field: 'State|DROP_DOWN', operator: 'notEquals', value: 'Open' }],
			1,
		],
		['any of', [{ field: 'State', operator: 'anyOf', value: 'Done, Open' }], COUNT + 1],
		['none of', [{ field: 'Tags|CHECK_BOX', operator: 'noneOf', value: 'red' }], COUNT],
		['a number', [{ field: 'Amount|NUMBER', operator: 'less', value: 0 }], 1],
		['an empty text', [{ field: 'Number|SINGLE_LINE_TEXT', operator: 'empty' }], COUNT],
		['an empty long text', [{ field: 'Notes|MULTI_LINE_TEXT', operator: 'empty' }], 1],
		['a date', [{ field: 'Due|DATE', value: '2026-01-30T15:00:00.000Z' }], 0],
		['no choice made', [{ field: 'Tags|CHECK_BOX', operator: 'notEmpty' }], 1],
		['a field in a table', [{ field: 'Quantity|SUBTABLE.NUMBER', value: '9' }], 1],
		['a person', [{ field: 'People|USER_SELECT', value: 'sato' }], 1],
	])('find %s', async (_, rows, count) => {
		expect(await found(...rows)).toBe(count);
	});
});

const WARNING = 'Filter aborted because of too many search results';

describe('a list that the service calls incomplete', () => {
	beforeEach(async () => {
		await sandbox.faults({
			method: 'GET',
			path: '/k/v1/records.json',
			headers: { 'X-Cybozu-Warning': WARNING },
			times: 1,
		});
	});

	it.each([
		['getAll', { returnAll: true }],
		['count', {}],
		['deleteByConditions', { atMost: 1 }],
	])('is an error where all records are wanted: %s', async (operation, more) => {
		const { error } = await getAll({ ...query('Amount = -1.5'), ...more }, { operation });
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
	const last = (options: IDataObject, more: IDataObject = {}) =>
		getAll({ returnAll: false, limit: 1, options, ...more });

	it('is plain values', async () => {
		const [row] = jsonOf(await last({}));
		expect(row).toMatchObject({
			$id: String(COUNT + 1),
			$revision: '1',
			Amount: -1.5,
			State: 'Done',
			Tags: ['red', 'blue'],
			Due: '2026-01-31',
			At: null,
			People: ['sato'],
			Lines: [
				{ $rowId: expect.any(String), Article: 'Pencil', Quantity: 3 },
				{ $rowId: expect.any(String), Article: 'Rubber', Quantity: 9 },
			],
		});
	});

	it('is the raw form when it is not to be simplified', async () => {
		const [row] = jsonOf(await last({}, { simplify: false }));
		expect(row?.State).toEqual({ type: 'DROP_DOWN', value: 'Done' });
	});

	it('is the chosen fields alone', async () => {
		const [row] = jsonOf(await last({ fields: ['State'] }));
		expect(row).toEqual({ State: 'Done' });
	});

	it('has an item for each row of a table', async () => {
		const outcome = await last({ splitTable: 'Lines', fields: ['State', 'Lines'] });
		expect(jsonOf(outcome).map(({ Lines }) => (Lines as IDataObject).Article)).toEqual([
			'Pencil',
			'Rubber',
		]);
		expect(itemsOf(outcome.output)).toEqual([0, 0]);
	});

	it('tells the total count', async () => {
		const [row] = jsonOf(await last({ totalCount: true, fields: ['State'] }));
		expect(row).toEqual({ State: 'Done', $totalCount: COUNT + 1 });
	});

	it('is a number when records are counted', async () => {
		const outcome = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'count',
			parameters: { app: byId(app), ...query('State in ("Open")'), options: {} },
		});
		expect(jsonOf(outcome)).toEqual([{ count: COUNT }]);
	});
});
