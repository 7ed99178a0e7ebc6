import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	instantOf,
	rfc3339,
	startOfDay,
	wallTimeAt,
	zoneFor,
} from '../../../nodes/Groupware/time/zone';
import { timeZones } from '../../../nodes/Groupware/timezones';

/** Instants at which clocks change: by an hour, by half of one, at midnight, and by a whole day. */
const CHANGES: Array<[string, string]> = [
	['America/New_York', '2026-03-08T07:00:00Z'],
	['America/New_York', '2026-11-01T06:00:00Z'],
	['Europe/Berlin', '2026-03-29T01:00:00Z'],
	['Europe/Berlin', '2026-10-25T01:00:00Z'],
	['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
	['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
	['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
	['America/Sao_Paulo', '2018-02-18T02:00:00Z'],
	['America/Havana', '2026-11-01T05:00:00Z'],
];

describe('where clocks change', () => {
	const around = fc
		.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -50 * 3600, max: 50 * 3600 }))
		.map(([[zone, change], seconds]) => ({ zone, at: Date.parse(change) + seconds * 1000 }));

	it('the instant of a clock time is the first that shows it', () => {
		fc.assert(
			fc.property(around, ({ zone, at }) => {
				const wall = wallTimeAt(at, zone);
				const shown = DateTime.fromObject(wall, { zone })
					.getPossibleOffsets()
					.map((one) => one.toMillis());
				expect(instantOf(wall, zone)).toBe(Math.min(...shown));
			}),
			{ numRuns: 500 },
		);
	});

	it('the start of a day is its first instant', () => {
		fc.assert(
			fc.property(around, ({ zone, at }) => {
				const first = startOfDay(wallTimeAt(at, zone), zone);
				expect(wallTimeAt(first, zone)).toMatchObject({ day: wallTimeAt(at, zone).day });
				expect(first).toBeLessThanOrEqual(at);
				// The hour before belongs to the day before, also where it is an hour that comes twice.
				for (const before of [1000, 1_800_000, 3_600_000]) {
					expect(wallTimeAt(first - before, zone).day).not.toBe(wallTimeAt(first, zone).day);
				}
			}),
			{ numRuns: 300 },
		);
	});
});

it('an instant of times whose offsets had seconds is written in UTC', () => {
	expect(rfc3339(Date.UTC(1850, 0, 2, 3, 4, 5), 'Asia/Tokyo')).toBe('1850-01-02T03:04:05Z');
	expect(rfc3339(Date.UTC(1850, 0, 2, 3, 4, 5), 'UTC')).toBe('1850-01-02T03:04:05+00:00');
});

describe('the zone of an item', () => {
	it('is each of the service by its own name, with or without blanks', () => {
		for (const name of timeZones) {
			expect(zoneFor(name, 'Asia/Tokyo')).toBe(name);
			expect(zoneFor(` ${name}\n`, 'Asia/Tokyo')).toBe(name);
		}
	});

	it('is that of the workflow where none was chosen', () => {
		for (const nothing of ['', '  ', null, undefined]) {
			expect(zoneFor(nothing, 'Europe/Paris')).toBe('Europe/Paris');
		}
	});
});
