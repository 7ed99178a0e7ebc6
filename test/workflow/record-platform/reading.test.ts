import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Api, byId, jsonOf, runRecordPlatform } from './world';

const sandbox = useSandbox();
const COUNT = 10_000;
let api: Api;
let app: string;

/** Creates records in one bulk request of twenty calls. */
async function createMany(first: number, count: number): Promise<void> {
	const numbers = Array.from({ length: count }, (_, index) => first + index);
	const requests = Array.from({ length: Math.ceil(count / 100) }, (_, call) => ({
		method: 'POST',
		api: '/k/v1/records.json',
		payload: {
			app,
			records: numbers
				.slice(call * 100, call * 100 + 100)
				.map((number) => cells({ Amount: number, Kind: number % 3 === 0 ? 'third' : 'other' })),
		},
	}));
	await api.ok('POST', 'bulkRequest.json', { requests });
}

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp({
		Amount: { type: 'NUMBER' },
		Kind: { type: 'SINGLE_LINE_TEXT' },
	});
	for (let made = 0; made < COUNT; made += 2000) await createMany(made + 1, 2000);
});

beforeEach(async () => {
	await sandbox.forget();
});

const getAll = (parameters: IDataObject, operation = 'getAll', resource = 'record') =>
	runRecordPlatform(sandbox, {
		resource,
		operation,
		parameters: { app: byId(app), returnAll: true, options: {}, ...parameters },
	});
const query = (text: string) => ({ filterBy: 'query', query: text });
const byAmount = { sort: { rows: [{ field: 'Amount', direction: 'asc' }] } };
const idsOf = (rows: IDataObject[]) => rows.map(({ $id }) => Number($id));
const downFrom = (last: number, first = 1) =>
	Array.from({ length: last - first + 1 }, (_, index) => last - index);
/** Lets the next requests take a while, so that those under way at once are seen. */
const slowly = (times: number) =>
	sandbox.faults({ method: 'GET', path: '/k/v1/records.json', delayMs: 50, times });
/** Opens as many cursors as the site still allows, and gives their IDs. */
async function openCursors(): Promise<string[]> {
	const ids: string[] = [];
	for (;;) {
		const { status, body } = await api.send<{ id: string }>('POST', 'records/cursor.json', { app });
		if (status !== 200) return ids;
		ids.push(body.id);
	}
}
async function closeCursors(ids: string[]): Promise<void> {
	for (const id of ids) await api.ok('DELETE', 'records/cursor.json', { id });
}

test('the way of reading follows from what is asked, with 500 records a page', async () => {
	await getAll({ returnAll: false, limit: 500 });
	expect(await sandbox.calls()).toEqual(['GET /k/v1/records.json']);

	await sandbox.forget();
	const few = jsonOf(await getAll({ ...query('Amount > 9900'), ...byAmount }));
	expect(idsOf(few)).toEqual(downFrom(COUNT, 9901).reverse());
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
	expect(await sandbox.calls()).toEqual(Array.from({ length: 4 }, () => 'GET /k/v1/records.json'));
});

test('10,000 records are read by ranges of IDs, several at once, with 20 requests', async () => {
	await slowly(20);
	const rows = jsonOf(await getAll({}));
	expect(idsOf(rows)).toEqual(downFrom(COUNT));
	const { requests, mostRunning } = await sandbox.log();
	expect(requests).toHaveLength(20);
	expect(mostRunning).toBeGreaterThan(1);
	expect(mostRunning).toBeLessThanOrEqual(6);
});

test('records that lie unevenly are read by ranges too, each once and in order', async () => {
	const uneven = 'Kind in ("third") and Amount < 6000 or Amount > 5000 and Amount < 7500';
	await slowly(16);
	const rows = jsonOf(await getAll(query(`${uneven} order by $id asc`)));
	const expected = downFrom(COUNT)
		.reverse()
		.filter((id) => (id % 3 === 0 && id < 6000) || (id > 5000 && id < 7500));
	expect(idsOf(rows)).toEqual(expected);
	const pages = Math.ceil(expected.length / 500);
	expect((await sandbox.calls()).length).toBeLessThanOrEqual(pages + 5);
	expect((await sandbox.log()).mostRunning).toBeGreaterThan(1);
});

test('no cursor is left open by a failure or a limit, and ten that are open are no obstacle', async () => {
	await sandbox.faults({ method: 'GET', path: '/k/v1/records/cursor.json', status: 500, times: 1 });
	const { error } = await getAll(byAmount);
	expect(error?.message).toContain('SANDBOX_FAULT');
	const limited = jsonOf(await getAll({ ...byAmount, returnAll: false, limit: 1100 }));
	expect(limited).toHaveLength(1100);
	expect((await sandbox.calls()).filter((call) => call.startsWith('DELETE'))).toHaveLength(2);

	const open = await openCursors();
	expect(open).toHaveLength(10);
	await sandbox.forget();
	const rows = jsonOf(await getAll({ ...query('Amount <= 1700'), ...byAmount }));
	expect(idsOf(rows)).toEqual(downFrom(1700).reverse());
	expect(await sandbox.calls()).toEqual([
		'GET /k/v1/records.json',
		'POST /k/v1/records/cursor.json',
		...Array.from({ length: 3 }, () => 'GET /k/v1/records.json'),
	]);
	await closeCursors(open);
});

test('chosen fields alone are asked for, and records are counted only where that is wanted', async () => {
	const chosen = { fields: ['Amount'] };
	const rows = jsonOf(await getAll({ ...query('Amount <= 1200'), options: chosen }));
	expect(rows).toEqual(downFrom(1200).map((Amount) => ({ Amount })));
	const plain = (await sandbox.requests()).map(({ path }) => decodeURIComponent(path));
	for (const path of plain) {
		expect(path).toContain('fields[0]=Amount&fields[1]=$id');
		expect(path).not.toContain('totalCount');
	}

	await sandbox.forget();
	const counted = jsonOf(
		await getAll({ ...query('Amount <= 1200'), options: { ...chosen, totalCount: true } }),
	);
	expect(counted).toEqual(downFrom(1200).map((Amount) => ({ Amount, $totalCount: 1200 })));
	const counting = (await sandbox.requests()).filter(({ path }) => path.includes('totalCount'));
	expect(counting).toHaveLength(1);
});

test.each([
	['commas', 'sato, ito', ['sato', 'ito']],
	['a list, such as the assignees of a record', "={{ ['sato', 'ito'] }}", ['sato', 'ito']],
])('a mention takes several people: %s', async (_what, code, codes) => {
	const place = { app: byId(app), recordId: { mode: 'id', value: '2' } };
	const mentions = {
		rows: [
			{ type: 'USER', code },
			{ type: 'GROUP', code: 'managers' },
		],
	};
	const parameters = { ...place, text: 'Look', mentions, options: {} };
	const outcome = await runRecordPlatform(sandbox, {
		resource: 'comment',
		operation: 'create',
		parameters,
	});
	expect(outcome.error).toBeUndefined();
	const { comments } = await api.get<{ comments: Array<{ mentions: object[] }> }>(
		'record/comments.json',
		{ app, record: 2 },
	);
	expect(comments[0]?.mentions).toEqual([
		...codes.map((one) => ({ code: one, type: 'USER' })),
		{ code: 'managers', type: 'GROUP' },
	]);
});

test('all comments are read, ten a page, and a comment mentions people', async () => {
	const place = { app: byId(app), recordId: { mode: 'id', value: '1' } };
	await runRecordPlatform(sandbox, {
		resource: 'comment',
		operation: 'create',
		parameters: {
			...place,
			text: '={{ $json.text }}',
			mentions: { rows: [{ type: 'USER', code: 'sato' }] },
			options: {},
		},
		items: Array.from({ length: 25 }, (_, index) => ({ text: `comment ${index + 1}` })),
	});
	await sandbox.forget();
	const comments = jsonOf(await getAll(place, 'getAll', 'comment'));
	expect(comments).toHaveLength(25);
	expect(comments.map(({ id }) => Number(id))).toEqual(downFrom(25));
	for (const { text, mentions } of comments) {
		expect(text).toMatch(/comment \d+/);
		expect(mentions).toEqual([{ code: 'sato', type: 'USER' }]);
	}
	expect(await sandbox.calls()).toEqual(
		Array.from({ length: 3 }, () => 'GET /k/v1/record/comments.json'),
	);
});
