import { type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type TestDatabase } from '../../support/postgres';
import { addressOf, run } from './running';

// A sandbox on a PostgreSQL server of its own.

let folder: string;
let server: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'database-test-'));
	server = await startPostgres(join(folder, 'postgresql'));
});

afterAll(async () => {
	for (const child of children) child.kill('SIGKILL');
	await server.stop();
	await rm(folder, { recursive: true, force: true });
});

/** Starts a sandbox on the database, ended with the tests at the latest. */
function start() {
	const running = run('--empty', '--database', server.url);
	children.push(running.child);
	return running;
}

it('belongs to one sandbox at a time', async () => {
	const first = start();
	await addressOf(first);
	const refusal = await addressOf(start()).catch(String);
	expect(refusal).toContain('The database is in use by another sandbox');
	expect(refusal).not.toContain(new URL(server.url).password);
	// Even one that could not end cleanly.
	first.child.kill('SIGKILL');
	await first.ended;
	const third = start();
	await addressOf(third);
	third.child.kill('SIGTERM');
	expect(await third.ended).toEqual([0, null]);
});
