import path from 'node:path';
import { SchemaTransactions, type Database } from './database';
import { takeFolder } from './folder';

export interface StoreOptions {
	/** Folder that keeps the embedded database and the files; without it nothing outlives the run. */
	dataDir?: string;
	/** `postgres://…` of a server to use in place of the embedded database. */
	database?: string;
}

export interface Store {
	readonly transactions: SchemaTransactions;
	/** Folder of the files of all tenants. */
	readonly filesFolder: string;
	close(): Promise<void>;
}

/** Opens database and file folder together; throws where a part fails, and closes what was opened. */
export async function openStore({ dataDir, database }: StoreOptions): Promise<Store> {
	const folder = await takeFolder(dataDir);
	let opened: Database;
	try {
		const kept = folder.temporary ? undefined : path.join(folder.path, 'database');
		// Only one of the two is loaded.
		opened = database
			? await (await import('./postgres')).openPostgres(database)
			: await (await import('./pglite')).openPglite(kept);
	} catch (error) {
		await folder.release();
		throw error;
	}
	return {
		transactions: new SchemaTransactions(opened),
		filesFolder: path.join(folder.path, 'files'),
		async close() {
			await opened.close();
			await folder.release();
		},
	};
}
