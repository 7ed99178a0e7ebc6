import { DateTime, FixedOffsetZone, IANAZone, Info, type Zone } from 'luxon';

import { InputError } from '../errors';
import { quoteShort } from '../messages';
import { halfWidth } from './text';
import { ianaName } from './windowsZones';

/** In what a date is read: the zone for times without an offset, and what `now` and `today` are. */
export interface Frame {
	zone: string;
	/** Milliseconds since 1970; the clock of the machine without it. */
	now?: number;
	/** Takes a sentence about a time that became another day than its own. */
	hint?: (text: string) => void;
}

export interface ReadDate {
	/** In the zone in which it was written, in whole seconds; the start of the day for a `day`. */
	at: DateTime;
	/**
	 * `day`: written without a time. `local`: without an offset, so in the frame's zone.
	 * `instant`: with one, or from an object or a number.
	 */
	kind: 'day' | 'local' | 'instant';
	/** As an end, the day after the last one. */
	isExclusive?: true;
}

const HOW =
	'Use a date such as 2026-01-31, 2026-01-31 10:00, 2026-01-31T10:00:00+09:00, today, tomorrow 9:00, or +7 days';

/** No date is longer. Limits the time for regular expressions. */
const LONGEST = 100;

/**
 * A date and time in any form that can be read in one way only. Throws `InputError`, naming the
 * parameter or field `label`, for anything else.
 */
export function readDate(value: unknown, label: string, frame: Frame): ReadDate {
	const found = dateIn(value, label, frame);
	if (found !== undefined) return { ...found, at: found.at.startOf('second') };
	throw new InputError(`"${label}" is not a valid date: ${quoteShort(value)}`, HOW);
}

/** A time of day as minutes after midnight; `24:00` is the end of the day. Throws `InputError` for anything else. */
export function readMinutes(value: unknown, label: string, frame: Frame): number {
	const text = plainText(String(singleValue(value) ?? ''));
	const clock = (text.length <= LONGEST && FORM.exec(text)?.groups) || {};
	if (clock.date === '' && !clock.offset && !clock.short) {
		const time = timeIn(clock);
		if (time !== undefined) return time.hour * 60 + time.minute;
	}
	const found = dateIn(value, label, frame);
	if (found === undefined || found.kind === 'day') throw noTime(value, label);
	const at = found.at.setZone(frame.zone);
	return at.hour * 60 + at.minute;
}

/** For what is not a time of day. */
export function noTime(value: unknown, label: string): InputError {
	return new InputError(
		`"${label}" is not a valid time of day: ${quoteShort(value)}`,
		'Use a time such as 9:00 or 18:30',
	);
}

/** The date and time at which a zone's clock shows this: the earlier one where it does so twice. */
function clockAt(shown: Clock, zone: string | Zone): DateTime {
	return earlier(DateTime.fromObject(shown, { zone }));
}

function earlier(at: DateTime): DateTime {
	return at.isValid ? (at.getPossibleOffsets()[0] ?? at) : at;
}

/** The first instant of a day: not midnight where clocks skip it, and the earlier one where they show it twice. */
export function startOfDay(day: DateTime): DateTime {
	return earlier(day.startOf('day'));
}

/** The first instant of the next day. */
export function nextDay(day: DateTime): DateTime {
	return startOfDay(day.startOf('day').plus({ days: 1 }));
}

interface Time {
	hour: number;
	minute: number;
	second: number;
}

type Clock = Record<'year' | 'month' | 'day', number> & Partial<Time>;

/** A list of one is its entry. */
function singleValue(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function dateIn(given: unknown, label: string, frame: Frame): ReadDate | undefined {
	const value = singleValue(given);
	if (typeof value === 'object' && value !== null) return dateInObject(value, label, frame);
	const entered = String(value ?? '').trim();
	if (entered === '') throw new InputError(`"${label}" is empty`, HOW);
	if (entered.length > LONGEST) return undefined;
	if (/^\d{12,13}$/.test(entered)) {
		return { at: DateTime.fromMillis(Number(entered), { zone: 'utc' }), kind: 'instant' };
	}
	if (/^\d{5}(?:\.\d+)?$/.test(entered)) {
		const day = DateTime.utc(1899, 12, 30).plus({ days: Number(entered) });
		const advice = `If it is the serial number of a spreadsheet, use ${day.toFormat('yyyy-MM-dd')}`;
		throw ambiguous(label, entered, advice);
	}
	return dateInText(plainText(entered), label, frame);
}

function ambiguous(label: string, text: string, advice: string): InputError {
	return new InputError(`"${label}" can be read in two ways: ${quoteShort(text)}`, advice);
}

/** Dates of programs, and what calendars return for a time, or for a day. */
function dateInObject(value: object, label: string, frame: Frame): ReadDate | undefined {
	if (value instanceof Date || isLuxon(value)) {
		const at = isLuxon(value) ? value.toMillis() : value.getTime();
		const zone = isLuxon(value) ? zoneOfLuxon(value) : FixedOffsetZone.utcInstance;
		const date = DateTime.fromMillis(Number(at), { zone });
		if (date.isValid) return { at: date, kind: 'instant' };
		throw new InputError(
			`"${label}" is an invalid date object`,
			'Check the value from which the expression makes the date',
		);
	}
	const { dateTime, timeZone, date } = value as Record<string, unknown>;
	if (typeof date === 'string' && dateTime === undefined) {
		// As an end, calendars give the day after the last: its midnight, which isn't part of the event.
		const day = dateIn(date, label, frame);
		return day && { ...day, kind: 'local', isExclusive: true };
	}
	if (typeof dateTime !== 'string') return undefined;
	const hasZone = typeof timeZone === 'string' && timeZone !== '';
	const found = dateIn(dateTime, label, hasZone ? { ...frame, zone: ianaName(timeZone) } : frame);
	return found && hasZone ? { ...found, kind: 'instant' } : found;
}

interface LuxonDate {
	toMillis(): number;
	toISO(): string | null;
	zoneName?: string | null;
	/** Minutes. */
	offset?: number;
}

/** A date of n8n's expressions, which may be of another copy of Luxon. */
export function isLuxon(value: unknown): value is LuxonDate {
	const { toMillis, toISO } = (value ?? {}) as Partial<LuxonDate>;
	return typeof toMillis === 'function' && typeof toISO === 'function';
}

function zoneOfLuxon({ zoneName, offset }: LuxonDate): Zone {
	return zoneName && IANAZone.isValidZone(zoneName)
		? IANAZone.create(zoneName)
		: FixedOffsetZone.instance(offset ?? 0);
}

/** The end of a period: a day without a time belongs to it. */
export function endOf({ at, kind }: ReadDate): DateTime {
	return kind === 'day' ? nextDay(at) : at;
}

/** Whether a time is in UTC, which programs also use for times of other time zones. */
export function isUtc({ zoneName }: DateTime): boolean {
	return /^(?:Etc\/)?(?:UTC|GMT)$/.test(zoneName ?? '');
}

/** The first years of the eras, less one. */
const ERAS: Record<string, number> = {
	...{ 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 },
	...{ m: 1867, t: 1911, s: 1925, h: 1988, r: 2018 },
};
const ERA_DATE =
	/^(明治|大正|昭和|平成|令和|[mtshr])\s*(\d{1,2}|元)(?:年\s*|[./-])(\d{1,2})(?:月\s*|[./-])(\d{1,2})(?:日|(?!\d))\s*/;
const KANJI_DATE = /^(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})日\s*/;
const KANJI_WEEKDAY = /^(\d{4}([-/.])\d{1,2}\2\d{1,2})\s*\(([月火水木金土日])(?:曜日?)?\)\s*/;
const KANJI_TIME = /(?<!\d)(\d{1,2})時(?:(\d{1,2})分(?:(\d{1,2})秒)?|(半))?$/;
/** Midnight and noon are 12 in both halves for some people. */
const KANJI_HALF = /午(前|後)\s*(0?\d|1[01])(?=:\d{2}(?::\d{2})?$)/;
const KANJI_DAY = /^(今|本|明後|明|一昨|昨)日(?:の|\s)*(?=$|\d|午)/;
const KANJI_DAYS: Record<string, string> = {
	...{
		今: 'today',
		本: 'today',
		明: 'tomorrow',
		明後: '+2 days',
		昨: 'yesterday',
		一昨: '-2 days',
	},
};

const MONTHS = Info.months('long', { locale: 'en' }).map((name) => name.toLowerCase());
const WEEKDAYS = Info.weekdays('long', { locale: 'en' }).map((name) => name.toLowerCase());

/** In small ASCII letters: `令和8年1月5日（月）午前１０時` becomes `monday, 2026/1/5 10:00`. */
function plainText(text: string): string {
	return halfWidth(text)
		.trim()
		.toLowerCase()
		.replace(ERA_DATE, (_, era: string, year: string, month: string, day: string) => {
			return `${(ERAS[era] ?? 0) + (year === '元' ? 1 : Number(year))}/${month}/${day} `;
		})
		.replace(KANJI_DATE, '$1/$2/$3 ')
		.replace(KANJI_WEEKDAY, (_, date: string, _separator, sign: string) => {
			return `${WEEKDAYS['月火水木金土日'.indexOf(sign)]}, ${date} `;
		})
		.replace(KANJI_TIME, (_, hour: string, minute = '0', second = '0', half?: string) => {
			const two = (part: string) => part.padStart(2, '0');
			return `${hour}:${half ? '30' : two(minute as string)}:${two(second as string)}`;
		})
		.replace(KANJI_DAY, (_, day: string) => `${KANJI_DAYS[day]} `)
		.replace(KANJI_HALF, (_, half: string, hour: string) => {
			return String(Number(hour) + (half === '後' ? 12 : 0));
		})
		.replace(/(?<![:.\d])(\d{1,2})\s?(?=[ap]\.?m\b)/, '$1:00 ')
		.replace(/^(\d{4})(\d{2})(\d{2})(?=$|[t\s])/, '$1-$2-$3')
		.replace(/(?<=\dt)(\d{2})(\d{2})(\d{2})?(?!\d|:)/, (_, hour, minute, second = '00') => {
			return `${hour}:${minute}:${second}`;
		})
		.trim();
}

/** `9:05`, `09:05:30.5`, `9:05 PM` */
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,30})?)?(?:\s?(?<half>[ap])\.?m\b\.?)?`;
/** `Z`, an offset, or an abbreviation. */
const ZONE = String.raw`(?:\s?(?:(?:gmt|utc)?(?<offset>[+-]\d{2}(?::?\d{2})?)|(?<short>[a-z]{1,4}\b)))?(?:\s?\([^)]*\))?`;
/** A date, a time, and a zone; time and zone may be missing. */
const FORM = new RegExp(
	String.raw`^(?<date>.*?)(?:(?:^|(?<=\d)t|,?\s+(?:at\s+)?)${CLOCK}${ZONE})?$`,
);

type Parts = Record<string, string | undefined>;

function dateInText(text: string, label: string, frame: Frame): ReadDate | undefined {
	const parts: Parts = FORM.exec(text)?.groups ?? {};
	if (parts.short === 'cst') {
		throw ambiguous(label, text, 'Use an offset in place of CST, such as -06:00 or +08:00');
	}
	const zone = zoneIn(parts);
	const time = parts.hour === undefined ? undefined : timeIn(parts);
	if (zone === undefined || (parts.hour !== undefined && time === undefined)) return undefined;
	if (/\s\d{1,2}:\d{2}\s?-\d{2}:\d{2}$/.test(text)) {
		const advice = 'Use one time. For a time with an offset, use T in place of the space';
		throw ambiguous(label, text, advice);
	}
	const date = parts.date ?? '';
	const orElse = (days: DateTime[]) => {
		const rest = text.slice(date.length);
		const forms = days.map((day) => `${day.toFormat('yyyy-MM-dd')}${rest}`);
		return ambiguous(label, text, `Use ${forms.join(' or ')}`);
	};
	const now = DateTime.fromMillis(frame.now ?? Date.now(), { zone: zone || frame.zone });
	const inWords = dateInWords(date, now);
	if (inWords?.isInstant) return time === undefined ? { at: inWords.at, kind: 'local' } : undefined;
	const day =
		inWords?.at ?? numericDay(date, orElse) ?? namedMonth(date) ?? weekday(date, now, orElse);
	if (!day?.isValid) return undefined;
	const { year, month, day: dayOfMonth } = day;
	const shown = { year, month, day: dayOfMonth };
	const where = zone || frame.zone;
	if (time === undefined) return { at: clockAt(shown, where), kind: 'day' };
	const isNext = time.hour === 24;
	const at = isNext ? nextDay(clockAt(shown, where)) : clockAt({ ...shown, ...time }, where);
	if (!at.isValid) return undefined;
	if (!isNext && (at.hour !== time.hour || at.minute !== time.minute)) {
		frame.hint?.(
			`"${label}" is at a time that clocks skip on this day: ${quoteShort(text)}. ${at.toFormat('H:mm')} was used instead`,
		);
	}
	return { at, kind: zone ? 'instant' : 'local' };
}

/** Undefined for a time that doesn't exist. */
function timeIn({ hour, minute, second = '0', half }: Parts): Time | undefined {
	const entered = Number(hour);
	const time = {
		hour: half === undefined ? entered : (entered % 12) + (half === 'p' ? 12 : 0),
		minute: Number(minute),
		second: Number(second),
	};
	const isHour = half === undefined ? entered <= 24 : entered >= 1 && entered <= 12;
	const isPast = entered === 24 && (time.minute > 0 || time.second > 0);
	return isHour && !isPast && time.minute < 60 && time.second < 60 ? time : undefined;
}

/** The abbreviations of RFC 2822, and Japan's, as hours from UTC; CST is also China's. */
const ABBREVIATIONS: Record<string, number> = {
	...{ z: 0, ut: 0, utc: 0, gmt: 0, jst: 9 },
	...{ edt: -4, est: -5, cdt: -5, mdt: -6, mst: -7, pdt: -7, pst: -8 },
};

/** The zone that was written, empty if none was; undefined if there is none of this name. */
function zoneIn({ offset, short }: Parts): Zone | '' | undefined {
	if (offset !== undefined) {
		const [, sign, hours, minutes = '0'] = /^(.)(..):?(..)?$/.exec(offset) ?? [];
		const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
		if (Number(minutes) > 59 || ahead < -12 * 60 || ahead > 14 * 60) return undefined;
		return FixedOffsetZone.instance(ahead);
	}
	if (short === undefined) return '';
	const hours = ABBREVIATIONS[short];
	return hours === undefined ? undefined : FixedOffsetZone.instance(hours * 60);
}

const NUMERIC = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/;
const WEEKDAY_BEFORE = /^([a-z]{3,9})\.?,?\s+(?=\S*\d|[a-z]+\.?\s\d)/;

/** A date of numbers: the year is first, or last if day and month can be told apart. */
function numericDay(
	entered: string,
	orElse: (days: DateTime[]) => InputError,
): DateTime | undefined {
	const [date, isRight] = withoutWeekday(entered);
	const [, a = '', , b = '', c = ''] = NUMERIC.exec(date) ?? [];
	const yearFirst = a.length === 4 && c.length <= 2;
	if (!yearFirst && !(c.length === 4 && a.length <= 2)) return undefined;
	const [one, two] = [Number(a), Number(b)];
	if (yearFirst) return isRight(DateTime.utc(one, two, Number(c)));
	const year = Number(c);
	const [dayFirst, monthFirst] = [DateTime.utc(year, two, one), DateTime.utc(year, one, two)];
	if (one <= 12 && two <= 12 && one !== two) throw orElse([dayFirst, monthFirst]);
	return isRight(two > 12 ? monthFirst : dayFirst);
}

/** `Jan 31, 2026`, `31 January 2026`, `31-Jan-2026` */
function namedMonth(entered: string): DateTime | undefined {
	const [date, isRight] = withoutWeekday(entered);
	const [, before, name = '', after, year] =
		/^(?:(\d{1,2})(?:st|nd|rd|th)?(?:\s+|-))?([a-z]{3,9})\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?(?:,?\s+|-)(\d{4})$/.exec(
			date,
		) ?? [];
	const month = MONTHS.findIndex((one) => one.startsWith(name)) + 1;
	if (month === 0 || (before === undefined) === (after === undefined)) return undefined;
	return isRight(DateTime.utc(Number(year), month, Number(before ?? after)));
}

/** The date without its weekday, and a check that it is on this one. */
function withoutWeekday(
	text: string,
): [date: string, isRight: (day: DateTime) => DateTime | undefined] {
	const [before = '', name = ''] = WEEKDAY_BEFORE.exec(text) ?? [];
	const weekdayNumber = WEEKDAYS.findIndex((one) => one.startsWith(name)) + 1;
	if (name === '' || weekdayNumber === 0) return [text, (day) => day];
	return [text.slice(before.length), (day) => (day.weekday === weekdayNumber ? day : undefined)];
}

/** `monday`: the first one from today on; `next monday`: the first one after today, if it is in the next week. */
function weekday(
	text: string,
	now: DateTime,
	orElse: (days: DateTime[]) => InputError,
): DateTime | undefined {
	const [, next, name = ''] = /^(next )?([a-z]+)$/.exec(text) ?? [];
	const wanted = WEEKDAYS.indexOf(name) + 1;
	if (wanted === 0) return undefined;
	if (!next) return now.plus({ days: (wanted - now.weekday + 7) % 7 });
	if (wanted <= now.weekday) return now.plus({ days: wanted - now.weekday + 7 });
	throw orElse([0, 7].map((more) => now.plus({ days: wanted - now.weekday + more })));
}

const WORDS =
	/^(now|today|tomorrow|yesterday)?\s*(?:(\+|-|in\s)\s*(\d{1,6})\s*(minute|hour|day|week|month|year)s?)?$/;

/** `today`, `+7 days`, `in 3 weeks`, `today -1 month`; an instant for `now`, hours, and minutes. */
function dateInWords(
	text: string,
	now: DateTime,
): { at: DateTime; isInstant: boolean } | undefined {
	const [found = '', base = '', sign, count = '0', unit = 'day'] = WORDS.exec(text) ?? [];
	if (found === '') return undefined;
	const isInstant = base === 'now' || unit === 'hour' || unit === 'minute';
	const day = now.plus({ days: base === 'tomorrow' ? 1 : base === 'yesterday' ? -1 : 0 });
	const from = isInstant && base !== '' && base !== 'now' ? startOfDay(day) : day;
	return { at: from.plus({ [`${unit}s`]: Number(count) * (sign === '-' ? -1 : 1) }), isInstant };
}
