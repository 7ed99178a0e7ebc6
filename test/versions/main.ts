import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from '../../start/install';
import { installed, root } from '../../start/layout';
import { run } from '../../start/processes';
import { packages } from '../gates/packages';

/** A release of n8n by its `n8n-core`, which brings the other packages that run workflows. */
interface Release {
	n8n: string;
	core: string;
	/** Parts of the names of tests of what it lacks. */
	without?: string[];
	/** Whether the nodes refuse to load in it. */
	tooOld?: boolean;
}

/** An error with details, and an error of a tool as an answer to its agent. */
const errors = [
	'among the details',
	'keeps its own fields',
	'engine .*(On Error undefined|leaves the condition empty)',
	'is a tool of the groupware',
];
/** A limit for regular expressions, which 1.123 got later. */
const patterns = ['a busy machine'];

/** One that is too old, the last 1.x, the first 2.x, one between, and the newest. */
const releases: Release[] = [
	{ n8n: '1.70', core: '1.70.0', tooOld: true },
	{ n8n: '1.123', core: '~1.122.0', without: errors },
	{ n8n: '2.0', core: '2.0.0', without: [...errors, ...patterns] },
	{ n8n: '2.20', core: '~2.20.0', without: [...errors, ...patterns] },
	{ n8n: '2', core: '^2.41.0' },
];

/** Runs of items, errors, requests, sign-in, files, agents, and triggers. */
const suites = `machinery error-output agent-tool record-platform/sign-in record-platform/files
	record-platform/sync record-platform/trigger/poll groupware/slots groupware/trigger/others`
	.split(/\s+/)
	.map((name) => `test/workflow/${name}.test.ts`);

/** Versions that were tried. */
const tried: string[] = [];

/** Installs a release, or the newest of its range, and gives its folder. */
async function install(n8n: string, core: string): Promise<string> {
	const folder = join(installed, 'versions', n8n);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), '{ "private": true }');
	const wanted = [`n8n-core@${core}`, 'reflect-metadata', 'zod@3'];
	await npm(folder, ['install', '--ignore-scripts', '--legacy-peer-deps', ...wanted]);
	const [, version = ''] = /n8n-core@(\S+)/.exec(await npm(folder, ['ls', 'n8n-core'])) ?? [];
	tried.push(`${n8n} (n8n-core ${version})`);
	return folder;
}

/** Loads the built packages as n8n does. Gives what went wrong. */
async function load(env: NodeJS.ProcessEnv): Promise<string> {
	const script = join(root, 'test', 'gates', 'load-package.ts');
	try {
		for (const { folder } of packages) {
			await run(process.execPath, ['--import', 'tsx', script, folder], { env });
		}
		return '';
	} catch (problem) {
		return (problem as Error).message;
	}
}

async function passes({ n8n, core, without, tooOld = false }: Release): Promise<boolean> {
	console.log(`\nn8n ${n8n}, Node ${process.versions.node}`);
	const N8N_FOLDER = await install(n8n, core);
	const preload = join(__dirname, 'other-n8n.cjs');
	const env = { ...process.env, N8N_FOLDER, NODE_OPTIONS: `--require "${preload}"` };
	const problem = await load(env);
	if (problem !== '') {
		const [, sentence] = /Error: (This node requires .*)/.exec(problem) ?? [];
		console.log(sentence ?? problem);
		return tooOld && sentence !== undefined;
	}
	const names = without ? ['-t', `^(?!.*(?:${without.join('|')}))`] : [];
	const jest = [require.resolve('jest/bin/jest'), '--silent', '--forceExit', ...names];
	const child = spawn(process.execPath, [...jest, '--runTestsByPath', ...suites], {
		cwd: root,
		env,
		stdio: 'inherit',
	});
	const [code] = (await once(child, 'close')) as [number | null];
	return code === 0 && !tooOld;
}

async function main(): Promise<void> {
	const failed: string[] = [];
	for (const release of releases) if (!(await passes(release))) failed.push(release.n8n);
	console.log(`\nTried, with Node ${process.versions.node}: n8n ${tried.join(', ')}`);
	console.log(failed.length > 0 ? `\nFailed: n8n ${failed.join(', ')}` : '\nAll passed');
	process.exitCode = failed.length > 0 ? 1 : 0;
}

void main();
