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
import { Api, cells, passwordOf } from '../record-platform/api';
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

/** Saves or restores the data of the tenant `main`. */
async function control(url: string, action: 'save' | 'restore'): Promise<void> {
	const answer = await fetch(`${url}/_sandbox/${action}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: '{"name":"kept"}',
	});
	expect([answer.status, await answer.json()]).toEqual([200, { name: 'kept' }]);
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

it('has rows of files that went with an earlier run', async () => {
	if (!server) return;
	const first = start();
	const api = new Api(await addressOf(first));
	const app = await api.makeApp({ File: { type: 'FILE' } });
	const fileKey = await api.upload('content', 'a.txt');
	const id = await api.create(app, cells({ File: [{ fileKey }] }));
	await control(api.baseUrl, 'save');
	first.child.kill('SIGTERM');
	await first.ended;

	const second = start();
	const url = await addressOf(second);
	const { File } = await new Api(url).values(app, id);
	const [file] = File as Array<{ fileKey: string }>;
	const headers = passwordOf('admin');
	const answer = await fetch(`${url}/k/v1/file.json?fileKey=${file?.fileKey}`, { headers });
	expect(answer.status).toBe(404);
	expect(await answer.json()).toMatchObject({ code: 'GAIA_BL01' });
	const later = await new Api(url).create(app, cells({ File: [] }));
	await control(url, 'restore');
	expect(await new Api(url).values(app, id)).toHaveProperty('File.0.name', 'a.txt');
	await expect(new Api(url).values(app, later)).rejects.toThrow();
	second.child.kill('SIGTERM');
	await second.ended;
	expect(await second.errors).toBe(
		'Files will be lost when the sandbox stops. Use --data to keep them.\n',
	);
});
