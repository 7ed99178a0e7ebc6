import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec } from '../../shared/catalogue';
import { listOf, objectOf } from '../../shared/objects';
import { HOUR, offsetAt, SECOND } from '../time/zone';
import type { ZonedTime } from './timing';

/** ID of other users' private events, of which only the time is visible. */
export const HIDDEN = '0';

/** All possible dates of a tentative event: it comes out once, so that its row needs them. */
const DATES = 'temporaryEventCandidates';
/** Fields that identify an occurrence, and show when it is, and whether it lasts all day. */
const NEEDED = ['id', 'repeatId', 'eventType', 'start', 'isAllDay', DATES];

/** When events are to start, in milliseconds since 1970. Its end is not part of it. */
export interface Limits {
	from?: number;
	to?: number;
}

/** A limit from which to ask for events that start at it: the service may not count it in. */
export function askedFrom(from: number): number {
	return from - SECOND;
}

/** The zone in which days begin first. */
const FIRST_OFFSET = 14 * HOUR;

/** Where to list from for a day of a zone: whole days of other zones may have begun before it. */
export function askedFromDay(from: number, zone: string): number {
	return askedFrom(from - Math.max(FIRST_OFFSET - offsetAt(from, zone), 0));
}

/**
 * Whether a listed event starts in a time: the service may count its end in, or events that go
 * on in it. A tentative event has several starts. Whole days may be listed by their dates, so that they
 * also count by those in the zone of the limits.
 */
export function startsIn({ from = -Infinity, to = Infinity }: Limits, zone: string) {
	const isIn = (at: number) => at >= from && at < to;
	return (event: IDataObject): boolean => {
		const { start, isAllDay, eventType } = event;
		const { dateTime = '' } = (start ?? {}) as Partial<ZonedTime>;
		const dates = listOf(event[DATES]).map((date) => objectOf(objectOf(date).start).dateTime);
		const starts = [dateTime, ...dates].map((text) => Date.parse(String(text)));
		if (starts.every((at) => Number.isNaN(at)) || starts.some(isIn)) return true;
		const isDays = isAllDay === true || eventType === 'ALL_DAY';
		return isDays && isIn(DateTime.fromISO(dateTime.slice(0, 10), { zone }).toMillis());
	};
}

/** The request with the fields that this node needs, beside those that were chosen. */
export function withNeededFields(spec: RequestSpec): RequestSpec {
	const { fields, orderBy } = (spec.query ?? {}) as { fields?: string; orderBy?: string };
	if (fields === undefined) return spec;
	const [sortedBy = ''] = (orderBy ?? '').split(' ');
	const all = new Set([...fields.split(','), ...NEEDED, ...(sortedBy ? [sortedBy] : [])]);
	return { ...spec, query: { ...spec.query, fields: [...all].join(',') } };
}

/** The chosen fields, and the possible dates of tentative events where times are among them. */
export function withDates(chosen: string[]): string[] {
	return chosen.includes('start') || chosen.includes('end') ? [...chosen, DATES] : chosen;
}

/**
 * The events of several calendars as one list, each occurrence once, in the order that was asked for.
 * @param orderBy as in the query (`start asc`)
 */
export function mergedEvents(lists: IDataObject[][], orderBy: string): IDataObject[] {
	const [by = 'start', direction] = orderBy.split(' ');
	const sign = direction === 'desc' ? -1 : 1;
	const sorted = lists
		.flat()
		.map((event) => ({ event, at: sortedAt(event[by]) }))
		.sort((a, b) => sign * (a.at - b.at));
	return sorted.map(({ event }) => event).filter(unseen());
}

function sortedAt(value: unknown): number {
	const text = typeof value === 'string' ? value : (value as ZonedTime | undefined)?.dateTime;
	const at = Date.parse(text ?? '');
	return Number.isNaN(at) ? 0 : at;
}

/**
 * Whether a row, one after the other, is the first of its occurrence: of its ID and, in a
 * series, its repeat ID or start. A tentative event has a row for each of its possible dates; all
 * of them are in each. Rows that do not say which occurrence they are all count as the first.
 */
export function unseen(): (event: IDataObject) => boolean {
	const seen = new Set<string>();
	return (event) => {
		const key = occurrenceIdentity(event);
		if (key === undefined) return true;
		const isNew = !seen.has(key);
		seen.add(key);
		return isNew;
	};
}

function occurrenceIdentity({ id, repeatId, eventType, start }: IDataObject): string | undefined {
	if (id === undefined || id === HIDDEN) return undefined;
	if (eventType === 'REGULAR' || eventType === 'ALL_DAY' || eventType === 'TEMPORARY') {
		return String(id);
	}
	const occurrence = repeatId || (start as ZonedTime | undefined)?.dateTime;
	return occurrence === undefined ? undefined : JSON.stringify([id, occurrence]);
}
