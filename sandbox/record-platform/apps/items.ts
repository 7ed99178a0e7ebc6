import { isObject } from '../../input/readers';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import { Parameters } from '../parameters';

export interface Item<Kept> {
	given: Parameters;
	name: string;
	index: string;
	id: string;
	/** What went by this name before. */
	before: Kept | undefined;
}

/**
 * Reads a map of views, charts or actions: the key is the current name, `name` renames, a new one's name equals its
 * key, `index` is required. Gives them with their IDs, those of new ones fresh.
 */
export async function readItems<Kept extends { id: string }>(
	context: Context,
	parameters: Parameters,
	map: string,
	before: Record<string, Kept>,
	limits: { name: number; uniqueIndex: boolean },
): Promise<Item<Kept>[]> {
	const sent = parameters.object(map) ?? parameters.missing(map);
	const names = new Set<string>();
	const indexes = new Set<string>();
	const items: Item<Kept>[] = [];
	for (const [key, raw] of Object.entries(sent)) {
		const path = `${parameters.path(map)}[${key}]`;
		if (!isObject(raw)) throw new ServiceError('CB_IJ01');
		const given = new Parameters(raw, `${path}.`);
		const known = Object.hasOwn(before, key) ? before[key] : undefined;
		const name = given.optionalText('name', { maximum: limits.name }) ?? key;
		if (name === '') given.missing('name');
		if (name.length > limits.name) {
			throw invalid(given.path('name'), `Enter less than ${limits.name + 1} characters.`);
		}
		if (!known && name !== key) {
			throw invalid(given.path('name'), 'The name of a new one has to equal its key.');
		}
		if (!given.has('index')) given.missing('index');
		const index = String(given.integer('index', { minimum: 0, maximum: 2147483647, default: 0 }));
		if (names.has(name)) throw invalid(given.path('name'), 'The name is used twice.');
		if (limits.uniqueIndex && indexes.has(index))
			throw invalid(given.path('index'), 'The index is used twice.');
		names.add(name);
		indexes.add(index);
		items.push({ given, name, index, id: known?.id ?? (await nextId(context)), before: known });
	}
	return items;
}

async function nextId(context: Context): Promise<string> {
	const [row] = await context.sql.query<{ id: string }>(
		`select nextval('design_item_ids')::text as id`,
	);
	return (row as { id: string }).id;
}

/** `{<name>: {id}}`, what changing views, charts and actions answers. */
export function idsOf(items: Record<string, { id: string }>): Record<string, { id: string }> {
	return Object.fromEntries(Object.entries(items).map(([name, { id }]) => [name, { id }]));
}
