import type { IDataObject } from 'n8n-workflow';

import type { Operation, Resource } from '../../shared/catalogue';
import { app, environment, options, simplify } from './parameters';

const getFields: Operation = {
	id: 'form.fields.get',
	value: 'getFields',
	name: 'Get Fields',
	action: 'Get fields of form',
	description: 'Read the fields of an app with their codes, types and settings',
	method: 'GET',
	path: '/k/v1/app/form/fields.json',
	environment: 'both',
	guestSpace: true,
	rights: 'permission to view or add records, or to manage the app',
	parameters: [
		app('query'),
		environment,
		simplify,
		options({
			displayName: 'Language',
			name: 'lang',
			type: 'options',
			default: 'default',
			options: [
				{ name: 'Chinese', value: 'zh' },
				{ name: 'Default of the App', value: 'default' },
				{ name: 'English', value: 'en' },
				{ name: 'Japanese', value: 'ja' },
				{ name: 'Of the Signed-In User', value: 'user' },
			],
			description: 'Language of the names, where the app has names in several',
			send: { in: 'query', key: 'lang' },
		}),
	],
	run: {
		kind: 'each',
		result: (body, item) => {
			if (item.read('simplify', true) !== true) return { json: body as IDataObject };
			const { properties } = body as { properties: Record<string, IDataObject> };
			return Object.values(properties).map((json) => ({ json }));
		},
	},
};

export const formResource: Resource = {
	value: 'form',
	name: 'Form',
	description: 'The fields of an app',
	first: getFields.value,
	operations: [getFields],
};
