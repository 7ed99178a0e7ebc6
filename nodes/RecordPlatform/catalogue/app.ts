import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { objectOf } from '../../shared/objects';
import { getAdminNotes, updateAdminNotes } from './app/adminNotes';
import { create } from './app/create';
import { move } from './app/move';
import { getStatistics } from './app/statistics';
import { pagesOfApps } from './appPages';
import { app, limit, listOrNothing, options, returnAll } from './parameters';

const get: Operation = {
	id: 'app.get',
	value: 'get',
	name: 'Get',
	action: 'Get app',
	description: 'Get the name, description, space, creator, and modifier of an app',
	method: 'GET',
	answer: ['appId'],
	path: '/k/v1/app.json',
	guestSpace: true,
	parameters: [app('query', 'id'), options()],
	run: { kind: 'perItem', result: (body) => ({ json: objectOf(body) }) },
};

const filters: Parameter = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'App Codes',
			name: 'codes',
			type: 'string',
			default: '',
			description: 'App codes, separated by commas. The spelling must be exact.',
			send: { in: 'query', key: 'codes', as: listOrNothing },
		},
		{
			displayName: 'App IDs',
			name: 'ids',
			type: 'string',
			default: '',
			placeholder: 'e.g. 12, 15',
			description: 'App IDs, separated by commas',
			send: { in: 'query', key: 'ids', as: listOrNothing },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: 'Part of the name of the app, not case-sensitive',
			send: { in: 'query', key: 'name' },
		},
		{
			displayName: 'Space IDs',
			name: 'spaceIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. 3',
			description: 'IDs of the spaces that the apps are in, separated by commas',
			send: { in: 'query', key: 'spaceIds', as: listOrNothing },
		},
	],
};

const getMany: Operation = {
	id: 'apps.get',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many apps',
	description: "Get the apps that the signed-in user can view. API tokens can't list apps.",
	method: 'GET',
	path: '/k/v1/apps.json',
	guestSpace: true,
	parameters: [returnAll, limit, filters, options()],
	run: {
		kind: 'paginate',
		pages: pagesOfApps,
		result: () => (json) => ({ json }),
		emptyHint: 'No apps match the filters, or the signed-in user has no permission to view them.',
	},
};

export const appResource: Resource = {
	value: 'app',
	name: 'App',
	description: 'Find apps, and see what they are for and how much they are used',
	first: getMany.value,
	operations: [getMany, get, getStatistics, getAdminNotes, create, updateAdminNotes, move],
};
