import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import type { Parameters } from '../parameters';
import { findPlugin, inLanguage } from '../plugins/store';
import type { Design } from './design';
import { partOf } from './parts';
import type { OpenApp } from './store';

const MAXIMUM_VALUE = 65_535;
const MAXIMUM_CONFIG = 256 * 1024;

export async function describePlugins(
	context: Context,
	app: OpenApp,
	parameters: Parameters,
): Promise<object> {
	const language = parameters.optionalText('lang')?.toLowerCase() ?? context.language;
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
	parameters: Parameters,
): Promise<void> {
	const ids = parameters.texts('ids');
	if (ids.length === 0) parameters.missing('ids');
	const plugins = [...partOf(design.parts, 'plugins')];
	for (const [index, id] of ids.entries()) {
		const plugin = await findPlugin(context.sql, id);
		if (!plugin?.installed) throw new ServiceError('GAIA_PL01');
		if (plugins.some((known) => known.id === id)) {
			throw invalid(`${parameters.path('ids')}[${index}]`, 'The plug-in is in the app already.');
		}
		plugins.push({ id, enabled: true });
	}
	design.parts.plugins = plugins;
}

export function describePluginConfig(app: OpenApp, parameters: Parameters): object {
	const id = requirePlugin(app.design, parameters);
	return {
		config: partOf(app.design.parts, 'pluginConfigs')[id] ?? {},
		revision: app.design.revision,
	};
}

/** Replaces the configuration of a plug-in: ASCII keys, string values, both of limited size. */
export function changePluginConfig(design: Design, parameters: Parameters): void {
	const id = requirePlugin(design, parameters);
	const sent = parameters.object('config') ?? parameters.missing('config');
	let size = 0;
	for (const [key, value] of Object.entries(sent)) {
		const path = `${parameters.path('config')}[${key}]`;
		if (typeof value !== 'string') throw new ServiceError('CB_IJ01');
		if ([...key].some((character) => character.charCodeAt(0) > 127)) {
			throw invalid(path, 'Keys can have ASCII characters only.');
		}
		if (value.length > MAXIMUM_VALUE) {
			throw invalid(path, `Enter less than ${MAXIMUM_VALUE + 1} characters.`);
		}
		size += Buffer.byteLength(key) + Buffer.byteLength(value);
	}
	if (size > MAXIMUM_CONFIG) {
		throw invalid(parameters.path('config'), 'The configuration is larger than 256 KB.');
	}
	design.parts.pluginConfigs = {
		...partOf(design.parts, 'pluginConfigs'),
		[id]: sent as Record<string, string>,
	};
}

function requirePlugin(design: Design, parameters: Parameters): string {
	const id = parameters.text('id');
	if (partOf(design.parts, 'plugins').some((plugin) => plugin.id === id)) return id;
	throw invalid(parameters.path('id'), 'The plug-in is not in the app.');
}
