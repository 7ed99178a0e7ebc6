import { DateTime } from 'luxon';

import type { Sql } from '../../types';
import { type Directory, loadDirectory } from '../directory';
import type { EventType, Occurrence, RepeatInfo, Timing } from '../events/model';
import { occurrencesOf } from '../events/repeat';
import { type EventWrite, insertEvents, type NewEvent } from '../events/store';
import { occurrenceOf } from '../events/timing';
import type { Member } from '../member';
import { facilitiesOf, type FacilityReference } from '../references';
import { dayEnd, dayStart } from '../time';
import type { DemoMeeting, DemoPlan, DemoSeries } from './plan';

/** Working days before and after today that have meetings. */
const firstDay = -10;
const lastDay = 14;

const hours = [
	['10:30', '11:30'],
	['13:00', '14:00'],
	['14:30', '16:00'],
	['16:00', '17:00'],
] as const;

type FindFacility = (code: string) => Promise<FacilityReference[]>;

interface Planned {
	type: EventType;
	meeting: DemoMeeting;
	when: Pick<EventWrite, 'timing' | 'repeat' | 'occurrences' | 'zone'>;
}

/**
 * Fills the calendars; each event was written an hour after the one before it, the last one just now.
 * @param home zone of the events that have none of their own
 */
export async function seedEvents(sql: Sql, now: Date, plan: DemoPlan, home: string): Promise<void> {
	const today = DateTime.fromJSDate(now, { zone: home }).startOf('day');
	const directory = await loadDirectory(sql);
	const facilities = new Map<string, FacilityReference[]>();
	const facility = async (code: string): Promise<FacilityReference[]> => {
		const found = facilities.get(code) ?? (await facilitiesOf([{ code }], 'facilities', sql));
		facilities.set(code, found);
		return found;
	};
	const planned = [
		...plannedMeetings(today, plan),
		...plannedDates(today, plan),
		...plannedSeries(today, plan),
	];
	const events: NewEvent[] = [];
	for (const [index, { type, meeting, when }] of planned.entries()) {
		events.push({
			type,
			write: { ...(await contentOf(meeting, directory, facility)), ...when },
			author: idOf(directory, meeting),
			now: new Date(now.getTime() - (planned.length - index) * 3_600_000),
		});
	}
	const tentative = await tentativeEvent(directory, today, now, plan, facility);
	await insertEvents(sql, [...events, tentative]);
}

function* plannedMeetings(today: DateTime, { meetings }: DemoPlan): Iterable<Planned> {
	for (let day = firstDay; day <= lastDay; day++) {
		for (const [slot, turn] of [day - firstDay, day - firstDay + 3].entries()) {
			const meeting = meetings[turn % meetings.length];
			const time = hours[(turn + slot * 2) % hours.length];
			if (meeting === undefined || time === undefined) continue;
			yield dated(meeting, { day, start: time[0], end: time[1] }, today);
		}
	}
}

function* plannedDates(today: DateTime, { dates, periods }: DemoPlan): Iterable<Planned> {
	for (const date of dates) yield dated(date, date, today);
	const home = zoneOf(today);
	for (const period of periods) {
		const timing: Timing = {
			start: { at: at(today, period.day, '00:00', home), zone: home },
			end: { at: at(today, period.lastDay, '00:00', home), zone: home },
			allDay: false,
			startOnly: false,
		};
		yield {
			type: 'ALL_DAY',
			meeting: period,
			when: {
				timing,
				repeat: undefined,
				zone: home,
				occurrences: [occurrenceOf(timing, 'ALL_DAY')],
			},
		};
	}
}

function* plannedSeries(today: DateTime, { series }: DemoPlan): Iterable<Planned> {
	for (const meeting of series) {
		const repeat = repeatOf(meeting, today);
		yield {
			type: 'REPEATING',
			meeting,
			when: {
				timing: undefined,
				repeat,
				zone: repeat.timeZone,
				occurrences: occurrencesOf(repeat),
			},
		};
	}
}

interface DateAndTime {
	day: number;
	start: string;
	end?: string;
	allDay?: boolean;
}

function dated(meeting: DemoMeeting, date: DateAndTime, today: DateTime): Planned {
	const zone = meeting.zone ?? zoneOf(today);
	const start = { at: at(today, date.day, date.start, zone), zone };
	const end =
		date.end === undefined ? undefined : { at: at(today, date.day, date.end, zone), zone };
	const timing: Timing = date.allDay
		? {
				start: { at: dayStart(start), zone },
				end: { at: dayEnd(start), zone },
				allDay: true,
				startOnly: false,
			}
		: { start, end, allDay: false, startOnly: end === undefined };
	return {
		type: 'REGULAR',
		meeting,
		when: { timing, repeat: undefined, zone, occurrences: [occurrenceOf(timing, 'REGULAR')] },
	};
}

function repeatOf(meeting: DemoSeries, today: DateTime): RepeatInfo {
	const from = today.minus({ weeks: 4 }).startOf('week');
	const info: RepeatInfo = {
		type: meeting.type,
		period: { start: from.toISODate() ?? '', end: from.plus({ weeks: 16 }).toISODate() ?? '' },
		time: { start: meeting.start, end: meeting.end },
		timeZone: zoneOf(today),
		isAllDay: false,
		isStartOnly: false,
		...(meeting.weekday !== undefined && { dayOfWeek: meeting.weekday }),
		...(meeting.dayOfMonth !== undefined && { dayOfMonth: meeting.dayOfMonth }),
		exclusiveDateTimes: [],
	};
	const left = meeting.excluded === undefined ? undefined : occurrencesOf(info)[meeting.excluded];
	return left === undefined
		? info
		: { ...info, exclusiveDateTimes: [wholeDay(left, info.timeZone)] };
}

function wholeDay(occurrence: Occurrence, zone: string): { start: string; end: string } {
	const day = DateTime.fromJSDate(occurrence.start, { zone }).startOf('day');
	const text = (moment: DateTime) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
	return { start: text(day), end: text(day.set({ hour: 23, minute: 59, second: 59 })) };
}

/** A tentative event with two candidate dates: the API has no way to make one. */
async function tentativeEvent(
	directory: Directory,
	today: DateTime,
	now: Date,
	{ tentative: { facility: code, ...meeting } }: DemoPlan,
	facility: FindFacility,
): Promise<NewEvent> {
	const [room] = await facility(code);
	const home = zoneOf(today);
	const occurrences = [7, 9].map((day) => ({
		repeatId: null,
		start: at(today, day, '17:30', home),
		end: at(today, day, '18:30', home),
		facilityId: room?.id ?? null,
	}));
	return {
		type: 'TEMPORARY',
		write: {
			...(await contentOf(meeting, directory, facility)),
			timing: undefined,
			repeat: undefined,
			zone: home,
			occurrences,
		},
		author: idOf(directory, meeting),
		now,
	};
}

async function contentOf(
	meeting: DemoMeeting,
	directory: Directory,
	facility: FindFacility,
): Promise<Omit<EventWrite, 'timing' | 'repeat' | 'occurrences' | 'zone'>> {
	const users = (codes: readonly string[]) =>
		codes.map((code): Member => ({ type: 'USER', id: directory.byCode('USER', code)?.id ?? '' }));
	const organization = directory.byCode('ORGANIZATION', meeting.organization ?? '');
	const attendees: Member[] = [
		...users(meeting.people),
		...(organization === undefined ? [] : [{ type: 'ORGANIZATION' as const, id: organization.id }]),
	];
	return {
		content: {
			menu: meeting.menu ?? '',
			subject: meeting.subject,
			notes: meeting.notes ?? '',
			visibility: visibilityOf(meeting),
			attendanceCheck: meeting.attendanceCheck ?? false,
			company: meeting.company ?? {},
			usingPurpose: meeting.purpose ?? '',
			additionalItem: '',
		},
		attendees: attendees.map((member) => ({ ...member, status: 'PENDING', comment: '' })),
		watchers: users(meeting.watchers ?? []),
		facilities: meeting.facility === undefined ? [] : await facility(meeting.facility),
	};
}

function visibilityOf(meeting: DemoMeeting) {
	if (!meeting.private) return 'PUBLIC';
	return meeting.watchers === undefined ? 'PRIVATE' : 'SET_PRIVATE_WATCHERS';
}

function idOf(directory: Directory, meeting: DemoMeeting): string {
	return directory.byCode('USER', meeting.people[0] ?? '')?.id ?? '';
}

function zoneOf(today: DateTime): string {
	return today.zoneName ?? 'UTC';
}

/** The time on the working day so many after today (or on it, or the next one if today is none). */
function at(today: DateTime, day: number, time: string, zone: string): Date {
	const step = day < 0 ? -1 : 1;
	// Steps in UTC: luxon asks for the offset of any other zone at each of them.
	let date = DateTime.utc(today.year, today.month, today.day);
	while (date.weekday > 5) date = date.plus({ days: 1 });
	for (let left = Math.abs(day); left > 0;) {
		date = date.plus({ days: step });
		if (date.weekday <= 5) left--;
	}
	const [hour, minute] = time.split(':').map(Number);
	return date.setZone(zone, { keepLocalTime: true }).set({ hour, minute }).toJSDate();
}
