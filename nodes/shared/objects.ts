import type { GenericValue, IDataObject } from 'n8n-workflow';

/** Whether a value is an object with keys, not a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an object; one without keys for anything else. */
export function objectOf(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/** Nothing, an empty text, or an empty list. */
export function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || value === '';
}

/** A list as it is; an empty one for anything else. */
export function listOf(value: unknown): GenericValue[] {
	return Array.isArray(value) ? value : [];
}

/**
 * A response as an object. Throws `TypeError` for anything else, which is reported as an unexpected
 * response.
 */
export function bodyOf(body: unknown): IDataObject {
	if (isObject(body)) return body;
	throw new TypeError('The response is not an object');
}

/** The objects of a response's list. Throws `TypeError` if it has no such list. */
export function listIn(body: unknown, key: string): IDataObject[] {
	const list = objectsIn(body, key);
	if (list) return list;
	throw new TypeError('The response has no list');
}

/** The same; undefined if it has no such list. */
export function objectsIn(body: unknown, key: string): IDataObject[] | undefined {
	const list = isObject(body) ? body[key] : undefined;
	return Array.isArray(list) ? list.map(objectOf) : undefined;
}
