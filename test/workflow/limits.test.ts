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

it.each(['abc', '', '0', '1.5'])(
	'refuses the limit "%s" instead of reading nothing',
	async (limit) => {
		const { error } = await run(() => ({ json: { things: [{ n: 1 }] } }), {
			operation: 'getAll',
			limit: `={{ "${limit}" }}`,
		});
		expect(error?.message).toBe(
			`"Limit" must be a whole number of at least 1: "${limit}" [item 0]`,
		);
		expect(toys.asked).toEqual([]);
	},
);

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

	it('does not let a wrong password out more than once', async () => {
		const items = Array.from({ length: 8 }, () => ({ json: {}, binary }));
		const refused = { status: 401, json: { code: 'LOGIN', message: 'Wrong login' } };
		const { output } = await upload([{ json: {} }, ...items], refused);
		expect(output).toHaveLength(9);
		expect(toys.asked).toHaveLength(1);
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

describe('a download', () => {
	const download = async (answer: Answered) => {
		const server = await toys.serve(() => answer);
		return await runNode({
			...recordPlatformAt(server.url),
			parameters: { resource: 'file', operation: 'download', fileKey: 'key' },
		});
	};

	it('keeps a file whose name is encoded wrongly', async () => {
		const name = `attachment; filename="a.txt"; filename*=UTF-8''%E3%81`;
		const { output } = await download({ text: 'hello', headers: { 'content-disposition': name } });
		expect(output[0]?.binary?.data?.fileName).toBe('a.txt');
	});

	it('that is cut short is told as such', async () => {
		const { error } = await download({ text: 'hello', cut: 'body' });
		expect(error?.message).toMatch(/^The file "file" could not be read completely .*\[item 0\]$/);
	});
});

it('says which choice is empty where an expression gives nothing', async () => {
	const { error } = await runNode({
		...recordPlatformAt('http://localhost:1'),
		parameters: {
			resource: 'record',
			operation: 'getAll',
			app: { mode: 'id', value: '={{ $json.none }}' },
		},
	});
	expect(error?.message).toBe('The parameter "App" is empty [item 0]');
});

it('does not take a condition without a value for one on empty fields', async () => {
	const server = await toys.serve(() => ({ json: { records: [], totalCount: '0' } }));
	const { error } = await runNode({
		...recordPlatformAt(server.url),
		parameters: {
			resource: 'record',
			operation: 'deleteByConditions',
			app: { mode: 'id', value: '1' },
			filterBy: 'conditions',
			conditions: { rows: [{ field: 'Name|SINGLE_LINE_TEXT', value: '={{ $json.none }}' }] },
		},
	});
	expect(server.asked.map(({ url }) => decodeURIComponent(url))).toEqual([]);
	expect(error?.message).toBe('The condition on "Name" has no value [item 0]');
});

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
