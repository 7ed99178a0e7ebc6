import type { IDataObject } from 'n8n-workflow';

import type { Draft } from '../../shared/catalogue';
import { DAY } from '../time/zone';
import type { ZonedTime } from './timing';

/** A range of time that is longer is read in windows of at most this length. */
const LONGEST_WINDOW = 31 * DAY;

/** ID of other users' private events, of which only the time is visible. */
const HIDDEN = '0';

/** Fields that identify an occurrence, and show whether it lasts all day. */
const NEEDED = ['id', 'repeatId', 'eventType', 'start', 'isAllDay'];

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

/** The request with the fields that this node needs, beside those that were chosen. */
export function withNeededFields(draft: Draft): Draft {
	const { fields, orderBy } = (draft.query ?? {}) as { fields?: string; orderBy?: string };
	if (fields === undefined) return draft;
	const [sortedBy = ''] = (orderBy ?? '').split(' ');
	const all = new Set([...fields.split(','), ...NEEDED, ...(sortedBy ? [sortedBy] : [])]);
	return { ...draft, query: { ...draft.query, fields: [...all].join(',') } };
}

/**
 * The events of several lists as one, each occurrence once, in the order that was asked for.
 * @param orderBy as in the query (`start asc`)
 */
export function mergedEvents(lists: IDataObject[][], orderBy: string): IDataObject[] {
	const [by = 'start', direction] = orderBy.split(' ');
	const sign = direction === 'desc' ? -1 : 1;
	const sorted = lists
		.flat()
		.map((event) => ({ event, at: instantOf(event[by]) }))
		.sort((a, b) => sign * (a.at - b.at));
	return sorted.map(({ event }) => event).filter(unseen());
}

/**
 * Tells for one row after the other whether it is the first of its occurrence: of its ID and, in a
 * series, its repeat ID or start. A tentative event has a row for each of its possible dates; all
 * of them are in each. Rows that do not say which occurrence they are all count as the first.
 */
export function unseen(): (event: IDataObject) => boolean {
	const seen = new Set<string>();
	return (event) => {
		const key = keyOf(event);
		if (key === undefined) return true;
		const isNew = !seen.has(key);
		seen.add(key);
		return isNew;
	};
}

function keyOf({ id, repeatId, eventType, start }: IDataObject): string | undefined {
	if (id === undefined || id === HIDDEN) return undefined;
	if (eventType === 'REGULAR' || eventType === 'ALL_DAY' || eventType === 'TEMPORARY') {
		return String(id);
	}
	const occurrence = repeatId || (start as ZonedTime | undefined)?.dateTime;
	return occurrence === undefined ? undefined : JSON.stringify([id, occurrence]);
}

function instantOf(value: unknown): number {
	const text = typeof value === 'string' ? value : (value as ZonedTime | undefined)?.dateTime;
	const at = Date.parse(text ?? '');
	return Number.isNaN(at) ? 0 : at;
}
