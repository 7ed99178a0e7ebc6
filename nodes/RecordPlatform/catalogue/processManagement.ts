import type { IDataObject } from 'n8n-workflow';

import { api } from '../api';
import { shapes } from '../shapes';
import { byIndex, jsonParameter, listed, namedSettings, onOrOff } from './settingsOperations';

/** Each status with the actions that start from it. */
function statuses({ states: found, actions: all }: IDataObject): IDataObject[] {
	return byIndex(found).map((state) => ({
		...state,
		actions: listed(all).filter(({ from }) => from === state.name),
	}));
}

export const processResource = namedSettings({
	value: 'process',
	name: 'Process Management',
	description: 'Statuses of an app, and the actions between them',
	key: 'states',
	nouns: 'process management',
	get: {
		...api['app.process.get'],
		description: 'Get the statuses of an app, their assignees, and the actions between them',
		value: 'get',
		name: 'Get',
		action: 'Get process management',
		things: statuses,
	},
	update: {
		...api['app.process.update'],
		description: 'Update the process management of an app in its test environment',
	},
	parameters: [
		onOrOff({
			displayName: 'Use Process Management',
			name: 'enable',
			description: 'Whether to turn on process management for the app',
		}),
		jsonParameter({
			displayName: 'Statuses',
			name: 'states',
			placeholder:
				'{ "Not started": { "name": "Not started", "index": 0, "assignee": { "type": "ONE", "entities": [] } }, "Done": { "name": "Done", "index": 1, "assignee": { "type": "ONE", "entities": [] } } }',
			description:
				'All statuses by their current names. Statuses that you leave out are removed. Leave empty to keep the statuses.',
			shape: shapes['app.process.update.states'],
		}),
		jsonParameter({
			displayName: 'Actions',
			name: 'actions',
			placeholder: '[{ "name": "Finish", "from": "Not started", "to": "Done", "filterCond": "" }]',
			description:
				'All actions, with the new names of the statuses. Leave empty to keep the actions.',
			shape: shapes['app.process.update.actions'],
		}),
	],
});
