import { DateTime } from 'luxon';

import { GroupwareError, mustAccompany } from '../errors';
import { type ZonedTime, zonedTimeOf } from '../time';
import type { Body } from '../request';
import { given } from '../values';
import type { RepeatInfo } from './model';
import { readFlags } from './timing';

const timeOfDay = ({ at, zone }: ZonedTime) => DateTime.fromJSDate(at, { zone }).toFormat('HH:mm');

/**
 * A series after an update of all of it (see `assumptions.ts`). The times of day and the zone of `start` and `end` become those of every
 * occurrence. The days of the series stay, since a body has no way to name them.
 * Throws the service's error for times that can't be.
 */
export function readSeries(
	body: Body<'schedule.event.update'>,
	current: RepeatInfo,
	facilities: boolean,
): RepeatInfo {
	const start = given(body.start) ? zonedTimeOf(body.start, 'start') : undefined;
	const end = given(body.end) ? zonedTimeOf(body.end, 'end') : undefined;
	const { allDay: isAllDay, startOnly: isStartOnly } = readFlags(body, {
		allDay: current.isAllDay,
		startOnly: current.isStartOnly,
	});
	if (isStartOnly && facilities) throw mustAccompany('end', 'facilities');
	if (isAllDay && facilities) {
		throw new GroupwareError(
			'GRN_SCHD_13207',
			'A facility cannot be reserved for an all-day appointment.',
		);
	}
	if (start !== undefined && end !== undefined && start.at > end.at) {
		throw new GroupwareError('GRN_REST_API_00204', 'start is later than end.');
	}
	return {
		...current,
		isAllDay,
		isStartOnly,
		timeZone: start?.zone ?? current.timeZone,
		time: {
			start: start === undefined ? current.time.start : timeOfDay(start),
			end: end === undefined ? current.time.end : timeOfDay(end),
		},
	};
}
