import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { toDate, toDateTime } from '../../../nodes/RecordPlatform/values/moments';

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
	['2026-01-31', ['2026-01-31', '2026-01-30T15:00:00Z', '00:00']],
	['2026/1/5', ['2026-01-05', '2026-01-04T15:00:00Z', '00:00']],
	['2026-01-31T10:00:00', ['2026-01-31', '2026-01-31T01:00:00Z', '10:00']],
	['2026-01-31 10:00:00.5', ['2026-01-31', '2026-01-31T01:00:00Z', '10:00']],
	['2026-01-31T10:00:00-05:00', ['2026-01-31', '2026-01-31T15:00:00Z', '00:00']],
	['2026-01-31 10:00:00 America/New_York', ['2026-01-31', '2026-01-31T15:00:00Z', '00:00']],
	['2026-01-31T20:00:00Z', ['2026-02-01', '2026-01-31T20:00:00Z', '05:00']],
	['9:05 PM', [null, null, '21:05']],
	['9:05', [null, null, '09:05']],
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
])(
	'the zone of the workflow decides on a machine in %s',
	async (TZ, offset) => {
		const texts = JSON.stringify(IN_TOKYO.map(([text]) => text));
		const args = ['--import', 'tsx', script, 'Asia/Tokyo', texts];
		const { stdout } = await run(process.execPath, args, { env: { ...process.env, TZ } });
		const { machine, read } = JSON.parse(stdout) as { machine: number; read: unknown[] };
		expect(machine).toBe(offset);
		expect(IN_TOKYO.map(([text], at) => [text, read[at]])).toEqual(IN_TOKYO);
	},
	120_000,
);

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
