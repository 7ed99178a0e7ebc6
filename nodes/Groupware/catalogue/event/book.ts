import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemContext, Operation, Row } from '../../../shared/catalogue';
import { RequestError, InputError } from '../../../shared/errors';
import { readDate } from '../../../shared/input/date';
import { api } from '../../api';
import { FACILITY_TAKEN } from '../../errors';
import { DAY } from '../../time/zone';
import { sendWithNames } from '../../values/directory';
import { eventRow } from '../../values/event';
import { flatSlot, noSlot, type Slot, type SlotSearch, slotWords } from '../../values/slots';
import { timingOf, type ZonedTime } from '../../values/timing';
import { rights } from '../requirements';
import { hintStoredZone } from '../zone';
import { fields, newEventFields, simplify, title } from './content';
import { freeSlots, searchOf, searchParameters } from './slotSearch';
import { choices } from '../../../shared/parameters';

/** Searches before giving up when others are faster each time. */
const MOST_SEARCHES = 10;

/** How far alternatives are looked for behind the time that was asked for. */
const FURTHER_DAYS = 14;
const ALTERNATIVES = 3;

const NO_ALTERNATIVES = 'The search for alternatives failed';

export const book: Operation = {
	...api['schedule.event.create'],
	value: 'book',
	name: 'Find a Slot and Book It',
	action: 'Find a slot and book it',
	description:
		'Find the earliest slot in which all attendees and a facility are available, and create the event',
	since: '5.0',
	rights: rights.add,
	parameters: [
		title,
		...searchParameters,
		{
			displayName: 'When No Slot Is Available',
			name: 'withoutSlot',
			...choices('fail', { fail: 'Fail and List Alternatives', tell: 'Return Alternatives' }),
			description: 'What to do when no slot is available',
		},
		simplify,
		fields('Additional Fields', 'additionalFields', newEventFields),
	],
	run: {
		kind: 'custom',
		// One after the other: the next item must see what the one before has booked.
		concurrency: 1,
		run: bookFirstFree,
	},
};

async function bookFirstFree(item: ItemContext, spec: RequestSpec): Promise<Row> {
	const search = await searchOf(item);
	const refused = new Set<string>();
	while (refused.size < MOST_SEARCHES) {
		const slots = await freeSlots(item, search, true);
		const slot = slots.find((one) => !refused.has(slotKey(one)));
		if (slot === undefined) return await nothingFree(item, search);
		const event = await create(item, spec, search, slot);
		if (event !== undefined) return eventRow(event, item);
		// Who was faster may have booked the same attendees, so the other slots aren't sure any more.
		refused.add(slotKey(slot));
	}
	throw new InputError(
		`Others reserved a facility first ${MOST_SEARCHES} times in a row`,
		'No event was created. Run the item again',
	);
}

/** Facilities can have the same name. */
function slotKey({ start, facility }: Slot): string {
	return `${start.dateTime} ${facility?.id}`;
}

/** The event, or undefined when somebody else has taken the facility since the search. */
async function create(
	item: ItemContext,
	spec: RequestSpec,
	{ attendees, facilities, anyFacility, zone }: SlotSearch,
	{ start, end, facility }: Slot,
): Promise<unknown> {
	const read = ({ dateTime }: ZonedTime) => readDate(dateTime, 'Start', { zone });
	const times = timingOf({ timeType: 'timed', start: read(start), end: read(end), zone });
	hintStoredZone(item, zone, times);
	const free = facility ? [{ id: facility.id }] : facilities.slice(0, 1);
	const reserved = anyFacility ? free : facilities;
	const body: IDataObject = {
		...spec.body,
		eventType: 'REGULAR',
		...times,
		...(attendees.length > 0 && { attendees: attendees as IDataObject[] }),
		...(reserved.length > 0 && { facilities: reserved as IDataObject[] }),
	};
	const outcome = await sendWithNames(item, { ...spec, body }).then(
		(event) => ({ event }),
		(problem: unknown) => ({ problem }),
	);
	if ('event' in outcome) return outcome.event;
	if (isTaken(outcome.problem)) return undefined;
	throw outcome.problem;
}

function isTaken(problem: unknown): boolean {
	return problem instanceof RequestError && problem.failure.explanation?.code === FACILITY_TAKEN;
}

/** An error, or a row, that names the next free slots behind the time that was asked for. */
async function nothingFree(item: ItemContext, search: SlotSearch): Promise<Row> {
	const { range } = search;
	const later = { from: range.to, to: range.to + FURTHER_DAYS * DAY };
	const alternatives = await freeSlots(item, { ...search, range: later }).then(
		(slots) => slots.slice(0, ALTERNATIVES),
		() => undefined,
	);
	const what = noSlot(search);
	if (item.read('withoutSlot') === 'tell') {
		if (alternatives === undefined) item.hint(`${NO_ALTERNATIVES}. Run it again to get them`);
		return {
			json: {
				booked: false,
				reason: what,
				...(alternatives && { alternatives: alternatives.map(flatSlot) }),
			},
		};
	}
	const otherwise = 'Search a longer period, with fewer attendees, or with more facilities';
	if (alternatives === undefined) throw new InputError(what, `${NO_ALTERNATIVES}. ${otherwise}`);
	throw new InputError(
		what,
		alternatives.length > 0
			? `Next available slots: ${alternatives.map(slotWords).join(', ')}`
			: `No slot is available in the following ${FURTHER_DAYS} days either. ${otherwise}`,
	);
}
