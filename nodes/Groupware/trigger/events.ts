import type { ItemView } from '../../shared/catalogue';
import { RequestError, InputError } from '../../shared/errors';
import { getMany } from '../catalogue/event/list';
import { DAY, MINUTE, SECOND } from '../time/zone';
import { eventRow, type ServiceEvent } from '../values/event';
import { isExcluded } from '../values/series';
import {
	type Calendar,
	chosenCalendars,
	type Created,
	eventDraft,
	isWithin,
	nameOf,
	newestCreated,
	occurrencesIn,
	type Period,
	startOf,
} from './calendars';
import { ignoring } from './ignored';
import { eventsOf, isSingle, signs } from './seenEvents';
import { numberOf } from './numbers';
import {
	compare,
	type KnownEvent,
	remembered,
	type Snapshot,
	type Whereabouts,
	withCalendars,
} from './snapshot';
import { type SoonSettings, startingSoon, type Told } from './startingSoon';
import { type Change, chosenEvents, type Seen, type Watch } from './watch';

/** Missing events that are looked for in a poll; the next poll looks for the others. */
export const MOST_LOOKED_FOR = 100;

interface EventState {
	/** The setting, and the calendars that it names. */
	setting: string;
	calendars: Calendar[];
	snapshot?: Snapshot;
	told?: Told;
}

interface EventSettings {
	chosen: string[];
	daysAhead: number;
	daysBack: number;
	soon: SoonSettings;
}

/** Events of calendars: created, changed, canceled, or starting soon. */
export const watchEvents: Watch<EventState> = {
	operation: getMany,
	source: (item) => {
		const { daysBack } = settingsOf(item);
		return [item.read('options.showPrivate', true), daysBack];
	},
	look,
	sample: async (item) => {
		const settings = settingsOf(item);
		const now = Date.now();
		const period = { from: now, to: now + Math.max(settings.daysAhead, 1) * DAY };
		const listed = await occurrencesIn(await chosenCalendars(item), period, item);
		const [event] = eventsOf(listed).values();
		const [row] = event?.occurrences.values() ?? [];
		if (event === undefined || row === undefined) return undefined;
		const [kind = 'created'] = settings.chosen;
		const key = `${event.key}:${kind}`;
		return changeOf(item, kind, key, row, event.calendars, now);
	},
	nothing: 'The calendars have no events in the coming days',
};

async function look(item: ItemView, before: EventState | undefined): Promise<Seen<EventState>> {
	const settings = settingsOf(item);
	const setting = JSON.stringify([item.read('calendar', 'me'), item.read('calendars', {})]);
	const isSame = before?.setting === setting;
	const calendars = isSame ? before.calendars : await chosenCalendars(item);
	const now = Math.floor(Date.now() / SECOND) * SECOND;
	const watchesChanges = settings.chosen.some((kind) => kind !== 'startingSoon');
	const isIgnored = watchesChanges ? ignoring(item) : () => false;
	const watchesStarts = settings.chosen.includes('startingSoon');
	const watched = periodOf(settings, now);
	const period = sincePause(watched, watchesChanges ? before?.snapshot : undefined);
	const events = eventsOf(await occurrencesIn(calendars, period, item));
	const changes: Change[] = [];
	// What isn't watched at this time goes on later. The snapshot is one of these calendars.
	const { snapshot, told: toldBefore } = before ?? {};
	const state: EventState = {
		setting,
		calendars,
		...(isSame && snapshot && { snapshot }),
		...(toldBefore && { told: toldBefore }),
	};

	if (watchesChanges && before?.snapshot) {
		const compared = await compare(
			isSame
				? before.snapshot
				: withCalendars(
						before.snapshot,
						events,
						{ before: before.calendars.map(nameOf), now: calendars.map(nameOf) },
						await newestOfAdded(before.calendars, calendars, item),
					),
			period,
			events,
			lookingFor(item, period),
		);
		state.snapshot = { ...compared.snapshot, period: watched, at: now };
		for (const change of compared.changes) {
			const { later } = change;
			const counted = later && !settings.chosen.includes('created') ? later : change;
			const { kind, key, sign, row, calendars: of, by } = counted;
			if (!settings.chosen.includes(kind) || isIgnored(by)) continue;
			const name = [key, kind, sign].filter((part) => part !== '').join(':');
			changes.push(changeOf(item, kind, name, row, of, now));
		}
	} else if (watchesChanges) {
		const newest = await newestCreated(calendars, item);
		const known = Object.fromEntries(
			[...events].map(([key, event]): [string, KnownEvent] => [key, remembered(event)]),
		);
		state.snapshot = { period, at: now, newest, known, away: {} };
	}

	if (watchesStarts) {
		const { due, told } = startingSoon(events, now, settings.soon, before?.told ?? {});
		state.told = told;
		const known = before?.told ? before.calendars.map(nameOf) : [];
		for (const { key, event, row } of due) {
			// What starts soon at the activation, or in a calendar that is added, is only remembered.
			if (!event.calendars.some((name) => known.includes(name))) continue;
			changes.push(changeOf(item, 'startingSoon', key, row, event.calendars, now));
		}
	}
	return { changes, state };
}

/** The newest events of calendars that were added, by their names. */
async function newestOfAdded(before: Calendar[], now: Calendar[], item: ItemView) {
	const known = before.map(nameOf);
	const found: Record<string, Created> = {};
	for (const calendar of now) {
		const name = nameOf(calendar);
		if (!known.includes(name)) found[name] = await newestCreated([calendar], item);
	}
	return found;
}

/** The period whose events are read. */
function periodOf({ chosen, daysAhead, daysBack, soon }: EventSettings, now: number): Period {
	const onlyStarts = chosen.every((kind) => kind === 'startingSoon');
	const ahead = onlyStarts ? 0 : daysAhead * DAY;
	const back = onlyStarts ? 0 : daysBack * DAY;
	const starts = chosen.includes('startingSoon');
	return {
		from: now - Math.max(back, starts ? soon.minutesLate * MINUTE : 0),
		// An event that starts in exactly so many minutes is part of it.
		to: now + Math.max(ahead, starts ? soon.minutesBefore * MINUTE + SECOND : 0),
	};
}

/** Events that started longer ago are not read, however long the workflow was not published. */
const LONGEST_PAUSE = 31 * DAY;

/** A period from the begin of the last one on, so that nothing is lost of events that started since. */
function sincePause({ from, to }: Period, last?: Pick<Snapshot, 'period'>): Period {
	return { from: Math.min(from, Math.max(last?.period.from ?? from, from - LONGEST_PAUSE)), to };
}

/** Looks for events that the calendars no longer list. */
function lookingFor(item: ItemView, period: Period) {
	let looked = 0;
	return async (key: string, known: KnownEvent): Promise<Whereabouts> => {
		looked += 1;
		if (looked > MOST_LOOKED_FOR) return 'unchecked';
		return await item.request(eventDraft(key)).then((body) => {
			const event = body as ServiceEvent;
			if (isCanceledIn(period, event, known)) return { without: event };
			return isThere(event, known, period) ? { inPeriod: event } : { outside: event };
		}, refusedEvent);
	};
}

/** What a failed request for an event says about it. Throws the problem if it says nothing. */
function refusedEvent(problem: unknown): Whereabouts {
	if (!(problem instanceof RequestError)) throw problem;
	const { explanation, reply } = problem.failure;
	const code = explanation?.code ?? '';
	const status = reply?.status ?? 0;
	if (code.startsWith('GRN_SCHD_') && [403, 404].includes(status)) return 'deleted';
	// Other errors of the service may be temporary: only the next poll decides.
	const isAboutEvent = code.startsWith('GRN_') && status >= 400 && ![401, 429].includes(status);
	if (isAboutEvent && !explanation?.transient) return 'inPeriod';
	throw problem;
}

function isThere(event: ServiceEvent, known: KnownEvent, period: Period): boolean {
	// Its time may be over since it is missing.
	const starts = Object.values(known.occurrences).map(startOf);
	const isIn = (one: ServiceEvent) =>
		isWithin(startOf(one), period) || starts.includes(startOf(one));
	if (isSingle(event)) return isIn(event);
	const { temporaryEventCandidates: dates } = event;
	if (Array.isArray(dates) && dates.length > 0) {
		return (dates as ServiceEvent[]).some(isIn);
	}
	return signs(event).rule === known.rule;
}

/** Whether a series goes on, but has none of its known occurrences in the period any more. */
function isCanceledIn(period: Period, event: ServiceEvent, known: KnownEvent): boolean {
	const { repeatInfo } = event;
	if (!repeatInfo || signs(event).rule !== known.rule) return false;
	return Object.values(known.occurrences)
		.map(startOf)
		.every((start) => !isWithin(start, period) || isExcluded(repeatInfo, { start }));
}

function changeOf(
	item: ItemView,
	event: string,
	key: string,
	body: ServiceEvent,
	calendars: string[],
	now: number,
): Change {
	const soon = event === 'startingSoon' && {
		$minutesUntilStart: Math.ceil((startOf(body) - now) / MINUTE),
	};
	return { event, key, more: { $calendars: calendars, ...soon }, row: eventRow(body, item) };
}

function settingsOf(item: ItemView): EventSettings {
	const chosen = chosenEvents(item, 'events');
	const soon = {
		minutesBefore: numberOf(item, 'minutesBefore', 'Minutes Before Start', 15, 10_080),
		minutesLate: numberOf(item, 'options.minutesLate', 'Maximum Delay (Minutes)', 30, 1440),
	};
	if (chosen.includes('startingSoon') && soon.minutesBefore === 0 && soon.minutesLate === 0) {
		throw new InputError(
			'"Minutes Before Start" and "Maximum Delay (Minutes)" are both 0, so no event would ever start the workflow',
			'Increase one of them to at least the time between two polls',
		);
	}
	return {
		chosen,
		daysAhead: numberOf(item, 'daysAhead', 'Days Ahead', 30, 366),
		daysBack: numberOf(item, 'options.daysBack', 'Days Back', 1, 366),
		soon,
	};
}
