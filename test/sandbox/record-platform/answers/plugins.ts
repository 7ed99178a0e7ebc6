import { Api } from '../api';
import { makeKey, pack } from '../plugin-zip';

/** Real answers of the operations on plug-ins and on the APIs, by their ID in the facts. */
export async function pluginAnswers(
	api: Api,
	upload: (content: Buffer) => Promise<string>,
): Promise<Record<string, object>> {
	const found: Record<string, object> = {};
	const note = async (id: string, method: string, path: string, body?: object): Promise<object> =>
		(found[id] = await api.ok<object>(method, path, body));

	const fileKey = await upload(await pack(makeKey(), { name: { en: 'Contract' }, version: 1 }));
	await note('plugin.install', 'POST', 'plugin.json', { fileKey });
	const { id } = found['plugin.install'] as { id: string };
	await note('plugin.update', 'PUT', 'plugin.json', { id, fileKey });
	await note('plugins.list', 'GET', 'plugins.json');
	const app = await api.makeApp({});
	await api.ok('POST', 'preview/app/plugins.json', { app, ids: [id] });
	await api.deploy(app);
	await note('plugin.apps', 'GET', `plugin/apps.json?id=${id}`);
	await note('plugin.uninstall', 'DELETE', `plugin.json?id=${id}`);
	await note('plugins.required', 'GET', 'plugins/required.json');
	const anyone = new Api(api.baseUrl, {});
	found['apis.list'] = await anyone.ok<object>('GET', 'apis.json');
	found['apis.schema'] = await anyone.ok<object>('GET', 'apis/app/form/fields/get.json');
	return found;
}
