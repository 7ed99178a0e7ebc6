import { Command } from 'commander';
import fc from 'fast-check';

import { startLocalSandbox } from '../../start/sandbox';
import { table } from '../../start/table';
import { heldBy, type Point, trendOf } from '../soak/held';
import { apart, malformedRequests } from './fuzz';

const flags = new Command('fuzz')
	.description('Sends malformed requests to every route of the sandbox')
	.option('--requests <number>', 'how many, at least', Number, 100_000)
	.option('--seed <number>', 'repeats a round of about 5,000', Number, Date.now() % 1e6)
	.parse()
	.opts<{ requests: number; seed: number }>();

/** A longer run finds less growth for each request. */
const acceptedMegabytes = 40;

// A small heap is collected often, so that what stays is measured.
process.env.NODE_OPTIONS ??= '--max-old-space-size=160';

async function main(): Promise<boolean> {
	const { url, pid = 0, stop } = await startLocalSandbox(0);
	const statuses: Record<number, number> = {};
	const memory: Point[] = [];
	let [answered, slowest, findings] = [0, 0, 0];
	const property = malformedRequests(url, (status, ms) => {
		if (answered++ % 500 === 0) memory.push([answered / 100_000, heldBy(pid).memory]);
		statuses[status] = (statuses[status] ?? 0) + 1;
		slowest = Math.max(slowest, ms);
	});
	// Each round begins with new data, so that its seed repeats it alone.
	for (let seed = flags.seed; answered < flags.requests; seed += 1) {
		for (const tenant of ['', apart]) {
			const headers = { 'content-type': 'application/json' };
			const init = { method: 'POST', body: '{"demo":true}', headers };
			const { ok } = await fetch(`${url}${tenant}/_sandbox/reset`, init);
			if (!ok) throw new Error(`The sandbox can't be reset before --seed ${seed}`);
		}
		const { counterexample, errorInstance } = await fc.check(property, { seed, numRuns: 500 });
		if (counterexample === null) continue;
		findings += 1;
		console.log(`--seed ${seed}: ${String(errorInstance).slice(0, 500)}`);
		for (const one of counterexample[0]) console.log(JSON.stringify(one).slice(0, 1_000));
	}
	await stop();
	const trend = trendOf('memory in MB', memory, acceptedMegabytes, '100,000 requests');
	console.log(
		`${table([trend])}\n${answered} answers from --seed ${flags.seed} on, ${findings} findings`,
	);
	console.log(`Slowest ${slowest.toFixed(0)} ms, statuses ${JSON.stringify(statuses)}`);
	return findings === 0 && trend.verdict === 'flat';
}

void main().then((passed) => process.exit(passed ? 0 : 1));
