import { DateTime, IANAZone } from 'luxon';

import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { ianaName } from '../../shared/input/windowsZones';
import { timeZones } from '../timezones';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds that the zone's clock is ahead of UTC at an instant (milliseconds since 1970). */
export function offsetAt(at: number, zone: string): number {
	return DateTime.fromMillis(at, { zone }).offset * MINUTE;
}

/** An instant in the service's form with the zone's offset: `2026-01-05T10:00:00+09:00`. */
export function rfc3339(at: number, zone: string): string {
	return DateTime.fromMillis(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

const known = new Set(timeZones);
let canonical: Map<string, string> | undefined;

/** The service's name of a zone, also by its other names (`Asia/Calcutta`, `Etc/UTC`). */
function offeredZone(zone: string): string | undefined {
	if (known.has(zone)) return zone;
	canonical ??= new Map(timeZones.map((name) => [canonicalName(name), name]));
	return canonical.get(canonicalName(zone));
}

function canonicalName(zone: string): string {
	return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
}

/** JavaScript also takes abbreviations, although several zones have the same: BST, CST. */
const ZONE_NAME = /\/|^(?:UTC|GMT)$/i;

/**
 * The zone that was chosen, else the workflow's: any IANA zone, by the service's name where it has
 * one. Throws `InputError` for anything else.
 */
export function zoneFor(chosen: unknown, workflowZone: string): string {
	const wanted = ianaName(String(chosen ?? '').trim() || workflowZone);
	if (ZONE_NAME.test(wanted) && IANAZone.isValidZone(wanted)) return offeredZone(wanted) ?? wanted;
	throw new InputError(
		`${quoteShort(wanted)} is not a valid time zone`,
		'Choose a time zone from the list, or use an IANA name such as Europe/Berlin.',
	);
}

/**
 * The zone under which the service can store these instants: the zone itself if the service knows
 * it, else a similar one that has the same offset at all of them. Throws `InputError` if there is none.
 */
export function storedZone(zone: string, instants: number[]): string {
	const own = offeredZone(zone);
	if (own !== undefined) return own;
	const hasSameTime = (name: string, at: number) => offsetAt(at, name) === offsetAt(at, zone);
	const possible = timeZones.filter((name) => instants.every((at) => hasSameTime(name, at)));
	const region = zone.split('/', 1)[0];
	// Many zones have had the same time since 2006 only.
	const years = new Set([2000, ...instants.map((at) => new Date(at).getUTCFullYear())]);
	const seasons = [...years].flatMap((year) => [0, 3, 6, 9].map((month) => Date.UTC(year, month)));
	const similar = possible.filter((name) => seasons.every((at) => hasSameTime(name, at)));
	const found = similar.length > 0 ? similar : possible;
	const chosen = found.find((name) => name.startsWith(`${region}/`)) ?? found[0];
	if (chosen !== undefined) return chosen;
	throw new InputError(
		`The service has no time zone with the same time as ${zone} on the dates of the event`,
		'Choose a time zone from the list, such as UTC, and write dates with an offset, such as 2026-01-05T10:00:00+14:00.',
	);
}
