import type { Shape } from '../../shared/json';
import { api } from '../api';
import { jsonParameter, namedSettings } from './settingsOperations';

/** Body of `reports.update`, see docs/api/record-platform-operations.md. */
const period: Shape = {
	has: {
		every: { oneOf: ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR'] },
		dayOfWeek: {
			oneOf: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
		},
		pattern: { oneOf: ['JAN_APR_JUL_OCT', 'FEB_MAY_AUG_NOV', 'MAR_JUN_SEP_DEC'] },
		month: 'number',
		time: 'text',
		minute: 'number',
	},
	needs: ['every'],
};

const reports: Shape = {
	map: {
		has: {
			chartType: {
				oneOf: [
					'PIE',
					'LINE',
					'SPLINE',
					'TABLE',
					'PIVOT_TABLE',
					'BAR',
					'COLUMN',
					'AREA',
					'SPLINE_AREA',
				],
			},
			chartMode: { oneOf: ['NORMAL', 'STACKED', 'PERCENTAGE'] },
			index: 'number',
			name: 'text',
			groups: {
				list: {
					has: {
						code: 'text',
						per: { oneOf: ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE'] },
					},
					needs: ['code'],
				},
			},
			aggregations: {
				list: {
					has: { type: { oneOf: ['COUNT', 'SUM', 'AVERAGE', 'MAX', 'MIN'] }, code: 'text' },
					needs: ['type'],
				},
			},
			sorts: {
				list: {
					has: {
						by: { oneOf: ['TOTAL', 'GROUP1', 'GROUP2', 'GROUP3'] },
						order: { oneOf: ['ASC', 'DESC'] },
					},
					needs: ['by', 'order'],
				},
			},
			filterCond: 'text',
			periodicReport: { has: { active: 'flag', period } },
		},
		needs: ['chartType', 'index'],
	},
};

export const reportResource = namedSettings({
	value: 'report',
	name: 'Report',
	description: 'For app administrators: the charts of an app',
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
			shape: reports,
		}),
	],
});
