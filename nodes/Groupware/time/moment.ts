import { InputError } from '../../shared/errors';
import { fromJapaneseDate } from '../../shared/japanese';
import { quoteShort } from '../../shared/messages';
import { periodInWords, weekdayOf } from './periods';
import {
	asUtc,
	type CalendarDay,
	daysIn,
	type Frame,
	HOUR,
	instantOf,
	MINUTE,
	plusDays,
	plusMonths,
	SECOND,
	startOfDay,
	type WallTime,
	wallTimeAt,
	zoneFor,
} from './zone';

export type { Frame };

export interface Moment {
	/** Milliseconds since 1970, in whole seconds. */
	at: number;
	/** True where a day was named without a time; `at` is its begin then. */
	wholeDay: boolean;
	/** The calendar day that was written, which is another one elsewhere; missing for mere instants. */
	day?: CalendarDay;
	/** What its clock shows, of an instant with an offset: it may have been converted from another zone. */
	shown?: WallTime;
}

/** No date is longer. Limits the time for regular expressions. */
const LONGEST = 100;

const HOW =
	'Use a date such as 2026-01-05 10:00 (in the selected time zone), 2026-01-05T10:00:00+09:00, 2026-01-05, today, tomorrow 9:00, or +7 days';

/**
 * Reads a date as people, date pickers and expressions give it. Throws `InputError`, naming the
 * parameter `label`, for what is none and for days and times that do not exist.
 */
export function momentOf(value: unknown, label: string, frame: Frame): Moment {
	const instant = instantIn(value);
	if (instant !== undefined) return instant;
	if (typeof value === 'object' && value !== null) {
		throw new InputError(`"${label}" is not a valid date: it is a list or an object`, HOW);
	}
	const entered = String(value ?? '').trim();
	if (entered === '') throw new InputError(`The parameter "${label}" is empty`, HOW);
	const text = entered.length > LONGEST ? entered : fromJapaneseDate(entered);
	const moment =
		text.length > LONGEST
			? undefined
			: (written(yearFirst(text, label), label, frame) ??
				onWeekday(text, label, frame) ??
				inWords(text, label, frame));
	if (moment !== undefined) return moment;
	const period = text.length > LONGEST ? undefined : periodInWords(text, frame);
	if (period === undefined) {
		throw new InputError(`"${label}" is not a valid date: ${quoteShort(entered)}`, HOW);
	}
	const [first, last] = [period.from, period.to - 1].map((at) => dayText(at, frame.zone));
	throw new InputError(
		`"${label}" is a period, not a date: ${quoteShort(text)}`,
		`Use a date, e.g. ${first} for its first day, or ${last} for its last. Lists of events have this choice under "Period"`,
	);
}

function dayText(at: number, zone: string): string {
	return dateText(wallTimeAt(at, zone));
}

function dateText({ year, month, day }: CalendarDay): string {
	return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

function twoDigits(value: number): string {
	return String(value).padStart(2, '0');
}

const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?=$|[\sT])/i;

/**
 * A date with the year at its end, written with the year first (`30.11.2026`). Throws `InputError`
 * where day and month can be taken for each other.
 */
function yearFirst(text: string, label: string): string {
	const found = YEAR_LAST.exec(text);
	if (found === null) return text;
	const [whole, one = '', , other = '', year = ''] = found;
	const [a, b] = [Number(one), Number(other)];
	const rest = text.slice(whole.length);
	const as = (month: number, day: number) => dateText({ year: Number(year), month, day });
	if (a > 12 || b > 12 || a === b) return `${a > 12 ? as(b, a) : as(a, b)}${rest}`;
	throw new InputError(
		`"${label}" can be read in two ways: ${quoteShort(text)}`,
		`Use ${as(b, a)}${rest} or ${as(a, b)}${rest}`,
	);
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEKDAY = /^(next\s+|last\s+|this\s+|on\s+)?([a-z]{6,9})(?:\s+(?:at\s+)?(\d{1,2}):(\d{2}))?$/;

/**
 * `monday`, `friday 9:00`: the first such day after today. Throws `InputError` where another one can be
 * meant: today, or one of another week.
 */
function onWeekday(text: string, label: string, frame: Frame): Moment | undefined {
	const [, before = '', name = '', hour, minute] = WEEKDAY.exec(text.toLowerCase()) ?? [];
	const weekday = WEEKDAYS.indexOf(name);
	if (weekday < 0 || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) return undefined;
	const { zone, now } = frame;
	const today = wallTimeAt(now, zone);
	const ahead = (weekday - weekdayOf(today) + 7) % 7;
	const time = hour === undefined ? '' : ` ${twoDigits(Number(hour))}:${minute}`;
	const on = (days: number) => `${dateText(plusDays(today, days))}${time}`;
	if (ahead > 0 && !/next|last|this/.test(before)) return written(on(ahead), label, frame);
	const first = before.startsWith('last')
		? ahead - 14
		: ahead === 0 && before.startsWith('next')
			? 7
			: ahead;
	const days = [first, first + 7];
	throw new InputError(
		`"${label}" can be read in two ways: ${quoteShort(text)}`,
		`Use ${days.map(on).join(' or ')}`,
	);
}

/** A JavaScript date, or one of n8n's (`$now`). */
function instantIn(value: unknown): Moment | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : momentAt(value.getTime(), 0);
	}
	const { toMillis, offset, zoneName } = (value ?? {}) as LuxonDate;
	if (typeof toMillis !== 'function') return undefined;
	const at = toMillis.call(value);
	if (!Number.isFinite(at)) return undefined;
	return momentAt(at, Number(offset ?? 0) * MINUTE, (zoneName ?? 'UTC') === 'UTC');
}

interface LuxonDate {
	toMillis?: () => number;
	/** Minutes. */
	offset?: number;
	zoneName?: string;
}

/** Times in UTC are mostly converted ones: they name a day only where one starts or ends. */
function momentAt(instant: number, offset: number, isUtc = offset === 0): Moment {
	const at = wholeSeconds(instant);
	const shown = wallTimeAt(at + offset, 'UTC');
	return { at, wholeDay: false, shown, ...((!isUtc || isDayLimit(shown)) && { day: shown }) };
}

/** Whether whole days start or end at a clock time (00:00 and 23:59). */
export function isDayLimit({ hour, minute }: Pick<WallTime, 'hour' | 'minute'>): boolean {
	return (hour === 0 && minute === 0) || (hour === 23 && minute === 59);
}

const DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const TIME = /^(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?/i;
/** `+09:00[Asia/Tokyo]`: the name counts where there is no offset. */
const NAMED_ZONE = /^(.*?)(?:\[([^\]]*)\])?$/s;
const OFFSET = /^\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))$/i;
/** The offsets of time zones. */
const OFFSETS = { min: -12 * HOUR, max: 14 * HOUR };
/** `2026-01-05 10:00-11:00`, with the date, the time, and the second time. */
const TIME_RANGE = /^(\S+)\s+(\d{1,2}:\d{2})\s*-(\d{2}:\d{2})$/;

function written(text: string, label: string, { zone }: Frame): Moment | undefined {
	const date = DATE.exec(text);
	if (date === null) return undefined;
	const [year = 0, month = 0, day = 0] = date.slice(1).map(Number);
	if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) {
		throw new InputError(`"${label}" has a date that doesn't exist: ${quoteShort(text)}`, HOW);
	}
	const afterDate = text.slice(date[0].length);
	const midnight = { year, month, day, hour: 0, minute: 0, second: 0 };
	if (afterDate === '') {
		return { at: startOfDay(midnight, zone), wholeDay: true, day: midnight };
	}
	const time = TIME.exec(afterDate);
	if (time === null) return undefined;
	const [hour = 0, minute = 0, second = 0] = time.slice(1).map((part) => Number(part ?? 0));
	if (hour > 23 || minute > 59 || second > 59) {
		throw new InputError(`"${label}" has a time that doesn't exist: ${quoteShort(text)}`, HOW);
	}
	const wall = { ...midnight, hour, minute, second };
	const [, rest = '', named] = NAMED_ZONE.exec(afterDate.slice(time[0].length)) ?? [];
	if (rest.trim() === '') {
		return { at: existing(wall, label, zoneFor(named, zone)), wholeDay: false, day: wall };
	}
	const found = OFFSET.exec(rest);
	if (found === null) return undefined;
	const [, , sign, hours, minutes] = found;
	const ahead = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE;
	const offset = sign === '-' ? -ahead : ahead;
	const isOffset = offset >= OFFSETS.min && offset <= OFFSETS.max && Number(minutes ?? 0) < 60;
	checkRange(text, label, isOffset);
	if (!isOffset) return undefined;
	return momentAt(asUtc(wall) - offset, offset);
}

/** Throws `InputError` for a time with a second one after it, which may look like an offset. */
function checkRange(text: string, label: string, isOffset: boolean): void {
	const [, day = '', first = '', second = ''] = TIME_RANGE.exec(text) ?? [];
	if (second === '') return;
	throw new InputError(
		isOffset
			? `"${label}" can be read in two ways: ${quoteShort(text)}`
			: `"${label}" has two times: ${quoteShort(text)}`,
		`Use ${day} ${first} as the start and ${day} ${second} as the end${isOffset ? `, or, for a time with an offset, ${day} ${first}:00-${second}` : ''}`,
	);
}

/** The instant of a clock time. Throws `InputError` where clocks go forward over it. */
function existing(wall: WallTime, label: string, zone: string): number {
	const at = instantOf(wall, zone);
	if (at !== undefined) return at;
	throw new InputError(
		`"${label}" has a time that doesn't exist in ${zone}: ${dateText(wall)} ${twoDigits(wall.hour)}:${twoDigits(wall.minute)}`,
		'The clocks are set forward at that time. Choose an earlier or a later time',
	);
}

const WORDS =
	/^(now|today|tomorrow|yesterday)?\s*(?:(\+|-|in\s)\s*(\d{1,6})\s*(minute|min|hour|day|week|month|year)s?)?(?:\s*(?:at\s+|\s)(\d{1,2}):(\d{2}))?$/i;

/** `today`, `tomorrow 9:00`, `+7 days`, `now -2 hours`, `in 3 weeks`. */
function inWords(text: string, label: string, { zone, now }: Frame): Moment | undefined {
	const [, base, sign, count, unit, hour, minute] = WORDS.exec(text.toLowerCase()) ?? [];
	if (base === undefined && unit === undefined) return undefined;
	const byClock = unit !== undefined && /^(?:min|hour)/.test(unit);
	const amount = (sign === '-' ? -1 : 1) * Number(count ?? 0);
	const fromNow = base === 'now' || (base === undefined && byClock);
	const clock = wallTimeAt(now, zone);
	const begin = plusDays(clock, base === 'tomorrow' ? 1 : base === 'yesterday' ? -1 : 0);
	if (byClock) {
		if (hour !== undefined) return undefined;
		const from = fromNow ? now : startOfDay(begin, zone);
		return { at: wholeSeconds(from + amount * (unit === 'hour' ? HOUR : MINUTE)), wholeDay: false };
	}
	const day = moved(begin, amount, unit);
	if (hour !== undefined) {
		const wall = { ...day, hour: Number(hour), minute: Number(minute), second: 0 };
		if (wall.hour > 23 || wall.minute > 59) return undefined;
		return { at: existing(wall, label, zone), wholeDay: false, day };
	}
	if (!fromNow) return { at: startOfDay(day, zone), wholeDay: true, day };
	if (amount === 0) return { at: wholeSeconds(now), wholeDay: false, day };
	// Where clocks go forward over it, as long after the start of the day.
	const later = ((day.hour * 60 + day.minute) * 60 + day.second) * SECOND;
	return { at: instantOf(day, zone) ?? startOfDay(day, zone) + later, wholeDay: false, day };
}

function moved(wall: WallTime, amount: number, unit: string | undefined): WallTime {
	if (unit === 'month') return plusMonths(wall, amount);
	if (unit === 'year') return plusMonths(wall, amount * 12);
	return plusDays(wall, unit === 'week' ? amount * 7 : amount);
}

/** The end of a stretch: a day that was named without a time belongs to it. */
export function endOf({ at, wholeDay }: Moment, zone: string): number {
	return wholeDay ? nextDay(at, zone) : at;
}

/** The first instant of the day after the one that an instant is in. */
export function nextDay(at: number, zone: string): number {
	return startOfDay(plusDays(wallTimeAt(at, zone), 1), zone);
}

function wholeSeconds(at: number): number {
	return Math.floor(at / SECOND) * SECOND;
}
