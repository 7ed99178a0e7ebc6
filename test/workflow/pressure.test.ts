import { type Answered, type Asked, toyPackage, toyService } from '../support/toy';
import { useToys } from '../support/toy-run';
import { runNode } from '../support/workflow';

const toys = useToys();

const DELAY_MS = 20;

/** Reads forty things, five at a time where nothing holds it back; gives how many were under way at each one's start. */
async function underWay(answer: (count: number) => Answered): Promise<number[]> {
	let running = 0;
	const counts: number[] = [];
	const server = await toys.serve((_asked: Asked, count: number) => {
		running += 1;
		counts.push(running);
		setTimeout(() => (running -= 1), DELAY_MS);
		return { delayMs: DELAY_MS, json: { ok: true }, ...answer(count) };
	});
	const { output, error } = await runNode({
		type: 'toys.toy',
		loaded: toyPackage(toyService()),
		credential: { type: 'toyApi', data: { baseUrl: server.url, secret: 'x' } },
		parameters: { resource: 'thing', operation: 'get', id: '={{ $json.id }}' },
		items: Array.from({ length: 40 }, (_, id) => ({ id: String(id) })),
	});
	expect(error).toBeUndefined();
	expect(output).toHaveLength(40);
	return counts;
}

const busy = (running: number): Answered => ({
	headers: { 'X-ConcurrencyLimit-Limit': '100', 'X-ConcurrencyLimit-Running': String(running) },
});

test('fewer requests are under way while the service says that it is busy', async () => {
	const calm = Math.max(...(await underWay(() => busy(12))));
	expect(calm).toBe(5);
	const counts = await underWay(() => busy(93));
	// Halved with each round of answers: 10, 5, 2, 1.
	expect(Math.max(...counts.slice(20))).toBe(1);
});

test('more are under way again when the service says that it has room', async () => {
	const counts = await underWay((count) => busy(count <= 15 ? 93 : 12));
	expect(Math.min(...counts.slice(10, 16))).toBe(1);
	expect(Math.max(...counts.slice(30))).toBe(5);
});
