import { Api, type Record_, useApi } from './api';

const { sandbox, api } = useApi();

beforeAll(async () => await sandbox.control('reset', { demo: true }));

const tokens: [string, string, number][] = [
	['1', 'demo-customers-token', 20],
	['2', 'demo-orders-token', 80],
	['3', 'demo-inventory-token', 12],
	['4', 'demo-tasks-token', 10],
	['5', 'demo-daily-reports-token', 24],
	['6', 'demo-event-log-token', 1],
	['8', 'demo-order-archive-token', 0],
	['9', 'demo-sales-budget-token', 12],
	['10', 'demo-tasks-test-token', 0],
	['11', 'demo-app-designs-token', 0],
	['12', 'demo-expenses-token', 0],
];

it.each(tokens)('has app %s with the token %s and its records', async (app, token, count) => {
	const answer = await api
		.as({ 'X-Cybozu-API-Token': token })
		.send<{ totalCount: string }>('GET', `records.json?app=${app}&totalCount=true`);
	expect(answer.body.totalCount).toBe(String(count));
});

const read = (caller: Api, app = '7') =>
	caller.send<{ code?: string; records: Record_[] }>('GET', `records.json?app=${app}`);

it('the app of a guest space is reached through the path of its space alone', async () => {
	const plain = await read(api);
	expect([plain.status, plain.body.code]).toEqual([400, 'GAIA_IL23']);
	expect((await read(api.inGuestSpace('1'))).body.records).toHaveLength(3);
	const other = await read(api.inGuestSpace('9'));
	expect([other.status, other.body.code]).toEqual([403, 'CB_NO02']);
	const outside = await read(api.inGuestSpace('1'), '2');
	expect([outside.status, outside.body.code]).toEqual([403, 'CB_NO02']);
});
