import type { IDataObject } from 'n8n-workflow';

import { MINUTE } from '../time/zone';
import type { ServiceEvent } from '../values/event';
import { type Created, isLater, isWithin, type Period, startOf } from './calendars';
import { isHidden, isSingle, type SeenEvent, signs } from './seenEvents';

/** Events that have left the period, to recognize them when they return or to look for them. */
export const MOST_AWAY = 10_000;

/** What is remembered of an event. */
export interface KnownEvent {
	digest: string;
	rule: string;
	saved: string;
	/** Missing in what earlier versions kept. */
	shown?: string;
	/** What is put out if the event is gone. */
	event: IDataObject;
	occurrences: Record<string, Times>;
	calendars: string[];
	/** It was missing in the last poll, although the service still has it. */
	missed?: true;
	/** It was missing when there were too many to look for. It is kept, even if it is over, until that is done. */
	waits?: true;
}

type Times = Pick<ServiceEvent, 'start' | 'end'>;

export interface Snapshot {
	period: Period;
	/** When it was made, in milliseconds since 1970; missing in what earlier versions kept. */
	at?: number;
	/** The newest event when the node was activated. */
	newest: Created;
	/** The same of calendars that were added later, by their names. */
	added?: Record<string, Created>;
	known: Record<string, KnownEvent>;
	/**
	 * Events that may return to the period, by ID, as they were: those moved out of it, series
	 * between two occurrences, and those beyond a period that was made shorter.
	 */
	away: Record<string, string>;
}

export type EventKind = 'canceled' | 'changed' | 'created';

export interface EventChange {
	kind: EventKind;
	key: string;
	/** Tells the change from others of the event. */
	sign: string;
	row: ServiceEvent;
	calendars: string[];
	/** Who can have made the change; empty if the service doesn't tell. */
	by: unknown[];
	/** The change that a new event is where new events start nothing, if it was saved again later. */
	later?: EventChange;
}

/** Where an event is that the calendars no longer list. */
export type Whereabouts =
	| 'deleted'
	| 'inPeriod'
	| 'unchecked'
	| { inPeriod: ServiceEvent }
	| { outside: ServiceEvent }
	/** A series of which the occurrences in the period are canceled. */
	| { without: ServiceEvent };

/**
 * Compares the events of a period with those known before.
 * @param whereIs is asked for events that are missing
 */
export async function compare(
	before: Snapshot,
	period: Period,
	events: Map<string, SeenEvent>,
	whereIs: (key: string, known: KnownEvent) => Promise<Whereabouts>,
): Promise<{ changes: EventChange[]; snapshot: Snapshot }> {
	const known: Snapshot['known'] = {};
	const away = new Map(Object.entries(before.away));
	const found: EventChange[] = [];
	const gone: EventChange[] = [];
	for (const [key, event] of events) {
		known[key] = remembered(event);
		const was = before.known[key];
		const changes = was
			? changesOf(event, was, before.period, period)
			: appearance(event, before, away.get(key));
		found.push(...changes);
		away.delete(key);
	}
	let over = 0;
	for (const [key, was] of Object.entries(before.known)) {
		if (events.has(key)) continue;
		const isIn = ([, times]: [string, Times]) => isWithin(startOf(times), period);
		const left = Object.entries(was.occurrences).filter((one) => was.waits || isIn(one));
		if (left.length === 0) {
			const single = was.occurrences[''];
			const isOver = isHidden(key) || (single && startOf(single) < period.from);
			if (!isOver) away.set(key, leftAs(was));
			continue;
		}
		const missing = { ...was, occurrences: Object.fromEntries(left) };
		const place = isHidden(key) ? 'deleted' : await whereIs(key, missing);
		const isInPeriod = place === 'inPeriod' || (typeof place === 'object' && 'inPeriod' in place);
		if (place === 'unchecked') {
			over += left.some(isIn) ? 0 : 1;
			if (left.some(isIn) || over <= MOST_AWAY) known[key] = { ...missing, waits: true };
		} else if (isInPeriod && !was.missed) {
			// Another look, because pages can shift while they are read.
			known[key] = { ...missing, missed: true };
		} else if (place === 'inPeriod' || place === 'deleted') {
			gone.push(wholeCanceled(key, was, left, []));
		} else if ('inPeriod' in place) {
			gone.push(wholeCanceled(key, was, left, savedBy(place.inPeriod, was)));
		} else if ('without' in place) {
			gone.push(...canceled(key, was, left, savedBy(place.without, was)));
			// If more than that has changed, it is put out when the series returns.
			const { saved, shown } = signs(place.without);
			away.set(key, leftAs({ ...was, saved, shown }));
		} else {
			const row = place.outside;
			const sign = signOf(signs(row));
			const by = savedBy(row, was);
			found.push({ kind: 'changed', key, sign, row, calendars: was.calendars, by });
			away.set(key, leftAs(signs(row)));
		}
	}
	const inOrder = found.sort((a, b) => compareText(savedAt(a), savedAt(b)));
	const kept = Object.fromEntries([...away].slice(-MOST_AWAY));
	return { changes: [...inOrder, ...gone], snapshot: { ...before, period, known, away: kept } };
}

/**
 * The snapshot for other calendars. What the added ones have now counts as known, and what only the
 * removed ones had is forgotten.
 * @param added the newest events of the added calendars, by their names
 */
export function withCalendars(
	snapshot: Snapshot,
	events: Map<string, SeenEvent>,
	names: { before: string[]; now: string[] },
	added: Record<string, Created> = {},
): Snapshot {
	const known = Object.fromEntries(
		Object.entries(snapshot.known).filter(([, { calendars }]) =>
			calendars.some((name) => names.now.includes(name)),
		),
	);
	for (const [key, event] of events) {
		const isAdded = !event.calendars.some((name) => names.before.includes(name));
		if (isAdded) known[key] ??= remembered(event);
	}
	const kept = Object.entries(snapshot.added ?? {}).filter(([name]) => names.now.includes(name));
	return { ...snapshot, known, added: { ...Object.fromEntries(kept), ...added } };
}

/** What the first poll remembers. */
export function remembered(event: SeenEvent): KnownEvent {
	const { digest, rule, saved, shown, calendars, occurrences } = event;
	const { subject, eventType, isAllDay } = firstOf(event);
	return {
		digest,
		rule,
		saved,
		shown,
		calendars,
		event: { subject, eventType, ...(isAllDay !== undefined && { isAllDay }) },
		occurrences: Object.fromEntries(
			[...occurrences].map(([one, { start, end }]) => [one, { start, ...(end && { end }) }]),
		) as KnownEvent['occurrences'],
	};
}

/** An event that wasn't known: a new one, one that has returned, or one that time brought here. */
function appearance(event: SeenEvent, before: Snapshot, left?: string): EventChange[] {
	const row = firstOf(event);
	const wasInReach = [...event.occurrences.values()].some((one) =>
		isWithin(startOf(one), before.period),
	);
	if (left !== undefined) {
		const [saved = '', digest = '', shown] = left.split(' ');
		const isSame = digest === event.digest && !isSaved(event, { saved, shown });
		return isSame ? [] : [changeOf('changed', event, savedBy(row, { saved }))];
	}
	const created = { createdAt: String(row.createdAt ?? ''), id: Number(row.id) };
	const isLaterThere = event.calendars.some((name) =>
		isLater(created, before.added?.[name] ?? before.newest),
	);
	// It was moved to where the period has come since, unless it was changed otherwise.
	const isSavedSince = Date.parse(String(row.updatedAt)) >= (before.at ?? Infinity);
	const isNew = wasInReach || (created.createdAt !== '' && isLaterThere) || isSavedSince;
	if (!isNew) return [];
	// The two times of an event that was saved once may differ a little.
	const isSavedLater = Date.parse(String(row.updatedAt)) - Date.parse(created.createdAt) >= MINUTE;
	const later = isSavedLater && { later: changeOf('changed', event, [row.updater]) };
	return [{ ...changeOf('created', event, [row.creator, row.updater]), ...later }];
}

function changesOf(
	event: SeenEvent,
	was: KnownEvent,
	before: Period,
	period: Period,
): EventChange[] {
	const row = firstOf(event);
	const missing = Object.entries(was.occurrences).filter(
		([one, times]) => !event.occurrences.has(one) && isWithin(startOf(times), period),
	);
	const added = [...event.occurrences].some(
		([one, times]) => was.occurrences[one] === undefined && isWithin(startOf(times), before),
	);
	const same = was.digest === event.digest;
	// A series that was a single event before has changed as a whole.
	const wasSingle = '' in was.occurrences;
	const isSeries = !isSingle(row) && row.eventType !== 'TEMPORARY' && !wasSingle;
	if (isSeries && same && !added && missing.length > 0) {
		return canceled(event.key, was, missing, savedBy(row, was));
	}
	const changed = !same || isSaved(event, was) || added || missing.length > 0;
	return changed ? [changeOf('changed', event, savedBy(row, was))] : [];
}

/** Whether an event was saved, and with a difference. Many workflows save what is there already. */
function isSaved(event: SeenEvent, was: Pick<KnownEvent, 'saved' | 'shown'>): boolean {
	return was.saved !== event.saved && was.shown !== event.shown;
}

/** The user who has saved an event last, if it was saved since: the service tells no others. */
function savedBy(row: ServiceEvent, was: Pick<KnownEvent, 'saved'>): unknown[] {
	return was.saved === String(row.updatedAt ?? '') ? [] : [row.updater];
}

function changeOf(kind: EventKind, event: SeenEvent, by: unknown[]): EventChange {
	const { key, calendars } = event;
	// It can be taken out of the calendars, and be new again.
	const sign = kind === 'created' ? event.saved : signOf(event);
	return { kind, key, sign, row: firstOf(event), calendars, by };
}

function signOf({ saved, digest }: Pick<KnownEvent, 'digest' | 'saved'>): string {
	return `${saved} ${digest}`;
}

/** What is remembered of an event that has left the period. */
function leftAs(event: Pick<KnownEvent, 'digest' | 'saved' | 'shown'>): string {
	return [signOf(event), event.shown].join(' ').trimEnd();
}

/** One change for an event that is gone with all its occurrences. */
function wholeCanceled(
	key: string,
	was: KnownEvent,
	left: Array<[string, Times]>,
	by: unknown[],
): EventChange {
	const { row, calendars } = lastSeen(key, was);
	const cut = { ...row, ...left[0]?.[1] };
	return { kind: 'canceled', key, sign: was.saved, calendars, row: cut, by };
}

/** A change for each occurrence that is gone while others stay. */
function canceled(
	key: string,
	was: KnownEvent,
	gone: Array<[string, Times]>,
	by: unknown[],
): EventChange[] {
	return gone.map(([one, times]) => {
		const { row, calendars } = lastSeen(key, was);
		const sign = `${one} ${was.saved}`;
		const cut = { ...row, ...times, repeatId: one };
		return { kind: 'canceled', key, sign, calendars, row: cut, by };
	});
}

/** The event as it was known. */
function lastSeen(key: string, { event, occurrences, calendars }: KnownEvent) {
	const [times] = Object.values(occurrences);
	const id = isHidden(key) ? '0' : key;
	return { key, calendars, row: { id, ...event, ...times } as ServiceEvent };
}

function firstOf({ occurrences }: SeenEvent): ServiceEvent {
	const [first] = occurrences.values();
	return first as ServiceEvent;
}

function savedAt({ row }: EventChange): string {
	return String(row.updatedAt ?? '');
}

function compareText(one: string, other: string): number {
	return one < other ? -1 : one > other ? 1 : 0;
}
