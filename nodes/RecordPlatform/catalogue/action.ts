import { api } from '../api';
import { shapes } from '../shapes';
import { jsonParameter, namedSettings } from './settingsOperations';

export const actionResource = namedSettings({
	value: 'action',
	name: 'App Action',
	description: 'Actions that copy records',
	key: 'actions',
	nouns: 'app actions',
	get: {
		...api['app.actions.get'],
		description: 'Get the actions that copy a record of an app to another app',
	},
	update: {
		...api['app.actions.update'],
		description:
			'Replace the actions of an app in its test environment. Actions that you leave out are deleted, undeployed ones too.',
	},
	parameters: [
		jsonParameter({
			displayName: 'Actions',
			name: 'actions',
			required: true,
			placeholder:
				'{ "Make invoice": { "name": "Make invoice", "index": 0, "destApp": { "app": 15 }, "mappings": [{ "srcType": "FIELD", "srcField": "Customer", "destField": "Customer" }], "entities": [{ "type": "GROUP", "code": "everyone" }] } }',
			description:
				'All actions by their current names, in the format of Get Many with Simplify off. The key of a new action is its name. New actions require destApp, mappings, and entities.',
			shape: shapes['app.actions.update.actions'],
		}),
	],
});
