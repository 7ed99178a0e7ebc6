import { cells, useApi } from './api';

const { api } = useApi();
let app: string;
let other: string;

beforeAll(async () => {
	const fields = { key: { type: 'SINGLE_LINE_TEXT', unique: true } };
	app = await api.makeApp(fields);
	other = await api.makeApp(fields);
});

const request = (method: string, api: string, payload: object) => ({
	method,
	api: `/k/v1/${api}.json`,
	payload,
});

it('runs record operations of several apps as one', async () => {
	const id = await api.create(app, cells({ key: 'old' }));
	const gone = await api.create(other);
	const { results } = await api.ok<{ results: object[] }>('POST', 'bulkRequest.json', {
		requests: [
			request('POST', 'record', { app, record: cells({ key: 'one' }) }),
			request('POST', 'records', { app: other, records: [cells({ key: 'two' }), {}] }),
			request('PUT', 'record', { app, id, record: cells({ key: 'new' }) }),
			request('DELETE', 'records', { app: other, ids: [gone] }),
		],
	});
	expect(results).toMatchObject([
		{ revision: '1' },
		{ revisions: ['1', '1'] },
		{ revision: '2' },
		{},
	]);
	expect((await api.values(app, id)).key).toBe('new');
});

it('undoes all when one fails, and tells which', async () => {
	const { status, body, headers } = await api.send<{ results: { code?: string }[] }>(
		'POST',
		'bulkRequest.json',
		{
			requests: [
				request('POST', 'record', { app, record: cells({ key: 'undone' }) }),
				request('PUT', 'record', { app, id: 4711, record: {} }),
				request('POST', 'record', { app, record: {} }),
			],
		},
	);
	expect(status).toBe(404);
	expect(headers.get('x-cybozu-error')).toBe('GAIA_RE01');
	expect(body.results).toHaveLength(3);
	expect([body.results[0], body.results[2]]).toEqual([{}, {}]);
	expect(body.results[1]?.code).toBe('GAIA_RE01');
	expect(await api.ids(app, 'key = "undone"')).toEqual([]);
});

it('takes 20 requests and record operations only', async () => {
	const one = request('POST', 'record', { app });
	const many = { requests: Array(21).fill(one) };
	expect(await api.fault('POST', 'bulkRequest.json', many)).toBe('400 CB_VA01 requests');
	for (const wrong of [
		request('GET', 'records', { app }),
		request('POST', 'record/comment', { app }),
		{ ...one, api: 'record.json' },
	]) {
		const requests = [wrong];
		expect(await api.refusal('POST', 'bulkRequest.json', { requests })).toBe('400 CB_VA01');
	}
});
