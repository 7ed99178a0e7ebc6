import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import { ANYONE, entity } from './entities';
import {
	byIndex,
	changeSettings,
	jsonParameter,
	language,
	listed,
	onOrOff,
	readSettings,
} from './settings';

const PATH = '/k/v1/app/status.json';

/** facts: `app.process.update`. */
const states: Shape = {
	map: {
		has: {
			name: 'text',
			index: 'number',
			assignee: {
				has: {
					type: { oneOf: ['ONE', 'ALL', 'ANY'] },
					entities: {
						list: {
							has: { entity: entity(...ANYONE, 'CREATOR', 'CUSTOM_FIELD'), includeSubs: 'flag' },
							needs: ['entity'],
						},
					},
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

/** Each status with the actions that lead on from it. */
function statuses({ states: found, actions: all }: IDataObject): IDataObject[] {
	return byIndex(found).map((state) => ({
		...state,
		actions: listed(all).filter(({ from }) => from === state.name),
	}));
}

const get = readSettings({
	id: 'app.process.get',
	value: 'get',
	name: 'Get',
	action: 'Get process management',
	description: 'Read the statuses of an app, their assignees and the actions between them',
	path: PATH,
	lang: language,
	things: statuses,
});

const update = changeSettings({
	id: 'app.process.update',
	value: 'update',
	name: 'Update',
	action: 'Update process management',
	description: 'Change the process management of an app in its test environment',
	path: PATH,
	parameters: [
		onOrOff({
			displayName: 'Use Process Management',
			name: 'enable',
			description: 'Whether records of the app go through the statuses',
		}),
		jsonParameter(
			{
				displayName: 'Statuses',
				name: 'states',
				placeholder:
					'{ "Not started": { "name": "Not started", "index": 0, "assignee": { "type": "ONE", "entities": [] } }, "Done": { "name": "Done", "index": 1, "assignee": { "type": "ONE", "entities": [] } } }',
				description:
					'All statuses by their present names; those not named are removed. Empty: the statuses stay as they are.',
			},
			states,
		),
		jsonParameter(
			{
				displayName: 'Actions',
				name: 'actions',
				placeholder:
					'[{ "name": "Finish", "from": "Not started", "to": "Done", "filterCond": "" }]',
				description:
					'All actions, with the names that the statuses have afterwards. Empty: the actions stay as they are.',
			},
			actions,
		),
	],
});

export const processResource: Resource = {
	value: 'process',
	name: 'Process Management',
	description: 'The statuses that the records of an app go through',
	first: get.value,
	operations: [get, update],
};
