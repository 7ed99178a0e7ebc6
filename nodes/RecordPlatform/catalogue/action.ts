import type { Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import { entity } from './entities';
import { byIndex, changeSettings, jsonParameter, language, readSettings } from './settings';

const PATH = '/k/v1/app/actions.json';

/** facts: `app.actions.update`. */
const actions: Shape = {
	map: {
		has: {
			name: 'text',
			index: 'number',
			destApp: { has: { app: 'number', code: 'text' } },
			mappings: {
				list: {
					has: { srcType: { oneOf: ['FIELD', 'RECORD_URL'] }, srcField: 'text', destField: 'text' },
					needs: ['srcType', 'destField'],
				},
			},
			entities: { list: entity('USER', 'GROUP', 'ORGANIZATION') },
			filterCond: 'text',
		},
		needs: ['index'],
	},
};

const getMany = readSettings({
	id: 'app.actions.get',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many app actions',
	description: 'Read the actions that copy a record of an app to another app',
	path: PATH,
	lang: language,
	things: ({ actions: found }) => byIndex(found),
});

const update = changeSettings({
	id: 'app.actions.update',
	value: 'update',
	name: 'Update',
	action: 'Update app actions',
	description:
		'Replace the actions of an app in its test environment. Actions that are not named are deleted.',
	path: PATH,
	parameters: [
		jsonParameter(
			{
				displayName: 'Actions',
				name: 'actions',
				required: true,
				placeholder:
					'{ "Make invoice": { "name": "Make invoice", "index": 0, "destApp": { "app": 15 }, "mappings": [{ "srcType": "FIELD", "srcField": "Customer", "destField": "Customer" }], "entities": [{ "type": "GROUP", "code": "everyone" }] } }',
				description:
					'All actions by their present names, in the form in which Get Many gives them with Simplify off. A new action has its key as its name, and needs destApp, mappings and entities.',
			},
			actions,
		),
	],
});

export const actionResource: Resource = {
	value: 'action',
	name: 'Action',
	description: 'The actions that copy a record of an app to another app',
	first: getMany.value,
	operations: [getMany, update],
};
