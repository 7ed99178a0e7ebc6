import { existsSync, readFileSync } from 'node:fs';

/**
 * Counts what the stages of a run passed and failed, from the results that jest wrote.
 * Arguments are `name:exit code:results file`; the file is empty for stages without tests.
 */
let passed = 0;
let failed = 0;
let skipped = 0;

for (const argument of process.argv.slice(2)) {
	const [name, code, file] = argument.split(':');
	let failedHere = 0;
	if (file && existsSync(file)) {
		const results = JSON.parse(readFileSync(file, 'utf8'));
		passed += results.numPassedTests;
		skipped += results.numPendingTests + results.numTodoTests;
		failedHere = results.numFailedTests + results.numRuntimeErrorTestSuites;
	}
	// A stage can fail without a failed test: a check before them, or no results at all.
	if (failedHere === 0 && (code !== '0' || (file && !existsSync(file)))) failedHere = 1;
	if (failedHere > 0) console.log(`Failed: ${name}`);
	failed += failedHere;
}

if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
