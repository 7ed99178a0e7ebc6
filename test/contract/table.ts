import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { describe } from '../../nodes/shared/describe';
import { nodeOf } from '../../nodes/shared/twoNodes';
import { choicesOf } from '../gates/invariants';
import { rows, type ServiceName } from './apiData';
import { testedServices } from './services';

/** `npm run rows`: each operation of docs/api with the tests that stand for it. */

const root = join(__dirname, '..', '..');
const JAPANESE = 'test/workflow/japanese.jest.config.js';

/** A column of the table: ends of the names of tests of an entry (`resource.operation`) that must pass. */
interface Column {
	name: string;
	tests: string[];
	/** The language of the accounts in the run that counts; English if left out. */
	language?: 'ja';
}

const LITTLE = 'with as little as possible';
const EVERYTHING = 'with everything';
/** Both also compare the answer with docs/api, and the first one the output with its items. */
const columns: Column[] = [
	{ name: 'Minimal request', tests: [LITTLE] },
	{ name: 'Full request', tests: [EVERYTHING] },
	{ name: 'In Japanese', tests: [LITTLE, EVERYTHING], language: 'ja' },
];

interface Subject {
	service: ServiceName;
	/** Test files whose outcome fills the table. */
	files: string[];
	columns: Column[];
}

const subjects: Record<string, Subject> = {
	groupware: {
		service: 'groupware',
		files: ['test/contract/groupware.test.ts', 'test/contract/editions.test.ts'],
		columns: [...columns, { name: 'Editions', tests: ['in the package editions'] }],
	},
	'record-platform': {
		service: 'recordPlatform',
		files: ['test/contract/recordPlatform.test.ts'],
		columns,
	},
};

/** Names of the tests that passed and of those that did not. */
interface Outcome {
	passed: string[];
	failed: string[];
}

/** Runs test files, and gives what they passed and failed. */
function runTests(files: string[], ...more: string[]): Outcome {
	const folder = mkdtempSync(join(tmpdir(), 'rows-'));
	const report = join(folder, 'report.json');
	try {
		const jest = join(require.resolve('jest/package.json'), '..', 'bin', 'jest.js');
		const options = ['--runInBand', '--silent', '--json', `--outputFile=${report}`, ...more];
		spawnSync(process.execPath, [jest, ...options, ...files], { cwd: root, stdio: 'ignore' });
		return outcomeIn(report, files);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** What a report of jest says of some test files. */
function outcomeIn(report: string, files: string[]): Outcome {
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
		testResults: Array<{
			name: string;
			assertionResults: Array<{ fullName: string; status: string }>;
		}>;
	};
	const results = testResults
		.filter(({ name }) => files.some((file) => name.endsWith(`/${file}`)))
		.flatMap(({ assertionResults }) => assertionResults);
	const named = (hasPassed: boolean) =>
		results
			.filter(({ status }) => (status === 'passed') === hasPassed)
			.map(({ fullName }) => fullName.replace(/^requests of the [a-z ]+ node /, ''));
	return { passed: named(true), failed: named(false) };
}

/** `yes`, or what is wrong. */
function verdict(tests: string[], { passed, failed }: Outcome): string {
	if (tests.some((test) => failed.includes(test))) return 'FAILS';
	return tests.every((test) => passed.includes(test)) ? 'yes' : 'NO TEST';
}

/** One line for each operation of docs/api. */
function linesOf({ service, columns: wanted }: Subject, outcome: Outcome, inJapanese: Outcome) {
	const entries = entriesOf(service);
	return Object.entries(rows[service]).map(([id, { method, paths }]) => {
		const own = entries.filter((entry) => entry.id === id);
		const cells = wanted.map(({ name, tests, language }): [string, string] => {
			const names = own.flatMap(({ key }) => tests.map((end) => `${key} ${end}`));
			const result = language === 'ja' ? inJapanese : outcome;
			return [name, own.length === 0 ? 'NO ENTRY' : verdict(names, result)];
		});
		return {
			Row: `${method} ${String(paths[0]).replace('/api/v1', '')}`,
			'Dropdown entry': own.map(({ label }) => label).join(', '),
			...Object.fromEntries(cells),
		};
	});
}

/** What is in the dropdowns, as the two nodes describe themselves. */
function entriesOf(service: ServiceName) {
	const { catalogue } = testedServices[service];
	return [nodeOf(catalogue, false), nodeOf(catalogue, true)].flatMap((node, at) => {
		const shown = describe(node).filter(({ name }) => name === 'operation');
		return node.resources.flatMap(({ value, name, operations }) =>
			operations.flatMap((operation) => {
				const choice = shown
					.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(value))
					.flatMap(choicesOf)
					.find((one) => one.value === operation.value);
				if (choice === undefined) return [];
				const key = `${value}.${operation.value}`;
				const label = `${at === 0 ? '' : 'Admin > '}${name}: ${choice.name}`;
				return [{ id: operation.id, key, label }];
			}),
		);
	});
}

function print(lines: Array<Record<string, string>>): void {
	const names = Object.keys(lines[0] ?? {});
	const cells = [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))];
	const widths = names.map((_, column) =>
		Math.max(...cells.map((row) => row[column]?.length ?? 0)),
	);
	for (const row of cells) {
		console.log(
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd(),
		);
	}
}

function main(): void {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { reports: { type: 'string' } },
	});
	const subject = subjects[positionals[0] ?? 'groupware'];
	if (subject === undefined) {
		console.error(`Name one of: ${Object.keys(subjects).join(', ')}`);
		process.exitCode = 2;
		return;
	}
	const { reports } = values;
	const { files } = subject;
	const outcome = reports ? outcomeIn(join(reports, 'jest.json'), files) : runTests(files);
	const inJapanese = reports
		? outcomeIn(join(reports, 'japanese.json'), files)
		: runTests(files, `--config=${JAPANESE}`);
	const lines = linesOf(subject, outcome, inJapanese);
	print(lines);
	const isGap = (cell: string) => /^$|^(NO |FAILS)/.test(cell);
	const whole = lines.filter((line) => !Object.values(line).some(isGap));
	console.log(`\n${lines.length} rows, ${whole.length} without a gap`);
	const failed = [...outcome.failed, ...inJapanese.failed.map((name) => `${name} (in Japanese)`)];
	if (failed.length > 0) console.log(`Failed:\n${failed.join('\n')}`);
	if (whole.length < lines.length) process.exitCode = 1;
}

main();
