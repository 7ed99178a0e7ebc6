import type { IDataObject } from 'n8n-workflow';

import type { Operation, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { limit, returnAll } from './parameters';

const getMany: Operation = {
	id: 'apis.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many apis',
	description: 'Read the names of the REST APIs that the service has, one item an API',
	method: 'GET',
	path: '/k/v1/apis.json',
	parameters: [returnAll, limit],
	run: {
		kind: 'walk',
		walk: (draft) => ({ first: draft, rows: named, next: () => undefined }),
		result: () => (json) => ({ json }),
	},
};

/** The whole list comes in one answer, by name. */
function named(body: unknown): IDataObject[] {
	const { apis } = body as { apis: Record<string, IDataObject> };
	return Object.entries(apis).map(([name, about]) => ({ name, ...about }));
}

const getSchema: Operation = {
	id: 'apis.schema',
	value: 'getSchema',
	name: 'Get Schema',
	action: 'Get schema of api',
	description: 'Read what a REST API of the service takes and answers, as a JSON schema',
	method: 'GET',
	path: '/k/v1/apis/{name}.json',
	parameters: [
		{
			displayName: 'API Name',
			name: 'apiName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. records/get',
			description: 'Name of the API as Get Many gives it: its path and its method',
			send: { in: 'path', key: 'name', as: nameOf },
		},
	],
	run: {
		kind: 'own',
		run: async (item, draft) => {
			// The steps of a name are steps of the path, which prepared paths do not have.
			const path = draft.path.replaceAll('%2F', '/');
			return { json: (await item.ask({ ...draft, path })) as IDataObject };
		},
	},
};

/** The name without what surrounds it in an API's address. Throws `Refusal` for what is none. */
function nameOf(value: unknown): string {
	const name = String(value)
		.trim()
		.replace(/^\/|\.json$/g, '');
	const steps = name.split('/');
	if (steps.length > 1 && steps.every((step) => !/^\.{0,2}$/.test(step))) return name;
	throw new Refusal(
		`"${name}" is no name of an API`,
		'A name is a path and a method in small letters, for example records/get; Get Many lists them',
	);
}

export const apiInformationResource: Resource = {
	value: 'apiInformation',
	name: 'API Information',
	description: 'What the REST APIs of the service take and answer',
	first: getMany.value,
	operations: [getMany, getSchema],
};
