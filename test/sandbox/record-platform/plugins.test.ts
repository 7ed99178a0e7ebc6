import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { useSandbox } from '../../support/sandbox';
import { Api, passwordOf } from './api';
import { makeKey, pack, zip } from './plugin-zip';

interface Plugin {
	id: string;
	name: string;
	description: string;
	version: string;
	isMarketPlugin: boolean;
}

const sandbox = useSandbox();
let api: Api;

beforeAll(() => {
	api = new Api(sandbox.url);
});

const upload = async (content: Buffer) =>
	await api.upload(content, 'plugin.zip', 'application/zip');

const installed = async (query = '', caller = api): Promise<Plugin[]> =>
	(await caller.ok<{ plugins: Plugin[] }>('GET', `plugins.json${query}`)).plugins;
const failure = async (method: string, path: string, body?: unknown, caller = api) => {
	const answer = await caller.send(method, path, body);
	return [answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})[0]].filter(
		(part) => part !== undefined,
	);
};

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
		{
			id: first.id,
			name: 'Colours',
			description: 'Paints.',
			isMarketPlugin: false,
			version: '1',
		},
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
	expect(await failure('PUT', 'plugin.json', { id: first.id, fileKey: other })).toEqual([
		400,
		'CB_VA01',
		'fileKey',
	]);
	await api.ok('DELETE', `plugin.json?id=${first.id}`);
	expect((await installed()).map(({ id }) => id)).toEqual([second.id]);
	expect(await failure('DELETE', 'plugin.json', { id: first.id })).toEqual([404, 'GAIA_PL01']);
});

it('that apps use are told, and required once they are uninstalled', async () => {
	const fileKey = await upload(await pack(makeKey(), { name: { en: 'Used' }, version: 1 }));
	const { id } = await api.ok<{ id: string }>('POST', 'plugin.json', { fileKey });
	const app = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	const apps = () => api.get<{ apps: object[] }>('plugin/apps.json', { id });
	expect(await apps()).toEqual({ apps: [] });
	await api.ok('POST', 'preview/app/plugins.json', { app, ids: [id] });
	expect(await apps()).toEqual({ apps: [] });
	await api.deploy(app);
	expect(await apps()).toEqual({ apps: [{ id: app, name: 'Test' }] });
	const required = () => api.get<{ plugins: object[] }>('plugins/required.json');
	expect(await required()).toEqual({ plugins: [] });
	await api.ok('DELETE', `plugin.json?id=${id}`);
	expect(await required()).toEqual({ plugins: [{ id, name: 'Used', isMarketPlugin: false }] });
	expect(await apps()).toEqual({ apps: [{ id: app, name: 'Test' }] });
	await api.ok('POST', 'plugin.json', { fileKey });
	expect(await required()).toEqual({ plugins: [] });
});

it('are administered by administrators, from files that are plug-ins', async () => {
	const fileKey = await upload(await pack(makeKey(), { name: { en: 'Mine' }, version: 1 }));
	const sato = api.as(passwordOf('sato'));
	expect(await failure('POST', 'plugin.json', { fileKey }, sato)).toEqual([403, 'CB_NO02']);
	expect(await failure('GET', 'plugins/required.json', undefined, sato)).toEqual([403, 'CB_NO02']);
	expect(Array.isArray(await installed('', sato))).toBe(true);
	expect(await failure('POST', 'plugin.json', {})).toEqual([400, 'CB_VA01', 'fileKey']);
	expect(await failure('POST', 'plugin.json', { fileKey: 'none' })).toEqual([404, 'GAIA_BL01']);
	expect(await failure('PUT', 'plugin.json', { id: 'none', fileKey })).toEqual([404, 'GAIA_PL01']);
	expect(await failure('GET', 'plugins.json?limit=101')).toEqual([400, 'CB_VA01', 'limit']);
	expect(await failure('GET', 'plugin/apps.json?id=none')).toEqual([404, 'GAIA_PL01']);
	expect(await failure('GET', 'plugin/apps.json?id=none&limit=501')).toEqual([
		400,
		'CB_VA01',
		'limit',
	]);
	const whole = await pack(makeKey(), { name: { en: 'Cut' }, version: 1 });
	for (const content of [
		Buffer.from('no zip'),
		Buffer.alloc(0),
		whole.subarray(0, whole.length - 30),
		await zip({ PUBKEY: 'x' }),
		await zip({ 'contents.zip': 'no zip' }),
		await zip({ 'manifest.json': '{' }),
		await zip({ 'manifest.json': '[]' }),
		await zip({ 'manifest.json': '{"name":{"en":"No version"}}' }),
		await zip({ 'manifest.json': '{"name":{},"version":1}' }),
	]) {
		expect(await failure('POST', 'plugin.json', { fileKey: await upload(content) })).toEqual([
			400,
			'CB_VA01',
			'fileKey',
		]);
	}
});

it('serve the official client', async () => {
	const { plugin } = new KintoneRestAPIClient({
		baseUrl: sandbox.url,
		auth: { username: 'admin', password: 'admin' },
	});
	const content = await pack(makeKey(), { name: { en: 'Client' }, version: 1 });
	const { id, version } = await plugin.installPlugin({ fileKey: await upload(content) });
	expect(version).toBe('1');
	await plugin.updatePlugin({ id, fileKey: await upload(content) });
	expect((await plugin.getPlugins({ ids: [id] })).plugins).toHaveLength(1);
	expect((await plugin.getApps({ id })).apps).toEqual([]);
	expect((await plugin.getRequiredPlugins({})).plugins).toEqual([]);
	await plugin.uninstallPlugin({ id });
	expect((await plugin.getPlugins({ ids: [id] })).plugins).toEqual([]);
});
