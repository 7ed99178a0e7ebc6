import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView, Operation, Parameter } from '../../../shared/catalogue';
import { InputError, noValue } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import {
	asMember,
	asReference,
	changedBody,
	changedList,
	changedMeanwhile,
	type ListChange,
	type TimeChange,
} from '../../values/change';
import { zoneFor } from '../../time/zone';
import { isChosen } from '../../values/entered';
import { isExpression, storedAt } from '../../../shared/parameterReader';
import { isBlank } from '../../../shared/text';
import { eventRow, repeats, type ServiceEvent } from '../../values/event';
import type { Member, Reference } from '../../values/references';
import { event } from '../locators';
import { changedAttendees, changedFacilities, NO_WATCHING } from '../people';
import { ANY_SIGN_IN, rights } from '../requirements';
import { replacing } from '../rules';
import { checkZone, hintStoredZone, timeZone } from '../zone';
import { contentFields, fields, simplify, title } from './content';
import { hintOtherOccurrence, onceForSeries, readForChange, updating, wholeSeries } from './series';

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
		"Whether the event has a start and end, lasts all day, or has only a start. An all-day period can't be changed to another type.",
};

const start: Parameter = {
	displayName: 'Start',
	name: 'start',
	type: 'dateTime',
	default: '',
	description:
		"New start of the event. To move the event to another day, also set End, or turn on Keep Duration. Dates without a time zone use the workflow's, or the one under Time Zone.",
};

const end: Parameter = {
	displayName: 'End',
	name: 'end',
	type: 'dateTime',
	default: '',
	description:
		'New end of the event. For all-day events: the last day. If you change only the time of the start, the end stays the same, unless you turn on Keep Duration.',
};

const keepDuration: Parameter = {
	displayName: 'Keep Duration',
	name: 'keepDuration',
	type: 'boolean',
	default: false,
	description: 'Whether to move the end with the start if no End is set',
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
		description: `How to apply the new ${noun}. By default, they replace the current ones.`,
	};
}

const LABELS = { attendees: 'Attendees', facilities: 'Facilities' };

type ListName = keyof typeof LABELS;

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
		event,
		fields('Update Fields', 'updateFields', [
			changedAttendees,
			changeOf('Attendees Update Mode', 'attendeesChange', 'attendees'),
			end,
			changedFacilities,
			changeOf('Facilities Update Mode', 'facilitiesChange', 'facilities'),
			keepDuration,
			kindOfTime,
			start,
			timeZone({
				name: 'Unchanged',
				description:
					"New time zone of the event. Also used for dates that have none; without it, they use the workflow's.",
			}),
			{ ...title, send: { in: 'body', key: 'subject', keepEmpty: true } },
			...contentFields('updateFields'),
		]),
		wholeSeries(updating),
		simplify,
	],
	replaces: replacing({ ...LABELS, watchers: 'Watchers' }, (item, key) => {
		const change = item.read(`updateFields.${key}Change`);
		return isBlank(change) || change === 'replace';
	}),
	run: {
		kind: 'custom',
		// An event can free a facility that the next one wants.
		target: (item, { path }) => (movesFacilities(item) ? 'facilities' : decodeURIComponent(path)),
		run: async (item, spec) => {
			const time = timeChange(item);
			const { keepDuration: _keeps, ...times } = time;
			if (Object.keys({ ...spec.body, ...times }).length === 0 && !empties(item)) {
				throw new InputError(
					'There are no changes to make',
					'Add at least one field under "Update Fields"',
				);
			}
			const current = await readForChange(item, spec, updating);
			const chosen = { ...spec.body, ...listChanges(item, spec, current) };
			const body = changedBody(current, chosen, time, item.timeZone, item.now);
			if (time.timeZone) hintStoredZone(item, zoneFor(time.timeZone, item.timeZone), body);
			const send = async () => (await item.request({ ...spec, body })) as ServiceEvent;
			const after = repeats(current)
				? await onceForSeries(item, current.id, updating, send)
				: await send();
			hintOtherOccurrence(item, current);
			if (time.form === 'startOnly' && time.end !== undefined) item.hint(END_IGNORED);
			if (isWithoutLength(after) && (time.start ?? time.end) !== undefined) item.hint(NO_LENGTH);
			if (noWatching(body, current)) item.hint(NO_WATCHING);
			if (isInNoCalendar(after) && !isInNoCalendar(current)) item.hint(IN_NO_CALENDAR);
			if (changedMeanwhile(current, after, body)) item.hint(CHANGED_MEANWHILE);
			return eventRow(after, item);
		},
	},
};

const END_IGNORED = '"End" was ignored, because "Time Type" is Start Only';
const NO_LENGTH =
	'The event has the same start and end time. Set a later "End", or set "Time Type" to Start Only';

function isWithoutLength(event: ServiceEvent): boolean {
	const { eventType, start: from, end: to, isStartOnly } = event;
	const [begins, ends] = [from, to].map((time) => Date.parse(time?.dateTime ?? ''));
	return eventType !== 'ALL_DAY' && isStartOnly !== true && begins === ends;
}

/** Whether an update names watchers of an event that others can see without being watchers. */
function noWatching({ watchers, visibilityType: chosen }: IDataObject, current: ServiceEvent) {
	const visibility = chosen ?? current.visibilityType ?? 'SET_PRIVATE_WATCHERS';
	return Array.isArray(watchers) && watchers.length > 0 && visibility !== 'SET_PRIVATE_WATCHERS';
}

/** Whether nobody finds the event any more, except by its ID. */
function isInNoCalendar({ attendees, facilities }: ServiceEvent): boolean {
	return attendees?.length === 0 && facilities?.length === 0;
}

const IN_NO_CALENDAR =
	'The event has no attendees and no facilities any more, so it is in no calendar. Only its ID leads to it';

const CHANGED_MEANWHILE =
	'Somebody else changed the event at the same time. Check its attendees and facilities, because this item may have overwritten their changes';

/** What was chosen of the time; fields that were added and left empty count as not chosen. */
function timeChange(item: ItemView): TimeChange {
	const timeZone = item.read('updateFields.timeZone');
	const given = [kindOfTime, start, end].filter(({ name, displayName }) =>
		isChosen(item, `updateFields.${name}`, displayName),
	);
	// Without a start or end, there is nothing to read in that zone.
	if (given.length > 0) checkZone(item, 'updateFields.timeZone');
	return {
		...Object.fromEntries(given.map(({ name }) => [name, item.read(`updateFields.${name}`)])),
		...(!isBlank(timeZone) && { timeZone: String(timeZone) }),
		...(item.read('updateFields.keepDuration') === true && { keepDuration: true }),
	};
}

const MOVING = ['end', 'facilities', 'facilitiesChange', 'form', 'start', 'timeZone'];

/** Whether the node may change when a facility is in use; the same for all items. */
function movesFacilities(item: ItemView): boolean {
	const stored = storedAt(item, 'updateFields');
	// An expression may give each item other fields.
	if (typeof stored === 'string') return true;
	return MOVING.some((name) => name in ((stored ?? {}) as IDataObject));
}

function empties(item: ItemView): boolean {
	return ['attendeesChange', 'facilitiesChange'].some(
		(name) => item.read(`updateFields.${name}`) === 'clear',
	);
}

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
	item.hint(
		`Not removed, because they are not among the ${list} of the event: ${names.join(', ')}`,
	);
}

/** The new lists, if they change. */
function listChanges(
	item: ItemView,
	{ body = {} }: RequestSpec,
	current: ServiceEvent,
): IDataObject {
	const change = (name: ListName) => {
		const path = `updateFields.${name}Change`;
		const chosen = item.read(path);
		if (!isBlank(chosen)) return chosen as ListChange;
		// Without people or facilities, there is nothing to replace.
		if (!isExpression(storedAt(item, path)) || body[name] === undefined) return 'replace';
		// Also for an AI agent's model: it may want to add somebody.
		throw noValue(`${LABELS[name]} Update Mode`, 'Use add, remove, replace, or clear');
	};
	const people = (body.attendees ?? []) as Member[];
	const rooms = (body.facilities ?? []) as Reference[];
	const changes = (name: ListName) => body[name] !== undefined || change(name) === 'clear';
	for (const [name, named] of [
		['attendees', people],
		['facilities', rooms],
	] as const) {
		if (named.length === 0 || change(name) !== 'clear') continue;
		throw new InputError(
			`"${LABELS[name]} Update Mode" is Empty the List, but "${LABELS[name]}" also has values`,
			'Choose another mode, or remove the values',
		);
	}
	if (change('attendees') === 'remove') {
		hintAbsent('attendees', absent(current.attendees ?? [], people, asMember), item);
	}
	if (change('facilities') === 'remove') {
		hintAbsent('facilities', absent(current.facilities ?? [], rooms, asReference), item);
	}
	return {
		...(changes('attendees') && {
			attendees: changedList(current.attendees ?? [], people, change('attendees'), asMember),
		}),
		...(changes('facilities') && {
			facilities: changedList(current.facilities ?? [], rooms, change('facilities'), asReference),
		}),
	};
}
