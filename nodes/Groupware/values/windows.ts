import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec } from '../../shared/catalogue';
import { listOf, objectOf } from '../../shared/objects';
import { DAY, HOUR, offsetAt, SECOND, startOfDay } from '../time/zone';
import type { ZonedTime } from './timing';

/** A range of time that is longer is read in windows of at most this length. */
const LONGEST_WINDOW = 31 * DAY;

/** ID of other users' private events, of which only the time is visible. */
const HIDDEN = '0';

/** All possible dates of a tentative event: it comes out once, so that its row needs them. */
const DATES = 'temporaryEventCandidates';
/** Fields that identify an occurrence, and show when it is, and whether it lasts all day. */
const NEEDED = ['id', 'repeatId', 'eventType', 'start', 'isAllDay', DATES];

/** How many windows a range of time has; 1 where it is short or has no limits. */
export function windowCount({ rangeStart, rangeEnd }: IDataObject): number {
	const length = Date.parse(String(rangeEnd ?? '')) - Date.parse(String(rangeStart ?? ''));
	// The second is the one by which windows overlap.
	return length > LONGEST_WINDOW + SECOND ? Math.ceil((length - SECOND) / LONGEST_WINDOW) : 1;
}

/** When events are to start, in milliseconds since 1970. Its end is not part of it. */
interface Limits {
	from?: number;
	to?: number;
}

/** A limit from which to ask for events that start at it: the service may not count it in. */
export function askedFrom(from: number): number {
	return from - SECOND;
}

/** The zone in which days begin first. */
const FIRST_OFFSET = 14 * HOUR;

/** The same for a day of a zone: whole days of other zones may have begun before it. */
export function askedFromDay(from: number, zone: string): number {
	return askedFrom(from - Math.max(FIRST_OFFSET - offsetAt(from, zone), 0));
}

/**
 * Tells whether a listed event starts in a time: the service may count its end in, or events that go
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
		const [year = 0, month = 0, day = 0] = dateTime.slice(0, 10).split('-').map(Number);
		const isDays = isAllDay === true || eventType === 'ALL_DAY';
		return isDays && isIn(startOfDay({ year, month, day }, zone));
	};
}

/**
 * The request as several with a window of the time each, which can be read beside each other; the
 * request itself where the time is short or has no limits. What lies in two windows comes twice:
 * windows overlap by a second, because it isn't known whether limits belong to them.
 * @param toText writes a limit as the request had it
 */
export function inWindows(spec: RequestSpec, toText: (at: number) => string): RequestSpec[] {
	const query = spec.query ?? {};
	const count = windowCount(query);
	if (count === 1) return [spec];
	const from = Date.parse(String(query.rangeStart));
	const to = Date.parse(String(query.rangeEnd));
	return Array.from({ length: count }, (_, index) => {
		const start = from + index * LONGEST_WINDOW;
		const end = Math.min(to, start + LONGEST_WINDOW + SECOND);
		return { ...spec, query: { ...query, rangeStart: toText(start), rangeEnd: toText(end) } };
	});
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
 * The events of several lists as one, each occurrence once, in the order that was asked for.
 * @param orderBy as in the query (`start asc`)
 * @param windows how many lists in a row are windows of one calendar
 */
export function mergedEvents(lists: IDataObject[][], orderBy: string, windows = 1): IDataObject[] {
	const [by = 'start', direction] = orderBy.split(' ');
	const sign = direction === 'desc' ? -1 : 1;
	const calendars = Array.from({ length: Math.ceil(lists.length / windows) }, (_, at) =>
		ofCalendar(lists.slice(at * windows, (at + 1) * windows)),
	);
	const sorted = calendars
		.flat()
		.map((event) => ({ event, at: instantOf(event[by]) }))
		.sort((a, b) => sign * (a.at - b.at));
	return sorted.map(({ event }) => event).filter(unseen());
}

/**
 * The rows of a calendar's windows. Of rows that don't say which occurrence they are, equal ones count
 * as often as the window with most of them has them: they come twice if they touch two windows.
 */
function ofCalendar(windows: IDataObject[][]): IDataObject[] {
	const most = new Map<string, number>();
	return windows.flatMap((rows) => {
		const here = new Map<string, number>();
		return rows.filter((row) => {
			if (keyOf(row) !== undefined) return true;
			const text = JSON.stringify(row);
			const count = (here.get(text) ?? 0) + 1;
			here.set(text, count);
			if (count <= (most.get(text) ?? 0)) return false;
			most.set(text, count);
			return true;
		});
	});
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
