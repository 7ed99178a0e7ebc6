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

	it('groups items by what else they send', async () => {
		await run(
			(asked) => create(asked),
			{ ...CREATE, shelf: '={{ $itemIndex % 2 ? "a" : "b" }}' },
			{ items: names(4) },
		);
		const { requests } = JSON.parse(toys.asked[0]?.body ?? '');
		expect(requests.map(({ body }: { body: object }) => body)).toEqual([
			{ shelf: 'b', things: [{ name: 'n0' }, { name: 'n2' }] },
			{ shelf: 'a', things: [{ name: 'n1' }, { name: 'n3' }] },
		]);
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

	it('halves a batch when the service blames an element without naming it', async () => {
		const answer = ({ url, body }: Asked): Answered => {
			const sent = JSON.parse(body);
			const lists =
				url === '/bulk' ? sent.requests.map((one: { body: never }) => one.body) : [sent];
			const bad = lists.findIndex(({ things }: { things: Array<{ name: string }> }) =>
				things.some(({ name }) => name === 'n2'),
			);
			const refusal = { code: 'ELEMENT_GONE', message: 'Not found' };
			if (bad < 0) return create({ url, body } as Asked);
			return {
				status: 404,
				json:
					url === '/bulk'
						? { results: lists.map((_: never, at: number) => (at === bad ? refusal : {})) }
						: refusal,
			};
		};
		const { output, errors } = await run(answer, CREATE, {
			items: names(6),
			onError: 'continueErrorOutput',
		});
		expect(output.map(({ json }) => json.id)).toEqual([
			'id-n0',
			'id-n1',
			'id-n3',
			'id-n4',
			'id-n5',
		]);
		expect(errors).toHaveLength(1);
		expect(errors[0]?.json.error).toBe('Not found (ELEMENT_GONE) [item 2]');
	});

	it('refuses an item without its required value before anything is sent', async () => {
		const { error } = await run((asked) => create(asked), CREATE, { items: [{ name: 'x' }, {}] });
		expect(error?.message).toBe('The parameter "Name" is empty [item 1]');
		expect(toys.asked).toEqual([]);
	});
});

describe('one request an item', () => {
	it('asks with path and query and pairs the answers', async () => {
		const { output } = await run(
			({ url }) => ({ json: { url } }),
			{
				operation: 'get',
				id: '={{ $json.name }}/ü',
				options: { fields: 'a,b' },
			},
			{ items: names(3) },
		);
		expect(output.map(({ json }) => json.url)).toEqual(
			[0, 1, 2].map((at) => `/things/n${at}%2F%C3%BC?fields%5B0%5D=a&fields%5B1%5D=b`),
		);
	});

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

	it('lets the others follow once the first was answered, though that is to be sent again', async () => {
		const { output } = await run(
			({ url }, count) =>
				count === 1
					? { status: 400, json: { code: 'LOCK', message: 'Locked', locked: true } }
					: { json: { url } },
			{ operation: 'touch', id: '={{ $json.name }}' },
			{ items: names(3) },
		);
		const urls = toys.asked.map(({ url }) => url);
		expect([urls[0], urls[3]]).toEqual(['/things/n0', '/things/n0']);
		expect(urls.slice(1, 3).sort()).toEqual(['/things/n1', '/things/n2']);
		expect(output).toHaveLength(3);
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

	it('refuses what the edition is too old for, before anything is sent', async () => {
		const { error } = await run(
			() => ({}),
			{ operation: 'get', id: '1' },
			{},
			{ packaged: true, version: '5.9' },
		);
		expect(error?.message).toBe(
			'"Get" requires package edition 5.15 or later, but the credential has 5.9 [item 0]',
		);
		expect(toys.asked).toEqual([]);
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

	it('repeats a write that the service turned away: 429, and a lock in its own words', async () => {
		const answers: Answered[] = [
			{ status: 429, text: '', headers: { 'retry-after': '0' } },
			{ status: 400, json: { code: 'LOCK', message: 'Locked', locked: true } },
		];
		const { output } = await run((_, count) => answers[count - 1] ?? { json: { ok: true } }, {
			operation: 'touch',
			id: '1',
		});
		expect(output[0]?.json).toEqual({ ok: true });
	});

	it('gives up on a service that does not answer in time', async () => {
		const { error } = await run(() => ({ delayMs: 3000 }), {
			operation: 'touch',
			id: '1',
			options: { timeoutSeconds: 1 },
		});
		expect(error?.message).toBe(
			"The service didn't answer in time, so the request may have been carried out [item 0]",
		);
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

	it('gives nothing of what it read before a failure', async () => {
		const { error, output } = await run(
			(asked, count) =>
				count === 2 ? { status: 400, json: { code: 'X', message: 'No' } } : page(asked),
			{
				operation: 'getAll',
				returnAll: true,
			},
		);
		expect(error?.message).toBe('No (X) [item 0]');
		expect(output).toEqual([]);
		expect(toys.asked).toHaveLength(2);
	});

	it('hints that nothing was found', async () => {
		const { output, hints } = await run(() => ({ json: { things: [] } }), {
			operation: 'getAll',
			returnAll: true,
		});
		expect(output).toEqual([]);
		expect(hints[0]?.message).toBe('No thing was found');
	});
});

it('a busy machine stops no pattern, which n8n gives 250 ms', () => {
	// Half a second or more.
	expect(safeRegex.test('^(a+)+$', `${'a'.repeat(23)}!`)).toBe(false);
});
