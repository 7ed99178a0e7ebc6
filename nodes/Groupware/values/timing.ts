import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import type { Moment } from '../time/moment';
import { isDayLimit, nextDay } from '../time/moment';
import { MINUTE, rfc3339, startOfDay, storedZone, type WallTime, wallTimeAt } from '../time/zone';

/** The time type of an event. */
export type TimeType = 'timed' | 'allDay' | 'period' | 'startOnly';

export interface EventTime {
	form: TimeType;
	start: Moment;
	end?: Moment;
	/** Any time zone. */
	zone: string;
	/** The zone of the end if it is another one. */
	endZone?: string;
	/** The service gave the zones, so that it knows them. */
	zonesAreStored?: boolean;
	/** Further instants at which a zone that replaces another one must have the same offset. */
	alsoAt?: number[];
}

/** A date as the service takes it. */
export interface ZonedTime extends IDataObject {
	dateTime: string;
	timeZone: string;
}

/**
 * The time of an event in a request body: all-day events from
 * midnight to the last minute, periods of days by their midnights.
 * Throws `InputError` for a start or end without a time of day, and an end that is missing or before the start.
 */
export function timingOf(when: EventTime): IDataObject {
	const { form, zone, endZone = zone } = when;
	const { start, end } = limitsOf(when);
	if (end !== undefined && start > end) {
		throw new InputError(
			`"End" must not be before "Start": ${rfc3339(end, endZone)} is before ${rfc3339(start, zone)}`,
			'Correct "Start" or "End"',
		);
	}
	const stored = (of: string, instants: number[]) =>
		when.zonesAreStored ? of : storedZone(of, [...instants, ...(when.alsoAt ?? [])]);
	const instants = end === undefined ? [start] : [start, end];
	const startZone = stored(zone, endZone === zone ? instants : [start]);
	const lastZone = endZone === zone ? startZone : stored(endZone, instants.slice(1));
	return {
		start: { dateTime: rfc3339(start, startZone), timeZone: startZone },
		...(end !== undefined && { end: { dateTime: rfc3339(end, lastZone), timeZone: lastZone } }),
		...(form === 'allDay' && { isAllDay: true }),
		...(form === 'startOnly' && { isStartOnly: true }),
	};
}

function limitsOf({ form, start, end, zone, endZone = zone }: EventTime): {
	start: number;
	end?: number;
} {
	if (form === 'startOnly') return { start: instantOf(start, 'Start') };
	if (form === 'timed') {
		if (end === undefined) {
			throw new InputError(
				'The parameter "End" is empty',
				'Set it, or set "Time Type" to Start Only',
			);
		}
		const until = instantOf(end, 'End');
		return { start: instantOf(start, 'Start'), end: until };
	}
	// n8n's date functions give instants in the workflow's zone, also those of the event's days.
	const isConverted = isDayIn(start, zone) && (end === undefined || isDayIn(end, endZone));
	if (form === 'allDay' && !isConverted) refuseDaysElsewhere(start, end);
	const first = dayOf(start, zone, isConverted);
	const last = dayOf(end ?? start, endZone, isConverted);
	return { start: first, end: form === 'period' ? last : nextDay(last, endZone) - MINUTE };
}

/**
 * Throws `InputError` for the begin and the end of days as the clocks of another zone show them (10:00
 * to 9:59): each can be on one of two days here.
 */
export function refuseDaysElsewhere({ shown: first }: Moment, end: Moment | undefined): void {
	const last = end?.shown;
	if (!first || !last || isDayLimit(first)) return;
	const minutes = ({ hour, minute }: WallTime) => hour * 60 + minute;
	if ((minutes(last) + 1) % (24 * 60) !== minutes(first)) return;
	throw new InputError(
		'"Start" and "End" are whole days of another time zone',
		'Use days without a time, e.g. 2026-01-05, or the same time zone for the dates and the event',
	);
}

/** The instant of a moment. Throws `InputError` for a mere day: whether it is part of the event can't be told. */
function instantOf({ at, wholeDay }: Moment, label: string): number {
	if (!wholeDay) return at;
	throw new InputError(
		`"${label}" is a day without a time`,
		'Add a time, e.g. 2026-01-05 10:00, or set "Time Type" to All Day',
	);
}

/**
 * The first instant of the day that a moment names, in a zone.
 * @param isConverted its time is one of this zone that was converted, so that its own day is another one
 */
function dayOf({ at, day, shown }: Moment, zone: string, isConverted: boolean): number {
	const isOther = isConverted && shown !== undefined && !isDayLimit(shown);
	return startOfDay((isOther ? undefined : day) ?? wallTimeAt(at, zone), zone);
}

/** The day that a moment names in a zone, without an end that says otherwise. */
export function namedDay(moment: Moment, zone: string): WallTime {
	return wallTimeAt(dayOf(moment, zone, isDayIn(moment, zone)), zone);
}

/** Whether a moment can be the begin or the end of a day in a zone. Its own clock may show another time. */
function isDayIn({ at, shown }: Moment, zone: string): boolean {
	return shown === undefined || isLimit(at, zone);
}

/** Whether a day starts or ends at an instant in a zone. */
function isLimit(at: number, zone: string): boolean {
	const begin = startOfDay(wallTimeAt(at, zone), zone);
	return at === begin || at >= nextDay(begin, zone) - MINUTE;
}

/** Whether a moment names a day, and no time on it: on its own clock, or in one of some zones. */
export function namesDay({ at, wholeDay, shown }: Moment, zones: string[]): boolean {
	if (wholeDay || (shown !== undefined && isDayLimit(shown))) return true;
	return zones.some((zone) => isLimit(at, zone));
}

/** The service's type of an event of this form. */
export function eventTypeOf(form: TimeType): 'REGULAR' | 'ALL_DAY' {
	return form === 'period' ? 'ALL_DAY' : 'REGULAR';
}
