import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { textParameter } from '../../shared/parameters';
import { idOf } from '../values/references';
import { fields } from './event/content';
import { picker } from './locators';
import { limit, listRun, returnAll } from './paging';
import { ANY_SIGN_IN } from './requirements';

const common = { method: 'GET' as const, since: '5.0', signIn: ANY_SIGN_IN };

function byName(description: string): Parameter {
	return fields('Filters', 'filters', [
		textParameter({
			displayName: 'Name',
			name: 'name',
			description,
			send: { in: 'query', key: 'name' },
		}),
	]);
}

export const users: Operation = {
	...common,
	id: 'base.user.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get the users of the service',
	path: '/api/v1/base/users',
	parameters: [returnAll, limit, byName('Text to search for in display names and login names')],
	run: listRun('users', undefined, 'No users found'),
};

export const organizations: Operation = {
	...common,
	id: 'base.organization.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many organizations',
	description: 'Get the organizations of the service',
	path: '/api/v1/base/organizations',
	parameters: [returnAll, limit, byName('Text to search for in organization names')],
	run: listRun('organizations', undefined, 'No organizations found'),
};

const members: Operation = {
	...common,
	id: 'base.organization.users',
	value: 'getUsers',
	name: 'Get Users',
	action: 'Get users of organization',
	description: 'Get the users of an organization',
	path: '/api/v1/base/organizations/{organizationId}/users',
	parameters: [
		picker('organization', {
			name: 'organizationId',
			required: true,
			description: 'Organization whose users to return',
			send: { in: 'path', key: 'organizationId', as: (value) => idOf(value, 'organization') },
		}),
		returnAll,
		limit,
	],
	run: listRun('users', undefined, 'The organization has no direct members'),
};

export const userResource: Resource = {
	value: 'user',
	name: 'User',
	description: 'Find the users of the service',
	first: users.value,
	operations: [users],
};

export const organizationResource: Resource = {
	value: 'organization',
	name: 'Organization',
	description: 'Find organizations (departments) and their members',
	first: organizations.value,
	operations: [organizations, members],
};
