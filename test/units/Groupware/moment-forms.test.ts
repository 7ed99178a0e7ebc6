import fc from 'fast-check';
import { DateTime } from 'luxon';

import { endOf, momentOf } from '../../../nodes/Groupware/time/moment';
import { rfc3339 } from '../../../nodes/Groupware/time/zone';
import type { InputError } from '../../../nodes/shared/errors';

/** 2024-02-29 14:07:30 in Tokyo, a leap day. */
const frame = { zone: 'Asia/Tokyo', now: Date.UTC(2024, 1, 29, 5, 7, 30) };

const read = (value: unknown, { zone, now } = frame) =>
	rfc3339(momentOf(value, 'Start', { zone, now }).at, zone);

function refusalOf(value: unknown, zone = frame.zone): InputError {
	try {
		momentOf(value, 'Start', { ...frame, zone });
	} catch (error) {
		return error as InputError;
	}
	throw new Error(`Was taken for a date: ${String(value)}`);
}

describe('dates are read', () => {
	it.each([
		['  2026-01-05 10:00 ', '2026-01-05T10:00:00+09:00'],
		['2026-01-05  10:00', '2026-01-05T10:00:00+09:00'],
		['2026-01-05T10:00:00 [Asia/Tokyo]', '2026-01-05T10:00:00+09:00'],
		['2026-01-05T10:00[Europe/Berlin]', '2026-01-05T18:00:00+09:00'],
		['2026-07-05T10:00 [Europe/Berlin]', '2026-07-05T17:00:00+09:00'],
		['2026-01-05T10:00+01:00[Asia/Tokyo]', '2026-01-05T18:00:00+09:00'],
		['2026-01-05 10:00:00 +01:30', '2026-01-05T17:30:00+09:00'],
		['2026-01-05 10:00:00 z', '2026-01-05T19:00:00+09:00'],
		['2026-12-31 23:59:59', '2026-12-31T23:59:59+09:00'],
		['tomorrow 23:59', '2024-03-01T23:59:00+09:00'],
		['tomorrow  9:30', '2024-03-01T09:30:00+09:00'],
		['tomorrow at  9:30', '2024-03-01T09:30:00+09:00'],
		['+7days', '2024-03-07T00:00:00+09:00'],
		['today+2weeks', '2024-03-14T00:00:00+09:00'],
		['+1 year', '2025-02-28T00:00:00+09:00'],
		['today -4 years', '2020-02-29T00:00:00+09:00'],
		['-1 month', '2024-01-29T00:00:00+09:00'],
		['yesterday -30 minutes', '2024-02-27T23:30:00+09:00'],
		['2026年1月5日 10:00', '2026-01-05T10:00:00+09:00'],
		['2026年1月5日10時', '2026-01-05T10:00:00+09:00'],
		['2026年 1月 5日　9時5分', '2026-01-05T09:05:00+09:00'],
		['2026/1/5 10時30分', '2026-01-05T10:30:00+09:00'],
		['２０２６－０１－０５', '2026-01-05T00:00:00+09:00'],
		['２０２６年１月５日　１０：００', '2026-01-05T10:00:00+09:00'],
		['tomorrow 9時', '2024-03-01T09:00:00+09:00'],
		['2026年1月5日(月) 10:00', '2026-01-05T10:00:00+09:00'],
		['2026年1月5日（月曜日）１０時半', '2026-01-05T10:30:00+09:00'],
		['2026/1/5(月)', '2026-01-05T00:00:00+09:00'],
		['2026/01/05 （月） 9:00', '2026-01-05T09:00:00+09:00'],
		['2026年1月5日 午後3時', '2026-01-05T15:00:00+09:00'],
		['2026年1月5日午前0時', '2026-01-05T00:00:00+09:00'],
		['2026/1/5 午後11:59', '2026-01-05T23:59:00+09:00'],
		['今日', '2024-02-29T00:00:00+09:00'],
		['明日10時', '2024-03-01T10:00:00+09:00'],
		['明日の午後1時半', '2024-03-01T13:30:00+09:00'],
		['昨日 10:00', '2024-02-28T10:00:00+09:00'],
	])('from "%s"', (text, expected) => {
		expect(read(text)).toBe(expected);
	});
});

describe('a range of times is no time with an offset', () => {
	it.each(['2031-02-03 14:00-15:00', '2031/2/3 9:00-10:30', '2031-02-03 19:00 -21:00'])(
		'%s',
		(text) =>
			expect(refusalOf(text).message).toMatch(/"Start" (can be read in two ways|has two times)/),
	);

	it('also with full-width signs', () => {
		expect(refusalOf('2031-02-03 10:00－11:00').message).toContain('can be read in two ways');
	});

	it('names both readings where there is such an offset', () => {
		const { message, advice } = refusalOf('2031-02-03 10:00-11:00');
		expect(message).toBe('"Start" can be read in two ways: "2031-02-03 10:00-11:00"');
		expect(advice).toBe(
			'Use 2031-02-03 10:00 as the start and 2031-02-03 11:00 as the end, or, for a time with an offset, 2031-02-03 10:00:00-11:00',
		);
	});

	it.each(['2031-02-03T10:00-15:00', '2031-02-03T10:00+09:99', '2031-02-03T10:00:00+25:00'])(
		'nor is an offset that no place has: %s',
		(text) => expect(refusalOf(text).message).toContain('"Start" is not a valid date'),
	);

	it.each([
		['2031-02-03T10:00-11:00', '2031-02-04T06:00:00+09:00'],
		['2031-02-03 10:00:00-05:00', '2031-02-04T00:00:00+09:00'],
		['2031-02-03 10:00+14:00', '2031-02-03T05:00:00+09:00'],
	])('%s has an offset', (text, expected) => expect(read(text)).toBe(expected));
});

describe('nothing is guessed from', () => {
	it.each([
		'2026-00-10',
		'2026-01-00',
		'2026-01-32 10:00',
		'2026-01-05 10:60',
		'2026-01-05 10:00:60',
		'2026-01-05 24:00',
		'2026-01-05 soon',
		'2026-01-05 about 10:00',
		'2026-01-05T10:00:00 in Tokyo +09:00',
		'2026-01-05T10:00:00+09:00 or later',
		'2026-01-05T10:00[Asia/Tokyo]+09:00',
		'on 2026-01-05',
		'on 2026-01-05 at 10:00',
		'the day after tomorrow',
		'tomorrow 24:00',
		'tomorrow 23:60',
		'+2 hours 10:00',
		'7 days',
		'2026年1月',
		'2026年2月30日',
		'2026年1月5日から',
		'2026年1月5日(火) 10:00',
		'2026/1/5(火)',
		'2026年1月5日 午後12時',
		'2026年1月5日 午前12:00',
		'2026年1月5日 午後15時',
		'2026年1月5日 10時半過ぎ',
		'明日から',
		'明後日',
		'2026年1月5日 25時',
		'2026年1月5日 10:00〜11:00',
		'2026年1月5日 10:00～11:00',
		'2026年1月5日 10時100分',
		'26年1月5日',
	])('"%s", and the person reads what to write instead', (text) => {
		const { name, advice } = refusalOf(text);
		expect(name).toBe('InputError');
		expect(advice).toMatch(/2026-01-05/);
	});
});

it('says what to do about a time that the clocks skip', () => {
	expect(refusalOf('2026-03-08 02:30', 'America/New_York').advice).toMatch(/time/);
});

describe('the end of a stretch', () => {
	it('is the time itself, however the time was given', () => {
		for (const value of [
			new Date(frame.now),
			DateTime.fromMillis(frame.now),
			'2024-02-29T05:07:30Z',
			'2024-02-29 14:07:30',
			'now',
			'now +3 days',
			'+2 hours',
			'today +9 hours',
			'tomorrow 9:30',
		]) {
			const moment = momentOf(value, 'To', frame);
			expect(rfc3339(endOf(moment, frame.zone), frame.zone)).toBe(rfc3339(moment.at, frame.zone));
		}
	});
});

describe('from now on', () => {
	const newYork = 'America/New_York';
	/** 1:30 on the first of November 2026, for the second time. */
	const again = Date.UTC(2026, 10, 1, 6, 30);

	it('now is this instant, also in an hour that comes twice', () => {
		expect(read('now', { zone: newYork, now: again })).toBe('2026-11-01T01:30:00-05:00');
	});

	it('hours and minutes pass as on a stopwatch, days and weeks as on a calendar', () => {
		const before = Date.UTC(2026, 9, 31, 16);
		expect(read('now +24 hours', { zone: newYork, now: before })).toBe('2026-11-01T11:00:00-05:00');
		expect(read('now +1 day', { zone: newYork, now: before })).toBe('2026-11-01T12:00:00-05:00');
	});

	it('agrees with luxon', () => {
		const units = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
		fc.assert(
			fc.property(
				fc.constantFrom(...units),
				fc.integer({ min: -400, max: 400 }),
				fc.integer({ min: 0, max: 2_000_000_000 }),
				(unit, count, seconds) => {
					const now = seconds * 1000;
					const text = `now ${count < 0 ? '-' : '+'} ${Math.abs(count)} ${unit}s`;
					expect(momentOf(text, 'Start', { zone: 'Asia/Tokyo', now }).at).toBe(
						DateTime.fromMillis(now, { zone: 'Asia/Tokyo' })
							.plus({ [unit]: count })
							.toMillis(),
					);
				},
			),
		);
	});
});

it.each(['Europe/Nowhere', 'u-ca=japanese'])('a zone in brackets must exist: %s', (zone) => {
	expect(refusalOf(`2026-01-05T10:00[${zone}]`).message).toBe(`"${zone}" is not a valid time zone`);
	expect(refusalOf('2026-03-29T02:30[Europe/Berlin]').message).toContain(
		"doesn't exist in Europe/Berlin",
	);
});
