import type { IDataObject } from 'n8n-workflow';

import { inWindows, mergedEvents, withNeededFields } from '../../../nodes/Groupware/values/windows';
import type { Draft } from '../../../nodes/shared/catalogue';

const asking = (query: IDataObject): Draft => ({
	method: 'GET',
	path: '/events',
	query,
	repeatable: true,
});
const utc = (at: number) => new Date(at).toISOString();
const windowsOf = (rangeStart?: string, rangeEnd?: string) =>
	inWindows(asking({ keep: 1, rangeStart, rangeEnd }), utc).map(({ query }) => query);

describe('windows of a long time', () => {
	it('follow each other without a gap, and keep the rest of the request', () => {
		const windows = windowsOf('2026-01-01T00:00:00Z', '2026-04-01T00:00:00Z');
		expect(windows).toEqual([
			{ keep: 1, rangeStart: '2026-01-01T00:00:00.000Z', rangeEnd: '2026-02-01T00:00:00.000Z' },
			{ keep: 1, rangeStart: '2026-02-01T00:00:00.000Z', rangeEnd: '2026-03-04T00:00:00.000Z' },
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

it('asks for what tells occurrences apart, beside the chosen fields', () => {
	const fields = (query: IDataObject) => withNeededFields(asking(query)).query?.fields;
	expect(fields({})).toBeUndefined();
	expect(fields({ fields: 'subject,id' })).toBe('subject,id,repeatId,eventType,start,isAllDay');
	expect(fields({ fields: 'subject', orderBy: 'updatedAt desc' })).toBe(
		'subject,id,repeatId,eventType,start,isAllDay,updatedAt',
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

	it('keep occurrences that do not say which one they are', () => {
		const count = (...rows: IDataObject[]) => mergedEvents([rows, []], 'start asc').length;
		const repeating = { eventType: 'REPEATING' };
		expect(count(event('1', 9, repeating), event('1', 10, repeating))).toBe(2);
		expect(count({ id: '1', ...repeating }, { id: '1', ...repeating })).toBe(2);
		expect(count({ id: '1' }, { id: '1' })).toBe(2);
	});
});
