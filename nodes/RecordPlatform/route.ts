import type { ItemView, Operation } from '../shared/catalogue';
import { Refusal } from '../shared/errors';

/** Where an app lives: its guest space, and whether its live or its test side is meant. */
export interface Side {
	guestSpace?: string;
	preview?: boolean;
}

/**
 * The full path of an API, from the path of its production form:
 * `/k/v1/x.json` → `/k/guest/5/v1/preview/x.json` (facts: addresses). A path that names a guest
 * space already stays as it is.
 */
export function pathOn(path: string, { guestSpace, preview = false }: Side): string {
	if (path.startsWith('/k/guest/')) return path;
	const api = path.replace(/^\/k\/v1\/(?:preview\/)?/, '');
	const space = guestSpace === undefined ? '' : `/guest/${guestSpace}`;
	return `/k${space}/v1/${preview ? 'preview/' : ''}${api}`;
}

/** The path of an operation for what was chosen for the item. */
export function route(operation: Operation, path: string, item: ItemView): string {
	return pathOn(path, {
		...(operation.guestSpace && { guestSpace: guestSpaceOf(item) }),
		preview: usesPreview(operation, item),
	});
}

function usesPreview({ environment = 'production' }: Operation, item: ItemView): boolean {
	if (environment !== 'both') return environment === 'preview';
	return item.read('environment', 'production') === 'preview';
}

/** The guest space of the item: the option, else the one in the address that the app or space was chosen by. */
export function guestSpaceOf(item: Pick<ItemView, 'read'>): string | undefined {
	return (
		guestSpaceIn(item.read('options.guestSpace', '')) ??
		appIn(item.read('app', '')).guestSpace ??
		spaceIn(item.read('spaceId', '')).guestSpace
	);
}

/**
 * A guest space from its ID or an address in it; undefined when nothing was entered.
 * Throws `Refusal` for anything else.
 */
export function guestSpaceIn(entered: unknown): string | undefined {
	const text = String(entered ?? '').trim();
	if (text === '' || text === '0') return undefined;
	if (/^\d+$/.test(text)) return text;
	const id = /\/k\/guest\/(\d+)(?:[/?#]|$)/.exec(text)?.[1];
	if (id !== undefined) return id;
	throw new Refusal(
		`"${text}" is no guest space`,
		'Enter the ID of the guest space (5) or its address (https://example.cybozu.com/k/guest/5/)',
	);
}

/** What an app was chosen by: its ID, and the guest space where its address told it. */
export interface AppReference {
	id: string;
	guestSpace?: string;
}

/**
 * Reads an app's ID, the part of an address that the app picker keeps (`guest/5/12`), or an
 * address. Throws `Refusal` for anything else; an empty choice has an empty ID.
 */
export function appIn(chosen: unknown): AppReference {
	const text = String(chosen ?? '').trim();
	const found =
		/^(?:(?:https?:\/\/[^?#]*)?\/k\/)?(?:m\/)?(?:guest\/(\d+)\/(?:m\/)?)?(\d+)(?:[/?#].*)?$/.exec(
			text,
		);
	if (found) return { id: found[2] ?? '', ...(found[1] && { guestSpace: found[1] }) };
	if (text === '') return { id: '' };
	throw new Refusal(
		`"${text}" is no app`,
		'Choose the app from the list, or enter its ID (12) or its address (https://example.cybozu.com/k/12/)',
	);
}

/** What a space was chosen by: its ID, and the guest space where its address told that it is one. */
export interface SpaceReference {
	id: string;
	guestSpace?: string;
}

/**
 * Reads a space's ID, the part of an address that the control keeps (`guest/5/#/space/5`), or an
 * address. Throws `Refusal` for anything else; an empty choice has an empty ID.
 */
export function spaceIn(chosen: unknown): SpaceReference {
	const text = String(chosen ?? '').trim();
	if (/^\d*$/.test(text)) return { id: text };
	const [, guestSpace, id] = /(?:guest\/(\d+)\/)?(?:m\/)?#\/space\/(\d+)/.exec(text) ?? [];
	if (id !== undefined) return { id, ...(guestSpace && { guestSpace }) };
	throw new Refusal(
		`"${text}" is no space`,
		'Enter the ID of the space (12) or its address (https://example.cybozu.com/k/#/space/12)',
	);
}
