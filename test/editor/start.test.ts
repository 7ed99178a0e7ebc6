import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../start/api';
import { demoCredentials } from '../../start/credentials';
import { readExamples } from '../../start/examples';
import { dataFolder } from '../../start/layout';
import { readOwner } from '../../start/owner';
import { sendTo } from '../support/admin';
import { listens, LocalStart, startsAndEnds } from '../support/local-start';
import { publish, untilStatus, untilThere } from '../support/published';
import { urlIn } from '../support/waiting';
import { asking, storeWorkflow } from './support/workflows';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'restart-'));
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

/** n8n with the folder's data, which Ctrl-C or kill -9 ends in the end. Gives the owner's password. */
async function startedOnce(
	look: (local: LocalStart, api: N8nApi) => Promise<void>,
	{ flags = [], killed = false }: { flags?: string[]; killed?: boolean } = {},
): Promise<string> {
	const isNew = flags.includes('--reset') || !existsSync(dataFolder(folder).owner);
	const local = await LocalStart.begin(folder, { flags });
	const { editorUrl, sandboxUrl } = local.running;
	const { log, owner: ownerFile } = dataFolder(folder);
	const owner = await readOwner(ownerFile);
	try {
		const api = await local.api();
		const packages = await api.communityPackages();
		expect(packages.filter(({ failedLoading }) => failedLoading)).toEqual([]);
		expect(packages.map(({ packageName }) => packageName).sort()).toEqual([
			'n8n-nodes-groupware',
			'n8n-nodes-record-platform',
		]);
		await look(local, api);
	} finally {
		if (killed) await local.kill();
		else expect(await local.interrupt()).toBe(0);
	}
	expect(await Promise.all([editorUrl, sandboxUrl].map(listens))).toEqual([false, false]);
	expect(local.said.includes(owner.password)).toBe(isNew);
	expect(await readFile(log, 'utf8')).not.toContain(owner.password);
	return owner.password;
}

test('a folder keeps what is in it, gets a password of its own, and is emptied by --reset', async () => {
	const { owner, n8nHome, postgres, sandbox } = dataFolder(folder);
	const examples = (await readExamples()).map(({ name }) => name).sort();
	const namesOf = async (api: N8nApi) => (await api.workflows()).map(({ name }) => name).sort();

	// As an older version left it: with the password that all folders had.
	const published = { email: 'demo@example.com', password: 'Sandbox-2026' };
	const passwordHash = '$2a$10$GxKJvGGlvQ7AIwHDp9DUvOdewb/3lkX4hGtUDCAA5nphT8uuyQzxy';
	await writeFile(join(folder, '.npm-start-data'), '');
	await writeFile(owner, JSON.stringify({ ...published, passwordHash }));
	const first = await startedOnce(
		async (_local, api) => {
			expect(await namesOf(api)).toEqual(examples);
			await api.createWorkflow({ name: 'Made before', nodes: [], connections: {} });
		},
		{ killed: true },
	);
	expect(first).toBe(published.password);
	await rm(owner);

	const second = await startedOnce(async ({ running }, api) => {
		await expect(new N8nApi(running.editorUrl).signIn(published)).rejects.toThrow('401');
		expect(await namesOf(api)).toEqual([...examples, 'Made before'].sort());
		if (process.platform !== 'win32') {
			expect((await stat(owner)).mode & 0o777).toBe(0o600);
			expect((await stat(folder)).mode & 0o777).toBe(0o700);
		}
	});
	expect(second).toMatch(/^.{24,}$/);

	const note = join(folder, 'notes.txt');
	const made = [n8nHome, postgres, sandbox].map((one) => join(one, 'made.txt'));
	await Promise.all([note, ...made].map(async (file) => await writeFile(file, 'kept')));
	const third = await startedOnce(
		async (_local, api) => {
			expect(await namesOf(api)).toEqual(examples);
			expect(await readFile(note, 'utf8')).toBe('kept');
			expect(made.filter(existsSync)).toEqual([]);
		},
		{ flags: ['--reset'] },
	);
	expect(third).not.toBe(second);
});

test('--demo ja starts with Japanese people, apps, credentials, and workflows', async () => {
	const names = (list: Array<{ name: string }>) => list.map(({ name }) => name).sort();
	await startedOnce(
		async ({ running, said }, api) => {
			expect(names(await api.workflows())).toEqual(names(await readExamples('ja')));
			expect(names(await api.credentials())).toEqual(names(demoCredentials('ja')));
			const apps = await sendTo(running.sandboxUrl, 'GET', '/k/v1/apps.json');
			expect(JSON.stringify(apps)).toContain('タスク管理');
			expect(said).toContain(`To see the data: ${running.sandboxUrl}`);
		},
		{ flags: ['--demo', 'ja'] },
	);
});

test.each(['', '--reset'])('a folder with other files is refused and kept %s', async (flag) => {
	const mine = join(folder, 'sandbox', 'thesis.txt');
	await mkdir(join(folder, 'sandbox'));
	await writeFile(mine, 'years of work');
	const { code, said } = await startsAndEnds(folder, ...(flag ? [flag] : []));
	expect(code).toBe(1);
	expect(said).toContain('already holds other files');
	expect(await readdir(folder)).toEqual(['sandbox']);
	expect(await readFile(mine, 'utf8')).toBe('years of work');
});

test('a question is answered after a restart, and another one runs out of time', async () => {
	/** Workflows by the options of their questions. */
	const options = { answered: {}, unanswered: { limitWaitTime: 0.001 } };
	const ids: string[] = [];
	let url = '';
	let ports: string[] = [];
	await startedOnce(async ({ running: { editorUrl, sandboxUrl } }, api) => {
		ports = ['--port', new URL(editorUrl).port, '--sandbox-port', new URL(sandboxUrl).port];
		for (const [at, [path, chosen]] of Object.entries(options).entries()) {
			const record = String(at + 1);
			const nodes = asking(path, record, { message: 'Go on?', options: chosen });
			const { id } = await storeWorkflow(path, nodes, [['Start', 'main', 'Ask']], undefined, api);
			ids.push(id);
			await publish(api, id);
			await untilThere(async () => await fetch(`${editorUrl}/webhook/${path}`, { method: 'POST' }));
			await untilStatus(api, id, 'waiting');
		}
		const comments = '/k/v1/record/comments.json?app=2&record=1';
		const sent = await sendTo<{ comments: Array<{ text: string }> }>(sandboxUrl, 'GET', comments);
		url = urlIn(sent.comments[0]?.text);
	});
	await startedOnce(
		async (_local, api) => {
			expect(await (await fetch(url)).text()).toContain('<p>Go on?</p>');
			const body = new URLSearchParams({ answer: 'approve' });
			const answer = async () => await (await fetch(url, { method: 'POST', body })).text();
			expect(await answer()).toContain('Your response was recorded.');
			const [answered = '', unanswered = ''] = ids;
			expect(await untilStatus(api, answered, 'success')).toContain('approved');
			expect(await answer()).toContain('No action required');
			expect(await untilStatus(api, unanswered, 'success')).toContain('noResponse');
		},
		{ flags: ports },
	);
});
