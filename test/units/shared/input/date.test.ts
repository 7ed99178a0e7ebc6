import fc from 'fast-check';
import { DateTime } from 'luxon';

import type { InputError } from '../../../../nodes/shared/errors';
import { readDay, readInstant, readTime } from '../../../../nodes/RecordPlatform/codec/times';
import { isDayOnly } from '../../../../nodes/RecordPlatform/query/literals';
import { endOf, readDate, readMinutes } from '../../../../nodes/shared/input/date';

/** 2026-11-21 14:07:30 in Tokyo, a Saturday. */
const frame = { zone: 'Asia/Tokyo', now: Date.UTC(2026, 10, 21, 5, 7, 30) };

const inZone = (value: unknown, zone = frame.zone) =>
	readDate(value, 'Start', { ...frame, zone })
		.at.setZone(zone)
		.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

function refusalOf(value: unknown, zone = frame.zone): InputError {
	try {
		readDate(value, 'Start', { ...frame, zone });
	} catch (error) {
		return error as InputError;
	}
	throw new Error(`Was read as a date: ${String(value)}`);
}

/** The day, the instant, and the time of day in a workflow in Tokyo; a dash where it is refused. */
const READ: Array<[value: unknown, day: string, instant: string, time: string]> = [
	// ISO 8601
	['2026-01-31', '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	['20260131', '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	[20260131, '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	['2026-01-31T10:00:00', '2026-01-31', '2026-01-31T01:00:00Z', '10:00'],
	['20310303T100000Z', '2031-03-03', '2031-03-03T10:00:00Z', '19:00'],
	['20310303T1000+0900', '2031-03-03', '2031-03-03T01:00:00Z', '10:00'],
	['2026-01-31T09:05:30.987654Z', '2026-01-31', '2026-01-31T09:05:30Z', '18:05'],
	['2026-01-31T09:05Z', '2026-01-31', '2026-01-31T09:05:00Z', '18:05'],
	['2026-01-31T20:00:00Z', '2026-02-01', '2026-01-31T20:00:00Z', '05:00'],
	['2026-01-31T20:00:00-05:00', '2026-01-31', '2026-02-01T01:00:00Z', '10:00'],
	['2026-02-28T23:59:59-11:59', '2026-02-28', '2026-03-01T11:58:59Z', '20:58'],
	['2024-02-29T00:00:00Z', '2024-02-29', '2024-02-29T00:00:00Z', '09:00'],
	// Numbers with separators
	['2026-1-3', '2026-01-03', '2026-01-02T15:00:00Z', '-'],
	['2026/1/5 9:05', '2026-01-05', '2026-01-05T00:05:00Z', '09:05'],
	['2026.01.31', '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	['31.1.2026', '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	['3/15/2031 10:00 AM', '2031-03-15', '2031-03-15T01:00:00Z', '10:00'],
	['5/5/2026', '2026-05-05', '2026-05-04T15:00:00Z', '-'],
	['  2026-01-05   10:00 ', '2026-01-05', '2026-01-05T01:00:00Z', '10:00'],
	// Names of months and days
	['Jan 31, 2026', '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	['January 31st 2026 at 9pm', '2026-01-31', '2026-01-31T12:00:00Z', '21:00'],
	['31 Jan 2026 10:00', '2026-01-31', '2026-01-31T01:00:00Z', '10:00'],
	['31-Jan-2026', '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	['Saturday, 31 January 2026', '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	// RFC 2822, JavaScript, and SQL
	['Sat, 31 Jan 2026 10:00:00 +0900', '2026-01-31', '2026-01-31T01:00:00Z', '10:00'],
	['Sat, 31 Jan 2026 10:00:00 GMT', '2026-01-31', '2026-01-31T10:00:00Z', '19:00'],
	['Fri, 30 Jan 2026 00:00:00 GMT', '2026-01-30', '2026-01-30T00:00:00Z', '09:00'],
	['Sat, 31 Jan 2026 10:00:00 EST', '2026-01-31', '2026-01-31T15:00:00Z', '00:00'],
	[
		'Sat Jan 31 2026 10:00:00 GMT+0900 (Japan Standard Time)',
		'2026-01-31',
		'2026-01-31T01:00:00Z',
		'10:00',
	],
	['2031-03-03 10:00:00+09', '2031-03-03', '2031-03-03T01:00:00Z', '10:00'],
	['2026-01-31 10:00:00.5', '2026-01-31', '2026-01-31T01:00:00Z', '10:00'],
	// Zones
	['2026-01-30 23:30:00 UTC', '2026-01-31', '2026-01-30T23:30:00Z', '08:30'],
	['2026-01-30 23:30:00-00:00', '2026-01-31', '2026-01-30T23:30:00Z', '08:30'],
	['2026-01-31 10:00 JST', '2026-01-31', '2026-01-31T01:00:00Z', '10:00'],
	// Halves of the day, and its end
	['2026-01-31 12:30 AM', '2026-01-31', '2026-01-30T15:30:00Z', '00:30'],
	['2026-01-31 12:30:15 p.m.', '2026-01-31', '2026-01-31T03:30:15Z', '12:30'],
	['2026-01-31 9am', '2026-01-31', '2026-01-31T00:00:00Z', '09:00'],
	['2026-01-31 24:00', '2026-02-01', '2026-01-31T15:00:00Z', '00:00'],
	// Japanese
	['2026年1月5日', '2026-01-05', '2026-01-04T15:00:00Z', '-'],
	['2026年 1月 5日　9時5分', '2026-01-05', '2026-01-05T00:05:00Z', '09:05'],
	['２０２６年１月５日（月曜日）１０時半', '2026-01-05', '2026-01-05T01:30:00Z', '10:30'],
	['2026/1/5(月) 午後3時', '2026-01-05', '2026-01-05T06:00:00Z', '15:00'],
	['2026年1月5日午前0時', '2026-01-05', '2026-01-04T15:00:00Z', '00:00'],
	['2026年1月5日 10時5分30秒', '2026-01-05', '2026-01-05T01:05:30Z', '10:05'],
	['令和8年1月5日 10:00', '2026-01-05', '2026-01-05T01:00:00Z', '10:00'],
	['平成元年12月31日', '1989-12-31', '1989-12-30T15:00:00Z', '-'],
	['R8.1.5', '2026-01-05', '2026-01-04T15:00:00Z', '-'],
	['２０２６／１／５　１０：００', '2026-01-05', '2026-01-05T01:00:00Z', '10:00'],
	// Words
	['now', '2026-11-21', '2026-11-21T05:07:30Z', '14:07'],
	['Today', '2026-11-21', '2026-11-20T15:00:00Z', '-'],
	['tomorrow at  9:30', '2026-11-22', '2026-11-22T00:30:00Z', '09:30'],
	['yesterday 6 pm', '2026-11-20', '2026-11-20T09:00:00Z', '18:00'],
	['monday', '2026-11-23', '2026-11-22T15:00:00Z', '-'],
	['saturday 9:00', '2026-11-21', '2026-11-21T00:00:00Z', '09:00'],
	['Friday 9:00', '2026-11-27', '2026-11-27T00:00:00Z', '09:00'],
	['+7 days', '2026-11-28', '2026-11-27T15:00:00Z', '-'],
	['-2weeks', '2026-11-07', '2026-11-06T15:00:00Z', '-'],
	['in 3 days 10:00', '2026-11-24', '2026-11-24T01:00:00Z', '10:00'],
	['today + 1 month', '2026-12-21', '2026-12-20T15:00:00Z', '-'],
	['today +9 hours', '2026-11-21', '2026-11-21T00:00:00Z', '09:00'],
	['+90 minutes', '2026-11-21', '2026-11-21T06:37:30Z', '15:37'],
	['now +1 day', '2026-11-22', '2026-11-22T05:07:30Z', '14:07'],
	['今日', '2026-11-21', '2026-11-20T15:00:00Z', '-'],
	['明日の午後1時半', '2026-11-22', '2026-11-22T04:30:00Z', '13:30'],
	['明後日 9:00', '2026-11-23', '2026-11-23T00:00:00Z', '09:00'],
	['next monday 9:00', '2026-11-23', '2026-11-23T00:00:00Z', '09:00'],
	// Objects and numbers
	[new Date('2026-01-31T20:00:00Z'), '2026-02-01', '2026-01-31T20:00:00Z', '05:00'],
	[new Date('2026-01-31T00:00:00Z'), '2026-01-31', '2026-01-31T00:00:00Z', '09:00'],
	[
		DateTime.fromISO('2026-01-31T20:00', { zone: 'America/New_York' }),
		'2026-01-31',
		'2026-02-01T01:00:00Z',
		'10:00',
	],
	[DateTime.utc(2026, 1, 31, 20), '2026-02-01', '2026-01-31T20:00:00Z', '05:00'],
	[
		{ toMillis: () => Date.UTC(2026, 0, 31), toISO: () => '' },
		'2026-01-31',
		'2026-01-31T00:00:00Z',
		'09:00',
	],
	[
		{ dateTime: '2026-01-31T10:00:00', timeZone: 'America/New_York' },
		'2026-01-31',
		'2026-01-31T15:00:00Z',
		'00:00',
	],
	[
		{ dateTime: '2026-01-31T20:00:00.0000000', timeZone: 'UTC' },
		'2026-02-01',
		'2026-01-31T20:00:00Z',
		'05:00',
	],
	[
		{ dateTime: '2026-01-31T20:00:00.0000000', timeZone: 'US Eastern Standard Time' },
		'2026-01-31',
		'2026-02-01T01:00:00Z',
		'10:00',
	],
	[{ date: '2026-01-31' }, '2026-01-31', '2026-01-30T15:00:00Z', '00:00'],
	[['2026-01-31'], '2026-01-31', '2026-01-30T15:00:00Z', '-'],
	[Date.UTC(2026, 0, 31, 20), '2026-02-01', '2026-01-31T20:00:00Z', '05:00'],
	['1767578400000', '2026-01-05', '2026-01-05T02:00:00Z', '11:00'],
	// Times of day
	['9:05 PM', '-', '-', '21:05'],
	['9am', '-', '-', '09:00'],
	['午後3時', '-', '-', '15:00'],
	['９時３０分', '-', '-', '09:30'],
	['23:59:59.5', '-', '-', '23:59'],
];

it.each(READ)('%s', (value, ...expected) => {
	const read = [readDay, readInstant, readTime].map((reader) => {
		try {
			return reader(value, 'Start', frame);
		} catch {
			return '-';
		}
	});
	expect(read).toEqual(expected);
});

it.each([
	['2026-12-06T01:00:00Z', 'America/New_York', '2026-12-05'],
	['2026-12-06T01:00:00Z', 'Asia/Tokyo', undefined],
	['2026-12-06T00:00:00Z', 'America/New_York', undefined],
	['2026-12-06T01:00:00+09:00', 'America/New_York', undefined],
])('%s in %s tells of a day that is not its own: %s', (value, zone, day) => {
	const hints: string[] = [];
	readDay(value, 'Due', { zone, hint: (text) => void hints.push(text) });
	expect(hints).toEqual(
		day === undefined
			? []
			: [expect.stringContaining(`"${value}" is ${day} in the workflow's time zone ${zone}.`)],
	);
});

const NOT_VALID: unknown[] = [
	...`2026-02-30 | 2025-02-29T00:00:00Z | 31.02.2026 | 2026-13-01 10:00 | 2026-01-05 24:30 |
		2026-01-05 10:60 | 2026-01-05 13:00 PM | 2026-01-05 0:30 AM | 2026-01-05T10:00:00+9 |
		2026-01-05T10:00+09:99 | 2026-01-05T10:00:00+25:00 | 2026-01-05T10:00[Europe/London] |
		2026-01-05 10:00 XYZ | Tue, 31 Jan 2026 10:00 | 2026年1月5日（火） | 2026年1月5日 午後12時 |
		2026年1月5日 10:00〜11:00 | 2026年1月5日から | 1月5日 | on 2026-01-05 | 2026-01-05T |
		2026-01-05 soon | next moon | 1767578400 | the day after tomorrow | +2 hours 10:00 |
		7 days | 2026 | {}`.split(/\s*\|\s+/),
	{},
	['2026-01-05', '2026-01-06'],
	`2026-01-31 09:05:30.${'0'.repeat(90)}`,
];

it.each(NOT_VALID)('%s is not a valid date', (value) => {
	const { message, advice } = refusalOf(value);
	expect(message).toContain('"Start" is not a valid date');
	expect(advice).toContain('2026-01-31');
});

it.each([
	['11/5/2026', 'Use 2026-05-11 or 2026-11-05'],
	['next Sunday 9:00', 'Use 2026-11-22 9:00 or 2026-11-29 9:00'],
	['2026-01-05 9:00 CST', 'Use an offset in place of CST, such as -06:00 or +08:00'],
	['5.1.2026 9:00', 'Use 2026-01-05 9:00 or 2026-05-01 9:00'],
	[46330, 'If it is the serial number of a spreadsheet, use 2026-11-04'],
	[
		'2031-02-03 10:00-11:00',
		'Use one time. For a time with an offset, use T in place of the space',
	],
])('%s can be read in two ways', (value, advice) => {
	expect(refusalOf(value)).toMatchObject({
		message: expect.stringContaining('"Start" can be read in two ways') as string,
		advice,
	});
});

it.each([
	['', '"Start" is empty'],
	[null, '"Start" is empty'],
	[new Date(NaN), '"Start" is an invalid date object'],
	[DateTime.fromISO('nothing'), '"Start" is an invalid date object'],
])('says what %s is', (value, message) => expect(refusalOf(value).message).toBe(message));

it('quotes a value that refers to itself', () => {
	const value = { self: {} };
	value.self = value;
	expect(refusalOf(value).message).toContain('"[object Object]"');
});

it('never fails otherwise', () => {
	fc.assert(
		fc.property(fc.anything(), (value) => {
			try {
				expect(readDate(value, 'Start', frame).at.isValid).toBe(true);
			} catch (error) {
				expect((error as Error).name).toBe('InputError');
			}
		}),
	);
});

it('reads a time without an offset in the zone, and one with an offset as an instant', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (seconds) => {
			const iso = new Date(seconds * 1000).toISOString();
			expect(readDate(iso, 'Start', frame).at.toMillis()).toBe(seconds * 1000);
			expect(inZone(iso.slice(0, 19))).toBe(`${iso.slice(0, 19)}+09:00`);
		}),
	);
});

it('takes the first of two times, and moves one that the clocks skip, in each season', () => {
	for (const now of [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]) {
		const read = (text: string) => readInstant(text, 'Start', { zone: 'America/New_York', now });
		expect(read('2026-11-01 01:30')).toBe('2026-11-01T05:30:00Z');
		expect(read('2026-03-08 02:30')).toBe('2026-03-08T07:30:00Z');
	}
	const hints: string[] = [];
	const santiago = { zone: 'America/Santiago', hint: (text: string) => void hints.push(text) };
	const read = (text: string) => readInstant(text, 'Start', santiago);
	expect(['2026-09-06', '2026-09-05 24:00'].map(read)).toEqual(
		Array(2).fill('2026-09-06T04:00:00Z'),
	);
	expect(hints).toEqual([]);
	expect(read('2026-09-06 00:30')).toBe('2026-09-06T04:30:00Z');
	expect(hints).toEqual([
		'"Start" is at a time that clocks skip on this day: "2026-09-06 00:30". 1:30 was used instead',
	]);
});

it('knows a day without a time, and the end of the day', () => {
	expect(
		['2026-01-31', 'today', '2026-01-31 0:00', 'x'].map((text) => isDayOnly(text, frame)),
	).toEqual([true, true, false, false]);
	const end = (value: unknown) => endOf(readDate(value, 'To', frame)).toISO();
	expect(end('2026-01-31')).toBe('2026-02-01T00:00:00.000+09:00');
	expect(end('2026-01-31 12:00')).toBe('2026-01-31T12:00:00.000+09:00');
	expect(end({ date: '2026-02-01' })).toBe('2026-02-01T00:00:00.000+09:00');
	expect(readMinutes('24:00', 'Closes', frame)).toBe(1440);
	expect(() => readTime('24:00', 'Closes', frame)).toThrow('"Closes" is not a valid time of day');
});
