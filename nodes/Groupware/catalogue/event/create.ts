import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { readDate } from '../../../shared/input/date';
import { isBlank } from '../../../shared/input/text';
import { choices, dateParameter, textAt } from '../../../shared/parameters';
import { api } from '../../api';
import { withCodes } from '../../values/directory';
import { eventRow } from '../../values/event';
import { attendeesIn, facilitiesIn, type Reference } from '../../values/references';
import { eventTypeOf, goesToMidnight, type TimeType, timingOf } from '../../values/timing';
import { attendees, facilities } from '../people';
import { rights } from '../requirements';
import { frameOf, hintStoredZone, workflowTimeZone } from '../zone';
import { attachments, sendWithFiles } from '../attachment';
import { fields, newEventFields, simplify, title } from './content';
import { verbs } from '../operations';

const times: Parameter[] = [
	{
		displayName: 'Time Type',
		name: 'timeType',
		...choices('timed', {
			allDay: ['All Day', 'Full days'],
			allDayPeriod: ['All-Day Period', 'Banner across one or more days. Attendees stay available.'],
			timed: ['Start and End', 'From a start time to an end time'],
			startOnly: ['Start Only', 'Start time without an end time'],
		}),
		description: 'Whether the event has a start and end, lasts all day, or has only a start',
	},
	dateParameter({
		displayName: 'Start',
		name: 'start',
		required: true,
		description: 'Start of the event, also as text such as "tomorrow 9:00"',
		send: { in: 'body', key: '', as: (_value, item) => timing(item) },
	}),
	dateParameter({
		displayName: 'End',
		name: 'end',
		description: 'End of the event. For All Day, the last day. Leave empty for a single day.',
		displayOptions: { hide: { timeType: ['startOnly'] } },
	}),
];

export const create: Operation = {
	...verbs.create,
	...api['schedule.event.create'],
	action: 'Create event',
	pattern:
		"subject: 'Review', start: 'tomorrow 10:00', end: 'tomorrow 11:00', attendees: {rows: [{kind: 'codes', codes: 'sato, ito'}]}, facilities: {rows: [{kind: 'codes', codes: 'room-a'}]}",
	description:
		"Create an event in the calendars of users and facilities. The API can't create repeating events.",
	rights: rights.add,
	parameters: [
		title,
		...times,
		workflowTimeZone,
		attendees,
		{ ...facilities, send: { in: 'body', key: 'facilities', as: reserved } },
		simplify,
		fields('Additional Fields', 'additionalFields', [attachments, ...newEventFields]),
	],
	run: {
		kind: 'custom',
		// Of two items that want the same facility, the first gets it.
		concurrencyKey: (_item, { body }) =>
			body?.facilities === undefined ? undefined : 'facilities',
		run: async (item, spec) => eventRow(await sendWithFiles(item, spec), item),
	},
};

const ENDS_AT_MIDNIGHT =
	'The event ends at midnight, so the day of its end is not part of it. To include it, set "End" to the next day, or set "Time Type" to All Day and "End" to a day without a time';

function timing(item: ItemContext): IDataObject {
	const chosen = textAt(item, 'timeType') as TimeType;
	const frame = frameOf(item);
	const from = readDate(item.read('start'), 'Start', frame);
	const until = item.read('end');
	const to = isBlank(until) ? undefined : readDate(until, 'End', frame);
	const times = timingOf({
		timeType: chosen,
		start: from,
		...(to && { end: to }),
		zone: frame.zone,
	});
	hintStoredZone(item, frame.zone, times);
	if (to && chosen !== 'allDayPeriod' && goesToMidnight(from, to)) item.hint(ENDS_AT_MIDNIGHT);
	return { eventType: eventTypeOf(chosen), ...times };
}

/** The facilities; what the service wants of an event as a whole is looked at here. */
async function reserved(_value: unknown, item: ItemContext): Promise<Reference[] | undefined> {
	const wanted = facilitiesIn(item, 'facilities', 'Facilities');
	if (wanted.length === 0) {
		if (attendeesIn(item, 'attendees', 'Attendees').length > 0) return undefined;
		throw new InputError(
			'The event has no attendees and no facilities',
			'Add at least one under "Attendees" or "Facilities"',
		);
	}
	const chosen = textAt(item, 'timeType') as TimeType;
	if (chosen === 'timed') return await withCodes(item, wanted, 'FACILITY');
	throw new InputError(
		'Facilities can be reserved only for events with a start and an end time',
		'Set "Time Type" to Start and End, or leave "Facilities" empty',
	);
}
