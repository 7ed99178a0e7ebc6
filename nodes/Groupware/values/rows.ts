import type { IDataObject } from 'n8n-workflow';

import type { Row } from '../../shared/catalogue';
import { listOf, objectOf } from '../../shared/objects';
import { askedFrom } from './eventList';

/** Parts of an answer that the service's tables write as lists and its clients as single objects. */
const SINGLE = ['creator', 'updater', 'category'];

/** An output row with one object where the service may give a list of one. */
export function plainRow(body: unknown): Row {
	return { json: plain(objectOf(body)) };
}

/** A row with one creator, updater, and category, of which the service may give a list; null for an empty one. */
export function plain(body: IDataObject): IDataObject {
	const row = { ...body };
	for (const key of SINGLE) {
		const value = row[key];
		if (Array.isArray(value)) row[key] = value[0] ?? null;
	}
	return row;
}

/** An output row with IDs as text, as in most calls; some give them as numbers. */
export function rowWithIds(...keys: string[]): (body: unknown) => Row {
	return (body) => {
		const row = { ...objectOf(body) };
		for (const key of keys) if (typeof row[key] === 'number') row[key] = String(row[key]);
		return { json: row };
	};
}

/** What people are called; by their login name or ID where the name is missing. */
export function namesOf(people: unknown): string[] {
	return listOf(people).map(nameOf);
}

/** The name of a person, else the code or ID; empty without any. */
export function nameOf(person: unknown): string {
	const { name, code, id } = (person ?? {}) as { name?: string; code?: string; id?: string };
	return name ?? code ?? id ?? '';
}

/**
 * Tells all rows but those whose last time is in the second before a start. The service documents that it
 * returns what comes after a start, so that the start itself may be missing: it is asked for a second more.
 */
export function since(
	start: number | undefined,
	timesOf: (row: IDataObject) => unknown[],
): (row: IDataObject) => boolean {
	if (start === undefined) return () => true;
	return (row) => {
		const times = timesOf(row).map((time) => Date.parse(String(time)));
		const last = Math.max(...times.filter((at) => !Number.isNaN(at)));
		return last < askedFrom(start) || last >= start;
	};
}

/** Some keys of a row, as far as it has them. */
export function picked(row: IDataObject, keys: string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in row).map((key) => [key, row[key]]));
}
