import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';

import { runNode } from '../support/workflow';

type Answer = (response: ServerResponse, path: string) => void;

const PIECE = Buffer.alloc(1024 * 1024, ' ');
const SIZE_MB = 1024;
const DEEP = 50_000;

let answer: Answer;
let requests = 0;
const server = createServer((request, response) => {
	requests += 1;
	request.resume();
	response.on('error', () => undefined);
	answer(response, request.url ?? '');
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(() => (requests = 0));

/** Sends blanks, as fast as they are taken, until the other end has had enough. */
function pour(response: ServerResponse, into: NodeJS.WritableStream): void {
	let left = SIZE_MB;
	const more = () => {
		while (left > 0 && !response.destroyed) {
			left -= 1;
			if (!into.write(PIECE)) return void into.once('drain', more);
		}
		into.end();
	};
	more();
}

const large: Answer = (response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	pour(response, response);
};
/** A few hundred kilobytes on the wire. */
const packed: Answer = (response) => {
	response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
	const gzip = createGzip({ level: 1 });
	gzip.on('error', () => undefined).pipe(response);
	pour(response, gzip);
};
const nested =
	(before: string, after: string): Answer =>
	(response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(before + '{"a":['.repeat(DEEP) + ']}'.repeat(DEEP) + after);
	};

const account = () => ({
	baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
	username: 'admin',
	password: 'admin',
});

async function run(platform: boolean, parameters: object) {
	return await runNode({
		type: platform ? 'n8n-nodes-record-platform.recordPlatform' : 'n8n-nodes-groupware.groupware',
		parameters: parameters as never,
		credential: platform
			? { type: 'recordPlatformApi', data: { ...account(), signInWith: 'password' } }
			: { type: 'groupwareApi', data: account() },
	});
}

const readings: Array<[string, boolean, object]> = [
	['records', true, { resource: 'record', operation: 'getAll', app: { mode: 'id', value: '1' } }],
	['an app', true, { resource: 'app', operation: 'get', app: { mode: 'id', value: '1' } }],
	['to-dos', false, { resource: 'todoCategory', operation: 'getAll' }],
];

it.each([
	['an answer of 1 GB', large, 0],
	['an answer that unpacks to 1 GB', packed, 2],
] as const)('%s ends in an error, and is requested once', async (_, given, at) => {
	answer = given;
	const before = process.memoryUsage().rss;
	const [, platform, parameters] = readings[at] as (typeof readings)[number];
	const { error } = await run(platform, parameters);
	expect(error?.message).toMatch(/^The response is larger than 256 MB/);
	expect(requests).toBe(1);
	expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(500);
});

it.each(readings)(
	'reading %s: a deeply nested answer ends in an error',
	async (_, platform, own) => {
		for (const given of [
			nested('', ''),
			nested('{"records":[{"A":{"type":"SINGLE_LINE_TEXT","value":', '}}]}'),
			nested('{"appId":"1","name":', '}'),
		]) {
			answer = given;
			const { error } = await run(platform, own);
			expect(error?.message).toMatch(/returned JSON with more than 1000 levels/);
		}
	},
);

it('says that a write may have been carried out, and sends it once', async () => {
	answer = large;
	const { error } = await run(false, {
		resource: 'todo',
		operation: 'create',
		subject: 'x',
	});
	expect(error?.message).toMatch(/^The response is larger than 256 MB.*may have been carried out/);
	expect(requests).toBe(1);
});
