import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Runs the test files with failed tests once more, alone, because a busy machine can disturb a test.
 * Their results replace those of the first run, which names what passed only now as `onlyAgain`.
 * Arguments are the results file that jest wrote and the options of jest. Nothing runs again if
 * more than five files failed: then it isn't the machine. Exits with 0 if all tests passed in the end.
 */
const [file, ...options] = process.argv.slice(2);
if (!existsSync(file)) process.exit(1);
const results = JSON.parse(readFileSync(file, 'utf8'));
const hasFailed = ({ status }) => status === 'failed';
const failed = results.testResults.filter(hasFailed);
if (failed.length === 0 || failed.length > 5) process.exit(1);

console.log(`\nAgain, alone: ${failed.map(({ name }) => name).join(' ')}`);
const second = `${file}.again`;
rmSync(second, { force: true });
const reports = ['--runInBand', '--json', `--outputFile=${second}`];
const files = failed.map(({ name }) => name);
spawnSync('npx', ['jest', ...options, ...reports, '--runTestsByPath', ...files], {
	stdio: 'inherit',
});
if (!existsSync(second)) process.exit(1);
const again = JSON.parse(readFileSync(second, 'utf8'));
rmSync(second);

const passedAgain = new Set(again.testResults.flatMap(passedIn));
const onlyAgain = failed.flatMap(failuresIn).filter((test) => passedAgain.has(test));
const testResults = results.testResults.map(
	(first) => again.testResults.find(({ name }) => name === first.name) ?? first,
);
const stillFailed = testResults.filter(hasFailed);
const count = (status) =>
	testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter((one) => one.status === status).length;
const merged = {
	...results,
	testResults,
	onlyAgain,
	numPassedTests: count('passed'),
	numFailedTests: count('failed'),
	numRuntimeErrorTestSuites: stillFailed.filter(
		({ assertionResults }) => assertionResults.length === 0,
	).length,
	success: stillFailed.length === 0,
};
writeFileSync(file, JSON.stringify(merged));
process.exit(merged.success ? 0 : 1);

function failuresIn(suite) {
	return suite.assertionResults.filter(hasFailed).map((test) => `${suite.name}: ${test.fullName}`);
}

function passedIn(suite) {
	return suite.assertionResults
		.filter(({ status }) => status === 'passed')
		.map((test) => `${suite.name}: ${test.fullName}`);
}
