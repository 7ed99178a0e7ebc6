import { DateTime } from 'luxon';

import { startOfDay } from '../../shared/input/date';

import type { RepeatInfo } from './event';

/** One occurrence of a series. */
export interface Occurrence {
	start: DateTime;
	/** Missing where the series has no end. */
	end?: DateTime;
}

/** Longest series that is searched: no rule skips more days. */
const MOST_DAYS = 20 * 366;

/**
 * The first occurrence that the service did not exclude; undefined where the rule has none, or
 * cannot be read.
 */
export function firstOccurrence(info: RepeatInfo): Occurrence | undefined {
	const zone = info.timeZone ?? 'UTC';
	const first = DateTime.fromISO(info.period?.start ?? '', { zone });
	const last = DateTime.fromISO(info.period?.end ?? '', { zone });
	for (let count = 0; first.isValid && count < MOST_DAYS; count++) {
		const day = startOfDay(first.plus({ days: count }));
		if (last.isValid && day > last) return undefined;
		const occurrence = fallsOn(info, day) ? occurrenceOn(info, day) : undefined;
		const [start, end] = [occurrence?.start.toMillis(), occurrence?.end?.toMillis()];
		if (occurrence && start !== undefined && !isExcluded(info, { start, end })) return occurrence;
	}
	return undefined;
}

function occurrenceOn(info: RepeatInfo, day: DateTime): Occurrence | undefined {
	if (info.isAllDay) return { start: day, end: day.endOf('day') };
	const start = atClock(day, info.time?.start);
	if (start === undefined) return undefined;
	const end = info.isStartOnly ? undefined : atClock(day, info.time?.end);
	if (end === undefined) return { start };
	return { start, end: end < start ? end.plus({ days: 1 }) : end };
}

/** The clock time (`10:00`) on a day. */
function atClock(day: DateTime, text = ''): DateTime | undefined {
	const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(text) ?? [];
	return hour ? day.set({ hour: Number(hour), minute: Number(minute) }) : undefined;
}

const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const WEEKS = ['EVERY_1STWEEK', 'EVERY_2NDWEEK', 'EVERY_3RDWEEK', 'EVERY_4THWEEK'];

/** Rules that do not say their day fall on the first one of their period. */
function fallsOn({ type = '', dayOfWeek, dayOfMonth }: RepeatInfo, day: DateTime): boolean {
	const isWeekday = dayOfWeek === undefined || WEEKDAYS[day.weekday - 1] === dayOfWeek;
	const last = day.daysInMonth ?? 31;
	switch (type) {
		case 'EVERY_WEEKDAY':
			return day.weekday < 6;
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

/** Whether the service left an occurrence (in milliseconds since 1970) out of its series. */
export function isExcluded(
	{ exclusiveDateTimes = [] }: RepeatInfo,
	{ start, end = start }: { start: number; end?: number | undefined },
): boolean {
	return exclusiveDateTimes.some((range) => {
		const from = Date.parse(range.start ?? '');
		const to = Date.parse(range.end ?? '');
		return start === from || (start < to && end > from);
	});
}
