import { DateTime, type DurationLike } from 'luxon';
import { ServiceError } from '../errors';
import type { FunctionArgument, FunctionCall } from './ast';
import { callersTime, type Days } from './dates';

/** Units of FROM_TODAY, each with more of it than lie between the first and the last date a record can hold. */
const UNITS: Record<string, number> = {
	DAYS: 4_200_000,
	WEEKS: 600_000,
	MONTHS: 144_000,
	YEARS: 12_000,
};
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** Works on the caller's present, which is in the caller's zone. */
type DateFunction = (now: DateTime, given: FunctionArgument[]) => Days;

const DATE_FUNCTIONS: Record<string, DateFunction> = {
	NOW: (now, given) => none(given) ?? day(now),
	TODAY: (now, given) => none(given) ?? day(now),
	YESTERDAY: (now, given) => none(given) ?? day(now.minus({ days: 1 })),
	TOMORROW: (now, given) => none(given) ?? day(now.plus({ days: 1 })),
	FROM_TODAY: fromToday,
	THIS_WEEK: (now, given) => week(now, given),
	LAST_WEEK: (now, given) => week(now.minus({ weeks: 1 }), given),
	NEXT_WEEK: (now, given) => week(now.plus({ weeks: 1 }), given),
	THIS_MONTH: (now, given) => month(now, given),
	LAST_MONTH: (now, given) => month(now.minus({ months: 1 }), given),
	NEXT_MONTH: (now, given) => month(now.plus({ months: 1 }), given),
	THIS_YEAR: (now, given) => none(given) ?? year(now),
	LAST_YEAR: (now, given) => none(given) ?? year(now.minus({ years: 1 })),
	NEXT_YEAR: (now, given) => none(given) ?? year(now.plus({ years: 1 })),
};

export function isDateFunction(name: string): boolean {
	return Object.hasOwn(DATE_FUNCTIONS, name);
}

/**
 * The days a date function stands for in the caller's zone (docs/api: record platform, section 8).
 * Throws GAIA_IL08 for a wrong number of arguments, GAIA_IQ23 for a day of the month, GAIA_IQ25 for a unit.
 */
export function daysOf(call: FunctionCall, now: Date, timeZone: string): Days {
	const compute = DATE_FUNCTIONS[call.name] as DateFunction;
	return compute(callersTime(now, timeZone), call.arguments);
}

/** LOGINUSER() and its like take no arguments. Throws GAIA_IL08. */
export function expectNoArguments(given: FunctionArgument[]): void {
	if (given.length > 0) throw new ServiceError('GAIA_IL08');
}

function none(given: FunctionArgument[]): undefined {
	expectNoArguments(given);
}

function atMostOne(given: FunctionArgument[]): FunctionArgument | undefined {
	if (given.length > 1) throw new ServiceError('GAIA_IL08');
	return given[0];
}

function day(at: DateTime): Days {
	return { first: at, last: at };
}

function year(at: DateTime): Days {
	return { first: at.startOf('year'), last: at.endOf('year') };
}

/** A week runs from Sunday to Saturday. */
function week(at: DateTime, given: FunctionArgument[]): Days {
	const weekday = atMostOne(given);
	const sunday = at.minus({ days: at.weekday % 7 });
	if (weekday === undefined) return { first: sunday, last: sunday.plus({ days: 6 }) };
	const index = weekday.kind === 'symbol' ? WEEKDAYS.indexOf(weekday.text) : -1;
	if (index < 0) throw new ServiceError('GAIA_IL08');
	return day(sunday.plus({ days: index }));
}

/** A day the month does not have is the first of the next one (observed for THIS_MONTH(31), not confirmed). */
function month(at: DateTime, given: FunctionArgument[]): Days {
	const which = atMostOne(given);
	if (which === undefined) return { first: at.startOf('month'), last: at.endOf('month') };
	if (which.kind === 'symbol' && which.text === 'LAST') return day(at.endOf('month'));
	const number = /^\d{1,2}$/.test(which.text) ? Number(which.text) : 0;
	if (number < 1 || number > 31) throw new ServiceError('GAIA_IQ23');
	if (number > (at.daysInMonth ?? 31)) return day(at.plus({ months: 1 }).startOf('month'));
	return day(at.set({ day: number }));
}

function fromToday(now: DateTime, given: FunctionArgument[]): Days {
	const [amount, unit] = given;
	if (amount === undefined || unit === undefined || given.length > 2) {
		throw new ServiceError('GAIA_IL08');
	}
	if (!/^[+-]?\d+$/.test(amount.text)) throw new ServiceError('GAIA_IL08');
	const most = unit.kind === 'symbol' ? UNITS[unit.text] : undefined;
	if (most === undefined) throw new ServiceError('GAIA_IQ25');
	const steps = Math.max(-most, Math.min(most, Number(amount.text)));
	const duration: DurationLike = { [unit.text.toLowerCase()]: steps };
	return day(now.plus(duration));
}
