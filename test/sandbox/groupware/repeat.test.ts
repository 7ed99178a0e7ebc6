import type { RepeatInfo } from '../../../sandbox/groupware/events/model';
import { occurrencesOf } from '../../../sandbox/groupware/events/repeat';

const series = (changes: Partial<RepeatInfo>) =>
	occurrencesOf({
		type: 'EVERY_DAY',
		period: { start: '2026-01-01', end: '2026-03-31' },
		time: { start: '09:00', end: '10:00' },
		timeZone: 'Asia/Tokyo',
		...{ isAllDay: false, isStartOnly: false, exclusiveDateTimes: [] },
		...changes,
	});
const days = (changes: Partial<RepeatInfo>) => series(changes).map(({ repeatId }) => repeatId);

describe('the occurrences of a series', () => {
	it.each<[Partial<RepeatInfo>, string[]]>([
		[
			{ type: 'EVERY_DAY', period: { start: '2026-01-01', end: '2026-01-02' } },
			['202601010900', '202601020900'],
		],
		[
			{ type: 'EVERY_WEEKDAY', period: { start: '2026-01-02', end: '2026-01-06' } },
			['202601020900', '202601050900', '202601060900'],
		],
		[
			{ type: 'EVERY_WEEK', dayOfWeek: 'SUN', period: { start: '2026-01-01', end: '2026-01-12' } },
			['202601040900', '202601110900'],
		],
		[{ type: 'EVERY_2NDWEEK', dayOfWeek: 'TUE' }, ['202601130900', '202602100900', '202603100900']],
		[
			{ type: 'EVERY_LASTWEEK', dayOfWeek: 'FRI' },
			['202601300900', '202602270900', '202603270900'],
		],
		[{ type: 'EVERY_MONTH', dayOfMonth: '31' }, ['202601310900', '202603310900']],
		[{ type: 'EVERY_MONTH', dayOfMonth: 'EOM' }, ['202601310900', '202602280900', '202603310900']],
	])('of %j', (changes, expected) => expect(days(changes)).toEqual(expected));

	it('leave out what is excluded, be it a day or one begin', () => {
		const period = { start: '2026-01-01', end: '2026-01-03' };
		const day = { start: '2026-01-02T00:00:00+09:00', end: '2026-01-02T23:59:59+09:00' };
		const begin = { start: '2026-01-03T09:00:00+09:00', end: '2026-01-03T09:00:00+09:00' };
		expect(days({ period, exclusiveDateTimes: [day, begin] })).toEqual(['202601010900']);
	});

	it('keep their local time when the clocks change', () => {
		const occurrences = series({
			period: { start: '2026-03-07', end: '2026-03-08' },
			time: { start: '22:00', end: '01:00' },
			timeZone: 'America/New_York',
		});
		expect(occurrences.map(({ start }) => start.toISOString())).toEqual([
			'2026-03-08T03:00:00.000Z',
			'2026-03-09T02:00:00.000Z',
		]);
		expect(occurrences.map(({ start, end }) => +end - +start)).toEqual([3 * 36e5, 3 * 36e5]);
	});
});
