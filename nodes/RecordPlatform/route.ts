import type { ItemView, Operation } from '../shared/catalogue';
import { Refusal } from '../shared/errors';
import { quoteShort } from '../shared/messages';

/** No address is longer; a longer text is refused before it is parsed. */
const LONGEST = 8192;

/** What was chosen, as text; undefined where it is too long for any ID or address. */
function chosenText(chosen: unknown): string | undefined {
	const text = String(chosen ?? '');
	return text.length > LONGEST ? undefined : text.trim();
}

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
	const text = chosenText(entered);
	if (text === '' || text === '0') return undefined;
	if (text !== undefined) {
		if (/^\d+$/.test(text)) return text;
		const id = /\/k\/guest\/(\d+)(?:[/?#]|$)/.exec(text)?.[1];
		if (id !== undefined) return id;
	}
	throw new Refusal(
		`${quoteShort(entered)} is not a valid guest space`,
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
	const text = chosenText(chosen);
	const found =
		text === undefined
			? undefined
			: /^(?:(?:https?:\/\/[^?#]*)?\/k\/)?(?:m\/)?(?:guest\/(\d+)\/(?:m\/)?)?(\d+)(?:[/?#].*)?$/.exec(
					text,
				);
	if (found) return { id: found[2] ?? '', ...(found[1] && { guestSpace: found[1] }) };
	if (text === '') return { id: '' };
	throw new Refusal(
		`${quoteShort(chosen)} is not a valid app`,
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
	const text = chosenText(chosen);
	if (text !== undefined && /^\d*$/.test(text)) return { id: text };
	const [, guestSpace, id] = /(?:guest\/(\d+)\/)?(?:m\/)?#\/space\/(\d+)/.exec(text ?? '') ?? [];
	if (id !== undefined) return { id, ...(guestSpace && { guestSpace }) };
	throw new Refusal(
		`${quoteShort(chosen)} is not a valid space`,
		'Enter the ID of the space (12) or its address (https://example.cybozu.com/k/#/space/12)',
	);
}

/** What a record was chosen by: its ID, and what else its address told. */
export interface RecordReference {
	id: string;
	app?: string;
	guestSpace?: string;
	host?: string;
}

/** Reads a record's ID, or the address of its page or of a comment on it; undefined for anything else. */
export function recordIn(chosen: unknown): RecordReference | undefined {
	const text = chosenText(chosen) ?? '';
	if (/^\d+$/.test(text)) return { id: text };
	const id = /[#&?]record=(\d+)/.exec(text)?.[1];
	if (id === undefined) return undefined;
	const host = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]?.toLowerCase();
	const [, guestSpace, app] = /\/k\/(?:m\/)?(?:guest\/(\d+)\/(?:m\/)?)?(\d+)[/?#]/.exec(text) ?? [];
	return { id, ...(app && { app }), ...(guestSpace && { guestSpace }), ...(host && { host }) };
}
