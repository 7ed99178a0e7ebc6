import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import {
	asUtc,
	type Frame,
	plusDays,
	plusMonths,
	startOfDay,
	type WallTime,
	wallTimeAt,
} from './zone';

/** Milliseconds since 1970, without `to` itself. */
interface Period {
	from: number;
	to: number;
}

/** A time that people name in one word: its first day, and the day after its last. */
type Days = (today: WallTime) => [first: WallTime, after: WallTime];

const days =
	(from: number, to: number): Days =>
	(today) => [plusDays(today, from), plusDays(today, to)];

/** Weeks start on Monday. */
const weeks =
	(from: number): Days =>
	(today) => {
		const monday = plusDays(today, -((weekdayOf(today) + 6) % 7) + from * 7);
		return [monday, plusDays(monday, 7)];
	};

const months =
	(from: number): Days =>
	(today) => {
		const first = plusMonths({ ...today, day: 1 }, from);
		return [first, plusMonths(first, 1)];
	};

const KNOWN = new Map<string, { name: string; days: Days }>([
	['last30Days', { name: 'Last 30 Days', days: days(-29, 1) }],
	['last7Days', { name: 'Last 7 Days', days: days(-6, 1) }],
	['lastMonth', { name: 'Last Month', days: months(-1) }],
	['lastWeek', { name: 'Last Week', days: weeks(-1) }],
	['next30Days', { name: 'Next 30 Days', days: days(0, 30) }],
	['next7Days', { name: 'Next 7 Days', days: days(0, 7) }],
	['nextMonth', { name: 'Next Month', days: months(1) }],
	['nextWeek', { name: 'Next Week', days: weeks(1) }],
	['thisMonth', { name: 'This Month', days: months(0) }],
	['thisWeek', { name: 'This Week', days: weeks(0) }],
	['today', { name: 'Today', days: days(0, 1) }],
	['tomorrow', { name: 'Tomorrow', days: days(1, 2) }],
	['yesterday', { name: 'Yesterday', days: days(-1, 0) }],
]);

/** The periods as choices of a list, without those that can't be meant there. */
export function periodChoices(lie: 'ahead' | 'behind' | 'anywhere') {
	const isPast = (value: string) => /^(?:last|yester)/.test(value);
	const isFuture = (value: string) => /^(?:next|tomor)/.test(value);
	return [...KNOWN]
		.filter(([value]) => !(lie === 'ahead' ? isPast : lie === 'behind' ? isFuture : none)(value))
		.map(([value, { name }]) => ({ name, value }));
}

const none = () => false;

/** 0 (Sunday) to 6. */
export function weekdayOf(wall: WallTime): number {
	return new Date(asUtc(wall)).getUTCDay();
}

/** The period by the calendar of the zone. Throws `InputError` for one that there is none of. */
export function periodOf(value: unknown, label: string, { zone, now }: Frame): Period {
	const known = typeof value === 'string' ? KNOWN.get(value) : undefined;
	if (known === undefined) {
		throw new InputError(
			`${quoteShort(value)} is not a valid value for "${label}"`,
			`Use ${[...KNOWN.keys()].join(', ')}, or custom with "From" and "To"`,
		);
	}
	const [first, after] = known.days(wallTimeAt(now, zone));
	return { from: startOfDay(first, zone), to: startOfDay(after, zone) };
}

/** The days of a period that somebody wrote as a date (`this week`); undefined for other text. */
export function periodInWords(text: string, frame: Frame): Period | undefined {
	const value = text.toLowerCase().replace(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase());
	return /^(?:this|next|last)/.test(value) && KNOWN.has(value)
		? periodOf(value, '', frame)
		: undefined;
}
