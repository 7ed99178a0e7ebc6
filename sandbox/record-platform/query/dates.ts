import { DateTime } from 'luxon';

/**
 * A stretch of time, both ends included, as the records hold times: `2026-01-31`, `2026-01-31T10:00:00Z` or `23:59`.
 * Strings of one form sort as the times do. Empty when `from` is after `to`.
 */
export interface Span {
	from: string;
	to: string;
}

/** Whole days in the caller's zone. */
export interface Days {
	first: DateTime;
	last: DateTime;
}

const EARLIEST = DateTime.fromISO('0001-01-01T00:00:00Z', { zone: 'utc' });
const LATEST = DateTime.fromISO('9999-12-31T23:59:59Z', { zone: 'utc' });

// Digits must not depend on the locale of the machine.
const ENGLISH = { locale: 'en-US' };

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** The caller's present; a zone the system does not know counts as UTC. */
export function callersTime(now: Date, timeZone: string): DateTime {
	const local = DateTime.fromJSDate(now, { zone: timeZone });
	return local.isValid ? local : DateTime.fromJSDate(now, { zone: 'utc' });
}

/** Days as a DATE field holds them. */
export function spanOfDates({ first, last }: Days): Span {
	return { from: isoDate(first), to: isoDate(last) };
}

/** Days as a DATETIME field holds them: from the first to the last second in UTC. */
export function spanOfSeconds({ first, last }: Days): Span {
	return { from: isoSecond(first.startOf('day')), to: isoSecond(last.endOf('day')) };
}

/** The minute an instant lies in: times of records have no seconds, so nothing could equal `NOW()` otherwise. */
export function spanOfMinute(instant: DateTime): Span {
	return { from: isoSecond(instant.startOf('minute')), to: isoSecond(instant.endOf('minute')) };
}

/** A DATE literal, `YYYY-MM-DD`; undefined when it is none. */
export function parseDate(text: string): Span | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
	return DateTime.fromISO(text).isValid ? { from: text, to: text } : undefined;
}

/** A DATETIME literal in ISO 8601; without an offset or without a time it means the caller's zone, or that whole day. */
export function parseDateTime(text: string, zone: DateTime['zone']): Span | undefined {
	if (!ISO.test(text)) return undefined;
	const instant = DateTime.fromISO(text, { zone });
	if (!instant.isValid) return undefined;
	if (!text.includes('T')) return spanOfSeconds({ first: instant, last: instant });
	const whole = instant.startOf('second');
	const from = whole.equals(instant) ? whole : whole.plus({ seconds: 1 });
	return { from: isoSecond(from), to: isoSecond(whole) };
}

/** A TIME literal, `HH:MM` or `HH:MM:SS`. */
export function parseTime(text: string): Span | undefined {
	const [, hour, minute, second] = TIME.exec(text) ?? [];
	if (hour === undefined || minute === undefined) return undefined;
	const start = DateTime.fromObject(
		{ year: 2000, hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) },
		{ zone: 'utc' },
	);
	if (!start.isValid) return undefined;
	const to = start.toFormat('HH:mm', ENGLISH);
	return { from: start.second === 0 ? to : `${to}:${second}`, to };
}

function isoDate(day: DateTime): string {
	return within(day).toFormat('yyyy-MM-dd', ENGLISH);
}

function isoSecond(instant: DateTime): string {
	return within(instant.toUTC()).toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'", ENGLISH);
}

/** Years that no four digits can write end at the border, so that comparing as strings stays right. */
function within(time: DateTime): DateTime {
	if (time.year < EARLIEST.year) return EARLIEST;
	return time.year > LATEST.year ? LATEST : time;
}
