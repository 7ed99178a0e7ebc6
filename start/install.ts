import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { releaseLock, takeLock } from '../sandbox/store/lock';

import { installed, installedN8n, installedNode, n8nEntry, n8nLock, nodeLock } from './layout';
import { CommandError, run } from './processes';
import { type Say, step } from './progress';

/** The Node that n8n runs under. */
export interface LocalNode {
	executable: string;
	/** Folder with the headers that native add-ons are built against. */
	headers: string;
}

/** Written last into an installed folder; holds what was installed. */
const markerName = '.complete';

/**
 * Makes sure that the pinned n8n and its own Node are there. An incomplete install,
 * or one from another lock file, is replaced. Waits for another process that is installing them.
 */
export async function installN8n(say: Say): Promise<LocalNode> {
	const lock = join(installed, 'installing');
	await mkdir(installed, { recursive: true });
	if (!(await takeLock(lock))) {
		await step(say, { title: 'Waiting for another installation of n8n' }, async () => {
			while (!(await takeLock(lock))) await sleep(500);
		});
	}
	try {
		return await installMissing(say);
	} finally {
		await releaseLock(lock);
	}
}

async function installMissing(say: Say): Promise<LocalNode> {
	const nodeFingerprint = await fingerprint(nodeLock);
	if (!(await isComplete(installedNode, nodeFingerprint))) {
		await step(say, { title: 'Installing Node for n8n', usually: '10 s' }, async () => {
			await prepare(installedNode, nodeLock);
			await npm(installedNode, ['ci', '--ignore-scripts']);
			await complete(installedNode, nodeFingerprint);
		});
	}
	const node = await findNode();

	const n8nFingerprint = `${await fingerprint(n8nLock)} ${nodeFingerprint}`;
	if (!(await isComplete(installedN8n, n8nFingerprint)) || !existsSync(n8nEntry)) {
		const install = {
			title: 'Installing n8n, 2.2 GB',
			usually: '1 to 3 minutes, only once',
		};
		await step(say, install, async () => {
			await prepare(installedN8n, n8nLock);
			await npm(installedN8n, ['ci', '--ignore-scripts', '--legacy-peer-deps'], node);
		});
		const build = { title: "Building n8n's database add-on", usually: '1 minute' };
		await step(say, build, async () => {
			await buildAddOns(node);
			await complete(installedN8n, n8nFingerprint);
		});
	}
	return node;
}

/** Compiles on all cores, and optimizes less: that halves the work. */
const quickBuild = { JOBS: 'max', CFLAGS: '-O1', CXXFLAGS: '-O1' };

async function buildAddOns(node: LocalNode): Promise<void> {
	try {
		const packages = ['sqlite3', 'isolated-vm'];
		await npm(installedN8n, ['rebuild', ...packages, '--ignore-scripts=false'], node, quickBuild);
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		throw new Error(
			`Building n8n's database add-on failed. Install a C++ compiler, make, and Python 3 (on Debian: apt install build-essential python3), then run npm start again.\n\n${error.output}`,
		);
	}
}

/** npm as it runs now, under the given Node. Gives what it printed. */
export async function npm(
	folder: string,
	args: string[],
	node?: LocalNode,
	more: NodeJS.ProcessEnv = {},
): Promise<string> {
	const cli = process.env.npm_execpath ?? (await findNpm());
	const env: NodeJS.ProcessEnv = { ...process.env, ...more };
	// Set by an npm that runs a script, and read by an npm inside it as its own folder.
	delete env.npm_config_local_prefix;
	if (node) {
		env.PATH = `${dirname(node.executable)}${process.platform === 'win32' ? ';' : ':'}${env.PATH ?? ''}`;
		env.npm_config_nodedir = node.headers;
	}
	const options = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
	const command = [cli, ...args, ...options];
	return await run(node?.executable ?? process.execPath, command, { cwd: folder, env });
}

/** The npm next to the running Node, used without `npm start`. */
async function findNpm(): Promise<string> {
	const bin = dirname(process.execPath);
	const candidates = [
		join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
		join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
	];
	const found = candidates.find((candidate) => existsSync(candidate));
	if (!found) throw new Error('npm was not found. Run this with npm start.');
	return found;
}

/** The one platform package that npm chose for this machine. */
async function findNode(): Promise<LocalNode> {
	const modules = join(installedNode, 'node_modules');
	const names = existsSync(modules) ? await readdir(modules) : [];
	for (const name of names) {
		for (const executable of [join('bin', 'node'), join('bin', 'node.exe')]) {
			const path = join(modules, name, executable);
			if (name.startsWith('node-') && existsSync(path)) {
				return { executable: path, headers: join(modules, name) };
			}
		}
	}
	if (Number(process.versions.node.split('.')[0]) >= 24) {
		return { executable: process.execPath, headers: join(dirname(process.execPath), '..') };
	}
	throw new Error(
		`n8n requires Node 24, which cannot be installed automatically on ${process.platform} (${process.arch}). Install Node 24 and run npm start with it.`,
	);
}

/** Of the lock file and the manifest: a change in either requires a new install. */
async function fingerprint(lockFolder: string): Promise<string> {
	const hash = createHash('sha256');
	for (const name of ['package.json', 'package-lock.json']) {
		hash.update(await readFile(join(lockFolder, name)));
	}
	return hash.digest('hex');
}

async function isComplete(folder: string, expected: string): Promise<boolean> {
	const marker = join(folder, markerName);
	return existsSync(marker) && (await readFile(marker, 'utf8')) === expected;
}

async function complete(folder: string, made: string): Promise<void> {
	await writeFile(join(folder, markerName), made);
}

async function prepare(folder: string, lockFolder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await copyFile(join(lockFolder, 'package.json'), join(folder, 'package.json'));
	const lock = await readFile(join(lockFolder, 'package-lock.json'), 'utf8');
	const registry = await npm(folder, ['config', 'get', 'registry']);
	await writeFile(join(folder, 'package-lock.json'), withUrls(lock, registry.trim()));
}

/**
 * A lock file with the URL of each package. Without it, npm asks the registry for all versions of each,
 * and takes twice as long.
 */
function withUrls(text: string, registry: string): string {
	const lock = JSON.parse(text) as Lock;
	for (const [path, pack] of Object.entries(lock.packages)) {
		const name = pack.name ?? path.replace(/^.*node_modules\//, '');
		const file = `${name.replace(/^.*\//, '')}-${pack.version}.tgz`;
		if (path !== '') pack.resolved = `${registry.replace(/\/$/, '')}/${name}/-/${file}`;
	}
	return JSON.stringify(lock);
}

interface Lock {
	packages: Record<string, { name?: string; version: string; resolved?: string }>;
}
