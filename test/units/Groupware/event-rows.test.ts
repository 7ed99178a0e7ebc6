import {
	eventRow,
	inZone,
	outputZoneOf,
	repeats,
	type ServiceEvent,
} from '../../../nodes/Groupware/values/event';
import { textOf } from '../../../nodes/shared/text';
import { eventTypeOf } from '../../../nodes/Groupware/values/timing';
import { itemWith } from '../../support/item';

const tokyo = (dateTime: string) => ({ dateTime, timeZone: 'Asia/Tokyo' });
const event = {
	id: '7',
	subject: 'Plan',
	notes: 'Bring pens',
	eventMenu: 'MTG',
	eventType: 'REGULAR',
	isAllDay: false,
	isStartOnly: false,
	start: tokyo('2026-01-05T10:00:00+09:00'),
	end: tokyo('2026-01-05T11:00:00+09:00'),
	attendees: [{ id: '1', code: 'sato', name: 'Sato' }, { id: '2', code: 'ito' }, { id: '3' }, {}],
	facilities: [{ id: '9', name: 'Room A' }],
	creator: { id: '1', name: 'Sato' },
	visibilityType: 'PUBLIC',
	repeatId: '12',
	createdAt: '2026-01-01T00:00:00Z',
	updatedAt: '2026-01-02T00:00:00Z',
	attachments: [{ id: '4' }],
} as unknown as ServiceEvent;

const row = (values: object, chosen?: string[], of: object = event) =>
	eventRow(of, itemWith({ ...values }), chosen).json;
const simple = (chosen?: string[], of?: object) => row({ simplify: true }, chosen, of);

const urlOf = (id: string) => `https://example.cybozu.com/schedule/view.csp?event=${id}`;

describe('an event', () => {
	it('comes out as the service gives it', () => {
		expect(row({})).toEqual(event);
	});

	it('comes out with the fields that were chosen, as far as it has them', () => {
		expect(row({}, ['subject', 'start', 'watchers'])).toEqual({
			subject: 'Plan',
			start: event.start,
		});
	});

	it('comes out without nesting where that is wanted: people by their names, else codes', () => {
		expect(simple()).toEqual({
			id: '7',
			subject: 'Plan',
			start: '2026-01-05T10:00:00+09:00',
			end: '2026-01-05T11:00:00+09:00',
			timeZone: 'Asia/Tokyo',
			attendees: ['Sato', 'ito', '3', ''],
			facilities: ['Room A'],
			notes: 'Bring pens',
			eventMenu: 'MTG',
			eventType: 'REGULAR',
			isAllDay: false,
			isStartOnly: false,
			repeatId: '12',
			visibilityType: 'PUBLIC',
			creator: 'Sato',
			createdAt: '2026-01-01T00:00:00Z',
			updatedAt: '2026-01-02T00:00:00Z',
			url: urlOf('7'),
		});
	});

	it('comes out without what it does not have, and with nobody where its creator is gone', () => {
		expect(simple(undefined, { id: '8', eventType: 'REGULAR' })).toEqual({
			id: '8',
			eventType: 'REGULAR',
			url: urlOf('8'),
		});
		expect(simple(['creator'], { id: '8', creator: null })).toEqual({ creator: null });
		expect(simple(['creator'], { id: '8', creator: { id: '1' } })).toEqual({ creator: null });
	});

	it('comes out with the rule of a series, and the dates of a tentative event', () => {
		const repeatInfo = { type: 'EVERY_DAY' };
		expect(simple(undefined, { id: '8', repeatInfo })).toEqual({
			id: '8',
			repeatInfo,
			url: urlOf('8'),
		});
		const temporaryEventCandidates = [{ start: tokyo('2026-01-05T10:00:00+09:00') }];
		expect(simple(undefined, { id: '8', temporaryEventCandidates })).toEqual({
			id: '8',
			temporaryEventCandidates,
			url: urlOf('8'),
		});
		for (const none of [[], null]) {
			expect(simple(undefined, { id: '8', temporaryEventCandidates: none })).toEqual({
				id: '8',
				url: urlOf('8'),
			});
		}
	});

	it('comes out with the chosen fields, simplified where they can be, a start with its zone', () => {
		expect(simple(['subject', 'attachments', 'attendees'])).toEqual({
			subject: 'Plan',
			attachments: [{ id: '4' }],
			attendees: ['Sato', 'ito', '3', ''],
		});
		expect(simple(['start'])).toEqual({
			start: '2026-01-05T10:00:00+09:00',
			timeZone: 'Asia/Tokyo',
		});
		expect(simple(['end'])).toEqual({ end: '2026-01-05T11:00:00+09:00' });
	});

	it('comes out with its times in the zone that is wanted', () => {
		const zoned = (outputTimeZone: string) => row({ options: { outputTimeZone } });
		expect(zoned('Europe/Paris')).toEqual({
			...event,
			start: { dateTime: '2026-01-05T02:00:00+01:00', timeZone: 'Europe/Paris' },
			end: { dateTime: '2026-01-05T03:00:00+01:00', timeZone: 'Europe/Paris' },
			createdAt: '2026-01-01T01:00:00+01:00',
			updatedAt: '2026-01-02T01:00:00+01:00',
		});
		expect(zoned('')).toEqual(event);
	});

	it('has the dates of a tentative event in that zone, too', () => {
		const date = (hour: number, timeZone: string, offset: string) => ({
			dateTime: `2026-12-02T${hour}:30:00${offset}`,
			timeZone,
		});
		const temporary = (start: object, end: object) => ({
			id: '7',
			eventType: 'TEMPORARY',
			start,
			temporaryEventCandidates: [{ start, end, facility: null }],
		});
		const told = temporary(date(17, 'Asia/Tokyo', '+09:00'), date(19, 'Asia/Tokyo', '+09:00'));
		const wanted = temporary(
			date(10, 'Africa/Cairo', '+02:00'),
			date(12, 'Africa/Cairo', '+02:00'),
		);
		expect(inZone(told as never, 'Africa/Cairo')).toEqual(wanted);
	});

	it('has no time of creation where the service gives none', () => {
		const { createdAt: _, ...rest } = event;
		expect(row({ options: { outputTimeZone: 'UTC' } }, undefined, rest)).not.toHaveProperty(
			'createdAt',
		);
	});
});

it('the zone of the output is the one that is chosen, the workflow’s by its own word', () => {
	const zone = (outputTimeZone?: unknown) =>
		outputZoneOf(itemWith({ options: { outputTimeZone } }, { timeZone: 'America/New_York' }));
	expect(zone('workflow')).toBe('America/New_York');
	expect(zone('Europe/Paris')).toBe('Europe/Paris');
	for (const none of ['', null, undefined]) expect(zone(none)).toBeUndefined();
	expect(() => zone('Mars/Base')).toThrow('"Mars/Base" is not a valid time zone');
});

it('an event repeats by its type or by its rule', () => {
	const of = (more: object) => repeats({ id: '1', ...more } as ServiceEvent);
	expect(of({ eventType: 'REPEATING' })).toBe(true);
	expect(of({ eventType: 'REGULAR', repeatInfo: {} })).toBe(true);
	expect(of({ eventType: 'REGULAR' })).toBe(false);
	expect(['period', 'allDay'].map((form) => eventTypeOf(form as never))).toEqual([
		'ALL_DAY',
		'REGULAR',
	]);
	expect(repeats({ ...event, repeatInfo: null } as never)).toBe(false);
});

describe('a text', () => {
	it.each([
		['a', 'a'],
		[7, '7'],
		[null, ''],
		[undefined, ''],
		[['a', 'b'], 'a,b'],
		['[object Object]', '[object Object]'],
	])('is taken from %p', (value, expected) => expect(textOf(value, 'Notes')).toBe(expected));

	it('is not taken from an object, whose words nobody wants', () => {
		for (const value of [{ a: 1 }, ['a', { b: 1 }], new Date(NaN)]) {
			expect(() => textOf(value, 'Notes')).toThrow('"Notes" is an object, not text');
		}
	});
});
