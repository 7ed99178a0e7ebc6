import fc from 'fast-check';
import { DateTime } from 'luxon';

import { toDate, toDateTime } from '../../../nodes/RecordPlatform/values/moments';

const ZONES = ['Asia/Tokyo', 'America/Sao_Paulo', 'UTC'];
const zone = fc.constantFrom(...ZONES);
const two = (least: number, most: number) =>
	fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'));
const year = fc.integer({ min: 1000, max: 9998 }).map(String);
/** Days from 1 to 31 of every month: also such as no calendar has. */
const day = fc.tuple(year, two(1, 12), two(1, 31)).map((parts) => parts.join('-'));
const fraction = fc.constantFrom('', '.5', '.123', '.123456');
const offset = fc.constantFrom('Z', '+00:00', '-00:00', '+09:00', '-03:30', '+13:45', '-12:00');

it('takes a day as it is when the calendar has it', () => {
	fc.assert(
		fc.property(day, zone, (text, timeZone) => {
			const parsed = DateTime.fromISO(text, { zone: 'UTC' });
			expect(toDate(text, timeZone)).toBe(parsed.isValid ? text : undefined);
		}),
		{ numRuns: 500 },
	);
});

it('tells an instant in UTC, whatever its offset and digits', () => {
	const clock = fc
		.tuple(two(0, 23), two(0, 59), two(0, 59), fraction)
		.map(([hour, minute, second, more]) => `${hour}:${minute}:${second}${more}`);
	const short = fc.tuple(two(0, 23), two(0, 59)).map((parts) => parts.join(':'));
	fc.assert(
		fc.property(day, fc.oneof(clock, short), offset, zone, (date, time, from, timeZone) => {
			const text = `${date}T${time}${from}`;
			const parsed = DateTime.fromISO(text, { zone: 'UTC' });
			const expected = parsed.isValid ? parsed.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'") : undefined;
			expect(toDateTime(text, timeZone)).toBe(expected);
		}),
		{ numRuns: 500 },
	);
});

it.each(['2026-02-30', '2026-13-01', '2026-00-10', '2026-1-1T', '2026-02-30T00:00:00Z', 'x'])(
	'takes %s for no date',
	(text) => {
		expect(toDate(text, 'UTC')).toBeUndefined();
		expect(toDateTime(text, 'UTC')).toBeUndefined();
	},
);

it('reads times without an offset in the zone of the workflow', () => {
	expect(toDateTime('2026-01-31T09:30', 'Asia/Tokyo')).toBe('2026-01-31T00:30:00Z');
	expect(toDateTime('2026-01-31', 'Asia/Tokyo')).toBe('2026-01-30T15:00:00Z');
});
