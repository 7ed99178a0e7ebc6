import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../../start/layout';
import { passwordFile } from '../../start/postgres';
import { isRunning } from '../../start/processes';
import { LocalStart } from '../support/local-start';
import { api, cluster, logs } from './support/cluster';

test('each process of n8n has both packages, and n8n lists them', async () => {
	const packages = await api.communityPackages();
	expect(packages.map(({ packageName }) => packageName).sort()).toEqual([
		'n8n-nodes-groupware',
		'n8n-nodes-record-platform',
	]);
	expect(packages.filter(({ failedLoading }) => failedLoading)).toEqual([]);
	const { members } = cluster();
	expect(members.map(({ name }) => name)).toEqual([
		'PostgreSQL',
		'Redis',
		'sandbox',
		'main',
		'worker 1',
		'worker 2',
		'webhook processor',
	]);
	expect(members.filter(({ pid }) => !isRunning(pid))).toEqual([]);
});

test('passwords are in no log and in no list of processes, and only their owner reads them', async () => {
	const folder = process.env.CLUSTER_DATA ?? '';
	const secrets = Object.values(
		JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>,
	);
	secrets.push(await readFile(passwordFile(join(folder, 'postgresql')), 'utf8'));
	const texts = await Promise.all(
		(await readdir(logs)).map(async (name) => await readFile(join(logs, name), 'utf8')),
	);
	texts.push(
		await readFile(join(folder, 'running.json'), 'utf8'),
		await said('ps', ['-eo', 'args']),
	);
	for (const text of texts) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
	for (const name of ['secrets.json', 'owner.json']) {
		expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
	}
});

test('Ctrl-C ends every process, and a second start finds what was there', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'second-cluster-'));
	const flags = ['--webhook-port', '0'];
	try {
		for (let turn = 0; turn < 2; turn += 1) {
			const begun = await LocalStart.begin(folder, { flags, command: 'start/cluster/main.ts' });
			const { members } = JSON.parse(
				await readFile(join(folder, 'running.json'), 'utf8'),
			) as ReturnType<typeof cluster>;
			expect(members).toHaveLength(7);
			expect(await begun.interrupt()).toBe(0);
			expect(members.filter(({ pid }) => isRunning(pid))).toEqual([]);
			expect(await said('ps', ['-eo', 'args'])).not.toContain(folder);
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

test('a missing program is told with the name of its package', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'no-redis-'));
	const main = join(root, 'start', 'cluster', 'main.ts');
	const args = ['--import', 'tsx', main, '--data', folder];
	const env = { ...process.env, PATH: folder };
	const { code, text } = await new Promise<{ code: unknown; text: string }>((done) => {
		execFile(process.execPath, args, { cwd: root, env }, (error, output, errors) =>
			done({ code: error?.code, text: output + errors }),
		);
	});
	await rm(folder, { recursive: true, force: true });
	expect(code).toBe(1);
	expect(text).toMatch(/Redis must be installed\. On Debian: apt install redis-server/);
});

async function said(file: string, args: string[]): Promise<string> {
	return await new Promise((done, fail) => {
		execFile(file, args, { maxBuffer: 10_000_000 }, (error, output) =>
			error ? fail(error) : done(output),
		);
	});
}
