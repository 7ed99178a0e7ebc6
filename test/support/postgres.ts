import { join } from 'node:path';

import { postgresMember, urlOf } from '../../start/postgres';
import { freePort } from '../../start/processes';

/** A PostgreSQL server of the tests' own. */
export interface TestDatabase {
	url: string;
	stop(): Promise<void>;
}

// Nothing has to outlive a crash, and planning for the compiler takes longer than our queries.
const settings = [
	'fsync=off',
	'full_page_writes=off',
	'synchronous_commit=off',
	'jit=off',
	'autovacuum=off',
];

/** Starts a server in a new folder. */
export async function startPostgres(folder: string): Promise<TestDatabase> {
	const { member, database } = await postgresMember({
		folder,
		port: await freePort(0),
		log: join(folder, 'log'),
		say: () => undefined,
		settings,
	});
	await member.start();
	return {
		url: urlOf(database, 'postgres').replace('@', `:${database.password}@`),
		stop: async () => await member.stop(),
	};
}
