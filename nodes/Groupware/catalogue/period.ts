import type { ItemContext, Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { endOf, type Frame, readDate } from '../../shared/input/date';
import { isBlank } from '../../shared/input/text';
import { valueAt } from '../../shared/parameters';
import { periodChoices, periodOf } from '../time/periods';
import { rfc3339 } from '../time/zone';
import { askedFrom, type Limits } from '../values/eventList';
import { frameOf } from './zone';

const DATES = 'e.g. today, -7 days, 2026-01-05 or 2026-01-05 10:00';

/** Value for a period that is entered as its limits. */
const CUSTOM = 'custom';

/** Shows the limits of a period that is not in the list. */
export const ownLimits: Parameter['displayOptions'] = { show: { period: [CUSTOM] } };

/** The period of a search, by name or by its limits `from` and `to`. */
export function period(lie: 'ahead' | 'anywhere', description: string): Parameter {
	return {
		displayName: 'Period',
		name: 'period',
		type: 'options',
		default: CUSTOM,
		options: [
			{ name: 'Custom', value: CUSTOM, description: 'From and to a date' },
			...periodChoices(lie),
		],
		description,
		hint: "Weeks begin on Monday. Days are those of the workflow's time zone, or of the one you choose",
	};
}

/**
 * The period that was chosen, in milliseconds since 1970; limits that are left empty are undefined.
 * Throws `InputError` when they are in the wrong order.
 * @param countsDays is told where the zone decides which instants are meant
 */
export function periodLimits(
	item: ItemContext,
	frame: Frame,
	countsDays: () => void = () => undefined,
): Limits {
	const chosen = valueAt(item, 'period');
	if (chosen === CUSTOM) return enteredLimits(item, frame, ENTERED, countsDays);
	countsDays();
	return periodOf(chosen, frame);
}

/** Where the limits of a period are entered, and their labels. */
type Entered = Record<'from' | 'to', { path: string; label: string }>;

const ENTERED = { from: { path: 'from', label: 'From' }, to: { path: 'to', label: 'To' } };

function enteredLimits(
	item: ItemContext,
	frame: Frame,
	{ from, to }: Entered,
	countsDays?: () => void,
): Limits {
	const limit = ({ path, label }: Entered['from']) => {
		const value = item.read(path);
		const date = isBlank(value) ? undefined : readDate(value, label, frame);
		if (date?.kind === 'day') countsDays?.();
		return date;
	};
	const first = limit(from)?.at.toMillis();
	const last = limit(to);
	const end = last && endOf(last).toMillis();
	if (first !== undefined && end !== undefined && first >= end) {
		throw new InputError(
			`"${to.label}" must be later than "${from.label}": ${rfc3339(end, frame.zone)} is not after ${rfc3339(first, frame.zone)}`,
			'Change one of them',
		);
	}
	return { ...(first !== undefined && { from: first }), ...(end !== undefined && { to: end }) };
}

/** The two limits of a filter by time, and the zone of dates that are written without one. */
interface Period {
	/** As in `Updated` From, `Updated` To. */
	word: string;
	/** Names of the parameters, and the keys of the query. */
	from: { name: string; key: string };
	to: { name: string; key: string };
	/** As in `Return messages last updated`. */
	what: string;
	/** Name of the parameter for periods by name. */
	period: string;
}

/** Filters by time, and their start for an item, in milliseconds since 1970. */
interface PeriodFilters {
	parameters: Parameter[];
	/** Undefined without a start. */
	startOf: (item: ItemContext) => number | undefined;
}

/** Filters by time for a collection named `filters`; dates may be words such as `-7 days`. */
export function periodFilters({ word, from, to, what, period: name }: Period): PeriodFilters {
	const label = `${word} Period`;
	const entered: Entered = {
		from: { path: `filters.${from.name}`, label: `${word} From` },
		to: { path: `filters.${to.name}`, label: `${word} To` },
	};
	const limits = (item: ItemContext): Limits & { zone: string } => {
		const frame = frameOf(item);
		const chosen = item.read(`filters.${name}`);
		const range = isBlank(chosen) ? {} : periodOf(chosen, frame);
		return { ...range, ...enteredLimits(item, frame, entered), zone: frame.zone };
	};
	const send: Parameter['send'] = {
		in: 'query',
		key: '',
		as: (_value, item) => {
			const { from: first, to: last, zone } = limits(item);
			return {
				...(first !== undefined && { [from.key]: rfc3339(askedFrom(first), zone) }),
				...(last !== undefined && { [to.key]: rfc3339(last, zone) }),
			};
		},
	};
	const limit = { type: 'string', default: '', placeholder: DATES, send } as const;
	const parameters: Parameter[] = [
		{
			displayName: label,
			name,
			type: 'options',
			default: 'today',
			options: periodChoices('behind'),
			description: `${what} in this period. Weeks begin on Monday.`,
			send,
		},
		{
			displayName: entered.from.label,
			name: from.name,
			...limit,
			description: `${what} at or after this time, also as text such as "-7 days"`,
		},
		{
			displayName: entered.to.label,
			name: to.name,
			...limit,
			description: `${what} before this time, or on this day`,
		},
	];
	return { parameters, startOf: (item) => limits(item).from };
}
