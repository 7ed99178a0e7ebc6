import { api } from '../api';
import { shapes } from '../shapes';
import { jsonParameter, namedSettings } from './settingsOperations';

export const reportResource = namedSettings({
	value: 'report',
	name: 'Report',
	description: 'The charts of an app',
	key: 'reports',
	nouns: 'reports',
	get: {
		...api['reports.get'],
		description: 'Get the charts and tables of an app',
		rights: 'permission to view records; for the test environment, to manage the app',
	},
	update: {
		...api['reports.update'],
		description:
			'Replace the charts of an app in its test environment. Charts that you leave out are deleted.',
	},
	parameters: [
		jsonParameter({
			displayName: 'Reports',
			name: 'reports',
			required: true,
			placeholder:
				'{ "Orders a month": { "chartType": "COLUMN", "chartMode": "NORMAL", "name": "Orders a month", "index": 0, "groups": [{ "code": "Due", "per": "MONTH" }], "aggregations": [{ "type": "COUNT" }], "sorts": [{ "by": "GROUP1", "order": "ASC" }], "filterCond": "" } }',
			description:
				'All charts of the app by their current names, in the format of Get Many with Simplify off',
			shape: shapes['reports.update.reports'],
		}),
	],
});
