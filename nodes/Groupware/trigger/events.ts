import type { ItemContext } from '../../shared/catalogue';
import { RequestError, InputError } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { isOn, listAt, numberAt, valueAt } from '../../shared/parameters';
import { getMany } from '../catalogue/event/list';
import type { Range } from '../time/periods';
import { DAY, MINUTE, SECOND } from '../time/zone';
import { eventRow, type ServiceEvent } from '../values/event';
import { type Calendar, chosenCalendars, eventRequest, occurrencesIn, startOf } from './calendars';
import { eventsOf, type ListedEvent } from './listedEvents';
import { compare, type EventChange, remembered, type Snapshot, type Whereabouts } from './snapshot';
import { startingSoon, type StartedEvents } from './startingSoon';
import type { Change, PollResult, TriggerSource } from './source';

/** Missing events that are looked for in a poll; the next poll looks for the others. */
export const MOST_LOOKED_FOR = 100;

interface EventState {
	calendars: Calendar[];
	snapshot?: Snapshot;
	told?: StartedEvents;
}

type EventSettings = ReturnType<typeof eventSettings>;

/** Events of calendars: created, changed, canceled, or starting soon. */
export const watchEvents: TriggerSource<EventState> = {
	operation: getMany,
	source: (item) => [
		valueAt(item, 'calendar'),
		valueAt(item, 'calendars'),
		valueAt(item, 'options.showPrivate'),
	],
	poll: newEvents,
	sample: async (item) => {
		const settings = eventSettings(item);
		const now = Date.now();
		const period = { from: now, to: now + Math.max(settings.daysAhead, 1) * DAY };
		const listed = await occurrencesIn(await chosenCalendars(item), period, item);
		const [event] = eventsOf(listed).values();
		const [row] = event?.occurrences.values() ?? [];
		if (event === undefined || row === undefined) return undefined;
		const [kind = 'created'] = settings.chosen;
		return outputChange(item, kind, `${event.key}:${kind}`, row, event.calendars, now);
	},
	nothing: 'The calendars have no events in the coming days',
};

async function newEvents(
	item: ItemContext,
	before: EventState | undefined,
): Promise<PollResult<EventState>> {
	const settings = eventSettings(item);
	const { chosen, soon, watchesChanges, watchesStarts } = settings;
	const calendars = before?.calendars ?? (await chosenCalendars(item));
	const now = Math.floor(Date.now() / SECOND) * SECOND;
	const isIgnored = watchesChanges ? ignoring(item) : () => false;
	const watched = watchedPeriod(settings, now);
	const period = sincePause(watched, watchesChanges ? before?.snapshot : undefined);
	const events = eventsOf(await occurrencesIn(calendars, period, item));
	const changes: Change[] = [];
	const state: EventState = { calendars };
	if (watchesChanges) {
		const last = before?.snapshot ?? firstSnapshot(events, period, now);
		const compared = await compare(last, { period, at: now }, events, lookingFor(item));
		state.snapshot = { ...compared.snapshot, period: watched };
		for (const change of compared.changes) {
			const { kind, key, row, calendars: of, by } = asChosen(change, chosen);
			if (!chosen.includes(kind) || isIgnored(by)) continue;
			changes.push(outputChange(item, kind, key, row, of, now));
		}
	}
	if (watchesStarts) {
		const { due, told } = startingSoon(events, now, soon, before?.told ?? {});
		state.told = told;
		// What starts soon at the activation is only remembered.
		for (const { key, event, row } of before?.told ? due : []) {
			changes.push(outputChange(item, 'startingSoon', key, row, event.calendars, now));
		}
	}
	return { changes, state };
}

function firstSnapshot(events: Map<string, ListedEvent>, period: Range, now: number): Snapshot {
	const known = [...events].map(([key, event]) => [key, remembered(event)] as const);
	return { period, begun: now, at: now, known: Object.fromEntries(known), away: {} };
}

/** Where new events start nothing, one that was saved again a minute or more later has changed. */
function asChosen(change: EventChange, chosen: string[]): EventChange {
	const { kind, row } = change;
	if (kind !== 'created' || chosen.includes('created')) return change;
	const later = Date.parse(String(row.updatedAt)) - Date.parse(String(row.createdAt));
	return later >= MINUTE ? { ...change, kind: 'changed', by: [row.updater] } : change;
}

/** The period whose events are read. */
function watchedPeriod(settings: EventSettings, now: number): Range {
	const { watchesChanges, watchesStarts, daysAhead, daysBack, soon } = settings;
	const ahead = watchesChanges ? daysAhead * DAY : 0;
	const back = watchesChanges ? daysBack * DAY : 0;
	return {
		from: now - Math.max(back, watchesStarts ? soon.minutesLate * MINUTE : 0),
		// An event that starts in exactly so many minutes is part of it.
		to: now + Math.max(ahead, watchesStarts ? soon.minutesBefore * MINUTE + SECOND : 0),
	};
}

/** Events that started longer ago are not read, however long the workflow was not published. */
const LONGEST_PAUSE = 31 * DAY;

/** A period from the begin of the last one on, so that nothing is lost of events that started since. */
function sincePause({ from, to }: Range, last?: Pick<Snapshot, 'period'>): Range {
	return { from: Math.min(from, Math.max(last?.period.from ?? from, from - LONGEST_PAUSE)), to };
}

/** Looks for events that the calendars no longer list. */
function lookingFor(item: ItemContext): (key: string) => Promise<Whereabouts> {
	let looked = 0;
	return async (key) => {
		looked += 1;
		if (looked > MOST_LOOKED_FOR) return 'unchecked';
		return await item.request(eventRequest(key)).then(
			(body) => body as ServiceEvent,
			(problem: unknown) => {
				if (isGone(problem)) return 'deleted';
				throw problem;
			},
		);
	};
}

/** Whether a failed request says that there is no such event, or that the user can't view it. */
function isGone(problem: unknown): boolean {
	if (!(problem instanceof RequestError)) return false;
	const { explanation, reply } = problem.failure;
	const isOfEvents = explanation?.code?.startsWith('GRN_SCHD_') ?? false;
	return isOfEvents && [403, 404].includes(reply?.status ?? 0);
}

function outputChange(
	item: ItemContext,
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

function eventSettings(item: ItemContext) {
	const chosen = listAt(item, 'events');
	const soon = {
		minutesBefore: numberAt(item, 'minutesBefore'),
		minutesLate: numberAt(item, 'options.minutesLate'),
	};
	const watchesStarts = chosen.includes('startingSoon');
	if (watchesStarts && soon.minutesBefore === 0 && soon.minutesLate === 0) {
		throw new InputError(
			'"Minutes Before Start" and "Maximum Delay (Minutes)" are both 0, so no event would ever start the workflow',
			'Increase one of them to at least the time between two polls',
		);
	}
	const watchesChanges = chosen.some((kind) => kind !== 'startingSoon');
	const daysAhead = numberAt(item, 'daysAhead');
	const daysBack = numberAt(item, 'options.daysBack');
	if (watchesChanges && !watchesStarts && daysAhead === 0 && daysBack === 0) {
		throw new InputError(
			'"Days Ahead" and "Days Back" are both 0, so no event would ever start the workflow',
			'Increase one of them to at least 1',
		);
	}
	return { chosen, watchesChanges, watchesStarts, daysAhead, daysBack, soon };
}

/** Whether changes start nothing, by who can have made them; never if the service doesn't tell. */
function ignoring(item: ItemContext): (by: unknown[]) => boolean {
	const own = isOn(item, 'options.ignoreOwn') ? [ownLogin(item)] : [];
	const others = listAt(item, 'options.ignoreUsers');
	const logins = new Set([...own, ...others].map((login) => String(login).toLowerCase()));
	return (by) =>
		by.length > 0 &&
		by.every((user) => logins.has(String(objectOf(user).code ?? '').toLowerCase()));
}

function ownLogin({ connection: { login } }: ItemContext): string {
	if (login !== undefined) return login;
	throw new InputError(
		'"Ignore Own Changes" can\'t tell which events the user of the credential has changed',
		'With OAuth2, the service doesn\'t tell who this user is. Turn the option off, and enter the login name in "Ignore Users"',
	);
}
