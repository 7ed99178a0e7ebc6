import type { IDataObject } from 'n8n-workflow';

import type { Operation, Resource } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { textParameter } from '../../shared/parameters';
import { api } from '../api';
import { limit, returnAll } from './parameters';

const getMany: Operation = {
	...api['apis.list'],
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many endpoints',
	description: 'Get the names of the REST APIs of the service, one item per API',
	parameters: [returnAll, limit],
	run: {
		kind: 'paginate',
		pages: (spec) => ({ first: spec, rows: named, next: () => undefined }),
		result: () => (json) => ({ json }),
	},
};

/** The response contains the whole list, by name. */
function named(body: unknown): IDataObject[] {
	const { apis } = body as { apis: Record<string, IDataObject> };
	return Object.entries(apis).map(([name, about]) => ({ name, ...about }));
}

const getSchema: Operation = {
	...api['apis.schema'],
	value: 'getSchema',
	name: 'Get Schema',
	action: 'Get schema of endpoint',
	description: 'Get the JSON schema of the request and response of a REST API',
	parameters: [
		textParameter({
			displayName: 'API Name',
			name: 'apiName',
			required: true,
			placeholder: 'e.g. records/get',
			description: 'Name of the API as returned by Get Many: its path and method',
			send: { in: 'path', key: 'name', as: readApiName },
		}),
	],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			// The slashes of a name are part of the path, which a prepared path would encode.
			const path = spec.path.replaceAll('%2F', '/');
			return { json: (await item.request({ ...spec, path })) as IDataObject };
		},
	},
};

/** The name without the rest of the API's URL. Throws `InputError` for an invalid name. */
function readApiName(value: unknown): string {
	const name = String(value)
		.trim()
		.replace(/^\/|\.json$/g, '');
	const steps = name.split('/');
	if (steps.length > 1 && steps.every((step) => !/^\.{0,2}$/.test(step))) return name;
	throw new InputError(
		`"${name}" is not a valid API name`,
		'Enter a path and a method in lower case, for example records/get. Get Many lists all names',
	);
}

export const apiInformationResource: Resource = {
	value: 'apiInformation',
	name: 'API Information',
	admin: true,
	description: 'REST APIs of the service',
	operations: [getMany, getSchema],
};
