import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { groupware } from '../../nodes/Groupware/service';
import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Service } from '../../nodes/shared/catalogue';
import { describe } from '../../nodes/shared/describe';
import { choicesOf } from '../gates/invariants';
import { rows, type ServiceName } from './apiData';

const root = join(__dirname, '..', '..');
const JAPANESE = 'test/workflow/japanese.jest.config.js';

/** A column of the table: the tests of an entry (`resource.operation`) that stand for it. */
interface Column {
	name: string;
	/** Beginnings of the names of tests that all must be there and pass. */
	tests: (key: string) => string[];
	/** The language of the accounts in the run that counts; English if left out. */
	language?: 'ja';
}

interface Subject {
	catalogue: Service;
	/** Test files whose outcome fills the table. */
	files: string[];
	columns: Column[];
}

const contract = (name: string, ...ends: string[]): Column => ({
	name,
	tests: (key) => ends.map((end) => `${key} ${end}`),
});
const LITTLE = 'with as little as possible';
const EVERYTHING = 'with everything';

const columns: Column[] = [
	contract('Minimal request', LITTLE),
	contract('Full request', EVERYTHING),
	// Both hold the answer against what is known of the row, too.
	contract('Answer', LITTLE, EVERYTHING),
	{ name: 'Workflow', tests: workflowTests },
	{ name: 'Workflow in Japanese', tests: workflowTests, language: 'ja' },
	{
		name: 'Errors',
		tests: (key) => [
			`${key} stops with the reason`,
			`${key} goes on with the other item`,
			`${key} sends failed items to the error output`,
		],
	},
];

function workflowTests(key: string): string[] {
	return [`${key} runs, and links what it gives to the items`];
}

const subjects: Record<string, Subject & { service: ServiceName }> = {
	groupware: {
		service: 'groupware',
		catalogue: groupware as unknown as Service,
		files: [
			'test/contract/groupware.test.ts',
			'test/workflow/groupware/every.test.ts',
			'test/workflow/groupware/collaboration.test.ts',
		],
		columns: [...columns, { name: 'Editions', tests: editionTests }],
	},
	'record-platform': {
		service: 'recordPlatform',
		catalogue: recordPlatform as unknown as Service,
		files: ['test/contract/recordPlatform.test.ts', 'test/workflow/record-platform/every.test.ts'],
		columns,
	},
};

/** In both packages, and refused by one that is too old or has it never. */
function editionTests(key: string): string[] {
	const [resource, value] = key.split('.');
	const operation = groupware.resources
		.find((one) => one.value === resource)
		?.operations.find((one) => one.value === value);
	if (operation?.since === 'never') {
		return ['Windows', 'Linux'].map(
			(system) => `${key} is refused before the package on ${system}`,
		);
	}
	return [
		`${key} runs against the package on Windows`,
		`${key} runs against the package on Linux`,
		`${key} is refused before a package that is too old is asked`,
	];
}

/** Names of the tests that passed and of those that did not, without what stands around them. */
interface Outcome {
	files: number;
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
		return outcomeIn(report);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** What a report of jest says, of all its test files or of those named. */
function outcomeIn(report: string, files?: string[]): Outcome {
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
		testResults: Array<{
			name: string;
			assertionResults: Array<{ fullName: string; status: string }>;
		}>;
	};
	const meant = testResults.filter(
		({ name }) => files === undefined || files.some((file) => name.endsWith(`/${file}`)),
	);
	const results = meant.flatMap(({ assertionResults }) => assertionResults);
	const named = (isMeant: (status: string) => boolean) =>
		results
			.filter(({ status }) => isMeant(status))
			.map(({ fullName }) => fullName.replace(/^requests of the [a-z ]+ node /, ''));
	return {
		files: meant.length,
		passed: named((status) => status === 'passed'),
		failed: named((status) => status !== 'passed'),
	};
}

/** `yes`, or what is wrong. */
function verdict(tests: string[], { passed, failed }: Outcome): string {
	const among = (names: string[], test: string) => names.some((name) => name.startsWith(test));
	if (tests.some((test) => among(failed, test))) return 'FAILS';
	return tests.every((test) => among(passed, test)) ? 'yes' : 'NO TEST';
}

/** One line a row of the catalogue of operations. */
function linesOf(
	{ service, catalogue, columns: wanted }: (typeof subjects)[string],
	outcome: Outcome,
	inJapanese: Outcome,
) {
	const entries = entriesOf(catalogue);
	return Object.entries(rows[service]).map(([id, { method, path }]) => {
		const own = entries.filter((entry) => entry.id === id);
		const cells = wanted.map(({ name, tests, language }): [string, string] => [
			name,
			own.length === 0
				? 'NO ENTRY'
				: verdict(
						own.flatMap(({ key }) => tests(key)),
						language === 'ja' ? inJapanese : outcome,
					),
		]);
		return {
			Row: `${method} ${path.replace('/api/v1', '')}`,
			'Dropdown entry': own.map(({ label }) => label).join(', '),
			...Object.fromEntries(cells),
		};
	});
}

/** What stands in the dropdowns, as the node describes itself. */
function entriesOf(catalogue: Service) {
	const shown = describe(catalogue).filter(({ name }) => name === 'operation');
	return catalogue.resources.flatMap(({ value, name, operations }) =>
		operations.flatMap((operation) => {
			const choice = shown
				.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(value))
				.flatMap(choicesOf)
				.find((one) => one.value === operation.value);
			return choice === undefined
				? []
				: [
						{
							id: operation.id,
							key: `${value}.${operation.value}`,
							label: `${name}: ${choice.name}`,
						},
					];
		}),
	);
}

function print(lines: Array<Record<string, string>>): void {
	const names = Object.keys(lines[0] ?? {});
	const cells = [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))];
	const widths = names.map((_, column) =>
		Math.max(...cells.map((row) => row[column]?.length ?? 0)),
	);
	const text = (row: string[]) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd();
	const [head = [], ...body] = cells;
	console.log(
		[text(head), text(widths.map((width) => '-'.repeat(width))), ...body.map(text)].join('\n'),
	);
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
	const workflows = subject.files.filter((file) => file.startsWith('test/workflow/'));
	const [outcome, inJapanese] =
		reports === undefined
			? [runTests(subject.files), runTests(workflows, `--config=${JAPANESE}`)]
			: [
					outcomeIn(join(reports, 'jest.json'), subject.files),
					outcomeIn(join(reports, 'japanese.json'), workflows),
				];
	const lines = linesOf(subject, outcome, inJapanese);
	print(lines);
	const isGap = (cell: string) => /^$|^(NO |FAILS)/.test(cell);
	const whole = lines.filter((line) => !Object.values(line).some(isGap));
	console.log(`\n${lines.length} rows, ${whole.length} without a gap`);
	const japanese = reports === undefined ? inJapanese : outcomeIn(join(reports, 'japanese.json'));
	const { files, passed } = japanese;
	console.log(
		`${passed.length} of ${passed.length + japanese.failed.length} workflow tests in ${files} files passed with accounts in Japanese`,
	);
	const failed = [...outcome.failed, ...japanese.failed.map((name) => `${name} (in Japanese)`)];
	if (failed.length > 0) console.log(`Failed:\n${failed.join('\n')}`);
	if (whole.length < lines.length) process.exitCode = 1;
}

main();
