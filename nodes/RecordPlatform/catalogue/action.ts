import type { Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import {
	entity,
	byIndex,
	changeSettings,
	jsonParameter,
	language,
	readSettings,
} from './settingsOperations';

const PATH = '/k/v1/app/actions.json';

/** Body of `app.actions.update`, see docs/api/record-platform-operations.md. */
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
	description: 'Get the actions that copy a record of an app to another app',
	path: PATH,
	answer: ['actions', 'revision'],
	lang: language,
	things: ({ actions: found }) => byIndex(found),
});

const update = changeSettings({
	id: 'app.actions.update',
	value: 'update',
	name: 'Update',
	action: 'Update app actions',
	description:
		'Replace the actions of an app in its test environment. Actions that you leave out are deleted. To keep those that are not deployed yet, read the actions from the test environment first.',
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
					'All actions by their current names, in the format of Get Many with Simplify off. The key of a new action is its name. New actions require destApp, mappings, and entities.',
			},
			actions,
		),
	],
});

export const actionResource: Resource = {
	value: 'action',
	name: 'App Action',
	description: 'For app administrators: buttons that copy a record to another app',
	first: getMany.value,
	operations: [getMany, update],
};
