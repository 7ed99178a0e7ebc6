import type { Sql } from '../../types';
import { GroupwareError } from '../errors';
import type { Member } from '../member';
import type { FacilityReference } from '../references';
import { updateRow } from '../rows';
import { searchableCompany } from './content';
import type { Attendee, EventContent, EventType, Occurrence, RepeatInfo, Timing } from './model';

/** What one write sets. Without `timing` and `repeat` the event is a tentative one. */
export interface EventWrite {
	content: EventContent;
	/** The zone of its begin. */
	zone: string;
	timing: Timing | undefined;
	repeat: RepeatInfo | undefined;
	attendees: Attendee[];
	watchers: Member[];
	facilities: FacilityReference[];
	occurrences: Occurrence[];
}

export interface NewEvent {
	type: EventType;
	write: EventWrite;
	author: string;
	now: Date;
}

/** Adds an event and gives its ID. */
export async function insertEvent(sql: Sql, event: NewEvent): Promise<number> {
	const [id = 0] = await insertEvents(sql, [event]);
	return id;
}

/** Adds events, of which no two may have one facility at the same time, and gives their IDs. */
export async function insertEvents(sql: Sql, events: readonly NewEvent[]): Promise<number[]> {
	const ids = await insertRows(sql, events);
	await addParts(
		sql,
		events.map(({ write }, index) => ({ id: ids[index] ?? 0, write })),
	);
	return ids;
}

/** An event whose row is there. */
interface Written {
	id: number;
	write: EventWrite;
}

/** Of the columns that are no text. */
const types: Record<string, string> = {
	created_at: 'timestamptz',
	updated_at: 'timestamptz',
	start_at: 'timestamptz',
	end_at: 'timestamptz',
	attendance_check: 'boolean',
	all_day: 'boolean',
	start_only: 'boolean',
};

async function insertRows(sql: Sql, events: readonly NewEvent[]): Promise<number[]> {
	const rows = events.map(({ type, write, author, now }) => ({
		event_type: type,
		creator: author,
		created_at: now.toISOString(),
		...rowOf(write, author, now),
	}));
	const names = Object.keys(rows[0] ?? {}) as Array<keyof (typeof rows)[number]>;
	const lists = names.map((name, index) => `$${index + 1}::${types[name] ?? 'text'}[]`);
	const added = await sql.query<{ id: number }>(
		`INSERT INTO groupware_event (${names.join(', ')})
		SELECT * FROM unnest(${lists.join(', ')}) RETURNING id`,
		names.map((name) => rows.map((row) => row[name])),
	);
	return added.map(({ id }) => id);
}

/** Writes everything of an event that is there but its attachments. */
export async function saveEvent(
	sql: Sql,
	id: number,
	write: EventWrite,
	author: string,
	now: Date,
): Promise<void> {
	await updateRow(sql, 'groupware_event', id, rowOf(write, author, now));
	await sql.query('DELETE FROM groupware_event_attendee WHERE event_id = $1', [id]);
	await sql.query('DELETE FROM groupware_event_watcher WHERE event_id = $1', [id]);
	await sql.query('DELETE FROM groupware_event_occurrence WHERE event_id = $1', [id]);
	// Facilities that stay keep the state of their application.
	await sql.query(
		'DELETE FROM groupware_event_facility WHERE event_id = $1 AND facility_id <> ALL ($2::int[])',
		[id, write.facilities.map((facility) => facility.id)],
	);
	await addParts(sql, [{ id, write }]);
}

/** Adds what hangs on the events, and reserves their facilities or refuses with GRN_SCHD_13208. */
async function addParts(sql: Sql, events: readonly Written[]): Promise<void> {
	const attendees = parts(events, (write) => write.attendees);
	const watchers = parts(events, (write) => write.watchers);
	const facilities = parts(events, (write) => write.facilities);
	const occurrences = parts(events, (write) => write.occurrences);
	if (attendees.length > 0) await addAttendees(sql, attendees);
	if (watchers.length > 0) await addWatchers(sql, watchers);
	if (facilities.length > 0) await addFacilities(sql, facilities);
	if (occurrences.length > 0) await addOccurrences(sql, occurrences);
	const booking = [...facilities, ...occurrences.filter(({ facilityId }) => facilityId !== null)];
	if (booking.length > 0) await refuseDoubleBooking(sql, [...new Set(booking.map(eventOf))]);
}

/** A part with its event and its position among the parts of this event. */
type Part<Content> = Content & { event: number; position: number };

function parts<Content>(
	events: readonly Written[],
	of: (write: EventWrite) => readonly Content[],
): Array<Part<Content>> {
	return events.flatMap(({ id, write }) =>
		of(write).map((part, index) => ({ ...part, event: id, position: index + 1 })),
	);
}

const eventOf = ({ event }: { event: number }): number => event;
const positionOf = ({ position }: { position: number }): number => position;

/** What a write sets in the row of the event, by column. */
function rowOf(
	{ content, timing, repeat, zone }: EventWrite,
	author: string,
	now: Date,
): Record<string, unknown> {
	return {
		updater: author,
		updated_at: now.toISOString(),
		menu: content.menu,
		subject: content.subject,
		notes: content.notes,
		visibility: content.visibility,
		attendance_check: content.attendanceCheck,
		company: JSON.stringify(content.company),
		company_search: searchableCompany(content.company),
		start_at: timing?.start.at.toISOString() ?? null,
		start_zone: zone,
		end_at: timing?.end?.at.toISOString() ?? null,
		end_zone: timing?.end?.zone ?? null,
		all_day: timing?.allDay ?? false,
		start_only: timing?.startOnly ?? false,
		using_purpose: content.usingPurpose,
		additional_item: content.additionalItem,
		repeat_info: repeat === undefined ? null : JSON.stringify(repeat),
	};
}

async function addAttendees(sql: Sql, attendees: Array<Part<Attendee>>): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_event_attendee (event_id, position, type, member, status, comment)
		SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])`,
		[
			attendees.map(eventOf),
			attendees.map(positionOf),
			attendees.map((attendee) => attendee.type),
			attendees.map((attendee) => attendee.id),
			attendees.map((attendee) => attendee.status),
			attendees.map((attendee) => attendee.comment),
		],
	);
}

async function addWatchers(sql: Sql, watchers: Array<Part<Member>>): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_event_watcher (event_id, position, type, member)
		SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::text[])`,
		[
			watchers.map(eventOf),
			watchers.map(positionOf),
			watchers.map((watcher) => watcher.type),
			watchers.map((watcher) => watcher.id),
		],
	);
}

async function addFacilities(sql: Sql, facilities: Array<Part<FacilityReference>>): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_event_facility (event_id, position, facility_id, usage_status)
		SELECT event, position, facility.id, CASE WHEN needs_application THEN 'IN_PROGRESS' END
		FROM unnest($1::int[], $2::int[], $3::int[]) AS given (event, position, id)
		JOIN groupware_facility facility ON facility.id = given.id
		ON CONFLICT (event_id, facility_id) DO UPDATE SET position = excluded.position`,
		[facilities.map(eventOf), facilities.map(positionOf), facilities.map(({ id }) => id)],
	);
}

async function addOccurrences(sql: Sql, occurrences: Array<Part<Occurrence>>): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_event_occurrence
			(event_id, position, repeat_id, start_at, end_at, facility_id)
		SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::int[])`,
		[
			occurrences.map(eventOf),
			occurrences.map(positionOf),
			occurrences.map((occurrence) => occurrence.repeatId),
			occurrences.map((occurrence) => occurrence.start.toISOString()),
			occurrences.map((occurrence) => occurrence.end.toISOString()),
			occurrences.map((occurrence) => occurrence.facilityId),
		],
	);
}

/**
 * Locks the facilities first, in one order, so that of two writers at once the second sees the first.
 * A stronger lock would wait for the foreign keys both have just written, and never end.
 */
async function refuseDoubleBooking(sql: Sql, events: readonly number[]): Promise<void> {
	const reserved = await sql.query<{ id: number }>(
		`SELECT id FROM groupware_facility
		WHERE id IN (SELECT facility_id FROM groupware_booking WHERE event_id = ANY ($1::int[]))
		ORDER BY id FOR NO KEY UPDATE`,
		[events],
	);
	if (reserved.length === 0) return;
	const [taken] = await sql.query<{ name: string }>(
		`SELECT facility.name FROM groupware_booking mine
		JOIN groupware_booking theirs ON theirs.facility_id = mine.facility_id
			AND theirs.event_id <> mine.event_id
			AND theirs.start_at < mine.end_at AND theirs.end_at > mine.start_at
		JOIN groupware_facility facility ON facility.id = mine.facility_id
		WHERE mine.event_id = ANY ($1::int[]) LIMIT 1`,
		[events],
	);
	if (taken !== undefined) {
		throw new GroupwareError('GRN_SCHD_13208', String(taken.name));
	}
}
