import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import { type Frame, type ReadDate, readDate, startOfDay } from '../../shared/input/date';
import { zoneFor } from '../time/zone';
import type { RepeatInfo, ServiceEvent } from './event';
import type { Member, Reference } from './references';
import { firstOccurrence } from './series';
import { dayIn, endAsLong, isDayLimit, lastDayAsLong, type TimeType, timingOf } from './timing';

/** What a person chose of an event's time; undefined is not chosen. */
export interface TimeChange {
	timeType?: TimeType;
	start?: unknown;
	end?: unknown;
	timeZone?: string;
}

/**
 * The body of an update that changes what was chosen and nothing else. The service takes parts
 * that are left out for empty: the start is required, the menu falls back to the default, and the
 * end and the lists belong to it. They are sent as they were.
 */
export function changedBody(
	event: ServiceEvent,
	chosen: IDataObject,
	time: TimeChange,
	frame: Frame,
): IDataObject {
	const facilities = chosen.facilities ?? event.facilities?.map(asReference);
	return {
		...(typeof event.eventMenu === 'string' && { eventMenu: event.eventMenu }),
		...changedTiming(event, time, frame),
		...(event.attendees && { attendees: event.attendees.map(asMember) }),
		...((facilities as Reference[] | undefined)?.length &&
			typeof event.facilityUsingPurpose === 'string' &&
			event.facilityUsingPurpose !== '' && { facilityUsingPurpose: event.facilityUsingPurpose }),
		...(chosen.visibilityType === 'SET_PRIVATE_WATCHERS' &&
			event.watchers && { watchers: event.watchers.map(asMember) }),
		...chosen,
		...(chosen.companyInfo !== undefined && {
			companyInfo: {
				...(event.companyInfo as IDataObject),
				...(chosen.companyInfo as IDataObject),
			},
		}),
		...(facilities && { facilities }),
	};
}

/** Values that only people change. */
const TEXTS = ['notes', 'subject', 'useAttendanceCheck', 'visibilityType'];

/**
 * Whether values that an update didn't send are not as they were read: somebody else changed the event
 * in between. Events have no revision, so a change of only what was sent can't be found.
 */
export function changedMeanwhile(
	before: ServiceEvent,
	after: ServiceEvent,
	sent: IDataObject,
): boolean {
	return (
		before.id === after.id &&
		TEXTS.some((key) => !(key in sent) && key in after && before[key] !== after[key])
	);
}

/** How a list of an update changes the one that the event has. */
export type ListChange = 'add' | 'remove' | 'replace';

/** The list after a change, and who was removed; members count as the same by ID or by code. */
export function changedList<Entry extends Member | Reference>(
	current: IDataObject[],
	named: Entry[],
	change: ListChange,
	reference: (entry: IDataObject) => Entry,
): { entries: Entry[]; removed: IDataObject[]; absent: Entry[] } {
	const isSame = (entry: IDataObject, one: Entry) =>
		(!('type' in one) || one.type === entry.type) &&
		('id' in one ? one.id === String(entry.id) : one.code === entry.code);
	const isNamed = (entry: IDataObject) => named.some((one) => isSame(entry, one));
	const others = named.filter((one) => !current.some((entry) => isSame(entry, one)));
	const stays = (entry: IDataObject) =>
		change === 'add' || isNamed(entry) === (change === 'replace');
	const kept = current.filter(stays);
	return {
		entries: [...kept.map(reference), ...(change === 'remove' ? [] : others)],
		removed: current.filter((entry) => !stays(entry)),
		absent: change === 'remove' ? others : [],
	};
}

/** Someone of an event as a request names them. */
export function asMember({ type, id }: IDataObject): Member {
	return { type: type as Member['type'], id: String(id) };
}

/** A reference by ID alone. */
export function asReference({ id }: IDataObject): Reference {
	return { id: String(id) };
}

/**
 * When the event is to be. The frame has the chosen time zone, else the workflow's. The event keeps its own zone if none is chosen, and its duration if only its start is.
 */
function changedTiming(event: ServiceEvent, chosen: TimeChange, frame: Frame): IDataObject {
	const was = event.repeatInfo ? ofSeries(event, event.repeatInfo) : ofDates(event);
	if (was === undefined) {
		throw new InputError(
			"Tentative events can't be updated with this node",
			'This event has several possible dates. Update it in the service',
		);
	}
	const timeType = formAfter(was.timeType, chosen);
	const chosenZone = chosen.timeZone ? frame.zone : undefined;
	const zone = chosenZone ?? was.zone;
	const endZone = chosenZone ?? was.endZone;
	const read = (value: unknown, label: string) => {
		const date = value === undefined ? undefined : readDate(value, label, frame);
		if (date && chosen.timeType === undefined) refuseTimeOfDay(date, label, timeType);
		return date;
	};
	const start = read(chosen.start, 'Start') ?? was.start;
	if (start === undefined) {
		throw new InputError(
			'The first occurrence of this repeating event could not be determined',
			'Set "Start" and "End" to those of the first occurrence.',
		);
	}
	const isMoved = chosen.start !== undefined && areDays(timeType) === areDays(was.timeType);
	const end = read(chosen.end, 'End') ?? (isMoved ? endAfter(was, start, zone, endZone) : was.end);
	const zones = { zone, endZone, zonesAreStored: chosenZone === undefined };
	return {
		// Values that are not sent stay unchanged.
		...(timeType !== 'allDayPeriod' && { isAllDay: false, isStartOnly: false }),
		...timingOf({ timeType, start, ...(end && { end }), ...zones }),
	};
}

function areDays(timeType: TimeType): boolean {
	return timeType === 'allDay' || timeType === 'allDayPeriod';
}

/** Throws `InputError` for a time of day in an event of whole days, which would lose it. */
function refuseTimeOfDay({ at, kind }: ReadDate, label: string, timeType: TimeType): void {
	if (!areDays(timeType) || kind !== 'local' || isDayLimit(at)) return;
	throw new InputError(
		`"${label}" has a time, but the event lasts all day`,
		timeType === 'allDay'
			? 'Set "Time Type" to Start and End, or use a day without a time, e.g. 2026-01-05'
			: "Use a day without a time, e.g. 2026-01-05. An all-day period can't have times: delete the event and create a new one",
	);
}

/** The end that keeps the duration of the event with another start. */
function endAfter(was: Was, start: ReadDate, zone: string, endZone: string): ReadDate | undefined {
	if (was.start === undefined || was.end === undefined) return undefined;
	const limits = { start: was.start.at, end: was.end.at };
	const at = areDays(was.timeType)
		? lastDayAsLong(limits, dayIn(start, zone)).setZone(endZone, { keepLocalTime: true })
		: endAsLong(limits, start.at.setZone(zone));
	return { at, kind: was.end.kind };
}

/** The time type of an event after a change: an end that is named ends "start only". */
function formAfter(was: TimeType, { timeType, end }: TimeChange): TimeType {
	if (timeType !== undefined) {
		if ((timeType === 'allDayPeriod') === (was === 'allDayPeriod')) return timeType;
		throw new InputError(
			"An all-day period can't be changed to another type of event, or another type to an all-day period",
			'Delete the event and create a new one',
		);
	}
	return was === 'startOnly' && end !== undefined ? 'timed' : was;
}

/** The time of an event before a change; of a series, that of its first occurrence. */
interface Was {
	timeType: TimeType;
	zone: string;
	endZone: string;
	start?: ReadDate;
	end?: ReadDate;
}

function ofDates(event: ServiceEvent): Was | undefined {
	const { start, end } = event;
	if (!start) return undefined;
	const timeType = event.eventType === 'ALL_DAY' ? 'allDayPeriod' : formOf(event);
	const zone = String(event.originalStartTimeZone || start.timeZone);
	const endZone = end ? String(event.originalEndTimeZone || end.timeZone) : zone;
	const read = areDays(timeType) ? wholeDayOf : instantIn;
	return {
		timeType,
		zone,
		endZone,
		start: read(start, zone),
		...(end && { end: read(end, endZone) }),
	};
}

/** A limit of whole days, which may be in another zone than the event's. */
function wholeDayOf({ dateTime }: { dateTime: string }, zone: string): ReadDate {
	const given = DateTime.fromISO(dateTime, { setZone: true });
	const day = isDayLimit(given) ? given : given.setZone(zone);
	return { at: startOfDay(day.setZone(zone, { keepLocalTime: true })), kind: 'day' };
}

function instantIn({ dateTime }: { dateTime: string }, zone: string): ReadDate {
	return { at: DateTime.fromISO(dateTime, { zone: zoneFor('', zone || 'UTC') }), kind: 'local' };
}

/**
 * The times of a series are in its rule. The service may also give a start, which is that of its
 * first day: it may be excluded.
 */
function ofSeries(event: ServiceEvent, rule: RepeatInfo): Was {
	const { isAllDay, isStartOnly } = event;
	const info = { ...(isAllDay && { isAllDay }), ...(isStartOnly && { isStartOnly }), ...rule };
	const zone = info.timeZone ?? 'UTC';
	const timeType = formOf(info);
	const first = firstOccurrence(info);
	const kind = areDays(timeType) ? 'day' : 'local';
	if (first === undefined) return { ...ofDates(event), timeType, zone, endZone: zone };
	const end = first.end && { at: areDays(timeType) ? first.end.startOf('day') : first.end, kind };
	return {
		timeType,
		zone,
		endZone: zone,
		start: { at: first.start, kind },
		...(end && { end: end as ReadDate }),
	};
}

function formOf({ isAllDay, isStartOnly }: RepeatInfo): TimeType {
	if (isAllDay) return 'allDay';
	return isStartOnly ? 'startOnly' : 'timed';
}
