import { choice, integer, object, type Reader, text } from '../../input/readers';
import { invalid } from '../errors';
import { inputErrors } from '../input';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** `HH:MM`. */
export const time: Reader<string> = (value, path, errors) => {
	const read = text(1)(value, path, errors);
	if (!TIME.test(read)) throw invalid(path, 'Enter a time as HH:MM.');
	return read;
};

const digits =
	(minimum: number, maximum: number): Reader<string> =>
	(value, path, errors) =>
		String(integer(minimum, maximum)(value, path, errors));

/** 1 to 31, or END_OF_MONTH. */
const dayOfMonth: Reader<string> = (value, path, errors) =>
	value === 'END_OF_MONTH' ? value : digits(1, 31)(value, path, errors);

const dayOfWeek = choice([
	'MONDAY',
	'TUESDAY',
	'WEDNESDAY',
	'THURSDAY',
	'FRIDAY',
	'SATURDAY',
	'SUNDAY',
]);
const pattern = choice(['JAN_APR_JUL_OCT', 'FEB_MAY_AUG_NOV', 'MAR_JUN_SEP_DEC']);

/** What each kind of period needs. */
const PERIODS = {
	YEAR: object({ month: digits(1, 12), dayOfMonth, time }),
	QUARTER: object({ pattern, dayOfMonth, time }),
	MONTH: object({ dayOfMonth, time }),
	WEEK: object({ dayOfWeek, time }),
	DAY: object({ time }),
	HOUR: object({ minute: digits(0, 59) }),
};
const KIND = object({ every: choice(['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR']) });

/** When a chart's periodic report is made. */
export function readPeriod(sent: unknown, path: string): Record<string, string> {
	const { every } = KIND(sent, path, inputErrors);
	return { every, ...PERIODS[every](sent, path, inputErrors) };
}
