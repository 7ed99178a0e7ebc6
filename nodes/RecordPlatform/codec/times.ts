import type { DateTime } from 'luxon';

import { type Frame, isUtc, isLuxon, noTime, readDate, readMinutes } from '../../shared/input/date';
import { quoteShort } from '../../shared/messages';

/** A day that each year has. */
const DAY_TEXT = String.raw`\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`;
const DAY = new RegExp(`^${DAY_TEXT}$`);

/**
 * `2026-01-31`. A time in UTC counts in the frame's zone, because JavaScript writes local times
 * this way, but midnight in UTC keeps its day: dates without a time are written this way. A time
 * with another offset keeps its own date.
 */
export function readDay(value: unknown, label: string, frame: Frame): string {
	// Luxon takes 50 times as long, and 10,000 items have many dates.
	if (typeof value === 'string' && DAY.test(value)) return value;
	const { at, kind } = readDate(value, label, frame);
	const isMoment = kind === 'instant' && isUtc(at) && !isMidnight(at);
	const day = (isMoment ? at.setZone(frame.zone) : at).toFormat('yyyy-MM-dd');
	if (day !== at.toFormat('yyyy-MM-dd')) {
		frame.hint?.(
			`${quoteShort(value)} is ${day} in the workflow's time zone ${frame.zone}. To count days in another one, change Timezone in the settings of the workflow`,
		);
	}
	return day;
}

const INSTANT = new RegExp(
	String.raw`^${DAY_TEXT}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[01]):[0-5]\d)$`,
);

/** `2026-01-31T01:00:00Z` */
export function readInstant(value: unknown, label: string, frame: Frame): string {
	if (typeof value === 'string' && INSTANT.test(value)) {
		return value.length === 20 ? value : `${new Date(value).toISOString().slice(0, 19)}Z`;
	}
	return readDate(value, label, frame).at.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/** `09:05`, also from a date with a time. Throws `InputError` for anything else. */
export function readTime(value: unknown, label: string, frame: Frame): string {
	const minutes = readMinutes(value, label, frame);
	if (minutes === 24 * 60) throw noTime(value, label);
	const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
	return `${two(minutes / 60)}:${two(minutes % 60)}`;
}

function isMidnight({ hour, minute, second }: DateTime): boolean {
	return hour === 0 && minute === 0 && second === 0;
}

/** The text of a date object; its own depends on the zone of the machine. Undefined for other values. */
export function textOfDateObject(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	return isLuxon(value) ? (value.toISO() ?? undefined) : undefined;
}
