import type { Shape } from '../../shared/json';
import { api } from '../api';
import { jsonParameter, namedSettings } from './settingsOperations';

/** Body of `views.update`, see docs/api/record-platform-operations.md. */
const views: Shape = {
	map: {
		has: {
			type: { oneOf: ['LIST', 'CALENDAR', 'CUSTOM'] },
			index: 'number',
			name: 'text',
			builtinType: { oneOf: ['ASSIGNEE'] },
			fields: { list: 'text' },
			date: 'text',
			title: 'text',
			html: 'text',
			pager: 'flag',
			device: { oneOf: ['DESKTOP', 'ANY'] },
			filterCond: 'text',
			sort: 'text',
		},
		needs: ['type', 'index'],
	},
};

export const viewResource = namedSettings({
	value: 'view',
	name: 'View',
	description: 'For app administrators: the views of an app',
	key: 'views',
	nouns: 'views',
	get: { ...api['views.get'], description: 'Get the views of an app' },
	update: {
		...api['views.update'],
		description:
			'Replace the views of an app in its test environment. Views that you leave out are deleted. To keep those that are not deployed yet, read the views from the test environment first.',
	},
	parameters: [
		jsonParameter({
			displayName: 'Views',
			name: 'views',
			required: true,
			placeholder:
				'{ "Open orders": { "type": "LIST", "name": "Open orders", "index": 0, "fields": ["Customer", "Amount"], "filterCond": "Amount > 0", "sort": "Amount desc" } }',
			description:
				'All views of the app by their current names, in the format of Get Many with Simplify off. The type is LIST, CALENDAR, or CUSTOM. The key of a new view is its name.',
			shape: views,
		}),
	],
});
