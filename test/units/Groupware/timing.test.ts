import { changedBody, changedList, asMember } from '../../../nodes/Groupware/values/change';
import type { ServiceEvent } from '../../../nodes/Groupware/values/event';
import { type TimeType, timingOf } from '../../../nodes/Groupware/values/timing';

const zone = 'Asia/Tokyo';
const at = (text: string) => ({ at: Date.parse(text), wholeDay: false });
const time = (dateTime: string) => ({ dateTime, timeZone: zone });
const timing = (form: TimeType, start: string, end?: string) =>
	timingOf({ form, start: at(start), ...(end && { end: at(end) }), zone });

describe('the times of an event', () => {
	const start = '2026-01-05T10:00:00+09:00';

	it('go from one to another', () => {
		const end = '2026-01-05T11:00:00+09:00';
		expect(timing('timed', start, end)).toEqual({ start: time(start), end: time(end) });
		expect(timing('timed', start, start)).toEqual({ start: time(start), end: time(start) });
	});

	it('are whole days, one by default', () => {
		expect(timing('allDay', start)).toEqual({
			start: time('2026-01-05T00:00:00+09:00'),
			end: time('2026-01-05T23:59:00+09:00'),
			isAllDay: true,
		});
	});

	it('are a period from midnight to midnight', () => {
		expect(timing('period', start, '2026-01-07T08:00:00+09:00')).toEqual({
			start: time('2026-01-05T00:00:00+09:00'),
			end: time('2026-01-07T00:00:00+09:00'),
		});
	});

	it('are a start only', () => {
		expect(timing('startOnly', start)).toEqual({ start: time(start), isStartOnly: true });
	});

	it('are refused without an end, or with one before the start', () => {
		expect(() => timing('timed', start)).toThrow('"End" is empty');
		expect(() => timing('timed', start, '2026-01-05T09:59:59+09:00')).toThrow(
			'"End" must not be before "Start": 2026-01-05T09:59:59+09:00 is before 2026-01-05T10:00:00+09:00',
		);
		expect(() => timing('period', start, '2026-01-04T23:00:00+09:00')).toThrow(
			'"End" must not be before "Start"',
		);
	});

	it('of a day with 23 hours end with the day', () => {
		const day = timingOf({
			form: 'allDay',
			start: at('2026-03-08T12:00:00Z'),
			zone: 'America/New_York',
		});
		expect(day).toMatchObject({
			start: { dateTime: '2026-03-08T00:00:00-05:00' },
			end: { dateTime: '2026-03-08T23:59:00-04:00' },
		});
	});
});

const event: ServiceEvent = {
	id: '7',
	eventType: 'REGULAR',
	eventMenu: 'MTG',
	subject: 'Plan',
	notes: 'Bring pens',
	start: time('2026-01-05T10:00:00+09:00'),
	end: time('2026-01-05T11:00:00+09:00'),
	isAllDay: false,
	isStartOnly: false,
	attendees: [
		{ id: '1', code: 'sato', name: 'Sato', type: 'USER' },
		{ id: '1', code: 'sales', name: 'Sales', type: 'ORGANIZATION' },
	] as never,
	facilities: [{ id: '9', code: 'room-a', name: 'Room A' }] as never,
	facilityUsingPurpose: 'Talks',
	companyInfo: { name: 'ACME', phone: '1' },
};

const body = (chosen: object, change: object = {}, of: ServiceEvent = event) =>
	changedBody(of, chosen as never, change, 'Europe/Paris', Date.UTC(2026, 0, 1));

describe('an update', () => {
	it('sends with what was chosen only what the service would take for empty', () => {
		expect(body({ subject: 'Plan B' })).toEqual({
			subject: 'Plan B',
			eventMenu: 'MTG',
			start: event.start,
			end: event.end,
			isAllDay: false,
			isStartOnly: false,
			attendees: [
				{ type: 'USER', id: '1' },
				{ type: 'ORGANIZATION', id: '1' },
			],
			facilities: [{ id: '9' }],
			facilityUsingPurpose: 'Talks',
		});
	});

	it('reads new times in the zone of the workflow, eight hours behind that of the event', () => {
		const changed = body({}, { start: '2026-01-05 09:00', end: '2026-01-05 12:30' });
		expect(changed).toMatchObject({
			start: time('2026-01-05T17:00:00+09:00'),
			end: time('2026-01-05T20:30:00+09:00'),
		});
	});

	it('keeps the zone in which the event was made', () => {
		const shown = { ...event, originalStartTimeZone: 'America/New_York' };
		expect(body({ subject: 'x' }, {}, shown).start).toEqual({
			dateTime: '2026-01-04T20:00:00-05:00',
			timeZone: 'America/New_York',
		});
	});

	it('refuses a start behind the end that stays', () => {
		expect(() => body({}, { start: '2026-01-05 12:00' })).toThrow(
			'"End" must not be before "Start"',
		);
	});

	it('merges company information, and keeps the watchers that a visibility needs', () => {
		const watchers = [{ id: '3', code: 'managers', name: 'Managers', type: 'ROLE' }] as never;
		const changed = body(
			{ companyInfo: { phone: '2' }, visibilityType: 'SET_PRIVATE_WATCHERS' },
			{},
			{ ...event, watchers },
		);
		expect(changed.companyInfo).toEqual({ name: 'ACME', phone: '2' });
		expect(changed.watchers).toEqual([{ type: 'ROLE', id: '3' }]);
	});

	it('makes an event a whole day, and gives one without an end an end', () => {
		expect(body({}, { form: 'allDay' })).toMatchObject({ isAllDay: true });
		const startOnly = { ...event, end: undefined, isStartOnly: true, facilities: [] };
		const ended = body({}, { end: '2026-01-05T10:30:00+09:00' }, startOnly);
		expect(ended.end).toEqual(time('2026-01-05T10:30:00+09:00'));
		expect(ended.isStartOnly).toBe(false);
		expect(body({ subject: 'x' }, {}, startOnly)).toMatchObject({ isStartOnly: true });
	});

	it('keeps a period of days one', () => {
		const period: ServiceEvent = {
			...event,
			eventType: 'ALL_DAY',
			facilities: [],
			start: time('2026-01-05T00:00:00+09:00'),
			end: time('2026-01-07T00:00:00+09:00'),
		};
		expect(body({ subject: 'x' }, {}, period)).toMatchObject({
			start: period.start,
			end: period.end,
		});
		expect(() => body({}, { form: 'timed' }, period)).toThrow("can't be changed to another type");
	});

	it('sends the times of a series from its rule', () => {
		const series = {
			...event,
			eventType: 'REPEATING',
			start: undefined,
			end: undefined,
			repeatInfo: {
				type: 'EVERY_WEEK',
				period: { start: '2026-01-05', end: '2026-03-31' },
				time: { start: '10:00:00', end: '11:00:00' },
				timeZone: zone,
			},
		} as unknown as ServiceEvent;
		expect(body({ subject: 'x' }, {}, series)).toMatchObject({
			start: event.start,
			end: event.end,
		});
		expect(body({}, { start: '2026-02-02 01:30' }, series)).toMatchObject({
			start: time('2026-02-02T09:30:00+09:00'),
			end: time('2026-02-02T11:00:00+09:00'),
		});
	});

	it('refuses an event with several possible dates', () => {
		const open = { ...event, eventType: 'TEMPORARY', start: undefined, end: undefined };
		expect(() => body({ subject: 'x' }, {}, open)).toThrow("Tentative events can't be updated");
	});
});

describe('a list', () => {
	const current = event.attendees ?? [];
	const named = [
		{ type: 'USER' as const, code: 'sato' },
		{ type: 'USER' as const, id: '5' },
	];
	const list = (change: 'replace' | 'add' | 'remove' | 'clear') =>
		changedList(current, named, change, asMember);

	it('is replaced, emptied, lengthened and shortened, everyone once', () => {
		expect(list('replace')).toEqual(named);
		expect(list('clear')).toEqual([]);
		expect(list('add')).toEqual([...current.map(asMember), named[1]]);
		expect(list('remove')).toEqual([{ type: 'ORGANIZATION', id: '1' }]);
	});
});
