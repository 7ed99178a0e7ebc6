import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { timeZones } from '../timezones';

/** What calendar and clock show in a time zone; month and day count from 1. */
export interface WallTime {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
	second: number;
}

export type CalendarDay = Pick<WallTime, 'year' | 'month' | 'day'>;

/** In what a date is read: the zone for times without an offset, and what `now` and `today` are. */
export interface Frame {
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		calendar: 'gregory',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});
	formats.set(zone, format);
	return format;
}

/** What the clock shows at an instant (milliseconds since 1970). */
export function wallTimeAt(at: number, zone: string): WallTime {
	const parts = Object.fromEntries(
		formatOf(zone)
			.formatToParts(at)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
	return { year, month, day, hour, minute, second };
}

/** The instant at which a clock in UTC shows this; days and hours beyond their range carry over. */
export function asUtc({ year, month, day, hour, minute, second }: WallTime): number {
	// `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	date.setUTCHours(hour, minute, second);
	return date.getTime();
}

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
export function offsetAt(at: number, zone: string): number {
	const whole = Math.floor(at / SECOND) * SECOND;
	return asUtc(wallTimeAt(whole, zone)) - whole;
}

/**
 * The instant at which the zone's clock shows this: the earlier one where clocks go back over it,
 * undefined where they go forward over it.
 */
export function instantOf(wall: WallTime, zone: string): number | undefined {
	const shown = asUtc(wall);
	const candidates = [shown - DAY, shown + DAY]
		.map((near) => shown - offsetAt(near, zone))
		.filter((at) => at + offsetAt(at, zone) === shown);
	return candidates.length > 0 ? Math.min(...candidates) : undefined;
}

/** The first instant of a day, also where midnight itself is skipped. */
export function startOfDay({ year, month, day }: CalendarDay, zone: string): number {
	const midnight = { year, month, day, hour: 0, minute: 0, second: 0 };
	const exact = instantOf(midnight, zone);
	if (exact !== undefined) return exact;
	const shown = asUtc(midnight);
	let before = shown - DAY;
	let after = shown + DAY;
	while (after - before > SECOND) {
		const middle = Math.floor((before + after) / 2 / SECOND) * SECOND;
		if (middle + offsetAt(middle, zone) < shown) before = middle;
		else after = middle;
	}
	return after;
}

/** The same clock time some days later, or earlier. */
export function plusDays(wall: WallTime, days: number): WallTime {
	const moved = new Date(asUtc({ ...wall, day: wall.day + days }));
	return {
		...wall,
		year: moved.getUTCFullYear(),
		month: moved.getUTCMonth() + 1,
		day: moved.getUTCDate(),
	};
}

/** The same day some months later, or earlier; the last of the month where it has no such day. */
export function plusMonths(wall: WallTime, months: number): WallTime {
	const count = wall.year * 12 + wall.month - 1 + months;
	const year = Math.floor(count / 12);
	const month = count - year * 12 + 1;
	return { ...wall, year, month, day: Math.min(wall.day, daysIn(year, month)) };
}

export function daysIn(year: number, month: number): number {
	return new Date(
		asUtc({ year, month: month + 1, day: 0, hour: 0, minute: 0, second: 0 }),
	).getUTCDate();
}

/** An instant in the service's form with the zone's offset: `2026-01-05T10:00:00+09:00`. */
export function rfc3339(at: number, zone: string): string {
	const offset = offsetAt(at, zone);
	// The form has no seconds in an offset, which zones had long ago.
	if (offset % MINUTE !== 0) return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
	const shown = new Date(at + offset).toISOString().slice(0, 19);
	const minutes = Math.abs(offset) / MINUTE;
	const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
	return `${shown}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const known = new Set(timeZones);
let canonical: Map<string, string> | undefined;

/** The service's name of a zone, also by its other names (`Asia/Calcutta`, `Etc/UTC`). */
function listed(zone: string): string | undefined {
	if (known.has(zone)) return zone;
	canonical ??= new Map(timeZones.map((name) => [canonicalName(name) ?? name, name]));
	const other = canonicalName(zone);
	return other === undefined ? undefined : canonical.get(other);
}

function canonicalName(zone: string): string | undefined {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}

/** JavaScript takes BST for Bangladesh and AST for Alaska. */
const ABBREVIATION = /^[a-z]{3}$/i;
const CLEAR_ABBREVIATIONS = ['UTC', 'GMT', 'JST', 'CET', 'EET', 'MET', 'WET'];

/**
 * The zone that was chosen, else the workflow's: any IANA zone, by the service's name where it has
 * one. Throws `InputError` for anything else, and for a choice by an abbreviation of several zones.
 */
export function zoneFor(chosen: unknown, workflowZone: string): string {
	const choice = String(chosen ?? '').trim();
	if (ABBREVIATION.test(choice) && !CLEAR_ABBREVIATIONS.includes(choice.toUpperCase())) {
		throw new InputError(
			`"${choice}" can mean several time zones`,
			'Choose a time zone from the list, or use an IANA name such as Europe/London.',
		);
	}
	const wanted = choice || workflowZone;
	const zone = listed(wanted) ?? canonicalName(wanted);
	if (zone !== undefined) return zone;
	throw new InputError(
		`${quoteShort(wanted)} is not a valid time zone`,
		'Choose a time zone from the list, or use an IANA name such as Europe/Berlin.',
	);
}

/**
 * The zone under which the service can store these instants: the zone itself if the service knows
 * it, else the most similar zone that has the same offset at all of them. Throws `InputError` if
 * there is none.
 */
export function storedZone(zone: string, instants: number[]): string {
	const own = listed(zone);
	if (own !== undefined) return own;
	const offsets = instants.map((at) => offsetAt(at, zone));
	const exact = timeZones.filter((name) =>
		instants.every((at, index) => offsetAt(at, name) === offsets[index]),
	);
	const years = new Set(instants.map((at) => new Date(at).getUTCFullYear()));
	const ranked = exact
		.map((name) => ({ name, rank: difference(zone, name, years) }))
		.sort((a, b) => a.rank - b.rank);
	if (ranked[0]) return ranked[0].name;
	throw new InputError(
		`The service has no time zone with the same time as ${zone} on the dates of the event`,
		'Choose a time zone from the list, such as UTC, and write dates with an offset, such as 2026-01-05T10:00:00+14:00.',
	);
}

/** Smaller for zones whose clocks and names are more alike. */
function difference(zone: string, name: string, years: Set<number>): number {
	const region = (of: string) => of.split('/', 1)[0];
	return (
		([...years].every((year) => isSame(zone, name, weeksOf(year))) ? 0 : 2) +
		(region(zone) === region(name) ? 0 : 1) +
		// Indianapolis has had the time of Toronto since 2006 only, New York longer.
		(isSame(zone, name, RECENT) ? 0 : 0.5)
	);
}

const WEEK = 7 * DAY;

/** Half years since 2000. */
const RECENT = Array.from({ length: 54 }, (_, half) => Date.UTC(2000, half * 6));

function weeksOf(year: number): number[] {
	return Array.from({ length: 53 }, (_, week) => Date.UTC(year, 0, 1) + week * WEEK);
}

const compared = new Map<string, boolean>();

function isSame(zone: string, other: string, instants: number[]): boolean {
	const key = `${zone} ${other} ${instants[0]} ${instants.length}`;
	const known = compared.get(key);
	if (known !== undefined) return known;
	const same = instants.every((at) => offsetAt(at, zone) === offsetAt(at, other));
	compared.set(key, same);
	return same;
}
