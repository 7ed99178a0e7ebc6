import type { IDataObject } from 'n8n-workflow';

import type { Draft } from '../../shared/catalogue';
import { DAY } from '../time/zone';
import type { ZonedTime } from './timing';

/** A range of time that is longer is read in windows of at most this length. */
const LONGEST_WINDOW = 31 * DAY;

/** ID of all private events of others, of which only the time is told. */
const HIDDEN = '0';

/** What tells one occurrence from another, and what their order may ask for. */
const NEEDED = ['id', 'repeatId', 'start'];

/**
 * The request as several with a window of the time each, which can be read beside each other; the
 * request itself where the time is short or has no limits. What lies in two windows comes twice.
 * @param toText writes a limit as the request had it
 */
export function inWindows(draft: Draft, toText: (at: number) => string): Draft[] {
	const { rangeStart, rangeEnd } = (draft.query ?? {}) as {
		rangeStart?: string;
		rangeEnd?: string;
	};
	const from = Date.parse(rangeStart ?? '');
	const to = Date.parse(rangeEnd ?? '');
	const count = Math.ceil((to - from) / LONGEST_WINDOW);
	if (!(count > 1)) return [draft];
	return Array.from({ length: count }, (_, index) => {
		const start = from + index * LONGEST_WINDOW;
		const query = {
			...draft.query,
			rangeStart: toText(start),
			rangeEnd: toText(Math.min(to, start + LONGEST_WINDOW)),
		};
		return { ...draft, query };
	});
}

/** The request with the fields that `mergedEvents` needs, beside those that were chosen. */
export function withNeededFields(draft: Draft): Draft {
	const { fields, orderBy } = (draft.query ?? {}) as { fields?: string; orderBy?: string };
	if (fields === undefined) return draft;
	const chosen = fields.split(',');
	const [sortedBy = 'start'] = (orderBy ?? '').split(' ');
	const missing = [...new Set([...NEEDED, sortedBy || 'start'])].filter(
		(field) => !chosen.includes(field),
	);
	return { ...draft, query: { ...draft.query, fields: [...chosen, ...missing].join(',') } };
}

/**
 * The events of several lists as one, each occurrence once, in the order that was asked for.
 * @param orderBy as in the query (`start asc`)
 * @param chosen fields that the person wants; everything when empty
 */
export function mergedEvents(
	lists: IDataObject[][],
	orderBy: string,
	chosen: string[],
): IDataObject[] {
	const [by = 'start', direction] = orderBy.split(' ');
	const sign = direction === 'desc' ? -1 : 1;
	const sorted = lists
		.flat()
		.map((event) => ({ event, at: instantOf(event[by]) }))
		.sort((a, b) => sign * (a.at - b.at));
	return sorted
		.map(({ event }) => event)
		.filter(unseen())
		.map((event) => (chosen.length === 0 ? event : only(event, chosen)));
}

/**
 * Tells for one row after the other whether it is the first of its occurrence: of its ID and repeat
 * ID. A tentative event has a row for each of its possible dates; all of them are in each.
 */
export function unseen(): (event: IDataObject) => boolean {
	const seen = new Set<string>();
	return ({ id, repeatId }) => {
		if (id === undefined || id === HIDDEN) return true;
		const key = JSON.stringify([id, repeatId ?? '']);
		const isNew = !seen.has(key);
		seen.add(key);
		return isNew;
	};
}

function instantOf(value: unknown): number {
	const text = typeof value === 'string' ? value : (value as ZonedTime | undefined)?.dateTime;
	const at = Date.parse(text ?? '');
	return Number.isNaN(at) ? 0 : at;
}

function only(event: IDataObject, fields: string[]): IDataObject {
	return Object.fromEntries(Object.entries(event).filter(([key]) => fields.includes(key)));
}
