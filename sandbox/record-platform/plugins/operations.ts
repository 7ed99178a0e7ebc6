import { buffer } from 'node:stream/consumers';
import type { Context } from '../context';
import { fileNotFound, invalid, ServiceError } from '../errors';
import { requireAdministrator } from '../features';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { LARGEST_ARCHIVE, type PluginPackage, readPluginArchive } from './archive';
import {
	findPlugin,
	inLanguage,
	installedPlugins,
	type Plugin,
	savePlugin,
	uninstall,
} from './store';
import { appsWith, pluginsInApps } from './uses';

interface Page {
	offset: number;
	limit: number;
}

function pageOf<Entry>(entries: Entry[], { offset, limit }: Page): Entry[] {
	return entries.slice(offset, offset + limit);
}

async function listPlugins(
	context: Context,
	{ ids = [], ...page }: Body<'plugins.list'>,
): Promise<object> {
	const plugins = (await installedPlugins(context.sql)).filter(
		({ id }) => ids.length === 0 || ids.includes(id),
	);
	const { language } = context;
	return {
		plugins: pageOf(plugins, page).map(({ id, names, descriptions, version }) => ({
			id,
			name: inLanguage(names, language),
			description: inLanguage(descriptions, language),
			isMarketPlugin: false,
			version,
		})),
	};
}

/** Plug-ins that apps use and that are not installed any more. */
async function listRequiredPlugins(
	context: Context,
	page: Body<'plugins.required'>,
): Promise<object> {
	requireAdministrator(context);
	const required: object[] = [];
	for (const id of await pluginsInApps(context.sql)) {
		const plugin = await findPlugin(context.sql, id);
		if (plugin?.installed) continue;
		const name = plugin ? inLanguage(plugin.names, context.language) : id;
		required.push({ id, name, isMarketPlugin: false });
	}
	return { plugins: pageOf(required, page) };
}

async function listAppsWith(
	context: Context,
	{ id, ...page }: Body<'plugin.apps'>,
): Promise<object> {
	requireAdministrator(context);
	const apps = await appsWith(context.sql, id);
	if (apps.length === 0) await requirePlugin(context, id);
	return { apps: pageOf(apps, page) };
}

async function requirePlugin(context: Context, id: string): Promise<Plugin> {
	const plugin = await findPlugin(context.sql, id);
	if (!plugin?.installed) {
		throw new ServiceError('GAIA_PL01', { message: `The plug-in (ID: ${id}) is not installed.` });
	}
	return plugin;
}

async function installPlugin(
	context: Context,
	{ fileKey }: Body<'plugin.install'>,
): Promise<object> {
	requireAdministrator(context);
	const plugin = await readUpload(context, fileKey);
	await savePlugin(context.sql, plugin);
	return { id: plugin.id, version: plugin.version };
}

async function updatePlugin(
	context: Context,
	{ id, fileKey }: Body<'plugin.update'>,
): Promise<object> {
	requireAdministrator(context);
	await requirePlugin(context, id);
	const plugin = await readUpload(context, fileKey);
	if (plugin.id !== id) {
		throw invalid('fileKey', 'The file is another plug-in: it was made with another key.');
	}
	await savePlugin(context.sql, plugin);
	return { id, version: plugin.version };
}

async function uninstallPlugin(
	context: Context,
	{ id }: Body<'plugin.uninstall'>,
): Promise<object> {
	requireAdministrator(context);
	await requirePlugin(context, id);
	await uninstall(context.sql, id);
	return {};
}

async function readUpload(context: Context, key: string): Promise<PluginPackage> {
	const [upload] = await context.sql.query<{ store_key: string; size: string }>(
		'select store_key, size::text as size from file_uploads where key = $1',
		[key],
	);
	if (!upload) throw fileNotFound(key);
	if (Number(upload.size) > LARGEST_ARCHIVE) throw invalid('fileKey', 'The file is too large.');
	const content = await context.tenant.files.open(upload.store_key);
	if (!content) throw fileNotFound(key);
	return readPluginArchive(await buffer(content));
}

export const pluginOperations = {
	'plugins.list': listPlugins,
	'plugins.required': listRequiredPlugins,
	'plugin.apps': listAppsWith,
	'plugin.install': installPlugin,
	'plugin.update': updatePlugin,
	'plugin.uninstall': uninstallPlugin,
} satisfies Handlers;
