import type { Directory } from '../directory';
import { inUtc, zonedReply } from '../time';
import { companyKeys, type Occurrence, type ReservedFacility, type StoredEvent } from './model';

const facilityReply = ({ id, code, name }: ReservedFacility) => ({ id: String(id), code, name });

/**
 * An event as the service tells it. Given one of its occurrences (a row of a list) it has that
 * one's times; without, a repeating event has `repeatInfo` and no `start` or `end`.
 */
export function presentEvent(
	event: StoredEvent,
	directory: Directory,
	occurrence?: Occurrence,
): Record<string, unknown> {
	return {
		id: String(event.id),
		creator: directory.user(event.creator),
		createdAt: inUtc(event.createdAt),
		updater: directory.user(event.updater),
		updatedAt: inUtc(event.updatedAt),
		eventType: event.type,
		eventMenu: event.menu,
		subject: event.subject,
		notes: event.notes,
		visibilityType: event.visibility,
		useAttendanceCheck: event.attendanceCheck,
		companyInfo: Object.fromEntries(companyKeys.map((key) => [key, event.company[key] ?? ''])),
		attachments: event.attachments.map((file) => ({
			id: String(file.id),
			name: file.name,
			contentType: file.contentType,
			size: String(file.size),
		})),
		...times(event, occurrence),
		attendees: event.attendees.map((attendee) => ({
			...directory.member(attendee),
			...(event.attendanceCheck && {
				attendanceResponse: { status: attendee.status, comment: attendee.comment },
			}),
		})),
		watchers: event.watchers.map((watcher) => directory.member(watcher)),
		facilities: event.facilities.map(facilityReply),
		facilityUsingPurpose: event.usingPurpose,
		facilityReservationInfo: {},
		facilityUsageRequests: event.facilities
			.filter((facility) => facility.usageStatus !== null)
			.map((facility) => ({
				status: facility.usageStatus,
				facility: facilityReply(facility),
			})),
		...(event.repeat !== undefined && { repeatInfo: event.repeat }),
		...(event.type === 'TEMPORARY' && {
			temporaryEventCandidates: event.candidates.map((candidate) => ({
				start: zonedReply({ at: candidate.start, zone: event.zone }),
				end: zonedReply({ at: candidate.end, zone: event.zone }),
				...(candidate.facility !== undefined && { facility: facilityReply(candidate.facility) }),
			})),
		}),
		additionalItems: { item: { value: event.additionalItem } },
		...(occurrence?.repeatId && { repeatId: occurrence.repeatId }),
	};
}

const maskedSubject = { en: 'Private', ja: '予定あり', zh: '有安排' } as const;

/** What `showPrivate` lets a caller see of an event that is not hers: that it is there, and when. */
export function presentMasked(
	event: StoredEvent,
	occurrence: Occurrence,
	locale: keyof typeof maskedSubject,
): Record<string, unknown> {
	return {
		id: '0',
		eventType: event.type,
		subject: maskedSubject[locale],
		visibilityType: 'PRIVATE',
		...times(event, occurrence),
	};
}

function times(event: StoredEvent, occurrence: Occurrence | undefined): Record<string, unknown> {
	if (event.timing !== undefined) {
		const { start, end, allDay, startOnly } = event.timing;
		return {
			start: zonedReply(start),
			...(end !== undefined && { end: zonedReply(end) }),
			isAllDay: allDay,
			isStartOnly: startOnly,
			originalStartTimeZone: start.zone,
			originalEndTimeZone: end?.zone ?? start.zone,
		};
	}
	if (occurrence === undefined) return {};
	const { zone } = event;
	return {
		start: zonedReply({ at: occurrence.start, zone }),
		...(!event.repeat?.isStartOnly && {
			end: zonedReply({ at: occurrence.end, zone }),
		}),
		isAllDay: event.repeat?.isAllDay ?? false,
		isStartOnly: event.repeat?.isStartOnly ?? false,
		originalStartTimeZone: zone,
		originalEndTimeZone: zone,
	};
}
