import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { root } from '../../start/layout';
import { type Database, passwordFile, query } from '../../start/postgres';
import { isRunning } from '../../start/processes';

// n8n's database, in a process of its own that can be killed.

interface Started {
	starter: ChildProcess;
	server: number;
	database: Database;
}

let folder: string;
const starters: ChildProcess[] = [];

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'postgres-'));
});

afterEach(async () => {
	for (const starter of starters.splice(0)) starter.kill('SIGKILL');
	await sleep(100);
	await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
});

async function start(): Promise<Started> {
	const script = join(root, 'test', 'support', 'postgres-process.ts');
	const starter = spawn(process.execPath, ['--import', 'tsx', script, folder], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	starters.push(starter);
	const errors = text(starter.stderr);
	const line = once(createInterface({ input: starter.stdout }), 'line') as Promise<[string]>;
	const [said] = await Promise.race([line, errors.then((words) => Promise.reject(Error(words)))]);
	return { starter, ...(JSON.parse(said) as Omit<Started, 'starter'>) };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await isSo())) await sleep(100);
}

const answers = async (database: Database) =>
	await query(database, 'postgres', 'SELECT 1').then(
		() => true,
		() => false,
	);

type Crash = (started: Started) => Promise<Database>;

const again: Crash = async ({ starter }) => {
	await until(() => starter.signalCode !== null);
	return (await start()).database;
};
const crashes: Array<[string, Crash]> = [
	[
		'its starter',
		async (started) => {
			started.starter.kill('SIGKILL');
			return await again(started);
		},
	],
	[
		'the server, which comes back',
		async ({ server, database }) => {
			process.kill(server, 'SIGKILL');
			await until(async () => !(await answers(database)));
			await until(async () => await answers(database));
			return database;
		},
	],
	[
		'both, and another process gets the number of the server',
		async (started) => {
			started.starter.kill('SIGKILL');
			process.kill(started.server, 'SIGKILL');
			await until(() => !isRunning(started.server));
			const lock = join(folder, 'postgresql', 'data', 'postmaster.pid');
			const lines = (await readFile(lock, 'utf8')).split('\n');
			await writeFile(lock, [process.pid, ...lines.slice(1)].join('\n'));
			return await again(started);
		},
	],
];

test.each(crashes)('what was written is there after kill -9 of %s', async (_who, crash) => {
	const started = await start();
	await query(started.database, 'postgres', "CREATE TABLE kept AS SELECT 'written' AS word");
	const database = await crash(started);
	expect(await query(database, 'postgres', 'SELECT word FROM kept')).toEqual([{ word: 'written' }]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('ends with its starter (%s)', async (signal) => {
	const { starter, server } = await start();
	starter.kill(signal);
	await until(() => !isRunning(server));
	// It has ended by itself: one that is killed leaves its lock file.
	await expect(stat(join(folder, 'postgresql', 'data', 'postmaster.pid'))).rejects.toThrow(
		'ENOENT',
	);
});

test('listens on loopback only, and lets in who knows its random password', async () => {
	const { database } = await start();
	const setting = async (name: string) =>
		Object.values((await query(database, 'postgres', `SHOW ${name}`))[0] ?? {})[0];
	expect(await setting('listen_addresses')).toBe('127.0.0.1');
	expect(await setting('unix_socket_directories')).toBe('');
	for (const password of ['', 'local', 'postgres']) {
		await expect(query({ ...database, password }, 'postgres', 'SELECT 1')).rejects.toThrow(
			/password/,
		);
	}
	const file = passwordFile(join(folder, 'postgresql'));
	expect(database.password).toMatch(/^[\w-]{32}$/);
	expect(await readFile(file, 'utf8')).toBe(database.password);
	expect((await stat(file)).mode & 0o777).toBe(0o600);
	expect(await readFile(join(folder, 'postgresql.log'), 'utf8')).not.toContain(database.password);
	expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(database.password);
});
