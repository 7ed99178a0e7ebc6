import { api } from '../api';
import { shapes } from '../shapes';
import { jsonParameter, namedSettings } from './settingsOperations';

export const viewResource = namedSettings({
	value: 'view',
	name: 'View',
	description: 'The views of an app',
	key: 'views',
	nouns: 'views',
	get: { ...api['views.get'], description: 'Get the views of an app' },
	update: {
		...api['views.update'],
		description:
			'Replace the views of an app in its test environment. Views that you leave out are deleted, undeployed ones too.',
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
			shape: shapes['views.update.views'],
		}),
	],
});
