import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../start/api';
import { readExamples } from '../../start/examples';
import { dataFolder } from '../../start/layout';
import { readOwner } from '../../start/owner';
import { listens, LocalStart, startsAndEnds } from '../support/local-start';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'restart-'));
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

async function whatIsThere(editorUrl: string): Promise<{ workflows: string[]; loaded: string[] }> {
	const api = new N8nApi(editorUrl);
	await api.signIn(await readOwner(dataFolder(folder).owner));
	const packages = await api.communityPackages();
	return {
		workflows: (await api.workflows()).map(({ name }) => name).sort(),
		loaded: packages
			.filter(({ failedLoading }) => !failedLoading)
			.map(({ packageName }) => packageName)
			.sort(),
	};
}

test('what a start brought is there after the next one, and Ctrl-C ends everything', async () => {
	const expected = {
		workflows: (await readExamples()).map(({ name }) => name).sort(),
		loaded: ['n8n-nodes-groupware', 'n8n-nodes-record-platform'],
	};
	const passwords = new Set<string>();
	for (let turn = 0; turn < 2; turn += 1) {
		const local = await LocalStart.begin(folder);
		const { editorUrl, sandboxUrl } = local.running;
		expect(await whatIsThere(editorUrl)).toEqual(expected);
		const { password } = await readOwner(dataFolder(folder).owner);
		passwords.add(password);
		expect(local.said).not.toContain(password);

		expect(await local.interrupt()).toBe(0);
		expect(await Promise.all([editorUrl, sandboxUrl].map(listens))).toEqual([false, false]);
		expect(await readFile(dataFolder(folder).log, 'utf8')).not.toContain(password);
	}
	expect(passwords.size).toBe(1);
});

test('a folder of an older version gets a password of its own', async () => {
	const published = { email: 'demo@example.com', password: 'Sandbox-2026' };
	const { owner, sandbox } = dataFolder(folder);
	const markers = [join(folder, '.npm-start-data'), join(sandbox, '.sandbox-data')];
	// An owner with the password that all folders had; then what later versions added is taken away.
	const passwordHash = '$2a$10$GxKJvGGlvQ7AIwHDp9DUvOdewb/3lkX4hGtUDCAA5nphT8uuyQzxy';
	await writeFile(join(folder, '.npm-start-data'), '');
	await writeFile(owner, JSON.stringify({ ...published, passwordHash }));
	const before = await LocalStart.begin(folder);
	const api = new N8nApi(before.running.editorUrl);
	await api.signIn(published);
	await api.createWorkflow({ name: 'Made before', nodes: [], connections: {} });
	await before.interrupt();
	await Promise.all([owner, ...markers].map(async (file) => await rm(file, { force: true })));

	const after = await LocalStart.begin(folder);
	const { editorUrl } = after.running;
	try {
		await expect(new N8nApi(editorUrl).signIn(published)).rejects.toThrow('401');
		expect((await whatIsThere(editorUrl)).workflows).toContain('Made before');
		expect((await readOwner(owner)).password).toMatch(/^.{24,}$/);
		if (process.platform !== 'win32') {
			expect((await stat(owner)).mode & 0o777).toBe(0o600);
			expect((await stat(folder)).mode & 0o777).toBe(0o700);
		}
	} finally {
		await after.interrupt();
	}
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

test('--reset throws away what starts made, and nothing else', async () => {
	const { owner, n8nHome, sandbox } = dataFolder(folder);
	const [note, marker] = [join(folder, 'notes.txt'), join(folder, '.npm-start-data')];
	const made = [join(n8nHome, 'made.txt'), join(sandbox, 'made.txt'), owner];
	await Promise.all([n8nHome, sandbox].map(async (path) => await mkdir(path)));
	await Promise.all([note, marker, ...made].map(async (file) => await writeFile(file, 'kept')));

	const local = await LocalStart.begin(folder, { flags: ['--reset'] });
	try {
		expect(await readFile(note, 'utf8')).toBe('kept');
		for (const file of made) {
			expect(await readFile(file, 'utf8').catch(() => 'gone')).not.toBe('kept');
		}
		expect((await whatIsThere(local.running.editorUrl)).loaded).toHaveLength(2);
	} finally {
		await local.interrupt();
	}
});
