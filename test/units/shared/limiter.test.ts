import { Limiter, type Load } from '../../../nodes/shared/transport/limiter';

const GOOD: Load = { tooMany: false, headers: {} };
const TOO_MANY: Load = { tooMany: true, headers: {} };
const told = (running: number, limit = 100): Load => ({
	tooMany: false,
	headers: { 'x-concurrencylimit-limit': `${limit}`, 'x-concurrencylimit-running': `${running}` },
});

/** How many of twenty requests go through a gate that has seen these answers, all to one round of requests. */
async function room(...rounds: Load[][]): Promise<number> {
	const gate = new Limiter();
	for (const answers of rounds) {
		const leaves = await Promise.all(answers.map(() => gate.enter()));
		for (const [at, leave] of leaves.entries()) leave(answers[at]);
	}
	let inside = 0;
	for (let count = 0; count < 20; count++) void gate.enter().then(() => (inside += 1));
	await new Promise((resolve) => setImmediate(resolve));
	return inside;
}

const times = (count: number, load: Load) => Array.from({ length: count }, () => load);

describe('a gate', () => {
	it('lets five through as long as it is not told how busy the service is', async () => {
		expect(await room()).toBe(5);
		expect(await room(times(5, GOOD))).toBe(5);
		expect(await room([told(1)], [GOOD])).toBe(5);
	});

	it('lets up to ten through while there is room', async () => {
		expect(await room([told(49)])).toBe(10);
		expect(await room([told(1)], [told(1)])).toBe(10);
		expect(await room([TOO_MANY], [told(1)])).toBe(4);
	});

	it('lets no more through where the service is half full', async () => {
		expect(await room([told(50)])).toBe(5);
		expect(await room([told(1)], [told(79)])).toBe(10);
		expect(await room([TOO_MANY], times(2, told(50)))).toBe(4);
	});

	it('lets half as many through where it is busy, once for those under way together', async () => {
		expect(await room([TOO_MANY])).toBe(2);
		expect(await room([told(80)])).toBe(2);
		expect(await room([told(1)], times(4, told(101)))).toBe(5);
		expect(await room(times(4, TOO_MANY))).toBe(2);
		expect(await room([TOO_MANY], [TOO_MANY])).toBe(1);
		expect(await room(...times(9, TOO_MANY).map((load) => [load]))).toBe(1);
	});

	it('opens again by one for each good answer', async () => {
		expect(await room([TOO_MANY], times(2, GOOD))).toBe(4);
		expect(await room([TOO_MANY], times(2, GOOD), times(4, GOOD))).toBe(5);
	});

	it.each([told(5, 0), told(-1), { ...GOOD, headers: { 'x-concurrencylimit-running': 'many' } }])(
		'takes odd headers for none: %j',
		async (odd) => expect(await room([odd])).toBe(5),
	);

	it('lets the next in when one leaves, whatever became of it', async () => {
		const gate = new Limiter();
		const leaves = await Promise.all(Array.from({ length: 5 }, () => gate.enter()));
		let late = false;
		const next = gate.enter().then(() => (late = true));
		await new Promise((resolve) => setImmediate(resolve));
		expect(late).toBe(false);
		leaves[0]?.();
		await next;
		expect(late).toBe(true);
	});

	it('keeps no file waiting, since one may be read for another', async () => {
		const gate = new Limiter();
		await Promise.all(Array.from({ length: 5 }, () => gate.enter()));
		await expect(gate.enter(true)).resolves.toBeInstanceOf(Function);
	});
});
