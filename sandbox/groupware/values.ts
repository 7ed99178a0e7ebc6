import { isObject } from '../input/readers';
import { badValue, missing, tooLarge, tooSmall } from './errors';

/**
 * Checks of values that came in a JSON body. `name` is the path of the value, as the error tells it. All
 * throw the service's error for another value.
 */

export type JsonObject = Record<string, unknown>;

/** The largest id the service hands out. */
const greatestId = 2147483647;

/** A value as an object. Throws GRN_REST_API_00202. */
export function objectOf(value: unknown, name: string): JsonObject {
	if (!isObject(value)) throw badValue(name);
	return value;
}

/** A value as a list. Throws GRN_REST_API_00202. */
export function listOf(value: unknown, name: string): unknown[] {
	if (!Array.isArray(value)) throw badValue(name);
	return value;
}

/** A value as text. Throws GRN_REST_API_00202. */
export function textOf(value: unknown, name: string): string {
	if (typeof value !== 'string') throw badValue(name);
	return value;
}

/** A value as text that is not empty. Throws GRN_REST_API_00201. */
export function requiredText(value: unknown, name: string): string {
	if (value === undefined || value === null || value === '') throw missing(name);
	return textOf(value, name);
}

/** A whole number within bounds; throws GRN_REST_API_00210 below, GRN_REST_API_00211 above. */
export function within(value: unknown, name: string, least: number, most: number): number {
	if (typeof value !== 'number' || !Number.isInteger(value)) throw badValue(name);
	if (value < least) throw tooSmall(name, least);
	if (value > most) throw tooLarge(name, most);
	return value;
}

/**
 * An id as a number; the service writes ids as strings in some answers and as numbers in others.
 * Undefined when the digits are more than an id can have, which is the id of nothing. Throws
 * GRN_REST_API_00202.
 */
export function idOf(value: unknown, name: string): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') throw badValue(name);
	if (!/^\d+$/.test(String(value))) throw badValue(name);
	const id = Number(value);
	return id <= greatestId ? id : undefined;
}

/** Whether there is a value; null is none. */
export function given(value: unknown): boolean {
	return value !== undefined && value !== null;
}
