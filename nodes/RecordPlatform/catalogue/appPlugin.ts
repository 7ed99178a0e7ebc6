import type { Resource } from '../../shared/catalogue';
import { api } from '../api';
import { pluginId, pluginIds } from './plugin';
import { changeSettings, jsonParameter, languages, readSettings } from './settingsOperations';

const add = changeSettings({
	...api['app.plugins.add'],
	value: 'add',
	name: 'Add',
	action: 'Add plugins to app',
	description:
		"Add installed plugins to an app in its test environment. The API can't remove plugins from an app.",
	parameters: [
		{
			...pluginIds,
			required: true,
			description: 'IDs of installed plugins, separated by commas',
			send: { in: 'body', key: 'ids' },
		},
	],
});

const getMany = readSettings({
	...api['app.plugins.get'],
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many plugins of app',
	description: 'Get the plugins of an app',
	lang: {
		...languages(),
		name: 'lang',
		default: 'en',
		description: 'Language of the plugin names',
		send: { in: 'query', key: 'lang' },
	},
	things: 'plugins',
});

const getConfig = readSettings({
	...api['app.plugin.config.get'],
	value: 'getConfiguration',
	name: 'Get Configuration',
	action: 'Get configuration of plugin',
	description:
		'Get the configuration of a plugin of an app. An administrator has to enable this feature in the service first.',
	rights: 'permission to view and add records; for the test environment, to manage the app',
	parameters: [pluginId('query')],
});

const updateConfig = changeSettings({
	...api['app.plugin.config.update'],
	value: 'updateConfiguration',
	name: 'Update Configuration',
	action: 'Update configuration of plugin',
	description:
		'Replace the configuration of a plugin of an app in its test environment. An administrator has to enable this feature in the service first.',
	parameters: [
		pluginId('body'),
		jsonParameter({
			displayName: 'Configuration',
			name: 'config',
			required: true,
			placeholder: '{ "targetField": "Amount", "color": "#ff0000" }',
			description: 'Configuration as a JSON object. All values must be text.',
			shape: { map: 'text' },
		}),
	],
	revision: false,
});

export const appPluginResource: Resource = {
	value: 'appPlugin',
	name: 'App Plugin',
	admin: true,
	description: 'Plugins of an app',
	operations: [getMany, getConfig, add, updateConfig],
};
