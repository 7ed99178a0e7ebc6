import fc from 'fast-check';
import { signInByOAuth2 } from '../../support/oauth2';
import { useSandbox } from '../../support/sandbox';
import { Api, cells, type ErrorBody, passwordOf } from './api';

const sandbox = useSandbox();
let api: Api;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
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
		const refused = await viewer.send('POST', 'record.json', { app });
		expect([refused.status, refused.body.code]).toEqual([403, 'GAIA_NO01']);
		const writer = api.as({ 'X-Service-API-Token': await makeToken(['view', 'add']) });
		const id = await writer.create(app);
		expect((await writer.values(app, id)).Created_by).toEqual({
			code: 'Administrator',
			name: 'Administrator',
		});
	});

	it('takes nine tokens, not ten', async () => {
		const tokens = await Promise.all(Array.from({ length: 10 }, () => makeToken(['view'])));
		const nine = tokens.slice(0, 9).join(', ');
		expect(await outcome({ 'X-Cybozu-API-Token': nine })).toEqual([200, undefined]);
		expect((await outcome({ 'X-Cybozu-API-Token': tokens.join(',') }))[0]).toBe(400);
		const same = Array.from({ length: 10 }, () => tokens[0]);
		expect((await outcome({ 'X-Cybozu-API-Token': same.join(',') }))[0]).toBe(400);
	});

	it('lets a password win over a token', async () => {
		const both = { ...passwordOf('admin'), 'X-Cybozu-API-Token': 'unknown' };
		expect(await outcome(both)).toEqual([200, undefined]);
	});
});

describe('OAuth', () => {
	const accessToken = async (scope: string) =>
		(await signInByOAuth2(sandbox.url, scope, 'sato')).oauthTokenData.access_token;

	it('lets a user do what the scopes allow', async () => {
		const token = await accessToken('k:app_record:read');
		const reader = api.as({ Authorization: `Bearer ${token}` });
		expect(await reader.ids(app, 'text = "a"')).toEqual(['1']);
		const written = await reader.send('POST', 'record.json', { app });
		expect([written.status, written.body.code]).toEqual([403, 'CB_NO02']);
		const cursor = await reader.send('POST', 'records/cursor.json', { app });
		expect([cursor.status, cursor.body.code]).toEqual([403, 'CB_NO02']);
		const writer = api.as({ Authorization: `Bearer ${await accessToken('k:app_record:write')}` });
		const { body } = await writer.send<{ id: string }>('POST', 'record.json', { app });
		expect((await api.values(app, body.id)).Created_by).toMatchObject({ code: 'sato' });
	});
});

describe('apps', () => {
	it('are listed by ID, name and page, once they are deployed', async () => {
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
		const unseen = await api.send('GET', `records.json?app=${hidden}`);
		expect([unseen.status, unseen.body.code]).toEqual([404, 'GAIA_AP01']);
		expect(await api.get('app.json', { id: app })).toMatchObject({
			appId: app,
			name: 'Test',
			spaceId: null,
			creator: { code: 'admin', name: 'Alex Admin' },
		});
	});

	it('show preview fields before they are deployed, to those who manage the app', async () => {
		await api.addFields(app, { later: { type: 'NUMBER' } });
		const codes = async (path: string) =>
			Object.keys((await api.get<{ properties: object }>(path, { app })).properties);
		expect(await codes('preview/app/form/fields.json')).toContain('later');
		expect(await codes('app/form/fields.json')).not.toContain('later');
		const refused = await api
			.as(passwordOf('sato'))
			.send('GET', `preview/app/form/fields.json?app=${app}`);
		expect([refused.status, refused.body.code]).toEqual([403, 'CB_NO02']);
		await api.ok('POST', 'preview/app/deploy.json', { apps: [{ app }], revert: true });
		expect(await codes('preview/app/form/fields.json')).not.toContain('later');
	});

	it('fail to deploy when records break a new rule, and refuse changes meanwhile', async () => {
		const made = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
		await sandbox.control('pace', { deployMs: 60_000 });
		await api.ok('POST', 'preview/app/deploy.json', { apps: [{ app: made }] });
		await sandbox.control('pace', { deployMs: 0 });
		const busy = await api.send('POST', 'preview/app/form/fields.json', {
			app: made,
			properties: {},
		});
		expect(busy.status).toBe(400);
		await sandbox.clock(60);
		const revision = await api.send('POST', 'preview/app/form/fields.json', {
			app: made,
			properties: { text: { type: 'NUMBER', code: 'text', label: 'x' } },
		});
		expect(revision.body.errors).toHaveProperty(['properties[text].code']);
		for (const code of ['1st', 'two words', 'a-b', '__proto__']) {
			const { body } = await api.send('POST', 'preview/app/form/fields.json', {
				app: made,
				properties: { field: { type: 'NUMBER', code, label: 'x' } },
			});
			expect(body.errors).toHaveProperty(['properties[field].code']);
		}
	});
});

describe('odd requests', () => {
	it('without a known address or method are not found', async () => {
		for (const [method, path] of [
			['GET', 'nothing.json'],
			['PATCH', 'record.json'],
			['GET', 'record'],
			['POST', 'preview/record.json'],
		] as const) {
			const { status, body } = await api.send(method, path);
			expect([status, typeof body.code]).toEqual([404, 'string']);
		}
	});

	it('with a body that is no JSON object are refused', async () => {
		for (const body of ['{', '[]', '"x"', 'null', '{"app":']) {
			const answer = await api.send('POST', 'record.json', body);
			expect([answer.status, answer.body.code]).toEqual([400, 'CB_IJ01']);
		}
		const form = await fetch(`${sandbox.url}/k/v1/record.json`, {
			method: 'POST',
			headers: { ...api.headers, 'content-type': 'text/plain' },
			body: 'x',
		});
		expect(((await form.json()) as ErrorBody).code).toBe('CB_IL02');
	});

	it('with characters the database does not take are refused', async () => {
		const nul = await api.send('POST', 'record.json', {
			app,
			record: cells({ text: 'a\u0000b' }),
		});
		expect([nul.status, nul.body.code]).toEqual([400, 'CB_IL02']);
		const half = await api.send('POST', 'record.json', {
			app,
			record: cells({ text: '\ud800' }),
		});
		expect(half.status).toBe(400);
	});

	it('of any shape are answered with an error of the service', async () => {
		const paths = [
			['GET', 'record'],
			['PUT', 'record'],
			['POST', 'records'],
			['PUT', 'records'],
			['DELETE', 'records'],
			['POST', 'records/cursor'],
			['POST', 'record/comment'],
			['PUT', 'record/status'],
			['PUT', 'records/status'],
			['PUT', 'record/assignees'],
			['POST', 'bulkRequest'],
			['POST', 'preview/app/form/fields'],
			['PUT', 'preview/app/status'],
			['POST', 'preview/app/deploy'],
		] as const;
		const names = ['app', 'id', 'ids', 'record', 'records', 'updateKey', 'requests', 'comment'];
		const more = [
			'properties',
			'states',
			'actions',
			'apps',
			'action',
			'assignees',
			'query',
			'size',
		];
		const value = fc.oneof(
			fc.jsonValue({ maxDepth: 3 }),
			fc.constant(1),
			fc.array(fc.dictionary(fc.constantFrom('id', 'record', 'method', 'api'), fc.jsonValue())),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...paths),
				fc.dictionary(fc.constantFrom(...names, ...more), value),
				fc.boolean(),
				async ([method, path], body, own) => {
					const answer = await api.send(
						'POST',
						`${path}.json`,
						{ ...body, ...(own ? { app } : {}) },
						{ 'X-HTTP-Method-Override': method },
					);
					expect(answer.status).toBeLessThan(500);
					if (answer.status !== 200 && path !== 'bulkRequest') {
						expect(answer.body.code).toMatch(/^[A-Z]+_[A-Z]+\d+$/);
					}
				},
			),
			{ numRuns: 150 },
		);
	});
});
