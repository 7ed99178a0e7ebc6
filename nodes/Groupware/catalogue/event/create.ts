import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { momentOf } from '../../time/moment';
import { eventRow } from '../../values/event';
import { facilitiesOf, membersOf, type Reference } from '../../values/references';
import { eventTypeOf, type Form, timingOf } from '../../values/timing';
import { attendees, facilities } from '../people';
import { ANY_SIGN_IN, rights } from '../signIn';
import { frameOf, hintStoredZone, workflowTimeZone } from '../zone';
import { fields, newEventFields, simplify, title } from './content';

const form: Parameter = {
	displayName: 'Time Type',
	name: 'form',
	type: 'options',
	default: 'timed',
	options: [
		{
			name: 'All Day',
			value: 'allDay',
			description: 'Full days',
		},
		{
			name: 'All-Day Period',
			value: 'period',
			description: 'Banner across one or more days. Attendees stay available.',
		},
		{ name: 'Start and End', value: 'timed', description: 'From a start time to an end time' },
		{ name: 'Start Only', value: 'startOnly', description: 'Start time without an end time' },
	],
	description: 'Whether the event has a start and end, lasts all day, or has only a start',
};

const start: Parameter = {
	displayName: 'Start',
	name: 'start',
	type: 'dateTime',
	default: '',
	required: true,
	description:
		'Start of the event. Dates without a time zone use the time zone below. Expressions can also return text such as "tomorrow 9:00".',
	send: { in: 'body', key: '', as: (_value, item) => timing(item) },
};

const end: Parameter = {
	displayName: 'End',
	name: 'end',
	type: 'dateTime',
	default: '',
	description: 'End of the event. For all-day events: the last day, or empty for a single day.',
	displayOptions: { hide: { form: ['startOnly'] } },
};

const attachments: Parameter = {
	displayName: 'Attachments',
	name: 'attachments',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data, image',
	hint: 'Comma-separated names of input binary fields',
	description: 'Names of the binary fields with the files to attach, separated by commas',
	send: { in: 'body', key: 'attachments', as: present },
};

export const create: Operation = {
	id: 'schedule.event.create',
	value: 'create',
	name: 'Create',
	action: 'Create event',
	description: 'Create an event in the calendars of users and facilities',
	method: 'POST',
	answer: ['id'],
	path: '/api/v1/schedule/events',
	since: '4.10',
	rights: rights.add,
	signIn: ANY_SIGN_IN,
	parameters: [
		title,
		form,
		start,
		end,
		workflowTimeZone,
		attendees,
		{
			...facilities,
			send: { in: 'body', key: 'facilities', as: reserved },
		},
		simplify,
		fields('Additional Fields', 'additionalFields', [attachments, ...newEventFields]),
	],
	run: {
		kind: 'own',
		// Of two items that want the same facility, the first gets it.
		target: (_item, { body }) => (body?.facilities === undefined ? undefined : 'facilities'),
		run: async (item, draft) => {
			const attached = await files(item);
			const body = { ...draft.body, ...(attached && { attachments: attached }) };
			return eventRow(await item.ask({ ...draft, body }), item);
		},
	},
};

function timing(item: ItemView): IDataObject {
	const chosen = item.read('form', 'timed') as Form;
	const frame = frameOf(item, item.read('timeZone', ''));
	const from = momentOf(item.read('start'), 'Start', frame);
	const until = item.read('end', '');
	const to = until === '' || until === null ? undefined : momentOf(until, 'End', frame);
	const times = timingOf({ form: chosen, start: from, ...(to && { end: to }), zone: frame.zone });
	hintStoredZone(item, frame.zone, times);
	return { eventType: eventTypeOf(chosen), ...times };
}

/** The facilities; what the service wants of an event as a whole is looked at here. */
function reserved(value: unknown, item: ItemView): Reference[] | undefined {
	const wanted = facilitiesOf(value);
	if (wanted.length === 0) {
		if (membersOf(item.read('attendees')).length > 0) return undefined;
		throw new Refusal(
			'The event has no attendees and no facilities',
			'Add at least one under "Attendees" or "Facilities"',
		);
	}
	const chosen = item.read('form', 'timed') as Form;
	if (chosen === 'timed') return wanted;
	throw new Refusal(
		'Facilities can be reserved only for events with a start and an end time',
		'Set "Time Type" to Start and End, or leave "Facilities" empty',
	);
}

/** Refuses missing binary properties before anything is sent; they are read only when their event is. */
function present(value: unknown, item: ItemView): undefined {
	for (const name of namesIn(value)) item.binary(name);
}

async function files(item: ItemView): Promise<IDataObject[] | undefined> {
	const attached: IDataObject[] = [];
	for (const name of namesIn(item.read('additionalFields.attachments', ''))) {
		const { fileName } = item.binary(name);
		attached.push({ name: fileName, content: await item.binaryBase64(name) });
	}
	return attached.length > 0 ? attached : undefined;
}

function namesIn(value: unknown): string[] {
	return String(value ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
}
