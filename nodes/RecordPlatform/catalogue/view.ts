import type { Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import { byIndex, changeSettings, jsonParameter, language, readSettings } from './settings';

const PATH = '/k/v1/app/views.json';

/** facts: `views.update`. */
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
	description: 'Read the views in which an app lists its records',
	path: PATH,
	lang: language,
	things: ({ views: found }) => byIndex(found),
});

const update = changeSettings({
	id: 'views.update',
	value: 'update',
	name: 'Update',
	action: 'Update views',
	description:
		'Replace the views of an app in its test environment. Views that are not named are deleted.',
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
					'All views of the app by their present names, in the form in which Get Many gives them with Simplify off. Type is LIST, CALENDAR or CUSTOM; a new view has its key as its name.',
			},
			views,
		),
	],
});

export const viewResource: Resource = {
	value: 'view',
	name: 'View',
	description: 'The views in which an app lists its records',
	first: getMany.value,
	operations: [getMany, update],
};
