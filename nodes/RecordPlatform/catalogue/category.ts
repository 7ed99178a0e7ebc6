import type { IDataObject } from 'n8n-workflow';

import type { Shape } from '../jsonShape';
import { api } from '../api';
import { byIndex, jsonParameter, namedSettings, onOrOff } from './settingsOperations';

/** Maximum depth of the category tree. */
const LEVELS = 5;

/** A category with its subcategories, down to the last level. */
function category(level: number): Shape {
	const below: Shape = level < LEVELS ? { map: category(level + 1) } : 'any';
	return { has: { name: 'text', index: 'number', children: below }, needs: ['index'] };
}

/** The tree as a list, with parents before their children. */
function flat(children: unknown, above: string[] = []): IDataObject[] {
	return byIndex(children).flatMap(({ children: below, ...own }) => {
		const path = [...above, String(own.name)];
		return [{ ...own, level: path.length, path }, ...flat(below ?? null, path)];
	});
}

export const categoryResource = namedSettings({
	value: 'category',
	name: 'Category',
	description: 'Categories of an app',
	key: 'categories',
	nouns: 'categories',
	get: {
		...api['app.categories.get'],
		description:
			'Get the categories of an app. An administrator has to enable this feature in the service first.',
		rights: 'permission to view and add records; for the test environment, to manage the app',
		things: ({ categories }) => flat(categories),
	},
	update: {
		...api['app.categories.update'],
		description:
			'Update the categories of an app in its test environment. An administrator has to enable this feature in the service first.',
	},
	parameters: [
		onOrOff({
			displayName: 'Use Categories',
			name: 'enabled',
			description: 'Whether the app uses categories',
		}),
		jsonParameter({
			displayName: 'Categories',
			name: 'categories',
			placeholder:
				'{ "Hardware": { "name": "Hardware", "index": 0, "children": { "Printers": { "name": "Printers", "index": 0, "children": {} } } } }',
			description:
				'All categories by their current names, up to five levels. Categories that you leave out are deleted. Leave empty to keep the categories.',
			shape: { map: category(1) },
		}),
	],
});
