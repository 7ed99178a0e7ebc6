import { invalid } from '../errors';
import type { Parameters } from '../parameters';

const EVERY = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR'] as const;
const PATTERNS = ['JAN_APR_JUL_OCT', 'FEB_MAY_AUG_NOV', 'MAR_JUN_SEP_DEC'] as const;
const WEEKDAYS = [
	'MONDAY',
	'TUESDAY',
	'WEDNESDAY',
	'THURSDAY',
	'FRIDAY',
	'SATURDAY',
	'SUNDAY',
] as const;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** When a chart's periodic report is made: what each kind of period needs is required. */
export function readPeriod(period: Parameters): Record<string, string> {
	const every = period.oneOf('every', EVERY) ?? period.missing('every');
	switch (every) {
		case 'YEAR':
			return {
				every,
				month: whole(period, 'month', 1, 12),
				dayOfMonth: dayOfMonth(period),
				time: readTime(period),
			};
		case 'QUARTER': {
			const pattern = period.oneOf('pattern', PATTERNS) ?? period.missing('pattern');
			return { every, pattern, dayOfMonth: dayOfMonth(period), time: readTime(period) };
		}
		case 'MONTH':
			return { every, dayOfMonth: dayOfMonth(period), time: readTime(period) };
		case 'WEEK': {
			const dayOfWeek = period.oneOf('dayOfWeek', WEEKDAYS) ?? period.missing('dayOfWeek');
			return { every, dayOfWeek, time: readTime(period) };
		}
		case 'DAY':
			return { every, time: readTime(period) };
		case 'HOUR':
			return { every, minute: whole(period, 'minute', 0, 59) };
	}
}

/** 1 to 31, or END_OF_MONTH. */
function dayOfMonth(period: Parameters): string {
	const text = period.text('dayOfMonth');
	return text === 'END_OF_MONTH' ? text : whole(period, 'dayOfMonth', 1, 31);
}

function whole(period: Parameters, name: string, minimum: number, maximum: number): string {
	if (!period.has(name)) period.missing(name);
	return String(period.integer(name, { minimum, maximum, default: minimum }));
}

/** `HH:MM`. */
function readTime(given: Parameters): string {
	const time = given.text('time');
	requireTime(time, given.path('time'));
	return time;
}

export function requireTime(time: string, path: string): void {
	if (!TIME.test(time)) throw invalid(path, 'Enter a time as HH:MM.');
}
