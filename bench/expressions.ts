import { spawnSync } from 'node:child_process';

import { fittingNode } from '../start/install';
import type { Job } from './contenders/contender';
import type { Cost, Order } from './contenders/run';
import { type Ground, prepare, type Runtime, startGround } from './ground';

/**
 * Measures what expressions take: records are created with one, five, and nine fields, each mapped with a path
 * into the item, by our node, by a node that lets n8n evaluate its parameters for each item, and by a node that
 * has none. Run with `npx tsx bench/expressions.ts [items]` after `npm run build`.
 */
const ITEMS = Number(process.argv[2] ?? 10_000);
const FIELDS = [1, 5, 9];
const CONTENDERS = {
	nodeByExpressions: 'our node',
	engineByExpressions: 'a node whose parameters n8n evaluates',
	engine: 'n8n alone',
};

async function costOf(ground: Ground, contender: string, fields: number, runtime: Runtime) {
	const jobOf = async (count: number): Promise<Job> => {
		const { app } = await ground.makeApp('insert');
		return { kind: 'insert', baseUrl: ground.url, app, count, fields };
	};
	const warmUps = [await jobOf(Math.min(ITEMS, 1_000)), await jobOf(Math.min(ITEMS, 1_000))];
	const order: Order = { contender, warmUps, jobs: [await jobOf(ITEMS)] };
	const started = await prepare('contenders/run.ts', order, ground.certificateFile, runtime);
	return (await started.go<{ cost: Cost }>()).cost;
}

async function main(): Promise<void> {
	const runtimes: Runtime[] = [{ engine: 'legacy' }];
	await fittingNode(console.log).then(
		(node) => runtimes.push({ node, engine: 'legacy' }, { node, engine: 'vm' }),
		(problem: Error) => console.log(`Not measured with n8n's default engine: ${problem.message}`),
	);
	const ground = await startGround();
	console.log(
		`${ITEMS} items, seconds of processor time, with expressions for one, five, and nine fields`,
	);
	try {
		for (const runtime of runtimes) {
			const version = spawnSync(runtime.node ?? process.execPath, ['--version']).stdout;
			console.log(`\n${runtime.engine}, Node ${String(version).trim()}`);
			console.log(''.padEnd(40) + FIELDS.map((fields) => `${fields}`.padStart(8)).join(''));
			for (const [contender, name] of Object.entries(CONTENDERS)) {
				const costs: string[] = [];
				for (const fields of FIELDS) {
					const { cpuMs } = await costOf(ground, contender, fields, runtime);
					costs.push((cpuMs / 1000).toFixed(2));
				}
				console.log(name.padEnd(40) + costs.map((cost) => cost.padStart(8)).join(''));
			}
		}
	} finally {
		await ground.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
