import { tryToParseDateTime } from 'n8n-workflow';

import { fromJapaneseDate } from '../../shared/japanese';

/** A point in time as it was written. */
type Moment = ReturnType<typeof tryToParseDateTime>;

/** Common formats. n8n's parser is fifty times slower for them. */
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const INSTANT =
	/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d)$/;
/** A text of this length that ends with Z already has the service's format. */
const WIRE_LENGTH = '2026-01-31T01:00:00Z'.length;
/** Maximum length of a date; a longer text is not parsed. */
const LONGEST = 100;

/** Japanese characters, and full-width ones of a Japanese keyboard. */
const JAPANESE = /[\u3000-\u9fff\uff00-\uffef]/;

/** `9:05`, `09:05:30.5`, `9:05 PM` */
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,30}))?)?(?:\s?(?<half>[AaPp][Mm])(?![A-Za-z]))?`;
const OFFSET = String.raw`(?<sign>[+-])(?<hours>\d{2})(?::?(?<minutes>\d{2}))?`;
/** `Z`, an offset, an abbreviation of RFC 2822, or an IANA name, optionally in brackets. */
const ZONE = String.raw`\s?(?:${OFFSET}|(?<short>Z|z|[A-Z]{2,3}))?(?:\s?\[?(?<name>[A-Za-z_]+\/[\w+\-/]+)\]?)?`;
const TIME_OF_DAY = new RegExp(`^${CLOCK}$`);
/** `2026-01-31`, `2026/1/31 9:05 PM`, `2026-01-31T09:05:30+09:00` */
const NUMERIC = new RegExp(
	String.raw`^(?<year>\d{4})(?:-(?<month>\d{2})-(?<day>\d{2})|\/(?<month2>\d{1,2})\/(?<day2>\d{1,2}))(?:[Tt\s]\s?${CLOCK}${ZONE})?$`,
);
/** `Sat, 31 Jan 2026 09:05:30 +0900` (RFC 2822, HTTP) */
const WORDED = new RegExp(
	String.raw`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),\s(?<day>\d{1,2})\s(?<month>[A-Z][a-z]{2})\s(?<year>\d{4})(?:\s${CLOCK}${ZONE})?$`,
);
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** Zone abbreviations of RFC 2822, as hours from UTC. */
const SHORT_ZONES: Record<string, number> = {
	Z: 0,
	UT: 0,
	UTC: 0,
	GMT: 0,
	EDT: -4,
	EST: -5,
	CDT: -5,
	CST: -6,
	MDT: -6,
	MST: -7,
	PDT: -7,
	PST: -8,
};

/** Names of zones that are UTC. Others, such as London's, have their own date. */
const UTC_NAME = /^Etc\/(?:UTC|UCT|GMT[+-]?0?|Greenwich|Universal|Zulu)$/i;

/**
 * `2026-01-31` from a date or a point in time. A time in UTC is converted to the workflow's zone
 * (JavaScript writes local midnights this way), but midnight in UTC keeps its day: dates
 * without a time are written this way. A time with another offset keeps its own date.
 */
export function toDate(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string' && DAY.test(value) && isDay(value)) return value;
	const text = textOf(value);
	const moment = momentOf(text, timeZone);
	if (moment === undefined) return undefined;
	const isUtc = isInUtc(text) && moment.toUTC().toFormat('HHmmssSSS') !== '000000000';
	return (isUtc ? moment.setZone(timeZone) : moment).toFormat('yyyy-MM-dd');
}

/** Whether a time is written in UTC, which JavaScript also uses for local midnights. */
function isInUtc(text: string | undefined): boolean {
	const parts = partsOf(text ?? '') ?? {};
	if (parts.name !== undefined) return UTC_NAME.test(parts.name);
	return /^(?:Z|[+-]00:00)$/.test(offsetOf(parts) ?? '');
}

/** `2026-01-31T01:00:00Z`; a value without an offset is a time in the workflow's zone. */
export function toDateTime(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string' && INSTANT.test(value) && isDay(value)) {
		if (value.length === WIRE_LENGTH && value.endsWith('Z')) return value;
		return `${new Date(value).toISOString().slice(0, -5)}Z`;
	}
	return momentOf(textOf(value), timeZone)?.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/** `09:05` from a time, or from a point in time in the workflow's zone. */
export function toTime(value: unknown, timeZone: string): string | undefined {
	const text = textOf(value);
	if (text === undefined) return undefined;
	const clock = TIME_OF_DAY.exec(text)?.groups;
	if (clock) return clockOf(clock)?.slice(0, 5);
	if (partsOf(text)?.hour === undefined) return undefined;
	return momentOf(text, timeZone)?.setZone(timeZone).toFormat('HH:mm');
}

/** Whether a text names a time of day beside its date. */
export function hasTimeOfDay(value: unknown): boolean {
	return partsOf(textOf(value) ?? '')?.hour !== undefined;
}

/** `25:05` from hours and minutes, as calculated durations are; the hours have two digits or more. */
export function toDuration(value: unknown): string | undefined {
	const [, sign, hours, minutes] =
		/^(-?)0{0,9}(\d{1,9}):([0-5]\d)$/.exec(textOf(value) ?? '') ?? [];
	return hours && `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/** Whether the text begins with a day that exists; its month and day are in range. */
function isDay(text: string): boolean {
	const day = Number(text.slice(8, 10));
	if (day <= 28) return true;
	const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
	return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

type Parts = Record<string, string | undefined>;

function partsOf(text: string): Parts | undefined {
	return (NUMERIC.exec(text) ?? WORDED.exec(text))?.groups;
}

/**
 * The point in time of a text. n8n's parser gets a single format: for others it uses
 * JavaScript's parser, which depends on the zone of the machine.
 */
function momentOf(text: string | undefined, timeZone: string): Moment | undefined {
	const parts = text === undefined ? undefined : partsOf(text);
	if (parts === undefined) return undefined;
	const day = dayOf(parts);
	const clock = parts.hour === undefined ? '00:00:00' : clockOf(parts);
	const offset = offsetOf(parts);
	if (day === undefined || clock === undefined || offset === undefined) return undefined;
	// The parser throws for a zone that does not exist.
	try {
		return tryToParseDateTime(`${day}T${clock}${offset}`, parts.name ?? timeZone);
	} catch {
		return undefined;
	}
}

function dayOf({ year, month, month2, day, day2 }: Parts): string | undefined {
	const worded = MONTHS.indexOf(month ?? '') + 1;
	const number = worded > 0 ? String(worded) : (month ?? month2 ?? '');
	const text = `${year}-${number.padStart(2, '0')}-${(day ?? day2 ?? '').padStart(2, '0')}`;
	return DAY.test(text) && isDay(text) ? text : undefined;
}

/** `21:05:00`; undefined for an invalid time. */
function clockOf({ hour, minute, second = '00', fraction = '0', half }: Parts): string | undefined {
	const told = Number(hour);
	const isTold = half === undefined ? told <= 23 : told >= 1 && told <= 12;
	if (!isTold || Number(minute) > 59 || Number(second) > 59) return undefined;
	const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
	const hours = half === undefined ? told : (told % 12) + afternoon;
	return `${String(hours).padStart(2, '0')}:${minute}:${second}.${fraction}`;
}

/** `+09:00`; empty if there is none, undefined for an unknown abbreviation. */
function offsetOf({ sign, hours, minutes = '00', short }: Parts): string | undefined {
	if (sign !== undefined) return `${sign}${hours}:${minutes}`;
	if (short === undefined) return '';
	const zone = SHORT_ZONES[short.toUpperCase()];
	if (zone === undefined) return undefined;
	return zone === 0 ? 'Z' : `-${String(-zone).padStart(2, '0')}:00`;
}

/** The text of a value that may be a point in time, or undefined. */
function textOf(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (isMoment(value)) return value.toISO() ?? undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (text.length > LONGEST) return undefined;
	return JAPANESE.test(text) ? fromJapaneseDate(text) : text;
}

/** A date from n8n's expressions; an invalid one has no text. */
export function isMoment(value: unknown): value is { toISO(): string | null } {
	return typeof (value as { toISO?: unknown } | null)?.toISO === 'function';
}
