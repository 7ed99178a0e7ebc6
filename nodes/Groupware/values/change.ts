import type { IDataObject } from 'n8n-workflow';

import { Refusal } from '../../shared/errors';
import { type Frame, type Moment, momentOf } from '../time/moment';
import { instantOf, startOfDay, type WallTime, wallTimeAt, zoneFor } from '../time/zone';
import type { RepeatInfo, ServiceEvent } from './event';
import type { Member, Reference } from './references';
import { type Form, timingOf, type ZonedTime } from './timing';

/** How a list of an update goes together with the one that the event has. */
export type ListChange = 'replace' | 'add' | 'remove' | 'clear';

/** What a person chose of an event's time; undefined is not chosen. */
export interface TimeChange {
	form?: Form;
	start?: unknown;
	end?: unknown;
	timeZone?: string;
}

/**
 * The body of an update that changes what was chosen and nothing else. The service takes parts
 * that are left out for empty: the start is required, the menu falls back to the default, and the
 * end and the lists belong to it (facts: schedule.event.update). They are sent as they were.
 */
export function changedBody(
	event: ServiceEvent,
	chosen: IDataObject,
	time: TimeChange,
	workflowZone: string,
	now: number,
): IDataObject {
	const facilities = (chosen.facilities ?? facilitiesOf(event)) as Reference[];
	return {
		...(typeof event.eventMenu === 'string' && { eventMenu: event.eventMenu }),
		...changedTiming(event, time, workflowZone, now),
		attendees: membersOf(event.attendees),
		...(facilities.length > 0 &&
			typeof event.facilityUsingPurpose === 'string' &&
			event.facilityUsingPurpose !== '' && { facilityUsingPurpose: event.facilityUsingPurpose }),
		...(chosen.visibilityType === 'SET_PRIVATE_WATCHERS' &&
			event.watchers && { watchers: membersOf(event.watchers) }),
		...chosen,
		...(chosen.companyInfo !== undefined && {
			companyInfo: {
				...(event.companyInfo as IDataObject),
				...(chosen.companyInfo as IDataObject),
			},
		}),
		facilities: facilities as IDataObject[],
	};
}

/** The list after a change; members count as the same by ID or by code. */
export function changedList<Entry extends Member | Reference>(
	current: IDataObject[],
	named: Entry[],
	change: ListChange,
	reference: (entry: IDataObject) => Entry,
): Entry[] {
	const isNamed = (entry: IDataObject) =>
		named.some(
			(one) =>
				(!('type' in one) || one.type === entry.type) &&
				('id' in one ? one.id === String(entry.id) : one.code === entry.code),
		);
	switch (change) {
		case 'replace':
			return named;
		case 'clear':
			return [];
		case 'remove':
			return current.filter((entry) => !isNamed(entry)).map(reference);
		case 'add':
			return [...current.filter((entry) => !isNamed(entry)).map(reference), ...named];
	}
}

/** Someone of an event as a call names them. */
export function asMember({ type, id }: IDataObject): Member {
	return { type: type as Member['type'], id: String(id) };
}

export function asReference({ id }: IDataObject): Reference {
	return { id: String(id) };
}

function membersOf(people: IDataObject[] | undefined): IDataObject[] {
	return (people ?? []).map(asMember);
}

function facilitiesOf({ facilities = [] }: ServiceEvent): Reference[] {
	return (facilities as IDataObject[]).map(asReference);
}

/** When the event is to be: what was chosen, and what it was where nothing was. */
function changedTiming(
	event: ServiceEvent,
	chosen: TimeChange,
	workflowZone: string,
	now: number,
): IDataObject {
	const was = event.start ? ofDate(event, event.start) : ofSeries(event.repeatInfo);
	if (was === undefined) {
		throw new Refusal(
			'The service cannot change this event: it has no time of its own',
			'Tentative events (several possible dates) can be changed in the service only',
		);
	}
	const zone = zoneFor(chosen.timeZone || was.zone, workflowZone);
	const frame: Frame = { zone, now };
	const start = chosen.start === undefined ? was.start : momentOf(chosen.start, 'Start', frame);
	const end = chosen.end === undefined ? was.end(start) : momentOf(chosen.end, 'End', frame);
	const form = formAfter(was.form, chosen);
	return timingOf({ form, start, ...(end && { end }), zone });
}

/** The form of the event after a change: an end that is named ends "start only". */
function formAfter(was: Form, { form, end }: TimeChange): Form {
	if (form !== undefined) {
		if ((form === 'period') === (was === 'period')) return form;
		throw new Refusal(
			'An all-day period cannot become another kind of event, nor the other way round',
			'Delete the event and create a new one',
		);
	}
	return was === 'startOnly' && end !== undefined ? 'timed' : was;
}

/** When an event is, before a change. */
interface Was {
	form: Form;
	zone: string;
	start: Moment;
	/** Its end, if it has one; for a series, on the day of the start. */
	end: (start: Moment) => Moment | undefined;
}

function ofDate(event: ServiceEvent, start: ZonedTime): Was {
	const end = event.end && exactly(Date.parse(event.end.dateTime));
	return {
		form: event.eventType === 'ALL_DAY' ? 'period' : formOf(event),
		zone: String(event.originalStartTimeZone || start.timeZone),
		start: exactly(Date.parse(start.dateTime)),
		end: () => end,
	};
}

/** A series has its times in its rule; its first day stands for it. */
function ofSeries(info: RepeatInfo | undefined): Was | undefined {
	const { timeZone, period, time } = info ?? {};
	const zone = timeZone ?? 'UTC';
	const [year, month, day] = (period?.start ?? '').split('-').map(Number);
	const begins = clock(time?.start) ?? (info?.isAllDay ? [0, 0] : undefined);
	if (!info || !year || !month || !day || !begins) return undefined;
	const at = (on: { year: number; month: number; day: number }, [hour = 0, minute = 0]: number[]) =>
		clockOrMidnight({ ...on, hour, minute, second: 0 }, zone);
	const start = at({ year, month, day }, begins);
	const ends = clock(time?.end);
	return {
		form: formOf(info),
		zone,
		start: exactly(start),
		end: (moved) => ends && exactly(at(wallTimeAt(moved.at, zone), ends)),
	};
}

function clockOrMidnight(wall: WallTime, zone: string): number {
	return instantOf(wall, zone) ?? startOfDay(wall, zone);
}

function formOf({ isAllDay, isStartOnly }: { isAllDay?: boolean; isStartOnly?: boolean }): Form {
	if (isAllDay) return 'allDay';
	return isStartOnly ? 'startOnly' : 'timed';
}

function clock(text: string | undefined): number[] | undefined {
	const found = /^(\d{1,2}):(\d{2})/.exec(text ?? '');
	return found ? [Number(found[1]), Number(found[2])] : undefined;
}

function exactly(at: number): Moment {
	return { at, wholeDay: false };
}
