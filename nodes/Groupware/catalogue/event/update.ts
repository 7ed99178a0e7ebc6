import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter } from '../../../shared/catalogue';
import { quoteShort } from '../../../shared/messages';
import { objectOf } from '../../../shared/objects';
import { isBlank } from '../../../shared/input/blank';
import { dateParameter } from '../../../shared/parameters';
import {
	asMember,
	asReference,
	changedBody,
	changedList,
	changedMeanwhile,
	type ListChange,
	type TimeChange,
} from '../../values/change';
import { eventRow, repeats, type ServiceEvent } from '../../values/event';
import type { Member, Reference } from '../../values/references';
import { event } from '../locators';
import { changedAttendees, changedFacilities, NO_WATCHING } from '../people';
import { rights } from '../requirements';
import { checkChanges } from '../text';
import { frameOf, hintStoredZone, timeZone } from '../zone';
import { contentFields, fields, simplify, title } from './content';
import { changeOnce, hintOtherOccurrence, readForChange, updating, wholeSeries } from './series';
import { verbs } from '../operations';

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

const start: Parameter = dateParameter({
	displayName: 'Start',
	name: 'start',
	description:
		"New start of the event, which keeps its duration unless you also set End. Dates without a time zone use the workflow's, or the one under Time Zone.",
});

const end: Parameter = dateParameter({
	displayName: 'End',
	name: 'end',
	description: 'New end of the event. For all-day events: the last day, or the midnight after it.',
});

function updateMode(label: string, name: string): Parameter {
	return {
		displayName: `${label} Update Mode`,
		name,
		type: 'options',
		default: 'add',
		options: [
			{ name: 'Add', value: 'add' },
			{ name: 'Remove', value: 'remove' },
			{ name: 'Replace', value: 'replace' },
		],
		description: `Whether to add the ${label.toLowerCase()}, to remove them, or to replace the current ones`,
	};
}

export const update: Operation = {
	...verbs.update,
	id: 'schedule.event.update',
	action: 'Update event',
	description: 'Update an event. Other values stay unchanged.',
	path: '/api/v1/schedule/events/{eventId}',
	since: '4.10',
	rights: rights.change,
	parameters: [
		event,
		fields('Update Fields', 'updateFields', [
			changedAttendees,
			updateMode('Attendees', 'attendeesChange'),
			end,
			changedFacilities,
			updateMode('Facilities', 'facilitiesChange'),
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
	run: {
		kind: 'custom',
		// An event can free a facility that the next one wants.
		target: (item, { path }) => (movesFacilities(item) ? 'facilities' : decodeURIComponent(path)),
		run: async (item, spec) => {
			const time = timeChange(item);
			checkChanges({ ...spec.body, ...time });
			const current = await readForChange(item, spec, updating);
			const chosen = { ...spec.body, ...listChanges(item, spec.body ?? {}, current) };
			const frame = frameOf(item, time.timeZone);
			const body = changedBody(current, chosen, time, frame);
			if (time.timeZone) hintStoredZone(item, frame.zone, body);
			const send = async () => (await item.request({ ...spec, body })) as ServiceEvent;
			const after = repeats(current)
				? await changeOnce(item, current.id, 'updated', send)
				: await send();
			hintOtherOccurrence(item, current);
			if (noWatching(body, current)) item.hint(NO_WATCHING);
			if (changedMeanwhile(current, after, body)) item.hint(CHANGED_MEANWHILE);
			return eventRow(after, item);
		},
	},
};

const MOVING = ['end', 'facilities', 'form', 'start', 'timeZone'];

/** Whether the node may change when a facility is in use; the same for all items. */
function movesFacilities({ node }: ItemView): boolean {
	const { updateFields } = node.parameters;
	// An expression may give each item other fields.
	if (typeof updateFields === 'string') return true;
	return MOVING.some((name) => name in objectOf(updateFields));
}

/** Whether an update names watchers of an event that others can see without being watchers. */
function noWatching({ watchers, visibilityType: chosen }: IDataObject, current: ServiceEvent) {
	const visibility = chosen ?? current.visibilityType ?? 'SET_PRIVATE_WATCHERS';
	return Array.isArray(watchers) && watchers.length > 0 && visibility !== 'SET_PRIVATE_WATCHERS';
}

const CHANGED_MEANWHILE =
	'Somebody else changed the event at the same time. Check its attendees and facilities, because this item may have overwritten their changes';

/** What was chosen of the time; fields that were added and left empty count as not chosen. */
function timeChange(item: ItemView): TimeChange {
	const chosen = ['form', 'start', 'end', 'timeZone']
		.map((name) => [name, item.read(`updateFields.${name}`)])
		.filter(([, value]) => !isBlank(value));
	return Object.fromEntries(chosen) as TimeChange;
}

/** The new lists, if they change. A hint names who was removed, and who could not be. */
function listChanges(item: ItemView, body: IDataObject, current: ServiceEvent): IDataObject {
	const changed = <Entry extends Member | Reference>(
		list: 'attendees' | 'facilities',
		reference: (entry: IDataObject) => Entry,
	) => {
		if (body[list] === undefined) return {};
		const mode = item.read(`updateFields.${list}Change`);
		const change = (isBlank(mode) ? 'add' : mode) as ListChange;
		const { entries, removed, absent } = changedList(
			current[list] ?? [],
			body[list] as Entry[],
			change,
			reference,
		);
		hintNames(item, `Removed from the ${list} of the event`, removed);
		hintNames(item, `Not removed, because they are not among the ${list} of the event`, absent);
		return { [list]: entries as IDataObject[] };
	};
	return { ...changed('attendees', asMember), ...changed('facilities', asReference) };
}

function hintNames(item: ItemView, what: string, entries: IDataObject[]): void {
	if (entries.length === 0) return;
	const names = entries.map(({ name, code, id }) => quoteShort(name ?? code ?? id));
	item.hint(`${what}: ${names.join(', ')}`);
}
