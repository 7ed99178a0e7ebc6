import { DateTime } from 'luxon';

import { momentOf } from '../../../nodes/Groupware/time/moment';

/** The calendar day that a value names; an all-day event is on it, whatever the zone. */
function dayOf(value: unknown): string | undefined {
	const { day } = momentOf(value, 'Start', { zone: 'Asia/Tokyo', now: 0 });
	return day && `${day.year}-${day.month}-${day.day}`;
}
const at = (text: string) => DateTime.fromISO(text, { setZone: true });

describe('the day of an instant', () => {
	it.each([
		['2026-01-05T10:00:00+09:00', '2026-1-5'],
		['2026-01-05T00:30:00+09:00', '2026-1-5'],
		['2026-01-05T23:30:00-05:00', '2026-1-5'],
	])('is the one that it shows with its own offset: %s', (text, day) => {
		expect(dayOf(text)).toBe(day);
		expect(dayOf(at(text))).toBe(day);
	});

	it.each([
		['2026-01-05T00:00:00Z', '2026-1-5'],
		['2026-01-05T00:00:59Z', '2026-1-5'],
		['2026-01-05T23:59:00Z', '2026-1-5'],
	])('is the one in UTC where a day begins or ends there: %s', (text, day) => {
		expect([dayOf(text), dayOf(new Date(text)), dayOf(at(text))]).toEqual([day, day, day]);
	});

	it.each([
		'2026-01-05T10:00:00Z',
		'2026-01-05T00:01:00Z',
		'2026-01-05T01:00:00Z',
		'2026-01-05T23:58:00Z',
		'2026-01-05T22:59:00Z',
	])('is not known by UTC otherwise, which is mostly a converted time: %s', (text) => {
		expect([dayOf(text), dayOf(new Date(text)), dayOf(at(text))]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	});

	it('is known in a zone that is an hour of UTC by chance', () => {
		expect(dayOf(DateTime.fromISO('2026-01-05T10:00:00', { zone: 'Europe/London' }))).toBe(
			'2026-1-5',
		);
		expect(dayOf(at('2026-01-05T10:00:00Z').toUTC())).toBeUndefined();
	});

	it('is that of a date like n8n’s without a zone in UTC', () => {
		const plain = (text: string) => ({ toMillis: () => Date.parse(text) });
		expect(dayOf(plain('2026-01-05T00:00:00Z'))).toBe('2026-1-5');
		expect(dayOf(plain('2026-01-05T10:00:00Z'))).toBeUndefined();
		expect(() => dayOf({ toMillis: () => NaN })).toThrow('is not a valid date');
	});
});

it('a text with another before its date or time is no date', () => {
	for (const text of ['on 2026-01-05', '2026-01-05 at T10:00', '2026-01-05x10:00']) {
		expect(() => dayOf(text)).toThrow('is not a valid date');
	}
});
