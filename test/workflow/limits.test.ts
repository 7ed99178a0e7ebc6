import type { INodeExecutionData } from 'n8n-workflow';

import { runNode } from '../support/workflow';
import { type Answered } from '../support/toy';
import { useToys } from '../support/toy-run';

const toys = useToys();
const { run } = toys;

it('gives out more rows than a call takes arguments', async () => {
	const rows = Array.from({ length: 200_000 }, (_, n) => ({ n }));
	const { output, error } = await run(
		({ url }) => ({ json: { things: url.includes('page=0') ? rows : [] } }),
		{ operation: 'getAll', returnAll: true },
	);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(200_000);
});

describe('a file that is missing', () => {
	const binary = { data: { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' } };
	const upload = async (input: INodeExecutionData[], answer: Answered = { json: { ok: true } }) =>
		await run(() => answer, { operation: 'upload' }, { input, onError: 'continueRegularOutput' });

	it('is told of its own item alone', async () => {
		const { output } = await upload([{ json: {} }, { json: {}, binary }, { json: {}, binary }]);
		expect(output.map(({ json }) => json)).toEqual([
			{ error: 'This item has no binary field named "data" [item 0]' },
			{ ok: true },
			{ ok: true },
		]);
	});
});

const UNEXPECTED = 'The service returned an unexpected response';
const FOREIGN = 'HOST returned JSON that is not an API response';

/** A message without the port of the test's own server. */
const withoutPort = (message = '') => message.replace(/^127\.0\.0\.1:\d+/, 'HOST');

it.each([
	[{}, UNEXPECTED],
	[{ ids: ['1'] }, UNEXPECTED],
	[['1'], FOREIGN],
])('does not take %j for the results of three items', async (json, says) => {
	const { error, output } = await run(
		() => ({ json }),
		{ operation: 'create', name: 'x' },
		{ items: [{}, {}, {}] },
	);
	expect(output).toEqual([]);
	expect(withoutPort(error?.message)).toBe(
		`${says}, so the request may have been carried out [items 0–2]`,
	);
	expect(error?.description).toContain('may or may not have succeeded');
});

/** The node, with a credential for a server. */
const recordPlatformAt = (baseUrl: string) => ({
	type: 'n8n-nodes-record-platform.recordPlatform',
	credential: {
		type: 'recordPlatformApi',
		data: { baseUrl, signInWith: 'password', username: 'a', password: 'b' },
	},
});

describe('a download', () => {});

it.each(['null', '{}'])('does not take %s for a record', async (text) => {
	const server = await toys.serve(() => ({ text }));
	const { error } = await runNode({
		...recordPlatformAt(server.url),
		parameters: {
			resource: 'record',
			operation: 'get',
			app: { mode: 'id', value: '1' },
			recordId: { mode: 'id', value: '1' },
		},
	});
	expect(withoutPort(error?.message)).toBe(`${FOREIGN} [item 0]`);
});

test.each([
	['while it is opened', 2, ['POST', 'DELETE']],
	['while it is read', 4, ['POST', 'GET', 'GET', 'DELETE']],
])('the cursor of an execution that is cancelled %s is closed', async (_, at, methods) => {
	const cancel = new AbortController();
	const records = Array.from({ length: 500 }, (__, id) => ({
		Amount: { type: 'NUMBER', value: id },
	}));
	const server = await toys.serve(({ method }, count) => {
		if (count === at) cancel.abort();
		const json = method === 'POST' ? { id: 'c', totalCount: '2000' } : { records, next: true };
		return { json, delayMs: count === at ? 200 : 0 };
	});
	await runNode({
		...recordPlatformAt(server.url),
		parameters: {
			resource: 'record',
			operation: 'getAll',
			app: { mode: 'id', value: '1' },
			returnAll: true,
			sort: { rows: [{ field: 'Amount' }] },
		},
		cancel: cancel.signal,
	});
	await new Promise((resolve) => setTimeout(resolve, 500));
	const [first, ...others] = server.asked.map(
		({ method, url }) => `${method} ${url.split('?')[0]}`,
	);
	expect(first).toBe('GET /k/v1/records.json');
	expect(others).toEqual(methods.map((method) => `${method} /k/v1/records/cursor.json`));
});
