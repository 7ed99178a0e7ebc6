import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { startProbe, useProbeSandbox } from './running';

const sandbox = useProbeSandbox();

describe('requests', () => {
	it('hands over bodies of GET and DELETE', async () => {
		for (const method of ['GET', 'DELETE'] as const) {
			const { body } = await request(sandbox.url('/probe/echo?a=1&ids[0]=2'), {
				method,
				body: '{"app":1}',
			});
			expect(await body.json()).toMatchObject({
				method,
				path: '/probe/echo',
				query: [
					['a', '1'],
					['ids[0]', '2'],
				],
				body: '{"app":1}',
			});
		}
	});

	it('takes the method from X-HTTP-Method-Override on POST only', async () => {
		const headers = { 'x-http-method-override': 'GET' };
		expect(await sandbox.json('/probe/echo', { method: 'POST', headers })).toMatchObject({
			method: 'GET',
		});
		expect(await sandbox.json('/probe/echo', { method: 'PUT', headers })).toMatchObject({
			method: 'PUT',
		});
		const response = await fetch(sandbox.url('/probe/echo'), {
			method: 'POST',
			headers: { 'x-http-method-override': 'FLY' },
		});
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ code: 'PROBE_ILLEGAL' });
	});

	it('keeps the parts of a multipart body in the file store, names in UTF-8', async () => {
		const form = new FormData();
		form.append('file', new Blob(['hello'], { type: 'text/plain' }), '見積 "1".txt');
		form.append('note', 'a field');
		const { upload } = (await sandbox.json('/probe/echo', { method: 'POST', body: form })) as {
			upload: Array<{ key: string }>;
		};
		expect(upload).toMatchObject([
			{
				field: 'file',
				fileName: expect.stringContaining('見積'),
				contentType: 'text/plain',
				size: 5,
			},
			{ field: 'note', size: 7 },
		]);
		const file = await fetch(sandbox.url(`/probe/file?key=${upload[0]?.key}`));
		expect(await file.text()).toBe('hello');
	});
});

it('transactions roll back when a handler throws, and the next request is served', async () => {
	await sandbox.control('/t/torn/_sandbox/reset');
	const responses = await Promise.all([
		fetch(sandbox.url('/t/torn/probe/torn')),
		fetch(sandbox.url('/t/torn/probe/sql-error')),
		fetch(sandbox.url('/t/torn/probe/notes')),
	]);
	expect(responses.map(({ status }) => status)).toEqual([500, 500, 200]);
	expect(await sandbox.json('/t/torn/probe/notes')).toEqual({ notes: ['base'] });
});

it('transactions become savepoints inside one another', async () => {
	expect(await sandbox.json('/t/nested/probe/nested')).toEqual({});
	expect(await sandbox.json('/t/nested/probe/notes')).toEqual({ notes: ['base', 'outer', 'kept'] });
});

describe('start and end', () => {
	it('does not listen on one loopback address alone', async () => {
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, '::1', resolve));
		const { port } = other.address() as AddressInfo;
		await expect(startProbe({ port })).rejects.toThrow('EADDRINUSE');
		await new Promise((resolve) => other.close(resolve));
	});

	it('uses HTTPS with a self-signed certificate', async () => {
		const secure = await startProbe({ tls: true });
		try {
			const dispatcher = new Agent({ connect: { ca: secure.certificate ?? '' } });
			const { statusCode } = await request(`${secure.url}/probe/echo`, { dispatcher });
			expect(secure.url).toMatch(/^https:/);
			expect(statusCode).toBe(200);
			await dispatcher.close();
		} finally {
			await secure.close();
		}
	});

	it('listens on a given address alone and narrows features by flag', async () => {
		const narrow = await startProbe({ host: '127.0.0.1', features: { wideCourse: false } });
		try {
			expect(await (await fetch(`${narrow.url}/probe/features`)).json()).toEqual({
				wideCourse: false,
				previewFeatures: true,
				baseUrl: narrow.url,
			});
			await expect(fetch(`http://[::1]:${narrow.port}/`)).rejects.toThrow();
		} finally {
			await narrow.close();
		}
	});
});
