import { tryToParseDateTime } from 'n8n-workflow';

/** A point in time as it was written. */
type Moment = ReturnType<typeof tryToParseDateTime>;

/** A date, time or both as people and n8n write them. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/;
const SLASHED = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(.*)$/;
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;
/** What most systems write. n8n's parser takes fifty times as long for it as these do. */
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const INSTANT =
	/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d)$/;
/** An instant of this length that ends with Z is what the service takes. */
const WIRE_LENGTH = '2026-01-31T01:00:00Z'.length;
const UTC = /(?:Z|[+-]00:?00)$/i;

/**
 * `2026-01-31` from a date or a point in time. A time in UTC is told in the workflow's zone
 * (JavaScript writes local midnights so); one with another offset keeps its own date.
 */
export function toDate(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string' && DAY.test(value) && isDay(value)) return value;
	const moment = momentOf(value, timeZone);
	if (moment === undefined) return undefined;
	return (isUtc(value) ? moment.setZone(timeZone) : moment).toFormat('yyyy-MM-dd');
}

/** `2026-01-31T01:00:00Z`; a value without an offset is a time in the workflow's zone. */
export function toDateTime(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'string' && INSTANT.test(value) && isDay(value)) {
		if (value.length === WIRE_LENGTH && value.endsWith('Z')) return value;
		return `${new Date(value).toISOString().slice(0, -5)}Z`;
	}
	return momentOf(value, timeZone)?.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/** `09:05` from a time, or from a point in time as it reads in the workflow's zone. */
export function toTime(value: unknown, timeZone: string): string | undefined {
	const clock = typeof value === 'string' ? CLOCK.exec(value.trim()) : null;
	if (clock) return `${clock[1]?.padStart(2, '0')}:${clock[2]}`;
	return momentOf(value, timeZone)?.setZone(timeZone).toFormat('HH:mm');
}

/** Whether the calendar has the day that a text begins with; its month and day are in range. */
function isDay(text: string): boolean {
	const day = Number(text.slice(8, 10));
	if (day <= 28) return true;
	const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
	return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function momentOf(value: unknown, timeZone: string): Moment | undefined {
	const text = textOf(value);
	if (text === undefined) return undefined;
	// The parser throws for what is no time.
	try {
		const moment = tryToParseDateTime(text, timeZone);
		return keepsItsDay(text, moment) ? moment : undefined;
	} catch {
		return undefined;
	}
}

/** The parser falls back to JavaScript's own, which takes 31 February for 3 March. */
function keepsItsDay(text: string, moment: Moment): boolean {
	return !ISO.test(text) || text.startsWith(moment.toFormat('yyyy-MM-dd'));
}

/** ISO text of a value that stands for a point in time, or undefined. */
function textOf(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (isMoment(value)) return value.toISO();
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (ISO.test(text)) return text;
	const slashed = SLASHED.exec(text);
	if (slashed) {
		const [, year, month = '', day = '', rest = ''] = slashed;
		const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`;
		return ISO.test(iso) ? iso : undefined;
	}
	return /^[A-Z][a-z]{2}, /.test(text) ? text : undefined;
}

/** A date of n8n's expressions. */
function isMoment(value: unknown): value is { toISO(): string } {
	return typeof (value as { toISO?: unknown } | null)?.toISO === 'function';
}

function isUtc(value: unknown): boolean {
	return value instanceof Date || UTC.test(textOf(value) ?? '');
}
