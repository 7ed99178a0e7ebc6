import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Command } from 'commander';

import { root } from '../../start/layout';
import { run } from '../../start/processes';
import { step } from '../../start/progress';
import { table } from '../../start/table';
import { packages } from '../gates/packages';
import { install } from './install';
import { suites, type Version, versions } from './versions';

interface Flags {
	only: string;
	tests: string;
}

const flags = new Command('npm run test:versions --')
	.description('Loads both built packages in other versions of n8n, and runs workflow tests there')
	.option('--only <versions>', 'versions of n8n that begin with this; several with commas', '')
	.option('--tests <parts>', 'tests whose path contains this; several with commas', '')
	.parse()
	.opts<Flags>();

interface Row {
	n8n: string;
	'n8n-core': string;
	'n8n-workflow': string;
	loaded: string;
	passed: number;
	failed: number;
	skipped: number;
	seconds: number;
}

/** What jest writes with `--json`. */
interface Results {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numRuntimeErrorTestSuites: number;
}

const say = (line: string) => console.log(line);
const among = (text: string, test: (part: string) => boolean) => text.split(',').some(test);
const longest = 30 * 60_000;

async function main(): Promise<boolean> {
	const wanted = versions.filter(({ n8n }) => among(flags.only, (part) => n8n.startsWith(part)));
	const tests = suites.filter((path) => among(flags.tests, (part) => path.includes(part)));
	if (wanted.length === 0 || tests.length === 0)
		throw new Error('There is no such version or test');
	const rows: Row[] = [];
	for (const version of wanted) rows.push(await tryOn(version, tests));
	say(`\n${tests.length} test files:`);
	say(table(rows.map((row) => ({ ...row }))));
	return rows.every(({ failed, passed, loaded }) => failed === 0 && passed > 0 && loaded === 'all');
}

async function tryOn(version: Version, tests: string[]): Promise<Row> {
	const started = Date.now();
	const title = `Installing the packages of n8n ${version.n8n}`;
	const folder = await step(say, { title, usually: '1 minute, only once' }, () => install(version));
	const loaded = await load(folder);
	const results = await test(version, folder, tests);
	return {
		n8n: version.n8n,
		'n8n-core': version.packages['n8n-core'],
		'n8n-workflow': version.packages['n8n-workflow'],
		loaded,
		passed: results.numPassedTests,
		failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
		skipped: results.numPendingTests,
		seconds: Math.round((Date.now() - started) / 1000),
	};
}

/** Whether n8n finds all node and credential types in the built packages. */
async function load(folder: string): Promise<string> {
	const paths = packages.map(({ name }) => join(root, 'packages', name));
	const script = join(__dirname, 'load.cjs');
	const output = await run(process.execPath, [script, folder, ...paths]);
	const names = JSON.parse(output.trim().split('\n').at(-1) ?? '[]') as string[];
	const expected = packages.flatMap(({ manifest: { n8n } }) => [...n8n.nodes, ...n8n.credentials]);
	return names.length === expected.length ? 'all' : `${names.length} of ${expected.length}`;
}

/** Runs the tests on the built packages with this n8n. */
async function test(
	{ n8n, without = [] }: Version,
	folder: string,
	tests: string[],
): Promise<Results> {
	const out = await mkdtemp(join(tmpdir(), 'versions-'));
	const file = join(out, 'results.json');
	say(`Testing n8n ${n8n} …`);
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = join(__dirname, 'jest.config.js');
	const child = spawn(
		process.execPath,
		[
			jest,
			'--config',
			config,
			'--silent',
			'--json',
			`--outputFile=${file}`,
			...(without.length > 0 ? ['--testNamePattern', `^(?!.*(?:${without.join('|')}))`] : []),
			'--runTestsByPath',
			...tests,
		],
		{
			cwd: root,
			env: { ...process.env, N8N_VERSION_FOLDER: folder, BUILT_PACKAGES: '1' },
			stdio: ['ignore', 'ignore', 'inherit'],
			timeout: longest,
		},
	);
	await new Promise((done) => child.once('close', done));
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Results;
	} catch {
		throw new Error(`The tests on n8n ${n8n} ended without results.`);
	} finally {
		await rm(out, { recursive: true, force: true });
	}
}

main().then(
	(passed) => {
		say(passed ? 'pass' : 'FAIL');
		process.exit(passed ? 0 : 1);
	},
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(2);
	},
);
