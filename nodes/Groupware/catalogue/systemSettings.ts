import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Parameter, Resource, Send } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isBlank, textOf } from '../../shared/input/text';
import { objectOf } from '../../shared/objects';
import { choices, switchParameter, textParameter } from '../../shared/parameters';
import { reading } from '../../shared/request';
import { api } from '../api';
import { plainRow } from '../values/rows';
import {
	changedSetting,
	newUrl,
	pairsOf,
	sendSetting,
	settingRow,
	withValues,
} from '../values/proxy';
import { fields } from './event/content';
import { checkChanges, textInPath, textUpTo } from './text';
import { probableRights, rights } from './requirements';
import { verbs } from './operations';

/** Longest code. */
const LONGEST_CODE = 100;

const common = { rights: probableRights.administerSettings };

function codeInPath(description: string): Parameter {
	return textInPath('Proxy Code', 'proxyCode', 'e.g. weather', description);
}

const method: Parameter = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	default: 'GET',
	options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((name) => ({ name, value: name })),
	description: 'HTTP method of the forwarded requests',
	send: { in: 'body', key: 'method' },
};

const url: Parameter = textParameter({
	displayName: 'URL',
	name: 'url',
	placeholder: 'e.g. https://api.example.com/v1/weather',
	description: 'URL to which the service forwards requests',
	send: { in: 'body', key: 'url', as: (value) => (isBlank(value) ? undefined : webAddress(value)) },
});

const status: Parameter = {
	displayName: 'Status',
	name: 'status',
	...choices('ACTIVE', { ACTIVE: 'Active', INACTIVE: 'Inactive' }),
	description: 'Whether the service forwards requests. New settings are inactive by default.',
	send: { in: 'body', key: 'status' },
};

function pairs(displayName: string, name: string, row: string, description: string): Parameter {
	const as: Send['as'] = (value, { operation }) => {
		const given = pairsOf(value);
		// A new setting has no values to keep.
		return given && operation.method === 'POST' ? withValues(given, name) : given;
	};
	return {
		displayName,
		name,
		type: 'fixedCollection',
		placeholder: `Add ${row}`,
		default: {},
		typeOptions: { multipleValues: true },
		description,
		options: [{ displayName: row, name: 'rows', values: pairFields }],
		send: { in: 'body', key: name, as },
	};
}

const pairFields = [
	textParameter({ displayName: 'Key', name: 'key' }),
	textParameter({ displayName: 'Value', name: 'value', typeOptions: { password: true } }),
] as INodeProperties[];

const lists: Parameter[] = [
	pairs('Body', 'body', 'Field', 'Values that the service adds to the request body'),
	pairs('Headers', 'headers', 'Header', 'Headers that the service adds to the requests'),
	pairs(
		'Parameters',
		'parameters',
		'Parameter',
		'Query parameters that the service adds to the requests',
	),
];

const options: Parameter = fields('Options', 'options', [
	switchParameter({
		displayName: 'Show Values',
		name: 'showValues',
		description:
			'Whether to return the whole URL and the values of headers, parameters, and body, which may be secret. Without this option, only the host and the keys are returned.',
	}),
]);

const create: Operation = {
	...common,
	...verbs.create,
	...api['system.proxy.create'],
	action: 'Create proxy setting',
	description:
		'Create a proxy setting, which forwards requests to a URL (system administrators only)',
	parameters: [
		textParameter({
			displayName: 'Proxy Code',
			name: 'proxyCode',
			required: true,
			placeholder: 'e.g. weather',
			description: `Unique code of the setting, up to ${LONGEST_CODE} characters`,
			send: {
				in: 'body',
				key: 'proxyCode',
				as: (value) => textUpTo('Proxy Code', LONGEST_CODE)(value).trim(),
			},
		}),
		method,
		{
			...url,
			required: true,
			send: { in: 'body', key: 'url', as: (value) => newUrl(webAddress(value)) },
		},
		fields('Additional Fields', 'additionalFields', [...lists, status]),
		options,
	],
	run: {
		kind: 'custom',
		concurrencyKey: (_item, { body }) => String(body?.proxyCode),
		run: sendSetting,
	},
};

const get: Operation = {
	...common,
	...verbs.get,
	...api['system.proxy.get'],
	action: 'Get proxy setting',
	description: 'Get a proxy setting (system administrators only)',
	parameters: [codeInPath('Code of the setting to get'), options],
	run: { kind: 'perItem', result: settingRow },
};

const update: Operation = {
	...common,
	...verbs.update,
	...api['system.proxy.update'],
	action: 'Update proxy setting',
	description: 'Update a proxy setting (system administrators only). Other values stay unchanged.',
	parameters: [
		codeInPath('Code of the setting to update'),
		fields('Update Fields', 'updateFields', [
			...lists.map((list) => ({
				...list,
				description: `${list.description}. They replace the current ones. A key whose value you leave empty keeps its current value.`,
			})),
			method,
			status,
			url,
		]),
		options,
	],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			checkChanges(spec.body ?? {});
			const current = await item.request(
				reading(spec.path, { answer: api['system.proxy.get'].answer }),
			);
			const body = changedSetting(objectOf(current), spec.body ?? {});
			return await sendSetting(item, { ...spec, body });
		},
	},
};

const remove: Operation = {
	...common,
	...verbs.delete,
	...api['system.proxy.delete'],
	action: 'Delete proxy setting',
	description: 'Delete a proxy setting (system administrators only)',
	parameters: [codeInPath('Code of the setting to delete')],
	run: {
		kind: 'perItem',
		result: (_body, item) => ({
			json: { deleted: true, proxyCode: String(item.read('proxyCode')) },
		}),
	},
};

const getPlugin: Operation = {
	...verbs.get,
	...api['system.plugin.settings.get'],
	action: 'Get plugin setting',
	description: 'Get the status of a plugin and the users who can use it (administrators only)',
	rights: rights.readPlugins,
	parameters: [textInPath('Plugin ID', 'pluginId', 'e.g. 12', 'ID of the plugin')],
	run: { kind: 'perItem', result: plainRow },
};

export const systemResources: Resource[] = [
	{
		value: 'pluginSetting',
		name: 'Plugin Setting',
		admin: true,
		description: 'The basic settings of plugins (cloud edition only)',
		operations: [getPlugin],
	},
	{
		value: 'proxySetting',
		name: 'Proxy Setting',
		admin: true,
		description: 'URLs to which the service forwards requests',
		operations: [get, create, update, remove],
	},
];

function webAddress(value: unknown): string {
	const text = textOf(value, 'URL').trim();
	// A program may have encoded a masked URL.
	if (/^https?:\/\//i.test(text)) return text.replace(/(?<=^[^/]+\/\/[^/]+\/)%E2%80%A6$/i, '…');
	throw new InputError(
		'"URL" is not a valid URL',
		'Use a URL such as https://api.example.com/v1/weather',
	);
}
