import { setTimeout as wait } from 'node:timers/promises';

import { type Contender, type Done, heapBytes, type Job } from './contender';

/** What compilers do in the background after the runs before belongs to those. */
const SETTLE_MS = 500;

/** What one job cost the process that did it. */
export interface Cost extends Omit<Done, 'inputBytes' | 'output'> {
	wallMs: number;
	cpuMs: number;
	/** Most memory that the process ever held, and how much of it the work added. */
	peakBytes: number;
	extraBytes: number;
	/** Memory of the items that came in and went out. */
	itemsBytes?: number;
}

/** Jobs that load what is loaded late and let the compiler see the code, and then the job that is measured. */
export interface Order {
	contender: string;
	warmUps: Job[];
	job: Job;
}

const contenders: Record<string, () => Promise<Contender>> = {
	node: async () => (await import('./node')).node,
	nodeByExpressions: async () => (await import('./node')).nodeByExpressions,
	four: async () => (await import('./node')).four,
	client: async () => (await import('./client')).client,
	loop: async () => (await import('./byHand')).loop,
	oneByOne: async () => (await import('./byHand')).oneByOne,
	engine: async () => (await import('./byHand')).engine,
	floor: async () => (await import('./floor')).floor,
};

async function costOf({ contender: id, warmUps, job }: Order): Promise<Cost> {
	const contender = await contenders[id]?.();
	if (contender === undefined) throw new Error(`There is no contender "${id}"`);
	for (const warmUp of warmUps) {
		const warming = await contender.ready(warmUp);
		await warming();
	}
	await wait(SETTLE_MS);
	const work = await contender.ready(job);
	await released();
	const held = heapBytes(job);
	const before = process.memoryUsage.rss();
	const cpu = process.cpuUsage();
	const start = performance.now();
	const { inputBytes, output, ...done } = await work();
	const wallMs = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	const peakBytes = process.resourceUsage().maxRSS * 1024;
	// What is still held by then is what came out.
	const itemsBytes = output === undefined ? 0 : (inputBytes ?? 0) + heapBytes(job) - held;
	return {
		...done,
		...(itemsBytes > 0 && { itemsBytes }),
		wallMs,
		cpuMs: (user + system) / 1000,
		peakBytes,
		extraBytes: Math.max(0, peakBytes - before),
	};
}

/** Says that the work can begin, and waits for the word. */
async function released(): Promise<void> {
	const go = new Promise((resolve) => process.once('message', resolve));
	process.send?.({ ready: true });
	await go;
}

process.once('message', (order: Order) => {
	costOf(order).then(
		(cost) => process.send?.({ cost }, () => process.exit(0)),
		(error: Error) =>
			process.send?.({ error: error.stack ?? error.message }, () => process.exit(1)),
	);
});

// The measurement was stopped.
process.once('disconnect', () => process.exit(1));
