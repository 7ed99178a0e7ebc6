import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemContext } from '../../shared/catalogue';
import { InputError, withSubject } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { reading } from '../../shared/request';
import type { Range } from '../time/periods';
import { rfc3339, SECOND } from '../time/zone';
import { idFound } from '../values/directory';
import type { ServiceEvent } from '../values/event';
import { PAGE, rowsIn } from '../values/pages';
import { calendarsIn, unique } from '../values/references';

const PATH = '/api/v1/schedule/events';

/** Occurrences that are remembered, of all calendars together. */
export const MOST_OCCURRENCES = 10_000;

/** Whose events are watched; without a target those of the credential's user. */
export interface Calendar {
	targetType?: 'facility' | 'organization' | 'user';
	target?: string;
}

/** The start in milliseconds since 1970; NaN without one. */
export function startOf({ start }: Pick<ServiceEvent, 'start'>): number {
	return Date.parse(start?.dateTime ?? '');
}

/** Whether a time is in a range, all in milliseconds since 1970; the end is not part of it. */
export function isWithin(at: number, { from, to }: Range): boolean {
	return at >= from && at < to;
}

/** The calendars that were chosen. Login names are looked up. Throws `InputError` if none is. */
export async function chosenCalendars(item: ItemContext): Promise<Calendar[]> {
	if (item.read('calendar') !== 'selected') return [{}];
	const found: Calendar[] = [];
	for (const { type, ...reference } of calendarsIn(item, 'calendars', 'Calendars')) {
		const targetType = type.toLowerCase() as 'facility' | 'organization' | 'user';
		found.push({ targetType, target: await idFound(targetType, reference, item) });
	}
	if (found.length > 0) return unique(found);
	throw new InputError('No calendar is selected', 'Add at least one calendar under "Calendars"');
}

function calendarKey({ targetType, target }: Calendar): string {
	return targetType === undefined ? 'me' : `${targetType} ${target}`;
}

/** An event of a calendar, as the service lists it: a row for each occurrence. */
export interface ListedRow {
	calendar: string;
	row: ServiceEvent;
}

/** All occurrences that start in a period. Throws `InputError` for more than can be remembered. */
export async function occurrencesIn(
	calendars: Calendar[],
	period: Range,
	item: ItemContext,
): Promise<ListedRow[]> {
	const listed: ListedRow[] = [];
	for (const calendar of calendars) {
		for await (const rows of pagesByStart(calendar, period, item)) {
			for (const row of rows) listed.push({ calendar: calendarKey(calendar), row });
			if (listed.length > MOST_OCCURRENCES) {
				throw new InputError(
					`The calendars have more than ${MOST_OCCURRENCES.toLocaleString('en')} events in the period`,
					'Decrease "Days Ahead", or select fewer calendars',
				);
			}
		}
	}
	return listed;
}

/**
 * Pages that begin where the one before ended. With an offset, rows would be skipped if others are
 * removed while the pages are read. Offsets are used only where more events start at one time than
 * fit into a page.
 */
async function* pagesByStart(
	calendar: Calendar,
	{ from, to }: Range,
	item: ItemContext,
): AsyncGenerator<ServiceEvent[]> {
	const known = new Set<string>();
	const rangeEnd = rfc3339(to, 'UTC');
	for (let start = from, offset = 0; ;) {
		const rangeStart = rfc3339(start, 'UTC');
		const query = { rangeStart, rangeEnd, orderBy: 'start asc', limit: PAGE, offset };
		const body = await item.request(eventsRequest(calendar, item, query)).catch((problem) => {
			if (calendar.targetType === undefined) throw problem;
			throw withSubject(`Calendar of ${calendarKey(calendar)}`, problem);
		});
		const rows = rowsIn(body, 'events') as ServiceEvent[];
		const names = rows.map((row) => JSON.stringify(row));
		yield rows.filter((_, at) => !known.has(names[at] ?? ''));
		for (const name of names) known.add(name);
		const { hasNext = rows.length === PAGE } = objectOf(body);
		if (hasNext !== true) return;
		// A second earlier, because the start of the range may not be part of it.
		const last = startOf(rows.at(-1) ?? {}) - SECOND;
		offset = last > start ? 0 : offset + PAGE;
		start = Math.max(start, last || 0);
	}
}

/** The request for a single event. */
export function eventRequest(id: string): RequestSpec {
	return reading(`${PATH}/${encodeURIComponent(id)}`);
}

function eventsRequest(
	{ targetType, target }: Calendar,
	item: ItemContext,
	query: IDataObject,
): RequestSpec {
	const showPrivate = item.read('options.showPrivate') !== false;
	return reading(PATH, {
		query: { ...(targetType && { targetType, target }), ...query, showPrivate },
	});
}
