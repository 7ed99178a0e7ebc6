import { Limiter, type Load, type RequestKind } from '../../../nodes/shared/transport/limiter';

/** An answer of a service that says nothing of its load. */
const SILENT: Load = { tooMany: false, headers: {} };
const TOO_MANY: Load = { tooMany: true, headers: {} };
const told = (running: number | string, limit: number | string = 100): Load => ({
	tooMany: false,
	headers: { 'x-concurrencylimit-limit': `${limit}`, 'x-concurrencylimit-running': `${running}` },
});

const times = (count: number, load: Load) => Array.from({ length: count }, () => load);
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** A limiter that has seen these answers, all to one round of reads. */
async function after(...rounds: Load[][]): Promise<Limiter> {
	const limiter = new Limiter();
	for (const answers of rounds) {
		const leaves = await Promise.all(answers.map(async () => await limiter.enter('read')));
		for (const [at, leave] of leaves.entries()) leave(answers[at]);
	}
	return limiter;
}

/** How many of twenty requests go through. */
async function through(limiter: Limiter, kind: RequestKind): Promise<number> {
	let inside = 0;
	for (let count = 0; count < 20; count++) void limiter.enter(kind).then(() => (inside += 1));
	await settled();
	expect(limiter.atOnce(kind)).toBe(inside);
	return inside;
}

/** Reads that go through after these rounds, and writes. */
async function room(...rounds: Load[][]): Promise<[number, number]> {
	return [
		await through(await after(...rounds), 'read'),
		await through(await after(...rounds), 'write'),
	];
}

const FEW = [5, 4];
const MOST = [10, 6];

describe('requests under way', () => {
	it('are few as long as the service does not say how busy it is', async () => {
		expect(await room()).toEqual(FEW);
		expect(await room(times(5, SILENT), times(5, SILENT))).toEqual(FEW);
		expect(await room([told(1)], [SILENT])).toEqual(FEW);
		for (const odd of [told(5, 0), told('many'), told(5, 'none'), told(-1)]) {
			expect(await room([odd])).toEqual(FEW);
		}
	});

	it('grow while less than half of the limit is in use', async () => {
		expect(await room([told(1)])).toEqual(MOST);
		expect(await room([told(49)], times(5, told(49)))).toEqual(MOST);
	});

	it('stay as many while about half is in use', async () => {
		expect(await room([told(50)], times(5, told(79)))).toEqual(FEW);
		expect(await room([told(1)], times(5, told(79)))).toEqual(MOST);
	});

	it('fall to half of those under way when the service is busy, once for a round', async () => {
		expect(await room([told(1)], times(8, told(80)))).toEqual([4, 4]);
		expect(await room(times(5, TOO_MANY))).toEqual([2, 2]);
		expect(await room(times(4, TOO_MANY), times(2, TOO_MANY))).toEqual([1, 1]);
		expect(await room(...times(9, TOO_MANY).map((load) => [load]))).toEqual([1, 1]);
	});

	it('grow again, to few where the service says nothing or is half full', async () => {
		const busy = times(4, TOO_MANY);
		expect(await room(busy, [SILENT])).toEqual([3, 3]);
		expect(await room(busy, times(2, SILENT), times(3, SILENT))).toEqual(FEW);
		expect(await room(busy, [told(60)], [told(60)], [told(60)], [told(60)])).toEqual(FEW);
		expect(await room(busy, [told(10)])).toEqual([4, 4]);
		expect(await room(busy, [told(10)], [told(10)], [told(10)])).toEqual(MOST);
	});

	it('are as many writes as the user chose, until the service is busy', async () => {
		for (const chosen of [1, 3, 10]) {
			const limiter = await after([told(1)]);
			limiter.chooseWrites(chosen);
			expect(await through(limiter, 'write')).toBe(chosen);
		}
		const limiter = await after();
		limiter.chooseWrites(10);
		const leaves = await Promise.all(times(10, SILENT).map(() => limiter.enter('write')));
		for (const leave of leaves) leave(TOO_MANY);
		limiter.chooseWrites(10);
		expect(await through(limiter, 'write')).toBe(5);
	});
});

describe('a request that waits', () => {
	it('is let in when one leaves, whatever became of it', async () => {
		const limiter = new Limiter();
		const leaves = await Promise.all(Array.from({ length: 5 }, () => limiter.enter('read')));
		let late = false;
		const sixth = limiter.enter('read').then(() => (late = true));
		await settled();
		expect(late).toBe(false);
		leaves[0]?.();
		await sixth;
		expect(late).toBe(true);
	});

	it('holds up no read if it is a write, and reads count for writes', async () => {
		const limiter = new Limiter();
		const inside: string[] = [];
		const enter = (kind: RequestKind) =>
			void limiter.enter(kind).then(() => void inside.push(kind));
		for (let count = 0; count < 5; count++) enter('write');
		enter('read');
		await settled();
		expect(inside).toEqual(['write', 'write', 'write', 'write', 'read']);
		enter('read');
		await settled();
		expect(inside).toHaveLength(5);
	});

	it('is no file, since one may be read for another', async () => {
		const limiter = new Limiter();
		await Promise.all(Array.from({ length: 5 }, () => limiter.enter('read')));
		await expect(limiter.enter('read', true)).resolves.toBeInstanceOf(Function);
	});
});
