import { appendFileSync } from 'node:fs';

import { Command, InvalidArgumentError, Option } from 'commander';

import '../support/short-waits';
import { SandboxProcess } from '../support/sandbox-process';
import { properties } from './all';
import { behaviors } from './behaviors';
import { Bench, operations } from './bench';
import { hold, type Report } from './runner';
import { joined, summary } from './summary';
import { exitWith } from '../support/exit';

const numbers = (text: string) =>
	text.split(',').map((one) => {
		if (!/^\d+$/.test(one.trim())) throw new InvalidArgumentError('Use numbers with commas.');
		return Number(one);
	});

const command = new Command('properties')
	.description('Tries what must hold for every operation on generated cases')
	.option('--runs <number>', 'cases for each operation, property and seed', '5')
	.option('--seed <numbers>', 'repeats a run; several with commas', numbers, [
		Date.now() % 1_000_000,
	])
	.option('--only <operation>', 'operations whose name contains this', '')
	.option('--property <name>', 'properties whose name contains this', '')
	.addOption(
		new Option(
			'--behavior <name>',
			'behavior of the sandbox where the one of the service is not known',
		)
			.choices([...Object.keys(behaviors), 'both'])
			.default('both'),
	)
	.option('--again <number>', 'looks for more after something was found', '0')
	.option('--log <file>', 'writes what is found to a file as well')
	.parse();

interface Options {
	runs: string;
	seed: number[];
	only: string;
	property: string;
	behavior: string;
	again: string;
	log?: string;
}

async function main(): Promise<boolean> {
	const { runs, seed: seeds, only, property, behavior, again, log } = command.opts<Options>();
	// The engine writes what workflows fail with to the console.
	const print = console.log.bind(console);
	for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const) console[name] = () => {};
	const told = (line: string) => {
		print(line);
		if (log) appendFileSync(log, `${line}\n`);
	};
	const reports = new Map<string, Report>();
	const wanted = Object.entries(behaviors).filter(
		([name]) => behavior === 'both' || behavior === name,
	);
	for (const [name, behavior] of wanted) {
		const sandbox = new SandboxProcess([...behavior.flags, '--deploy-ms', '0']);
		try {
			const url = await sandbox.url();
			for (const service of ['recordPlatform', 'groupware'] as const) {
				const about = (one: { key: string }) => one.key.includes(only) && behavior.affects(one);
				if (!operations.some((one) => one.service === service && about(one))) continue;
				const bench = await Bench.open(url, service, behavior);
				const subjects = bench.subjects.filter(about);
				for (const one of properties.filter((some) => some.name.includes(property))) {
					for (const seed of seeds) {
						const where = `behavior ${name}, seed ${seed}`;
						const choices = {
							runs: Number(runs),
							seed,
							again: Number(again),
							told: (line: string) => told(`${where}: ${line}`),
						};
						const report = await hold(bench, one, subjects, choices);
						const before = reports.get(one.name);
						reports.set(one.name, before ? joined(before, report) : report);
					}
				}
			}
		} finally {
			await sandbox.stop();
		}
	}
	const tried = wanted.map(([name]) => name);
	told(summary({ reports: [...reports.values()], seeds, behaviors: tried }));
	return [...reports.values()].every(({ findings }) => findings.length === 0);
}

exitWith(main());
