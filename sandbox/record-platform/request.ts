import { isObject } from '../input/readers';
import type { Call } from '../types';
import { ServiceError } from './errors';

/** What an operation asks of the ways to sign in. */
export interface SignInRules {
	/** False for operations that take no API tokens. */
	tokens: boolean;
	/** Scope an OAuth token needs; missing for operations that take none. */
	scope?: string;
}

/** An operation of docs/api. */
export interface Operation extends SignInRules {
	id: string;
	method: string;
	/** The path below `v1/` or `v1/preview/`, without `.json`. */
	api: string;
	environment: Environment | 'both';
	/** Where the answer is no JSON. */
	reply?: 'file';
}

/** The two sides of an app. */
export type Environment = 'production' | 'preview';

/** Where a request of this service goes: `/k/v1/preview/app/form/fields.json` → `app/form/fields`. */
export interface Address {
	api: string;
	environment: Environment;
	/** A guest space, or all those that the user has joined (the full-text search alone). */
	guestSpaceId: string | undefined;
}

export const ALL_GUEST_SPACES = 'all';

const ADDRESS = /^\/k\/(?:guest\/(\d{1,18})\/)?v1\/(preview\/)?(.+)\.json$/;

/** Splits a path into its parts, undefined when it is no API path. */
export function parseAddress(path: string): Address | undefined {
	if (path === '/k/guest/v1/search.json') {
		return { api: 'search', environment: 'production', guestSpaceId: ALL_GUEST_SPACES };
	}
	const match = ADDRESS.exec(path);
	if (!match) return undefined;
	const environment = match[2] === undefined ? 'production' : 'preview';
	return { api: match[3] as string, environment, guestSpaceId: match[1] };
}

/** The call's parameters: the JSON body and, for GET and DELETE, the query string on top of it. */
export function readParameters(call: Call): Record<string, unknown> {
	const body = readBody(call);
	if (call.method !== 'GET' && call.method !== 'DELETE') return body;
	return { ...body, ...readQuery(call.query) };
}

function readBody(call: Call): Record<string, unknown> {
	const text = call.body.toString('utf8').trim();
	if (text === '') {
		// A write without any body is a request without parameters; so is a read.
		return {};
	}
	const contentType = call.headers['content-type'] ?? '';
	if (!/^application\/json\b/i.test(contentType)) throw new ServiceError('CB_IL02');
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		throw new ServiceError('CB_IJ01');
	}
	if (!isObject(parsed)) throw new ServiceError('CB_IJ01');
	return parsed;
}

/** `a=1&ids[0]=2&ids[1]=3` → `{a: '1', ids: ['2', '3']}`; indexes give the order, gaps close. */
export function readQuery(query: URLSearchParams): Record<string, unknown> {
	const plain = new Map<string, unknown>();
	const lists = new Map<string, { index: number; value: string }[]>();
	for (const [name, value] of query) {
		const match = /^(.+?)\[(\d{0,9})\]$/.exec(name);
		if (!match) {
			plain.set(name, value);
			continue;
		}
		const list = lists.get(match[1] as string) ?? [];
		list.push({ index: match[2] === '' ? list.length : Number(match[2]), value });
		lists.set(match[1] as string, list);
	}
	for (const [name, list] of lists) {
		const sorted = [...list].sort((left, right) => left.index - right.index);
		plain.set(
			name,
			sorted.map((entry) => entry.value),
		);
	}
	return Object.fromEntries(plain);
}
