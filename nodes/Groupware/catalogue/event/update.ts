import { type IDataObject, sleep } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, RequestSpec } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import { objectOf } from '../../../shared/objects';
import { isBlank } from '../../../shared/input/text';
import { choices, dateParameter, switchParameter, textAt } from '../../../shared/parameters';
import { reading } from '../../../shared/request';
import { api } from '../../api';
import {
	asMember,
	asReference,
	changedBody,
	changedList,
	changedMeanwhile,
	type ListChange,
	type TimeChange,
} from '../../values/change';
import { sendWithNames } from '../../values/directory';
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

const times: Parameter[] = [
	{
		displayName: 'Time Type',
		name: 'timeType',
		...choices('timed', { allDay: 'All Day', timed: 'Start and End', startOnly: 'Start Only' }),
		description: 'Whether the event has a start and end, lasts all day, or has only a start',
	},
	dateParameter({
		displayName: 'Start',
		name: 'start',
		description: 'New start of the event, which keeps its duration unless you also set End',
	}),
	dateParameter({
		displayName: 'End',
		name: 'end',
		description: 'New end of the event. For All Day, the last day.',
	}),
	timeZone('New time zone of the event, and of dates that have none.'),
];

/** `schedule.event.update` in docs/api says what is known of it. */
const notifyAttendees: Parameter = switchParameter({
	displayName: 'Notify Attendees',
	name: 'notifyAttendees',
	description: 'Whether to notify the attendees. Some services ignore it.',
	send: { in: 'body', key: 'notifyAttendees' },
});

function updateMode(label: string, name: string): Parameter {
	return {
		displayName: `${label} Update Mode`,
		name,
		...choices('add', { add: 'Add', remove: 'Remove', replace: 'Replace' }),
		description: `Whether to add the ${label.toLowerCase()}, to remove them, or to replace the current ones`,
	};
}

export const update: Operation = {
	...verbs.update,
	...api['schedule.event.update'],
	action: 'Update event',
	description: 'Update an event. Other values stay unchanged.',
	rights: rights.change,
	parameters: [
		event,
		fields('Update Fields', 'updateFields', [
			changedAttendees,
			updateMode('Attendees', 'attendeesUpdateMode'),
			changedFacilities,
			updateMode('Facilities', 'facilitiesUpdateMode'),
			notifyAttendees,
			...times,
			{ ...title, send: { in: 'body', key: 'subject', keepEmpty: true } },
			...contentFields('updateFields'),
		]),
		wholeSeries(updating),
		simplify,
	],
	run: {
		kind: 'custom',
		// An event can free a facility that the next one wants.
		concurrencyKey: (item, { path }) =>
			movesFacilities(item) ? 'facilities' : decodeURIComponent(path),
		run: async (item, spec) => {
			const time = timeChange(item);
			checkChanges({ ...spec.body, ...time });
			const startedAt = Date.now();
			const current = await readForChange(item, spec, updating);
			const chosen = { ...spec.body, ...listChanges(item, spec.body ?? {}, current) };
			const frame = frameOf(item, time.timeZone);
			const body = changedBody(current, chosen, time, frame);
			if (time.timeZone) hintStoredZone(item, frame.zone, body);
			const send = async () => (await sendWithNames(item, { ...spec, body })) as ServiceEvent;
			const after = repeats(current)
				? await changeOnce(item, current.id, 'updated', send)
				: await repeatLost(item, spec, current, await send(), Date.now() - startedAt);
			hintOtherOccurrence(item, current);
			if (noWatching(body, current)) item.hint(NO_WATCHING);
			if (changedMeanwhile(current, after, body)) item.hint(CHANGED_MEANWHILE);
			return eventRow(after, item);
		},
	},
};

const MOVING = ['end', 'facilities', 'timeType', 'start', 'timeZone'];

/** Whether the node may change when a facility is in use; the same for all items. */
function movesFacilities({ node }: ItemContext): boolean {
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
function timeChange(item: ItemContext): TimeChange {
	const chosen = ['timeType', 'start', 'end', 'timeZone']
		.map((name) => [name, item.read(`updateFields.${name}`)])
		.filter(([, value]) => !isBlank(value));
	return Object.fromEntries(chosen) as TimeChange;
}

/** The lists of an event, and how a request names their entries. */
const LISTS: Array<['attendees' | 'facilities', (entry: IDataObject) => Member | Reference]> = [
	['attendees', asMember],
	['facilities', asReference],
];

const changeOf = (item: ItemContext, list: string) =>
	textAt(item, `updateFields.${list}UpdateMode`) as ListChange;

/** The new lists, if they change. A hint names who was removed, and who could not be. */
function listChanges(item: ItemContext, body: IDataObject, current: ServiceEvent): IDataObject {
	const changed = LISTS.filter(([list]) => body[list] !== undefined).map(([list, reference]) => {
		const [has, named] = [current[list] ?? [], body[list] as Reference[]];
		const change = changeOf(item, list);
		const { entries, removed, absent } = changedList(has, named, change, reference);
		hintNames(item, `Removed from the ${list} of the event`, removed);
		hintNames(item, `Not removed, because they are not among the ${list} of the event`, absent);
		return [list, entries];
	});
	return Object.fromEntries(changed) as IDataObject;
}

/** How often a change is repeated that others have undone. */
const MOST_REPEATS = 3;

const NOT_CHECKED =
	'The event was updated, but could not be read again. Check that no other update has undone the change of its attendees or facilities';

/**
 * Events have no revision, and each update sends whole lists: one that had read the event before undoes this one.
 * So the lists are read again, and changed again if need be. Throws `InputError` if that is undone each time.
 * @param took milliseconds from reading to having written; other updates take about as long
 */
async function repeatLost(
	item: ItemContext,
	spec: RequestSpec,
	before: ServiceEvent,
	written: ServiceEvent,
	took: number,
): Promise<ServiceEvent> {
	const given = LISTS.filter(([list]) => spec.body?.[list] !== undefined);
	const changes = given.flatMap(([list, reference]) => {
		const change = changeOf(item, list);
		const [was, is] = [before[list] ?? [], written[list] ?? []];
		const [more, less] = change === 'add' ? [is, was] : [was, is];
		const { entries } = changedList(more, less.map(reference), 'remove', reference);
		const isMeant = change !== 'replace' && entries.length > 0;
		return isMeant ? [{ list, reference, change, entries }] : [];
	});
	let after = written;
	for (let count = 0; changes.length > 0; count++) {
		await sleep(2 * took);
		const asked = item.request(reading(spec.path, { answer: ['id'] }));
		// The change itself is done.
		const now = (await asked.catch(() => item.hint(NOT_CHECKED))) as ServiceEvent | undefined;
		if (now === undefined) break;
		const lost = changes.flatMap(({ list, reference, change, entries }) => {
			const has = now[list] ?? [];
			const { entries: wanted } = changedList(has, entries, change, reference);
			return wanted.length === has.length ? [] : [[list, wanted] as const];
		});
		if (lost.length === 0) break;
		if (count === MOST_REPEATS) {
			throw new InputError(
				`Others undid this change of the ${lost.map(([list]) => list).join(' and ')} of the event each time`,
				'Run the item again',
			);
		}
		const lists = Object.fromEntries(lost) as IDataObject;
		const body = changedBody(now, lists, {}, frameOf(item, ''));
		after = (await item.request({ ...spec, body })) as ServiceEvent;
	}
	return after;
}

function hintNames(item: ItemContext, what: string, entries: IDataObject[]): void {
	if (entries.length === 0) return;
	const names = entries.map(({ name, code, id }) => quoteShort(name ?? code ?? id));
	item.hint(`${what}: ${names.join(', ')}`);
}
