import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	askedFromDay,
	mergedEvents,
	startsIn,
	unseen,
	withNeededFields,
} from '../../../nodes/Groupware/values/eventList';
import { pages } from '../../../nodes/Groupware/values/pages';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { allRows } from '../../../nodes/shared/run/paginate';
import { itemWith } from '../../support/item';

/** A list that a service gives in pages, and that changes between them. */
interface Served {
	rows: IDataObject[];
	/** Changes the list before a request, counted from 0. */
	before?: (request: number, rows: IDataObject[]) => IDataObject[];
	/** Rows that are counted and not given. */
	hidden?: (row: IDataObject) => boolean;
	/** Whether the answers tell if more rows follow. */
	tellsMore?: boolean;
}

async function readAll(
	{ rows: from, before = (_, same) => same, hidden = () => false, tellsMore = true }: Served,
	limit = 20,
) {
	let rows = from;
	let requests = 0;
	const hints: string[] = [];
	const item = itemWith(
		{},
		{
			hint: (message) => void hints.push(message),
			request: async ({ query = {} }) => {
				rows = before(requests, rows);
				requests += 1;
				const end = Number(query.offset) + Number(query.limit);
				return await Promise.resolve({
					list: rows.slice(Number(query.offset), end).filter((row) => !hidden(row)),
					...(tellsMore && { hasNext: rows.length > end }),
				});
			},
		},
	);
	const spec: RequestSpec = { method: 'GET', path: '/list', query: { limit }, repeatable: true };
	const read = await allRows(pages(spec, 'list', item), Infinity, item);
	return { read, requests, hints };
}

const numbered = (count: number) =>
	Array.from({ length: count }, (_, at): IDataObject => ({ id: String(at + 1) }));
const ids = (rows: IDataObject[]) => rows.map(({ id }) => id);

describe('pages of a list', () => {
	it.each([true, false])('that stays as it is are all read (tells more: %s)', async (tellsMore) => {
		for (const count of [0, 19, 20, 21, 57]) {
			const rows = numbered(count);
			const { read, hints } = await readAll({ rows, tellsMore });
			expect([read, hints]).toEqual([rows, []]);
		}
		expect((await readAll({ rows: numbered(56), tellsMore: true })).requests).toBe(3);
	});

	it('lose no row to a few that are removed, and double none for those that are added', async () => {
		const change = fc.record({ start: fc.nat(60), removed: fc.nat(2), added: fc.nat(3) });
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 60 }),
				fc.array(change),
				async (count, changes) => {
					const gone = new Set<unknown>();
					const { read } = await readAll({
						rows: numbered(count),
						before: (request, rows) => {
							const { start = 0, removed = 0, added = 0 } = changes[request - 1] ?? {};
							for (const row of rows.slice(start, start + removed)) gone.add(row.id);
							const fresh = numbered(added).map(({ id }) => ({ id: `new ${request} ${id}` }));
							return rows.toSpliced(start, removed, ...fresh);
						},
					});
					const found = ids(read);
					expect(new Set(found).size).toBe(found.length);
					const stayed = ids(numbered(count)).filter((id) => !gone.has(id));
					expect(found).toEqual(expect.arrayContaining(stayed));
				},
			),
		);
	});

	it('keep equal rows that nothing identifies, and lose none of others', async () => {
		const same = Array.from({ length: 57 }, () => ({ title: 'Same' }));
		expect((await readAll({ rows: same })).read).toEqual(same);
		expect((await readAll({ rows: same }, 1)).read).toEqual(same);
		const rows = Array.from({ length: 57 }, (_, at) => ({ title: `Notice ${at}` }));
		const before = (request: number, all: IDataObject[]) => (request === 1 ? all.slice(2) : all);
		expect((await readAll({ rows, before })).read).toEqual(rows);
	});

	it('may not be full', async () => {
		const hidden = ({ id }: IDataObject) => Number(id) % 3 === 0;
		const { read } = await readAll({ rows: numbered(70), hidden });
		expect(ids(read)).toEqual(ids(numbered(70).filter((row) => !hidden(row))));
	});

	it('say that rows may be missing where many were removed', async () => {
		const before = (request: number, all: IDataObject[]) => (request === 1 ? all.slice(9) : all);
		expect((await readAll({ rows: numbered(57), before })).hints[0]).toContain('may be missing');
	});

	it('without a list are an unexpected response, which may be asked for again', () => {
		const spec: RequestSpec = { method: 'GET', path: '/x', repeatable: true };
		expect(() => pages(spec, 'list').rows({ other: [] })).toThrow('unexpected response');
	});
});

it.each([
	['2026-01-01T08:59:59+09:00', {}, false],
	['2026-01-01T09:00:00+09:00', {}, true],
	['2026-01-01T10:00:00+09:00', {}, false],
	// Whole days also count by their date in the zone of the limits.
	['2026-01-01T00:00:00-05:00', { isAllDay: true }, false],
	['', {}, true],
])('an event that starts at %s %j is in the hour: %p', (dateTime, more, expected) => {
	const hour = { from: Date.parse('2026-01-01T00:00Z'), to: Date.parse('2026-01-01T01:00Z') };
	expect(startsIn(hour, 'Asia/Tokyo')({ start: { dateTime }, ...more })).toBe(expected);
	const day = { from: Date.parse('2025-12-31T15:00Z'), to: Date.parse('2026-01-01T15:00Z') };
	const whole = { start: { dateTime: '2026-01-01T00:00:00-11:00' }, eventType: 'ALL_DAY' };
	expect(startsIn(day, 'Asia/Tokyo')(whole)).toBe(true);
});

it('days are asked for from the zone in which they begin first', () => {
	const midnight = Date.parse('2026-01-01T00:00:00-05:00');
	expect(new Date(askedFromDay(midnight, 'America/New_York')).toISOString()).toBe(
		'2025-12-31T09:59:59.000Z',
	);
});

it('asks for what tells occurrences apart, beside the chosen fields', () => {
	const fields = (query: IDataObject) =>
		withNeededFields({ method: 'GET', path: '/events', query, repeatable: true }).query?.fields;
	expect(fields({})).toBeUndefined();
	expect(fields({ fields: 'subject,id', orderBy: 'updatedAt desc' })).toBe(
		'subject,id,repeatId,eventType,start,isAllDay,temporaryEventCandidates,updatedAt',
	);
});

describe('events of several calendars', () => {
	const event = (id: string, hour: number, more: IDataObject = {}) => ({
		id,
		start: { dateTime: `2026-01-01T${String(hour).padStart(2, '0')}:00:00+09:00` },
		...more,
	});
	const order = (events: IDataObject[]) =>
		events.map(({ id, repeatId }) => `${id}${repeatId ?? ''}`);

	it('are one list, each occurrence once, in the order that was asked for', () => {
		const lists = [
			[event('1', 9), event('2', 11), event('3', 12, { repeatId: 'a' })],
			[event('2', 11), event('3', 10, { repeatId: 'b' })],
		];
		expect(order(mergedEvents(lists, 'start asc'))).toEqual(['1', '3b', '2', '3a']);
		expect(order(mergedEvents(lists, 'start desc'))).toEqual(['3a', '2', '3b', '1']);
		const updated = [
			[event('1', 9, { updatedAt: '2026-01-03T00:00:00Z' })],
			[event('2', 8, { updatedAt: '2026-01-02T00:00:00Z' })],
		];
		expect(order(mergedEvents(updated, 'updatedAt desc'))).toEqual(['1', '2']);
	});

	it('keep a tentative event once, and rows that nothing tells apart', () => {
		const count = (...rows: IDataObject[]) => rows.filter(unseen()).length;
		const tentative = { eventType: 'TEMPORARY' };
		expect(count(event('0', 9), event('0', 9))).toBe(2);
		expect(count(event('1', 9, tentative), event('1', 10, tentative))).toBe(1);
		expect(count({ subject: 'A' }, { subject: 'A' })).toBe(2);
	});
});
