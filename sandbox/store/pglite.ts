import { PGlite, types } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database, Session } from './database';

/**
 * Starts the embedded PostgreSQL, in memory or kept in `folder`. It has one connection: transactions wait for each
 * other in the order they came.
 */
export async function openPglite(folder?: string): Promise<Database> {
	const fresh = folder === undefined || !existsSync(path.join(folder, 'PG_VERSION'));
	const engine = await PGlite.create({
		...(folder === undefined ? {} : { dataDir: folder }),
		...(fresh ? { loadDataDir: await emptyCluster() } : {}),
		parsers: { [types.DATE]: (text) => text },
	});
	return {
		transaction: (work) =>
			engine.transaction((transaction) => {
				const session: Session = {
					query: async <Row>(text: string, parameters?: unknown[]) =>
						(await transaction.query<Row>(text, parameters)).rows,
					script: async (text) => {
						await transaction.exec(text);
					},
				};
				return work(session);
			}),
		close: () => engine.close(),
	};
}

/** Making a new cluster takes seconds, unpacking one a fraction: the first made is kept beside the engine's package. */
async function emptyCluster(): Promise<Blob> {
	const engineFolder = path.resolve(require.resolve('@electric-sql/pglite'), '..', '..');
	const manifest = await readFile(path.join(engineFolder, 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	const modules = path.resolve(engineFolder, '..', '..');
	const cached = path.join(modules, '.cache', 'sandbox', `cluster-${version}.tar`);
	const kept = await readFile(cached).catch(() => undefined);
	if (kept) return new Blob([new Uint8Array(kept)]);

	const engine = await PGlite.create();
	const cluster = await engine.dumpDataDir('none');
	await engine.close();
	await keep(cached, cluster).catch(() => undefined);
	return cluster;
}

async function keep(file: string, cluster: Blob): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true });
	const unfinished = `${file}.${randomUUID()}`;
	try {
		await writeFile(unfinished, Buffer.from(await cluster.arrayBuffer()));
		await rename(unfinished, file);
	} finally {
		await rm(unfinished, { force: true });
	}
}
