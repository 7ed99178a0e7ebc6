import { type Answered, type Asked, toyPackage, toyService } from '../support/toy';
import { useToys } from '../support/toy-run';
import { runNode } from '../support/workflow';

const toys = useToys();

const DELAY_MS = 20;

/** Reads or writes sixty things; gives how many were under way at each one's start. */
async function underWay(
	answer: (count: number) => Answered,
	operation: 'get' | 'touch' = 'get',
): Promise<number[]> {
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
		parameters: { resource: 'thing', operation, id: '={{ $json.id }}' },
		items: Array.from({ length: 60 }, (_, id) => ({ id: String(id) })),
	});
	expect(error).toBeUndefined();
	expect(output).toHaveLength(60);
	return counts;
}

const busy = (running: number): Answered => ({
	headers: { 'X-ConcurrencyLimit-Limit': '100', 'X-ConcurrencyLimit-Running': String(running) },
});

/** Counts at the start and at the end, without the last requests, which have no others after them. */
const early = (counts: number[]) => Math.max(...counts.slice(0, 5));
const late = (counts: number[]) => Math.max(...counts.slice(30, 50));

test('a few requests are under way where the service does not say how busy it is', async () => {
	expect(Math.max(...(await underWay(() => ({}))))).toBe(5);
	expect(Math.max(...(await underWay(() => ({}), 'touch')))).toBe(4);
});

test('they become ten reads or six writes while it has room', async () => {
	expect(late(await underWay(() => busy(12)))).toBe(10);
	expect(late(await underWay(() => busy(12), 'touch'))).toBe(6);
});

test('they stay a few while half of its limit is in use', async () => {
	expect(Math.max(...(await underWay(() => busy(60))))).toBe(5);
	expect(Math.max(...(await underWay(() => busy(60), 'touch')))).toBe(4);
});

test('they become fewer as soon as it says that it is busy', async () => {
	expect(Math.max(...(await underWay(() => busy(93))))).toBe(1);
	const counts = await underWay((count) => busy(count <= 20 ? 12 : 93));
	expect(Math.max(...counts.slice(0, 20))).toBe(10);
	// Those that were under way are answered, then half as many are, and so on.
	expect(Math.max(...counts.slice(45))).toBe(1);
});

test('they become more again when it has room', async () => {
	const counts = await underWay((count) => busy(count <= 15 ? 93 : 12));
	expect(Math.max(...counts.slice(1, 15))).toBe(1);
	expect(late(counts)).toBe(10);
});

test('they become fewer after some were turned away, and none is lost', async () => {
	const counts = await underWay((count) =>
		count > 1 && count <= 16 ? { status: 429, headers: { 'retry-after': '0' }, text: '' } : {},
	);
	expect(early(counts)).toBeLessThanOrEqual(5);
	expect(Math.min(...counts.slice(8, 20))).toBeLessThanOrEqual(2);
	expect(late(counts)).toBe(5);
});
