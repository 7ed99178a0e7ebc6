import { DateTime } from 'luxon';

import { InputError } from '../../shared/errors';
import type { Range } from './periods';
import { MINUTE } from './zone';

/** When people work, as clock times of each day. */
export interface WorkingHours {
	/** Minutes after midnight. */
	opens: number;
	/** Minutes after midnight; later than `opens`. */
	closes: number;
	/** 1 (Monday) to 7. */
	weekdays: number[];
}

/** Cutting a longer range into days would make a request of thousands of ranges. */
const MOST_DAYS = 366;

const QUARTER = 15 * MINUTE;

/** The parts of a range that lie in working hours, day by day. */
export function inWorkingHours(range: Range, hours: WorkingHours, zone: string): Range[] {
	const first = DateTime.fromMillis(range.from, { zone }).startOf('day');
	const days = Array.from({ length: MOST_DAYS + 2 }, (_, count) => first.plus({ days: count }));
	const within = days.filter((day) => day.toMillis() < range.to);
	if (within.length > MOST_DAYS + 1) {
		throw new InputError(
			'The search period is longer than a year',
			'Choose a shorter period, or turn off "Only in Working Hours"',
		);
	}
	return within
		.filter(({ weekday }) => hours.weekdays.includes(weekday))
		.map((day) => ({
			from: Math.max(range.from, atMinute(day, hours.opens)),
			to: Math.min(range.to, atMinute(day, hours.closes)),
		}))
		.filter(({ from, to }) => from < to);
}

/** A clock time of a day; at 24:00, the next one starts. */
function atMinute(day: DateTime, minutes: number): number {
	return day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toMillis();
}

/**
 * The future part of the range. A start in the past becomes the next quarter hour. Undefined if
 * nothing is left.
 */
export function stillAhead(range: Range, now: number): Range | undefined {
	const from = range.from >= now ? range.from : Math.ceil(now / QUARTER) * QUARTER;
	return from < range.to ? { ...range, from } : undefined;
}
