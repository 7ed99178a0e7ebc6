import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import { isDayLimit, type Moment, momentOf, nextDay } from '../time/moment';
import {
	type CalendarDay,
	DAY,
	MINUTE,
	plusDays,
	rfc3339,
	SECOND,
	startOfDay,
	wallTimeAt,
	zoneFor,
} from '../time/zone';
import type { RepeatInfo, ServiceEvent } from './event';
import type { Member, Reference } from './references';
import { endAfter, firstOccurrence, spanOf, zoneOf } from './series';
import {
	namedDay,
	namesDay,
	refuseDaysElsewhere,
	type TimeType,
	timingOf,
	type ZonedTime,
} from './timing';

/** How a list of an update goes together with the one that the event has. */
export type ListChange = 'replace' | 'add' | 'remove' | 'clear';

/** What a person chose of an event's time; undefined is not chosen. */
export interface TimeChange {
	form?: TimeType;
	start?: unknown;
	end?: unknown;
	/** Whether the end moves with the start. */
	keepDuration?: boolean;
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
	workflowZone: string,
	now: number,
): IDataObject {
	const facilities = (chosen.facilities ?? facilitiesOf(event)) as Reference[] | undefined;
	return {
		...(typeof event.eventMenu === 'string' && { eventMenu: event.eventMenu }),
		...changedTiming(event, time, workflowZone, now),
		...(event.attendees && { attendees: membersOf(event.attendees) }),
		...(facilities?.length &&
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
		...(facilities && { facilities: facilities as IDataObject[] }),
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

/** The list after a change; members count as the same by ID or by code. */
export function changedList<Entry extends Member | Reference>(
	current: IDataObject[],
	named: Entry[],
	change: ListChange,
	reference: (entry: IDataObject) => Entry,
): Entry[] {
	const isSame = (entry: IDataObject, one: Entry) =>
		(!('type' in one) || one.type === entry.type) &&
		('id' in one ? one.id === String(entry.id) : one.code === entry.code);
	const isNamed = (entry: IDataObject) => named.some((one) => isSame(entry, one));
	switch (change) {
		case 'replace':
			return named;
		case 'clear':
			return [];
		case 'remove':
			return current.filter((entry) => !isNamed(entry)).map(reference);
		case 'add':
			return [
				...current.map(reference),
				...named.filter((one) => !current.some((entry) => isSame(entry, one))),
			];
	}
}

/** Someone of an event as a call names them. */
export function asMember({ type, id }: IDataObject): Member {
	return { type: type as Member['type'], id: String(id) };
}

export function asReference({ id }: IDataObject): Reference {
	return { id: String(id) };
}

function membersOf(people: IDataObject[]): IDataObject[] {
	return people.map(asMember);
}

function facilitiesOf({ facilities }: ServiceEvent): Reference[] | undefined {
	return facilities?.map(asReference);
}

/**
 * When the event is to be: what was chosen, and what it was where nothing was. Dates without a time
 * zone are read in the chosen one, else in the workflow's. The event keeps its own if none is chosen.
 */
function changedTiming(
	event: ServiceEvent,
	chosen: TimeChange,
	workflowZone: string,
	now: number,
): IDataObject {
	const was = event.repeatInfo ? ofSeries(event, event.repeatInfo) : ofDates(event);
	if (was === undefined) {
		throw new InputError(
			"Tentative events can't be updated with this node",
			'This event has several possible dates. Update it in the service',
		);
	}
	const chosenZone = chosen.timeZone ? zoneFor(chosen.timeZone, workflowZone) : undefined;
	const zone = chosenZone ?? was.zone;
	const endZone = chosenZone ?? was.endZone;
	const frame = { zone: chosenZone ?? zoneFor('', workflowZone), now };
	const read = (value: unknown, label: string) => momentOf(value, label, frame);
	const start = chosen.start === undefined ? was.start() : read(chosen.start, 'Start');
	const form = formAfter(was.form, chosen);
	const ends = () => {
		const own = was.end(start);
		if (form !== 'allDay' || was.form !== 'timed' || own === undefined) return own;
		// The end of a timed event is not part of it: one at midnight is of the day before.
		const before = inZone(own.at - SECOND, was.endZone);
		const first = start.day ?? wallTimeAt(start.at, zone);
		return own.at > start.at && !isEarlier(before.day ?? first, first) ? before : own;
	};
	const movedEnd =
		chosen.keepDuration === true && chosen.start !== undefined && chosen.end === undefined
			? endAsLong(was, form, start, zone)
			: undefined;
	const end = chosen.end === undefined ? (movedEnd ?? ends()) : read(chosen.end, 'End');
	if (chosen.form === undefined && (form === 'allDay' || form === 'period')) {
		const told = [event.start, event.end].filter((time) => time !== undefined);
		const zones = [zone, endZone, was.zone, was.endZone, frame.zone, zoneFor('', workflowZone)];
		const isDay = (moment: Moment) =>
			namesDay(moment, [...zones, ...told.map(({ timeZone }) => timeZone)]) ||
			told.some(({ dateTime }) => Date.parse(dateTime) === moment.at);
		if (chosen.start !== undefined && !isDay(start)) {
			refuseDaysElsewhere(start, end);
			refuseTime('Start', form);
		}
		if (chosen.end !== undefined && end && !isDay(end)) refuseTime('End', form);
	}
	const times = timingOf({
		form,
		start,
		...(end && { end }),
		zone,
		endZone,
		zonesAreStored: chosenZone === undefined,
		...(was.span && { alsoAt: was.span() }),
	});
	// The end of a series is a time of day.
	const isMoved = chosen.start !== undefined && chosen.end === undefined && movedEnd === undefined;
	if (isMoved && !event.repeatInfo) {
		checkDay(was, form, times as { start: ZonedTime; end?: ZonedTime });
	}
	return {
		// Values that are not sent stay unchanged.
		...(form !== 'period' && { isAllDay: false, isStartOnly: false }),
		...times,
	};
}

/** Throws `InputError` for a time of day, which whole days would lose. */
function refuseTime(label: string, form: 'allDay' | 'period'): never {
	throw new InputError(
		`"${label}" has a time, but the event lasts all day`,
		form === 'allDay'
			? 'Set "Time Type" to Start and End, or use a day without a time, e.g. 2026-01-05'
			: "Use a day without a time, e.g. 2026-01-05. An all-day period can't have times: delete the event and create a new one",
	);
}

/**
 * The end that keeps the duration of the event with another start, in days for whole days; undefined if it has
 * no end, or changes between times and whole days.
 */
function endAsLong(was: Was, form: TimeType, start: Moment, zone: string): Moment | undefined {
	const before = was.start();
	const end = was.end(before);
	if (end === undefined || form !== was.form || form === 'startOnly') return undefined;
	if (form === 'timed') return inZone(end.at + start.at - before.at, was.endZone);
	const days = (midnight(namedDay(start, zone)) - midnight(namedDay(before, was.zone))) / DAY;
	const last = namedDay(end, was.endZone);
	const day = plusDays(last, days);
	return { at: startOfDay(day, was.endZone), wholeDay: true, day };
}

/**
 * Throws `InputError` where only the start of an event changes, and is on another day than before:
 * the event may be meant to move, or to get longer.
 */
function checkDay(was: Was, form: TimeType, { start, end }: { start: ZonedTime; end?: ZonedTime }) {
	const before = was.start();
	if (end === undefined || was.end(before) === undefined) return;
	const isDays = form === 'allDay' || form === 'period';
	const dayWas = (isDays && before.day) || wallTimeAt(before.at, start.timeZone);
	const day = wallTimeAt(Date.parse(start.dateTime), start.timeZone);
	const days = (midnight(day) - midnight(dayWas)) / DAY;
	if (days === 0) return;
	const endWas = Date.parse(end.dateTime);
	const later = isDays
		? startOfDay(plusDays(wallTimeAt(endWas, end.timeZone), days), end.timeZone)
		: endWas + Date.parse(start.dateTime) - before.at;
	const [moved, kept] = [later, endWas].map((at) =>
		rfc3339(at, end.timeZone).slice(0, isDays ? 10 : undefined),
	);
	throw new InputError(
		'"Start" is on another day than before, and "End" isn\'t set',
		`Set "End", too: ${moved} to move the event, or ${kept} to keep its end${form === was.form ? '. To always move the end with the start, turn on "Keep Duration"' : ''}`,
	);
}

/** The form of the event after a change: an end that is named ends "start only". */
function formAfter(was: TimeType, { form, end }: TimeChange): TimeType {
	if (form !== undefined) {
		if ((form === 'period') === (was === 'period')) return form;
		throw new InputError(
			"An all-day period can't be changed to another type of event, or another type to an all-day period",
			'Delete the event and create a new one',
		);
	}
	return was === 'startOnly' && end !== undefined ? 'timed' : was;
}

/** When an event is, before a change. */
interface Was {
	form: TimeType;
	zone: string;
	endZone: string;
	start: () => Moment;
	/** The end, if the event has one. For a series, the end of the occurrence with this start. */
	end: (start: Moment) => Moment | undefined;
	/** For a series, instants on all its days. */
	span?: () => number[];
}

function ofDates(event: ServiceEvent): Was | undefined {
	const { start } = event;
	if (!start) return undefined;
	const form = event.eventType === 'ALL_DAY' ? 'period' : formOf(event);
	const zone = String(event.originalStartTimeZone || start.timeZone);
	const endZone = event.end && String(event.originalEndTimeZone || event.end.timeZone);
	const isDays = form === 'period' || form === 'allDay';
	const told = (time: ZonedTime, own: string) =>
		(isDays && wholeDayOf(time, own)) || inZone(Date.parse(time.dateTime), own);
	return {
		form,
		zone,
		endZone: endZone ?? zone,
		start: () => told(start, zone),
		end: () => event.end && told(event.end, endZone ?? zone),
	};
}

/**
 * A limit of whole days, which may be told in another zone than the event's; undefined where it
 * shows no such limit.
 */
function wholeDayOf({ dateTime }: ZonedTime, zone: string): Moment | undefined {
	const shown = wallTimeAt(Date.parse(`${dateTime.slice(0, 16)}Z`), 'UTC');
	if (!isDayLimit(shown)) return undefined;
	const minutes = shown.hour * 60 + shown.minute;
	return { at: startOfDay(shown, zone) + minutes * MINUTE, wholeDay: false, day: shown };
}

/**
 * The times of a series are in its rule; the first occurrence is used for the event's own times. The
 * service may also tell a start, which is that of its first day: it may be excluded.
 */
function ofSeries(event: ServiceEvent, rule: RepeatInfo): Was {
	const { isAllDay, isStartOnly } = event;
	const info = { ...(isAllDay && { isAllDay }), ...(isStartOnly && { isStartOnly }), ...rule };
	const own = ofDates(event);
	const zone = zoneOf(info);
	const first = () => {
		const occurrence = firstOccurrence(info);
		if (occurrence) return inZone(occurrence.start, zone);
		if (own) return own.start();
		throw new InputError(
			'The first occurrence of this repeating event could not be determined',
			'Set "Start" and "End" to those of the first occurrence.',
		);
	};
	const last = ({ at }: Moment) =>
		info.isAllDay ? nextDay(at, zone) - MINUTE : endAfter(info, at);
	return {
		form: formOf(info),
		zone,
		endZone: zone,
		start: first,
		end: (start) => {
			const at = last(start);
			return at === undefined ? own?.end(start) : inZone(at, zone);
		},
		span: () => spanOf(info),
	};
}

function formOf({
	isAllDay,
	isStartOnly,
}: {
	isAllDay?: boolean;
	isStartOnly?: boolean;
}): TimeType {
	if (isAllDay) return 'allDay';
	return isStartOnly ? 'startOnly' : 'timed';
}

function isEarlier(one: CalendarDay, other: CalendarDay): boolean {
	return midnight(one) < midnight(other);
}

/** Midnight of a day in UTC. */
function midnight({ year, month, day }: CalendarDay): number {
	return Date.UTC(year, month - 1, day);
}

/** An instant on the day that the clocks of a zone show then. */
function inZone(at: number, zone: string): Moment {
	return { at, wholeDay: false, day: wallTimeAt(at, zoneFor('', zone || 'UTC')) };
}
