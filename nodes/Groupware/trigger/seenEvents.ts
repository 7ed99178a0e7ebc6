import type { IDataObject } from 'n8n-workflow';

import { digest } from '../../shared/digest';
import { eventKeys } from '../catalogue/event/list';
import type { RepeatInfo, ServiceEvent } from '../values/event';
import { type ListedRow, startOf } from './calendars';

/** ID of other users' private events, of which only the time is visible. */
const HIDDEN = '0';

/** An event with its occurrences in the period. */
export interface SeenEvent {
	/** Its ID; of a hidden event, its time and calendar. */
	key: string;
	/** Rows by occurrence, earliest first. */
	occurrences: Map<string, ServiceEvent>;
	calendars: string[];
	/** Everything a person can change, without the times of single occurrences. */
	digest: string;
	/** The same with undocumented keys, and with canceled occurrences outside of the period. */
	shown: string;
	/** When its occurrences are; they may change while the rule stays. */
	rule: string;
	/** When it was saved last. */
	saved: string;
}

/** The events of the calendars' rows, each once. */
export function eventsOf(listed: ListedRow[]): Map<string, SeenEvent> {
	const events = new Map<string, SeenEvent>();
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
		if (known === undefined) {
			const occurrences = new Map([[occurrenceOf(row), row]]);
			events.set(key, { key, occurrences, calendars: [calendar], ...signs(row) });
			continue;
		}
		const occurrence = occurrenceOf(row);
		if (!known.occurrences.has(occurrence)) known.occurrences.set(occurrence, row);
		if (!known.calendars.includes(calendar)) known.calendars.push(calendar);
	}
	return events;
}

export function isHidden(key: string): boolean {
	return key.startsWith(`${HIDDEN} `);
}

/** Single events have one occurrence; the dates of a tentative one are told apart by their start. */
function occurrenceOf(row: ServiceEvent): string {
	if (isSingle(row)) return '';
	return String(row.repeatId || row.start?.dateTime || '');
}

export function isSingle({ eventType }: ServiceEvent): boolean {
	return eventType === 'REGULAR' || eventType === 'ALL_DAY';
}

/** What changes of an event are recognized by. */
export function signs(row: ServiceEvent): Pick<SeenEvent, 'digest' | 'rule' | 'saved' | 'shown'> {
	const { updatedAt, updater: _updater, repeatInfo, start, end, repeatId: _id, ...content } = row;
	const { exclusiveDateTimes: excluded, ...rule } = (repeatInfo ?? {}) as RepeatInfo;
	const entries = Object.entries(content);
	// Of a hidden event, only the time counts: the service names it in the user's language.
	const known = String(row.id) === HIDDEN ? [] : entries.filter(([key]) => eventKeys.has(key));
	// Others tell e.g. what the user may do, so that they change without the event.
	const others = entries.filter(([key]) => !eventKeys.has(key));
	const times = isSingle(row) && { start, end };
	const sign = digest(plain({ ...Object.fromEntries(known), rule, ...times }));
	return {
		digest: sign,
		shown: digest([sign, plain(Object.fromEntries(others)), plain(excluded)]),
		rule: digest(plain(rule)),
		saved: String(updatedAt ?? ''),
	};
}

/**
 * A value in a form that doesn't depend on its order. People and facilities are compared by ID, so
 * renaming a person doesn't change the event.
 */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => JSON.stringify(plain(one))).sort();
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value as IDataObject);
	// Where login names aren't public, people have no code.
	const isNamed = 'id' in value;
	return entries
		.filter(([key]) => !isNamed || (key !== 'name' && key !== 'code'))
		.map(([key, one]) => [key, plain(one)])
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
