import { nextDay } from '../time/moment';
import {
	asUtc,
	type CalendarDay,
	daysIn,
	instantOf,
	MINUTE,
	plusDays,
	startOfDay,
	wallTimeAt,
} from '../time/zone';
import type { RepeatInfo } from './event';

/** When one occurrence of a series is, in milliseconds since 1970. */
export interface Occurrence {
	start: number;
	/** Missing where the series tells no end. */
	end?: number;
}

/** Longest series that is searched: no rule skips more days. */
const MOST_DAYS = 20 * 366;

/**
 * The first occurrence that the service did not exclude; undefined where the rule has none, or
 * cannot be read.
 */
export function firstOccurrence(info: RepeatInfo): Occurrence | undefined {
	for (const day of daysOf(info)) {
		if (!fallsOn(info, day)) continue;
		const occurrence = occurrenceOn(info, day);
		if (occurrence && !isExcluded(info, occurrence)) return occurrence;
	}
	return undefined;
}

/** An instant on each day of a series, for what has to hold on all of them. */
export function spanOf(info: RepeatInfo): number[] {
	return [...daysOf(info)].map((day) => startOfDay(day, zoneOf(info)));
}

export function zoneOf({ timeZone }: RepeatInfo): string {
	return timeZone ?? 'UTC';
}

/** The end of an occurrence that starts at an instant, by the clock time at which the series ends. */
export function endAfter(info: RepeatInfo, start: number): number | undefined {
	const begins = clock(info.time?.start);
	const ends = clock(info.time?.end);
	if (ends === undefined) return undefined;
	const zone = zoneOf(info);
	const day = wallTimeAt(start, zone);
	const sameDay = atClock(day, ends, zone);
	const isOvernight = begins !== undefined && ends < begins;
	return isOvernight && sameDay < start ? atClock(plusDays(day, 1), ends, zone) : sameDay;
}

function* daysOf({ period }: RepeatInfo): Iterable<CalendarDay> {
	const first = calendarDay(period?.start);
	if (first === undefined) return;
	const last = calendarDay(period?.end);
	for (let count = 0; count < MOST_DAYS; count++) {
		const day = plusDays(atMidnight(first), count);
		if (last && asUtc(day) > asUtc(atMidnight(last))) return;
		yield day;
	}
}

function occurrenceOn(info: RepeatInfo, day: CalendarDay): Occurrence | undefined {
	const zone = zoneOf(info);
	if (info.isAllDay) {
		const start = startOfDay(day, zone);
		return { start, end: nextDay(start, zone) - 1 };
	}
	const begins = clock(info.time?.start);
	if (begins === undefined) return undefined;
	const start = atClock(day, begins, zone);
	const end = info.isStartOnly ? undefined : endAfter(info, start);
	return { start, ...(end !== undefined && { end }) };
}

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const WEEKS = ['EVERY_1STWEEK', 'EVERY_2NDWEEK', 'EVERY_3RDWEEK', 'EVERY_4THWEEK'];

/** Rules that do not say their day fall on the first one of their period. */
function fallsOn({ type = '', dayOfWeek, dayOfMonth }: RepeatInfo, day: CalendarDay): boolean {
	const weekday = new Date(asUtc(atMidnight(day))).getUTCDay();
	const isWeekday = dayOfWeek === undefined || WEEKDAYS[weekday] === dayOfWeek;
	const last = daysIn(day.year, day.month);
	switch (type) {
		case 'EVERY_WEEKDAY':
			return weekday > 0 && weekday < 6;
		case 'EVERY_WEEK':
			return isWeekday;
		case 'EVERY_LASTWEEK':
			return isWeekday && day.day > last - 7;
		case 'EVERY_MONTH':
			if (dayOfMonth === undefined) return true;
			return day.day === (dayOfMonth === 'EOM' ? last : Number(dayOfMonth));
		default:
			if (!WEEKS.includes(type)) return true;
			return isWeekday && Math.ceil(day.day / 7) === WEEKS.indexOf(type) + 1;
	}
}

/** Whether the service left an occurrence out of its series. */
export function isExcluded(
	{ exclusiveDateTimes }: RepeatInfo,
	{ start, end = start }: Occurrence,
): boolean {
	return (exclusiveDateTimes ?? []).some((range) => {
		const from = Date.parse(range.start ?? '');
		const to = Date.parse(range.end ?? '');
		return start === from || (start < to && end > from);
	});
}

function calendarDay(text = ''): CalendarDay | undefined {
	const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)?.map(Number) ?? [];
	return year > 0 && month > 0 && day > 0 ? { year, month, day } : undefined;
}

/** Minutes after midnight of `10:00` or `10:00:00`. */
function clock(text = ''): number | undefined {
	const found = /^(\d{1,2}):(\d{2})/.exec(text);
	return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
}

/** The instant of a clock time, or that many minutes into the day where clocks go forward over it. */
function atClock(day: CalendarDay, minutes: number, zone: string): number {
	const wall = { ...atMidnight(day), hour: Math.floor(minutes / 60), minute: minutes % 60 };
	return instantOf(wall, zone) ?? startOfDay(day, zone) + minutes * MINUTE;
}

function atMidnight({ year, month, day }: CalendarDay) {
	return { year, month, day, hour: 0, minute: 0, second: 0 };
}
