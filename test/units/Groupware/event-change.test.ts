import {
	asMember,
	asReference,
	changedBody,
	changedList,
	changedMeanwhile,
	type TimeChange,
} from '../../../nodes/Groupware/values/change';
import type { ServiceEvent } from '../../../nodes/Groupware/values/event';
import { timingOf } from '../../../nodes/Groupware/values/timing';

const zone = 'Asia/Tokyo';
const time = (dateTime: string, timeZone = zone) => ({ dateTime, timeZone });
const event: ServiceEvent = {
	id: '7',
	eventType: 'REGULAR',
	start: time('2026-01-05T10:00:00+09:00'),
	end: time('2026-01-05T11:00:00+09:00'),
};
const series = (more: object, rule: object = {}): ServiceEvent =>
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
	changedBody(of as ServiceEvent, chosen as never, change, 'Europe/Paris', Date.UTC(2026, 0, 1));

describe('what an update sends again, so that it stays', () => {
	it('is the purpose of facilities, as long as there are facilities and a purpose', () => {
		const used = { ...event, facilities: [{ id: 9 }], facilityUsingPurpose: 'Talks' };
		expect(body(used)).toMatchObject({ facilities: [{ id: '9' }], facilityUsingPurpose: 'Talks' });
		for (const none of [
			body(used, {}, { facilities: [] }),
			body({ ...used, facilities: [] }),
			body({ ...used, facilities: undefined }),
			body({ ...used, facilityUsingPurpose: '' }),
			body({ ...used, facilityUsingPurpose: null }),
		]) {
			expect(none).not.toHaveProperty('facilityUsingPurpose');
		}
		expect(body(used, {}, { facilityUsingPurpose: 'Music' }).facilityUsingPurpose).toBe('Music');
	});

	it('is the menu, where the event has one', () => {
		expect(body({ ...event, eventMenu: '' }).eventMenu).toBe('');
		expect(body({ ...event, eventMenu: null })).not.toHaveProperty('eventMenu');
		expect(body(event)).not.toHaveProperty('eventMenu');
	});

	it('are the attendees, by their IDs', () => {
		const attended = { ...event, attendees: [{ id: 3, type: 'USER', name: 'Sato' }] };
		expect(body(attended).attendees).toEqual([{ id: '3', type: 'USER' }]);
	});

	it('are the watchers, where the chosen visibility needs them', () => {
		const watched = { ...event, watchers: [{ id: 3, type: 'ROLE', name: 'Managers' }] };
		const sent = (visibilityType?: string, of: object = watched) =>
			body(of, {}, visibilityType ? { visibilityType } : {}).watchers;
		expect(sent('SET_PRIVATE_WATCHERS')).toEqual([{ id: '3', type: 'ROLE' }]);
		expect(sent('PUBLIC')).toBeUndefined();
		expect(sent()).toBeUndefined();
		expect(sent('SET_PRIVATE_WATCHERS', event)).toBeUndefined();
	});

	it('is nothing that the event does not have', () => {
		expect(body(event)).toEqual({
			start: event.start,
			end: event.end,
			isAllDay: false,
			isStartOnly: false,
		});
	});
});

describe('a list of an event', () => {
	const people = [
		{ type: 'USER', id: 1, code: 'sato' },
		{ type: 'ORGANIZATION', id: 1, code: 'sato' },
	];
	const left = (...named: Array<Parameters<typeof changedList>[1][number]>) =>
		changedList(people, named as never, 'remove', asMember);

	it('loses whom the ID or the code names, and nobody of another kind', () => {
		const user = { type: 'USER', id: '1' };
		const organization = { type: 'ORGANIZATION', id: '1' };
		expect(left({ type: 'USER', id: '1' })).toEqual([organization]);
		expect(left({ type: 'ORGANIZATION', code: 'sato' })).toEqual([user]);
		expect(left({ type: 'USER', id: '2' }, { type: 'USER', code: 'ito' })).toEqual([
			user,
			organization,
		]);
	});

	it('of facilities goes by their IDs and codes alone', () => {
		const rooms = [
			{ id: 1, code: 'a' },
			{ id: 2, code: 'b' },
			{ id: 3, code: 'c' },
		];
		expect(changedList(rooms, [{ id: '1' }, { code: 'c' }], 'remove', asReference)).toEqual([
			{ id: '2' },
		]);
		expect(changedList(rooms.slice(0, 1), [{ code: 'b' }], 'add', asReference)).toEqual([
			{ id: '1' },
			{ code: 'b' },
		]);
	});
});

describe('the times that are not changed', () => {
	it('of a period of days are its days, and nothing is said of whole days', () => {
		const period = {
			...event,
			eventType: 'ALL_DAY',
			start: time('2026-01-05T00:00:00+09:00'),
			end: time('2026-01-07T00:00:00+09:00'),
		};
		expect(body(period)).toEqual({ start: period.start, end: period.end });
		expect(body(period, { form: 'period', end: '2026-01-06' })).toEqual({
			start: period.start,
			end: time('2026-01-06T00:00:00+09:00'),
		});
		expect(() => body(event, { form: 'period' })).toThrow("can't be changed to another type");
	});

	it('of whole days stay those days, also where the service tells them in another zone', () => {
		const whole = {
			...event,
			isAllDay: true,
			start: time('2026-01-05T00:00:00+09:00'),
			end: time('2026-01-06T23:59:00+09:00'),
			originalStartTimeZone: 'America/New_York',
			originalEndTimeZone: 'America/New_York',
		};
		expect(body(whole)).toEqual({
			start: time('2026-01-05T00:00:00-05:00', 'America/New_York'),
			end: time('2026-01-06T23:59:00-05:00', 'America/New_York'),
			isAllDay: true,
			isStartOnly: false,
		});
		// The same days, told by the instants at which they begin and end over there.
		const told = {
			...whole,
			start: time('2026-01-05T14:00:00+09:00'),
			end: time('2026-01-07T13:59:00+09:00'),
		};
		expect(body(told)).toEqual(body(whole));
	});

	it('of other events are those instants, also at midnight', () => {
		const night = {
			...event,
			start: time('2026-01-05T00:00:00+09:00'),
			end: time('2026-01-05T23:59:00+09:00'),
			originalStartTimeZone: 'America/New_York',
		};
		expect(body(night)).toMatchObject({
			start: time('2026-01-04T10:00:00-05:00', 'America/New_York'),
			end: night.end,
		});
	});

	it('stay in their zones, the end in its own, whatever zones the service knows', () => {
		const travel = {
			...event,
			start: time('2026-01-05T10:00:00+01:00', 'Europe/Zurich'),
			end: time('2026-01-05T11:00:00+00:00', 'Etc/Greenwich'),
		};
		expect(body(travel)).toMatchObject({ start: travel.start, end: travel.end });
	});

	it('end with the whole day of an occurrence', () => {
		expect(body(series({}, { isAllDay: true, time: undefined }))).toEqual({
			start: time('2026-01-05T00:00:00+09:00'),
			end: time('2026-01-05T23:59:00+09:00'),
			isAllDay: true,
			isStartOnly: false,
		});
	});

	it('of a series are those of its first occurrence, also where the service tells its first day', () => {
		const canceled = { start: '2026-01-05T10:00:00+09:00', end: '2026-01-05T11:00:00+09:00' };
		const told = { start: event.start, end: event.end };
		const [first, last] = [time('2026-01-06T10:00:00+09:00'), time('2026-01-06T11:00:00+09:00')];
		expect(body(series(told, { exclusiveDateTimes: [canceled] }))).toMatchObject({
			start: first,
			end: last,
		});
		expect(body(series(told, { type: 'EVERY_WEEK', dayOfWeek: 'TUE' }))).toMatchObject({
			start: first,
			end: last,
		});
		expect(body(series(told))).toMatchObject(told);
		expect(body(series(told, { period: {}, time: undefined }))).toMatchObject(told);
		const whole = { isAllDay: true, ...told, start: time('2026-01-05T00:00:00+09:00') };
		expect(body(series(whole, { time: undefined, dayOfWeek: 'TUE', type: 'EVERY_WEEK' }))).toEqual({
			start: time('2026-01-06T00:00:00+09:00'),
			end: time('2026-01-06T23:59:00+09:00'),
			isAllDay: true,
			isStartOnly: false,
		});
	});

	it('of a series that has only starts have no end', () => {
		expect(body(series({}, { isStartOnly: true, time: { start: '10:00' } }))).toEqual({
			start: event.start,
			isAllDay: false,
			isStartOnly: true,
		});
	});
});

describe('a change of times', () => {
	it('is read in the chosen zone, else in that of the workflow, and the event keeps its own', () => {
		const travel = {
			...event,
			originalEndTimeZone: 'Europe/Paris',
			end: time('2026-01-05T19:00:00+09:00'),
		};
		const change = { start: '2026-01-05 09:00', end: '2026-01-05 15:00' };
		expect(body(travel, change)).toMatchObject({
			start: time('2026-01-05T17:00:00+09:00'),
			end: time('2026-01-05T15:00:00+01:00', 'Europe/Paris'),
		});
		const utc = (dateTime: string) => time(dateTime, 'UTC');
		expect(body(travel, { ...change, timeZone: 'UTC' })).toMatchObject({
			start: utc('2026-01-05T09:00:00+00:00'),
			end: utc('2026-01-05T15:00:00+00:00'),
		});
	});

	it('is stored in a zone that the service knows', () => {
		const { start, end } = body(event, { timeZone: 'Europe/Zurich' }) as Record<
			'start' | 'end',
			ReturnType<typeof time>
		>;
		expect(start.timeZone).not.toBe('Europe/Zurich');
		expect(start.dateTime).toBe('2026-01-05T02:00:00+01:00');
		expect(end).toEqual(time('2026-01-05T03:00:00+01:00', start.timeZone));
	});

	it('of a series needs a zone that goes with all its days', () => {
		// Two hours ahead of UTC in summer, none in winter: no other zone is like it.
		const troll = { timeZone: 'Antarctica/Troll' };
		const winter = { period: { start: '2026-01-05', end: '2026-01-31' } };
		expect(body(series({}, winter), troll)).toMatchObject({
			start: { dateTime: '2026-01-05T01:00:00+00:00' },
		});
		expect(() => body(series({}), troll)).toThrow('no time zone with the same time');
	});

	it('gives only an event without an end another form by an end', () => {
		const startOnly = { ...event, end: undefined, isStartOnly: true };
		expect(body(startOnly, { end: '2026-01-05 12:00' })).not.toMatchObject({ isStartOnly: true });
		const whole = { ...event, isAllDay: true };
		expect(body(whole, { end: '2026-01-06 00:00' })).toMatchObject({
			isAllDay: true,
			end: time('2026-01-06T23:59:00+09:00'),
		});
	});

	it('to another day moves the end with the start, or is refused', () => {
		const start = '2026-01-04T12:00:00+09:00';
		expect(body(event, { start, keepDuration: true })).toMatchObject({
			start: time(start),
			end: time('2026-01-04T13:00:00+09:00'),
		});
		expect(() => body(event, { start })).toThrow('"Start" is on another day than before');
	});

	it('names the start and the end that it cannot read', () => {
		expect(() => body(event, { start: 'soon' })).toThrow('"Start" is not a valid date: "soon"');
		expect(() => body(event, { end: 'later' })).toThrow('"End" is not a valid date: "later"');
	});

	it('needs a start where nobody can tell the first occurrence', () => {
		const odd = series({}, { period: {} });
		expect(() => body(odd)).toThrow('The first occurrence of this repeating event');
		expect(body(odd, { start: '2026-01-05T10:00:00+09:00' })).toMatchObject({
			start: event.start,
			end: event.end,
		});
	});
});

describe('the times of an event in two zones', () => {
	const at = (text: string) => ({ at: Date.parse(text), wholeDay: false });
	const flight = (start: string, end: string, zones: { zone: string; endZone: string }) =>
		timingOf({
			form: 'timed',
			start: at(start),
			end: at(end),
			...zones,
		}) as Record<'start' | 'end', ReturnType<typeof time>>;

	it('are told in each', () => {
		expect(
			flight('2026-01-05T10:00:00Z', '2026-01-05T20:00:00Z', {
				zone: 'Europe/Paris',
				endZone: 'Asia/Tokyo',
			}),
		).toEqual({
			start: time('2026-01-05T11:00:00+01:00', 'Europe/Paris'),
			end: time('2026-01-06T05:00:00+09:00'),
		});
	});

	it('need zones that the service knows for each of them alone', () => {
		// In winter like UTC, in summer like Paris.
		const { start, end } = flight('2026-02-05T10:00:00Z', '2026-07-05T20:00:00Z', {
			zone: 'Antarctica/Troll',
			endZone: 'Europe/Zurich',
		});
		expect(start.dateTime).toBe('2026-02-05T10:00:00+00:00');
		expect(end.dateTime).toBe('2026-07-05T22:00:00+02:00');
		expect(end.timeZone).not.toBe(start.timeZone);
		const both = { zone: 'Antarctica/Troll', endZone: 'Antarctica/Troll' };
		expect(() => flight('2026-02-05T10:00:00Z', '2026-07-05T20:00:00Z', both)).toThrow(
			'no time zone with the same time as Antarctica/Troll',
		);
	});

	it('of which only a start is told need one for that', () => {
		const startOnly = timingOf({
			form: 'startOnly',
			start: at('2026-07-05T10:00:00Z'),
			zone: 'Europe/Zurich',
		}) as { start: ReturnType<typeof time> };
		expect(startOnly.start.dateTime).toBe('2026-07-05T12:00:00+02:00');
		expect(startOnly.start.timeZone).toMatch(/^Europe\//);
	});
});

it.each([
	['somebody changed another text', { notes: 'b' }, {}, true],
	['we changed it', { notes: 'b' }, { notes: 'b' }, false],
	['nothing was changed', { notes: 'a' }, {}, false],
	['the answer does not have it', {}, {}, false],
])('an event was changed meanwhile: %s', (_name, after, sent, expected) => {
	const before = { ...event, notes: 'a' };
	expect(changedMeanwhile(before, { ...event, ...after }, sent)).toBe(expected);
});
