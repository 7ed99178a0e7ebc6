import type { IDataObject } from 'n8n-workflow';

import type { PrefetchResult, PendingElement } from '../../nodes/shared/catalogue';
import { InputError } from '../../nodes/shared/errors';
import {
	type Answered,
	type Asked,
	toyPackage,
	toyServer,
	type ToyServer,
	toyService,
} from '../support/toy';
import { runNode } from '../support/workflow';

interface Thing {
	name: string;
	seen?: number;
}

let server: ToyServer | undefined;
/** Names and attempts of each look that was taken. */
let looks: string[][];

beforeEach(() => {
	looks = [];
});

afterEach(async () => await server?.close());

const nameOf = ({ element }: PendingElement) => (element as Thing).name;
const names = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));

/** Creates things, two lists of three in a bulk request; `refuse` may answer a list in its place. */
function service(refuse: (things: Thing[]) => object | undefined) {
	return ({ url, body }: Asked): Answered => {
		const sent = JSON.parse(body);
		const lists: Thing[][] =
			url === '/bulk'
				? sent.requests.map((one: { body: { things: Thing[] } }) => one.body.things)
				: [sent.things];
		for (const [at, things] of lists.entries()) {
			const refusal = refuse(things);
			if (refusal === undefined) continue;
			const json = { results: lists.map((_, index) => (index === at ? refusal : {})) };
			return { status: 409, json: url === '/bulk' ? json : refusal };
		}
		const replies = lists.map((things) => ({ ids: things.map(({ name }) => `id-${name}`) }));
		return { json: url === '/bulk' ? { results: replies } : replies[0] };
	};
}

async function run(
	answer: (asked: Asked, count: number) => Answered,
	look: (waiting: PendingElement) => PrefetchResult,
	more: { items?: IDataObject[]; onError?: 'continueRegularOutput'; shelf?: string } = {},
) {
	server = await toyServer(answer);
	const ready = async (waiting: PendingElement[]) => {
		looks.push(waiting.map((one) => `${nameOf(one)} ${one.attempt}`));
		return waiting.map(look);
	};
	const stale = ({ code }: { code?: string }) => code === 'CHANGED';
	return await runNode({
		type: 'toys.toy',
		loaded: toyPackage(toyService({}, { prefetch: ready, isConflict: stale })),
		credential: { type: 'toyApi', data: { baseUrl: server.url, secret: 'x' } },
		parameters: {
			resource: 'thing',
			operation: 'create',
			name: '={{ $json.name }}',
			shelf: more.shelf ?? 'a',
		},
		items: more.items ?? names(6),
		...(more.onError && { onError: more.onError }),
	});
}

const asIs = ({ element }: PendingElement): PrefetchResult => ({ element });
const sent = () => server?.asked.map(({ body }) => body.match(/n\d+/g)) ?? [];

it('takes one look a step, with the elements as they were prepared', async () => {
	const { output } = await run(
		service(() => undefined),
		({ element }) => ({ element: { ...(element as Thing), seen: 1 } }),
		{ items: names(8) },
	);
	expect(looks).toEqual([
		['n0 1', 'n1 1', 'n2 1', 'n3 1', 'n4 1', 'n5 1'],
		['n6 1', 'n7 1'],
	]);
	expect(output.map(({ json }) => json.id)).toEqual(names(8).map(({ name }) => `id-${name}`));
	expect(JSON.parse(server?.asked[1]?.body ?? '')).toMatchObject({
		things: [
			{ name: 'n6', seen: 1 },
			{ name: 'n7', seen: 1 },
		],
	});
});

it('takes a look of its own at items that do not share a request', async () => {
	await run(
		service(() => undefined),
		asIs,
		{ shelf: '={{ $itemIndex % 2 ? "a" : "b" }}', items: names(4) },
	);
	expect(looks).toEqual([
		['n0 1', 'n2 1'],
		['n1 1', 'n3 1'],
	]);
});

it('lets items leave with rows of their own, or with a problem, without sending them', async () => {
	const { output } = await run(
		service(() => undefined),
		(waiting) => {
			if (nameOf(waiting) === 'n1') return { rows: { json: { unchanged: true } } };
			if (nameOf(waiting) === 'n4') return { problem: new InputError('Not this one') };
			return asIs(waiting);
		},
		{ onError: 'continueRegularOutput' },
	);
	expect(sent()).toEqual([['n0', 'n2', 'n3', 'n5']]);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(names(6).map((_, item) => ({ item })));
	expect(output[1]?.json).toEqual({ unchanged: true });
	expect(output[4]?.error?.message).toBe('Not this one [item 4]');
});

it('sends nothing where nothing is left to send', async () => {
	const { output } = await run(
		service(() => undefined),
		() => ({ rows: { json: { unchanged: true } } }),
	);
	expect(server?.asked).toEqual([]);
	expect(output).toHaveLength(6);
});

it('stops before sending when an item has a problem and the workflow is to stop', async () => {
	const { error } = await run(
		service(() => undefined),
		(waiting) =>
			nameOf(waiting) === 'n4' ? { problem: new InputError('Not this one') } : asIs(waiting),
	);
	expect(error?.message).toBe('Not this one [item 4]');
	expect(server?.asked).toEqual([]);
});

it('looks again at the element that the service names as changed, and sends it again', async () => {
	const { output, error } = await run(
		service((things) => {
			const at = things.findIndex(({ name, seen }) => name === 'n4' && (seen ?? 0) < 3);
			return at < 0
				? undefined
				: { code: 'CHANGED', message: 'Somebody changed it', culprits: [at] };
		}),
		({ element, attempt }) => ({ element: { ...(element as Thing), seen: attempt } }),
	);
	expect(error).toBeUndefined();
	expect(looks.slice(1)).toEqual([['n4 2'], ['n4 3']]);
	expect(output).toHaveLength(6);
	expect(server?.asked).toHaveLength(3);
});

it('looks again at the whole batch where the service does not say which element changed', async () => {
	const { error } = await run(
		service((things) =>
			things.some(({ name, seen }) => name === 'n4' && seen === 1)
				? { code: 'CHANGED', message: 'Somebody changed it' }
				: undefined,
		),
		({ element, attempt }) => ({ element: { ...(element as Thing), seen: attempt } }),
	);
	expect(error).toBeUndefined();
	expect(looks.slice(1)).toEqual([['n3 2', 'n4 2', 'n5 2']]);
	expect(server?.asked).toHaveLength(2);
});

it('gives up after looking three times again: the element is refused, the others are written', async () => {
	const { output } = await run(
		service((things) => {
			const at = things.findIndex(({ name }) => name === 'n4');
			return at < 0
				? undefined
				: { code: 'CHANGED', message: 'Somebody changed it', culprits: [at] };
		}),
		asIs,
		{ onError: 'continueRegularOutput' },
	);
	expect(looks.slice(1)).toEqual([['n4 2'], ['n4 3'], ['n4 4']]);
	expect(output.filter(({ error }) => error).map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 4 },
	]);
	expect(output[4]?.error?.message).toBe('Field "name": is bad (CHANGED) [item 4]');
	expect(sent().at(-1)).toEqual(['n0', 'n1', 'n2', 'n3', 'n5']);
});

it('narrows a refused step as ever, without looking again', async () => {
	const { output } = await run(
		service((things) =>
			things.some(({ name }) => name === 'n2')
				? { code: 'ELEMENT_GONE', message: 'Not found' }
				: undefined,
		),
		asIs,
		{ onError: 'continueRegularOutput' },
	);
	expect(looks).toHaveLength(1);
	expect(output.filter(({ error }) => error).map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 2 },
	]);
	expect(sent().at(-1)).toEqual(['n0', 'n1', 'n3', 'n4', 'n5']);
});

it('refuses the items of a look that failed', async () => {
	const { error } = await run(
		service(() => undefined),
		() => {
			throw new InputError('The form could not be read');
		},
	);
	expect(error?.message).toBe('The form could not be read [items 0–5]');
});
