import { PGlite, types } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { emptyCluster } from './cluster';
import type { Database, Session } from './database';

/** One program with one connection and a small database: PostgreSQL's usual 128 MB of buffers stay unused. */
const startParameters = [
	...PGlite.defaultStartParams,
	...['shared_buffers=8MB', 'wal_buffers=256kB', 'max_connections=5'].flatMap((setting) => [
		'-c',
		setting,
	]),
];

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
		startParams: startParameters,
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

/**
 * V8 compiles a WebAssembly function a second time, optimized, soon after its first use. For PostgreSQL this takes more
 * processor time and memory than it saves, so only functions that are used very often get it. Later Nodes without this
 * flag ignore it.
 */
function optimizeLate(): void {
	setFlagsFromString('--wasm-tiering-budget=200000000');
}
