import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { RequestSpec, ItemView, Operation, Parameter, Resource } from '../../shared/catalogue';
import { objectOf } from '../../shared/objects';
import { InputError } from '../../shared/errors';
import { entriesOf, isChosen } from '../values/entered';
import { changedPairsIn, changedSetting, LISTS, pairsIn, settingRow } from '../values/proxy';
import { checkChoice, replacing } from './rules';
import { fields } from './event/content';
import { textInPath } from './inPath';
import { ANY_SIGN_IN, probableRights } from './requirements';
import { textUpTo } from './text';

/** Longest code. */
const LONGEST_CODE = 100;

/** Without blanks around it, as the other operations read it. */
function codeOfNew(value: unknown): string {
	const code = typeof value === 'string' ? value.trim() : value;
	return textUpTo('Proxy Code', LONGEST_CODE)(code);
}

const common = {
	since: '5.15',
	rights: probableRights.administerSettings,
	signIn: ANY_SIGN_IN,
};

const ALL_PATH = '/api/v1/system/api/admin/proxies';
/** Keys of which an answer with a setting has one. */
const ANSWER = ['proxyCode', 'url'];

const ONE_PATH = `${ALL_PATH}/code/{proxyCode}`;

function codeInPath(description: string): Parameter {
	return textInPath('Proxy Code', 'proxyCode', 'e.g. weather', description);
}

const method: Parameter = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	default: 'GET',
	options: [
		{ name: 'DELETE', value: 'DELETE' },
		{ name: 'GET', value: 'GET' },
		{ name: 'PATCH', value: 'PATCH' },
		{ name: 'POST', value: 'POST' },
		{ name: 'PUT', value: 'PUT' },
	],
	description: 'HTTP method of the forwarded requests',
	send: { in: 'body', key: 'method' },
};

const url: Parameter = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://api.example.com/v1/weather',
	description: 'URL to which the service forwards requests',
	send: { in: 'body', key: 'url', as: webAddress },
};

const status: Parameter = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'ACTIVE',
	options: [
		{ name: 'Active', value: 'ACTIVE' },
		{ name: 'Inactive', value: 'INACTIVE' },
	],
	description: 'Whether the service forwards requests. New settings are inactive by default.',
	send: { in: 'body', key: 'status' },
};

function pairs(displayName: string, name: string, row: string, description: string): Parameter {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		placeholder: `Add ${row}`,
		default: {},
		typeOptions: { multipleValues: true },
		description,
		options: [{ displayName: row, name: 'rows', values: pairFields }],
		send: {
			in: 'body',
			key: name,
			as: (_value, item) => pairsIn(item, `additionalFields.${name}`),
		},
	};
}

const pairFields: INodeProperties[] = [
	{ displayName: 'Key', name: 'key', type: 'string', default: '' },
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		typeOptions: { password: true },
		default: '',
	},
];

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

const listsToEmpty: Parameter = {
	displayName: 'Lists to Empty',
	name: 'emptied',
	type: 'multiOptions',
	default: [],
	options: [
		{ name: 'Body', value: 'body' },
		{ name: 'Headers', value: 'headers' },
		{ name: 'Parameters', value: 'parameters' },
	],
	description: 'Lists to remove all entries from',
};

const options: Parameter = fields('Options', 'options', [
	{
		displayName: 'Hide Values',
		name: 'hideValues',
		type: 'boolean',
		default: true,
		description:
			'Whether to hide the values of headers, parameters, and body. When off, the output contains the values, which may be secret.',
	},
]);

const create: Operation = {
	...common,
	id: 'system.proxy.create',
	value: 'create',
	name: 'Create',
	action: 'Create proxy setting',
	description:
		'Create a proxy setting, which forwards requests to a URL (system administrators only)',
	method: 'POST',
	answer: ANSWER,
	path: ALL_PATH,
	parameters: [
		{
			displayName: 'Proxy Code',
			name: 'proxyCode',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. weather',
			description: `Unique code of the setting, up to ${LONGEST_CODE} characters`,
			send: { in: 'body', key: 'proxyCode', as: codeOfNew },
		},
		method,
		{ ...url, required: true },
		fields('Additional Fields', 'additionalFields', [...lists, status]),
		options,
	],
	run: {
		kind: 'perItem',
		target: (_item, { body }) => String(body?.proxyCode),
		result: settingRow,
	},
};

const get: Operation = {
	...common,
	id: 'system.proxy.get',
	value: 'get',
	name: 'Get',
	action: 'Get proxy setting',
	description: 'Get a proxy setting (system administrators only)',
	method: 'GET',
	answer: ANSWER,
	path: ONE_PATH,
	parameters: [codeInPath('Code of the setting to get'), options],
	run: { kind: 'perItem', result: settingRow },
};

const update: Operation = {
	...common,
	id: 'system.proxy.update',
	value: 'update',
	name: 'Update',
	action: 'Update proxy setting',
	description: 'Update a proxy setting (system administrators only). Other values stay unchanged.',
	method: 'PATCH',
	answer: ANSWER,
	path: ONE_PATH,
	parameters: [
		codeInPath('Code of the setting to update'),
		{
			...fields('Update Fields', 'updateFields', [
				...lists.map((list) => ({
					...list,
					description: `${list.description}. They replace the current ones. A key whose value you leave empty keeps its current value.`,
				})),
				listsToEmpty,
				method,
				status,
				url,
			]),
			send: { in: 'body', key: '', as: chosenChanges },
		},
		options,
	],
	replaces: replacing({ body: 'Body', headers: 'Headers', parameters: 'Parameters' }),
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const current = await readSetting(item, spec);
			const body = changedSetting(current, spec.body ?? {});
			return settingRow(await item.request({ ...spec, body }), item);
		},
	},
};

const remove: Operation = {
	...common,
	id: 'system.proxy.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete proxy setting',
	description: 'Delete a proxy setting (system administrators only)',
	method: 'DELETE',
	path: ONE_PATH,
	reply: 'none',
	parameters: [codeInPath('Code of the setting to delete')],
	run: {
		kind: 'perItem',
		result: (_body, item) => ({
			json: { deleted: true, proxyCode: String(item.read('proxyCode')).trim() },
		}),
	},
};

export const proxySettingResource: Resource = {
	value: 'proxySetting',
	name: 'Proxy Setting',
	description: 'For system administrators: URLs to which the service forwards requests',
	first: get.value,
	operations: [get, create, update, remove],
};

async function readSetting(item: ItemView, { path }: RequestSpec): Promise<IDataObject> {
	return (await item.request({
		method: 'GET',
		path,
		repeatable: true,
		answer: ANSWER,
	})) as IDataObject;
}

/** What was chosen, in the form of a body. Throws `InputError` when that is nothing. */
function chosenChanges(value: unknown, item: ItemView): IDataObject {
	const chosen = objectOf(value);
	const emptied = entriesOf(chosen.emptied, 'Lists to Empty', true);
	for (const list of emptied) checkChoice(listsToEmpty, list);
	const body: IDataObject = {};
	for (const parameter of [method, status, url]) {
		const { name, displayName } = parameter;
		if (!isChosen(item, `updateFields.${name}`, displayName)) continue;
		body[name] = name === 'url' ? webAddress(chosen.url) : String(chosen[name]);
	}
	for (const list of LISTS) {
		const rows = changedPairsIn(item, `updateFields.${list}`);
		if (rows !== undefined && emptied.includes(list)) {
			throw new InputError(
				`"${list}" is in "Lists to Empty", but also has values under "Update Fields"`,
				'Remove the values, or remove the list from "Lists to Empty"',
			);
		}
		const named = emptied.includes(list) ? [] : rows;
		if (named !== undefined) body[list] = named as unknown as IDataObject[];
	}
	if (Object.keys(body).length > 0) return body;
	throw new InputError(
		'There are no changes to make',
		'Add at least one field under "Update Fields"',
	);
}

function webAddress(value: unknown): string {
	const text = String(value ?? '').trim();
	if (/^https?:\/\//i.test(text)) return text;
	throw new InputError(
		'"URL" is not a valid URL',
		'Use a URL such as https://api.example.com/v1/weather',
	);
}
