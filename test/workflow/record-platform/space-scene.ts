import { importedPlugin, installedPlugin, pluginArchive } from '../../support/installed-plugin';
import type { Api } from './world';

/** What the cases of spaces, guests and plugins work on. */
export interface Spaces {
	space: string;
	thread: string;
	guestSpace: string;
	archive: Buffer;
	/** Made from the archive. */
	plugin: string;
	missingPlugins: string[];
}

const MEMBERS = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];

async function fromTemplate(api: Api, more: object = {}): Promise<string> {
	const body = { id: 1, name: 'Project', members: MEMBERS, ...more };
	return (await api.ok<{ id: string }>('POST', 'template/space.json', body)).id;
}

export async function makeSpaces(api: Api, app: string): Promise<Spaces> {
	const space = await fromTemplate(api);
	const { defaultThread } = await api.get<{ defaultThread: string }>('space.json', { id: space });
	const archive = await pluginArchive();
	const missingPlugins = [await installedPlugin(api), await installedPlugin(api)];
	await api.ok('POST', 'preview/app/plugins.json', { app, ids: missingPlugins });
	await api.deploy(app);
	for (const id of missingPlugins) await api.ok('DELETE', 'plugin.json', { id });
	return {
		space,
		thread: defaultThread,
		guestSpace: await fromTemplate(api, { isGuest: true }),
		archive,
		plugin: await importedPlugin(api, archive),
		missingPlugins,
	};
}
