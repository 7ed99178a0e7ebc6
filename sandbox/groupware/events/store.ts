import type { Sql } from '../../types';
import { GroupwareError } from '../errors';
import type { Member } from '../member';
import type { FacilityReference } from '../references';
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

export async function insertEvent(
	sql: Sql,
	type: EventType,
	write: EventWrite,
	author: string,
	now: Date,
): Promise<number> {
	const columns = rowOf(write, author, now);
	const names = ['event_type', 'creator', 'created_at', ...Object.keys(columns)];
	const values = [type, author, now.toISOString(), ...Object.values(columns)];
	const [row] = await sql.query<{ id: number }>(
		`INSERT INTO groupware_event (${names.join(', ')})
		VALUES (${names.map((_name, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
		values,
	);
	const id = row?.id ?? 0;
	await addParts(sql, id, write);
	return id;
}

/** Writes everything of an event that is there but its attachments. */
export async function saveEvent(
	sql: Sql,
	id: number,
	write: EventWrite,
	author: string,
	now: Date,
): Promise<void> {
	await saveRow(sql, id, write, author, now);
	await sql.query('DELETE FROM groupware_event_attendee WHERE event_id = $1', [id]);
	await sql.query('DELETE FROM groupware_event_watcher WHERE event_id = $1', [id]);
	await sql.query('DELETE FROM groupware_event_occurrence WHERE event_id = $1', [id]);
	// Facilities that stay keep the state of their application.
	await sql.query(
		'DELETE FROM groupware_event_facility WHERE event_id = $1 AND facility_id <> ALL ($2::int[])',
		[id, write.facilities.map((facility) => facility.id)],
	);
	await addParts(sql, id, write);
}

/** Adds what hangs on the event, and reserves its facilities or refuses with GRN_SCHD_13208. */
async function addParts(sql: Sql, id: number, write: EventWrite): Promise<void> {
	const { attendees, watchers, facilities, occurrences } = write;
	if (attendees.length > 0) await addAttendees(sql, id, attendees);
	if (watchers.length > 0) await addWatchers(sql, id, watchers);
	if (facilities.length > 0) await addFacilities(sql, id, facilities);
	if (occurrences.length > 0) await addOccurrences(sql, id, occurrences);
	if (facilities.length > 0 || occurrences.some(({ facilityId }) => facilityId !== null)) {
		await refuseDoubleBooking(sql, id);
	}
}

async function saveRow(
	sql: Sql,
	id: number,
	write: EventWrite,
	author: string,
	now: Date,
): Promise<void> {
	const columns = rowOf(write, author, now);
	const changes = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
	await sql.query(`UPDATE groupware_event SET ${changes.join(', ')} WHERE id = $1`, [
		id,
		...Object.values(columns),
	]);
}

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

async function addAttendees(sql: Sql, id: number, attendees: Attendee[]): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_event_attendee (event_id, position, type, member, status, comment)
		SELECT $1, position, type, member, status, comment
		FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
			WITH ORDINALITY AS given (type, member, status, comment, position)`,
		[
			id,
			attendees.map((attendee) => attendee.type),
			attendees.map((attendee) => attendee.id),
			attendees.map((attendee) => attendee.status),
			attendees.map((attendee) => attendee.comment),
		],
	);
}

async function addWatchers(sql: Sql, id: number, watchers: Member[]): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_event_watcher (event_id, position, type, member)
		SELECT $1, position, type, member
		FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (type, member, position)`,
		[id, watchers.map((watcher) => watcher.type), watchers.map((watcher) => watcher.id)],
	);
}

async function addFacilities(
	sql: Sql,
	id: number,
	facilities: readonly FacilityReference[],
): Promise<void> {
	const ids = facilities.map((facility) => facility.id);
	await sql.query(
		`INSERT INTO groupware_event_facility (event_id, position, facility_id, usage_status)
		SELECT $1, position, facility.id, CASE WHEN needs_application THEN 'IN_PROGRESS' END
		FROM unnest($2::int[]) WITH ORDINALITY AS given (id, position)
		JOIN groupware_facility facility ON facility.id = given.id
		ON CONFLICT (event_id, facility_id) DO UPDATE SET position = excluded.position`,
		[id, ids],
	);
}

async function addOccurrences(sql: Sql, id: number, occurrences: Occurrence[]): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_event_occurrence
			(event_id, position, repeat_id, start_at, end_at, facility_id)
		SELECT $1, position, repeat_id, start_at, end_at, facility_id
		FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[])
			WITH ORDINALITY AS given (repeat_id, start_at, end_at, facility_id, position)`,
		[
			id,
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
async function refuseDoubleBooking(sql: Sql, id: number): Promise<void> {
	const reserved = await sql.query<{ id: number }>(
		`SELECT id FROM groupware_facility
		WHERE id IN (SELECT facility_id FROM groupware_booking WHERE event_id = $1)
		ORDER BY id FOR NO KEY UPDATE`,
		[id],
	);
	if (reserved.length === 0) return;
	const [taken] = await sql.query<{ name: string }>(
		`SELECT facility.name FROM groupware_booking mine
		JOIN groupware_booking theirs ON theirs.facility_id = mine.facility_id
			AND theirs.event_id <> mine.event_id
			AND theirs.start_at < mine.end_at AND theirs.end_at > mine.start_at
		JOIN groupware_facility facility ON facility.id = mine.facility_id
		WHERE mine.event_id = $1 LIMIT 1`,
		[id],
	);
	if (taken !== undefined) {
		throw new GroupwareError('GRN_SCHD_13208', `${taken.name} is already reserved at this time.`);
	}
}
