import { useSandbox } from '../../support/sandbox';
import { Api, cells, type ErrorBody, passwordOf, useApi } from './api';

const { sandbox, api } = useApi();
/** Has as many requests at once as a tenant may have. */
const crowded = useSandbox();
let app: string;

beforeAll(async () => {
	app = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	await api.create(app, cells({ text: 'a' }));
});

const makeToken = async (permissions: string[], of = app): Promise<string> =>
	((await sandbox.control('tokens', { app: of, permissions })) as { token: string }).token;

describe('signing in', () => {
	const outcome = async (headers: Record<string, string>, path = `record.json?app=${app}&id=1`) => {
		const { status, body } = await api.as(headers).send('GET', path);
		return [status, body.code];
	};

	it('takes a password in both dialects', async () => {
		const [value] = Object.values(passwordOf('sato'));
		expect(await outcome({ 'X-Service-Authorization': value ?? '' })).toEqual([200, undefined]);
		expect(await outcome({ 'X-Cybozu-Authorization': value ?? '' })).toEqual([200, undefined]);
	});

	it('refuses without, with a wrong and with an unreadable password', async () => {
		expect(await outcome({})).toEqual([401, 'CB_AU01']);
		expect(await outcome(passwordOf('admin', 'wrong'))).toEqual([401, 'CB_WA01']);
		expect(await outcome({ 'X-Cybozu-Authorization': 'no base64!' })).toEqual([401, 'CB_WA01']);
		expect(await outcome(passwordOf('former'))).toEqual([401, 'CB_WA01']);
		expect(await outcome({ Authorization: 'Bearer nothing' })).toEqual([401, 'CB_OA01']);
	});

	it('takes API tokens with the rights they were given, as Administrator', async () => {
		const view = await makeToken(['view']);
		expect(await outcome({ 'X-Cybozu-API-Token': view })).toEqual([200, undefined]);
		expect(await outcome({ 'X-Cybozu-API-Token': `${view},unknown` })).toEqual([400, 'GAIA_IA02']);
		expect(await outcome({ 'X-Cybozu-API-Token': view }, 'apps.json')).toEqual([403, 'GAIA_NO01']);
		const other = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
		expect(await outcome({ 'X-Cybozu-API-Token': view }, `records.json?app=${other}`)).toEqual([
			400,
			'GAIA_IA02',
		]);
		const viewer = api.as({ 'X-Cybozu-API-Token': view });
		expect(await viewer.refusal('POST', 'record.json', { app })).toBe('403 GAIA_NO01');
		const writer = api.as({ 'X-Service-API-Token': await makeToken(['view', 'add']) });
		const id = await writer.create(app);
		expect((await writer.values(app, id)).Created_by).toEqual({
			code: 'Administrator',
			name: 'Administrator',
		});
	});

	it('lets a password win over a token', async () => {
		const both = { ...passwordOf('admin'), 'X-Cybozu-API-Token': 'unknown' };
		expect(await outcome(both)).toEqual([200, undefined]);
	});
});

it('apps are listed by ID, name and page, once they are deployed', async () => {
	const { app: hidden } = await api.ok<{ app: string }>('POST', 'preview/app.json', {
		name: 'Not deployed',
	});
	const call = async (query: string) =>
		(await api.ok<{ apps: { appId: string }[] }>('GET', `apps.json?${query}`)).apps.map(
			({ appId }) => appId,
		);
	expect(await call('')).not.toContain(hidden);
	expect(await call(`ids[0]=${app}&ids[1]=${hidden}`)).toEqual([app]);
	expect(await call('name=tEs')).toContain(app);
	expect(await call('name=not')).toEqual([]);
	expect(await call('limit=1&offset=1')).toHaveLength(1);
	const { apps } = await api.get<{ apps: object[] }>('apps/statistics.json');
	expect(apps).toContainEqual(expect.objectContaining({ id: hidden, recordUpdatedAt: '' }));
	expect(await api.refusal('GET', `records.json?app=${hidden}`)).toBe('404 GAIA_AP01');
	expect(await api.get('app.json', { id: app })).toMatchObject({
		appId: app,
		name: 'Test',
		spaceId: null,
		creator: { code: 'admin', name: 'Alex Admin' },
	});
});

it('odd requests with a body that is no JSON object are refused', async () => {
	for (const body of ['{', '[]', '"x"', 'null', '{"app":']) {
		expect(await api.refusal('POST', 'record.json', body)).toBe('400 CB_IJ01');
	}
	const form = await fetch(`${sandbox.url}/k/v1/record.json`, {
		method: 'POST',
		headers: { ...api.headers, 'content-type': 'text/plain' },
		body: 'x',
	});
	expect(((await form.json()) as ErrorBody).code).toBe('CB_IL02');
});

it('more requests at once than allowed are refused with how many run', async () => {
	const busy = new Api(crowded);
	const many = await busy.makeApp({});
	await busy.ok('POST', 'records.json', { app: many, records: Array<object>(50).fill({}) });
	// 100 requests that take longer than it takes to send them all.
	await crowded.control('pace', { perRecordMs: 1_000 });
	const sent = new AbortController();
	const asked = Array.from({ length: 101 }, async () => {
		const response = await fetch(`${crowded.url}/k/v1/records.json?app=${many}`, {
			headers: passwordOf('admin'),
			signal: sent.signal,
		});
		expect(response.status).toBe(429);
		return { headers: response.headers, body: (await response.json()) as ErrorBody };
	});
	const { headers, body } = await Promise.any(asked);
	sent.abort();
	expect(body.code).toBe('GAIA_TO04');
	expect(headers.get('x-concurrencylimit-limit')).toBe('100');
	expect(headers.get('x-concurrencylimit-running')).toBe('101');
});
