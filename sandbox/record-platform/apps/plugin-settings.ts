import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import { type Body, inputErrors } from '../input';
import { findPlugin, inLanguage } from '../plugins/store';
import type { Design } from './design';
import { partOf } from './parts';
import type { OpenApp } from './store';

const MAXIMUM_VALUE = 65_535;
const MAXIMUM_CONFIG = 256 * 1024;

export async function describePlugins(
	context: Context,
	app: OpenApp,
	{ lang }: Body<'app.plugins.get'>,
): Promise<object> {
	const language = lang?.toLowerCase() ?? context.language;
	const plugins = [];
	for (const { id, enabled } of partOf(app.design.parts, 'plugins')) {
		const plugin = await findPlugin(context.sql, id);
		plugins.push({
			id,
			name: plugin ? inLanguage(plugin.names, language) : '',
			enabled: enabled && plugin?.installed === true,
		});
	}
	return { plugins, revision: app.design.revision };
}

/** Adds installed plug-ins to the preview side. Throws GAIA_PL01 for one that is not installed. */
export async function addPlugins(
	context: Context,
	design: Design,
	{ ids }: Body<'app.plugins.add'>,
): Promise<void> {
	if (ids.length === 0) throw inputErrors.missing('ids');
	const plugins = [...partOf(design.parts, 'plugins')];
	for (const [index, id] of ids.entries()) {
		const plugin = await findPlugin(context.sql, id);
		if (!plugin?.installed) throw new ServiceError('GAIA_PL01');
		if (plugins.some((known) => known.id === id)) {
			throw invalid(`ids[${index}]`, 'The plug-in is in the app already.');
		}
		plugins.push({ id, enabled: true });
	}
	design.parts.plugins = plugins;
}

export function describePluginConfig(app: OpenApp, { id }: Body<'app.plugin.config.get'>): object {
	requirePlugin(app.design, id);
	return {
		config: partOf(app.design.parts, 'pluginConfigs')[id] ?? {},
		revision: app.design.revision,
	};
}

/**
 * Replaces the configuration of a plug-in: ASCII keys, string values, both of limited size. Throws
 * CB_VA01.
 */
export function changePluginConfig(
	design: Design,
	{ id, config }: Body<'app.plugin.config.update'>,
): void {
	requirePlugin(design, id);
	let size = 0;
	for (const [key, value] of Object.entries(config)) {
		const path = `config[${key}]`;
		if ([...key].some((character) => character.charCodeAt(0) > 127)) {
			throw invalid(path, 'Keys can have ASCII characters only.');
		}
		if (value.length > MAXIMUM_VALUE) {
			throw invalid(path, `Enter less than ${MAXIMUM_VALUE + 1} characters.`);
		}
		size += Buffer.byteLength(key) + Buffer.byteLength(value);
	}
	if (size > MAXIMUM_CONFIG) {
		throw invalid('config', 'The configuration is larger than 256 KB.');
	}
	design.parts.pluginConfigs = {
		...partOf(design.parts, 'pluginConfigs'),
		[id]: config,
	};
}

function requirePlugin(design: Design, id: string): void {
	if (partOf(design.parts, 'plugins').some((plugin) => plugin.id === id)) return;
	throw invalid('id', 'The plug-in is not in the app.');
}
