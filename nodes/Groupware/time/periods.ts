import { DateTime, type DateTimeUnit } from 'luxon';

import { InputError } from '../../shared/errors';
import { type Frame, startOfDay } from '../../shared/input/date';
import { MINUTE } from './zone';

/** Milliseconds since 1970, without `to` itself. */
export interface Range {
	from: number;
	to: number;
}

/** A time that people name in one word: its first day, and the day after its last. */
type Days = (today: DateTime) => [first: DateTime, after: DateTime];

const days =
	(from: number, to: number): Days =>
	(today) => [today.plus({ days: from }), today.plus({ days: to })];

/** Weeks start on Monday. */
const whole =
	(unit: DateTimeUnit, from: number): Days =>
	(today) => {
		const first = today.startOf(unit).plus({ [unit]: from });
		return [first, first.plus({ [unit]: 1 })];
	};

const PERIODS = {
	last30Days: { name: 'Last 30 Days', days: days(-29, 1) },
	last7Days: { name: 'Last 7 Days', days: days(-6, 1) },
	lastMonth: { name: 'Last Month', days: whole('month', -1) },
	lastWeek: { name: 'Last Week', days: whole('week', -1) },
	next30Days: { name: 'Next 30 Days', days: days(0, 30) },
	next7Days: { name: 'Next 7 Days', days: days(0, 7) },
	nextMonth: { name: 'Next Month', days: whole('month', 1) },
	nextWeek: { name: 'Next Week', days: whole('week', 1) },
	thisMonth: { name: 'This Month', days: whole('month', 0) },
	thisWeek: { name: 'This Week', days: whole('week', 0) },
	today: { name: 'Today', days: days(0, 1) },
	tomorrow: { name: 'Tomorrow', days: days(1, 2) },
	yesterday: { name: 'Yesterday', days: days(-1, 0) },
};

/** The periods as choices of a list, without those that can't be meant there. */
export function periodChoices(lie: 'ahead' | 'behind' | 'anywhere') {
	const other = { ahead: /last|yester/, behind: /next|tomor/, anywhere: /^$/ }[lie];
	return Object.entries(PERIODS)
		.filter(([value]) => !other.test(value))
		.map(([value, { name }]) => ({ name, value }));
}

/** The period by the calendar of the zone. */
export function periodOf(value: unknown, { zone, now = Date.now() }: Frame): Range {
	const { days } = PERIODS[value as keyof typeof PERIODS];
	const [from, to] = days(DateTime.fromMillis(now, { zone }).startOf('day'));
	return { from: startOfDay(from).toMillis(), to: startOfDay(to).toMillis() };
}

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

/** The parts of a range that lie in working hours, day by day. Throws `InputError` for more than a year. */
export function inWorkingHours(range: Range, hours: WorkingHours, zone: string): Range[] {
	const first = DateTime.fromMillis(range.from, { zone }).startOf('day');
	const days = Array.from({ length: MOST_DAYS + 2 }, (_, count) => first.plus({ days: count }));
	const within = days.filter((day) => startOfDay(day).toMillis() < range.to);
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
