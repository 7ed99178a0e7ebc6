import { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/**
 * An empty database cluster as a tar archive. Making one takes seconds, unpacking one a fraction: the package brings
 * one with it, elsewhere the first one made is kept.
 */
export async function emptyCluster(): Promise<Blob> {
	const file = await clusterFile().catch(() => undefined);
	// Not every installation may be written to.
	if (file === undefined) return new Blob([await makeCluster()]);
	return unpacked(file);
}

async function unpacked(file: string): Promise<Blob> {
	return new Blob([await promisify(gunzip)(await readFile(file))]);
}

const engineFolder = path.resolve(require.resolve('@electric-sql/pglite'), '..', '..');

async function clusterName(): Promise<string> {
	const manifest = await readFile(path.join(engineFolder, 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	return `small-cluster-${version}.tar.gz`;
}

/** The file with the cluster, compressed: the one beside this file, or the one kept beside the engine's package. */
async function clusterFile(): Promise<string> {
	const own = path.join(__dirname, await clusterName());
	return existsSync(own) ? own : cachedFile();
}

/** @param use those of different uses are made apart */
async function cachedFile(use = 'start'): Promise<string> {
	const modules = path.resolve(engineFolder, '..', '..');
	const file = path.join(modules, '.cache', 'sandbox', use, await clusterName());
	if (!existsSync(file)) await keep(file, await promisify(gzip)(await makeCluster()));
	return file;
}

/** Small files for the log, and none of the databases that are only there to be copied. */
async function makeCluster(): Promise<Uint8Array<ArrayBuffer>> {
	const engine = await PGlite.create({
		initDbStartParams: [
			'--wal-segsize=1',
			...['max_wal_size=4MB', 'min_wal_size=2MB'].flatMap((setting) => ['-c', setting]),
		],
	});
	await engine.exec('update pg_database set datistemplate = false');
	for (const template of ['template0', 'template1']) await engine.exec(`drop database ${template}`);
	await engine.exec('vacuum full');
	await engine.exec('checkpoint');
	const cluster = await engine.dumpDataDir('none');
	await engine.close();
	return new Uint8Array(await cluster.arrayBuffer());
}

/** Writes a cluster beside this file that has more in it than an empty one. Only the build makes it, so that it is the same each time. */
export async function prepareCluster(sql: string): Promise<void> {
	const engine = await PGlite.create({ loadDataDir: await unpacked(await cachedFile('build')) });
	await engine.exec(sql);
	await engine.exec('checkpoint');
	const cluster = await engine.dumpDataDir('gzip');
	await engine.close();
	const file = path.join(__dirname, await clusterName());
	await keep(file, new Uint8Array(await cluster.arrayBuffer()));
}

async function keep(file: string, cluster: Uint8Array): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true });
	const unfinished = `${file}.${randomUUID()}`;
	try {
		await writeFile(unfinished, cluster);
		await rename(unfinished, file);
	} finally {
		await rm(unfinished, { force: true });
	}
}
