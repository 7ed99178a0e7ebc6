import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Debian keeps the programs of PostgreSQL apart, by version, and off the path. */
const debianPostgres = '/usr/lib/postgresql';

export interface Programs {
	initdb: string;
	postgres: string;
	redis: string;
}

/** PostgreSQL's programs, as far as they are installed. */
export async function findPostgres(): Promise<Partial<Programs>> {
	return findAll('initdb', 'postgres');
}

async function findAll(...programs: string[]): Promise<Record<string, string | undefined>> {
	const versions = existsSync(debianPostgres) ? await readdir(debianPostgres) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [
		...newestFirst.map((version) => join(debianPostgres, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
	];
	return Object.fromEntries(
		programs.map((program) => [
			program,
			folders.map((folder) => join(folder, program)).find((path) => existsSync(path)),
		]),
	);
}

/** Throws with the names of the packages if a program is not installed. */
export async function findPrograms(): Promise<Programs> {
	const found = await findAll('initdb', 'postgres', 'redis-server');
	const { initdb, postgres, 'redis-server': redis } = found;
	if (initdb && postgres && redis) return { initdb, postgres, redis };
	const missing = [
		...(initdb && postgres ? [] : [{ program: 'PostgreSQL', debian: 'postgresql' }]),
		...(redis ? [] : [{ program: 'Redis', debian: 'redis-server' }]),
	];
	throw new Error(
		`${missing.map(({ program }) => program).join(' and ')} must be installed. On Debian: apt install ${missing.map(({ debian }) => debian).join(' ')}`,
	);
}
