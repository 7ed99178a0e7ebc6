import { DateTime, type DateTimeUnit } from 'luxon';

import { InputError } from '../../shared/errors';
import type { Frame } from '../../shared/input/date';
import { quoteShort } from '../../shared/messages';

/** Milliseconds since 1970, without `to` itself. */
export interface Range {
	from: number;
	to: number;
}

/** A time that people name in one word: its first day, and the day after its last. */
type Days = (today: DateTime) => [first: DateTime, after: DateTime];

const days =
	(from: number, to: number): Days =>
	(today) => [today.plus({ days: from }), today.plus({ days: to })];

/** Weeks start on Monday. */
const whole =
	(unit: DateTimeUnit, from: number): Days =>
	(today) => {
		const first = today.startOf(unit).plus({ [unit]: from });
		return [first, first.plus({ [unit]: 1 })];
	};

const PERIODS: Record<string, { name: string; days: Days }> = {
	last30Days: { name: 'Last 30 Days', days: days(-29, 1) },
	last7Days: { name: 'Last 7 Days', days: days(-6, 1) },
	lastMonth: { name: 'Last Month', days: whole('month', -1) },
	lastWeek: { name: 'Last Week', days: whole('week', -1) },
	next30Days: { name: 'Next 30 Days', days: days(0, 30) },
	next7Days: { name: 'Next 7 Days', days: days(0, 7) },
	nextMonth: { name: 'Next Month', days: whole('month', 1) },
	nextWeek: { name: 'Next Week', days: whole('week', 1) },
	thisMonth: { name: 'This Month', days: whole('month', 0) },
	thisWeek: { name: 'This Week', days: whole('week', 0) },
	today: { name: 'Today', days: days(0, 1) },
	tomorrow: { name: 'Tomorrow', days: days(1, 2) },
	yesterday: { name: 'Yesterday', days: days(-1, 0) },
};

/** The periods as choices of a list, without those that can't be meant there. */
export function periodChoices(lie: 'ahead' | 'behind' | 'anywhere') {
	const other = { ahead: /^(?:last|yester)/, behind: /^(?:next|tomor)/, anywhere: /^$/ }[lie];
	return Object.entries(PERIODS)
		.filter(([value]) => !other.test(value))
		.map(([value, { name }]) => ({ name, value }));
}

/** The period by the calendar of the zone. Throws `InputError` for one that there is none of. */
export function periodOf(value: unknown, label: string, { zone, now = Date.now() }: Frame): Range {
	const known = Object.entries(PERIODS).find(([name]) => name === value)?.[1];
	if (known === undefined) {
		throw new InputError(
			`${quoteShort(value)} is not a valid value for "${label}"`,
			`Use ${Object.keys(PERIODS).join(', ')}, or custom with "From" and "To"`,
		);
	}
	const [from, to] = known.days(DateTime.fromMillis(now, { zone }).startOf('day'));
	return { from: from.startOf('day').toMillis(), to: to.startOf('day').toMillis() };
}
