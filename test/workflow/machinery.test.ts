import type { IDataObject } from 'n8n-workflow';
import { safeRegex } from 'n8n-workflow';

import { type Answered, type Asked, useToys } from '../support/toy';
import { type NodeRun, runNode } from '../support/workflow';

/** What only n8n's own engine and HTTP client show; test/units/shared has the rest. */

const serve = useToys();

const READ = { resource: 'presence', operation: 'getByLoginName', loginName: 'sato' };
const WRITE = { resource: 'todo', operation: 'create', subject: 'Call' };

/** Runs the groupware node against a server that answers like this, or against none. */
async function run(
	answer: ((asked: Asked, count: number) => Answered) | undefined,
	parameters: IDataObject,
	more: Pick<NodeRun, 'items' | 'onError'> = {},
) {
	const server = await serve(answer ?? (() => ({})));
	if (answer === undefined) await server.close();
	const outcome = await runNode({
		type: 'n8n-nodes-groupware.groupware',
		credential: {
			type: 'groupwareApi',
			data: { baseUrl: server.url, username: 'admin', password: 'do-not-tell' },
		},
		parameters,
		...more,
	});
	return { ...outcome, asked: server.asked };
}

it('a redirect is not followed, and the error says where it went', async () => {
	const headers = { location: 'https://elsewhere.example/moved' };
	const { error, asked } = await run(() => ({ status: 302, headers }), READ);
	expect(error?.message).toMatch(/redirected the request to elsewhere\.example \[item 0\]/);
	expect(asked).toHaveLength(1);
});

it('a read is repeated after a cut connection, a cut reply and 503, at the time that the service names', async () => {
	const answers: Answered[] = [
		{ cut: 'before' },
		{ cut: 'body' },
		{ status: 503, text: 'x', headers: { 'retry-after': '0' } },
	];
	const answer = (_: Asked, count: number) => answers[count - 1] ?? { json: { notes: 'Here' } };
	const { output, asked } = await run(answer, READ);
	expect(output[0]?.json).toEqual({ notes: 'Here' });
	expect(asked).toHaveLength(4);
});

it('a write whose outcome is unknown is never repeated, and the error says so', async () => {
	for (const fault of [
		{ cut: 'before' },
		{ cut: 'body' },
		{ status: 502, text: '<html>' },
		{ status: 200, text: '{"id' },
	] as Answered[]) {
		const { error, asked } = await run(() => fault, WRITE);
		expect(asked).toHaveLength(1);
		expect(error?.description).toContain('may or may not have succeeded');
	}
});

it('a host is given up once, not once an item, and the secret is hidden', async () => {
	// With all the waits for every item this would take longer than a test may.
	const { output } = await run(undefined, WRITE, {
		items: Array.from({ length: 60 }, () => ({})),
		onError: 'continueRegularOutput',
	});
	const refused = /^127\.0\.0\.1:\d+ refused the connection \[item \d+\]$/;
	expect(output.filter(({ error }) => refused.test(error?.message ?? ''))).toHaveLength(60);
	expect(JSON.stringify(output)).not.toContain('do-not-tell');
});

it('more rows come out than a call takes arguments', async () => {
	const users = Array.from({ length: 200_000 }, (_, id) => ({ id: String(id) }));
	const all = { resource: 'user', operation: 'getAll', returnAll: true };
	const { output, error } = await run(() => ({ json: { users, hasNext: false } }), all);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(200_000);
});

test.each([
	['while it is opened', 2, ['POST', 'DELETE']],
	['while it is read', 4, ['POST', 'GET', 'GET', 'DELETE']],
])('the cursor of an execution that is cancelled %s is closed', async (_, at, methods) => {
	const cancel = new AbortController();
	const records = Array.from({ length: 500 }, (__, id) => ({
		Amount: { type: 'NUMBER', value: id },
	}));
	const server = await serve(({ method }, count) => {
		if (count === at) cancel.abort();
		const json = method === 'POST' ? { id: 'c', totalCount: '2000' } : { records, next: true };
		return { json, delayMs: count === at ? 200 : 0 };
	});
	await runNode({
		type: 'n8n-nodes-record-platform.recordPlatform',
		credential: {
			type: 'recordPlatformApi',
			data: { baseUrl: server.url, signInWith: 'password', username: 'a', password: 'b' },
		},
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

it('a busy machine stops no pattern, which n8n gives 250 ms', () => {
	// Half a second or more.
	expect(safeRegex.test('^(a+)+$', `${'a'.repeat(23)}!`)).toBe(false);
});
