import { execFileSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from 'commander';

import { root } from '../gates/packages';
import { AREAS, QUICK, TESTS } from './files';
import { report } from './report';
import { exitWith } from '../support/exit';

interface Flags {
	changed?: string;
	least: string;
	tests: string;
	concurrency: string;
	json?: string;
	skipStatic?: boolean;
}

const program = new Command('mutants')
	.description(
		'Changes the code in small ways, one at a time, and lists the changes that no test notices.',
	)
	.argument(
		'[paths...]',
		'files and folders to change; all areas where data is at stake by default',
	)
	.option('--changed <days>', 'changes only files of the areas that commits of these days touch')
	.option('--least <percent>', 'of the covered changes that the tests must notice', '85')
	.option('--tests <parts>', 'parts of the paths of the tests to run', QUICK.join(','))
	.option('--concurrency <number>', 'processes at a time', '1')
	.option('--json <file>', 'also writes the results to a file')
	.option('--skip-static', 'leaves out changes of what is done once, when a file is loaded');

async function main(
	paths: string[],
	{ changed, least, tests, concurrency, json, skipStatic }: Flags,
): Promise<boolean> {
	const areas = paths.length > 0 ? paths : AREAS;
	const mutated = changed === undefined ? areas : changedFiles(changed, areas);
	if (mutated.length === 0) {
		console.log('No file has changed.');
		return true;
	}
	process.env[TESTS] = tests;
	// Stryker's processes load the runner, which is TypeScript.
	process.env.NODE_OPTIONS = '--import tsx';
	// A module that `require` cannot have: left to Node's own import.
	const { Stryker } = (await import(
		'@stryker-mutator/core' as string
	)) as typeof import('@stryker-mutator/core/dist/src/index');
	const results = await new Stryker({
		mutate: mutated.map((path) =>
			statSync(join(root, path)).isDirectory() ? `${path.replace(/\/$/, '')}/**/*.ts` : path,
		),
		plugins: [join(__dirname, 'runner.ts')],
		testRunner: 'in-process',
		coverageAnalysis: 'perTest',
		concurrency: Number(concurrency),
		ignoreStatic: skipStatic === true,
		disableTypeChecks: false,
		ignorePatterns: ['docs', 'examples', 'bench', '/packages/*/dist', '.n8n-local', '.sandbox'],
		tempDirName: '.build/mutants',
		reporters: ['progress-append-only'],
		timeoutMS: 10_000,
		timeoutFactor: 1.5,
		dryRunTimeoutMinutes: 15,
	}).runMutationTest();
	if (json !== undefined) writeFileSync(json, JSON.stringify(results));
	return report(results) >= Number(least);
}

function changedFiles(days: string, areas: string[]): string[] {
	const log = ['log', `--since=${days} days ago`, '--name-only', '--format=', '--', ...areas];
	const files = execFileSync('git', log, { cwd: root, encoding: 'utf8' }).split('\n');
	return [...new Set(files)].filter((file) => file.endsWith('.ts') && existsSync(join(root, file)));
}

program.parse();
exitWith(main(program.args, program.opts<Flags>()));
