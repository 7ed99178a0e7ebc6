import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { startProbe, useProbeSandbox } from './running';

const sandbox = useProbeSandbox();
const at = (action: string): string => `/t/callers/_sandbox/${action}`;
const json = { 'content-type': 'application/json' };

interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** Sends any Host and Origin, which fetch does not. */
async function send(
	path: string,
	headers: Record<string, string> = {},
	{ method = 'GET', body = '', origin = sandbox.url() } = {},
): Promise<Answer> {
	const { hostname, port } = new URL(origin);
	return await new Promise((done, fail) => {
		const sent = request({ hostname, port, path, method, headers }, (response) => {
			text(response).then((received) => {
				const { statusCode: status = 0, headers: answered } = response;
				done({ status, headers: answered, body: received });
			}, fail);
		});
		sent.on('error', fail);
		sent.end(body);
	});
}

const port = (): string => new URL(sandbox.url()).port;
const fault = JSON.stringify({ status: 200, html: '<script>alert(1)</script>' });
const planFault = (headers: Record<string, string>): Promise<Answer> =>
	send(at('faults'), headers, { method: 'POST', body: fault });
const planned = async (): Promise<unknown[]> =>
	((await sandbox.json(at('faults'))) as { faults: unknown[] }).faults;

beforeEach(() => sandbox.control(at('reset')));

it.each(['evil.example', 'localhost.evil.example', 'x@localhost', 'localhost.', '127.0.0.1.', ''])(
	'foreign hosts %j controls nothing and reads nothing',
	async (name) => {
		const host = `${name}:${port()}`;
		expect((await planFault({ ...json, host })).status).toBe(403);
		expect(await planned()).toEqual([]);
		for (const path of [at('requests'), '/probe/notes', '/oauth2/authorization', '/nowhere']) {
			const answer = await send(path, { host });
			expect([path, answer.status]).toEqual([path, 403]);
			expect(answer.body).not.toContain('base');
		}
	},
);

it('foreign hosts is refused at the right name with another port', async () => {
	expect((await send('/probe/echo', { host: 'localhost:1' })).status).toBe(403);
	expect((await send('/probe/echo', { host: 'localhost' })).status).toBe(403);
});

it.each(['localhost', 'LOCALHOST', '127.0.0.1', '[::1]'])('%s is an own name', async (name) => {
	expect((await send('/probe/echo', { host: `${name}:${port()}` })).status).toBe(200);
});

it('answers under the names that the operator allows, and under no other', async () => {
	const open = await startProbe({
		host: '127.0.0.1',
		allowedHosts: ['Host.Docker.Internal', 'sandbox.example:443'],
	});
	try {
		const status = async (host: string): Promise<number> =>
			(await send('/probe/echo', { host }, { origin: `http://127.0.0.1:${open.port}` })).status;
		expect(await status('host.docker.internal:8080')).toBe(200);
		expect(await status('host.docker.internal')).toBe(200);
		expect(await status('sandbox.example:443')).toBe(200);
		expect(await status('sandbox.example:8443')).toBe(403);
		expect(await status('evil.example:443')).toBe(403);
	} finally {
		await open.close();
	}
});

it.each<[string, () => Record<string, string>]>([
	['an origin elsewhere', () => ({ origin: 'http://evil.example' })],
	['another port of this machine', () => ({ origin: 'http://localhost:5678' })],
	['another name of this machine', () => ({ origin: `http://127.0.0.1:${port()}` })],
	['an opaque origin', () => ({ origin: 'null' })],
	['another site', () => ({ 'sec-fetch-site': 'cross-site' })],
	['another port, as browsers tell it', () => ({ 'sec-fetch-site': 'same-site' })],
	[
		'a link elsewhere',
		() => ({
			'sec-fetch-site': 'cross-site',
			'sec-fetch-mode': 'navigate',
			'sec-fetch-dest': 'document',
		}),
	],
])('pages of other sites %s is refused everywhere', async (_name, headersOf) => {
	const headers = { host: `localhost:${port()}`, ...headersOf() };
	expect((await planFault({ ...json, ...headers })).status).toBe(403);
	expect((await send(at('reset'), headers, { method: 'POST' })).status).toBe(403);
	expect(await planned()).toEqual([]);
	const written = await send('/t/callers/probe/notes', headers, { method: 'POST', body: 'evil' });
	expect(written.status).toBe(403);
	expect(await sandbox.json('/t/callers/probe/notes')).toEqual({ notes: ['base'] });
});

it.each(['none', 'same-origin'])(
	'pages of other sites its own pages are answered (%s)',
	async (site) => {
		const origin = `http://localhost:${port()}`;
		const headers = { host: `localhost:${port()}`, 'sec-fetch-site': site, origin };
		expect((await planFault({ ...json, ...headers })).status).toBe(200);
	},
);

it('a link of another site to a page shows a link to the page itself, and nothing else', async () => {
	const window = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
	const headers = { host: `localhost:${port()}`, 'sec-fetch-site': 'cross-site', ...window };
	const { status, body, headers: answered } = await send('/k/2/show', headers);
	expect([status, body.match(/href="[^"]*"/g)]).toEqual([200, ['href=""', 'href=""']]);
	// A document in a sandbox has no origin: its links would come from elsewhere, too.
	expect(answered['content-security-policy']).not.toMatch(/^sandbox/);
	for (const [path, more] of [
		['/probe/notes', {}],
		['/k/v1/apps.json', {}],
		['/k/2/show', { origin: 'null' }],
		['/k/2/show', { 'sec-fetch-dest': 'iframe' }],
		['/k/2/show', { host: `evil.example:${port()}` }],
	] as const) {
		expect([path, (await send(path, { ...headers, ...more })).status]).toEqual([path, 403]);
	}
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
	'the control API takes no %j',
	async (type) => {
		const answer = await planFault(type === '' ? {} : { 'content-type': type });
		expect(answer.status).toBe(415);
		expect(JSON.parse(answer.body)).toEqual({ error: 'Send Content-Type: application/json.' });
		expect(await planned()).toEqual([]);
	},
);

it('what browsers do with an answer is to run no script of it, whatever it holds', async () => {
	await planFault(json);
	const answers = [
		await send('/t/callers/probe/echo'),
		await send('/t/callers/probe/notes'),
		await send('/nowhere'),
		await send(at('')),
	];
	expect(answers[0]?.body).toContain('<script>');
	for (const { headers } of answers) {
		expect(headers['x-content-type-options']).toBe('nosniff');
		expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
	}
});
