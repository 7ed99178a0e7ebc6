import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView, PageSequence } from '../../shared/catalogue';
import { InputError, withSubject } from '../../shared/errors';
import { inOrder } from '../../shared/inOrder';
import { allRows } from '../../shared/run/paginate';
import { isBlank } from '../../shared/text';
import { rfc3339, SECOND } from '../time/zone';
import { idFound } from '../values/directory';
import type { ServiceEvent } from '../values/event';
import { PAGE, pages, rowsIn } from '../values/pages';
import { calendarsIn, unique } from '../values/references';

const PATH = '/api/v1/schedule/events';

/** Occurrences that are remembered, of all calendars together. */
export const MOST_OCCURRENCES = 10_000;
/** Calendars that are read at once. */
const AT_ONCE = 10;

/** Whose events are watched; without a target those of the credential's user. */
export interface Calendar {
	targetType?: 'facility' | 'organization' | 'user';
	target?: string;
}

/** A period, in milliseconds since 1970. Its end is not part of it. */
export interface Period {
	from: number;
	to: number;
}

export function startOf({ start }: Pick<ServiceEvent, 'start'>): number {
	return Date.parse(start?.dateTime ?? '');
}

export function isWithin(at: number, { from, to }: Period): boolean {
	return at >= from && at < to;
}

/** The calendars that were chosen. Login names are looked up. */
export async function chosenCalendars(item: ItemView): Promise<Calendar[]> {
	if (item.read('calendar', 'me') !== 'selected') return [{}];
	const found: Calendar[] = [];
	for (const { type, ...reference } of calendarsIn(item, 'calendars', 'Calendars')) {
		const targetType = type.toLowerCase() as 'facility' | 'organization' | 'user';
		found.push({ targetType, target: await idFound(targetType, reference, item) });
	}
	if (found.length > 0) return unique(found);
	throw new InputError('No calendar is selected', 'Add at least one calendar under "Calendars"');
}

export function nameOf({ targetType, target }: Calendar): string {
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
	period: Period,
	item: ItemView,
): Promise<ListedRow[]> {
	const lists: ListedRow[][] = [];
	let count = 0;
	let failed = false;
	// Nothing more is read, and kept in memory, once there are too many.
	const isTooMuch = () => count > MOST_OCCURRENCES;
	const read = async (at: number) => {
		const calendar = calendars[at] as Calendar;
		const walk = pagesByStart(
			eventsDraft(calendar, item, {
				rangeStart: rfc3339(period.from, 'UTC'),
				rangeEnd: rfc3339(period.to, 'UTC'),
				orderBy: 'start asc',
				limit: PAGE,
			}),
		);
		const counted: PageSequence = {
			first: walk.first,
			rows: (body) => {
				const rows = walk.rows(body);
				count += rows?.length ?? 0;
				return rows;
			},
			next: (page) => (failed || isTooMuch() ? undefined : walk.next(page)),
		};
		const rows = await about(calendar, allRows(counted, Infinity, item));
		lists[at] = rows.map((row) => ({ calendar: nameOf(calendar), row: row as ServiceEvent }));
	};
	const noting = async (at: number) =>
		await read(at).catch((problem: unknown) => {
			failed = true;
			throw problem;
		});
	await inOrder([...calendars.keys()], AT_ONCE, noting, () => failed || isTooMuch());
	if (!isTooMuch()) return lists.flat();
	throw new InputError(
		`The calendars have more than ${MOST_OCCURRENCES.toLocaleString('en')} events in the period`,
		'Decrease "Days Ahead", or select fewer calendars',
	);
}

/**
 * Pages that begin where the one before ended. With an offset, rows would be skipped if others are
 * removed while the pages are read. Offsets are used only where more events start at one time than
 * fit into a page.
 */
function pagesByStart(spec: RequestSpec): PageSequence {
	let range = spec;
	let walk = pages(range, 'events');
	/** Rows of the range so far, and how often each row of the range before may come again. */
	let inRange: ServiceEvent[] = [];
	let repeated = new Map<string, number>();
	let hasFresh = false;
	const isRepeated = (row: IDataObject) => {
		const name = JSON.stringify(row);
		const count = repeated.get(name) ?? 0;
		repeated.set(name, count - 1);
		return count > 0;
	};
	return {
		first: walk.first,
		rows: (body) => {
			const rows = walk.rows(body);
			if (rows === undefined) return undefined;
			hasFresh = rows.length > 0;
			for (const row of rows) inRange.push(row as ServiceEvent);
			return rows.filter((row) => !isRepeated(row));
		},
		next: (page) => {
			const next = walk.next(page);
			const starts = (rowsIn(page.body, 'events') as ServiceEvent[]).map(startOf);
			const isSorted = starts.every((at, index) => index === 0 || at >= Number(starts[index - 1]));
			// A second earlier, because the start of the range may not be part of it.
			const from = Number(starts.at(-1)) - SECOND;
			const goesOn = from > Date.parse(String(range.query?.rangeStart));
			if (next === undefined || !hasFresh || !isSorted || !goesOn) return next;
			repeated = new Map();
			for (const row of inRange) {
				if (!(endOf(row) >= from)) continue;
				const name = JSON.stringify(row);
				repeated.set(name, (repeated.get(name) ?? 0) + 1);
			}
			inRange = [];
			range = { ...spec, query: { ...spec.query, rangeStart: rfc3339(from, 'UTC') } };
			walk = pages(range, 'events');
			return walk.first;
		},
	};
}

/** Events that go on are in the next range, too. */
function endOf({ start, end }: ServiceEvent): number {
	return Date.parse((end ?? start)?.dateTime ?? '');
}

/** Events that are read at once to find the newest one. */
const NEWEST = 100;

/**
 * The time at which the newest event of the calendars was created; empty if there are none. Other
 * users' private events don't tell theirs.
 */
export async function newestCreated(calendars: Calendar[], item: ItemView): Promise<Created> {
	let newest = { createdAt: '', id: 0 };
	for (const calendar of calendars) {
		let found: Created[] = [];
		for (let offset = 0, isLast = false; !isLast && found.length === 0; offset += NEWEST) {
			const query = { orderBy: 'createdAt desc', limit: NEWEST, offset };
			const spec = eventsDraft(calendar, item, query);
			const rows = rowsIn(await about(calendar, item.request(spec)), 'events');
			isLast = rows.length < NEWEST;
			found = rows
				.filter(({ createdAt }) => !isBlank(createdAt))
				.map(({ createdAt, id }) => ({ createdAt: String(createdAt), id: Number(id) }));
		}
		for (const one of found) if (isLater(one, newest)) newest = one;
	}
	return newest;
}

/** What tells which of two events was created later. */
export interface Created {
	createdAt: string;
	id: number;
}

/** Whether an event was created after another one. IDs are given in order. */
export function isLater(one: Created, other: Created): boolean {
	if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
	return one.id > other.id;
}

/** The request for a single event. */
export function eventDraft(id: string): RequestSpec {
	return { method: 'GET', path: `${PATH}/${encodeURIComponent(id)}`, repeatable: true };
}

function eventsDraft(
	{ targetType, target }: Calendar,
	item: ItemView,
	query: IDataObject,
): RequestSpec {
	const showPrivate = item.read('options.showPrivate', true) === true;
	return {
		method: 'GET',
		path: PATH,
		query: { ...(targetType && { targetType, target }), ...query, showPrivate },
		repeatable: true,
	};
}

async function about<Result>(calendar: Calendar, reading: Promise<Result>): Promise<Result> {
	return await reading.catch((problem: unknown) => {
		throw calendar.targetType === undefined
			? problem
			: withSubject(`Calendar of ${nameOf(calendar)}`, problem);
	});
}
