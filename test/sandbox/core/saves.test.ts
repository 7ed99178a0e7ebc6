import { useProbeSandbox } from './running';

const sandbox = useProbeSandbox();
const at = (tenant: string, path: string): string => `/t/${tenant}/${path}`;
const control = async (tenant: string, action: string, body: object = {}): Promise<unknown> =>
	await sandbox.control(at(tenant, `_sandbox/${action}`), body);
const dump = async (tenant: string): Promise<Record<string, Record<string, object>>> =>
	(await sandbox.json(at(tenant, '_sandbox/dump'))) as Record<string, Record<string, object>>;
const note = async (tenant: string, body: string): Promise<unknown> =>
	await sandbox.json(at(tenant, 'probe/notes'), { method: 'POST', body });
const notes = async (tenant: string): Promise<unknown> =>
	await sandbox.json(at(tenant, 'probe/notes'));
const now = async (tenant: string): Promise<number> =>
	Date.parse(((await sandbox.json(at(tenant, 'probe/clock'))) as { now: string }).now);

/** Uploads a file and gives its key. */
async function upload(tenant: string, content: string): Promise<string> {
	const form = new FormData();
	form.append('file', new Blob([content]), 'a.txt');
	const url = sandbox.url(at(tenant, 'probe/echo'));
	const response = await fetch(url, { method: 'POST', body: form });
	return ((await response.json()) as { upload: Array<{ key: string }> }).upload[0]?.key ?? '';
}
const file = async (tenant: string, key: string): Promise<Response> =>
	await fetch(sandbox.url(at(tenant, `probe/file?key=${key}`)));

it('a restore puts rows, files, clock and numbering back', async () => {
	await note('back', 'kept');
	const kept = await upload('back', 'kept');
	await control('back', 'clock', { advanceSeconds: 3600 });
	await control('back', 'save', { name: 'one' });
	const before = await dump('back');
	const saved = await now('back');

	await note('back', 'gone');
	const added = await upload('back', 'added');
	await control('back', 'clock', { advanceSeconds: 86_400 });
	await control('back', 'accounts', { group: { code: 'later', members: ['sato'] } });
	expect(await dump('back')).not.toEqual(before);

	expect(await control('back', 'restore', { name: 'one' })).toEqual({ name: 'one' });
	expect(await dump('back')).toEqual(before);
	expect(await notes('back')).toEqual({ notes: ['base', 'kept'] });
	expect(await (await file('back', kept)).text()).toBe('kept');
	expect((await file('back', added)).ok).toBe(false);
	expect((await now('back')) - saved).toBeLessThan(60_000);
	// A new row has the ID that it would have had then.
	await note('back', 'next');
	expect(Object.values((await dump('back')).probe_notes ?? {}).at(-1)).toEqual({
		id: 3,
		text: 'next',
	});
});

it('no tenant has the rows, files or saves of another', async () => {
	await note('left', 'of left');
	const left = await upload('left', 'of left');
	await control('left', 'save', { name: 'same' });
	await note('right', 'of right');
	const right = await upload('right', 'of right');
	await control('right', 'save', { name: 'same' });
	await note('left', 'later');
	await note('right', 'later');

	await control('left', 'restore', { name: 'same' });
	expect(await notes('left')).toEqual({ notes: ['base', 'of left'] });
	expect(await notes('right')).toEqual({ notes: ['base', 'of right', 'later'] });
	expect(await (await file('right', right)).text()).toBe('of right');
	expect((await file('left', right)).ok).toBe(false);
	expect(await (await file('left', left)).text()).toBe('of left');
	const texts = JSON.stringify(await dump('left'));
	expect(texts).toContain('of left');
	expect(texts).not.toContain('of right');
	expect(Object.keys(await dump('left')).join()).not.toMatch(/saved_/);
});
