import { useSandbox } from '../../support/sandbox';
import { Api, cells, passwordOf, type Record_ } from './api';

const sandbox = useSandbox();
let api: Api;

beforeAll(async () => {
	api = new Api(sandbox.url);
	await sandbox.control('reset', { demo: true });
});

const tokens: [string, string, number][] = [
	['1', 'demo-customers-token', 20],
	['2', 'demo-orders-token', 80],
	['3', 'demo-inventory-token', 12],
	['4', 'demo-tasks-token', 10],
	['5', 'demo-daily-reports-token', 24],
	['6', 'demo-event-log-token', 1],
	['8', 'demo-order-archive-token', 0],
];

it.each(tokens)('has app %s with the token %s and its records', async (app, token, count) => {
	const answer = await api
		.as({ 'X-Cybozu-API-Token': token })
		.send<{ totalCount: string }>('GET', `records.json?app=${app}&totalCount=true`);
	expect(answer.body.totalCount).toBe(String(count));
});

it('has orders with a lookup, a computed total, statuses, comments and a file', async () => {
	const order = await api.values('2', '1');
	expect(order).toMatchObject({ Customer: 'Harbor Books', Contact: 'Nora Ellis', Total: '440.1' });
	const [file] = order.Documents as { fileKey: string }[];
	const response = await fetch(`${sandbox.url}/k/v1/file.json?fileKey=${file?.fileKey}`, {
		headers: { 'X-Cybozu-API-Token': 'demo-orders-token' },
	});
	expect(await response.text()).toContain('SO-2001');
	const { comments } = await api.get<{ comments: object[] }>('record/comments.json', {
		app: 2,
		record: 1,
	});
	expect(comments).toHaveLength(3);
	for (const status of ['Received', 'Confirmed', 'Shipped', 'Completed', 'Canceled']) {
		expect(await api.ids('2', `Status = "${status}" limit 1`)).toHaveLength(1);
	}
});

it('has tasks that wait for an approval', async () => {
	const waiting = await api.ids('4', 'Status in ("Review")');
	expect(waiting).toHaveLength(2);
	const { Assignee } = await api.values('4', waiting[0] ?? '');
	expect(Assignee).toEqual(
		['sato', 'ito', 'yamamoto'].map((code) => expect.objectContaining({ code })),
	);
	expect(
		await api.ids('4', 'Status in ("Review") and Updated_datetime < FROM_TODAY(-3, DAYS)'),
	).toEqual(waiting);
});

it('has an event log to upsert into', async () => {
	const { records } = await api.ok<{ records: object[] }>('PUT', 'records.json', {
		app: 6,
		upsert: true,
		records: [
			{ updateKey: { field: 'event_key', value: 'demo-1' }, record: cells({ subject: 'Moved' }) },
			{ updateKey: { field: 'event_key', value: 'demo-2' }, record: cells({ subject: 'New' }) },
		],
	});
	expect(records).toMatchObject([{ operation: 'UPDATE' }, { operation: 'INSERT' }]);
});

it('has spaces of every kind, with members, threads and guests, and plug-ins', async () => {
	interface Space {
		name: string;
		isGuest: boolean;
		isPrivate: boolean;
		useMultiThread: boolean;
		attachedApps: { name: string }[];
	}
	const read = async (id: string, caller = api): Promise<unknown[]> => {
		const space = await caller.get<Space>('space.json', { id });
		return [space.name, space.isGuest, space.isPrivate, space.useMultiThread].concat(
			space.attachedApps.map(({ name }) => name),
		);
	};
	expect(await read('1', api.inGuestSpace('1'))).toEqual([
		'Partners',
		true,
		true,
		true,
		'Partner Requests',
	]);
	expect(await read('2')).toEqual(['Product Launch', false, false, true, 'Tasks']);
	expect(await read('3')).toEqual(['Announcements', false, false, false]);
	expect(await read('4')).toEqual(['Management', false, true, false]);
	const inGuestSpace = { id: 1, guests: ['olivia@northwind.example'] };
	await api.inGuestSpace('1').ok('PUT', 'space/guests.json', inGuestSpace);
	const { plugins } = await api.get<{ plugins: { name: string }[] }>('plugins.json');
	expect(plugins.map(({ name }) => name)).toEqual(['Holiday Calendar', 'Map View']);
});

describe('the app of a guest space', () => {
	const read = (caller: Api, app = '7') =>
		caller.send<{ code?: string; records: Record_[] }>('GET', `records.json?app=${app}`);

	it('is reached through the path of its space alone', async () => {
		const plain = await read(api);
		expect([plain.status, plain.body.code]).toEqual([400, 'GAIA_IL23']);
		expect((await read(api.inGuestSpace('1'))).body.records).toHaveLength(3);
		const other = await read(api.inGuestSpace('9'));
		expect([other.status, other.body.code]).toEqual([403, 'CB_NO02']);
		const outside = await read(api.inGuestSpace('1'), '2');
		expect([outside.status, outside.body.code]).toEqual([403, 'CB_NO02']);
	});

	it('is listed, written and part of bulk requests there', async () => {
		const guest = api.inGuestSpace('1');
		const { apps } = await guest.get<{ apps: { appId: string }[] }>('apps.json');
		expect(apps.map(({ appId }) => appId)).toEqual(['7']);
		const id = await guest
			.as({ 'X-Cybozu-API-Token': 'demo-partner-requests-token' })
			.create('7', cells({ Subject: 'From a test' }));
		expect((await guest.values('7', id)).Subject).toBe('From a test');
		const payload = { app: 7, record: cells({ Subject: 'In bulk' }) };
		const { results } = await api.ok<{ results: object[] }>('POST', 'bulkRequest.json', {
			requests: [
				{ method: 'POST', api: '/k/guest/1/v1/record.json', payload },
				{ method: 'DELETE', api: '/k/guest/1/v1/records.json', payload: { app: 7, ids: [id] } },
			],
		});
		expect(results).toHaveLength(2);
	});
});

it('lets every demo user read, and only the maker change the design', async () => {
	const sato = api.as(passwordOf('sato'));
	expect((await sato.ids('1', 'limit 5')).length).toBe(5);
	const { status } = await sato.send('GET', 'preview/app/form/fields.json?app=1');
	expect(status).toBe(403);
});
