import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import { inWorkingHours, type Range, stillAhead, type WorkingHours } from '../time/periods';
import { MINUTE, rfc3339 } from '../time/zone';
import type { Member, Reference } from './references';
import type { ZonedTime } from './timing';

/** What a search for free time looks for. */
export interface SlotSearch {
	attendees: Member[];
	facilities: Reference[];
	/** Whether any one of the facilities is enough. */
	anyFacility: boolean;
	minutes: number;
	range: Range;
	hours?: WorkingHours;
	/** Zone in which days and working hours are counted, and slots are given. */
	zone: string;
}

/** A free slot as the service tells it. */
export interface Slot extends IDataObject {
	start: ZonedTime;
	end: ZonedTime;
	facility?: { id: string; code: string; name: string };
}

/**
 * The body of a search; undefined if none of the period is left that lies ahead and in the working
 * hours. Throws `InputError` when nobody is searched for, or when the slot could never be found.
 */
export function searchBody(search: SlotSearch, now: number): IDataObject | undefined {
	const { attendees, facilities, anyFacility, minutes, range, hours, zone } = search;
	if (attendees.length + facilities.length === 0) {
		throw new InputError(
			'No attendees and no facilities are selected',
			'Add at least one under "Attendees" or "Facilities"',
		);
	}
	const ahead = stillAhead(range, now);
	const ranges = ahead && hours ? inWorkingHours(ahead, hours, zone) : ahead ? [ahead] : [];
	const long = ranges.filter(({ from, to }) => to - from >= minutes * MINUTE);
	if (long.length === 0) {
		const mostMinutes = Math.min(
			(range.to - range.from) / MINUTE,
			hours ? hours.closes - hours.opens : Infinity,
		);
		if (range.to > now && minutes <= mostMinutes) return undefined;
		throw new InputError(
			`The search period doesn't contain ${minutes} minutes in the future${hours ? ' and in working hours' : ''}`,
			'Choose a longer period with "From" and "To", or change the working hours',
		);
	}
	return {
		timeRanges: long.map(({ from, to }) => ({
			start: rfc3339(from, zone),
			end: rfc3339(to, zone),
		})),
		timeInterval: minutes,
		...(attendees.length > 0 && { attendees: attendees as IDataObject[] }),
		...(facilities.length > 0 && {
			facilities: facilities as IDataObject[],
			facilitySearchCondition: anyFacility ? 'OR' : 'AND',
		}),
	};
}

/** What is said when nothing is free. */
export function noSlot({ minutes, range: { from, to }, zone }: SlotSearch): string {
	return `No slot of ${minutes} minutes is available between ${rfc3339(from, zone)} and ${rfc3339(to, zone)}`;
}

/** Free slots of an answer in their order in time, told in the zone of the search. */
export function slotsIn(body: unknown, zone: string): Slot[] {
	const told = (time: ZonedTime): ZonedTime => ({
		dateTime: rfc3339(Date.parse(time.dateTime), zone),
		timeZone: zone,
	});
	return answered(body)
		.map((slot) => ({ ...slot, start: told(slot.start), end: told(slot.end) }))
		.sort((a, b) => Date.parse(a.start.dateTime) - Date.parse(b.start.dateTime));
}

/** Free slots as the service gives them, in the time zone of its user. */
export function answered(body: unknown): Slot[] {
	return ((body ?? {}) as { availableTimes?: Slot[] }).availableTimes ?? [];
}

/** A slot without nesting. */
export function flatSlot({ start, end, facility }: Slot): IDataObject {
	return {
		start: start.dateTime,
		end: end.dateTime,
		timeZone: start.timeZone,
		...(facility && {
			facilityId: facility.id,
			facilityCode: facility.code,
			facility: facility.name,
		}),
	};
}

/** `2026-01-05T10:00:00+09:00 (Meeting Room A)`. */
export function slotWords({ start, facility }: Slot): string {
	return facility ? `${start.dateTime} (${facility.name})` : start.dateTime;
}
