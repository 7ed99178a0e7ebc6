import { DateTime } from 'luxon';

import { badValue, GroupwareError, missing } from './errors';
import type { Query } from './query';
import { timeZones } from './timezones';
import { given, objectOf, textOf } from './values';

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** A moment together with the zone its writer named. */
export interface ZonedTime {
	at: Date;
	zone: string;
}

/** The moment an RFC 3339 text with offset or `Z` means; throws GRN_REST_API_00220 for anything else. */
export function momentOf(value: unknown, name: string): Date {
	if (typeof value !== 'string') throw badValue(name);
	const moment = rfc3339.test(value)
		? DateTime.fromISO(value.toUpperCase(), { zone: 'utc' })
		: undefined;
	if (moment === undefined || !moment.isValid || moment.year < 1 || moment.year > 9998) {
		throw badDate(name);
	}
	return moment.toJSDate();
}

export function badDate(name: string): GroupwareError {
	return new GroupwareError('GRN_REST_API_00220', `The date of ${name} is not valid.`);
}

/** The two ends of a range a list is asked for; throws GRN_REST_API_00203 when they are the wrong way round. */
export function rangeOf(
	query: Query,
	startName: string,
	endName: string,
): { start: Date | undefined; end: Date | undefined } {
	const [start, end] = [startName, endName].map((name) => {
		const text = query.text(name);
		return text === undefined ? undefined : momentOf(text, name);
	});
	if (start !== undefined && end !== undefined && start >= end) {
		throw new GroupwareError('GRN_REST_API_00203', `${startName} must be before ${endName}.`);
	}
	return { start, end };
}

/** A `{dateTime, timeZone}` pair; throws GRN_REST_API_00221 for a zone that is not on the service's list. */
export function zonedTimeOf(value: unknown, name: string): ZonedTime {
	const pair = objectOf(value, name);
	for (const key of ['dateTime', 'timeZone']) {
		if (!given(pair[key])) throw missing(`${name}.${key}`);
	}
	const zone = textOf(pair.timeZone, `${name}.timeZone`);
	if (!timeZones.includes(zone)) {
		throw new GroupwareError(
			'GRN_REST_API_00221',
			`The time zone of ${name}.timeZone is not valid.`,
		);
	}
	return { at: momentOf(pair.dateTime, `${name}.dateTime`), zone };
}

/** `2026-01-05T10:00:00+09:00`: how times of an event are told. */
export function withOffset(at: Date, zone: string): string {
	return DateTime.fromJSDate(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** `2026-01-05T01:00:00Z`: how `createdAt` and `updatedAt` are told. */
export function inUtc(at: Date): string {
	return DateTime.fromJSDate(at, { zone: 'utc' }).toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/** A time as the service answers it: ISO text with an offset, and the zone. */
export function zonedReply(time: ZonedTime): { dateTime: string; timeZone: string } {
	return { dateTime: withOffset(time.at, time.zone), timeZone: time.zone };
}

/** Midnight at which the day of `time` begins in its zone. */
export function dayStart(time: ZonedTime): Date {
	return DateTime.fromJSDate(time.at, { zone: time.zone }).startOf('day').toJSDate();
}

/** 23:59 of the day of `time` in its zone, where an all-day event ends. */
export function dayEnd(time: ZonedTime): Date {
	return DateTime.fromJSDate(time.at, { zone: time.zone })
		.startOf('day')
		.set({ hour: 23, minute: 59 })
		.toJSDate();
}
