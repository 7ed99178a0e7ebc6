import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	instantOf,
	offsetAt,
	plusDays,
	plusMonths,
	rfc3339,
	startOfDay,
	storedZone,
	wallTimeAt,
	zoneFor,
} from '../../../nodes/Groupware/time/zone';
import { timeZones } from '../../../nodes/Groupware/timezones';

const zone = fc.constantFrom(...timeZones);
/** Whole seconds from 1975 to 2037. */
const instant = fc
	.integer({ min: Date.UTC(1975, 0) / 1000, max: Date.UTC(2037, 11) / 1000 })
	.map((seconds) => seconds * 1000);
const form = "yyyy-MM-dd'T'HH:mm:ssZZ";

describe('time zones', () => {
	it('write instants as luxon does', () => {
		fc.assert(
			fc.property(zone, instant, (name, at) => {
				expect(rfc3339(at, name)).toBe(DateTime.fromMillis(at, { zone: name }).toFormat(form));
			}),
			{ numRuns: 500 },
		);
	});

	it('find the instant of every clock time that exists', () => {
		fc.assert(
			fc.property(zone, instant, (name, at) => {
				const found = instantOf(wallTimeAt(at, name), name) as number;
				expect(wallTimeAt(found, name)).toEqual(wallTimeAt(at, name));
				expect(found).toBeLessThanOrEqual(at);
			}),
			{ numRuns: 500 },
		);
	});

	it('begin days as luxon does', () => {
		fc.assert(
			fc.property(zone, instant, (name, at) => {
				const day = DateTime.fromMillis(at, { zone: name }).startOf('day');
				const first = startOfDay(wallTimeAt(at, name), name);
				expect(wallTimeAt(first, name).day).toBe(day.day);
				expect(wallTimeAt(first - 1000, name).day).not.toBe(day.day);
			}),
			{ numRuns: 500 },
		);
	});

	it('know the skipped and the repeated hour', () => {
		const on = (month: number, day: number, hour: number) => ({
			year: 2026,
			month,
			day,
			hour,
			minute: 30,
			second: 0,
		});
		expect(instantOf(on(3, 8, 2), 'America/New_York')).toBeUndefined();
		const twice = instantOf(on(11, 1, 1), 'America/New_York') as number;
		expect(rfc3339(twice, 'America/New_York')).toBe('2026-11-01T01:30:00-04:00');
		expect(rfc3339(twice + 3_600_000, 'America/New_York')).toBe('2026-11-01T01:30:00-05:00');
	});

	it('begin a day whose midnight is skipped with its first instant', () => {
		const day = { year: 2018, month: 11, day: 4, hour: 12, minute: 0, second: 0 };
		const first = startOfDay(day, 'America/Sao_Paulo');
		expect(rfc3339(first, 'America/Sao_Paulo')).toBe('2018-11-04T01:00:00-02:00');
	});

	it('have offsets of quarters of an hour', () => {
		expect(offsetAt(Date.UTC(2026, 0), 'Asia/Kathmandu')).toBe(345 * 60_000);
		expect(rfc3339(Date.UTC(2026, 0), 'America/St_Johns')).toBe('2025-12-31T20:30:00-03:30');
	});
});

describe('days and months', () => {
	const day = { year: 2024, month: 1, day: 31, hour: 9, minute: 0, second: 0 };

	it('are added on the calendar', () => {
		expect(plusDays(day, 30)).toMatchObject({ year: 2024, month: 3, day: 1, hour: 9 });
		expect(plusDays(day, -31)).toMatchObject({ year: 2023, month: 12, day: 31 });
		expect(plusMonths(day, 1)).toMatchObject({ year: 2024, month: 2, day: 29 });
		expect(plusMonths(day, -2)).toMatchObject({ year: 2023, month: 11, day: 30 });
	});
});

describe('the zone of an item', () => {
	it('is the chosen one, else that of the workflow', () => {
		expect(zoneFor('Europe/Paris', 'Asia/Tokyo')).toBe('Europe/Paris');
		expect(zoneFor('', 'Asia/Tokyo')).toBe('Asia/Tokyo');
	});

	it('is found by its other names', () => {
		expect(zoneFor('', 'Asia/Calcutta')).toBe('Asia/Kolkata');
		expect(zoneFor('', 'Etc/UTC')).toBe('UTC');
	});

	it('is any of this world', () => {
		expect(zoneFor('', 'Europe/Zurich')).toBe('Europe/Zurich');
		expect(zoneFor('america/toronto', 'Asia/Tokyo')).toBe('America/Toronto');
		expect(() => zoneFor('Mars/Olympus', 'Asia/Tokyo')).toThrow(
			'"Mars/Olympus" is not a valid time zone',
		);
		expect(() => zoneFor('x'.repeat(1000), 'Asia/Tokyo')).toThrow('x…" is not a valid time zone');
	});

	it.each(['BST', 'AST', 'EST', 'CST', 'ist', 'PST'])(
		'is not chosen by an abbreviation of several: %s',
		(zone) => {
			expect(() => zoneFor(zone, 'Asia/Tokyo')).toThrow(`"${zone}" can mean several time zones`);
		},
	);

	it.each(['UTC', 'gmt', 'JST', 'CET', 'EST5EDT', 'Japan', 'US/Eastern'])(
		'is chosen by a name of one: %s',
		(zone) => expect(zoneFor(zone, 'Europe/London')).not.toBe('Europe/London'),
	);

	it('is the one of the workflow, whatever its name', () => {
		expect(offsetAt(Date.UTC(2031, 0), zoneFor('', 'EST'))).toBe(-5 * 3_600_000);
	});
});

describe('the zone that an event is stored in', () => {
	const summer = Date.UTC(2031, 6, 1, 8);

	it.each([
		['Asia/Tokyo', 'Asia/Tokyo'],
		['Asia/Calcutta', 'Asia/Kolkata'],
		['Europe/Rome', 'Europe/Berlin'],
		['Europe/Zurich', 'Europe/Berlin'],
		['Europe/Lisbon', 'Europe/London'],
		['America/Toronto', 'America/New_York'],
		['America/Vancouver', 'America/Los_Angeles'],
		['Asia/Hong_Kong', 'Asia/Shanghai'],
		['Asia/Manila', 'Asia/Shanghai'],
		['Asia/Jakarta', 'Asia/Bangkok'],
		['Atlantic/Canary', 'Europe/London'],
	])('for %s is %s', (zone, stored) => {
		expect(storedZone(zone, [summer, summer + 3_600_000])).toBe(stored);
	});

	it('has the same offset at every instant, whatever the zone', () => {
		const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
		fc.assert(
			fc.property(zones, instant, fc.nat(30 * 24), (name, one, hours) => {
				const other = one + hours * 3_600_000;
				let stored: string;
				try {
					stored = storedZone(name, [one, other]);
				} catch (error) {
					expect((error as Error).message).toContain('The service has no time zone');
					return;
				}
				expect(timeZones).toContain(stored);
				expect([one, other].map((at) => offsetAt(at, stored))).toEqual(
					[one, other].map((at) => offsetAt(at, name)),
				);
			}),
			{ numRuns: 60, seed: 6 },
		);
	});

	it('is refused when no zone of the service fits', () => {
		expect(() => storedZone('Pacific/Kiritimati', [summer])).toThrow(
			'no time zone with the same time as Pacific/Kiritimati',
		);
	});
});
