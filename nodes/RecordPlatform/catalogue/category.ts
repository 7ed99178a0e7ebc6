import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import {
	byIndex,
	changeSettings,
	jsonParameter,
	language,
	onOrOff,
	readSettings,
} from './settings';

const PATH = '/k/v1/app/categories.json';

/** Levels that categories may have (facts: `app.categories.update`, limits). */
const LEVELS = 5;

/** A category and those below it, down to the last level. */
function category(level: number): Shape {
	const below: Shape = level < LEVELS ? { map: category(level + 1) } : 'any';
	return {
		has: { name: 'text', index: 'number', children: below },
		needs: ['index'],
	};
}

/** The tree as a list, each category after the one that it is in. */
function flat(children: unknown, above: string[] = []): IDataObject[] {
	return byIndex(children).flatMap(({ children: below, ...own }) => {
		const path = [...above, String(own.name)];
		return [{ ...own, level: path.length, path }, ...flat(below ?? null, path)];
	});
}

const get = readSettings({
	id: 'app.categories.get',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many categories',
	description:
		'Read the categories that records of an app are sorted into. The service must have this feature switched on by its administrator.',
	path: PATH,
	rights: 'permission to view and add records; for the test environment, to manage the app',
	lang: language,
	things: ({ categories }) => flat(categories),
});

const update = changeSettings({
	id: 'app.categories.update',
	value: 'update',
	name: 'Update',
	action: 'Update categories',
	description:
		'Change the categories of an app in its test environment. The service must have this feature switched on by its administrator.',
	path: PATH,
	parameters: [
		onOrOff({
			displayName: 'Use Categories',
			name: 'enabled',
			description: 'Whether records of the app can be sorted into categories',
		}),
		jsonParameter(
			{
				displayName: 'Categories',
				name: 'categories',
				placeholder:
					'{ "Hardware": { "name": "Hardware", "index": 0, "children": { "Printers": { "name": "Printers", "index": 0, "children": {} } } } }',
				description:
					'All categories by their present names, five levels at the most; those not named are deleted. Empty: the categories stay as they are.',
			},
			{ map: category(1) },
		),
	],
});

export const categoryResource: Resource = {
	value: 'category',
	name: 'Category',
	description: 'The categories that records of an app are sorted into',
	first: get.value,
	operations: [get, update],
};
