import { safeRegex } from 'n8n-workflow';

import { runNode } from '../support/workflow';
import { type Answered, type Asked, toyPackage, toyService } from '../support/toy';
import { useToys } from '../support/toy-run';

const toys = useToys();
const { run } = toys;

const names = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));
const CREATE = { operation: 'create', name: '={{ $json.name }}' };

/** Answers as a service would that creates things and gives them ids from their names. */
function create({ url, body }: Asked, refuse: (name: string) => boolean = () => false): Answered {
	const one = ({ things }: { things: Array<{ name: string }> }) => {
		const culprits = things.flatMap(({ name }, index) => (refuse(name) ? [index] : []));
		return culprits.length > 0
			? { code: 'BAD', message: 'Some things are bad', culprits }
			: { ids: things.map(({ name }) => `id-${name}`) };
	};
	const sent = JSON.parse(body);
	if (url !== '/bulk') {
		const reply = one(sent);
		return { status: 'code' in reply ? 400 : 200, json: reply };
	}
	const replies = sent.requests.map((request: { body: never }) => one(request.body));
	const bad = replies.findIndex((reply: object) => 'code' in reply);
	if (bad < 0) return { json: { results: replies } };
	return {
		status: 400,
		json: { results: replies.map((reply: object, at: number) => (at === bad ? reply : {})) },
	};
}

describe('batches', () => {
	it('sends ten items in two requests, six to a bulk request, and keeps their order', async () => {
		const { output, error } = await run((asked) => create(asked), CREATE, { items: names(10) });
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.id)).toEqual(names(10).map(({ name }) => `id-${name}`));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			names(10).map((_, item) => ({ item })),
		);
		expect(toys.asked.map(({ url }) => url)).toEqual(['/bulk', '/bulk']);
	});

	it('stops at the first bad element and says which item, field, code, and what was written', async () => {
		const { error, output } = await run((asked) => create(asked, (name) => name === 'n8'), CREATE, {
			items: names(10),
		});
		expect(output).toEqual([]);
		expect(error?.message).toBe('Field "name": is bad (BAD) [item 8]');
		expect(error?.description).toContain('6 items were written [items 0–5]');
		expect(error?.context.itemIndex).toBe(8);
	});

	it('narrows a refused bulk request down to the named elements and writes the others once', async () => {
		const bad = new Set(['n1', 'n4', 'n8']);
		const { output } = await run((asked) => create(asked, (name) => bad.has(name)), CREATE, {
			items: names(10),
			onError: 'continueRegularOutput',
		});
		expect(output).toHaveLength(10);
		expect(output.filter(({ error }) => error).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
			{ item: 4 },
			{ item: 8 },
		]);
		expect(output[1]?.error?.message).toBe('Field "name": is bad (BAD) [item 1]');
		expect(output[2]?.json).toEqual({ id: 'id-n2' });
		const sent = toys.asked.map(({ body }) => body.match(/n\d/g) ?? []);
		expect(sent).toHaveLength(5);
		expect(sent.filter((list) => !list.some((name) => bad.has(name))).sort()).toEqual([
			['n0', 'n2', 'n3', 'n5'],
			['n6', 'n7', 'n9'],
		]);
	});
});

describe('one request an item', () => {
	it('sends a wrong password once, whatever the number of items', async () => {
		const { output } = await run(
			() => ({ status: 401, json: { code: 'WRONG', message: 'Wrong login' } }),
			{ operation: 'get', id: '1' },
			{ items: names(20), onError: 'continueRegularOutput' },
		);
		expect(toys.asked).toHaveLength(1);
		expect(output).toHaveLength(20);
		expect(output[19]?.error?.message).toContain('Wrong login (WRONG)');
	});

	it('follows no redirect and says where it went', async () => {
		const { error } = await run(
			() => ({ status: 302, headers: { location: 'https://elsewhere.example/login' } }),
			{ operation: 'get', id: '1' },
		);
		expect(error?.message).toMatch(/redirected the request to elsewhere\.example \[item 0\]/);
		expect(toys.asked).toHaveLength(1);
	});

	it('tells a web page from an answer', async () => {
		const { error } = await run(() => ({ text: '<html>maintenance</html>' }), {
			operation: 'get',
			id: '1',
		});
		expect(error?.message).toContain('returned a web page');
	});
});

describe('retries', () => {
	it('repeats a read after a cut connection, a cut reply and 503, honouring Retry-After', async () => {
		const answers: Answered[] = [
			{ cut: 'before' },
			{ cut: 'body' },
			{ status: 503, text: 'x', headers: { 'retry-after': '0' } },
		];
		const { output } = await run((_, count) => answers[count - 1] ?? { json: { ok: true } }, {
			operation: 'get',
			id: '1',
		});
		expect(output[0]?.json).toEqual({ ok: true });
		expect(toys.asked).toHaveLength(4);
	});

	it('never repeats a write whose outcome is unknown, and says so', async () => {
		for (const fault of [
			{ cut: 'before' },
			{ cut: 'body' },
			{ status: 502, text: '<html>' },
			{ status: 200, text: '{"id' },
		] as Answered[]) {
			const { error } = await run(() => fault, { operation: 'touch', id: '1' });
			expect(toys.asked).toHaveLength(1);
			expect(error?.description).toContain('may or may not have succeeded');
		}
	});

	it('says that nobody listens, and hides the secret', async () => {
		const server = await toys.serve(() => ({}));
		await server.close();
		const { error } = await runNode({
			type: 'toys.toy',
			loaded: toyPackage(toyService()),
			credential: { type: 'toyApi', data: { baseUrl: server.url, secret: 'do-not-tell' } },
			parameters: { resource: 'thing', operation: 'touch', id: '1' },
		});
		expect(error?.message).toMatch(/^127\.0\.0\.1:\d+ refused the connection \[item 0\]$/);
		expect(JSON.stringify(error)).not.toContain('do-not-tell');
	});
});

it('gives up on a host once, not once an item', async () => {
	const server = await toys.serve(() => ({}));
	await server.close();
	// With all the waits for every item this would take longer than a test may.
	const { output } = await runNode({
		type: 'toys.toy',
		loaded: toyPackage(toyService()),
		credential: { type: 'toyApi', data: { baseUrl: server.url, secret: 'x' } },
		parameters: { resource: 'thing', operation: 'touch', id: '1' },
		items: names(60),
		onError: 'continueRegularOutput',
	});
	expect(
		output.filter(({ error }) => error?.message.includes('refused the connection')),
	).toHaveLength(60);
});

describe('walks', () => {
	const page = ({ url }: Asked): Answered => {
		const at = Number(/page=(\d+)/.exec(url)?.[1] ?? 0);
		return { json: { things: at < 3 ? [{ n: at * 2 }, { n: at * 2 + 1 }] : [] } };
	};

	it.each([
		[0, 'returnAll', 6, 4],
		[3, 'limit', 3, 2],
		[4, 'limit', 4, 2],
		[1, 'limit', 1, 1],
	])('reads until the end or the limit (%i by %s)', async (limit, how, rows, requests) => {
		const { output } = await run(page, {
			operation: 'getAll',
			returnAll: how === 'returnAll',
			limit,
		});
		expect(output).toHaveLength(rows);
		expect(toys.asked).toHaveLength(requests);
	});
});

it('a busy machine stops no pattern, which n8n gives 250 ms', () => {
	// Half a second or more.
	expect(safeRegex.test('^(a+)+$', `${'a'.repeat(23)}!`)).toBe(false);
});
