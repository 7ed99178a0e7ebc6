import { PGlite, type Transaction, types } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { emptyCluster } from './cluster';
import type { Database, Session } from './database';

/** One program with a small database: PostgreSQL's usual 128 MB of buffers and 1,000 open files stay unused. */
const settings = 'shared_buffers=8MB wal_buffers=256kB max_connections=5 max_files_per_process=64';
const startParams = [
	...PGlite.defaultStartParams,
	...settings.split(' ').flatMap((one) => ['-c', one]),
];

/** Of scripts: emptying a tenant has 1,400, a transaction 40. A server removes its old log and deleted rows by itself. */
const charactersBetweenCleanups = 10_000;

/**
 * Starts the embedded PostgreSQL, in memory or kept in `folder`. It has one connection: transactions wait for each
 * other in the order they came.
 */
export async function openPglite(folder?: string): Promise<Database> {
	optimizeLate();
	const fresh = folder === undefined || !existsSync(path.join(folder, 'PG_VERSION'));
	const engine = await PGlite.create({
		...(folder === undefined ? {} : { dataDir: folder }),
		...(fresh ? { loadDataDir: await emptyCluster() } : {}),
		startParams,
		parsers: { [types.DATE]: (text) => text },
	});
	let left = charactersBetweenCleanups;
	const sessionOf = (transaction: Transaction): Session => ({
		query: async <Row>(text: string, parameters?: unknown[]) =>
			(await transaction.query<Row>(text, parameters)).rows,
		script: async (text) => {
			left -= text.length;
			await transaction.exec(text);
		},
	});
	const cleanUp = async () => {
		if (left > 0) return;
		left = charactersBetweenCleanups;
		// Whether it succeeds is no matter of the transaction before it.
		await engine.exec('vacuum').catch(() => undefined);
		await engine.exec('checkpoint').catch(() => undefined);
	};
	return {
		transaction: (work) => engine.transaction((one) => work(sessionOf(one))).finally(cleanUp),
		close: () => engine.close(),
	};
}

/**
 * V8 compiles a WebAssembly function a second time, optimized, soon after its first use. For PostgreSQL this takes more
 * processor time and memory than it saves, so only functions that are used very often get it. Later Nodes without this
 * flag ignore it.
 */
function optimizeLate(): void {
	setFlagsFromString('--wasm-tiering-budget=200000000');
}
