import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { appIn, guestSpaceOf, pathOn } from '../route';

/** A view that the app keeps, with what it says about records. */
export interface SavedView {
	id: string;
	name: string;
	/** `LIST`, `CALENDAR` or `CUSTOM`. */
	type: string;
	condition: string;
	/** Without the words `order by`. */
	order: string;
	/** Codes of its columns; none for views that are no list. */
	fields: string[];
	/** The service's own view, whose condition it does not tell. */
	builtIn: boolean;
}

export const VIEWS_PATH = '/k/v1/app/views.json';

/** The views of an answer of `views.get`, in the order in which people see them. */
export function savedViews(body: unknown): SavedView[] {
	const { views } = (body ?? {}) as { views?: Record<string, IDataObject> };
	return Object.values(views ?? {})
		.sort((a, b) => Number(a.index) - Number(b.index))
		.map((view) => ({
			id: String(view.id),
			name: String(view.name),
			type: String(view.type),
			condition: String(view.filterCond ?? '').trim(),
			order: String(view.sort ?? '').trim(),
			fields: Array.isArray(view.fields) ? view.fields.map(String) : [],
			builtIn: view.builtinType !== undefined && view.builtinType !== null,
		}));
}

/**
 * The view that was chosen by ID or name, from the live app, read once an execution.
 * Throws `Refusal` where the app has no such view and where its condition is not known.
 */
export async function chosenView(item: ItemView): Promise<SavedView> {
	const chosen = String(item.read('view', '') ?? '').trim();
	if (chosen === '')
		throw new Refusal('No view was chosen', 'Choose a view of the app, or filter by conditions');
	const path = pathOn(VIEWS_PATH, { guestSpace: guestSpaceOf(item) });
	const app = appIn(item.read('app', '')).id;
	const views = await item.once(`${path} ${app}`, async () =>
		savedViews(await item.ask({ method: 'GET', path, query: { app }, repeatable: true })),
	);
	const view = views.find(({ id }) => id === chosen) ?? views.find(({ name }) => name === chosen);
	if (view === undefined) {
		const names = views.map(({ id, name }) => `${name} (${id})`);
		throw new Refusal(
			`The app has no view "${chosen}"`,
			names.length > 0
				? `Its views are ${names.join(', ')}`
				: 'It has no views yet. Filter by conditions instead',
		);
	}
	if (view.builtIn && view.condition === '') {
		throw new Refusal(
			`The view "${view.name}" is the service's own, which does not tell its condition`,
			'Filter by conditions instead: Assignee Includes Signed-in User',
		);
	}
	return view;
}
