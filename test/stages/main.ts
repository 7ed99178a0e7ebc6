import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { table } from '../../start/table';
import { root } from '../gates/packages';
import { type Outcome, outcomeOf, resultsFile } from './results';
import { checks, ci, night, type Stage } from './stages';

/** A stage that has run. */
interface Done {
	stage: string;
	seconds: number;
	failed: boolean;
	outcome?: Outcome | undefined;
}

/** Minutes that `.ci/run` should take, and that it may take. */
const CI_MINUTES = { goal: 20, limit: 45 };

/** Runs a command. Gives its exit code, and its output if that isn't to be shown while it runs. */
async function runCommand(command: string, isShown: boolean) {
	const child = spawn(command, {
		cwd: root,
		shell: true,
		stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
	}
	const code = await new Promise<number>((done) => child.once('close', (one) => done(one ?? 1)));
	return { code, output };
}

async function runStage(stage: Stage, isShown: boolean): Promise<Done> {
	const { name, command, results } = stage;
	const title = `\n=== ${name}: ${command}`;
	if (isShown) console.log(title);
	const begun = Date.now();
	const arguments_ = results === undefined ? '' : jestArguments(command, results);
	const { code, output } = await runCommand(command + arguments_, isShown);
	const outcome = results === undefined ? undefined : outcomeOf(stage, results);
	const seconds = Math.round((Date.now() - begun) / 1000);
	if (!isShown) console.log(`${title}\n${output.trimEnd()}\n(${seconds} s)`);
	// With every failed test passed when it ran again, the code is that of the first run.
	const failed = outcome?.onlyAgain.length ? outcome.failures.length > 0 : code !== 0;
	return { stage: name, seconds, failed, outcome };
}

/** A script takes the arguments for jest after `--`. */
function jestArguments(command: string, results: string): string {
	const separator = /(^| )npm /.test(command) && !command.includes(' -- ') ? ' --' : '';
	return `${separator} --json --outputFile=${resultsFile(results)}`;
}

/** One list after the other, also after a failed one; those of a list side by side. */
async function inTurn(lists: Stage[][]): Promise<Done[]> {
	rmSync(join(root, 'test-results'), { recursive: true, force: true });
	mkdirSync(join(root, 'test-results'));
	const done: Done[] = [];
	for (const list of lists) {
		done.push(...(await Promise.all(list.map((stage) => runStage(stage, list.length === 1)))));
	}
	return done;
}

/** Lanes side by side; a lane ends with its first failed stage. */
async function sideBySide(lanes: Stage[][]): Promise<Done[]> {
	const done: Done[] = [];
	const runLane = async (lane: Stage[]) => {
		for (const stage of lane) {
			done.push(await runStage(stage, false));
			if (done.at(-1)?.failed) return;
		}
	};
	await Promise.all(lanes.map(runLane));
	return done;
}

/** Prints what took how long and what failed, and ends with the count of tests and other stages. */
function report(done: Done[], note = ''): void {
	const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
	console.log(
		`\n${table(
			done.map(({ stage, seconds, failed, outcome }) => ({
				stage,
				seconds,
				result: failed ? 'FAILED' : 'passed',
				tests: outcome?.passed ?? '',
			})),
		)}\n`,
	);
	for (const { outcome } of done) {
		for (const test of outcome?.onlyAgain ?? []) console.log(`Passed only when run again: ${test}`);
	}
	for (const { stage, failed, outcome } of done) {
		if (failed) console.log([`Failed: ${stage}`, ...(outcome?.failures ?? [])].join('\n  '));
	}
	const isFailedWithoutTests = ({ failed, outcome }: Done) => failed && !outcome?.failures.length;
	const failures =
		sum(done.map(({ outcome }) => outcome?.failures.length ?? 0)) +
		done.filter(isFailedWithoutTests).length;
	const skipped = sum(done.map(({ outcome }) => outcome?.skipped ?? 0));
	if (note !== '') console.log(note);
	if (skipped > 0) console.log(`${skipped} skipped`);
	const passed = sum(done.map(({ outcome, failed }) => outcome?.passed ?? (failed ? 0 : 1)));
	console.log(`${passed} passed, ${failures} failed`);
	if (failures > 0) process.exitCode = 1;
}

async function main([what, ...before]: string[]): Promise<void> {
	// Stages of `.ci/run` that ran before Node could: `name:seconds`.
	const earlier = before.map((one): Done => {
		const [stage = '', seconds] = one.split(':');
		return { stage, seconds: Number(seconds), failed: false };
	});
	if (what === 'checks') {
		const done = await sideBySide(checks);
		if (done.some(({ failed }) => failed)) report(done);
		else console.log(`\n${table(done.map(({ stage, seconds }) => ({ stage, seconds })))}\n`);
		return;
	}
	if (what !== 'ci' && what !== 'night') throw new Error('Name one of checks, ci, and night');
	const begun = Date.now();
	const done = [...earlier, ...(await inTurn(what === 'ci' ? ci : night.map((one) => [one])))];
	const installing = earlier.reduce((all, { seconds }) => all + seconds, 0);
	const minutes = (installing + (Date.now() - begun) / 1000) / 60;
	const more = what === 'ci' && minutes > CI_MINUTES.goal ? `, more than ${CI_MINUTES.goal}` : '';
	report(done, `It took ${minutes.toFixed(1)} minutes${more}.`);
	if (what === 'ci' && minutes > CI_MINUTES.limit) process.exitCode = 1;
}

void main(process.argv.slice(2));
