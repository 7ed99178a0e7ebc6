import type { IDataObject } from 'n8n-workflow';

import { Refusal } from '../../shared/errors';
import type { Moment } from '../time/moment';
import { nextDay } from '../time/moment';
import { MINUTE, rfc3339, startOfDay, wallTimeAt } from '../time/zone';

/** How an event lies in time, as a person chooses it. */
export type Form = 'timed' | 'allDay' | 'period' | 'startOnly';

export interface When {
	form: Form;
	start: Moment;
	end?: Moment;
	/** A zone of the service's list. */
	zone: string;
}

/** A date as the service takes it. */
export interface ZonedTime extends IDataObject {
	dateTime: string;
	timeZone: string;
}

/**
 * The parts of an event's body that say when it is (facts: schedule model): all-day events from
 * midnight to the last minute, periods of days by their midnights.
 * Throws `Refusal` for an end that is missing or lies before the start.
 */
export function timingOf({ form, start, end, zone }: When): IDataObject {
	const at = (instant: number): ZonedTime => ({ dateTime: rfc3339(instant, zone), timeZone: zone });
	const midnight = (instant: number) => startOfDay(wallTimeAt(instant, zone), zone);
	if (form === 'startOnly') return { start: at(start.at), isStartOnly: true };
	if (form === 'timed') {
		if (end === undefined) {
			throw new Refusal(
				'The parameter "End" is empty',
				'Set it, or choose an event with a start only',
			);
		}
		inOrder(start.at, end.at, zone);
		return { start: at(start.at), end: at(end.at) };
	}
	const first = midnight(start.at);
	const last = midnight((end ?? start).at);
	inOrder(first, last, zone);
	return form === 'period'
		? { start: at(first), end: at(last) }
		: { start: at(first), end: at(nextDay(last, zone) - MINUTE), isAllDay: true };
}

/** The service's type of an event of this form. */
export function eventTypeOf(form: Form): 'REGULAR' | 'ALL_DAY' {
	return form === 'period' ? 'ALL_DAY' : 'REGULAR';
}

function inOrder(start: number, end: number, zone: string): void {
	if (start <= end) return;
	throw new Refusal(
		`The end lies before the start: ${rfc3339(end, zone)} is before ${rfc3339(start, zone)}`,
		'Correct "Start" or "End"',
	);
}
