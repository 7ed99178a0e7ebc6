import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { root, tarballs } from './layout';
import { run } from './processes';
import { type Say, step } from './progress';

/** A packed package, as `npm publish` would send it. */
export interface Tarball {
	name: string;
	version: string;
	file: string;
	/** Of its bytes; packing the same files twice gives the same. */
	hash: string;
	author?: { name?: string; email?: string };
}

interface Manifest {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
}

const sources = ['nodes', 'credentials', 'packages'];
/** Made by the build, among its sources. */
const builtFile = /^packages[/\\][^/\\]+[/\\](dist[/\\]|LICENSE$)/;
const sourceFiles = ['LICENSE', 'gulpfile.js', 'tsconfig.json'];

/** Builds and packs both packages, or finds that nothing changed since they were packed. */
export async function packPackages(say: Say): Promise<Tarball[]> {
	const made = join(tarballs, 'made-of');
	const now = await fingerprintOfSources();
	const upToDate = existsSync(made) && (await readFile(made, 'utf8')) === now;
	if (!upToDate) {
		await step(say, { title: 'Building both packages', usually: '1 to 2 minutes' }, async () => {
			await rm(tarballs, { recursive: true, force: true });
			const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
			await run(process.execPath, [gulp, '--no-color', 'packNodes'], { cwd: root });
			await writeFile(made, now);
		});
	}
	return await Promise.all((await manifests()).map(describeTarball));
}

async function describeTarball({ name, version, author }: Manifest): Promise<Tarball> {
	const file = join(tarballs, `${name}-${version}.tgz`);
	const hash = createHash('sha256')
		.update(await readFile(file))
		.digest('hex');
	return { name, version, file, hash, author };
}

async function manifests(): Promise<Manifest[]> {
	const folder = join(root, 'packages');
	const names = (await readdir(folder)).filter((name) => name.startsWith('n8n-nodes-'));
	return await Promise.all(
		names.map(
			async (name) =>
				JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')) as Manifest,
		),
	);
}

async function fingerprintOfSources(): Promise<string> {
	const hash = createHash('sha256');
	const add = async (path: string) => {
		hash.update(`${path}\0`);
		hash.update(await readFile(join(root, path)));
	};
	for (const folder of sources) {
		const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
		const files = entries
			.filter((entry) => entry.isFile())
			.map((entry) => relative(root, join(entry.parentPath, entry.name)));
		for (const file of files.sort()) if (!builtFile.test(file)) await add(file);
	}
	for (const file of sourceFiles) await add(file);
	return hash.digest('hex');
}

/**
 * Puts the packages where n8n keeps community packages, in the steps of n8n's own installer,
 * whose registry cannot be a folder. Gives true when something changed.
 */
export async function installCommunityPackages(
	folder: string,
	packages: Tarball[],
): Promise<boolean> {
	const results = [];
	for (const pack of packages) results.push(await installOne(folder, pack));
	await writeLedger(folder, packages);
	return results.includes(true);
}

async function installOne(folder: string, pack: Tarball): Promise<boolean> {
	const target = join(folder, 'node_modules', pack.name);
	const marker = join(target, '.tarball');
	if (existsSync(marker) && (await readFile(marker, 'utf8')) === pack.hash) return false;

	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await run('tar', ['-xzf', pack.file, '-C', target, '--strip-components=1']);
	const manifestFile = join(target, 'package.json');
	const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, unknown>;
	for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[key];
	}
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
	await writeFile(marker, pack.hash);
	return true;
}

/** n8n's list of what it installed; packages a person installed herself stay in it. */
async function writeLedger(folder: string, packages: Tarball[]): Promise<void> {
	const file = join(folder, 'package.json');
	const ledger = (
		existsSync(file)
			? JSON.parse(await readFile(file, 'utf8'))
			: { name: 'installed-nodes', private: true }
	) as { dependencies?: Record<string, string> };
	const own = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
	ledger.dependencies = { ...ledger.dependencies, ...own };
	await writeFile(file, JSON.stringify(ledger, null, 2));
}
