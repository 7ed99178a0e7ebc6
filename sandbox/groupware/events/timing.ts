import { GroupwareError, missing, mustAccompany } from '../errors';
import { dayEnd, dayStart, zonedTimeOf } from '../time';
import type { Body } from '../request';
import { given } from '../values';

import type { EventType, Occurrence, Timing } from './model';

type Sent = Partial<Body<'schedule.event.update'>>;

/** When the event is to be, from a body and, for an update, from what it was; throws the service's error for times that can't be. */
export function readTiming(
	body: Sent,
	type: EventType,
	facilities: boolean,
	current?: Timing,
): Timing {
	const start = given(body.start) ? zonedTimeOf(body.start, 'start') : current?.start;
	if (start === undefined) throw missing('start');
	const { allDay, startOnly } = readFlags(body, current);
	const end = given(body.end) ? zonedTimeOf(body.end, 'end') : current?.end;
	if (startOnly && facilities) throw mustAccompany('end', 'facilities');
	if (startOnly && type === 'ALL_DAY') throw mustAccompany('end', 'eventType ALL_DAY');
	if (startOnly) return { start, end: undefined, allDay: false, startOnly };
	if (end === undefined) {
		throw new GroupwareError('GRN_REST_API_00224', 'Neither end nor isStartOnly=true was given.');
	}
	if (start.at > end.at) {
		throw new GroupwareError('GRN_REST_API_00204', 'start is later than end.');
	}
	if (facilities && (allDay || type === 'ALL_DAY')) {
		throw new GroupwareError(
			'GRN_SCHD_13207',
			'A facility cannot be reserved for an all-day appointment.',
		);
	}
	return wholeDays({ start, end, allDay: allDay && type !== 'ALL_DAY', startOnly }, type);
}

/**
 * The two flags after a body: one that is set replaces the other one as it was, and an end
 * that is given ends the start-only state. Throws GRN_REST_API_00223 when the body sets both.
 */
export function readFlags(
	body: Sent,
	current?: { allDay: boolean; startOnly: boolean },
): { allDay: boolean; startOnly: boolean } {
	const { isAllDay: allDay, isStartOnly: startOnly } = body;
	if (startOnly && allDay) {
		throw new GroupwareError('GRN_REST_API_00223', 'isStartOnly and isAllDay cannot both be true.');
	}
	return {
		allDay: allDay ?? (!startOnly && (current?.allDay ?? false)),
		startOnly: startOnly ?? (!allDay && !given(body.end) && (current?.startOnly ?? false)),
	};
}

function wholeDays(timing: Timing, type: EventType): Timing {
	const { start, end } = timing;
	if (end === undefined || !(timing.allDay || type === 'ALL_DAY')) return timing;
	const last = timing.allDay ? dayEnd(end) : dayStart(end);
	return { ...timing, start: { ...start, at: dayStart(start) }, end: { ...end, at: last } };
}

/** The one occurrence of an event of one date; an all-day period reaches to the end of its last day. */
export function occurrenceOf(timing: Timing, type: EventType): Occurrence {
	const end = timing.end ?? timing.start;
	return {
		repeatId: null,
		start: timing.start.at,
		end: type === 'ALL_DAY' ? dayEnd(end) : end.at,
		facilityId: null,
	};
}
