import type { Sql } from '../../types';
import type { Member } from '../member';
import type { Attachment, Attendee, ReservedFacility, StoredEvent, Timing } from './model';

interface EventRow {
	id: number;
	event_type: StoredEvent['type'];
	creator: string;
	created_at: Date;
	updater: string;
	updated_at: Date;
	menu: string;
	subject: string;
	notes: string;
	visibility: StoredEvent['visibility'];
	attendance_check: boolean;
	company: string;
	start_at: Date | null;
	start_zone: string | null;
	end_at: Date | null;
	end_zone: string | null;
	all_day: boolean;
	start_only: boolean;
	using_purpose: string;
	additional_item: string;
	repeat_info: string | null;
}

type OfEvent<Row> = Row & { event_id: number };

/** The events with these ids, with all that hangs on them. */
export async function loadEvents(
	sql: Sql,
	ids: readonly number[],
): Promise<Map<number, StoredEvent>> {
	const rows = await sql.query<EventRow>(
		'SELECT * FROM groupware_event WHERE id = ANY ($1::int[])',
		[ids],
	);
	const events = new Map(rows.map((row) => [row.id, eventOf(row)]));
	const attach = async <Row>(
		statement: string,
		add: (event: StoredEvent, row: OfEvent<Row>) => void,
	) => {
		for (const row of await sql.query<OfEvent<Row>>(statement, [ids])) {
			const event = events.get(row.event_id);
			if (event !== undefined) add(event, row);
		}
	};
	await attach<Attendee>(
		`SELECT event_id, type, member AS id, status, comment FROM groupware_event_attendee
		WHERE event_id = ANY ($1::int[]) ORDER BY position`,
		(event, { type, id, status, comment }) => event.attendees.push({ type, id, status, comment }),
	);
	await attach<Member>(
		`SELECT event_id, type, member AS id FROM groupware_event_watcher
		WHERE event_id = ANY ($1::int[]) ORDER BY position`,
		(event, { type, id }) => event.watchers.push({ type, id }),
	);
	await attach<ReservedFacility>(
		`SELECT event_id, facility.id, code, name, usage_status AS "usageStatus"
		FROM groupware_event_facility JOIN groupware_facility facility ON facility.id = facility_id
		WHERE event_id = ANY ($1::int[]) ORDER BY position`,
		(event, { id, code, name, usageStatus }) =>
			event.facilities.push({ id, code, name, usageStatus }),
	);
	await attach<Omit<Attachment, 'size'> & { size: number | string }>(
		`SELECT event_id, id, name, content_type AS "contentType", size, file_key AS key
		FROM groupware_event_attachment WHERE event_id = ANY ($1::int[]) ORDER BY id`,
		(event, { id, name, contentType, size, key }) =>
			event.attachments.push({ id, name, contentType, size: Number(size), key }),
	);
	await attach<{ start_at: Date; end_at: Date; id: number | null; code: string; name: string }>(
		`SELECT event_id, occurrence.start_at, occurrence.end_at, facility.id, code, facility.name
		FROM groupware_event_occurrence occurrence
		JOIN groupware_event event ON event.id = event_id AND event_type = 'TEMPORARY'
		LEFT JOIN groupware_facility facility ON facility.id = facility_id
		WHERE event_id = ANY ($1::int[]) ORDER BY occurrence.position`,
		(event, { start_at, end_at, id, code, name }) =>
			event.candidates.push({
				repeatId: null,
				start: start_at,
				end: end_at,
				facilityId: id,
				facility: id === null ? undefined : { id, code, name, usageStatus: null },
			}),
	);
	return events;
}

function eventOf(row: EventRow): StoredEvent {
	return {
		id: row.id,
		type: row.event_type,
		creator: row.creator,
		createdAt: row.created_at,
		updater: row.updater,
		updatedAt: row.updated_at,
		menu: row.menu,
		subject: row.subject,
		notes: row.notes,
		visibility: row.visibility,
		attendanceCheck: row.attendance_check,
		company: JSON.parse(row.company),
		usingPurpose: row.using_purpose,
		additionalItem: row.additional_item,
		zone: row.start_zone ?? 'Asia/Tokyo',
		timing: timingOf(row),
		repeat: row.repeat_info === null ? undefined : JSON.parse(row.repeat_info),
		attendees: [],
		watchers: [],
		facilities: [],
		attachments: [],
		candidates: [],
	};
}

function timingOf(row: EventRow): Timing | undefined {
	if (row.start_at === null || row.start_zone === null) return undefined;
	return {
		start: { at: row.start_at, zone: row.start_zone },
		end:
			row.end_at === null || row.end_zone === null
				? undefined
				: { at: row.end_at, zone: row.end_zone },
		allDay: row.all_day,
		startOnly: row.start_only,
	};
}
