import type { Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import {
	byIndex,
	changeSettings,
	jsonParameter,
	language,
	readSettings,
} from './settingsOperations';

const PATH = '/k/v1/app/views.json';

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

const getMany = readSettings({
	id: 'views.get',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many views',
	description: 'Get the views of an app',
	path: PATH,
	answer: ['views', 'revision'],
	lang: language,
	things: ({ views: found }) => byIndex(found),
});

const update = changeSettings({
	id: 'views.update',
	value: 'update',
	name: 'Update',
	action: 'Update views',
	description:
		'Replace the views of an app in its test environment. Views that you leave out are deleted. To keep those that are not deployed yet, read the views from the test environment first.',
	path: PATH,
	parameters: [
		jsonParameter(
			{
				displayName: 'Views',
				name: 'views',
				required: true,
				placeholder:
					'{ "Open orders": { "type": "LIST", "name": "Open orders", "index": 0, "fields": ["Customer", "Amount"], "filterCond": "Amount > 0", "sort": "Amount desc" } }',
				description:
					'All views of the app by their current names, in the format of Get Many with Simplify off. The type is LIST, CALENDAR, or CUSTOM. The key of a new view is its name.',
			},
			views,
		),
	],
});

export const viewResource: Resource = {
	value: 'view',
	name: 'View',
	description: 'For app administrators: the views of an app',
	first: getMany.value,
	operations: [getMany, update],
};
