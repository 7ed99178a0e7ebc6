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

/** Jobs that load what is loaded late and let the compiler see the code, and then those that are measured. */
export interface Order {
	contender: string;
	warmUps: Job[];
	jobs: Job[];
}

const contenders: Record<string, () => Promise<Contender>> = {
	node: async () => (await import('./node')).node,
	nodeByExpressions: async () => (await import('./node')).nodeByExpressions,
	four: async () => (await import('./node')).four,
	client: async () => (await import('./client')).client,
	loop: async () => (await import('./byHand')).loop,
	oneByOne: async () => (await import('./byHand')).oneByOne,
	engine: async () => (await import('./byHand')).engine,
	mapping: async () => (await import('./byHand')).mapping,
	engineByExpressions: async () => (await import('./byHand')).engineByExpressions,
	floor: async () => (await import('./floor')).floor,
};

/** What a job costs; the medians of several, each after the one before. */
async function costOf({ contender: id, warmUps, jobs }: Order): Promise<Cost> {
	const contender = await contenders[id]?.();
	if (contender === undefined) throw new Error(`There is no contender "${id}"`);
	for (const warmUp of warmUps) {
		const warming = await contender.ready(warmUp);
		await warming();
	}
	await wait(SETTLE_MS);
	const [first, ...others] = jobs as [Job, ...Job[]];
	const work = await contender.ready(first);
	await released();
	const costs = [await measured(first, work)];
	for (const job of others) costs.push(await measured(job, await contender.ready(job)));
	const median = (of: (cost: Cost) => number) =>
		costs.map(of).sort((a, b) => a - b)[Math.floor(costs.length / 2)] as number;
	const records = costs.every((cost) => cost.records === first.count) ? first.count : -1;
	const [{ parametersMs }] = costs as [Cost];
	return {
		...(costs.at(-1) as Cost),
		records,
		wallMs: median(({ wallMs }) => wallMs),
		cpuMs: median(({ cpuMs }) => cpuMs),
		...(parametersMs !== undefined && { parametersMs: median((cost) => cost.parametersMs ?? 0) }),
	};
}

async function measured(job: Job, work: () => Promise<Done>): Promise<Cost> {
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
