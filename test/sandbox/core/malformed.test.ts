import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { useProbeSandbox } from './running';

const sandbox = useProbeSandbox();

/** Sends bytes as they are and gives what comes back until the server closes; a client that ends may get no answer. */
async function raw(bytes: string): Promise<string> {
	const socket = connect(Number(new URL(sandbox.url()).port), '127.0.0.1');
	const answer = text(socket).catch(() => '');
	socket.end(bytes);
	return answer;
}

const host = (): string => new URL(sandbox.url()).host;

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
	fetch(sandbox.url(path), { method: 'POST', body, headers });

async function isAlive(): Promise<boolean> {
	return (await fetch(sandbox.url('/probe/echo'))).status === 200;
}

describe('a malformed request is answered and the server lives on', () => {
	afterEach(async () => expect(await isAlive()).toBe(true));

	it('bad percent-encoding', async () => {
		for (const path of ['/probe/%', '/probe/%zz', '/probe/%ff%fe', '/probe/%c0%af']) {
			const response = await fetch(sandbox.url(path));
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({ code: 'PROBE_ILLEGAL' });
		}
		expect((await fetch(sandbox.url('/probe/echo?a=%zz&=&&%'))).status).toBe(200);
	});

	it('an address over 8 KB', async () => {
		const response = await fetch(sandbox.url(`/probe/echo?q=${'x'.repeat(9000)}`));
		expect(response.status).toBe(414);
		expect(await response.json()).toMatchObject({ code: 'PROBE_ILLEGAL' });
	});

	it('giant headers, and what is no HTTP', async () => {
		expect(
			await raw(`GET / HTTP/1.1\r\nHost: ${host()}\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`),
		).toMatch(/^HTTP\/1\.1 431/);
		expect(await raw('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
		expect(await raw('GET / HTTP/9.9\r\n\r\n')).toMatch(/^HTTP\/1\.1 (400|505)/);
		expect(
			await raw(`POST /probe/echo HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: -5\r\n\r\n`),
		).toMatch(/^HTTP\/1\.1 400/);
	});

	it('unknown paths, with a page that says where things are', async () => {
		const response = await fetch(sandbox.url('/nowhere'));
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('/_sandbox/');
	});

	it('multipart bodies that break off, have no boundary or too many parts', async () => {
		const type = { 'content-type': 'multipart/form-data; boundary=b' };
		const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
		const many = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nv\r\n'.repeat(60);
		const attempts: Array<[string, Record<string, string>]> = [
			[`${start}no end`, type],
			['', type],
			['garbage', type],
			['x', { 'content-type': 'multipart/form-data' }],
			[`${many}--b--\r\n`, type],
		];
		for (const [body, headers] of attempts) {
			const response = await post('/probe/echo', body, headers);
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({ code: 'PROBE_ILLEGAL' });
		}
	});
});
