import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from 'commander';

import { root } from '../../gates/packages';
import startSandbox from '../../support/global-setup';
import endSandbox from '../../support/global-teardown';
import { type Breakage, type Model, models } from './breakages';

interface Flags {
	steps: string;
	seed: string;
}

const program = new Command('mutants:triggers')
	.description('Breaks the triggers in named ways, and lists what their models do not notice.')
	.argument('[names...]', 'parts of the names of breakages; all by default')
	.option('--steps <number>', 'steps of a model with the sandbox', '300')
	.option('--seed <number>', 'seed of its steps', '1');

interface Report {
	testResults: Array<{
		message: string;
		assertionResults: Array<{ status: string; failureMessages: string[] }>;
	}>;
}

/** What a model says of the code with a breakage in it; undefined if it finds nothing wrong. */
async function findingOf(
	{ test, run }: Model,
	{ file, from, to }: Omit<Breakage, 'name'>,
	{ steps, seed }: Flags,
): Promise<string | undefined> {
	const found = readFileSync(join(root, file), 'utf8').split(from).length - 1;
	if (found !== 1) throw new Error(`${file} has this ${found} times: ${from}`);
	const report = await jest(
		['--config', 'test/mutants/triggers/jest.config.js', '--json', '--silent', '-t', run, test],
		{
			BREAKAGE: JSON.stringify({ file, from, to }),
			TRIGGER_STEPS: steps,
			TRIGGER_SEED: seed,
		},
	);
	const [suite] = report.testResults;
	const results = (suite?.assertionResults ?? []).filter(({ status }) => status !== 'pending');
	if (results.length === 0) throw new Error(`${test} did not run: ${suite?.message}`);
	return results.flatMap(({ failureMessages }) => failureMessages)[0];
}

async function jest(args: string[], env: Record<string, string>): Promise<Report> {
	const running = spawn(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
		cwd: root,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	let output = '';
	for await (const part of running.stdout.setEncoding('utf8')) output += part as string;
	return JSON.parse(output) as Report;
}

async function main(names: string[], flags: Flags): Promise<boolean> {
	let missed = 0;
	for (const model of models) {
		const chosen = model.breakages.filter(
			({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
		);
		const [first] = chosen;
		if (first === undefined) continue;
		console.log(`\n${model.test}`);
		const own = await findingOf(model, { ...first, to: first.from }, flags);
		if (own !== undefined) throw new Error(`It fails with the code as it is: ${own}`);
		for (const breakage of chosen) {
			const finding = await findingOf(model, breakage, flags);
			if (finding === undefined) missed += 1;
			const step = /, step (\d+)\./.exec(finding ?? '')?.[1];
			const said = (finding ?? '').split('\n', 1)[0];
			console.log(`${finding === undefined ? 'NOT FOUND' : 'found    '}  ${breakage.name}`);
			if (finding !== undefined) console.log(`           ${said}${step ? ` (step ${step})` : ''}`);
		}
	}
	console.log(missed === 0 ? '\nThe models notice all of them.' : `\nNot found: ${missed}`);
	return missed === 0;
}

program.parse();
// All models share one sandbox, as test files do.
startSandbox()
	.then(() => main(program.args, program.opts<Flags>()).finally(endSandbox))
	.then(
		(passed) => process.exit(passed ? 0 : 1),
		(error: unknown) => {
			console.error(error);
			process.exit(2);
		},
	);
