import type { Operation, Resource } from '../../shared/catalogue';
import { plainRow } from '../values/rows';
import { textInPath } from './inPath';
import { ANY_SIGN_IN, rights } from './requirements';

const get: Operation = {
	id: 'system.plugin.settings.get',
	value: 'get',
	name: 'Get',
	action: 'Get plugin setting',
	description: 'Get the status of a plugin and the users who can use it (administrators only)',
	method: 'GET',
	answer: ['isActive', 'appliedTo'],
	path: '/api/v1/system/plugin/admin/settings/{pluginId}',
	since: 'never',
	rights: rights.readPlugins,
	signIn: ANY_SIGN_IN,
	parameters: [textInPath('Plugin ID', 'pluginId', 'e.g. 12', 'ID of the plugin')],
	run: { kind: 'perItem', result: plainRow },
};

export const pluginSettingResource: Resource = {
	value: 'pluginSetting',
	name: 'Plugin Setting',
	description: 'For programmers: the basic settings of plugins (cloud edition only)',
	first: get.value,
	operations: [get],
};
