import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { textParameter } from '../../shared/parameters';
import { fields } from './event/content';
import { pickerInPath } from './locators';
import { listRun, paged, verbs } from './operations';

const common = { method: 'GET' as const, since: '5.0' };

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
	...verbs.getAll,
	id: 'base.user.list',
	action: 'Get many users',
	description: 'Get the users of the service',
	path: '/api/v1/base/users',
	parameters: [...paged, byName('Text to search for in display names and login names')],
	run: listRun('users', undefined, 'No users found'),
};

export const organizations: Operation = {
	...common,
	...verbs.getAll,
	id: 'base.organization.list',
	action: 'Get many organizations',
	description: 'Get the organizations of the service',
	path: '/api/v1/base/organizations',
	parameters: [...paged, byName('Text to search for in organization names')],
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
		pickerInPath('organization', 'organizationId', 'Organization whose users to return'),
		...paged,
	],
	run: listRun('users', undefined, 'The organization has no direct members'),
};

export const directoryResources: Resource[] = [
	{
		value: 'user',
		name: 'User',
		description: 'Find the users of the service',
		operations: [users],
	},
	{
		value: 'organization',
		name: 'Organization',
		description: 'Find organizations (departments) and their members',
		operations: [organizations, members],
	},
];
