import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { textAt } from '../../shared/parameters';
import { reading } from '../../shared/request';
import { appIn, guestSpaceOf, pathOn } from '../route';

type SavedView = ReturnType<typeof savedViews>[number];

export const VIEWS_PATH = '/k/v1/app/views.json';

/** The views in a response of `views.get`, in their display order. */
export function savedViews(body: unknown) {
	const { views } = (body ?? {}) as { views?: Record<string, IDataObject> };
	return Object.values(views ?? {})
		.sort((a, b) => Number(a.index) - Number(b.index))
		.map((view) => ({
			id: String(view.id),
			name: String(view.name),
			type: String(view.type),
			condition: String(view.filterCond ?? '').trim(),
			/** Without the words `order by`. */
			order: String(view.sort ?? '').trim(),
			/** Codes of its columns; empty unless it is a list view. */
			fields: Array.isArray(view.fields) ? view.fields.map(String) : [],
			/** The API doesn't return the condition of the built-in view. */
			builtIn: view.builtinType !== undefined && view.builtinType !== null,
		}));
}

/**
 * The selected view by ID or name, from the live app, read once per execution.
 * Throws `InputError` if the app has no such view or if its condition is unknown.
 */
export async function chosenView(item: ItemContext): Promise<SavedView> {
	const chosen = textAt(item, 'view').trim();
	const path = pathOn(VIEWS_PATH, { guestSpace: guestSpaceOf(item) });
	const app = appIn(item.read('app')).id;
	const views = await item.once(`${path} ${app}`, async () =>
		savedViews(await item.request(reading(path, { query: { app } }))),
	);
	const view = views.find(({ id }) => id === chosen) ?? views.find(({ name }) => name === chosen);
	if (view === undefined) {
		const names = views.map(({ id, name }) => `${name} (${id})`);
		throw new InputError(
			`The app has no view "${chosen}"`,
			names.length > 0
				? `Its views are ${names.join(', ')}`
				: 'The app has no views yet. Filter by conditions instead',
		);
	}
	if (view.builtIn && view.condition === '') {
		throw new InputError(
			`The built-in view "${view.name}" can't be used, because the API doesn't return its condition`,
			'Filter by conditions instead: Assignee Includes Signed-in User',
		);
	}
	return view;
}
