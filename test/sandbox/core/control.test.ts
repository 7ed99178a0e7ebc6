import { Client } from 'undici';
import { useProbeSandbox } from './running';

const sandbox = useProbeSandbox();
const at = (action: string): string => `/t/control/_sandbox/${action}`;

beforeEach(() => sandbox.control(at('reset')));

it('the request log tells what came, over how many connections, without secrets', async () => {
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

it('the request log has no status for a request that got no answer', async () => {
	await sandbox.control(at('faults'), { cut: 'before' });
	await fetch(sandbox.url('/t/control/probe/echo')).catch(() => undefined);
	expect(await sandbox.json(at('requests'))).toMatchObject({
		requests: [{ path: '/probe/echo', status: null, fault: true }],
	});
});

it.each([
	['tokens', { app: 'x', permissions: [] }],
	['tokens', { app: 1, permissions: ['fly'] }],
	['tokens', { permissions: ['view'] }],
	['webhooks', { app: 1, url: 'ftp://x', events: ['ADD_RECORD'] }],
	['webhooks', { app: 1, url: 'http://localhost/', events: ['NOTHING'] }],
])('tokens and webhooks refuses %s %j', async (action, body) => {
	const response = await fetch(sandbox.url(at(action)), {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	expect(response.status).toBe(400);
	expect(await response.json()).toEqual({ error: expect.stringContaining('body') });
});

it('tokens and webhooks keeps webhooks until they are removed', async () => {
	const hook = { app: '3', url: 'http://localhost:9/x', events: ['ADD_RECORD'] };
	const { id } = (await sandbox.control(at('webhooks'), hook)) as { id: string };
	expect(await sandbox.json(at('webhooks'))).toEqual({ webhooks: [{ id, active: true, ...hook }] });
	expect(await sandbox.control(at(`webhooks/${id}`), undefined, 'DELETE')).toEqual({});
	expect(await sandbox.json(at('webhooks'))).toEqual({ webhooks: [] });
	expect(await sandbox.control(at(`webhooks/${id}`), undefined, 'DELETE')).toEqual({
		error: `There is no webhook ${id}.`,
	});
});

it('answers unknown actions, wrong methods and broken JSON clearly', async () => {
	const ask = (action: string, init?: RequestInit): Promise<Response> =>
		fetch(sandbox.url(at(action)), { headers: { 'content-type': 'application/json' }, ...init });
	expect((await ask('nothing')).status).toBe(404);
	expect((await ask('reset')).status).toBe(405);
	const broken = await ask('reset', { method: 'POST', body: '{"demo":' });
	expect(broken.status).toBe(400);
	expect(await broken.json()).toEqual({ error: 'The body is not JSON.' });
});
