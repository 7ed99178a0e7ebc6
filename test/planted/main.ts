import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { Command } from 'commander';

import startSandbox from '../support/global-setup';
import endSandbox from '../support/global-teardown';
import { Copy } from './copy';
import type { Fault, FaultGroup } from './fault';
import { groups } from './all';
import { exitWith } from '../support/exit';

interface Flags {
	steps: string;
	seed: string;
}

const program = new Command('planted')
	.description('Plants mistakes in the code, one at a time, and lists those that no test notices.')
	.argument('[names...]', 'parts of the areas or names of faults; all by default')
	.option('--steps <number>', 'steps of a model of the triggers', '300')
	.option('--seed <number>', 'seed of its steps', '2');

interface Report {
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ status: string; fullName: string; failureMessages: string[] }>;
	}>;
}

/** The first failing test. */
interface Finding {
	test: string;
	message: string;
}

/** A change that breaks everything would not show that a test notices it. */
const NO_SANDBOX = /^(?:Error: )?The sandbox (?:ended with|printed no)/m;
/** A fault may make a loop endless. */
const LONGEST_MINUTES = 5;

const copy = new Copy();

/** Runs tests in the copy. Undefined if all pass. */
async function findingOf(
	{ tests, run }: Pick<FaultGroup, 'tests' | 'run'>,
	{ steps, seed }: Flags,
	fault?: Fault,
): Promise<Finding | undefined> {
	const env: NodeJS.ProcessEnv = { ...process.env, TRIGGER_STEPS: steps, TRIGGER_SEED: seed };
	// The tests start a sandbox of their own then.
	if (fault?.file.startsWith('sandbox/')) delete env.SANDBOX_BROKER;
	const report = await jest(
		[...(run === undefined ? [] : ['-t', run]), '--runTestsByPath', ...tests],
		env,
		fault && LONGEST_MINUTES * 60_000,
	);
	if (report === undefined)
		return { test: `no end within ${LONGEST_MINUTES} minutes`, message: '' };
	const files = report.testResults;
	const results = files.flatMap(({ assertionResults }) => assertionResults);
	const failed = results.find(({ status }) => status === 'failed');
	const message = failed?.failureMessages[0] ?? '';
	if (failed !== undefined && !NO_SANDBOX.test(message)) return { test: failed.fullName, message };
	const idle = files.find(({ assertionResults }) =>
		assertionResults.every(({ status }) => status !== 'passed'),
	);
	if (files.length < tests.length || idle !== undefined) {
		throw new Error(`${idle?.name ?? tests.join(', ')} did not run: ${idle?.message || message}`);
	}
	return undefined;
}

/** Jest's report, or undefined if it takes too long. */
async function jest(
	args: string[],
	env: NodeJS.ProcessEnv,
	timeout?: number,
): Promise<Report | undefined> {
	const running = spawn(
		process.execPath,
		[
			require.resolve('jest/bin/jest'),
			...['--config', 'test/planted/jest.config.js', '--json', '--silent', '--runInBand'],
			...['--forceExit', ...args],
		],
		{ cwd: copy.folder, env, stdio: ['ignore', 'pipe', 'pipe'], timeout, killSignal: 'SIGKILL' },
	);
	const ended = once(running, 'close');
	let output = '';
	let errors = '';
	running.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
	running.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
	await ended;
	if (running.signalCode !== null) return undefined;
	try {
		return JSON.parse(output) as Report;
	} catch {
		throw new Error(`Jest returned no report: ${errors || output}`);
	}
}

/** Whether the tests pass without a fault. Those that run whole files run together. */
async function checkUnchanged(chosen: FaultGroup[], flags: Flags): Promise<void> {
	const whole = chosen.filter(({ run }) => run === undefined).flatMap(({ tests }) => tests);
	const parts = new Map(
		chosen
			.filter(({ run }) => run !== undefined)
			.map((group) => [JSON.stringify([group.tests, group.run]), group]),
	);
	const sets: Array<Pick<FaultGroup, 'tests' | 'run'>> = [...parts.values()];
	if (whole.length > 0) sets.unshift({ tests: [...new Set(whole)] });
	for (const set of sets) {
		const finding = await findingOf(set, flags);
		if (finding === undefined) continue;
		throw new Error(`A test fails without a fault: ${finding.test}\n${finding.message}`);
	}
}

async function main(names: string[], flags: Flags): Promise<boolean> {
	const isChosen = (text: string) =>
		names.length === 0 || names.some((part) => text.toLowerCase().includes(part.toLowerCase()));
	const chosen = groups
		.map((group) => ({
			...group,
			faults: group.faults.filter(({ name }) => isChosen(`${group.area}: ${name}`)),
		}))
		.filter(({ faults }) => faults.length > 0);
	if (chosen.length === 0) throw new Error(`No fault has this in its name: ${names.join(', ')}`);
	const unchanged = seconds();
	await checkUnchanged(chosen, flags);
	console.log(`The tests pass without a fault (${unchanged()} s)`);
	const missed: string[] = [];
	let planted = 0;
	for (const group of chosen) {
		console.log(`\n${group.tests.join(', ')}${group.run === undefined ? '' : `, "${group.run}"`}`);
		for (const fault of group.faults) {
			const took = seconds();
			const remove = copy.plant(fault);
			const finding = await findingOf(group, flags, fault).finally(remove);
			const name = `${group.area}: ${fault.name}`;
			planted += 1;
			if (finding === undefined) missed.push(name);
			console.log(`${finding ? 'noticed    ' : 'NOT NOTICED'} ${took().padStart(5)} s  ${name}`);
			if (finding === undefined) continue;
			const step = /, step (\d+)\./.exec(finding.message)?.[1];
			console.log(`                     by: ${finding.test}${step ? ` (step ${step})` : ''}`);
		}
	}
	if (missed.length > 0) console.log(`\nNot noticed:\n${missed.join('\n')}`);
	console.log(`\n${planted - missed.length} of ${planted} noticed`);
	return missed.length === 0;
}

/** Tells the seconds since now. */
function seconds(): () => string {
	const start = Date.now();
	return () => ((Date.now() - start) / 1000).toFixed(1);
}

program.parse();
// All faults in the nodes share one sandbox, as test files do.
exitWith(startSandbox().then(() => main(program.args, program.opts<Flags>()).finally(endSandbox)));
