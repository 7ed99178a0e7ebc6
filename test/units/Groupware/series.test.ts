import type { RepeatInfo } from '../../../nodes/Groupware/values/event';
import { endAfter, firstOccurrence, spanOf } from '../../../nodes/Groupware/values/series';
import { rfc3339 } from '../../../nodes/Groupware/time/zone';

const series = (more: Partial<RepeatInfo> = {}): RepeatInfo => ({
	type: 'EVERY_DAY',
	// A Thursday.
	period: { start: '2026-01-01', end: '2026-12-31' },
	time: { start: '10:00:00', end: '11:30:00' },
	timeZone: 'Asia/Tokyo',
	...more,
});

/** Start and end of the first occurrence, by the clock of the series. */
function first(more: Partial<RepeatInfo> = {}): string {
	const info = series(more);
	const found = firstOccurrence(info);
	if (found === undefined) return 'none';
	const zone = info.timeZone ?? 'UTC';
	const [start, end] = [found.start, found.end].map((at) => at && rfc3339(at, zone).slice(0, 16));
	return end ? `${start} ${end}` : String(start);
}

describe('the first occurrence of a series', () => {
	it.each<[Partial<RepeatInfo>, string]>([
		[{}, '2026-01-01'],
		[{ type: 'EVERY_WEEKDAY' }, '2026-01-01'],
		[{ type: 'EVERY_WEEKDAY', period: { start: '2026-01-03' } }, '2026-01-05'],
		[{ type: 'EVERY_WEEKDAY', period: { start: '2026-01-04' } }, '2026-01-05'],
		[{ type: 'EVERY_WEEKDAY', period: { start: '2026-01-02' } }, '2026-01-02'],
		...(['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const).map(
			(dayOfWeek, at): [Partial<RepeatInfo>, string] => [
				{ type: 'EVERY_WEEK', dayOfWeek },
				`2026-01-0${at < 4 ? at + 4 : at - 3}`,
			],
		),
		[{ type: 'EVERY_WEEK' }, '2026-01-01'],
		[{ type: 'EVERY_1STWEEK', dayOfWeek: 'WED' }, '2026-01-07'],
		[{ type: 'EVERY_2NDWEEK', dayOfWeek: 'WED' }, '2026-01-14'],
		[{ type: 'EVERY_2NDWEEK', dayOfWeek: 'THU' }, '2026-01-08'],
		[{ type: 'EVERY_3RDWEEK', dayOfWeek: 'WED' }, '2026-01-21'],
		[{ type: 'EVERY_4THWEEK', dayOfWeek: 'WED' }, '2026-01-28'],
		[{ type: 'EVERY_LASTWEEK', dayOfWeek: 'SAT' }, '2026-01-31'],
		[{ type: 'EVERY_LASTWEEK', dayOfWeek: 'SUN' }, '2026-01-25'],
		[{ type: 'EVERY_LASTWEEK' }, '2026-01-25'],
		[{ type: 'EVERY_MONTH', dayOfMonth: '15' }, '2026-01-15'],
		[{ type: 'EVERY_MONTH', dayOfMonth: 'EOM' }, '2026-01-31'],
		[{ type: 'EVERY_MONTH', dayOfMonth: 'EOM', period: { start: '2026-02-01' } }, '2026-02-28'],
		[{ type: 'EVERY_MONTH', dayOfMonth: '31', period: { start: '2026-02-01' } }, '2026-03-31'],
		[{ type: 'EVERY_MONTH' }, '2026-01-01'],
		[{ type: 'EVERY_YEAR', dayOfWeek: 'MON' }, '2026-01-01'],
		[{ type: undefined as never }, '2026-01-01'],
	])('of %j is on %s', (rule, day) => {
		expect(first(rule)).toBe(`${day}T10:00 ${day}T11:30`);
	});

	it('is none before the series starts or after it ends', () => {
		const rule = { type: 'EVERY_WEEK', dayOfWeek: 'WED' };
		const until = (end: string) => first({ ...rule, period: { start: '2026-01-01', end } });
		expect(until('2026-01-06')).toBe('none');
		expect(until('2026-01-07')).toBe('2026-01-07T10:00 2026-01-07T11:30');
	});

	it.each([
		undefined,
		{},
		{ start: '' },
		{ start: 'from 2026-01-01' },
		{ start: '0000-01-01' },
		{ start: '2026-00-01' },
		{ start: '2026-01-00' },
	])('is unknown where nobody can tell when the series starts: %j', (period) => {
		expect(first({ period: period as never })).toBe('none');
		expect(spanOf(series({ period: period as never }))).toEqual([]);
	});

	it('is unknown where the series tells no time', () => {
		expect(first({ time: undefined as never })).toBe('none');
		expect(first({ time: { start: 'at 10:00' } })).toBe('none');
	});

	it('has a whole day where the series does, also one of 23 hours', () => {
		expect(first({ isAllDay: true, time: undefined as never })).toBe(
			'2026-01-01T00:00 2026-01-01T23:59',
		);
		const period = { start: '2026-03-08' };
		const short = series({ isAllDay: true, period, timeZone: 'America/New_York' });
		const { start = 0, end = 0 } = firstOccurrence(short) ?? {};
		expect(end - start).toBe(23 * 3_600_000 - 1);
	});

	it('has no end where the series has only a start', () => {
		expect(first({ isStartOnly: true })).toBe('2026-01-01T10:00');
		expect(first({ time: { start: '10:00' } })).toBe('2026-01-01T10:00');
	});

	it('is read by the clock of the series, UTC where it names none', () => {
		expect(firstOccurrence(series())?.start).toBe(Date.parse('2026-01-01T01:00:00Z'));
		expect(firstOccurrence(series({ timeZone: undefined as never }))?.start).toBe(
			Date.parse('2026-01-01T10:00:00Z'),
		);
	});

	it('is as late in the day as its clock time where the clocks skip that', () => {
		const skipped = series({
			period: { start: '2026-03-08' },
			time: { start: '02:30', end: '04:00' },
			timeZone: 'America/New_York',
		});
		expect(firstOccurrence(skipped)?.start).toBe(Date.parse('2026-03-08T03:30:00-04:00'));
	});
});

describe('an occurrence that was taken out of its series', () => {
	const without = (...exclusiveDateTimes: Array<{ start?: string; end?: string }>) =>
		first({ exclusiveDateTimes });
	const next = '2026-01-02T10:00 2026-01-02T11:30';

	it.each([
		['as it was', '2026-01-01T10:00:00+09:00', '2026-01-01T11:30:00+09:00'],
		['as its day', '2026-01-01T00:00:00+09:00', '2026-01-02T00:00:00+09:00'],
		['by its start alone', '2026-01-01T10:00:00+09:00', undefined],
		['in part', '2026-01-01T11:29:00+09:00', '2026-01-01T12:00:00+09:00'],
		['in part, at its start', '2026-01-01T09:00:00+09:00', '2026-01-01T10:01:00+09:00'],
	])('%s is not the first', (_, start, end) => {
		expect(without({ start, ...(end && { end }) })).toBe(next);
	});

	it.each([
		['before it', '2026-01-01T09:00:00+09:00', '2026-01-01T10:00:00+09:00'],
		['after it', '2026-01-01T11:30:00+09:00', '2026-01-01T12:00:00+09:00'],
	])('is another one %s', (_, start, end) => {
		expect(without({ start, end }, {})).toBe('2026-01-01T10:00 2026-01-01T11:30');
	});

	it('is one of several', () => {
		const taken = ['2026-01-01', '2026-01-02'].map((day) => ({ start: `${day}T10:00:00+09:00` }));
		expect(without(...taken)).toBe('2026-01-03T10:00 2026-01-03T11:30');
	});
});

describe('the end of an occurrence', () => {
	const end = (start: string, time: RepeatInfo['time']) => {
		const at = endAfter(series({ time: time as never }), Date.parse(start));
		return at === undefined ? undefined : rfc3339(at, 'Asia/Tokyo').slice(0, 16);
	};

	it('is at the time of the series on its day', () => {
		expect(end('2026-02-02T09:30:00+09:00', { start: '10:00', end: '11:05' })).toBe(
			'2026-02-02T11:05',
		);
		expect(end('2026-02-02T11:05:00+09:00', { start: '11:05', end: '11:05' })).toBe(
			'2026-02-02T11:05',
		);
	});

	it('is on the next day where the series goes over midnight, unless it starts after it', () => {
		const night = { start: '22:00', end: '06:00' };
		expect(end('2026-02-02T22:00:00+09:00', night)).toBe('2026-02-03T06:00');
		expect(end('2026-02-02T01:00:00+09:00', night)).toBe('2026-02-02T06:00');
		expect(end('2026-02-02T06:00:00+09:00', night)).toBe('2026-02-02T06:00');
	});

	it('stays before the start where the series does not go over midnight: that is refused later', () => {
		expect(end('2026-02-02T12:00:00+09:00', { start: '10:00', end: '11:00' })).toBe(
			'2026-02-02T11:00',
		);
	});

	it('is unknown where the series tells none', () => {
		expect(end('2026-02-02T12:00:00+09:00', { start: '10:00' })).toBeUndefined();
		expect(end('2026-02-02T12:00:00+09:00', undefined)).toBeUndefined();
	});
});

it('a series spans each of its days, from the first to the last', () => {
	const span = spanOf(series({ period: { start: '2026-01-30', end: '2026-02-01' } }));
	expect(span.map((at) => rfc3339(at, 'Asia/Tokyo'))).toEqual([
		'2026-01-30T00:00:00+09:00',
		'2026-01-31T00:00:00+09:00',
		'2026-02-01T00:00:00+09:00',
	]);
	// One without an end is looked at for twenty years.
	expect(spanOf(series({ period: { start: '2026-01-01' } }))).toHaveLength(20 * 366);
});
