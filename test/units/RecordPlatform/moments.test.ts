import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { toDate, toDateTime, toTime } from '../../../nodes/RecordPlatform/values/moments';

const run = promisify(execFile);
const script = join(__dirname, '..', '..', 'support', 'moments-of.ts');

/** What each text is in a workflow in Tokyo: date, date and time, time of day. */
const IN_TOKYO: Array<[text: string, read: Array<string | null>]> = [
	['2026/01/31 10:00 AM', ['2026-01-31', '2026-01-31T01:00:00Z', '10:00']],
	['2026/1/31 1:05 pm', ['2026-01-31', '2026-01-31T04:05:00Z', '13:05']],
	['2026-01-31 12:30 AM', ['2026-01-31', '2026-01-30T15:30:00Z', '00:30']],
	['2026-01-31 12:30:15 PM', ['2026-01-31', '2026-01-31T03:30:15Z', '12:30']],
	['Sat, 31 Jan 2026 10:00:00', ['2026-01-31', '2026-01-31T01:00:00Z', '10:00']],
	['Sat, 31 Jan 2026 10:00:00 GMT', ['2026-01-31', '2026-01-31T10:00:00Z', '19:00']],
	['Sat, 31 Jan 2026 10:00:00 +0900', ['2026-01-31', '2026-01-31T01:00:00Z', '10:00']],
	['Sat, 31 Jan 2026 10:00:00 EST', ['2026-01-31', '2026-01-31T15:00:00Z', '00:00']],
	['2026-01-31', ['2026-01-31', '2026-01-30T15:00:00Z', null]],
	['2026/1/5', ['2026-01-05', '2026-01-04T15:00:00Z', null]],
	['2026-01-31T10:00:00', ['2026-01-31', '2026-01-31T01:00:00Z', '10:00']],
	['2026-01-31 10:00:00.5', ['2026-01-31', '2026-01-31T01:00:00Z', '10:00']],
	['2026-01-31T10:00:00-05:00', ['2026-01-31', '2026-01-31T15:00:00Z', '00:00']],
	['2026-01-31 10:00:00 America/New_York', ['2026-01-31', '2026-01-31T15:00:00Z', '00:00']],
	['2026-01-31T20:00:00Z', ['2026-02-01', '2026-01-31T20:00:00Z', '05:00']],
	...[
		'2026-01-30T23:30:00Z',
		'2026-01-30T23:30:00.000+0000',
		'2026-01-30 23:30:00+00',
		'2026-01-30 23:30:00-00:00',
		'Fri, 30 Jan 2026 23:30:00 GMT',
		'2026-01-30 23:30:00 UTC',
		'2026/01/30 11:30 PM UT',
		'2026-01-30 23:30:00 Etc/UTC',
		'2026-01-30 23:30:00 Etc/GMT',
		'2026-01-30T23:30:00Z[Etc/UTC]',
	].map((text): [string, string[]] => [text, ['2026-01-31', '2026-01-30T23:30:00Z', '08:30']]),
	['Fri, 30 Jan 2026 00:00:00 GMT', ['2026-01-30', '2026-01-30T00:00:00Z', '09:00']],
	// London and Reykjavik have their own date, also in winter.
	['2026-01-30 23:30:00 Europe/London', ['2026-01-30', '2026-01-30T23:30:00Z', '08:30']],
	['2026-01-30T23:30:00+00:00[Europe/London]', ['2026-01-30', '2026-01-30T23:30:00Z', '08:30']],
	['2026-01-30 23:30:00 Atlantic/Reykjavik', ['2026-01-30', '2026-01-30T23:30:00Z', '08:30']],
	['2026-01-30 23:30:00 Etc/GMT+9', ['2026-01-30', '2026-01-31T08:30:00Z', '17:30']],
	['9:05 PM', [null, null, '21:05']],
	['9:05', [null, null, '09:05']],
	['2026年1月5日', ['2026-01-05', '2026-01-04T15:00:00Z', null]],
	['2026年 1月 5日　9時5分', ['2026-01-05', '2026-01-05T00:05:00Z', '09:05']],
	['2026年1月5日10時', ['2026-01-05', '2026-01-05T01:00:00Z', '10:00']],
	['２０２６／１／５　１０：００', ['2026-01-05', '2026-01-05T01:00:00Z', '10:00']],
	['２０２６－０１－０５', ['2026-01-05', '2026-01-04T15:00:00Z', null]],
	['９時３０分', [null, null, '09:30']],
	['2026年2月30日', [null, null, null]],
	['2026年1月5日 午後3時', ['2026-01-05', '2026-01-05T06:00:00Z', '15:00']],
	['午後3時', [null, null, '15:00']],
	['2026年1月5日（月）', ['2026-01-05', '2026-01-04T15:00:00Z', null]],
	['2026年1月5日（火）', [null, null, null]],
	['今日', [null, null, null]],
	['1月5日', [null, null, null]],
	['2026-02-29', [null, null, null]],
	['2026/02/31 10:00 AM', [null, null, null]],
	['2026-01-31 13:00 PM', [null, null, null]],
	['2026-01-31 0:30 AM', [null, null, null]],
	['2026-01-31 24:00', [null, null, null]],
	['2026-01-31 10:60', [null, null, null]],
	['Sat, 31 Jan 2026 10:00:00 XYZ', [null, null, null]],
	['Sat, Jan 31 2026 10:00:00', [null, null, null]],
	['2026-01-31 10:00 Nowhere/Land', [null, null, null]],
	['January 31, 2026', [null, null, null]],
	['01/02/2026', [null, null, null]],
];

it.each([
	['UTC', 0],
	['Asia/Tokyo', -540],
	['America/New_York', 300],
])('the zone of the workflow decides on a machine in %s', async (TZ, offset) => {
	const texts = JSON.stringify(IN_TOKYO.map(([text]) => text));
	const args = ['--import', 'tsx', script, 'Asia/Tokyo', texts];
	const { stdout } = await run(process.execPath, args, { env: { ...process.env, TZ } });
	const { machine, read } = JSON.parse(stdout) as { machine: number; read: unknown[] };
	expect(machine).toBe(offset);
	expect(IN_TOKYO.map(([text], at) => [text, read[at]])).toEqual(IN_TOKYO);
});

it.each(IN_TOKYO)('%s is the same on this machine', (text, expected) => {
	const read = [toDate, toDateTime, toTime].map((to) => to(text, 'Asia/Tokyo') ?? null);
	expect(read).toEqual(expected);
});

describe('an abbreviated zone', () => {
	const at = (zone: string) => toDateTime(`Sat, 31 Jan 2026 10:00:00 ${zone}`, 'Asia/Tokyo');

	it.each([
		['Z', '10'],
		['z', '10'],
		['UT', '10'],
		['UTC', '10'],
		['EDT', '14'],
		['EST', '15'],
		['CDT', '15'],
		['CST', '16'],
		['MDT', '16'],
		['MST', '17'],
		['PDT', '17'],
		['PST', '18'],
		['-05', '15'],
		['-0530', '15:30'],
		['-05:30', '15:30'],
	])('%s is told from UTC', (zone, hour) => {
		expect(at(zone)).toBe(`2026-01-31T${hour.includes(':') ? hour : `${hour}:00`}:00Z`);
	});
});

describe('an instant that is nearly in the form of the service', () => {
	it.each([
		['2026-01-31T09:05:30Z', '2026-01-31T09:05:30Z'],
		['2026-01-31T09:05:30.987654Z', '2026-01-31T09:05:30Z'],
		['2026-01-31T09:05Z', '2026-01-31T09:05:00Z'],
		['2026-01-31T09:05:30+09:00', '2026-01-31T00:05:30Z'],
		['2026-02-28T23:59:59-13:59', '2026-03-01T13:58:59Z'],
		['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
		['2026-12-31T00:00:00+09:00', '2026-12-30T15:00:00Z'],
		[' 2026-01-31T09:05:30Z ', '2026-01-31T09:05:30Z'],
		[{ toISO: () => '2026-01-31T10:00:00+09:00' }, '2026-01-31T01:00:00Z'],
	])('is %j: %s', (value, expected) => expect(toDateTime(value, 'Asia/Tokyo')).toBe(expected));

	it.each([
		'2026-13-31T09:05:30Z',
		'2026-00-31T09:05:30Z',
		'2026-01-32T09:05:30Z',
		'2026-01-00T09:05:30Z',
		'2026-02-29T09:05:30Z',
		'2026-04-31T09:05:30+09:00',
		'2026-01-31T24:05:30Z',
		'2026-01-31T29:05:30Z',
		'2026-01-31T09:60:30Z',
		'2026-01-31T09:05:60Z',
		'2026-01-31T09:05:30.Z',
		'2026-01-31T09:05:30ZZ',
		'at 2026-01-31T09:05:30Z',
		'1-01-31T09:05:30Z',
		20260131,
		null,
		['2026-01-31T09:05:30Z'],
	])('is none: %j', (value) => {
		expect(toDateTime(value, 'Asia/Tokyo')).toBeUndefined();
		expect(toDate(value, 'Asia/Tokyo')).toBeUndefined();
		expect(toTime(value, 'Asia/Tokyo')).toBeUndefined();
	});

	it('is read up to a hundred characters, which no date has', () => {
		const zeros = (count: number) => `2026-01-31 09:05:30.${'0'.repeat(count)}`;
		expect(toDateTime(`${zeros(30)}${' '.repeat(100)}`, 'UTC')).toBe('2026-01-31T09:05:30Z');
		expect(toDateTime(zeros(90), 'UTC')).toBeUndefined();
	});
});

it('a time of day has hours up to 12 with AM and PM, else up to 23', () => {
	const times = (...texts: string[]) => texts.map((text) => toTime(text, 'UTC'));
	expect(times('12:00 AM', '1:00 am', '12:00 PM', '11:59 pm', '11:59 Pm')).toEqual([
		'00:00',
		'01:00',
		'12:00',
		'23:59',
		'23:59',
	]);
	expect(times('0:00', '23:59:59.5', ' 9:05 ')).toEqual(['00:00', '23:59', '09:05']);
	expect(times('13:00 PM', '0:00 AM', '24:00', '23:60', '23:59:60', '9:5', 'x9:05')).toEqual(
		Array(7).fill(undefined),
	);
});

it('a text that only holds a date is none', () => {
	expect(toDate('on 2026-01-31', 'UTC')).toBeUndefined();
	expect(toDate('2026-01-31T', 'UTC')).toBeUndefined();
	expect(toDate(['2026-01-31'], 'UTC')).toBeUndefined();
	// An offset of zero hours in the middle is no UTC.
	expect(toDate('2026-01-31T20:00:00-00:00', 'Asia/Tokyo')).toBe('2026-02-01');
	expect(toDate('2026-01-31T20:00:00+0000', 'Asia/Tokyo')).toBe('2026-02-01');
	expect(toDate('2026-01-31T20:00:00+09:00', 'America/New_York')).toBe('2026-01-31');
});

describe.each(['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati'])(
	'a date field in a workflow in %s',
	(zone) => {
		it.each([
			'2026-01-31T00:00:00.000Z',
			'2026-01-31T00:00:00Z',
			'2026-01-31T00:00:00+00:00',
			'2026-01-31 00:00 Z',
			new Date('2026-01-31T00:00:00Z'),
		])('keeps the day of midnight in UTC: %p', (value) => {
			expect(toDate(value, zone)).toBe('2026-01-31');
		});
	},
);

it('any other instant is told in the zone of the workflow', () => {
	expect(toDate('2026-01-31T00:00:01Z', 'America/New_York')).toBe('2026-01-30');
	expect(toDate('2026-01-30T15:00:00Z', 'Asia/Tokyo')).toBe('2026-01-31');
	expect(toDate('2026-01-31T05:00:00Z', 'America/New_York')).toBe('2026-01-31');
});

it('a date of which nothing is valid is none', () => {
	expect(toDate(new Date('nothing'), 'UTC')).toBeUndefined();
	expect(toDateTime({ toISO: () => null }, 'UTC')).toBeUndefined();
});
