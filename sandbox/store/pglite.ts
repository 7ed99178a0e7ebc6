import { PGlite, types } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { emptyCluster } from './cluster';
import type { Database, Session } from './database';

/** One program with one connection and a small database: PostgreSQL's usual 128 MB of buffers stay unused. */
const startParameters = [
	...PGlite.defaultStartParams,
	...[
		'shared_buffers=8MB',
		'wal_buffers=256kB',
		'max_connections=5',
		'min_wal_size=2MB',
		'max_wal_size=2MB',
	].flatMap((setting) => ['-c', setting]),
];

/**
 * After so many transactions, the database is cleaned up. A server has processes of its own for that; without
 * them, its log and the rows of deleted tables stay forever. A script counts for many, because it makes or
 * deletes the tables of a tenant.
 */
const transactionsBetweenCleanups = 500;
const transactionsOfScript = 50;
const cleanups = [
	'checkpoint',
	'vacuum pg_attribute, pg_attrdef, pg_class, pg_constraint, pg_depend, pg_description, pg_index, pg_type',
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
	let left = transactionsBetweenCleanups;
	const cleanUp = async () => {
		if (left > 0) return;
		left = transactionsBetweenCleanups;
		// Whether it succeeds is no matter of the transaction before it.
		for (const statement of cleanups) await engine.exec(statement).catch(() => undefined);
	};
	return {
		transaction: async (work) => {
			try {
				return await engine.transaction((transaction) => {
					left -= 1;
					const session: Session = {
						query: async <Row>(text: string, parameters?: unknown[]) =>
							(await transaction.query<Row>(text, parameters)).rows,
						script: async (text) => {
							left -= transactionsOfScript;
							await transaction.exec(text);
						},
					};
					return work(session);
				});
			} finally {
				await cleanUp();
			}
		},
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
