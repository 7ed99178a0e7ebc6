import type { Sql } from '../types';
import { GroupwareError, requireSomeone } from './errors';
import type { Body, Handlers, Request } from './request';
import type { Member } from './member';
import { facilitiesOf, type FacilityReference, membersOf } from './references';
import { momentOf, zonedReply } from './time';
import { timeZones } from './timezones';
import { given } from './values';

/** The service answers with no more slots than these, and has no further pages. */
const mostSlots = 10;

interface Range {
	start: number;
	end: number;
}

interface Slot extends Range {
	facility: FacilityReference | undefined;
}

/**
 * Slots of the length asked for, one after the other from the begin of each range, in which every
 * attendee is free and all (`AND`) or one (`OR`) of the facilities. With `OR` each free facility is a
 * row of its own. All-day periods block nobody; private events do.
 */
async function searchAvailableTimes(
	request: Request<Body<'schedule.availableTime.search'>>,
): Promise<object> {
	const { body, sql, directory, caller } = request;
	const ranges = rangesOf(body.timeRanges);
	const length = body.timeInterval * 60_000;
	const attendees = given(body.attendees)
		? membersOf(body.attendees, 'attendees', ['USER', 'ORGANIZATION'], directory)
		: [];
	const facilities = given(body.facilities)
		? await facilitiesOf(body.facilities, 'facilities', sql)
		: [];
	requireSomeone(attendees, facilities);
	const { facilitySearchCondition: condition = 'AND' } = body;
	const members = attendees.flatMap((attendee) =>
		attendee.type === 'USER' ? directory.membershipsOf(attendee.id) : [attendee],
	);
	const span = spanOf(ranges);
	const people = await busyMembers(sql, members, span);
	const rooms = await busyFacilities(sql, facilities, span);
	const shared = condition === 'OR' ? people : merge([...people, ...[...rooms.values()].flat()]);
	const choices =
		condition === 'OR' && facilities.length > 0
			? facilities.map((facility) => ({ facility, busy: rooms.get(facility.id) ?? [] }))
			: [{ facility: facilities[0], busy: [] }];
	// A user's own zone may be one that no event could be written in.
	const zone = timeZones.includes(caller.timeZone) ? caller.timeZone : 'UTC';
	const slots = ranges.flatMap((range) => freeSlots(range, length, merge(shared), choices));
	return {
		availableTimes: slots.slice(0, mostSlots).map(({ start, end, facility }) => ({
			start: zonedReply({ at: new Date(start), zone }),
			end: zonedReply({ at: new Date(end), zone }),
			...(facility !== undefined && {
				facility: { id: String(facility.id), code: facility.code, name: facility.name },
			}),
		})),
	};
}

function rangesOf(ranges: Body<'schedule.availableTime.search'>['timeRanges']): Range[] {
	return ranges.map((range, index) => {
		const at = `timeRanges[${index}]`;
		const start = momentOf(range.start, `${at}.start`).getTime();
		const end = momentOf(range.end, `${at}.end`).getTime();
		if (start >= end) {
			throw new GroupwareError('GRN_REST_API_00203', `${at}.start must be before ${at}.end.`);
		}
		return { start, end };
	});
}

interface Choice {
	facility: FacilityReference | undefined;
	busy: readonly Range[];
}

/** Jumps over what is busy instead of trying every step: a range may be years, a step one minute. */
function freeSlots(
	range: Range,
	length: number,
	shared: readonly Range[],
	choices: readonly Choice[],
): Slot[] {
	const slots: Slot[] = [];
	let start = range.start;
	while (start + length <= range.end && slots.length < mostSlots) {
		const slot = { start, end: start + length };
		const blocked = blockOf(shared, slot);
		const states = choices.map(({ facility, busy }) => ({ facility, block: blockOf(busy, slot) }));
		const free = blocked === undefined ? states.filter(({ block }) => block === undefined) : [];
		slots.push(...free.map(({ facility }) => ({ ...slot, facility })));
		const until =
			free.length > 0
				? slot.end
				: (blocked?.end ?? Math.min(...states.map(({ block }) => block?.end ?? slot.end)));
		start = range.start + Math.ceil((until - range.start) / length) * length;
	}
	return slots;
}

function blockOf(busy: readonly Range[], slot: Range): Range | undefined {
	return busy.find((range) => range.start < slot.end && range.end > slot.start);
}

function spanOf(ranges: readonly Range[]): { from: string; to: string } {
	const earliest = ranges.reduce((least, { start }) => Math.min(least, start), Infinity);
	const latest = ranges.reduce((most, { end }) => Math.max(most, end), -Infinity);
	return { from: new Date(earliest).toISOString(), to: new Date(latest).toISOString() };
}

interface BusyRow {
	start_at: Date;
	end_at: Date;
}

async function busyMembers(
	sql: Sql,
	members: readonly Member[],
	span: { from: string; to: string },
): Promise<Range[]> {
	if (members.length === 0) return [];
	const rows = await sql.query<BusyRow>(
		`SELECT start_at, end_at FROM groupware_event_occurrence occurrence
		WHERE start_at < $4 AND end_at > $3 AND event_id IN (
			SELECT event.id FROM groupware_event event
			JOIN groupware_event_attendee attendee ON attendee.event_id = event.id
			WHERE event_type <> 'ALL_DAY' AND (attendee.type, attendee.member) IN
				(SELECT * FROM unnest($1::text[], $2::text[])))`,
		[members.map((member) => member.type), members.map((member) => member.id), span.from, span.to],
	);
	return merge(rows.map(rangeOf));
}

async function busyFacilities(
	sql: Sql,
	facilities: readonly FacilityReference[],
	span: { from: string; to: string },
): Promise<Map<number, Range[]>> {
	if (facilities.length === 0) return new Map();
	const rows = await sql.query<BusyRow & { facility_id: number }>(
		`SELECT facility_id, start_at, end_at FROM groupware_booking
		WHERE facility_id = ANY ($1::int[]) AND start_at < $3 AND end_at > $2`,
		[facilities.map((facility) => facility.id), span.from, span.to],
	);
	return new Map(
		facilities.map(({ id }) => [
			id,
			merge(rows.filter((row) => row.facility_id === id).map(rangeOf)),
		]),
	);
}

function rangeOf(row: BusyRow): Range {
	return { start: row.start_at.getTime(), end: row.end_at.getTime() };
}

/** The ranges in order, those that overlap or touch as one. */
function merge(ranges: readonly Range[]): Range[] {
	const merged: Range[] = [];
	for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
		const last = merged.at(-1);
		if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
		else merged.push({ ...range });
	}
	return merged;
}

export const availabilityOperations = {
	'schedule.availableTime.search': searchAvailableTimes,
} satisfies Handlers;
