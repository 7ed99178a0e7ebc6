import { Client } from 'undici';
import { useProbeSandbox } from './running';

const sandbox = useProbeSandbox();
const at = (action: string): string => `/t/control/_sandbox/${action}`;

beforeEach(() => sandbox.control(at('reset')));

it('lists what it can do', async () => {
	expect(await sandbox.json(at(''))).toMatchObject({
		tenant: 'control',
		features: { wideCourse: true, previewFeatures: true },
		actions: expect.arrayContaining([{ call: 'POST /_sandbox/reset', does: expect.any(String) }]),
	});
});

it('names what is wrong with a request, and what is allowed', async () => {
	expect(await sandbox.control(at('faults'), { status: 500, retryafter: 3 })).toEqual({
		error: 'body must NOT have additional properties: retryafter',
	});
	expect(await sandbox.control(at('reset'), { demo: 'fr' })).toEqual({
		error: 'body/demo must be equal to one of the allowed values: true, false, en, ja',
	});
});

describe('the clock', () => {
	it("moves one tenant's time", async () => {
		await sandbox.control(at('clock'), { advanceSeconds: 3600 });
		const { now } = (await sandbox.json('/t/control/probe/clock')) as { now: string };
		expect(Date.parse(now) - Date.now()).toBeGreaterThan(3_590_000);
		const other = (await sandbox.json('/probe/clock')) as { now: string };
		expect(Math.abs(Date.parse(other.now) - Date.now())).toBeLessThan(10_000);
	});

	it('does not go back', async () => {
		expect(await sandbox.control(at('clock'), { advanceSeconds: -1 })).toEqual({
			error: expect.stringContaining('advanceSeconds'),
		});
	});
});

describe('the request log', () => {
	it('tells what came, over how many connections, without secrets', async () => {
		const client = new Client(sandbox.url());
		for (let time = 0; time < 3; time += 1) {
			const { body } = await client.request({
				method: 'POST',
				path: '/t/control/probe/notes?app=1&__REQUEST_TOKEN__=tell-no-one',
				headers: {
					'x-cybozu-authorization': 'c2VjcmV0',
					'x-service-api-token': 'tell-no-one',
					authorization: 'Bearer tell-no-one',
					'user-agent': 'a-client',
				},
				body: 'four',
			});
			await body.dump();
		}
		await client.close();
		const log = (await sandbox.json(at('requests'))) as {
			total: number;
			connectionsUsed: number;
			requests: Array<Record<string, unknown>>;
		};
		expect(log).toMatchObject({ total: 3, connectionsUsed: 1, running: 0, mostRunning: 1 });
		expect(log.requests[2]).toMatchObject({
			number: 3,
			method: 'POST',
			path: '/probe/notes?app=1&__REQUEST_TOKEN__=***',
			status: 200,
			bytesIn: 4,
			bytesOut: expect.any(Number),
			headers: { 'user-agent': 'a-client', 'x-service-api-token': '***' },
			fault: false,
		});
		expect(log.requests[2]?.bytesOut).toBeGreaterThan(10);
		expect(JSON.stringify(log)).not.toMatch(/tell-no-one|c2VjcmV0/);

		await sandbox.control(at('requests'), undefined, 'DELETE');
		expect(await sandbox.json(at('requests'))).toMatchObject({ total: 0, requests: [] });
	});

	it('has no status for a request that got no answer', async () => {
		await sandbox.control(at('faults'), { cut: 'before' });
		await fetch(sandbox.url('/t/control/probe/echo')).catch(() => undefined);
		expect(await sandbox.json(at('requests'))).toMatchObject({
			requests: [{ path: '/probe/echo', status: null, fault: true }],
		});
	});
});

describe('tokens and webhooks', () => {
	it('makes tokens that differ', async () => {
		const make = (): Promise<unknown> =>
			sandbox.control(at('tokens'), { app: 1, permissions: ['view', 'add'] });
		const [first, second] = (await Promise.all([make(), make()])) as Array<{ token: string }>;
		expect(first?.token).toMatch(/^[A-Za-z0-9]{40}$/);
		expect(first?.token).not.toBe(second?.token);
	});

	it.each([
		['tokens', { app: 'x', permissions: [] }],
		['tokens', { app: 1, permissions: ['fly'] }],
		['tokens', { permissions: ['view'] }],
		['webhooks', { app: 1, url: 'ftp://x', events: ['ADD_RECORD'] }],
		['webhooks', { app: 1, url: 'http://localhost/', events: ['NOTHING'] }],
	])('refuses %s %j', async (action, body) => {
		const response = await fetch(sandbox.url(at(action)), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(400);
		expect(await response.json()).toEqual({ error: expect.stringContaining('body') });
	});

	it('refuses those of an app that is not there', async () => {
		expect(await sandbox.control(at('tokens'), { app: 2, permissions: ['view'] })).toEqual({
			error: 'There is no app 2 in the tenant control.',
		});
	});

	it('keeps webhooks until they are removed', async () => {
		const hook = { app: '3', url: 'http://localhost:9/x', events: ['ADD_RECORD'] };
		const { id } = (await sandbox.control(at('webhooks'), hook)) as { id: string };
		expect(await sandbox.json(at('webhooks'))).toEqual({
			webhooks: [{ id, active: true, ...hook }],
		});
		expect(await sandbox.control(at(`webhooks/${id}`), undefined, 'DELETE')).toEqual({});
		expect(await sandbox.json(at('webhooks'))).toEqual({ webhooks: [] });
		expect(await sandbox.control(at(`webhooks/${id}`), undefined, 'DELETE')).toEqual({
			error: `There is no webhook ${id}.`,
		});
	});
});

describe('accounts', () => {
	it('has people, a tree of organizations and the group everyone', async () => {
		const { users, organizations, groups } = (await sandbox.json(at('accounts'))) as {
			users: Array<{ id: string; code: string; active: boolean; administrator: boolean }>;
			organizations: Array<{ code: string; parent: string | null }>;
			groups: Array<{ code: string; members: string[] }>;
		};
		expect(users.map(({ id }) => Number(id))).toEqual(users.map((_, index) => index + 1));
		expect(users[0]).toMatchObject({ code: 'admin', administrator: true });
		const codes = new Set(organizations.map(({ code }) => code));
		expect(organizations.filter(({ parent }) => parent !== null && !codes.has(parent))).toEqual([]);
		expect(groups.find(({ code }) => code === 'everyone')?.members).toEqual(
			users.filter(({ active }) => active).map(({ code }) => code),
		);
	});

	it('takes new ones', async () => {
		const user = { code: 'new.one', name: 'New One', timeZone: 'Asia/Tokyo', locale: 'ja' };
		expect(await sandbox.control(at('accounts'), { user })).toMatchObject(user);
		expect(
			await sandbox.control(at('accounts'), {
				organization: { code: 'team', parent: 'sales', members: ['new.one'] },
			}),
		).toMatchObject({ code: 'team', parent: 'sales', members: ['new.one'] });
		expect(
			await sandbox.control(at('accounts'), { group: { code: 'readers', members: ['sato'] } }),
		).toMatchObject({ code: 'readers', name: 'readers', members: ['sato'] });
	});

	it.each([
		[{ user: { code: 'admin' } }, 'taken'],
		[{ user: { code: 'a:b' } }, 'pattern'],
		[{ user: { code: 'x', timeZone: 'Mars/Base' } }, 'time zone'],
		[{ organization: { code: 'sales' } }, 'taken'],
		[{ organization: { code: 'y', parent: 'nowhere' } }, 'nowhere'],
		[{ group: { code: 'everyone' } }, 'taken'],
		[{ group: { code: 'z', members: ['nobody'] } }, 'nobody'],
		[{}, 'fewer'],
	])('refuses %j', async (body, reason) => {
		const response = await fetch(sandbox.url(at('accounts')), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(400);
		expect(await response.json()).toEqual({ error: expect.stringContaining(reason) });
	});
});

it('answers unknown actions, wrong methods and broken JSON clearly', async () => {
	const ask = (action: string, init?: RequestInit): Promise<Response> =>
		fetch(sandbox.url(at(action)), {
			headers: { 'content-type': 'application/json' },
			...init,
		});
	expect((await ask('nothing')).status).toBe(404);
	expect((await ask('reset')).status).toBe(405);
	const broken = await ask('reset', { method: 'POST', body: '{"demo":' });
	expect(broken.status).toBe(400);
	expect(await broken.json()).toEqual({ error: 'The body is not JSON.' });
});
