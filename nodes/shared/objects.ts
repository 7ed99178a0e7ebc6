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

/** The objects of a response's list; undefined if it has no such list. */
export function objectsIn(body: unknown, key: string): IDataObject[] | undefined {
	const list = isObject(body) ? body[key] : undefined;
	return Array.isArray(list) ? list.map(objectOf) : undefined;
}
