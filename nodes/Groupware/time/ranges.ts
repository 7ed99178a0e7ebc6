import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { fromJapaneseTime } from '../../shared/japanese';
import { nextDay } from './moment';
import { asUtc, instantOf, MINUTE, startOfDay, wallTimeAt } from './zone';

/** A time range in milliseconds since 1970, without `to` itself. */
export interface Range {
	from: number;
	to: number;
}

/** When people work, as clock times of each day. */
export interface WorkingHours {
	/** Minutes after midnight. */
	opens: number;
	/** Minutes after midnight; later than `opens`. */
	closes: number;
	/** 0 (Sunday) to 6. */
	weekdays: number[];
}

/** Cutting a longer range into days would make a request of thousands of ranges. */
const MOST_DAYS = 366;

const QUARTER = 15 * MINUTE;

/** `09:30` as minutes after midnight; `24:00` is the end of the day. Throws `InputError` for anything else. */
export function clockTime(value: unknown, label: string): number {
	const text = String(value ?? '').trim();
	const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(fromJapaneseTime(text)) ?? [];
	const minutes = Number(hour) * 60 + Number(minute);
	if (hour !== undefined && Number(minute) < 60 && minutes <= 24 * 60) return minutes;
	throw new InputError(
		`"${label}" is not a valid time of day: ${quoteShort(text)}`,
		'Use a time such as 9:00 or 18:30',
	);
}

/** The parts of a range that lie in working hours, day by day. */
export function inWorkingHours(range: Range, hours: WorkingHours, zone: string): Range[] {
	const parts: Range[] = [];
	let day = startOfDay(wallTimeAt(range.from, zone), zone);
	for (let count = 0; day < range.to; count++) {
		if (count > MOST_DAYS) {
			throw new InputError(
				'The search period is longer than a year',
				'Choose a shorter period, or turn off "Only in Working Hours"',
			);
		}
		const from = Math.max(range.from, atMinute(day, hours.opens, zone));
		const to = Math.min(range.to, atMinute(day, hours.closes, zone));
		if (hours.weekdays.includes(weekdayOf(day, zone)) && from < to) parts.push({ from, to });
		day = nextDay(day, zone);
	}
	return parts;
}

function atMinute(day: number, minutes: number, zone: string): number {
	if (minutes >= 24 * 60) return nextDay(day, zone);
	const wall = { ...wallTimeAt(day, zone), hour: Math.floor(minutes / 60), minute: minutes % 60 };
	return instantOf({ ...wall, second: 0 }, zone) ?? day + minutes * MINUTE;
}

function weekdayOf(at: number, zone: string): number {
	return new Date(asUtc(wallTimeAt(at, zone))).getUTCDay();
}

/**
 * The future part of the range. A start in the past becomes the next quarter hour. Undefined if
 * nothing is left.
 */
export function stillAhead(range: Range, now: number): Range | undefined {
	const from = range.from >= now ? range.from : Math.ceil(now / QUARTER) * QUARTER;
	return from < range.to ? { ...range, from } : undefined;
}
