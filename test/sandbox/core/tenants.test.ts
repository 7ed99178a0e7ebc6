import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProbe, useProbeSandbox } from './running';

const sandbox = useProbeSandbox();

it('tenants are worlds of their own', async () => {
	await sandbox.json('/t/one/probe/notes', { method: 'POST', body: 'only here' });
	expect(await sandbox.json('/t/one/probe/notes')).toEqual({ notes: ['base', 'only here'] });
	expect(await sandbox.json('/t/two/probe/notes')).toEqual({ notes: ['base'] });
	expect(await sandbox.json('/probe/notes')).toEqual({ notes: ['base', 'demo'] });
});

it('tenants start anew on reset, with the demo world when asked for', async () => {
	await sandbox.json('/t/anew/probe/notes', { method: 'POST', body: 'gone soon' });
	const before = (await sandbox.json('/t/anew/probe/table')) as object;
	expect(await sandbox.control('/t/anew/_sandbox/reset', { demo: true })).toEqual({
		tenant: 'anew',
		demo: true,
	});
	expect(await sandbox.json('/t/anew/probe/notes')).toEqual({ notes: ['base', 'demo'] });
	await sandbox.control('/t/anew/_sandbox/reset');
	expect(await sandbox.json('/t/anew/probe/notes')).toEqual({ notes: ['base'] });
	// In the same table, because PostgreSQL keeps memory for each that is dropped.
	expect(await sandbox.json('/t/anew/probe/table')).toEqual({ ...before, last: 1 });
});

describe('a data folder', () => {
	let folder = '';
	beforeAll(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-test-'));
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	it('keeps rows, files and the clock over a restart', async () => {
		const form = new FormData();
		form.append('file', new Blob(['kept']), 'kept.txt');

		const first = await startProbe({ dataDir: folder });
		await fetch(`${first.url}/t/kept/probe/notes`, { method: 'POST', body: 'written' });
		const upload = await fetch(`${first.url}/t/kept/probe/echo`, { method: 'POST', body: form });
		const { upload: parts } = (await upload.json()) as { upload: Array<{ key: string }> };
		await fetch(`${first.url}/t/kept/_sandbox/clock`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{"advanceSeconds":86400}',
		});
		await expect(startProbe({ dataDir: folder })).rejects.toThrow(
			/in use by another sandbox \(process \d+\)\. Stop it, or use another folder/,
		);
		await first.close();

		const second = await startProbe({ dataDir: folder });
		try {
			const read = async (at: string): Promise<Response> => fetch(`${second.url}/t/kept${at}`);
			expect(await (await read('/probe/notes')).json()).toEqual({ notes: ['base', 'written'] });
			expect(await (await read(`/probe/file?key=${parts[0]?.key}`)).text()).toBe('kept');
			const { now } = (await (await read('/probe/clock')).json()) as { now: string };
			expect(Date.parse(now) - Date.now()).toBeGreaterThan(86_000_000);
			expect((await stat(folder)).mode & 0o777).toBe(0o700);
		} finally {
			await second.close();
		}
	});

	it('that holds other files is refused and stays as it is', async () => {
		const foreign = await mkdtemp(path.join(os.tmpdir(), 'foreign-'));
		try {
			const mine = path.join(foreign, 'files', 'main', 'thesis.txt');
			await mkdir(path.dirname(mine), { recursive: true });
			await writeFile(mine, 'years of work');
			await expect(startProbe({ dataDir: foreign })).rejects.toThrow('already holds other files');
			expect(await readdir(foreign)).toEqual(['files']);
			expect(await readFile(mine, 'utf8')).toBe('years of work');
		} finally {
			await rm(foreign, { recursive: true, force: true });
		}
	});

	it('made by other tables is refused, not misread', async () =>
		await expect(startProbe({ dataDir: folder, moreTables: true })).rejects.toThrow(
			'made by another version',
		));
});
