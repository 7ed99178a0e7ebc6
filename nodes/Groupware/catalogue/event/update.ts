import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import {
	asMember,
	asReference,
	changedBody,
	changedList,
	type ListChange,
	type TimeChange,
} from '../../values/change';
import { zoneFor } from '../../time/zone';
import { eventRow, type ServiceEvent } from '../../values/event';
import {
	facilitiesOf,
	idOf,
	type Member,
	membersOf,
	type Reference,
} from '../../values/references';
import { event } from '../locators';
import { attendees, facilities } from '../people';
import { ANY_SIGN_IN, rights } from '../signIn';
import { hintStoredZone, timeZone } from '../zone';
import { contentFields, fields, simplify, title } from './content';
import { readForChange, updating, wholeSeries } from './series';

const kindOfTime: Parameter = {
	displayName: 'Time Type',
	name: 'form',
	type: 'options',
	default: 'timed',
	options: [
		{ name: 'All Day', value: 'allDay' },
		{ name: 'Start and End', value: 'timed' },
		{ name: 'Start Only', value: 'startOnly' },
	],
	description:
		'Whether the event has a start and end, lasts all day, or has only a start. All-day periods cannot be changed to another type.',
};

const start: Parameter = {
	displayName: 'Start',
	name: 'start',
	type: 'dateTime',
	default: '',
	description: 'New start of the event',
};

const end: Parameter = {
	displayName: 'End',
	name: 'end',
	type: 'dateTime',
	default: '',
	description: 'New end of the event. For all-day events: the last day.',
};

function changeOf(displayName: string, name: string, noun: string): Parameter {
	return {
		displayName,
		name,
		type: 'options',
		default: 'replace',
		options: [
			{ name: 'Add to the List', value: 'add' },
			{ name: 'Empty the List', value: 'clear' },
			{ name: 'Remove From the List', value: 'remove' },
			{ name: 'Replace the List', value: 'replace' },
		],
		description: `How to apply the ${noun} above. By default, they replace the current ones.`,
	};
}

export const update: Operation = {
	id: 'schedule.event.update',
	value: 'update',
	name: 'Update',
	action: 'Update event',
	description: 'Update an event. Other values stay unchanged.',
	method: 'PATCH',
	answer: ['id'],
	path: '/api/v1/schedule/events/{eventId}',
	since: '4.10',
	rights: rights.change,
	signIn: ANY_SIGN_IN,
	parameters: [
		{ ...event, send: { in: 'path', key: 'eventId', as: (value) => idOf(value, 'event') } },
		fields('Update Fields', 'updateFields', [
			{ ...attendees, description: 'New attendees, which replace the current ones' },
			changeOf('Attendees: Change', 'attendeesChange', 'attendees'),
			end,
			{ ...facilities, description: 'New facilities, which replace the current ones' },
			changeOf('Facilities: Change', 'facilitiesChange', 'facilities'),
			kindOfTime,
			start,
			timeZone({
				name: 'Event Time Zone',
				description: 'New time zone of the event. Also used for dates that have none.',
			}),
			{ ...title, send: { in: 'body', key: 'subject', keepEmpty: true } },
			...contentFields,
		]),
		wholeSeries(updating),
		simplify,
	],
	run: {
		kind: 'own',
		run: async (item, draft) => {
			const time = timeChange(item);
			if (Object.keys({ ...draft.body, ...time }).length === 0 && !empties(item)) {
				throw new Refusal(
					'There are no changes to make',
					'Add at least one field under "Update Fields"',
				);
			}
			const current = await readForChange(item, draft, updating);
			const chosen = { ...draft.body, ...listChanges(item, current) };
			const body = changedBody(current, chosen, time, item.timeZone, Date.now());
			if (time.timeZone) hintStoredZone(item, zoneFor(time.timeZone, item.timeZone), body);
			return eventRow(await item.ask({ ...draft, body }), item);
		},
	},
};

/** What was chosen of the time; fields that were added and left empty count as not chosen. */
function timeChange(item: ItemView): TimeChange {
	const chosen = (item.read('updateFields', {}) ?? {}) as Record<string, unknown>;
	const given = ['form', 'start', 'end', 'timeZone'].filter(
		(name) => chosen[name] !== undefined && chosen[name] !== null && chosen[name] !== '',
	);
	return Object.fromEntries(given.map((name) => [name, chosen[name]]));
}

function empties(item: ItemView): boolean {
	return ['attendeesChange', 'facilitiesChange'].some(
		(name) => item.read(`updateFields.${name}`) === 'clear',
	);
}

type ListName = 'attendees' | 'facilities';

/** An invalid value from an expression must not empty a list. */
function listChange(value: unknown): ListChange {
	const found = LIST_CHANGES.find((one) => one === (value ?? 'replace'));
	if (found) return found;
	throw new Refusal(
		`${quoteShort(value)} is not a valid way to change a list`,
		`Use ${LIST_CHANGES.join(', ')}`,
	);
}

const LIST_CHANGES: ListChange[] = ['add', 'clear', 'remove', 'replace'];

/** Entries to remove that are not in the list. */
function absent<Entry extends Member | Reference>(
	current: IDataObject[],
	named: Entry[],
	reference: (entry: IDataObject) => Entry,
): Entry[] {
	return named.filter(
		(one) => changedList(current, [one], 'remove', reference).length === current.length,
	);
}

function hintAbsent(list: ListName, entries: Reference[], item: ItemView): void {
	if (entries.length === 0) return;
	const names = entries.map((entry) => quoteShort('id' in entry ? entry.id : entry.code));
	item.hint(`Not removed, because not in the ${list} of the event: ${names.join(', ')}`);
}

/** The new lists, if they change. */
function listChanges(item: ItemView, current: ServiceEvent): IDataObject {
	const change = (name: ListName) => listChange(item.read(`updateFields.${name}Change`, 'replace'));
	const people = membersOf(item.read('updateFields.attendees'));
	const rooms = facilitiesOf(item.read('updateFields.facilities'));
	const changes = (named: unknown[], name: ListName) =>
		named.length > 0 || change(name) === 'clear';
	if (change('attendees') === 'remove') {
		hintAbsent('attendees', absent(current.attendees ?? [], people, asMember), item);
	}
	if (change('facilities') === 'remove') {
		hintAbsent('facilities', absent(current.facilities ?? [], rooms, asReference), item);
	}
	return {
		...(changes(people, 'attendees') && {
			attendees: changedList(current.attendees ?? [], people, change('attendees'), asMember),
		}),
		...(changes(rooms, 'facilities') && {
			facilities: changedList(current.facilities ?? [], rooms, change('facilities'), asReference),
		}),
	};
}
