import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from '../gates/packages';
import type { Stage } from './stages';

/** What jest writes with `--json`, as far as it is read here. */
interface Results {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	testResults: TestFile[];
}

interface TestFile {
	name: string;
	status: string;
	message: string;
	assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>;
}

/** Counts of a stage's tests, what failed in the end, and what passed only when run again. */
export interface Outcome {
	passed: number;
	skipped: number;
	failures: string[];
	onlyAgain: string[];
}

/** More than so many failed files are no accident of a busy machine. */
const MOST_AGAIN = 5;

/** Where jest writes the results of a stage. */
export const resultsFile = (name: string) => join(root, 'test-results', `${name}.json`);

/** Reads the results of a stage. Test files with failed tests run once more, alone; only what fails again has failed. */
export function outcomeOf({ command }: Stage, name: string): Outcome | undefined {
	const first = read(name);
	if (first === undefined) return undefined;
	const { numPassedTests: passed, numPendingTests, numTodoTests } = first;
	const outcome = { passed, skipped: numPendingTests + numTodoTests, failures: [], onlyAgain: [] };
	const failed = first.testResults.filter(({ status }) => status === 'failed');
	if (failed.length === 0) return outcome;
	if (failed.length > MOST_AGAIN) return { ...outcome, failures: failed.flatMap(failuresIn) };
	const again = runAgain(command, name, failed);
	if (again === undefined) return { ...outcome, failures: failed.flatMap(failuresIn) };
	const failures = again.testResults.flatMap(failuresIn);
	const passedAgain = new Set(again.testResults.flatMap((file) => testsWith(file, 'passed')));
	const onlyAgain = failed
		.flatMap((file) => testsWith(file, 'failed'))
		.filter((test) => passedAgain.has(test));
	// `npm run rows` reads the file.
	const latest = new Map(
		[...first.testResults, ...again.testResults].map((one) => [one.name, one]),
	);
	writeFileSync(resultsFile(name), JSON.stringify({ ...first, testResults: [...latest.values()] }));
	return { ...outcome, passed: passed + onlyAgain.length, failures, onlyAgain };
}

function read(name: string): Results | undefined {
	const file = resultsFile(name);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined;
}

function runAgain(command: string, name: string, failed: TestFile[]) {
	const files = failed.map((one) => one.name);
	console.log(`\nAgain, alone: ${files.map((file) => relative(root, file)).join(' ')}`);
	// `npm test` has more before its tests.
	const jest = command === 'npm test' ? 'npx jest' : command.replace(/^npm run \S+$/, '$& --');
	const again = `${name}-again`;
	const options = ['--runInBand', '--json', `--outputFile=${resultsFile(again)}`];
	spawnSync(`${jest} ${[...options, '--runTestsByPath', ...files].join(' ')}`, {
		cwd: root,
		shell: true,
		stdio: 'inherit',
	});
	return read(again);
}

const testsWith = ({ name, assertionResults }: TestFile, wanted: 'passed' | 'failed') =>
	assertionResults
		.filter(({ status }) => status === wanted)
		.map(({ fullName }) => `${relative(root, name)}: ${fullName}`);

/** The failed tests of a file with the beginning of their messages. */
function failuresIn(file: TestFile): string[] {
	if (file.status !== 'failed') return [];
	const tests = file.assertionResults.filter(({ status }) => status === 'failed');
	if (tests.length === 0) {
		return [`${relative(root, file.name)}: no test ran\n${beginningOf(file.message)}`];
	}
	return tests.map(
		({ fullName, failureMessages }) =>
			`${relative(root, file.name)}: ${fullName}\n${beginningOf(failureMessages[0] ?? '')}`,
	);
}

const beginningOf = (text: string) =>
	stripVTControlCharacters(text).split('\n', 12).join('\n').replaceAll(/^/gm, '    ');
