import { appendFileSync } from 'node:fs';

import { Command } from 'commander';

import { SandboxProcess } from '../support/sandbox-process';
import { Bench } from './bench';
import { properties } from './all';
import { leavePlaces } from './places';
import { hold, type Report, table } from './runner';

const command = new Command('properties')
	.description('Tries what must hold for every operation on generated cases')
	.option('--runs <number>', 'cases for each operation and property', '5')
	.option('--seed <number>', 'repeats a run', String(Date.now() % 1_000_000))
	.option('--only <operation>', 'operations whose name contains this')
	.option('--property <name>', 'properties whose name contains this')
	.option('--again <number>', 'looks for more after something was found', '0')
	.option('--log <file>', 'writes what is found to a file as well')
	.parse();

interface Options {
	runs: string;
	seed: string;
	only?: string;
	property?: string;
	again: string;
	log?: string;
}

async function main(): Promise<boolean> {
	const { runs, seed, only = '', property = '', again, log } = command.opts<Options>();
	// The engine writes what workflows fail with to the console.
	const print = console.log.bind(console);
	for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const) console[name] = () => {};
	const told = (line: string) => {
		print(line);
		if (log) appendFileSync(log, `${line}\n`);
	};
	const sandbox = new SandboxProcess();
	const reports = new Map<string, Report>();
	try {
		const url = await sandbox.url();
		for (const service of ['recordPlatform', 'groupware'] as const) {
			const bench = await Bench.open(url, service);
			const subjects = bench.subjects.filter(({ key }) => key.includes(only));
			if (subjects.length === 0) continue;
			for (const one of properties) {
				if (!one.name.includes(property)) continue;
				const choices = { runs: Number(runs), seed: Number(seed), again: Number(again), told };
				const report = await hold(bench, one, subjects, choices);
				const before = reports.get(one.name);
				reports.set(one.name, before ? joined(before, report) : report);
			}
		}
	} finally {
		await leavePlaces();
		await sandbox.stop();
	}
	told(table([...reports.values()], Number(seed)));
	return [...reports.values()].every(({ findings }) => findings.length === 0);
}

function joined(one: Report, other: Report): Report {
	return {
		property: one.property,
		covered: [...one.covered, ...other.covered],
		exempt: [...one.exempt, ...other.exempt],
		cases: one.cases + other.cases,
		findings: [...one.findings, ...other.findings],
	};
}

main().then(
	(held) => process.exit(held ? 0 : 1),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(2);
	},
);
