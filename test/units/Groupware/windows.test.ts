import type { IDataObject } from 'n8n-workflow';

import { getMany } from '../../../nodes/Groupware/catalogue/event/list';
import {
	inWindows,
	mergedEvents,
	startsIn,
	withNeededFields,
} from '../../../nodes/Groupware/values/windows';
import type { PageSequence, RequestSpec } from '../../../nodes/shared/catalogue';
import { itemWith } from '../../support/item';

const asking = (query: IDataObject): RequestSpec => ({
	method: 'GET',
	path: '/events',
	query,
	repeatable: true,
});
const utc = (at: number) => new Date(at).toISOString();
const windowsOf = (rangeStart?: string, rangeEnd?: string) =>
	inWindows(asking({ keep: 1, rangeStart, rangeEnd }), utc).map(({ query }) => query);

describe('windows of a long time', () => {
	it('overlap by a second, and keep the rest of the request', () => {
		const windows = windowsOf('2026-01-01T00:00:00Z', '2026-04-01T00:00:00Z');
		expect(windows).toEqual([
			{ keep: 1, rangeStart: '2026-01-01T00:00:00.000Z', rangeEnd: '2026-02-01T00:00:01.000Z' },
			{ keep: 1, rangeStart: '2026-02-01T00:00:00.000Z', rangeEnd: '2026-03-04T00:00:01.000Z' },
			{ keep: 1, rangeStart: '2026-03-04T00:00:00.000Z', rangeEnd: '2026-04-01T00:00:00.000Z' },
		]);
	});

	it('are one for a month, and for a time without limits', () => {
		const month = ['2026-01-01T00:00:00+09:00', '2026-02-01T00:00:00+09:00'] as const;
		expect(windowsOf(...month)).toEqual([{ keep: 1, rangeStart: month[0], rangeEnd: month[1] }]);
		expect(windowsOf(undefined, '2026-02-01T00:00:00Z')).toHaveLength(1);
		expect(windowsOf('2020-02-01T00:00:00Z')).toHaveLength(1);
	});
});

it.each([
	['2026-01-01T08:59:59+09:00', false],
	['2026-01-01T09:00:00+09:00', true],
	['2026-01-01T09:59:59+09:00', true],
	['2026-01-01T10:00:00+09:00', false],
])('an event that starts at %s is in the hour: %p', (dateTime, expected) => {
	const hour = { from: Date.parse('2026-01-01T00:00Z'), to: Date.parse('2026-01-01T01:00Z') };
	expect(startsIn(hour, 'Asia/Tokyo')({ start: { dateTime } })).toBe(expected);
});

it('asks for what tells occurrences apart, beside the chosen fields', () => {
	const fields = (query: IDataObject) => withNeededFields(asking(query)).query?.fields;
	expect(fields({})).toBeUndefined();
	const needed = 'repeatId,eventType,start,isAllDay,temporaryEventCandidates';
	expect(fields({ fields: 'subject,id' })).toBe(`subject,id,${needed}`);
	expect(fields({ fields: 'subject', orderBy: 'updatedAt desc' })).toBe(
		`subject,id,${needed},updatedAt`,
	);
});

describe('events of several lists', () => {
	const event = (id: string, hour: number, more: IDataObject = {}) => ({
		id,
		start: { dateTime: `2026-01-01T${String(hour).padStart(2, '0')}:00:00+09:00` },
		...more,
	});
	const ids = (events: IDataObject[]) => events.map(({ id, repeatId }) => `${id}${repeatId ?? ''}`);

	it('are one list, each occurrence once, in the order that was asked for', () => {
		const lists = [
			[event('1', 9), event('2', 11), event('3', 12, { repeatId: 'a' })],
			[event('2', 11), event('3', 10, { repeatId: 'b' })],
		];
		expect(ids(mergedEvents(lists, 'start asc'))).toEqual(['1', '3b', '2', '3a']);
		expect(ids(mergedEvents(lists, 'start desc'))).toEqual(['3a', '2', '3b', '1']);
	});

	it('are ordered by other times as well', () => {
		const lists = [
			[event('1', 9, { updatedAt: '2026-01-03T00:00:00Z' })],
			[event('2', 8, { updatedAt: '2026-01-02T00:00:00Z' })],
		];
		expect(ids(mergedEvents(lists, 'updatedAt desc'))).toEqual(['1', '2']);
	});

	it('keep a tentative event once, and rows that nothing tells apart', () => {
		const count = (...rows: IDataObject[]) => mergedEvents([rows, []], 'start asc').length;
		const tentative = { eventType: 'TEMPORARY' };
		expect(count(event('0', 9), event('0', 9))).toBe(2);
		expect(count(event('1', 9, tentative), event('1', 10, tentative))).toBe(1);
		expect(count({ subject: 'A' }, { subject: 'A' })).toBe(2);
	});

	it.each(['REGULAR', 'ALL_DAY', 'TEMPORARY'])(
		'keep a %s event once by its ID alone',
		(eventType) => {
			const rows = [{ id: '1', eventType }, { id: '1', eventType }, event('1', 9, { eventType })];
			expect(mergedEvents([rows, rows], 'updatedAt asc')).toHaveLength(1);
		},
	);

	it('are ordered by plain times, those without one first', () => {
		const lists = [[{ id: '1', at: '2026-01-02T00:00:00Z' }], [{ id: '2' }, { id: '3', at: '' }]];
		expect(ids(mergedEvents(lists, 'at asc'))).toEqual(['2', '3', '1']);
	});

	it('keep occurrences that do not say which one they are', () => {
		const count = (...rows: IDataObject[]) => mergedEvents([rows, []], 'start asc').length;
		const repeating = { eventType: 'REPEATING' };
		expect(count(event('1', 9, repeating), event('1', 10, repeating))).toBe(2);
		expect(count({ id: '1', ...repeating }, { id: '1', ...repeating })).toBe(2);
		expect(count({ id: '1' }, { id: '1' })).toBe(2);
	});
});

/** Which events a service may take for those in a range: it isn't documented whether limits count. */
const readings: Record<string, (event: Timed, from: number, to: number) => boolean> = {
	'with both limits': ({ start }, from, to) => start >= from && start <= to,
	'with its start': ({ start }, from, to) => start >= from && start < to,
	'with its end': ({ start }, from, to) => start > from && start <= to,
	'without its limits': ({ start }, from, to) => start > from && start < to,
	'by any part in it': ({ start, end }, from, to) => start < to && end > from,
};

interface Timed {
	start: number;
	end: number;
	row: IDataObject;
}

describe.each(Object.entries(readings))('a service that reads a range %s', (_name, isIn) => {
	const HOUR = 3_600_000;
	const from = Date.parse('2026-01-01T00:00:00Z');
	const to = from + 100 * 24 * HOUR;
	/** Where windows meet, and around it; two events each time that nothing tells apart. */
	const events = [0, 31, 62, 93, 100].flatMap((day) =>
		[-2, -1, 0, 1].flatMap((hour) => {
			const start = from + (day * 24 + hour) * HOUR;
			const time = { start: { dateTime: utc(start) }, end: { dateTime: utc(start + HOUR * 1.5) } };
			const timed = (row: IDataObject): Timed => ({
				start,
				end: start + HOUR * 1.5,
				row: { ...time, ...row },
			});
			const hidden = timed({ id: '0', subject: 'Private' });
			return [hidden, hidden, timed({ id: `${day} ${hour}`, eventType: 'REGULAR' })];
		}),
	);
	const served = ({ query = {} }: RequestSpec) =>
		events
			.filter((one) =>
				isIn(one, Date.parse(String(query.rangeStart)), Date.parse(String(query.rangeEnd))),
			)
			.map(({ row }) => ({ ...row }));

	it('gives each event of a long time once, those where windows meet as well', () => {
		const whole = asking({ rangeStart: utc(from), rangeEnd: utc(to) });
		const windows = inWindows(whole, utc);
		expect(windows).toHaveLength(4);
		const texts = (rows: IDataObject[]) => rows.map((row) => JSON.stringify(row)).sort();
		const merged = mergedEvents(windows.map(served), 'start asc', windows.length);
		expect(texts(merged)).toEqual(texts(served(whole)));
		// Two calendars have events of their own.
		const lists = [...windows.map(served), ...windows.map(served)];
		const hidden = (rows: IDataObject[]) => rows.filter(({ id }) => id === '0').length;
		const both = mergedEvents(lists, 'start asc', windows.length);
		expect(hidden(both)).toBe(2 * hidden(served(whole)));
	});
});

it('a period means the days on which the run started, also after midnight', async () => {
	const now = Date.parse('2020-01-05T23:59:50+09:00');
	const item = itemWith({ period: 'today' }, { now });
	const { run } = getMany;
	if (run.kind !== 'paginate') throw new Error('Get Many reads pages');
	const { rows } = (await run.pages(asking({}), 50, item)) as PageSequence;
	const start = { dateTime: '2020-01-05T10:00:00+09:00', timeZone: 'Asia/Tokyo' };
	const event = { id: '1', eventType: 'REGULAR', start };
	expect(rows({ events: [event], hasNext: false })).toEqual([event]);
});
