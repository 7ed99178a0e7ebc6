import fc from 'fast-check';
import { DateTime } from 'luxon';

import { clockTime, inWorkingHours, stillAhead } from '../../../nodes/Groupware/time/ranges';
import { timeZones } from '../../../nodes/Groupware/timezones';
import {
	minutesOf,
	searchBody,
	type SlotSearch,
	slotsIn,
} from '../../../nodes/Groupware/values/slots';

const zone = 'Asia/Tokyo';
const at = (text: string) => Date.parse(`${text}+09:00`);
const hours = { opens: 9 * 60, closes: 18 * 60, weekdays: [1, 2, 3, 4, 5] };

describe('working hours', () => {
	it('cut a week into days, without the weekend', () => {
		const week = { from: at('2026-11-20T16:00:00'), to: at('2026-11-24T12:00:00') };
		expect(inWorkingHours(week, hours, zone)).toEqual([
			{ from: at('2026-11-20T16:00:00'), to: at('2026-11-20T18:00:00') },
			{ from: at('2026-11-23T09:00:00'), to: at('2026-11-23T18:00:00') },
			{ from: at('2026-11-24T09:00:00'), to: at('2026-11-24T12:00:00') },
		]);
	});

	it('lie inside the range and in the hours of the zone, also where clocks change', () => {
		const instant = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2030, 0) / 1000 });
		fc.assert(
			fc.property(
				fc.constantFrom(...timeZones),
				instant,
				fc.integer({ min: 1, max: 20 * 86400 }),
				(name, seconds, length) => {
					const range = { from: seconds * 1000, to: (seconds + length) * 1000 };
					for (const { from, to } of inWorkingHours(range, hours, name)) {
						const begin = DateTime.fromMillis(from, { zone: name });
						const end = DateTime.fromMillis(to, { zone: name });
						expect(from).toBeGreaterThanOrEqual(range.from);
						expect(to).toBeLessThanOrEqual(range.to);
						expect(begin.hour).toBeGreaterThanOrEqual(9);
						expect(end.hour * 60 + end.minute).toBeLessThanOrEqual(18 * 60);
						expect(begin.weekday).toBeLessThanOrEqual(5);
						expect(begin.hasSame(end, 'day')).toBe(true);
					}
				},
			),
			{ numRuns: 60 },
		);
	});

	it('are written as times of day', () => {
		expect(clockTime('9:30', 'x')).toBe(570);
		expect(clockTime('午後６時半', 'x')).toBe(18 * 60 + 30);
		expect(clockTime(9, 'x')).toBe(540);
		expect(clockTime('24:00', 'x')).toBe(1440);
		for (const wrong of ['', '25:00', '24:01', '9:60', 'nine']) {
			expect(() => clockTime(wrong, 'Work Ends At')).toThrow(
				'"Work Ends At" is not a valid time of day',
			);
		}
	});
});

it('nobody books the past', () => {
	const now = at('2026-11-20T14:07:30');
	const range = { from: at('2026-11-20T09:00:00'), to: at('2026-11-20T18:00:00') };
	expect(stillAhead(range, now)?.from).toBe(at('2026-11-20T14:15:00'));
	expect(stillAhead({ ...range, to: now }, now)).toBeUndefined();
	const later = { from: at('2026-11-21T09:05:00'), to: at('2026-11-21T10:00:00') };
	expect(stillAhead(later, now)).toEqual(later);
});

describe('a search', () => {
	const now = at('2026-11-20T08:00:00');
	const search: SlotSearch = {
		attendees: [{ type: 'USER', id: '3' }],
		facilities: [{ id: '1' }, { code: 'room-b' }],
		anyFacility: true,
		minutes: 60,
		range: { from: at('2026-11-20T09:00:00'), to: at('2026-11-20T12:00:00') },
		zone,
	};

	it('names the people, the facilities and the time', () => {
		expect(searchBody(search, now)).toEqual({
			timeRanges: [{ start: '2026-11-20T09:00:00+09:00', end: '2026-11-20T12:00:00+09:00' }],
			timeInterval: 60,
			attendees: [{ type: 'USER', id: '3' }],
			facilities: [{ id: '1' }, { code: 'room-b' }],
			facilitySearchCondition: 'OR',
		});
	});

	it('is refused when it cannot find anything', () => {
		expect(() => searchBody({ ...search, attendees: [], facilities: [] }, now)).toThrow(
			'No attendees',
		);
		expect(() => searchBody(search, at('2026-11-20T12:00:00'))).toThrow('60 minutes in the future');
		expect(() => searchBody({ ...search, minutes: 181 }, now)).toThrow('181 minutes');
		expect(() => searchBody({ ...search, hours: { ...hours, closes: 599 } }, now)).toThrow(
			'in working hours',
		);
		expect(minutesOf('９０')).toBe(90);
		for (const wrong of [0, 1440, 1.5, 'an hour', '']) {
			expect(() => minutesOf(wrong)).toThrow('is not a valid length');
		}
	});

	it('takes a period of just its length', () => {
		expect(searchBody({ ...search, minutes: 180 }, now)).toMatchObject({ timeInterval: 180 });
	});

	it('has no body if nothing is left of the period', () => {
		expect(searchBody(search, at('2026-11-20T11:30:00'))).toBeUndefined();
		expect(searchBody({ ...search, hours: { ...hours, weekdays: [0] } }, now)).toBeUndefined();
	});

	it('gives slots in their order, in the zone that was asked for', () => {
		const slot = (start: string) => ({
			start: { dateTime: start, timeZone: 'UTC' },
			end: { dateTime: start, timeZone: 'UTC' },
		});
		const body = { availableTimes: [slot('2026-11-20T03:00:00Z'), slot('2026-11-20T01:00:00Z')] };
		expect(slotsIn(body, zone).map(({ start }) => start)).toEqual([
			{ dateTime: '2026-11-20T10:00:00+09:00', timeZone: zone },
			{ dateTime: '2026-11-20T12:00:00+09:00', timeZone: zone },
		]);
	});
});
