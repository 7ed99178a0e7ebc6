import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterFolder } from '../../../start/cluster/folder';
import { type Member } from '../../../start/cluster/member';
import { databaseAt, makeDatabases, postgresMember, urlOf } from '../../../start/cluster/postgres';
import { findPostgres } from '../../../start/cluster/programs';
import { addressOf, run } from './running';

// A sandbox on a PostgreSQL server of its own. Without the programs, the tests say so and pass.

const password = 'only-here';
let folder: string;
let server: Member | undefined;
let database = '';
const children: ChildProcess[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'database-test-'));
	const { initdb, postgres } = await findPostgres();
	if (!initdb || !postgres) {
		console.info('Skipped, because PostgreSQL is missing: a database of one sandbox');
		return;
	}
	// PostgreSQL's account has to reach its folder.
	for (const path of [tmpdir(), folder]) await chmod(path, (await stat(path)).mode | 0o011);
	const at = databaseAt(await freePort(), password);
	const folders = clusterFolder(folder);
	await mkdir(folders.logs);
	server = await postgresMember({ initdb, postgres }, folders, at, () => undefined);
	await server.start();
	await makeDatabases(at);
	database = urlOf(at, 'sandbox').replace('@', `:${password}@`);
});

afterAll(async () => {
	for (const child of children) child.kill('SIGKILL');
	await server?.stop();
	await rm(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
	const taken = createServer().listen(0, '127.0.0.1');
	await once(taken, 'listening');
	const { port } = taken.address() as AddressInfo;
	taken.close();
	return port;
}

/** Starts a sandbox on the database, ended with the tests at the latest. */
function start() {
	const running = run('--empty', '--database', database);
	children.push(running.child);
	return running;
}

it('belongs to one sandbox at a time', async () => {
	if (!server) return;
	const first = start();
	await addressOf(first);
	const refusal = await addressOf(start()).catch(String);
	expect(refusal).toContain('The database is in use by another sandbox');
	expect(refusal).not.toContain(password);
	// Even one that could not end cleanly.
	first.child.kill('SIGKILL');
	await first.ended;
	const third = start();
	await addressOf(third);
	third.child.kill('SIGTERM');
	expect(await third.ended).toEqual([0, null]);
});
