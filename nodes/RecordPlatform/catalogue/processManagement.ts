import type { IDataObject } from 'n8n-workflow';

import type { Shape } from '../../shared/json';
import { api } from '../api';
import {
	ANYONE,
	byIndex,
	entity,
	jsonParameter,
	listed,
	namedSettings,
	onOrOff,
	subjects,
} from './settingsOperations';

/** Body of `app.process.update`, see docs/api/record-platform-operations.md. */
const states: Shape = {
	map: {
		has: {
			name: 'text',
			index: 'number',
			assignee: {
				has: {
					type: { oneOf: ['ONE', 'ALL', 'ANY'] },
					entities: subjects([...ANYONE, 'CREATOR', 'CUSTOM_FIELD']),
				},
				needs: ['type', 'entities'],
			},
		},
		needs: ['index'],
	},
};

const actions: Shape = {
	list: {
		has: {
			name: 'text',
			from: 'text',
			to: 'text',
			filterCond: 'text',
			type: { oneOf: ['PRIMARY', 'SECONDARY'] },
			executableUser: { has: { entities: { list: { has: { entity: entity(...ANYONE) } } } } },
		},
		needs: ['name', 'from', 'to'],
	},
};

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
	description:
		'For app administrators: the statuses of records and the actions between them. Use Record > Update Status to change the status of a record.',
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
			shape: states,
		}),
		jsonParameter({
			displayName: 'Actions',
			name: 'actions',
			placeholder: '[{ "name": "Finish", "from": "Not started", "to": "Done", "filterCond": "" }]',
			description:
				'All actions, with the new names of the statuses. Leave empty to keep the actions.',
			shape: actions,
		}),
	],
});
