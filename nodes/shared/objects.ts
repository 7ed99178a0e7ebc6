import type { GenericValue, IDataObject } from 'n8n-workflow';

/** Whether a value is an object with keys, not a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an object; one without keys for anything else. */
export function objectOf(value: unknown): IDataObject {
	return isObject(value) ? value : {};
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

/** The objects of a response's list; undefined if it has no such list. */
export function objectsIn(body: unknown, key: string): IDataObject[] | undefined {
	const list = isObject(body) ? body[key] : undefined;
	return Array.isArray(list) ? list.map(objectOf) : undefined;
}

/** Whether two values are equal, plain data both. The order of keys doesn't matter. */
export function sameData(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (!isData(one) || !isData(other) || Array.isArray(one) !== Array.isArray(other)) return false;
	const keys = Object.keys(one);
	if (keys.length !== Object.keys(other).length) return false;
	return keys.every((key) => Object.hasOwn(other, key) && sameData(one[key], other[key]));
}

/** Whether a value is a list or an object of plain data. A date, for example, isn't: its value is not in its keys. */
export function isData(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** A short text for a value; different values have different texts, but for one pair in 2^53. */
export function digest(value: unknown): string {
	const text = JSON.stringify(value ?? null);
	let one = 0xdeadbeef;
	let other = 0x41c6ce57;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		one = Math.imul(one ^ code, 2654435761);
		other = Math.imul(other ^ code, 1597334677);
	}
	one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
	other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
	return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}
