import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { releaseLock, takeLock } from '../sandbox/store/lock';

import { installed, installedN8n, installedNode, n8nEntry, n8nLock, nodeLock } from './layout';
import { run } from './processes';
import { type Say, step } from './progress';

/** Written last into an installed folder; holds what was installed. */
const markerName = '.complete';

/**
 * Makes sure that the pinned n8n and a Node for it are there. An incomplete install,
 * or one from another lock file, is replaced. Waits for another process that is installing them.
 * Returns the Node that n8n runs under.
 */
export async function installN8n(say: Say): Promise<string> {
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

async function installMissing(say: Say): Promise<string> {
	const node = await fittingNode(say);
	const n8nFingerprint = await fingerprint(n8nLock);
	if (!(await isComplete(installedN8n, n8nFingerprint)) || !existsSync(n8nEntry)) {
		const install = {
			title: 'Installing n8n, 2.2 GB',
			usually: '1 to 3 minutes, only once',
		};
		await step(say, install, async () => {
			await prepare(installedN8n, n8nLock);
			await npm(installedN8n, ['ci', '--ignore-scripts', '--legacy-peer-deps'], node);
			// Agents load it, and nothing else: it is downloaded, or built with the headers of this Node.
			const sqlite = ['rebuild', 'sqlite3', `--nodedir=${join(dirname(node), '..')}`];
			const building = process.env.CI ? undefined : npm(installedN8n, sqlite, node);
			await building?.catch(() => {
				say("n8n's agents don't run here: sqlite3 could not be downloaded or built.");
			});
			await complete(installedN8n, n8nFingerprint);
		});
	}
	return node;
}

/** n8n needs the first or newer, and its isolated-vm has binaries for these. */
const fittingNodes = ['24', '26'];

/** A Node that n8n runs under: this one, or another one that is installed. Throws where there is none. */
export async function fittingNode(say: Say): Promise<string> {
	const [major = ''] = process.versions.node.split('.');
	return fittingNodes.includes(major) ? process.execPath : await installNode(say);
}

/** One version of Node on every platform. */
async function installNode(say: Say): Promise<string> {
	const nodeFingerprint = await fingerprint(nodeLock);
	if (!(await isComplete(installedNode, nodeFingerprint))) {
		await step(say, { title: 'Installing Node for n8n', usually: '10 s' }, async () => {
			await prepare(installedNode, nodeLock);
			await npm(installedNode, ['ci', '--ignore-scripts']);
			await complete(installedNode, nodeFingerprint);
		});
	}
	return await findNode();
}

/** npm as it runs now, under the given Node. Gives what it printed. */
export async function npm(
	folder: string,
	args: string[],
	node = process.execPath,
): Promise<string> {
	const cli = process.env.npm_execpath ?? (await findNpm());
	const env: NodeJS.ProcessEnv = { ...process.env };
	// Set by an npm that runs a script, and read by an npm inside it as its own folder.
	delete env.npm_config_local_prefix;
	const options = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
	return await run(node, [cli, ...args, ...options], { cwd: folder, env });
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
async function findNode(): Promise<string> {
	const modules = join(installedNode, 'node_modules');
	const names = existsSync(modules) ? await readdir(modules) : [];
	for (const name of names) {
		for (const executable of [join('bin', 'node'), join('bin', 'node.exe')]) {
			const path = join(modules, name, executable);
			if (name.startsWith('node-') && existsSync(path)) return path;
		}
	}
	throw new Error(
		`n8n requires Node ${fittingNodes.join(' or ')}, which cannot be installed automatically on ${process.platform} (${process.arch}). Install it and run npm start with it.`,
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
