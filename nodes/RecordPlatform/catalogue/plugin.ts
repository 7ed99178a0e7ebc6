import type { IDataObject } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemContext,
	Operation,
	Parameter,
	Resource,
	Row,
} from '../../shared/catalogue';
import { textAt, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { UPLOAD } from '../writing/attachments';
import { listRun } from './pages';
import { filters, limit, returnAll } from './parameters';
import { byAdministrators } from './requirements';
import { rowRun } from './runs';

/** The ID of a plugin, sent in the query or the body. */
export function pluginId(where: 'query' | 'body'): Parameter {
	return textParameter({
		displayName: 'Plugin ID',
		name: 'pluginId',
		holds: 'id',
		required: true,
		placeholder: 'e.g. djmhffjhfgmebgnmcggopedaofckljlj',
		description: 'ID of the plugin, as returned by Get Many',
		send: { in: where, key: 'id' },
	});
}

export const pluginIds: Omit<Parameter, 'description'> = textParameter({
	displayName: 'Plugin IDs',
	name: 'ids',
	holds: 'ids',
	placeholder: 'e.g. djmhffjhfgmebgnmcggopedaofckljlj',
});

const archive: Parameter = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field containing the ZIP file of the plugin',
};

/** Uploads the archive and adds its key to the request. */
async function importArchive(item: ItemContext, spec: RequestSpec): Promise<Row> {
	const property = textAt(item, 'binaryPropertyName').trim();
	item.binary(property);
	const upload: RequestSpec = { ...UPLOAD, path: api['file.upload'].path };
	const { fileKey } = (await item.upload(upload, property)) as IDataObject;
	const body = { ...spec.body, fileKey };
	return { json: (await item.request({ ...spec, body })) as IDataObject };
}

const getMany: Operation = {
	...api['plugins.list'],
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many plugins',
	description: 'Get the installed plugins, newest first',
	parameters: [
		returnAll,
		limit,
		filters({
			...pluginIds,
			role: 'selects',
			description: 'IDs of the plugins to get, separated by commas, up to 100',
			send: { in: 'query', key: 'ids' },
		}),
	],
	run: listRun('plugins', 100, 'No matching plugin is installed.'),
};

const getApps: Operation = {
	...api['plugin.apps'],
	value: 'getApps',
	name: 'Get Apps',
	action: 'Get apps of plugin',
	description: 'Get the apps that use a plugin',
	...byAdministrators,
	parameters: [pluginId('query'), returnAll, limit],
	run: listRun('apps', 500, 'No apps use the plugin.'),
};

const getRequired: Operation = {
	...api['plugins.required'],
	value: 'getRequired',
	name: 'Get Required',
	action: 'Get required plugins',
	description: "Get the plugins that apps use but that aren't installed",
	...byAdministrators,
	parameters: [returnAll, limit],
	run: listRun('plugins', 100, 'All plugins that apps use are installed.'),
};

const install: Operation = {
	...api['plugin.install'],
	value: 'install',
	name: 'Install',
	action: 'Install plugin',
	description: 'Upload the ZIP file of a plugin and install it',
	...byAdministrators,
	parameters: [archive],
	run: { kind: 'custom', run: importArchive },
};

const uninstall: Operation = {
	...api['plugin.uninstall'],
	value: 'uninstall',
	name: 'Uninstall',
	action: 'Uninstall plugin',
	description:
		'Uninstall a plugin from the service. It stops working in all apps, but stays in their plugin lists.',
	...byAdministrators,
	parameters: [pluginId('query')],
	run: rowRun((item) => ({ deleted: true, id: String(item.read('pluginId')) })),
};

const update: Operation = {
	...api['plugin.update'],
	value: 'update',
	name: 'Update',
	action: 'Update plugin',
	description: 'Upload the ZIP file of a new version of a plugin and update the installed plugin',
	...byAdministrators,
	parameters: [pluginId('body'), archive],
	run: { kind: 'custom', run: importArchive },
};

export const pluginResource: Resource = {
	value: 'plugin',
	name: 'Plugin',
	admin: true,
	description: 'Plugins of the service',
	operations: [getMany, getApps, getRequired, install, update, uninstall],
};
