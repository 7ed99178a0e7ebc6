import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Counts what the stages of a run passed and failed, from the results that jest wrote, and names what
 * failed. Arguments are `name:exit code:results file`; the file is empty for stages without tests.
 */
let passed = 0;
let failed = 0;
let skipped = 0;

for (const argument of process.argv.slice(2)) {
	const [name, code, file] = argument.split(':');
	let failedHere = 0;
	const failures = [];
	if (file && existsSync(file)) {
		const results = JSON.parse(readFileSync(file, 'utf8'));
		passed += results.numPassedTests;
		skipped += results.numPendingTests + results.numTodoTests;
		failedHere = results.numFailedTests + results.numRuntimeErrorTestSuites;
		failures.push(...results.testResults.flatMap(failuresOf));
		for (const test of results.onlyAgain ?? [])
			console.log(`Passed when run again, alone: ${relative('.', test)}`);
	}
	// A stage can fail without a failed test: a check before them, or no results at all.
	if (failedHere === 0 && (code !== '0' || (file && !existsSync(file)))) failedHere = 1;
	if (failedHere > 0) console.log([`Failed: ${name}`, ...failures].join('\n'));
	failed += failedHere;
}

if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** The failed tests of a file with the beginning of their messages. */
function failuresOf({ name, status, message, assertionResults }) {
	if (status !== 'failed') return [];
	const of = (test, text = '') => `  ${relative('.', name)}: ${test}\n${beginning(text)}`;
	const tests = assertionResults.filter((test) => test.status === 'failed');
	if (tests.length === 0) return [of('no test ran', message)];
	return tests.map(({ fullName, failureMessages }) => of(fullName, failureMessages[0]));
}

function beginning(text) {
	const lines = stripVTControlCharacters(text).split('\n');
	return lines
		.slice(0, 12)
		.map((line) => `    ${line}`)
		.join('\n');
}
