import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import { isUtc, nextDay, type ReadDate, startOfDay } from '../../shared/input/date';
import { MINUTE, rfc3339, storedZone } from '../time/zone';

/** The time type of an event. */
export type TimeType = 'timed' | 'allDay' | 'allDayPeriod' | 'startOnly';

interface EventTime {
	timeType: TimeType;
	start: ReadDate;
	end?: ReadDate;
	/** Any time zone. */
	zone: string;
	/** The zone of the end if it is another one. */
	endZone?: string;
	/** The service gave the zones, so that it knows them. */
	zonesAreStored?: boolean;
}

/** A date as the service takes it. */
export interface ZonedTime extends IDataObject {
	dateTime: string;
	timeZone: string;
}

/**
 * The time of an event in a request body: all-day events from
 * midnight to the last minute, periods of days by their midnights.
 * Throws `InputError` for a start or end without a time of day, and an end that is missing or before the start.
 */
export function timingOf(when: EventTime): IDataObject {
	const { timeType, zone, endZone = zone } = when;
	const { start, end } = limitsOf(when);
	if (end !== undefined && start > end) {
		throw new InputError(
			`"End" must not be before "Start": ${rfc3339(end, endZone)} is before ${rfc3339(start, zone)}`,
			'Correct "Start" or "End"',
		);
	}
	const stored = (of: string, instants: number[]) =>
		when.zonesAreStored ? of : storedZone(of, instants);
	const instants = end === undefined ? [start] : [start, end];
	const startZone = stored(zone, endZone === zone ? instants : [start]);
	const lastZone = endZone === zone ? startZone : stored(endZone, instants.slice(1));
	return {
		start: { dateTime: rfc3339(start, startZone), timeZone: startZone },
		...(end !== undefined && { end: { dateTime: rfc3339(end, lastZone), timeZone: lastZone } }),
		...(timeType === 'allDay' && { isAllDay: true }),
		...(timeType === 'startOnly' && { isStartOnly: true }),
	};
}

function limitsOf({ timeType, start, end, zone, endZone = zone }: EventTime): {
	start: number;
	end?: number;
} {
	if (timeType === 'startOnly') return { start: instantOf(start, 'Start') };
	if (timeType === 'timed') {
		if (end === undefined) {
			throw new InputError('"End" is empty', 'Set it, or set "Time Type" to Start Only');
		}
		return { start: instantOf(start, 'Start'), end: instantOf(end, 'End') };
	}
	const first = dayIn(start, zone);
	const last = end === undefined ? dayIn(start, endZone) : lastDay(end, endZone, timeType, first);
	return {
		start: first.toMillis(),
		end: timeType === 'allDayPeriod' ? last.toMillis() : nextDay(last).toMillis() - MINUTE,
	};
}

/** The instant of a date. Throws `InputError` for a mere day: whether it is part of the event can't be told. */
function instantOf({ at, kind }: ReadDate, label: string): number {
	if (kind !== 'day') return at.toMillis();
	throw new InputError(
		`"${label}" is a day without a time`,
		'Add a time, e.g. 2026-01-05 10:00, or set "Time Type" to All Day',
	);
}

/** Whether whole days start or end at a time (00:00 and 23:59). */
export function isDayLimit(at: DateTime): boolean {
	return isAtStart(at) || isAtStart(at.plus({ minutes: 1 }));
}

/** Whether a time is in the first minute of its day. */
function isAtStart(at: DateTime): boolean {
	return +at.startOf('minute') === +startOfDay(at);
}

/** Whether an event is from midnight to midnight: the day of its end may have been meant, too. */
export function goesToMidnight(start: ReadDate, end: ReadDate): boolean {
	return [start, end].every(isAtMidnight) && start.at < end.at;
}

function isAtMidnight({ at, kind }: ReadDate): boolean {
	return kind !== 'day' && isAtStart(at);
}

/** The clock on which a date names a day: its own, or a zone's if it may have been converted from there. */
function shownIn({ at, kind }: ReadDate, zone: string): DateTime {
	if (kind !== 'instant' || isDayLimit(at)) return at;
	const there = at.setZone(zone);
	return isUtc(at) || isDayLimit(there) ? there : at;
}

/** The end of an event that starts at another time and is as long: in days of the calendar, and the rest exactly. */
export function endAsLong(was: { start: DateTime; end: DateTime }, start: DateTime): DateTime {
	const end = was.end.setZone(was.start.zone);
	return start.plus(end.diff(was.start, ['days', 'milliseconds']));
}

/** The last day of whole days that start on another day and are as many. */
export function lastDayAsLong(was: { start: DateTime; end: DateTime }, first: DateTime): DateTime {
	const day = (at: DateTime) => at.setZone('utc', { keepLocalTime: true }).startOf('day');
	return first.plus(day(was.end).diff(day(was.start), 'days'));
}

/** The start of the day that a date names, in the zone of an event. */
export function dayIn(date: ReadDate, zone: string): DateTime {
	return startOfDay(shownIn(date, zone).setZone(zone, { keepLocalTime: true }));
}

/** The last day of an event. Midnight is the end of the day before, as in other calendars, but not of a period. */
function lastDay(end: ReadDate, zone: string, timeType: TimeType, first: DateTime): DateTime {
	const day = dayIn(end, zone);
	const before = startOfDay(day.minus({ days: 1 }));
	const isAfter =
		end.isExclusive ?? (timeType === 'allDay' && isAtMidnight({ ...end, at: shownIn(end, zone) }));
	return isAfter && before >= first ? before : day;
}

/** The service's type of an event of this time type. */
export function eventTypeOf(timeType: TimeType): 'REGULAR' | 'ALL_DAY' {
	return timeType === 'allDayPeriod' ? 'ALL_DAY' : 'REGULAR';
}
