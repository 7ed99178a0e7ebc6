import type { Transaction } from '@electric-sql/pglite';
import { statfsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { Database, Session } from './database';
import { type Engine, startEngine } from './engine';
import { StorageError, storageError } from './failure';

/** Of scripts: emptying a tenant has 1,400, a transaction 40. A server removes its old log and deleted rows by itself. */
const charactersBetweenCleanups = 10_000;

/** Bytes that have to be free for a write. PostgreSQL needs some of them for reading, and to start and end. */
const spaceForWrites = 16 * 1024 * 1024;

const restartEveryMs = 5_000;

/**
 * Starts the embedded PostgreSQL, in memory or kept in `folder`. It has one connection: transactions wait for each
 * other in the order they came. After a failure of the disk it starts again by itself, with what was stored.
 */
export async function openPglite(folder?: string): Promise<Database> {
	optimizeLate();
	let engine = startEngine(folder);
	await engine;
	let restartedAt = 0;
	const running = async (): Promise<Engine> => {
		const known = engine;
		const failure = await known.then(
			(one) => one.failure(),
			(error: unknown) => error,
		);
		// Another one may have been started meanwhile.
		if (failure !== undefined && engine === known && Date.now() > restartedAt + restartEveryMs) {
			engine = startEngine(folder).finally(() => (restartedAt = Date.now()));
		}
		return await engine;
	};
	let left = charactersBetweenCleanups;
	const sessionOf = (transaction: Transaction): Session => ({
		query: async <Row>(text: string, parameters?: unknown[]) =>
			(await transaction.query<Row>(text, parameters)).rows,
		script: async (text) => {
			left -= text.length;
			await transaction.exec(text);
		},
	});
	const cleanUp = async ({ pglite }: Engine) => {
		if (left > 0) return;
		left = charactersBetweenCleanups;
		// Whether it succeeds is no matter of the transaction before it.
		await pglite.exec('vacuum').catch(() => undefined);
		await pglite.exec('checkpoint').catch(() => undefined);
	};
	return {
		async transaction(work) {
			const one = await running();
			let isCommitting = false;
			try {
				return await one.pglite.transaction(async (transaction) => {
					if (isFull(folder)) await transaction.exec('set transaction read only');
					const result = await work(sessionOf(transaction));
					isCommitting = true;
					return result;
				});
			} catch (error) {
				const failure = one.failure() ?? storageError(error);
				if (failure === undefined) throw error;
				throw isCommitting ? new StorageError(failure.reason, true) : failure;
			} finally {
				await cleanUp(one);
			}
		},
		async close() {
			const one = await engine.catch(() => undefined);
			if (one?.failure() === undefined) await one?.pglite.close();
		},
	};
}

/** Whether the folder's file system has no more space than PostgreSQL itself needs. */
function isFull(folder: string | undefined): boolean {
	if (folder === undefined) return false;
	const { bavail, blocks, bsize } = statfsSync(folder);
	// Some file systems tell no numbers.
	return blocks > 0 && bavail * bsize < spaceForWrites;
}

/**
 * V8 compiles a WebAssembly function a second time, optimized, soon after its first use. For PostgreSQL this takes more
 * processor time and memory than it saves, so only functions that are used very often get it. Later Nodes without this
 * flag ignore it.
 */
function optimizeLate(): void {
	setFlagsFromString('--wasm-tiering-budget=200000000');
}
