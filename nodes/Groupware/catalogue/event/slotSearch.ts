import type { RequestSpec, ItemContext, Operation, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { readMinutes, type Frame } from '../../../shared/input/date';
import { isBlank } from '../../../shared/input/text';
import {
	choices,
	isOn,
	numberAt,
	switchParameter,
	textAt,
	valueAt,
} from '../../../shared/parameters';
import { api } from '../../api';
import type { Range, WorkingHours } from '../../time/periods';
import { allOf, sendWithNames, withCodes } from '../../values/directory';
import { facilitiesIn, groupsIn, attendeesIn, unique } from '../../values/references';
import {
	answered,
	flatSlot,
	noSlot,
	searchBody,
	type Slot,
	type SlotSearch,
	slotsIn,
} from '../../values/slots';
import { attendees, searchedFacilities } from '../people';
import { ownLimits, period, periodLimits } from '../period';
import { rights } from '../requirements';
import { frameOf, otherZone, workflowTimeZone } from '../zone';
import { simplify } from './content';

const DATES = 'e.g. now, tomorrow 9:00, +7 days or 2026-01-05';

const whileWorking = { show: { workingHours: [true] } };

/** The parameters of a search: attendees and facilities, the period, and working hours. */
export const searchParameters: Parameter[] = [
	{
		...attendees,
		description: 'Users and organizations that attend. Members of an organization are not checked.',
		send: undefined,
	},
	searchedFacilities,
	{
		displayName: 'If Several Facilities',
		name: 'facilityCondition',
		...choices('OR', { AND: 'All of Them', OR: 'Any One of Them' }),
		description: 'Whether one of them is enough',
	},
	{
		displayName: 'Duration (Minutes)',
		name: 'minutes',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'Length of the slot',
		send: { in: 'body', key: '', as: sensible },
	},
	period('ahead', 'When to search. The past is left out.'),
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: 'now',
		required: true,
		placeholder: DATES,
		displayOptions: ownLimits,
		description: 'Start of the search',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '+7 days',
		required: true,
		placeholder: DATES,
		displayOptions: ownLimits,
		description: 'End of the search, or its last day',
	},
	switchParameter({
		displayName: 'Only in Working Hours',
		name: 'workingHours',
		description: 'Whether to search only in working hours',
	}),
	{
		displayName: 'Work Starts At',
		name: 'opens',
		type: 'string',
		default: '9:00',
		placeholder: 'e.g. 9:00',
		description: 'Earliest start of a slot',
		displayOptions: whileWorking,
	},
	{
		displayName: 'Work Ends At',
		name: 'closes',
		type: 'string',
		default: '18:00',
		placeholder: 'e.g. 18:00',
		description: 'Latest end of a slot',
		displayOptions: whileWorking,
	},
	{
		displayName: 'Days',
		name: 'days',
		...choices('weekdays', {
			all: 'Every Day',
			weekdays: 'Monday to Friday',
			withSaturday: 'Monday to Saturday',
		}),
		description: 'Days of the week to search',
		displayOptions: whileWorking,
	},
	workflowTimeZone,
];

const WEEKDAYS: Record<string, number[]> = {
	all: [1, 2, 3, 4, 5, 6, 7],
	weekdays: [1, 2, 3, 4, 5],
	withSaturday: [1, 2, 3, 4, 5, 6],
};

/** The search parameters. Throws `InputError` for invalid values. */
export async function searchOf(item: ItemContext): Promise<SlotSearch> {
	const frame = frameOf(item);
	const { zone } = frame;
	// From and To are required.
	const range = periodLimits(item, frame) as Range;
	const hours = workingHours(item, frame);
	return {
		attendees: await withCodes(item, attendeesIn(item, 'attendees', 'Attendees')),
		facilities: await facilitiesToSearch(item),
		anyFacility: valueAt(item, 'facilityCondition') === 'OR',
		minutes: numberAt(item, 'minutes'),
		range,
		...(hours && { hours }),
		zone,
	};
}

function workingHours(item: ItemContext, frame: Frame): WorkingHours | undefined {
	if (!isOn(item, 'workingHours')) return undefined;
	const opens = readMinutes(valueAt(item, 'opens'), 'Work Starts At', frame);
	const closes = readMinutes(valueAt(item, 'closes'), 'Work Ends At', frame);
	const weekdays = WEEKDAYS[textAt(item, 'days')] ?? [];
	if (opens < closes) return { opens, closes, weekdays };
	throw new InputError('"Work Ends At" must be later than "Work Starts At"', 'Change one of them');
}

/** Facilities that are named, and those of the groups that are. */
async function facilitiesToSearch(item: ItemContext): Promise<SlotSearch['facilities']> {
	const ofGroups: Array<{ id: string }> = [];
	const groups = groupsIn(item, 'facilities');
	for (const group of groups) {
		const path = `/api/v1/schedule/facilityGroups/${group}/facilities`;
		const rows = await allOf(item, path, 'facilities');
		ofGroups.push(...rows.map(({ id }) => ({ id: String(id) })));
	}
	const named = await withCodes(item, facilitiesIn(item, 'facilities', 'Facilities'), 'FACILITY');
	const facilities = unique([...named, ...ofGroups]);
	if (facilities.length > 0 || groups.length === 0) return facilities;
	throw new InputError(
		'The chosen facility group has no facility that this user can see',
		'Choose another group, or add a facility',
	);
}

/** Refuses what makes no sense before anything is sent for other items. */
async function sensible(_value: unknown, item: ItemContext): Promise<undefined> {
	searchBody(await searchOf(item), Date.now());
}

/**
 * The free slots; it changes nothing, so that the request may be sent again. Days and working hours may
 * be those of another time zone than the service's user: a hint says so, and a booking throws `InputError`
 * unless a person has chosen the time zone.
 */
export async function freeSlots(
	item: ItemContext,
	search: SlotSearch,
	books = false,
): Promise<Slot[]> {
	const body = searchBody(search, Date.now());
	if (body === undefined) return [];
	const spec: RequestSpec = {
		method: 'POST',
		path: api['schedule.availableTime.search'].path,
		body,
		repeatable: true,
	};
	const found = await sendWithNames(item, { ...spec, answer: ['availableTimes'] });
	const [first] = answered(found);
	const other = first && otherZone(search.zone, first);
	if (other !== undefined && isBlank(item.read('timeZone'))) {
		const what = `The search is in the time zone ${search.zone}, but the user in the service has ${other}`;
		if (books && search.hours) {
			throw new InputError(
				what,
				'Nothing was booked, because the event could be at night. Choose a time zone under "Time Zone Name or ID", or change the time zone of the workflow',
			);
		}
		item.hint(`${what}. To search in another time zone, choose it under "Time Zone Name or ID"`);
	}
	return slotsIn(found, search.zone);
}

export const findTimes: Operation = {
	...api['schedule.availableTime.search'],
	value: 'findTimes',
	name: 'Find Available Slots',
	action: 'Find available slots for events',
	description: 'Find up to 10 slots in which all attendees and facilities are available',
	rights: rights.add,
	readOnly: true,
	parameters: [...searchParameters, simplify],
	run: {
		kind: 'custom',
		run: async (item) => {
			const search = await searchOf(item);
			const slots = await freeSlots(item, search);
			if (slots.length === 0) item.hint(noSlot(search));
			return slots.map((slot) => ({
				json: isOn(item, 'simplify') ? flatSlot(slot) : slot,
			}));
		},
	},
};
