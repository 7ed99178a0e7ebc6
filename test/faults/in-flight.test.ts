import { setTimeout as sleep } from 'node:timers/promises';

import { useNewApp } from '../workflow/record-platform/app';
import { automatic, itemsOf, type Run, schemaOf } from '../workflow/record-platform/world';

const app = useNewApp({ Key: { type: 'SINGLE_LINE_TEXT', unique: true } });
const { sandbox } = app;
const fields = automatic({ schema: schemaOf({ Key: 'SINGLE_LINE_TEXT' }) });
/** Five bulk requests: the first alone, then four at once. */
const items = Array.from({ length: 9000 }, (_, index) => ({ Key: `k${index}` }));
const BULK = { method: 'POST', path: '/k/v1/bulkRequest.json' };

const create = async (more: Partial<Run> = {}) =>
	await app.run('create', { fields }, { items, ...more });

/** Numbers of the items that are in the app, sorted; twice when written twice. */
async function written(): Promise<number[]> {
	return (await app.records()).map(({ Key }) => Number(String(Key).slice(1))).sort((a, b) => a - b);
}

/** What the output says of each item. */
function told({ output }: Awaited<ReturnType<typeof create>>) {
	const unknown = output.filter(({ error }) =>
		error?.description?.includes('may or may not have succeeded'),
	);
	const done = output.filter(({ error }) => !error);
	const refused = output.filter((item) => item.error && !unknown.includes(item));
	return {
		unknown: itemsOf(unknown) as number[],
		done: itemsOf(done) as number[],
		refused: itemsOf(refused) as number[],
	};
}

/** Nothing is lost, nothing is twice there, and the output says no more than is true. */
async function checkTruth(outcome: Awaited<ReturnType<typeof create>>) {
	const { unknown, done, refused } = told(outcome);
	const found = await written();
	const there = new Set(found);
	expect(found).toHaveLength(there.size);
	expect([...done, ...unknown, ...refused].sort((a, b) => a - b)).toEqual(
		items.map((_, index) => index),
	);
	expect(done.filter((item) => !there.has(item))).toEqual([]);
	expect(refused.filter((item) => there.has(item))).toEqual([]);
	const doubtful = new Set(unknown);
	expect(found.filter((item) => !doubtful.has(item))).toEqual(done);
	return { unknown, done, refused, found };
}

test.each([
	['the connection is cut after the work', { cut: 'after' }, true],
	['the connection is cut before the work', { cut: 'before' }, false],
	['the answer is cut short', { cut: 'body' }, true],
	['a gateway answers in its place', { handled: true, status: 504, html: true }, true],
])('%s, of two steps under way: told as unknown, never sent again', async (_, fault, done) => {
	await sandbox.faults({ ...BULK, skip: 2, times: 2, ...fault });
	const outcome = await checkTruth(await create({ onError: 'continueRegularOutput' }));
	expect(outcome.refused).toEqual([]);
	// One step goes ahead, and the last of the six others has 1,400 items.
	expect([2900, 3000]).toContain(outcome.unknown.length);
	expect(outcome.found).toHaveLength(done ? 9000 : 9000 - outcome.unknown.length);
	expect((await sandbox.requests()).filter(({ method }) => method === 'POST')).toHaveLength(7);
});

test('a run that stops names what is unknown and what was written of all steps under way', async () => {
	await sandbox.faults({ ...BULK, skip: 1, times: 2, cut: 'after', delayMs: 100 });
	const { error } = await create({ items: items.slice(0, 8000) });
	expect(error?.message).toMatch(/^The connection was lost .*\[items \d+–\d+\]$/);
	expect(error?.description).toContain('may or may not have succeeded');
	// The last of the four steps has 1,900 items, and may be one of the two that arrive first.
	expect(error?.description).toMatch(
		/(2,0|1,9)00 more items may or may not have been written \[items \d+–\d+\]/,
	);
	expect(error?.description).toMatch(/[24],[01]00 items were written/);
	const found = await written();
	expect(new Set(found).size).toBe(found.length);
});

test('a storm of 429 is waited out, and everything is written once', async () => {
	await sandbox.faults({
		...BULK,
		skip: 1,
		times: 9,
		status: 429,
		code: 'GAIA_TO04',
		message: 'Too many requests.',
	});
	const { done } = await checkTruth(await create({ onError: 'continueRegularOutput' }));
	expect(done).toHaveLength(9000);
});

test('the service goes away in the middle and comes back: what was lost is told, the rest is written', async () => {
	await sandbox.faults({ ...BULK, skip: 2, times: 1, cut: 'before' });
	await sandbox.faults({ ...BULK, skip: 2, times: 3, status: 503, code: 'CB_MA01', retryAfter: 1 });
	const outcome = await create({ onError: 'continueRegularOutput' });
	const { unknown, refused, done } = await checkTruth(outcome);
	expect(refused).toEqual([]);
	expect(done.length + unknown.length).toBe(9000);
	expect([1400, 1500]).toContain(unknown.length);
});

test('a cancelled run starts nothing further', async () => {
	const stop = new AbortController();
	await sandbox.faults({ ...BULK, skip: 1, times: 8, delayMs: 1500 });
	const run = create({
		items: Array.from({ length: 20_000 }, (_, index) => ({ Key: `k${index}` })),
		cancel: stop.signal,
	});
	for (let waited = 0; waited < 100 && (await sandbox.log()).mostRunning < 4; waited++) {
		await sleep(50);
	}
	stop.abort();
	await run.catch(() => undefined);
	await sleep(2500);
	const found = await written();
	expect(new Set(found).size).toBe(found.length);
	expect(found.length).toBeLessThanOrEqual(14_100);
	expect(
		(await sandbox.requests()).filter(({ method }) => method === 'POST').length,
	).toBeLessThanOrEqual(8);
});
