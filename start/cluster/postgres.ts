import type { SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

import { run, start } from '../processes';
import type { Say } from '../progress';
import type { InstalledPackage } from '../registration';
import type { ClusterFolder } from './folder';
import { Member } from './member';
import type { Programs } from './programs';

/** PostgreSQL of the cluster: one database for n8n, one for the sandbox. */
export interface Database {
	host: string;
	port: number;
	user: string;
	password: string;
}

const user = 'cluster';
const databases = ['n8n', 'sandbox'];

/** PostgreSQL refuses to run as root, so root runs it as the account that Debian's package makes. */
async function account(): Promise<Required<Pick<SpawnOptions, 'uid' | 'gid'>> | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number(await run('id', [flag, 'postgres']));
	return { uid: await id('-u'), gid: await id('-g') };
}

/** Prepares the data of PostgreSQL on the first start. */
export async function postgresMember(
	programs: Pick<Programs, 'initdb' | 'postgres'>,
	folder: ClusterFolder,
	{ host, port, password }: Database,
	say: Say,
): Promise<Member> {
	const owner = await account();
	const data = join(folder.postgres, 'data');
	if (!existsSync(join(data, 'PG_VERSION'))) {
		await rm(folder.postgres, { recursive: true, force: true });
		await mkdir(folder.postgres, { mode: 0o700 });
		const passwordFile = join(folder.postgres, 'password');
		await writeFile(passwordFile, password, { mode: 0o600 });
		for (const path of owner ? [folder.postgres, passwordFile] : []) {
			await chown(path, owner?.uid ?? 0, owner?.gid ?? 0);
		}
		const flags = ['-D', data, '-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
		await run(programs.initdb, [...flags, '-E', 'UTF8', '--locale=C'], {
			...owner,
			cwd: '/',
		}).catch((error: Error) => {
			if (!owner) throw error;
			throw new Error(
				`PostgreSQL refuses to run as root. It runs as the user postgres, which must be able to reach ${folder.postgres}. Run this as another user, or choose another folder (--data).\n${error.message}`,
			);
		});
		await rm(passwordFile);
	}
	const settings = [`listen_addresses=${host}`, 'unix_socket_directories='];
	const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
	return new Member({
		name: 'PostgreSQL',
		launch: () =>
			start(programs.postgres, args, { ...owner, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] }),
		isReady: async () =>
			await query({ host, port, user, password }, 'postgres', 'SELECT 1').then(
				() => true,
				() => false,
			),
		log: join(folder.logs, 'postgresql.log'),
		say,
		// Without waiting for those who are connected.
		politely: 'SIGINT',
	});
}

export function databaseAt(port: number, password: string): Database {
	return { host: '127.0.0.1', port, user, password };
}

export function urlOf({ host, port }: Database, database: string): string {
	return `postgres://${user}@${host}:${port}/${database}`;
}

/** Makes the databases of n8n and the sandbox if they are missing. */
export async function makeDatabases(server: Database): Promise<void> {
	const rows = await query(server, 'postgres', 'SELECT datname AS name FROM pg_database');
	for (const name of databases.filter((one) => !rows.some((row) => row.name === one))) {
		await query(server, 'postgres', `CREATE DATABASE ${name}`);
	}
}

/** Makes the packages appear under Settings → Community nodes. */
export async function registerInPostgres(
	server: Database,
	packages: InstalledPackage[],
): Promise<void> {
	for (const { name, version, author, nodes } of packages) {
		await query(
			server,
			'n8n',
			`INSERT INTO installed_packages ("packageName", "installedVersion", "authorName", "authorEmail")
			 VALUES ($1, $2, $3, $4)
			 ON CONFLICT ("packageName") DO UPDATE SET "installedVersion" = excluded."installedVersion"`,
			[name, version, author?.name ?? null, author?.email ?? null],
		);
		await query(server, 'n8n', 'DELETE FROM installed_nodes WHERE "package" = $1', [name]);
		for (const { displayName, type, version: latest } of nodes) {
			await query(
				server,
				'n8n',
				'INSERT INTO installed_nodes ("name", "type", "latestVersion", "package") VALUES ($1, $2, $3, $4)',
				[displayName, type, latest, name],
			);
		}
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
