import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { Command } from 'commander';

import { builtFile, sandboxPackage } from '../../test/gates/packages';
import { pack } from '../../test/gates/packing';

interface Cost {
	readyMs: number;
	cpuMs: number;
	resident: number;
}

interface Row {
	name: string;
	cost: Cost;
	/** What it took before the sandbox was a package. */
	earlier?: string;
}

const main = builtFile(sandboxPackage, 'dist/main.js');

const program = new Command('bench:start')
	.description('Measures the start, the memory and the size of the built sandbox.')
	.option('--repeat <times>', 'starts, of which the least figures count', Number, 5);

run(program.parse().opts<{ repeat: number }>().repeat).then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(2);
	},
);

async function run(repeat: number): Promise<boolean> {
	const database = [builtFile(sandboxPackage, 'dist/store/pglite.js')];
	const demo: Row = {
		name: 'with the demo data',
		earlier: '3.0 s, 510 MB',
		cost: await least(repeat, main, ['--port', '0']),
	};
	const rows: Row[] = [
		demo,
		{ name: 'in Japanese', cost: await least(repeat, main, ['--port', '0', '--demo', 'ja']) },
		{
			name: 'without apps and events',
			cost: await least(repeat, main, ['--port', '0', '--empty']),
		},
		{
			name: 'of it the database',
			cost: await least(repeat, join(__dirname, 'database.js'), database),
		},
	];
	console.log(`Node ${process.version}, ${availableParallelism()} cores, the least of ${repeat}`);
	console.log(line('', 'ready s', 'cpu s', 'resident MB', 'earlier'));
	for (const { name, cost, earlier = '' } of rows) {
		const { readyMs, cpuMs, resident } = cost;
		console.log(line(name, seconds(readyMs), seconds(cpuMs), megabytes(resident), earlier));
	}
	const { size, unpackedSize, remove } = pack(sandboxPackage);
	remove();
	console.log(
		`The package: ${megabytes(size, 1)} MB packed, ${megabytes(unpackedSize, 1)} MB unpacked`,
	);
	const passed = demo.cost.readyMs < 2_000 && demo.cost.resident < 300 * 1024 ** 2;
	console.log(`${passed ? 'pass' : 'FAIL'}  ready in less than 2 s with less than 300 MB`);
	return passed;
}

async function least(repeat: number, file: string, args: string[]): Promise<Cost> {
	const costs: Cost[] = [];
	for (let round = 0; round < repeat; round += 1) costs.push(await start(file, args));
	const of = (key: keyof Cost) => Math.min(...costs.map((cost) => cost[key]));
	return { readyMs: of('readyMs'), cpuMs: of('cpuMs'), resident: of('resident') };
}

/** From the start of the process to its ready line; the rest is what it took until then. */
async function start(file: string, args: string[]): Promise<Cost> {
	const started = performance.now();
	const child = fork(file, args, {
		execArgv: ['--require', join(__dirname, 'cost.js')],
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	const { stdout } = child;
	if (!stdout) throw new Error('The process has no output.');
	const ended = new Promise<void>((done) => child.once('close', () => done()));
	try {
		await new Promise<void>((ready, fail) => {
			child.once('close', (code) => fail(new Error(`${file} ended with code ${code}.`)));
			createInterface({ input: stdout }).once('line', () => ready());
		});
		const readyMs = performance.now() - started;
		const cost = await new Promise<Omit<Cost, 'readyMs'>>((told) => {
			child.once('message', (message) => told(message as Omit<Cost, 'readyMs'>));
			child.send('cost');
		});
		return { readyMs, ...cost };
	} finally {
		child.kill('SIGTERM');
		await ended;
	}
}

function line(name: string, ...columns: string[]): string {
	return [name.padEnd(26), ...columns.map((column) => column.padStart(14))].join('');
}

function seconds(ms: number): string {
	return (ms / 1000).toFixed(2);
}

function megabytes(bytes: number, digits = 0): string {
	return (bytes / 1024 ** 2).toFixed(digits);
}
