import type { ItemContext, Operation } from '../shared/catalogue';
import { InputError } from '../shared/errors';
import { quoteShort } from '../shared/messages';
import { valueAt } from '../shared/parameters';
import { checkSite } from './connection';

/** The guest space and the environment of an app. */
export interface Side {
	guestSpace?: string;
	preview?: boolean;
}

/**
 * The full path of an API, from the path of its production form:
 * `/k/v1/x.json` → `/k/guest/5/v1/preview/x.json`. A path that already has a guest
 * space is kept.
 */
export function pathOn(path: string, { guestSpace, preview = false }: Side): string {
	if (path.startsWith('/k/guest/')) return path;
	if (guestSpace === undefined && !preview && !path.startsWith('/k/v1/preview/')) return path;
	const api = path.replace(/^\/k\/v1\/(?:preview\/)?/, '');
	const space = guestSpace === undefined ? '' : `/guest/${guestSpace}`;
	return `/k${space}/v1/${preview ? 'preview/' : ''}${api}`;
}

/** The path of an operation for the settings of an item. */
export function route(operation: Operation, path: string, item: ItemContext): string {
	return pathOn(path, {
		...(operation.guestSpace && { guestSpace: guestSpaceOf(item) }),
		preview: usesPreview(operation, item),
	});
}

function usesPreview({ environment = 'production' }: Operation, item: ItemContext): boolean {
	if (environment !== 'both') return environment === 'preview';
	return valueAt(item, 'environment') === 'preview';
}

/** Parameters that accept a URL, and what it is of. */
const URLS: Array<[name: string, what: string]> = [
	['app', 'app'],
	['targetApp', 'app'],
	['recordId', 'record'],
	['targetRecordId', 'record'],
	['spaceId', 'space'],
	['guestSpaceId', 'guest space'],
	['options.guestSpace', 'guest space'],
	['options.targetGuestSpace', 'guest space'],
];

/** Throws `InputError` for a URL of another service than the credential's. */
export function checkSites(item: Pick<ItemContext, 'read' | 'connection'>): void {
	for (const [name, what] of URLS) checkSite(item.read(name), what, item.connection);
}

/** The guest space of the item: from the option, else from the URL of the app or space. */
export function guestSpaceOf(item: Pick<ItemContext, 'read'>): string | undefined {
	return (
		guestSpaceIn(item.read('options.guestSpace')) ??
		appIn(item.read('app')).guestSpace ??
		spaceIn(item.read('spaceId')).guestSpace
	);
}

/** Gives the pages on which people open the records of the item's app, by ID. */
export function recordPages(item: Pick<ItemContext, 'read' | 'connection'>) {
	const space = guestSpaceOf(item);
	const { id: app } = appIn(item.read('app'));
	const path = `/k/${space === undefined ? '' : `guest/${space}/`}${app}`;
	return (id: unknown) => `${item.connection.baseUrl}${path}/show#record=${String(id)}`;
}

/** A guest space from its ID or a URL in it, if any. Throws `InputError` for anything else. */
export function guestSpaceIn(entered: unknown): string | undefined {
	const text = String(entered ?? '').trim();
	if (text === '' || text === '0') return undefined;
	if (/^\d+$/.test(text)) return text;
	const id = /\/k\/guest\/(\d+)(?:[/?#]|$)/.exec(text)?.[1];
	if (id !== undefined) return id;
	throw new InputError(
		`${quoteShort(entered)} is not a valid guest space`,
		'Enter the ID of the guest space (5) or its URL (https://example.cybozu.com/k/guest/5/)',
	);
}

/** The ID of an app or space, and its guest space if its URL has one. */
export interface AppReference {
	id: string;
	guestSpace?: string;
}

/** What was read last, because thousands of items name the same app. */
let lastApp: { text: string; app: Readonly<AppReference> } | undefined;

/**
 * Reads an app's ID, the part of a URL that the app picker keeps (`guest/5/12`), or a
 * URL. Throws `InputError` for anything else; an empty input has an empty ID.
 */
export function appIn(chosen: unknown): Readonly<AppReference> {
	const text = String(chosen ?? '').trim();
	if (text === '') return { id: '' };
	if (lastApp?.text === text) return lastApp.app;
	const found =
		/^(?:(?:https?:\/\/[^?#]*)?\/k\/)?(?:m\/)?(?:guest\/(\d+)\/(?:m\/)?)?(\d+)(?:[/?#].*)?$/.exec(
			text,
		);
	if (found === null) {
		throw new InputError(
			`${quoteShort(chosen)} is not a valid app`,
			'Choose the app from the list, or enter its ID (12) or its URL (https://example.cybozu.com/k/12/)',
		);
	}
	const [, guestSpace, id = ''] = found;
	lastApp = { text, app: { id, ...(guestSpace && { guestSpace }) } };
	return lastApp.app;
}

/**
 * Reads a space's ID, the part of a URL that the control keeps (`guest/5/#/space/5`), or a
 * URL. Throws `InputError` for anything else; an empty input has an empty ID.
 */
export function spaceIn(chosen: unknown): AppReference {
	const text = String(chosen ?? '').trim();
	if (/^\d*$/.test(text)) return { id: text };
	const [, guestSpace, id] = /(?:guest\/(\d+)\/)?(?:m\/)?#\/space\/(\d+)/.exec(text) ?? [];
	if (id !== undefined) return { id, ...(guestSpace && { guestSpace }) };
	throw new InputError(
		`${quoteShort(chosen)} is not a valid space`,
		'Enter the ID of the space (12) or its URL (https://example.cybozu.com/k/#/space/12)',
	);
}

/** Reads a record's ID, or the URL of its page or of a comment on it; undefined for anything else. */
export function recordIn(chosen: unknown): (AppReference & { app?: string }) | undefined {
	const text = String(chosen ?? '').trim();
	if (/^\d+$/.test(text)) return { id: text };
	const id = /[#&?]record=(\d+)/.exec(text)?.[1];
	if (id === undefined) return undefined;
	const [, guestSpace, app] = /\/k\/(?:m\/)?(?:guest\/(\d+)\/(?:m\/)?)?(\d+)[/?#]/.exec(text) ?? [];
	return { id, ...(app && { app }), ...(guestSpace && { guestSpace }) };
}

export function noRecord(chosen: unknown): InputError {
	return new InputError(
		`${quoteShort(chosen)} is not a valid record`,
		'Enter the ID of the record (17) or its URL (https://example.cybozu.com/k/12/show#record=17)',
	);
}
