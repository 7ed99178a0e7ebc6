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
	it('lets ten through', async () => expect(await room()).toBe(10));

	it('lets half as many through after requests were turned away, once for those under way together', async () => {
		expect(await room([TOO_MANY])).toBe(5);
		expect(await room(times(4, TOO_MANY))).toBe(5);
		expect(await room([TOO_MANY], [TOO_MANY])).toBe(2);
		expect(await room(...times(9, TOO_MANY).map((load) => [load]))).toBe(1);
	});

	it('opens again by one for each good answer', async () => {
		expect(await room([TOO_MANY], times(3, GOOD))).toBe(8);
		expect(await room([TOO_MANY], times(5, GOOD), times(8, GOOD))).toBe(10);
	});

	it('shrinks when the service says that it is near its limit, and takes odd headers for none', async () => {
		expect(await room([told(80)])).toBe(5);
		expect(await room([told(79)])).toBe(10);
		expect(await room([told(5, 0)])).toBe(10);
		expect(
			await room([{ tooMany: false, headers: { 'x-concurrencylimit-running': 'many' } }]),
		).toBe(10);
	});

	it('lets the next in when one leaves, whatever became of it', async () => {
		const gate = new Limiter();
		const leaves = await Promise.all(Array.from({ length: 10 }, () => gate.enter()));
		let late = false;
		const eleventh = gate.enter().then(() => (late = true));
		await new Promise((resolve) => setImmediate(resolve));
		expect(late).toBe(false);
		leaves[0]?.();
		await eleventh;
		expect(late).toBe(true);
	});

	it('keeps no file waiting, since one may be read for another', async () => {
		const gate = new Limiter();
		await Promise.all(Array.from({ length: 10 }, () => gate.enter()));
		await expect(gate.enter(true)).resolves.toBeInstanceOf(Function);
	});
});
