import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Draft, ItemView, Operation, Parameter, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { changedSetting, LISTS, pairsOf, settingRow } from '../values/proxy';
import { fields } from './event/content';
import { textInPath } from './inPath';
import { ANY_SIGN_IN, probableRights } from './signIn';
import { textUpTo } from './text';

/** Longest code (facts: system.proxy.create). */
const LONGEST_CODE = 100;

const common = {
	since: '5.15',
	rights: probableRights.administerSettings,
	signIn: ANY_SIGN_IN,
};

const ALL_PATH = '/api/v1/system/api/admin/proxies';
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
	description: 'HTTP method of the calls that the service passes on',
	send: { in: 'body', key: 'method' },
};

const url: Parameter = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://api.example.com/v1/weather',
	description: 'Address that the service passes the calls on to',
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
	description: 'Whether the service passes calls on. A new setting is inactive without it.',
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
		send: { in: 'body', key: name, as: pairsOf },
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
	pairs('Body', 'body', 'Field', 'What the service adds to the body of the calls'),
	pairs('Headers', 'headers', 'Header', 'Headers that the service adds to the calls'),
	pairs('Parameters', 'parameters', 'Parameter', 'What the service adds to the query of the calls'),
];

const options: Parameter = fields('Options', 'options', [
	{
		displayName: 'Hide Values',
		name: 'hideValues',
		type: 'boolean',
		default: true,
		description:
			'Whether to return only the keys of headers, parameters and body, as without this option. Turn it off to return their values too, which may be secrets.',
	},
]);

const create: Operation = {
	...common,
	id: 'system.proxy.create',
	value: 'create',
	name: 'Create',
	action: 'Create proxy setting',
	description: 'Register an address that the service passes calls on to, as system administrator',
	method: 'POST',
	answer: ['proxyCode', 'url'],
	path: ALL_PATH,
	parameters: [
		{
			displayName: 'Proxy Code',
			name: 'proxyCode',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. weather',
			description: `Code of the setting, of ${LONGEST_CODE} characters at the most; no two have the same`,
			send: { in: 'body', key: 'proxyCode', as: textUpTo('Proxy Code', LONGEST_CODE) },
		},
		method,
		{ ...url, required: true },
		fields('Additional Fields', 'additionalFields', [...lists, status]),
		options,
	],
	run: { kind: 'each', target: (_item, { body }) => String(body?.proxyCode), result: settingRow },
};

const get: Operation = {
	...common,
	id: 'system.proxy.get',
	value: 'get',
	name: 'Get',
	action: 'Get proxy setting',
	description: 'Read a proxy setting, as system administrator',
	method: 'GET',
	path: ONE_PATH,
	parameters: [codeInPath('Code of the setting to read'), options],
	run: { kind: 'each', result: settingRow },
};

const update: Operation = {
	...common,
	id: 'system.proxy.update',
	value: 'update',
	name: 'Update',
	action: 'Update proxy setting',
	description: 'Change a proxy setting, as system administrator. What is not named stays as it is.',
	method: 'PATCH',
	answer: ['proxyCode', 'url'],
	path: ONE_PATH,
	parameters: [
		codeInPath('Code of the setting to change'),
		{
			...fields('Update Fields', 'updateFields', [
				...lists.map((list) => ({
					...list,
					description: `${list.description}; they replace those of the setting`,
				})),
				{
					displayName: 'Lists to Empty',
					name: 'emptied',
					type: 'multiOptions',
					default: [],
					options: [
						{ name: 'Body', value: 'body' },
						{ name: 'Headers', value: 'headers' },
						{ name: 'Parameters', value: 'parameters' },
					],
					description: 'Lists of which nothing is to be left',
				},
				method,
				status,
				url,
			]),
			send: { in: 'body', key: '', as: chosenChanges },
		},
		options,
	],
	run: {
		kind: 'own',
		run: async (item, draft) => {
			const current = await readSetting(item, draft);
			const body = changedSetting(current, draft.body ?? {});
			return settingRow(await item.ask({ ...draft, body }), item);
		},
	},
};

const remove: Operation = {
	...common,
	id: 'system.proxy.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete proxy setting',
	description: 'Delete a proxy setting, as system administrator',
	method: 'DELETE',
	path: ONE_PATH,
	reply: 'none',
	parameters: [codeInPath('Code of the setting to delete')],
	run: {
		kind: 'each',
		result: (_body, item) => ({
			json: { deleted: true, proxyCode: String(item.read('proxyCode')).trim() },
		}),
	},
};

export const proxySettingResource: Resource = {
	value: 'proxySetting',
	name: 'Proxy Setting',
	description: 'Addresses that the service passes calls on to, for system administrators',
	first: get.value,
	operations: [create, get, update, remove],
};

async function readSetting(item: ItemView, { path }: Draft): Promise<IDataObject> {
	return (await item.ask({ method: 'GET', path, repeatable: true })) as IDataObject;
}

/** What was chosen, in the form of a body. Throws `Refusal` when that is nothing. */
function chosenChanges(value: unknown): IDataObject {
	const chosen = (value ?? {}) as Record<string, unknown>;
	const emptied = Array.isArray(chosen.emptied) ? (chosen.emptied as unknown[]) : [];
	const body: IDataObject = {};
	for (const key of ['method', 'status'] as const) {
		if ((chosen[key] ?? '') !== '') body[key] = String(chosen[key]);
	}
	if ((chosen.url ?? '') !== '') body.url = webAddress(chosen.url);
	for (const list of LISTS) {
		const rows = pairsOf(chosen[list]);
		if (rows !== undefined && emptied.includes(list)) {
			throw new Refusal(
				`The list "${list}" is to be emptied, but has rows under "Update Fields" too`,
				'Remove the rows, or take the list out of "Lists to Empty"',
			);
		}
		const named = emptied.includes(list) ? [] : rows;
		if (named !== undefined) body[list] = named as unknown as IDataObject[];
	}
	if (Object.keys(body).length > 0) return body;
	throw new Refusal('Nothing to change was chosen', 'Add what should change under "Update Fields"');
}

function webAddress(value: unknown): string {
	const text = String(value ?? '').trim();
	if (/^https?:\/\//i.test(text)) return text;
	throw new Refusal(
		'"URL" is no web address',
		'It begins with http:// or https://, for example https://api.example.com/v1/weather',
	);
}
