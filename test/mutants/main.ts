import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from 'commander';

import { root } from '../gates/packages';
import { QUICK, TESTS } from './files';
import { report } from './report';

/** Where a wrong step costs data. */
const AREAS = [
	'nodes/shared/request.ts',
	'nodes/shared/run',
	'nodes/shared/transport',
	'nodes/RecordPlatform/record',
	'nodes/RecordPlatform/query',
	'nodes/Groupware/time',
	'nodes/Groupware/values',
];

/** Percent of the covered mutants that the tests must notice. */
const ENOUGH = 85;

interface Flags {
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
	.option('--tests <parts>', 'parts of the paths of the tests to run', QUICK.join(','))
	.option('--concurrency <number>', 'processes at a time', '1')
	.option('--json <file>', 'also writes the results to a file')
	.option('--skip-static', 'leaves out changes of what is done once, when a file is loaded');

async function main(
	paths: string[],
	{ tests, concurrency, json, skipStatic }: Flags,
): Promise<boolean> {
	process.env[TESTS] = tests;
	// Stryker's processes load the runner, which is TypeScript.
	process.env.NODE_OPTIONS = '--import tsx';
	// A module that `require` cannot have: left to Node's own import.
	const { Stryker } = (await import(
		'@stryker-mutator/core' as string
	)) as typeof import('@stryker-mutator/core/dist/src/index');
	const results = await new Stryker({
		mutate: (paths.length > 0 ? paths : AREAS).map((path) =>
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
	return report(results) >= ENOUGH;
}

program.parse();
main(program.args, program.opts<Flags>()).then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(2);
	},
);
