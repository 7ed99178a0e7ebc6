import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { textParameter } from '../../shared/parameters';
import { api } from '../api';
import { fields } from './event/content';
import { pickerInPath } from './locators';
import { listRun, paged, verbs } from './operations';

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
	...verbs.getAll,
	...api['base.user.list'],
	action: 'Get many users',
	description: 'Get the users of the service',
	parameters: [...paged, byName('Text to search for in display names and login names')],
	run: listRun('users', undefined, 'No users found'),
};

export const organizations: Operation = {
	...verbs.getAll,
	...api['base.organization.list'],
	action: 'Get many organizations',
	description: 'Get the organizations of the service',
	parameters: [...paged, byName('Text to search for in organization names')],
	run: listRun('organizations', undefined, 'No organizations found'),
};

const members: Operation = {
	...api['base.organization.users'],
	value: 'getUsers',
	name: 'Get Users',
	action: 'Get users of organization',
	description: 'Get the users of an organization',
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
