import {
	inWorkingHours,
	periodChoices,
	periodOf,
	stillAhead,
} from '../../../nodes/Groupware/time/periods';
import {
	DAY,
	HOUR,
	offsetAt,
	rfc3339,
	storedZone,
	zoneFor,
} from '../../../nodes/Groupware/time/zone';
import { timeZones } from '../../../nodes/Groupware/timezones';
import type { InputError } from '../../../nodes/shared/errors';
import {
	flatSlot,
	noSlot,
	searchBody,
	type SlotSearch,
	slotsIn,
	slotWords,
} from '../../../nodes/Groupware/values/slots';

const zone = 'Asia/Tokyo';
const at = (text: string) => Date.parse(`${text}+09:00`);

describe('the zone of an item', () => {
	it.each([
		['Europe/Paris', 'Europe/Paris'],
		[' Asia/Calcutta ', 'Asia/Kolkata'],
		['Tokyo Standard Time', 'Asia/Tokyo'],
		['Etc/UTC', 'UTC'],
		['Etc/GMT', 'Etc/GMT'],
		['Europe/Zurich', 'Europe/Zurich'],
		['', zone],
		[null, zone],
	])('%j is %s', (chosen, expected) => expect(zoneFor(chosen, zone)).toBe(expected));

	it.each(['Mars/Olympus', 'BST', 'GMT0', 'soon'])('is not %s', (chosen) => {
		const advice = expect.stringContaining('such as Europe/Berlin') as string;
		const message = `"${chosen}" is not a valid time zone`;
		expect(() => zoneFor(chosen, zone)).toThrow(expect.objectContaining({ message, advice }));
	});
});

describe('the zone that an event is stored in', () => {
	const summer = Date.UTC(2031, 6, 1, 8);

	it.each([
		['Asia/Tokyo', 'Asia/Tokyo'],
		['Asia/Calcutta', 'Asia/Kolkata'],
		['Europe/Zurich', 'Europe/Berlin'],
		['Europe/Athens', 'Europe/Kiev'],
		['Europe/Lisbon', 'Europe/London'],
		['America/Toronto', 'America/New_York'],
		['Asia/Jakarta', 'Asia/Bangkok'],
	])('for %s is %s', (own, stored) => {
		expect(storedZone(own, [summer, summer + HOUR])).toBe(stored);
	});

	it('has the same offset at every instant, or there is none', () => {
		const instants = [Date.UTC(2031, 2, 30), Date.UTC(2031, 9, 30)];
		for (const own of Intl.supportedValuesOf('timeZone')) {
			let stored: string;
			try {
				stored = storedZone(own, instants);
			} catch (error) {
				expect((error as InputError).message).toContain('The service has no time zone');
				expect((error as InputError).advice).toContain('Choose a time zone from the list');
				continue;
			}
			expect(timeZones).toContain(stored);
			expect(instants.map((one) => offsetAt(one, stored))).toEqual(
				instants.map((one) => offsetAt(one, own)),
			);
		}
	});
});

it('an instant is written with the offset of the zone', () => {
	expect(rfc3339(Date.UTC(2026, 0), 'America/St_Johns')).toBe('2025-12-31T20:30:00-03:30');
	expect(rfc3339(DAY + HOUR, 'UTC')).toBe('1970-01-02T01:00:00+00:00');
	expect(offsetAt(DAY, zone)).toBe(9 * HOUR);
});

describe('a period', () => {
	/** Monday, 23 November 2026, 09:30 in Tokyo; still Sunday in New York. */
	const now = at('2026-11-23T09:30:00');
	const days = (period: string, of = zone) => {
		const { from, to } = periodOf(period, { zone: of, now });
		return [from, to].map((one) => rfc3339(one, of).slice(0, 16));
	};

	it.each([
		['today', 'Today', '2026-11-23', '2026-11-24'],
		['tomorrow', 'Tomorrow', '2026-11-24', '2026-11-25'],
		['yesterday', 'Yesterday', '2026-11-22', '2026-11-23'],
		['thisWeek', 'This Week', '2026-11-23', '2026-11-30'],
		['nextWeek', 'Next Week', '2026-11-30', '2026-12-07'],
		['lastWeek', 'Last Week', '2026-11-16', '2026-11-23'],
		['next7Days', 'Next 7 Days', '2026-11-23', '2026-11-30'],
		['next30Days', 'Next 30 Days', '2026-11-23', '2026-12-23'],
		['last7Days', 'Last 7 Days', '2026-11-17', '2026-11-24'],
		['last30Days', 'Last 30 Days', '2026-10-25', '2026-11-24'],
		['thisMonth', 'This Month', '2026-11-01', '2026-12-01'],
		['nextMonth', 'Next Month', '2026-12-01', '2027-01-01'],
		['lastMonth', 'Last Month', '2026-10-01', '2026-11-01'],
	])('%s (%s) is from %s until before %s', (value, name, from, to) => {
		expect(days(value)).toEqual([`${from}T00:00`, `${to}T00:00`]);
		expect(periodChoices('anywhere')).toContainEqual({ name, value });
	});

	it('follows the calendar of the zone', () => {
		expect(days('thisWeek', 'America/New_York')).toEqual(['2026-11-16T00:00', '2026-11-23T00:00']);
		const values = periodChoices('ahead').map(({ value }) => value);
		expect(values).not.toContain('lastWeek');
		expect(values).toContain('tomorrow');
	});
});

describe('working hours', () => {
	const hours = { opens: 9 * 60, closes: 18 * 60, weekdays: [1, 2, 3, 4, 5] };

	it('cut a week into days, without the weekend', () => {
		const week = { from: at('2026-11-20T16:00:00'), to: at('2026-11-24T12:00:00') };
		expect(inWorkingHours(week, hours, zone)).toEqual([
			{ from: at('2026-11-20T16:00:00'), to: at('2026-11-20T18:00:00') },
			{ from: at('2026-11-23T09:00:00'), to: at('2026-11-23T18:00:00') },
			{ from: at('2026-11-24T09:00:00'), to: at('2026-11-24T12:00:00') },
		]);
		const closed = { from: at('2026-11-20T18:00:00'), to: at('2026-11-23T08:00:00') };
		expect(inWorkingHours(closed, hours, zone)).toEqual([]);
	});

	it('are those of the clock on the day on which it changes, and end with the day', () => {
		const newYork = 'America/New_York';
		const day = {
			from: Date.parse('2026-03-08T00:00:00-05:00'),
			to: Date.parse('2026-03-09T00:00:00-04:00'),
		};
		const whole = { opens: 60, closes: 24 * 60, weekdays: [7] };
		expect(
			inWorkingHours(day, whole, newYork).map(({ from, to }) =>
				[from, to].map((one) => rfc3339(one, newYork)),
			),
		).toEqual([['2026-03-08T01:00:00-05:00', '2026-03-09T00:00:00-04:00']]);
	});

	it('are not counted in more than a year', () => {
		const year = { from: at('2024-01-01T12:00:00'), to: at('2025-01-01T12:00:00') };
		expect(inWorkingHours(year, hours, zone)).toHaveLength(263);
		const more = { ...year, to: year.to + DAY };
		const advice = expect.stringContaining('Choose a shorter period') as string;
		const refused = expect.objectContaining({ advice });
		expect(() => inWorkingHours(more, hours, zone)).toThrow(refused);
	});
});

it('nobody books the past', () => {
	const now = at('2026-11-20T14:07:30');
	const range = { from: at('2026-11-20T09:00:00'), to: at('2026-11-20T18:00:00') };
	expect(stillAhead(range, now)?.from).toBe(at('2026-11-20T14:15:00'));
	expect(stillAhead({ ...range, to: at('2026-11-20T14:15:00') }, now)).toBeUndefined();
	expect(stillAhead({ ...range, from: now }, now)).toEqual({ ...range, from: now });
});

describe('a search for free time', () => {
	const now = at('2026-11-20T08:00:00');
	const hours = { opens: 9 * 60, closes: 18 * 60, weekdays: [1, 2, 3, 4, 5] };
	const search: SlotSearch = {
		attendees: [{ type: 'USER', id: '3' }],
		facilities: [{ id: '1' }, { code: 'room-b' }],
		anyFacility: true,
		minutes: 60,
		range: { from: at('2026-11-20T09:00:00'), to: at('2026-11-20T12:00:00') },
		zone,
	};

	const lacking = (what: string) => `The search period doesn't contain ${what}`;

	it('names the people, the facilities and the time', () => {
		expect(searchBody({ ...search, minutes: 180 }, now)).toEqual({
			timeRanges: [{ start: '2026-11-20T09:00:00+09:00', end: '2026-11-20T12:00:00+09:00' }],
			timeInterval: 180,
			attendees: [{ type: 'USER', id: '3' }],
			facilities: [{ id: '1' }, { code: 'room-b' }],
			facilitySearchCondition: 'OR',
		});
		expect(searchBody({ ...search, anyFacility: false }, now)).toMatchObject({
			facilitySearchCondition: 'AND',
		});
		const keys = (more: Partial<SlotSearch>) =>
			Object.keys(searchBody({ ...search, ...more }, now) ?? {}).slice(2);
		expect(keys({ facilities: [] })).toEqual(['attendees']);
		expect(keys({ attendees: [] })).toEqual(['facilities', 'facilitySearchCondition']);
		expect(keys({ facilities: [{ id: '1' }] })).toHaveLength(3);
		expect(noSlot(search)).toBe(
			'No slot of 60 minutes is available between 2026-11-20T09:00:00+09:00 and 2026-11-20T12:00:00+09:00',
		);
	});

	it('has no body if nothing is left of the period', () => {
		expect(searchBody({ ...search, minutes: 180 }, at('2026-11-20T11:30:00'))).toBeUndefined();
		expect(searchBody({ ...search, hours: { ...hours, weekdays: [7] } }, now)).toBeUndefined();
	});

	it.each<[Partial<SlotSearch>, string, string]>([
		[{ attendees: [], facilities: [] }, 'No attendees and no facilities are selected', 'Add at'],
		[{ range: { from: now - DAY, to: now } }, lacking('60 minutes in the future'), 'Choose a'],
		[{ minutes: 181 }, lacking('181 minutes in the future'), 'Choose a'],
		[
			{ hours: { ...hours, closes: 599 } },
			lacking('60 minutes in the future and in working hours'),
			'Choose a longer',
		],
	])('is refused with %j', (more, message, words) => {
		const advice = expect.stringContaining(words) as string;
		const refused = expect.objectContaining({ message, advice });
		expect(() => searchBody({ ...search, ...more }, now)).toThrow(refused);
	});

	it('gives slots in their order, in the zone that was asked for', () => {
		const slot = (start: string) => ({
			start: { dateTime: start, timeZone: 'UTC' },
			end: { dateTime: start, timeZone: 'UTC' },
			facility: { id: '1', code: 'room-a', name: 'Room A' },
		});
		const body = { availableTimes: [slot('2026-11-20T03:00:00Z'), slot('2026-11-20T01:00:00Z')] };
		const [first, second] = slotsIn(body, zone);
		expect(slotsIn({}, zone)).toEqual([]);
		expect(first && flatSlot(first)).toEqual({
			start: '2026-11-20T10:00:00+09:00',
			end: '2026-11-20T10:00:00+09:00',
			timeZone: zone,
			facilityId: '1',
			facilityCode: 'room-a',
			facility: 'Room A',
		});
		expect(second && slotWords(second)).toBe('2026-11-20T12:00:00+09:00 (Room A)');
	});
});
