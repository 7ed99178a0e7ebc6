import fc from 'fast-check';
import { DateTime } from 'luxon';

import { clockTime, inWorkingHours, stillAhead } from '../../../nodes/Groupware/time/ranges';
import { rfc3339 } from '../../../nodes/Groupware/time/zone';
import type { InputError } from '../../../nodes/shared/errors';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const DAY = 24 * 3_600_000;

const range = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });

/** Parts as a person writes them. */
const parts = (
	[from, to]: [string, string],
	[opens, closes]: [string, string],
	zone: string,
	weekdays = EVERY_DAY,
) =>
	inWorkingHours(
		range(from, to),
		{ opens: clockTime(opens, 'Opens'), closes: clockTime(closes, 'Closes'), weekdays },
		zone,
	).map((part) => `${rfc3339(part.from, zone)}/${rfc3339(part.to, zone)}`);

describe('a time of day', () => {
	it.each([
		['0:00', 0],
		[' 9:05 ', 545],
		['9', 540],
		[18, 1080],
		['23:59', 1439],
		['24:00', 1440],
		['９：０５', 545],
		['9時5分', 545],
		['１８時', 1080],
	])('%p is minute %d', (value, minute) => {
		expect(clockTime(value, 'Opens')).toBe(minute);
	});

	it.each(['', null, undefined, '9:60', '24:01', '25', '9:5', 'at 9:00', '9:00 pm', '-1:00'])(
		'is not %p',
		(value) => {
			let refusal: Partial<InputError> = {};
			try {
				clockTime(value, 'Opens');
			} catch (error) {
				refusal = error as InputError;
			}
			expect(refusal.message).toContain(`"Opens"`);
			expect(refusal.message).toContain(`"${String(value ?? '')}"`);
			expect(refusal.advice).toMatch(/9:00/);
		},
	);
});

describe('working hours', () => {
	it('agree with a calendar, also where clocks change', () => {
		const zones = ['Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'];
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 }),
				fc.integer({ min: 1, max: 6 * 1440 }),
				fc.tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 })),
				fc.subarray(EVERY_DAY),
				(zone, start, minutes, clock, weekdays) => {
					const [opens = 0, closes = 0] = [...clock].sort((one, other) => one - other);
					fc.pre(opens < closes);
					const from = start * 60_000;
					const to = from + minutes * 60_000;
					const expected: Array<{ from: number; to: number }> = [];
					let day = DateTime.fromMillis(from, { zone }).startOf('day');
					for (; day.toMillis() < to; day = day.plus({ days: 1 }).startOf('day')) {
						const [opening, closing] = [opens, closes].map((minute) =>
							minute === 1440
								? day.plus({ days: 1 }).startOf('day')
								: day.set({ hour: Math.floor(minute / 60), minute: minute % 60 }),
						) as [DateTime, DateTime];
						// Which of two equal clock times opens is nowhere said.
						fc.pre([opening, closing].every((at) => at.getPossibleOffsets().length === 1));
						const part = {
							from: Math.max(from, opening.toMillis()),
							to: Math.min(to, closing.toMillis()),
						};
						if (weekdays.includes(day.weekday % 7) && part.from < part.to) expected.push(part);
					}
					expect(inWorkingHours({ from, to }, { opens, closes, weekdays }, zone)).toEqual(expected);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('are those of the clock on the day on which it goes forward', () => {
		expect(
			parts(
				['2026-03-08T00:00:00-05:00', '2026-03-09T00:00:00-04:00'],
				['9:00', '17:00'],
				'America/New_York',
			),
		).toEqual(['2026-03-08T09:00:00-04:00/2026-03-08T17:00:00-04:00']);
	});

	it('that open in an hour that is skipped open as long after midnight as on other days', () => {
		expect(
			parts(
				['2026-03-08T00:00:00-05:00', '2026-03-09T00:00:00-04:00'],
				['2:30', '5:00'],
				'America/New_York',
			),
		).toEqual(['2026-03-08T03:30:00-04:00/2026-03-08T05:00:00-04:00']);
	});

	it('leave nothing of a range that begins as they end', () => {
		expect(
			parts(['2026-01-05T17:00:00Z', '2026-01-06T09:00:00Z'], ['9:00', '17:00'], 'UTC'),
		).toEqual([]);
	});

	it('are found in a leap year from noon to noon, and no longer time is cut into days', () => {
		const year = ['2024-01-01T12:00:00Z', '2025-01-01T12:00:00Z'] as [string, string];
		expect(parts(year, ['0:00', '24:00'], 'UTC')).toHaveLength(367);
		let refusal: Partial<InputError> = {};
		try {
			parts(['2024-01-01T12:00:00Z', '2026-01-01T12:00:00Z'], ['9:00', '17:00'], 'UTC');
		} catch (error) {
			refusal = error as InputError;
		}
		expect(refusal.message).toMatch(/year/);
		expect(refusal.advice).toMatch(/shorter/);
	});
});

describe('what is still ahead', () => {
	const now = Date.parse('2026-01-05T10:07:00Z');

	it('is the whole of a range that begins now or later', () => {
		for (const from of [now, now + 1000, now + DAY]) {
			expect(stillAhead({ from, to: now + 2 * DAY }, now)).toEqual({ from, to: now + 2 * DAY });
		}
	});

	it('begins with a full quarter of an hour where the range has begun', () => {
		const to = now + DAY;
		const quarter = Date.parse('2026-01-05T10:15:00Z');
		expect(stillAhead({ from: now - 1000, to }, now)).toEqual({ from: quarter, to });
		expect(stillAhead({ from: now - DAY, to }, quarter)).toEqual({ from: quarter, to });
	});

	it('is nothing where no time is left', () => {
		const quarter = Date.parse('2026-01-05T10:15:00Z');
		expect(stillAhead({ from: now - DAY, to: quarter }, now)).toBeUndefined();
		expect(stillAhead({ from: now - DAY, to: now - 1000 }, now)).toBeUndefined();
		expect(stillAhead({ from: now, to: now }, now)).toBeUndefined();
	});
});
