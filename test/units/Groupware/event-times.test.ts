import { DateTime } from 'luxon';

import {
	asMember,
	asReference,
	changedBody,
	changedList,
	changedMeanwhile,
	type TimeChange,
} from '../../../nodes/Groupware/values/change';
import { DAY, MINUTE, offsetAt, rfc3339, zoneFor } from '../../../nodes/Groupware/time/zone';
import { timeZones } from '../../../nodes/Groupware/timezones';
import type { RepeatInfo, ServiceEvent } from '../../../nodes/Groupware/values/event';
import { firstOccurrence } from '../../../nodes/Groupware/values/series';
import {
	eventTypeOf,
	goesToMidnight,
	isDayLimit,
	type TimeType,
	timingOf,
} from '../../../nodes/Groupware/values/timing';
import { nextDay, readDate } from '../../../nodes/shared/input/date';

const zone = 'Asia/Tokyo';
const time = (dateTime = '', timeZone = zone) => ({ dateTime, timeZone });
/** A time in Tokyo, on 5 January 2026 unless another day is given. */
const clock = (minute: string, day = '2026-01-05') => `${day}T${minute}:00+09:00`;
const midnight = (day: number) => clock('00:00', `2026-01-0${day}`);
const lastMinute = (day: number) => clock('23:59', `2026-01-0${day}`);

const oneDay: [string, string] = [midnight(5), lastMinute(5)];
const twoDays = [midnight(5), lastMinute(6)];
const days = (first: string, last: string) => ({ start: time(first), end: time(last) });
const refusal = (message: string, advice: string) =>
	expect.objectContaining({
		message: expect.stringContaining(message) as string,
		advice: expect.stringContaining(advice) as string,
	});

type Zones = Record<'zone' | 'endZone', string> & { timeType?: TimeType };

/** The times in a request, without their zone if it is Tokyo. */
function timing(timeType: TimeType, start: unknown, end?: unknown, of = zone) {
	const read = (value: unknown) => readDate(value, 'Start', { zone: of });
	const sent = timingOf({
		timeType,
		start: read(start),
		...(end !== undefined && { end: read(end) }),
		zone: of,
	}) as Partial<Record<'start' | 'end', { dateTime: string }>>;
	return [sent.start?.dateTime, sent.end?.dateTime];
}

describe('the times of an event', () => {
	it.each<[TimeType, unknown, unknown, unknown[]]>([
		['timed', '2026-01-05 10:00', '2026-01-05 11:00', [clock('10:00'), clock('11:00')]],
		['timed', '2026-01-05 10:00', '2026-01-05 10:00', [clock('10:00'), clock('10:00')]],
		['startOnly', '2026-01-05 10:00', undefined, [clock('10:00'), undefined]],
		['allDay', '2026-01-05', undefined, oneDay],
		['allDay', '2026-01-05 10:00', undefined, oneDay],
		['allDay', '2026-01-05', '2026-01-06', twoDays],
		['allDay', '2026-01-05 10:00', '2026-01-06 08:00', twoDays],
		// An end at midnight isn't part of the event, as in other calendars.
		['allDay', '2026-01-05T00:00', '2026-01-06T00:00', oneDay],
		['allDay', '2026-01-05T00:00', '2026-01-05T00:00', oneDay],
		['allDay', { date: '2026-01-05' }, { date: '2026-01-06' }, oneDay],
		['allDay', '2026-01-05T00:00:00Z', '2026-01-06T00:00:00Z', oneDay],
		['allDay', '2026-01-04T15:00:00Z', '2026-01-05T15:00:00Z', oneDay],
		['allDay', '2026-01-05', '2026-01-05T24:00', oneDay],
		// As the service returns it.
		['allDay', midnight(5), lastMinute(6), twoDays],
		['allDayPeriod', midnight(5), midnight(6), [midnight(5), midnight(6)]],
		['allDayPeriod', '2026-01-05', undefined, [midnight(5), midnight(5)]],
		['allDayPeriod', { date: '2026-01-05' }, { date: '2026-01-06' }, [midnight(5), midnight(5)]],
		// The day on its own clock, but UTC is a converted time.
		['allDay', '2026-01-05T23:30:00-05:00', undefined, oneDay],
		['allDay', '2026-01-04T20:00:00Z', undefined, oneDay],
	])('%s from %j to %j', (timeType, start, end, expected) =>
		expect(timing(timeType, start, end)).toEqual(expected),
	);

	it('say what time type they have', () => {
		const start = readDate('2026-01-05 10:00', 'Start', { zone });
		expect(timingOf({ timeType: 'allDay', start, zone })).toMatchObject({ isAllDay: true });
		expect(timingOf({ timeType: 'startOnly', start, zone })).toMatchObject({ isStartOnly: true });
		expect((['allDayPeriod', 'allDay'] as const).map(eventTypeOf)).toEqual(['ALL_DAY', 'REGULAR']);
	});

	it.each<[TimeType, string, string | undefined, string, string]>([
		['timed', '2026-01-05 10:00', undefined, '"End" is empty', 'Set it, or set "Time Type"'],
		['timed', '2026-01-05 10:00', '2026-01-05 09:59', '"End" must not be', 'Correct "Start"'],
		['allDay', '2026-01-05', '2026-01-04', '"End" must not be before "Start"', 'Correct "Start"'],
		['allDay', '2026-01-05T00:00', '2026-01-04T00:00', '"End" must not be', 'Correct "Start"'],
		['timed', '2026-01-05', '2026-01-06', '"Start" is a day without a time', 'Add a time, e.g.'],
		['startOnly', '2026-01-05', undefined, '"Start" is a day without a time', 'Add a time, e.g.'],
		['timed', '2026-01-05 10:00', '2026-01-06', '"End" is a day without', 'Add a time, e.g.'],
	])('are refused: %s from %s to %s', (timeType, start, end, message, advice) =>
		expect(() => timing(timeType, start, end)).toThrow(refusal(message, advice)),
	);

	it.each<[string, string, boolean]>([
		['2026-01-05T00:00', '2026-01-06T00:00', true],
		['2026-01-05T00:00', '2026-01-05T00:00', false],
		['2026-01-05T00:00', '2026-01-06T00:30', false],
		['2026-01-05T10:00', '2026-01-06T00:00', false],
		['2026-01-05', '2026-01-06', false],
	])('may mean the day of their end, too: %s to %s', (start, end, expected) => {
		const [from, to] = [start, end].map((text) => readDate(text, 'Start', { zone }));
		expect(from && to && goesToMidnight(from, to)).toBe(expected);
		const limits = ['00:00', '23:59', '00:30', '10:00', '23:30', '10:59'].map((minute) =>
			isDayLimit(DateTime.fromISO(`2026-01-05T${minute}`)),
		);
		expect(limits).toEqual([true, true, false, false, false, false]);
	});

	it('of a day without an offset are of this day, whichever zone it is read in', () => {
		const start = readDate('2026-01-05 20:00', 'Start', { zone: 'UTC' });
		expect(timingOf({ timeType: 'allDay', start, zone })).toMatchObject(days(...oneDay));
	});

	it('of a day with 23 hours end with the day', () =>
		expect(timing('allDay', '2026-03-08', undefined, 'America/New_York')).toEqual([
			'2026-03-08T00:00:00-05:00',
			'2026-03-08T23:59:00-04:00',
		]));

	it('are each in their own zone, or in a similar one that the service knows', () => {
		const of = (start: string, end: string, zones: Zones) =>
			timingOf({
				timeType: 'timed',
				start: readDate(start, 'Start', { zone }),
				end: readDate(end, 'End', { zone }),
				...zones,
			});
		expect(
			of('2026-01-05T10:00:00Z', '2026-01-05T20:00:00Z', { zone: 'Europe/Paris', endZone: zone }),
		).toEqual({
			start: time('2026-01-05T11:00:00+01:00', 'Europe/Paris'),
			end: time('2026-01-06T05:00:00+09:00'),
		});
		const troll = { zone: 'Antarctica/Troll', endZone: 'Europe/Zurich' };
		expect(of('2026-07-05T10:00:00Z', '2026-12-05T20:00:00Z', troll)).toMatchObject({
			start: { dateTime: '2026-07-05T12:00:00+02:00' },
			end: { dateTime: '2026-12-05T21:00:00+01:00' },
		});
		const back = { zone: troll.endZone, endZone: troll.zone };
		expect(of('2026-02-05T10:00:00Z', '2026-07-05T20:00:00Z', back).end).toMatchObject({
			dateTime: '2026-07-05T22:00:00+02:00',
		});
		const alone = { zone: troll.zone, endZone: troll.zone };
		const begin: Zones = { ...alone, timeType: 'startOnly' };
		expect(of('2026-07-05T10:00:00Z', '2026-07-05T20:00:00Z', begin)).toMatchObject({
			start: { dateTime: '2026-07-05T12:00:00+02:00' },
		});
		expect(() => of('2026-02-05T10:00:00Z', '2026-07-05T20:00:00Z', alone)).toThrow(
			'no time zone with the same time as Antarctica/Troll',
		);
	});
});

const event: ServiceEvent = {
	id: '7',
	eventType: 'REGULAR',
	start: time(clock('10:00')),
	end: time(clock('11:00')),
};
const allDay = { ...event, isAllDay: true, ...days(midnight(5), lastMinute(6)) };
const period = { ...event, eventType: 'ALL_DAY', ...days(midnight(5), midnight(7)) };
const startOnly = { ...event, end: undefined, isStartOnly: true };
const series = (rule: object = {}, more: object = {}) =>
	({
		id: '7',
		eventType: 'REPEATING',
		repeatInfo: {
			type: 'EVERY_DAY',
			period: { start: '2026-01-05', end: '2026-12-31' },
			time: { start: '10:00', end: '11:00' },
			timeZone: zone,
			...rule,
		},
		...more,
	}) as unknown as ServiceEvent;

/** What is sent for a change; the rest of the event is as it was. */
const body = (of: object, change: TimeChange = {}, chosen: object = {}) =>
	changedBody(of as ServiceEvent, chosen as never, change, {
		zone: zoneFor(change.timeZone, 'Europe/Paris'),
		now: Date.UTC(2026, 0, 1),
	});
const times = (of: object, change: TimeChange = {}) => {
	const { start, end } = body(of, change) as Record<'start' | 'end', ReturnType<typeof time>>;
	return [start.dateTime, (end as { dateTime?: string } | undefined)?.dateTime];
};

describe('an update sends again, so that it stays,', () => {
	it('only what the service would take for empty', () => {
		const full = {
			...event,
			subject: 'Plan',
			eventMenu: 'MTG',
			attendees: [{ id: 3, type: 'USER', name: 'Sato' }],
			facilities: [{ id: 9 }],
			facilityUsingPurpose: 'Talks',
			companyInfo: { name: 'ACME', phone: '1' },
			watchers: [{ id: 3, type: 'ROLE', name: 'Managers' }],
		};
		const { start, end } = event;
		const itsTimes = { start, end, isAllDay: false, isStartOnly: false };
		const kept = {
			...itsTimes,
			eventMenu: 'MTG',
			attendees: [{ type: 'USER', id: '3' }],
			facilities: [{ id: '9' }],
			facilityUsingPurpose: 'Talks',
		};
		expect(body(full, {}, { subject: 'B' })).toEqual({ ...kept, subject: 'B' });
		expect(body(full, {}, { companyInfo: { phone: '2' } }).companyInfo).toEqual({
			name: 'ACME',
			phone: '2',
		});
		const visible = body(full, {}, { visibilityType: 'SET_PRIVATE_WATCHERS' });
		expect(visible.watchers).toEqual([{ id: '3', type: 'ROLE' }]);
		expect(body(full, {}, { facilities: [] })).not.toHaveProperty('facilityUsingPurpose');
		expect(body(event)).toStrictEqual(itsTimes);
		for (const facilityUsingPurpose of ['', null]) {
			const { facilities } = kept;
			const booked = body({ ...event, facilities, facilityUsingPurpose });
			expect(booked).toStrictEqual({ ...itsTimes, facilities });
		}
	});

	it('the zone in which the event was made, and each time in its own', () => {
		const made = { ...event, originalStartTimeZone: 'America/New_York' };
		expect(body(made).start).toEqual(time('2026-01-04T20:00:00-05:00', 'America/New_York'));
		const travel = {
			...event,
			start: time('2026-01-05T10:00:00+01:00', 'Europe/Zurich'),
			end: time('2026-01-05T11:00:00+00:00', 'Etc/Greenwich'),
		};
		expect(body(travel)).toMatchObject({ start: travel.start, end: travel.end });
		const there = ['2026-01-05T10:00:00+01:00', '2026-01-05T12:00:00+01:00'];
		expect(times(travel, { timeZone: 'Europe/Paris' })).toEqual(there);
	});

	it('whole days, also where the service gives them in another zone', () => {
		const newYork = 'America/New_York';
		const original = { originalStartTimeZone: newYork, originalEndTimeZone: newYork };
		const expected = {
			start: time('2026-01-05T00:00:00-05:00', newYork),
			end: time('2026-01-06T23:59:00-05:00', newYork),
			isAllDay: true,
		};
		expect(body({ ...allDay, ...original })).toMatchObject(expected);
		const there = days(clock('14:00'), clock('13:59', '2026-01-07'));
		expect(body({ ...allDay, ...original, ...there })).toMatchObject(expected);
		expect(body(period)).toEqual({ start: period.start, end: period.end });
	});

	it('the times of the first occurrence of a series, or those that the service gives', () => {
		const hour = [clock('10:00'), clock('11:00')];
		expect(times(series())).toEqual(hour);
		const given = { start: event.start, end: event.end };
		const canceled = [{ start: hour[0], end: hour[1] }];
		const [next] = times(series({ exclusiveDateTimes: canceled }, given));
		expect(next).toBe(clock('10:00', '2026-01-06'));
		expect(times(series({ period: {} }, given))).toEqual(hour);
		const whole = { end: time(lastMinute(5)), isAllDay: true };
		expect(body(series({ isAllDay: true, time: undefined }))).toMatchObject(whole);
		expect(body(series({ time: undefined }, { isAllDay: true }))).toMatchObject(whole);
		for (const only of [series({ isStartOnly: true }), series({}, { isStartOnly: true })]) {
			expect(times(only)).toEqual([hour[0], undefined]);
		}
		expect(times(series({ timeZone: undefined }))[0]).toBe('2026-01-05T10:00:00+00:00');
	});
});

describe('a change of times', () => {
	const begin = clock('10:00');
	const newEnd = clock('20:30');
	const inZone = { start: '2026-01-05 09:00', end: '2026-01-05 12:30' };
	const noon = clock('12:00', '2026-01-04');
	const february = (minute: string, day: number) => clock(minute, `2026-02-0${day}`);
	const first = { start: '2026-02-01' };
	const start = february('00:00', 1);
	const moved = [february('09:30', 2), february('10:30', 2)];
	const lastDay = { timeType: 'allDayPeriod', end: '2026-01-06' } as const;
	const whole = { timeType: 'allDay' } as const;
	const toTimed = { timeType: 'timed', start: begin, end: newEnd } as const;

	it.each<[string, object, TimeChange, Array<string | undefined>]>([
		['in the zone of the workflow', event, inZone, [clock('17:00'), newEnd]],
		['of the start alone', event, { start: noon }, [noon, clock('13:00', '2026-01-04')]],
		['of the end alone keeps the start', event, { end: newEnd }, [begin, newEnd]],
		['moves whole days', allDay, first, [start, february('23:59', 2)]],
		['moves a period of days', period, first, [start, february('00:00', 3)]],
		['of the last day', period, lastDay, [midnight(5), midnight(6)]],
		['of the start alone without an end', startOnly, { start: noon }, [noon, undefined]],
		['of whole days at a time with an offset', allDay, { start: begin }, twoDays],
		['of the last whole day', allDay, { end: '2026-01-07' }, [midnight(5), lastMinute(7)]],
		['to whole days from a time', event, { ...whole, start: begin }, oneDay],
		['to whole days before', event, { ...whole, start: '2026-01-04' }, [midnight(4), oneDay[1]]],
		['moves a series', series(), { start: '2026-02-02 01:30' }, moved],
		['gives an event an end', startOnly, { end: newEnd }, [begin, newEnd]],
		['to whole days', event, whole, oneDay],
		['to a start only', event, { timeType: 'startOnly' }, [begin, undefined]],
		['from whole days', allDay, toTimed, [begin, newEnd]],
	])('%s', (_name, of, change, expected) => expect(times(of, change)).toEqual(expected));

	const newYork = 'America/New_York';
	it.each([
		['15 minutes', '2026-11-01T01:30:00-05:00', '2026-11-01T01:45:00-05:00'],
		['60 minutes', '2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00'],
		['60 minutes', '2026-03-08T01:30:00-05:00', '2026-03-08T03:30:00-04:00'],
		['a night', '2026-03-07T22:00:00-05:00', '2026-03-08T07:00:00-04:00'],
		['four days and a few hours', '2026-03-06T09:00:00-05:00', '2026-03-10T17:00:00-04:00'],
	])('keeps a duration of %s where clocks change, and back again', (length, start, end) => {
		const minutes = { '15 minutes': 15, '60 minutes': 60, 'a night': 9 * 60 - 60 }[length];
		const was = DateTime.fromISO('2026-06-01T09:00', { zone: newYork });
		const until = was.plus(minutes === undefined ? { days: 4, hours: 8 } : { minutes });
		const [from, to] = [was, until].map((at) => rfc3339(+at, newYork));
		const of = (one = '', other = '') => ({
			...{ ...event, start: time(one, newYork), end: time(other, newYork) },
		});
		expect(times(of(from, to), { start })).toEqual([start, end]);
		expect(times(of(start, end), { start: from })).toEqual([from, to]);
	});

	it('keeps the duration of an event of two zones, in a new zone too', () => {
		const flight = {
			...event,
			start: time(clock('10:00')),
			end: time('2026-01-05T10:00:00-05:00', newYork),
		};
		const change = { start: '2026-01-06 10:00', timeZone: zone };
		expect(times(flight, change)).toEqual([
			clock('10:00', '2026-01-06'),
			clock('00:00', '2026-01-07'),
		]);
	});

	it('keeps whole days whole, in each zone and in each week in which clocks change', () => {
		const years = process.env.NIGHT === '1' ? 3 : 1;
		const first = Date.UTC(2026, 0, 1);
		const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
		for (const of of timeZones) {
			const weeks = Array.from({ length: 53 * years }, (_, week) => first + week * 7 * DAY);
			// Days of weeks without a change of clocks are all alike.
			const some = weeks.flatMap((monday, week) => {
				const changes = offsetAt(monday, of) !== offsetAt(monday + 8 * DAY, of);
				const days = changes ? [0, 1, 2, 3, 4, 5, 6] : week % 26 === 0 ? [0] : [];
				return days.map((day) => monday + day * DAY);
			});
			for (const day of some) {
				const [start, end] = timing('allDay', dayOf(day), dayOf(day + DAY), of);
				const whole = { ...allDay, start: time(start, of), end: time(end, of) };
				const shown = [start, end].map((one) => one?.slice(0, 10));
				expect(shown).toEqual([dayOf(day), dayOf(day + DAY)]);
				const after = nextDay(DateTime.fromISO(String(end), { zone: of }));
				expect(+after - Date.parse(String(end))).toBe(MINUTE);
				expect(times(whole)).toEqual([start, end]);
				const there = { start: '2026-06-01' };
				const moved = timing('allDay', there.start, '2026-06-02', of);
				expect(times(whole, there)).toEqual(moved);
				const back = { ...whole, start: time(moved[0], of), end: time(moved[1], of) };
				expect(times(back, { start: dayOf(day) })).toEqual([start, end]);
			}
		}
	});

	it('goes to the chosen zone, or a similar one that the service knows', () => {
		const utc = { start: '2026-01-05 09:00', end: '2026-01-05 15:00', timeZone: 'UTC' };
		expect(body(event, utc)).toMatchObject({
			start: time('2026-01-05T09:00:00+00:00', 'UTC'),
			end: time('2026-01-05T15:00:00+00:00', 'UTC'),
		});
		const { start } = body(event, { timeZone: 'Europe/Zurich' });
		expect(start).toEqual(time('2026-01-05T02:00:00+01:00', 'Europe/Berlin'));
	});

	const allDaySeries = series({ isAllDay: true });
	const tentative = { ...event, eventType: 'TEMPORARY', start: undefined };
	it.each<[object, TimeChange, string, string]>([
		[event, { end: '2026-01-05T09:00:00+09:00' }, '"End" must not be before "Start"', 'Correct'],
		[event, { start: 'soon' }, '"Start" is not a valid date: "soon"', 'Use a date such as'],
		[event, { end: 'later' }, '"End" is not a valid date: "later"', 'Use a date such as'],
		[event, { timeType: 'allDayPeriod' }, "can't be changed to another type", 'Delete the event'],
		[period, { timeType: 'timed' }, "can't be changed to another type", 'Delete the event'],
		[allDay, { start: '2026-01-05 10:00' }, '"Start" has a time, but the event', 'Set "Time Type"'],
		[period, { end: '2026-01-06 10:00' }, '"End" has a time, but the event', 'Use a day without'],
		[allDaySeries, { timeType: 'timed' }, '"Start" is a day without a time', 'Add a time'],
		[tentative, {}, "Tentative events can't be updated", 'This event has several possible dates'],
		[series({ period: {} }), {}, 'The first occurrence of this repeating event', 'Set "Start"'],
	])('is refused', (of, change, message, advice) =>
		expect(() => body(of, change)).toThrow(refusal(message, advice)),
	);
});

describe('a list of an event', () => {
	const people = ['USER', 'ORGANIZATION'].map((type) => ({ type, id: 1, code: 'sato' }));
	const [user, organization] = people.map(asMember);
	const named = [
		{ type: 'USER' as const, code: 'sato' },
		{ type: 'USER' as const, id: '5' },
	];

	it.each([
		['add', [user, organization, named[1]], [], []],
		['remove', [organization], [people[0]], [named[1]]],
		['replace', [user, named[1]], [people[1]], []],
	] as const)('%s', (change, entries, removed, absent) =>
		expect(changedList(people, named, change, asMember)).toEqual({ entries, removed, absent }),
	);

	it('of facilities goes by their IDs and codes', () => {
		const rooms = [
			{ id: 1, code: 'a' },
			{ id: 2, code: 'b' },
		];
		const { entries } = changedList(rooms, [{ id: '1' }, { code: 'c' }], 'remove', asReference);
		expect(entries).toEqual([{ id: '2' }]);
	});
});

it.each([
	['somebody changed another text', { notes: 'b' }, {}, true],
	['we changed it', { notes: 'b' }, { notes: 'b' }, false],
	['nothing was changed', { notes: 'a' }, {}, false],
	['the answer does not have it', {}, {}, false],
	['it is another event', { id: '8', notes: 'b' }, {}, false],
])('an event was changed meanwhile: %s', (_name, after, sent, expected) => {
	const before = { ...event, notes: 'a' };
	expect(changedMeanwhile(before, { ...event, ...after }, sent)).toBe(expected);
});

describe('the first occurrence of a series', () => {
	/** Start and end by the clock of the series; it starts on a Thursday. */
	function first(more: Partial<RepeatInfo> = {}): string {
		const found = firstOccurrence({
			type: 'EVERY_DAY',
			period: { start: '2026-01-01', end: '2026-12-31' },
			time: { start: '10:00:00', end: '11:30:00' },
			timeZone: zone,
			...more,
		});
		const text = (at?: DateTime) => at?.toFormat("yyyy-MM-dd'T'HH:mm");
		return found ? [text(found.start), text(found.end)].filter(Boolean).join(' ') : 'none';
	}

	const weekly = (dayOfWeek: string) => ({
		...{ type: 'EVERY_WEEK', dayOfWeek, period: { start: '2026-01-01', end: '2026-01-06' } },
	});
	const hours = (from: string, to: string) => ({
		...{ start: clock(from, '2026-01-01'), end: clock(to, '2026-01-01') },
	});

	it.each<[Partial<RepeatInfo>, string]>([
		[{}, '2026-01-01'],
		[{ type: 'EVERY_WEEKDAY', period: { start: '2026-01-03' } }, '2026-01-05'],
		[{ type: 'EVERY_WEEK', dayOfWeek: 'SUN' }, '2026-01-04'],
		[{ type: 'EVERY_WEEK', dayOfWeek: 'WED' }, '2026-01-07'],
		[{ type: 'EVERY_1STWEEK', dayOfWeek: 'WED' }, '2026-01-07'],
		[{ type: 'EVERY_2NDWEEK', dayOfWeek: 'THU' }, '2026-01-08'],
		[{ type: 'EVERY_3RDWEEK', dayOfWeek: 'WED' }, '2026-01-21'],
		[{ type: 'EVERY_4THWEEK', dayOfWeek: 'WED' }, '2026-01-28'],
		[{ type: 'EVERY_LASTWEEK', dayOfWeek: 'SAT' }, '2026-01-31'],
		[{ type: 'EVERY_LASTWEEK' }, '2026-01-25'],
		[{ type: 'EVERY_MONTH', dayOfMonth: '15' }, '2026-01-15'],
		[{ type: 'EVERY_MONTH', dayOfMonth: 'EOM', period: { start: '2026-02-01' } }, '2026-02-28'],
		[{ type: 'EVERY_MONTH', dayOfMonth: '31', period: { start: '2026-02-01' } }, '2026-03-31'],
		[{ type: undefined as never }, '2026-01-01'],
		[{ exclusiveDateTimes: [{ start: '2026-01-01T10:00:00+09:00' }] }, '2026-01-02'],
		[{ exclusiveDateTimes: [{ start: midnight(1), end: midnight(2) }] }, '2026-01-02'],
		[{ type: 'EVERY_MONTH' }, '2026-01-01'],
		[{ exclusiveDateTimes: [{ start: clock('11:30', '2026-01-01') }, {}] }, '2026-01-01'],
		[{ exclusiveDateTimes: [hours('11:30', '12:00'), hours('09:00', '10:00')] }, '2026-01-01'],
		[{ ...weekly('TUE'), timeZone: 'America/New_York' }, '2026-01-06'],
	])('of %j is on %s', (rule, day) => expect(first(rule)).toBe(`${day}T10:00 ${day}T11:30`));

	it.each<[Partial<RepeatInfo>, string]>([
		[weekly('WED'), 'none'],
		[{ type: 'EVERY_MONTH', dayOfMonth: '32', period: { start: '2026-01-01' } }, 'none'],
		[{ period: undefined as never }, 'none'],
		[{ time: { start: 'at 10:00' } }, 'none'],
		[{ time: { start: '10:00', end: '10:00' } }, '2026-01-01T10:00 2026-01-01T10:00'],
		[{ time: undefined as never }, 'none'],
		[{ isAllDay: true, time: undefined as never }, '2026-01-01T00:00 2026-01-01T23:59'],
		[{ isStartOnly: true }, '2026-01-01T10:00'],
		[{ time: { start: '22:00', end: '06:00' } }, '2026-01-01T22:00 2026-01-02T06:00'],
		[{ timeZone: undefined as never }, '2026-01-01T10:00 2026-01-01T11:30'],
	])('of %j: %s', (rule, expected) => expect(first(rule)).toBe(expected));
});
