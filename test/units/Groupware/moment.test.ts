import fc from 'fast-check';
import { DateTime } from 'luxon';

import { endOf, momentOf } from '../../../nodes/Groupware/time/moment';
import { rfc3339 } from '../../../nodes/Groupware/time/zone';

/** 2026-11-21 14:07:30 in Tokyo, a Saturday. */
const frame = { zone: 'Asia/Tokyo', now: Date.UTC(2026, 10, 21, 5, 7, 30) };

const read = (value: unknown, zone = 'Asia/Tokyo') =>
	rfc3339(momentOf(value, 'Start', { ...frame, zone }).at, zone);

describe('dates', () => {
	it.each([
		['2026-01-05T10:00:00', '2026-01-05T10:00:00+09:00'],
		['2026-01-05 10:00', '2026-01-05T10:00:00+09:00'],
		['2026/1/5 9:05', '2026-01-05T09:05:00+09:00'],
		['2026-01-05', '2026-01-05T00:00:00+09:00'],
		['2026-01-05T10:00:00Z', '2026-01-05T19:00:00+09:00'],
		['2026-01-05T10:00:00.123-05:00', '2026-01-06T00:00:00+09:00'],
		['2026-01-05T10:00:00.000+09:00[Asia/Tokyo]', '2026-01-05T10:00:00+09:00'],
		['2026-01-05T10:00:00+0530', '2026-01-05T13:30:00+09:00'],
		['now', '2026-11-21T14:07:30+09:00'],
		['today', '2026-11-21T00:00:00+09:00'],
		['Tomorrow', '2026-11-22T00:00:00+09:00'],
		['tomorrow 9:30', '2026-11-22T09:30:00+09:00'],
		['yesterday at 18:00', '2026-11-20T18:00:00+09:00'],
		['+7 days', '2026-11-28T00:00:00+09:00'],
		['-2 weeks', '2026-11-07T00:00:00+09:00'],
		['in 3 days', '2026-11-24T00:00:00+09:00'],
		['today + 1 month', '2026-12-21T00:00:00+09:00'],
		['+7 days 10:00', '2026-11-28T10:00:00+09:00'],
		['now +2 hours', '2026-11-21T16:07:30+09:00'],
		['+90 minutes', '2026-11-21T15:37:30+09:00'],
		['now +1 day', '2026-11-22T14:07:30+09:00'],
		['today +9 hours', '2026-11-21T09:00:00+09:00'],
	])('%s', (text, expected) => {
		expect(read(text)).toBe(expected);
	});

	it('are taken as JavaScript and luxon have them', () => {
		const at = Date.UTC(2026, 0, 5, 1, 2, 3);
		expect(read(new Date(at + 900))).toBe('2026-01-05T10:02:03+09:00');
		expect(read(DateTime.fromMillis(at))).toBe('2026-01-05T10:02:03+09:00');
	});

	it('without an offset count in the zone, with one they are an instant', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (seconds) => {
				const iso = new Date(seconds * 1000).toISOString();
				expect(momentOf(iso, 'Start', frame).at).toBe(seconds * 1000);
				expect(read(iso.slice(0, 19))).toBe(`${iso.slice(0, 19)}+09:00`);
			}),
		);
	});

	it.each([
		['2026-02-30', "has a date that doesn't exist"],
		['2026-13-01 10:00', "has a date that doesn't exist"],
		['2025-02-29T00:00:00Z', "has a date that doesn't exist"],
		['2026-01-05 24:30', "has a time that doesn't exist"],
		['2026-01-05T10:00:00+9', 'is not a valid date'],
		['next monday', 'can be read in two ways'],
		['someday', 'is not a valid date'],
		['1767578400', 'is not a valid date'],
		['{}', 'is not a valid date'],
		['', 'is empty'],
		[null, 'is empty'],
		[new Date(NaN), 'is not a valid date'],
	])('refuses %s', (value, why) => {
		expect(() => momentOf(value, 'Start', frame)).toThrow(`"Start" ${why}`);
	});

	it('refuses an hour that the clocks skip', () => {
		expect(() => read('2026-03-08 02:30', 'America/New_York')).toThrow(
			'"Start" has a time that doesn\'t exist in America/New_York: 2026-03-08 02:30',
		);
	});

	it('refuses it in words too, and counts days from a clock time past it', () => {
		const before = { zone: 'America/New_York', now: Date.parse('2026-03-07T02:30:00-05:00') };
		expect(() => momentOf('tomorrow 2:30', 'Start', before)).toThrow(
			'"Start" has a time that doesn\'t exist in America/New_York: 2026-03-08 02:30',
		);
		const { at } = momentOf('now +1 day', 'Start', before);
		expect(new Date(at).toISOString()).toBe('2026-03-08T07:30:00.000Z');
	});

	it('refuses what is no text at all', () => {
		for (const value of [{}, ['2026-01-05'], { toString: {} }]) {
			expect(() => momentOf(value, 'Start', frame)).toThrow(
				'"Start" is not a valid date: it is a list or an object',
			);
		}
	});

	it('never fails otherwise', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				try {
					expect(Number.isFinite(momentOf(value, 'Start', frame).at)).toBe(true);
				} catch (error) {
					expect((error as Error).name).toBe('InputError');
				}
			}),
		);
	});
});

describe('the end of a stretch', () => {
	it('includes a day that was named without a time', () => {
		const end = (text: string) =>
			rfc3339(endOf(momentOf(text, 'To', frame), frame.zone), frame.zone);
		expect(end('today')).toBe('2026-11-22T00:00:00+09:00');
		expect(end('2026-12-31')).toBe('2027-01-01T00:00:00+09:00');
		expect(end('2026-12-31 12:00')).toBe('2026-12-31T12:00:00+09:00');
	});
});
