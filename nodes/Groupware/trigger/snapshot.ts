import type { IDataObject } from 'n8n-workflow';

import type { Range } from '../time/periods';
import type { ServiceEvent } from '../values/event';
import { isExcluded } from '../values/series';
import { isWithin, startOf } from './calendars';
import { isHidden, isSingle, type ListedEvent, type Version, versionOf } from './listedEvents';

/** Events that have left the period and are recognized when they return. */
export const MOST_AWAY = 10_000;

/** What is remembered of an event. */
interface KnownEvent extends Version {
	/** What is put out if the event is gone. */
	event: IDataObject;
	occurrences: Record<string, Times>;
	calendars: string[];
	/** It was missing in the last poll, although the service still has it. */
	missed?: true;
}

type Times = Pick<ServiceEvent, 'start' | 'end'>;

export interface Snapshot {
	period: Range;
	/** When the node was activated, and when this was made, in milliseconds since 1970. */
	begun: number;
	at: number;
	known: Record<string, KnownEvent>;
	/** Versions of events that have left the period, by ID: moved, or a series between two occurrences. */
	away: Record<string, string>;
}

export interface EventChange {
	kind: 'canceled' | 'changed' | 'created';
	/** Names the change (`17:created:2026-11-20T01:00:00Z`). */
	key: string;
	row: ServiceEvent;
	calendars: string[];
	/** Who can have made the change; empty if the service doesn't tell. */
	by: unknown[];
}

/** Where an event is that the calendars no longer list; `unchecked` if the next poll asks. */
export type Whereabouts = ServiceEvent | 'deleted' | 'unchecked';

/**
 * Compares the events of a period with those known before.
 * @param whereIs is asked for events that are missing
 */
export async function compare(
	before: Snapshot,
	{ period, at }: Pick<Snapshot, 'at' | 'period'>,
	events: Map<string, ListedEvent>,
	whereIs: (key: string) => Promise<Whereabouts>,
): Promise<{ changes: EventChange[]; snapshot: Snapshot }> {
	const known: Snapshot['known'] = {};
	const away = new Map(Object.entries(before.away));
	const changes: EventChange[] = [];
	for (const [key, event] of events) {
		known[key] = remembered(event);
		const was = before.known[key];
		if (was) changes.push(...changesOf(event, was, before.period, period));
		else changes.push(...appearance(event, before, away.get(key)));
		away.delete(key);
	}
	changes.sort((one, other) => savedAt(one.row).localeCompare(savedAt(other.row)));
	for (const [key, was] of Object.entries(before.known)) {
		if (events.has(key)) continue;
		const left = Object.entries(was.occurrences).filter(([, times]) =>
			isWithin(startOf(times), period),
		);
		const single = was.occurrences[''];
		const isOver = single !== undefined && startOf(single) < period.from;
		if (left.length === 0) {
			if (!isHidden(key) && !isOver) away.set(key, signOf(was));
			continue;
		}
		const current = isHidden(key) ? 'deleted' : await whereIs(key);
		if (current === 'unchecked') {
			known[key] = was;
		} else if (current === 'deleted') {
			changes.push(wholeCanceled(key, was, left, []));
		} else if (isSingle(current) && !isWithin(startOf(current), period)) {
			const { calendars } = was;
			const by = savedBy(current, was);
			const sign = signOf(versionOf(current));
			changes.push({ kind: 'changed', key: `${key}:changed:${sign}`, row: current, calendars, by });
			away.set(key, sign);
		} else if (!was.missed) {
			// Once more, because pages can shift while they are read.
			known[key] = { ...was, missed: true };
		} else if (isCanceledIn(current, left)) {
			changes.push(...occurrencesCanceled(key, was, left, savedBy(current, was)));
			away.set(key, signOf(versionOf(current)));
		} else {
			changes.push(wholeCanceled(key, was, left, savedBy(current, was)));
		}
	}
	const kept = Object.fromEntries([...away].slice(-MOST_AWAY));
	return { changes, snapshot: { ...before, period, at, known, away: kept } };
}

/** What is remembered of an event, and what the first poll remembers. */
export function remembered({ saved, content, calendars, occurrences }: ListedEvent): KnownEvent {
	const [{ subject, eventType, isAllDay }] = [...occurrences.values()] as [ServiceEvent];
	return {
		saved,
		content,
		calendars,
		event: { subject, eventType, ...(isAllDay !== undefined && { isAllDay }) },
		occurrences: Object.fromEntries(
			[...occurrences].map(([one, { start, end }]) => [one, { start, ...(end && { end }) }]),
		) as KnownEvent['occurrences'],
	};
}

/** An event that wasn't known: a new one, one that has returned, or one that time brought here. */
function appearance(event: ListedEvent, before: Snapshot, left?: string): EventChange[] {
	const row = firstOf(event);
	const { createdAt, creator, updatedAt, updater } = row;
	if (left !== undefined) return left === signOf(event) ? [] : [changed(event, [updater])];
	const wasInReach = [...event.occurrences.values()].some((one) =>
		isWithin(startOf(one), before.period),
	);
	const isNew =
		wasInReach ||
		Date.parse(String(createdAt)) > before.begun ||
		// It was moved to where the period has come since, unless it was changed otherwise.
		Date.parse(String(updatedAt)) >= before.at;
	if (!isNew) return [];
	const { key, calendars, saved } = event;
	// It can be taken out of the calendars, and be new again.
	const name = [key, 'created', saved].filter((part) => part !== '').join(':');
	return [{ kind: 'created', key: name, row, calendars, by: [creator, updater] }];
}

function changesOf(
	event: ListedEvent,
	was: KnownEvent,
	before: Range,
	period: Range,
): EventChange[] {
	const row = firstOf(event);
	const gone = Object.entries(was.occurrences).filter(
		([one, times]) => !event.occurrences.has(one) && isWithin(startOf(times), period),
	);
	const isExtended = [...event.occurrences].some(
		([one, times]) => was.occurrences[one] === undefined && isWithin(startOf(times), before),
	);
	const by = savedBy(row, was);
	const isSeries = row.eventType === 'REPEATING' && !('' in was.occurrences);
	const canceled = isSeries && !isExtended ? occurrencesCanceled(event.key, was, gone, by) : [];
	const isSaved = was.saved !== event.saved && canceled.length === 0;
	const isChanged = isSaved || was.content !== event.content || isExtended;
	const isReduced = gone.length > 0 && canceled.length === 0;
	return isChanged || isReduced ? [changed(event, by), ...canceled] : canceled;
}

/** The user who has saved an event last, if it was saved since: the service tells no others. */
function savedBy(row: ServiceEvent, was: Version): unknown[] {
	return was.saved === savedAt(row) ? [] : [row.updater];
}

function changed(event: ListedEvent, by: unknown[]): EventChange {
	const { key, calendars } = event;
	const name = `${key}:changed:${signOf(event)}`;
	return { kind: 'changed', key: name, row: firstOf(event), calendars, by };
}

function signOf({ saved, content }: Version): string {
	return `${saved} ${content}`;
}

/** Whether a series goes on without the occurrences that are missing. */
function isCanceledIn({ repeatInfo }: ServiceEvent, left: Array<[string, Times]>): boolean {
	if (!repeatInfo) return false;
	return left.every(([, times]) => isExcluded(repeatInfo, { start: startOf(times) }));
}

/** One change for an event that is gone with all its occurrences. */
function wholeCanceled(
	key: string,
	was: KnownEvent,
	left: Array<[string, Times]>,
	by: unknown[],
): EventChange {
	const id = isHidden(key) ? '0' : key;
	const name = [key, 'canceled', was.saved].filter((part) => part !== '').join(':');
	const row = { id, ...was.event, ...left[0]?.[1] } as ServiceEvent;
	return { kind: 'canceled', key: name, row, calendars: was.calendars, by };
}

/** A change for each occurrence that is gone while others stay. */
function occurrencesCanceled(
	key: string,
	{ event, saved, calendars }: KnownEvent,
	gone: Array<[string, Times]>,
	by: unknown[],
): EventChange[] {
	return gone.map(([repeatId, times]) => {
		const row = { ...(event as ServiceEvent), id: key, ...times, repeatId };
		return { kind: 'canceled', key: `${key}:canceled:${repeatId} ${saved}`, row, calendars, by };
	});
}

function firstOf({ occurrences }: ListedEvent): ServiceEvent {
	const [first] = occurrences.values();
	return first as ServiceEvent;
}

function savedAt({ updatedAt }: ServiceEvent): string {
	return String(updatedAt ?? '');
}
