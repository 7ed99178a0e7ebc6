import { digest, objectOf } from '../../shared/objects';
import type { RepeatInfo, ServiceEvent } from '../values/event';
import { HIDDEN } from '../values/eventList';
import { type ListedRow, startOf } from './calendars';

/** When an event was saved last, and what a person can change of it within the second of that time. */
export interface Version {
	saved: string;
	/** Short form of the content, without the times of single occurrences. */
	content: string;
}

/** An event with its occurrences in the period. */
export interface ListedEvent extends Version {
	/** Its ID; of a hidden event, its time and calendar. */
	key: string;
	/** Rows by occurrence, earliest first. */
	occurrences: Map<string, ServiceEvent>;
	calendars: string[];
}

/** The events of the calendars' rows, each once. */
export function eventsOf(listed: ListedRow[]): Map<string, ListedEvent> {
	const events = new Map<string, ListedEvent>();
	const hidden = new Map<string, number>();
	for (const { calendar, row } of listed) {
		let key = String(row.id);
		if (key === HIDDEN) {
			const time = `${HIDDEN} ${calendar} ${startOf(row)} ${Date.parse(row.end?.dateTime ?? '')}`;
			const count = (hidden.get(time) ?? 0) + 1;
			hidden.set(time, count);
			key = `${time} ${count}`;
		}
		const known = events.get(key);
		const occurrence = occurrenceOf(row);
		if (known === undefined) {
			const occurrences = new Map([[occurrence, row]]);
			events.set(key, { key, occurrences, calendars: [calendar], ...versionOf(row) });
			continue;
		}
		if (!known.occurrences.has(occurrence)) known.occurrences.set(occurrence, row);
		if (!known.calendars.includes(calendar)) known.calendars.push(calendar);
	}
	return events;
}

/** Whether a key is that of an event whose ID the service hides. */
export function isHidden(key: string): boolean {
	return key.startsWith(`${HIDDEN} `);
}

/** Single events have one occurrence; the dates of a tentative one are told apart by their start. */
function occurrenceOf(row: ServiceEvent): string {
	return isSingle(row) ? '' : String(row.repeatId || row.start?.dateTime || '');
}

/** Whether an event is not one of a series. */
export function isSingle({ eventType }: ServiceEvent): boolean {
	return eventType === 'REGULAR' || eventType === 'ALL_DAY';
}

/**
 * What tells whether an event has changed: the ISO text of its update, and a short form of its
 * content.
 */
export function versionOf(row: ServiceEvent): Version {
	// The service names hidden events in the user's language.
	if (String(row.id) === HIDDEN) return { saved: '', content: '' };
	const { subject, notes, eventMenu, visibilityType, start, end } = row;
	const { exclusiveDateTimes: _canceled, ...rule } = (row.repeatInfo ?? {}) as RepeatInfo;
	const people = [row.attendees, row.facilities, row.watchers].map(idsIn);
	const times = isSingle(row) && [start, end];
	const content = [subject, notes, eventMenu, visibilityType, rule, people, times];
	return { saved: String(row.updatedAt ?? ''), content: digest(content) };
}

/** Renaming a person doesn't change the event. */
function idsIn(list: unknown): string[] {
	return Array.isArray(list) ? list.map((one) => String(objectOf(one).id)).sort() : [];
}
