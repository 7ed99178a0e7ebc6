import { integer, optional, text } from '../../input/readers';
import type { Context } from '../context';
import { invalid } from '../errors';
import { inputErrors } from '../input';

/** What each item of a map has. */
export const ITEM = { index: integer(0, 2147483647), name: optional(text(1)) };

export interface Item<Sent, Kept> {
	sent: Sent;
	/** Where errors say that it is. */
	path: string;
	name: string;
	index: string;
	id: string;
	/** What went by this name before. */
	before: Kept | undefined;
}

/**
 * The items of a map of views, charts or actions: the key is the current name, `name` renames, a new
 * one's name equals its key. Gives them with their IDs, those of new ones fresh. Throws CB_VA01.
 */
export async function itemsOf<
	Sent extends { index: number; name?: string },
	Kept extends { id: string },
>(
	context: Context,
	[map, sent]: [name: string, sent: Record<string, Sent>],
	before: Record<string, Kept>,
	limits: { name: number; uniqueIndex: boolean },
): Promise<Item<Sent, Kept>[]> {
	const items: Item<Sent, Kept>[] = [];
	for (const [key, one] of Object.entries(sent)) {
		const path = `${map}[${key}]`;
		const known = Object.hasOwn(before, key) ? before[key] : undefined;
		const { name = key } = one;
		const index = String(one.index);
		if (name === '') throw inputErrors.missing(`${path}.name`);
		if (name.length > limits.name) throw inputErrors.tooLong(`${path}.name`, limits.name);
		if (!known && name !== key) {
			throw invalid(`${path}.name`, 'The name of a new one has to equal its key.');
		}
		if (items.some((item) => item.name === name)) {
			throw invalid(`${path}.name`, 'The name is used twice.');
		}
		if (limits.uniqueIndex && items.some((item) => item.index === index)) {
			throw invalid(`${path}.index`, 'The index is used twice.');
		}
		const id = known?.id ?? (await nextId(context));
		items.push({ sent: one, path, name, index, id, before: known });
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
