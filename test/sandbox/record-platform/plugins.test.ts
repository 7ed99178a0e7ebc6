import { passwordOf, useApi } from './api';
import { makeKey, pack, zip } from './plugin-zip';

interface Plugin {
	id: string;
	name: string;
	description: string;
	version: string;
	isMarketPlugin: boolean;
}

const { api } = useApi();

const upload = async (content: Buffer) =>
	await api.upload(content, 'plugin.zip', 'application/zip');

const installed = async (query = '', caller = api): Promise<Plugin[]> =>
	(await caller.ok<{ plugins: Plugin[] }>('GET', `plugins.json${query}`)).plugins;

it('are imported from a zip, listed newest first, updated and uninstalled', async () => {
	const key = makeKey();
	const first = await api.ok<{ id: string; version: string }>('POST', 'plugin.json', {
		fileKey: await upload(
			await pack(key, {
				name: { en: 'Colours', ja: '色' },
				description: { en: 'Paints.' },
				version: 1,
			}),
		),
	});
	expect(first).toEqual({ id: expect.stringMatching(/^[a-p]{32}$/) as string, version: '1' });
	const second = await api.ok<{ id: string }>('POST', 'plugin.json', {
		fileKey: await upload(await zip({ 'manifest.json': '{"name":"Bare","version":"0.1"}' })),
	});
	expect((await installed()).map(({ id }) => id)).toEqual([second.id, first.id]);
	expect(await installed('?limit=1&offset=1')).toEqual([
		{ id: first.id, name: 'Colours', description: 'Paints.', isMarketPlugin: false, version: '1' },
	]);
	const japanese = api.as(passwordOf('suzuki'));
	expect((await installed(`?ids[0]=${first.id}`, japanese)).map(({ name }) => name)).toEqual([
		'色',
	]);
	const next = await pack(key, { name: { en: 'Colours 2' }, version: '2.0.1' });
	expect(await api.ok('PUT', 'plugin.json', { id: first.id, fileKey: await upload(next) })).toEqual(
		{ id: first.id, version: '2.0.1' },
	);
	expect((await installed())[1]).toMatchObject({ name: 'Colours 2', version: '2.0.1' });
	const other = await upload(await pack(makeKey(), { name: { en: 'Other' }, version: 1 }));
	expect(await api.fault('PUT', 'plugin.json', { id: first.id, fileKey: other })).toBe(
		'400 CB_VA01 fileKey',
	);
	await api.ok('DELETE', `plugin.json?id=${first.id}`);
	expect((await installed()).map(({ id }) => id)).toEqual([second.id]);
	expect(await api.fault('DELETE', 'plugin.json', { id: first.id })).toBe('404 GAIA_PL01');
});
