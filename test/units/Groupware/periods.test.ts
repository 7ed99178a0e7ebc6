import { momentOf } from '../../../nodes/Groupware/time/moment';
import { periodChoices, periodOf } from '../../../nodes/Groupware/time/periods';
import { rfc3339 } from '../../../nodes/Groupware/time/zone';

/** Monday, 23 November 2026, 09:30 in Tokyo; still Sunday in New York. */
const now = Date.parse('2026-11-23T09:30:00+09:00');
const tokyo = { zone: 'Asia/Tokyo', now };
const newYork = { zone: 'America/New_York', now };

const daysOf = (period: string, frame = tokyo) => {
	const { from, to } = periodOf(period, 'Period', frame);
	return [from, to].map((at) => rfc3339(at, frame.zone));
};
const midnight = (day: string) => `${day}T00:00:00+09:00`;

describe('a period', () => {
	it.each([
		['today', '2026-11-23', '2026-11-24'],
		['tomorrow', '2026-11-24', '2026-11-25'],
		['yesterday', '2026-11-22', '2026-11-23'],
		['thisWeek', '2026-11-23', '2026-11-30'],
		['nextWeek', '2026-11-30', '2026-12-07'],
		['lastWeek', '2026-11-16', '2026-11-23'],
		['next7Days', '2026-11-23', '2026-11-30'],
		['next30Days', '2026-11-23', '2026-12-23'],
		['last7Days', '2026-11-17', '2026-11-24'],
		['last30Days', '2026-10-25', '2026-11-24'],
		['thisMonth', '2026-11-01', '2026-12-01'],
		['nextMonth', '2026-12-01', '2027-01-01'],
		['lastMonth', '2026-10-01', '2026-11-01'],
	])('%s is from %s until before %s', (period, from, to) => {
		expect(daysOf(period)).toEqual([midnight(from), midnight(to)]);
	});

	it('follows the calendar of the zone: on Sunday the week has another day to go', () => {
		expect(daysOf('thisWeek', newYork)).toEqual([
			'2026-11-16T00:00:00-05:00',
			'2026-11-23T00:00:00-05:00',
		]);
		expect(daysOf('today', newYork)[0]).toBe('2026-11-22T00:00:00-05:00');
	});

	it('has whole days where the clocks change', () => {
		const frame = { zone: 'Europe/Berlin', now: Date.parse('2026-10-24T12:00:00+02:00') };
		expect(daysOf('thisMonth', frame)).toEqual([
			'2026-10-01T00:00:00+02:00',
			'2026-11-01T00:00:00+01:00',
		]);
	});

	it('of the last day of January is next month all of February', () => {
		const frame = { zone: 'Asia/Tokyo', now: Date.parse('2026-01-31T12:00:00+09:00') };
		expect(daysOf('nextMonth', frame)).toEqual([midnight('2026-02-01'), midnight('2026-03-01')]);
	});

	it('that there is none of is refused', () => {
		for (const none of ['week', '', null, 'constructor']) {
			expect(() => periodOf(none, 'Period', tokyo)).toThrow('is not a valid value for "Period"');
		}
	});

	it('is offered where it can lie', () => {
		const values = (lie: 'ahead' | 'behind') => periodChoices(lie).map(({ value }) => value);
		expect(values('ahead')).not.toContain('lastWeek');
		expect(values('behind')).not.toContain('tomorrow');
		expect(values('behind')).toContain('yesterday');
	});
});

const day = (text: string, frame = tokyo) => rfc3339(momentOf(text, 'From', frame).at, frame.zone);
const problem = (text: string, frame = tokyo) => {
	try {
		momentOf(text, 'From', frame);
	} catch (error) {
		const { message, advice } = error as { message: string; advice: string };
		return `${message}. ${advice}`;
	}
	return 'accepted';
};

describe('a date', () => {
	it.each([
		['30.11.2026', midnight('2026-11-30')],
		['30/11/2026', midnight('2026-11-30')],
		['11/30/2026', midnight('2026-11-30')],
		['5.5.2026', midnight('2026-05-05')],
		['30.11.2026 14:05', '2026-11-30T14:05:00+09:00'],
		['tuesday', midnight('2026-11-24')],
		['Sunday', midnight('2026-11-29')],
		['on friday at 9:00', '2026-11-27T09:00:00+09:00'],
		['Friday 18:30', '2026-11-27T18:30:00+09:00'],
	])('%s is %s', (text, expected) => expect(day(text)).toBe(expected));

	it('is a day of the zone: Monday is tomorrow in New York', () => {
		expect(day('monday', newYork)).toBe('2026-11-23T00:00:00-05:00');
	});

	it.each([
		['05.03.2026', 'Use 2026-03-05 or 2026-05-03'],
		['5/3/2026 10:00', 'Use 2026-03-05 10:00 or 2026-05-03 10:00'],
		['monday', 'Use 2026-11-23 or 2026-11-30'],
		['next monday', 'Use 2026-11-30 or 2026-12-07'],
		['next friday', 'Use 2026-11-27 or 2026-12-04'],
		['last friday 9:00', 'Use 2026-11-13 09:00 or 2026-11-20 09:00'],
	])('%s is refused with both dates it may be', (text, advice) => {
		expect(problem(text)).toBe(`"From" can be read in two ways: "${text}". ${advice}`);
	});

	it.each([
		['this week', '2026-11-23', '2026-11-29'],
		['Next Month', '2026-12-01', '2026-12-31'],
		['last 7 days', '2026-11-17', '2026-11-23'],
	])('%s is refused with its first and last day', (text, first, last) => {
		expect(problem(text)).toBe(
			`"From" is a period, not a date: "${text}". Use a date, e.g. ${first} for its first day, or ${last} for its last. Lists of events have this choice under "Period"`,
		);
	});

	it.each(['31.11.2026', '13/13/2026', 'someday', 'monday 25:00', '30.11.26'])(
		'%s is none',
		(text) =>
			expect(problem(text)).toMatch(/^"From" (?:is not a valid date|has a (?:date|time) that)/),
	);
});
