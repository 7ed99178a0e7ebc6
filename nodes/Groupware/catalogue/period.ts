import type { ItemView, Parameter } from '../../shared/catalogue';
import { InputError, noValue } from '../../shared/errors';
import { computedAt } from '../../shared/parameterReader';
import { isBlank } from '../../shared/text';
import { endOf, type Frame, momentOf } from '../time/moment';
import { periodChoices, periodOf } from '../time/periods';
import { rfc3339 } from '../time/zone';
import { askedFrom } from '../values/windows';
import { frameOf, workflowTimeZone } from './zone';

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
		hint: "Days and weeks (Monday to Sunday) are those of the workflow's time zone, unless you choose another one under Time Zone",
	};
}

/**
 * The period that was chosen; limits that are left empty are undefined. Throws `InputError` when they
 * are in the wrong order.
 * @param countsDays is told where the zone decides which instants are meant
 */
export function periodLimits(
	item: ItemView,
	frame: Frame,
	countsDays: () => void = () => undefined,
): { from?: number; to?: number } {
	const found = item.read('period');
	if (isBlank(found) && computedAt(item, 'period')) throw noValue('Period');
	const chosen = found ?? CUSTOM;
	if (chosen !== CUSTOM) {
		countsDays();
		return periodOf(chosen, 'Period', frame);
	}
	const limit = (name: string, label: string) => {
		const value = item.read(name, '');
		// Empty text of an expression would lift the limit, of what is then changed or deleted, too.
		if (value === '' && computedAt(item, name)) throw noValue(label);
		const moment = value === '' || value === null ? undefined : momentOf(value, label, frame);
		if (moment?.wholeDay) countsDays();
		return moment;
	};
	const from = limit('from', 'From')?.at;
	const last = limit('to', 'To');
	const to = last && endOf(last, frame.zone);
	if (from !== undefined && to !== undefined && from >= to) {
		throw new InputError(
			`"To" must be later than "From": ${rfc3339(to, frame.zone)} is not after ${rfc3339(from, frame.zone)}`,
			'Change one of them',
		);
	}
	return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
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
	startOf: (item: ItemView) => number | undefined;
}

/** Filters by time for a collection named `filters`; dates may be words such as `-7 days`. */
export function periodFilters({ word, from, to, what, period: name }: Period): PeriodFilters {
	const first = `${word} From`;
	const last = `${word} To`;
	const label = `${word} Period`;
	/** The period by name; undefined if none is chosen. */
	const named = (item: ItemView) => {
		const chosen = item.read(`filters.${name}`);
		if (isBlank(chosen)) {
			if (computedAt(item, `filters.${name}`)) throw noValue(label);
			return undefined;
		}
		for (const [limit, other] of [
			[from.name, first],
			[to.name, last],
		] as const) {
			const entered = item.read(`filters.${limit}`, '');
			if (entered === '' || entered === null) continue;
			throw new InputError(`"${label}" and "${other}" are both set`, 'Remove one of them');
		}
		const frame = frameOf(item, item.read('filters.timeZone', ''));
		return { frame, range: periodOf(chosen, label, frame) };
	};
	const begin = (item: ItemView) => limitOf(item, from.name, first, false);
	const asked = (at: number, zone: string) => rfc3339(askedFrom(at), zone);
	const parameters: Parameter[] = [
		{
			displayName: label,
			name,
			type: 'options',
			default: 'today',
			options: periodChoices('behind'),
			description: `${what} in this period. Days and weeks (Monday to Sunday) are those of the workflow's time zone, unless you add Time Zone.`,
			send: {
				in: 'query',
				key: '',
				as: (_value, item) => {
					const chosen = named(item);
					if (chosen === undefined) return undefined;
					const { frame, range } = chosen;
					return {
						[from.key]: asked(range.from, frame.zone),
						[to.key]: rfc3339(range.to, frame.zone),
					};
				},
			},
		},
		{
			displayName: first,
			name: from.name,
			type: 'string',
			default: '',
			placeholder: DATES,
			description: `${what} at or after this time. Use a date, text such as "-7 days", or an expression.`,
			send: {
				in: 'query',
				key: from.key,
				as: (_value, item) => {
					const earliest = begin(item);
					return earliest && asked(earliest.at, earliest.zone);
				},
			},
		},
		{
			displayName: last,
			name: to.name,
			type: 'string',
			default: '',
			placeholder: DATES,
			description: `${what} before this time. A date without a time includes the whole day.`,
			send: {
				in: 'query',
				key: to.key,
				as: (_value, item) => {
					const earliest = begin(item);
					const latest = limitOf(item, to.name, last, true);
					if (earliest === undefined || latest === undefined || earliest.at < latest.at) {
						return latest?.text;
					}
					throw new InputError(
						`"${last}" must be later than "${first}": ${latest.text} is not after ${earliest.text}`,
						'Change one of them',
					);
				},
			},
		},
		workflowTimeZone,
	];
	return { parameters, startOf: (item) => named(item)?.range.from ?? begin(item)?.at };
}

/** One of the limits; a day without a time is an end with the day in it. Undefined when empty. */
function limitOf(item: ItemView, name: string, label: string, isEnd: boolean) {
	const value = item.read(`filters.${name}`, '');
	if (value === '' || value === null) return undefined;
	const frame = frameOf(item, item.read('filters.timeZone', ''));
	const moment = momentOf(value, label, frame);
	const at = isEnd ? endOf(moment, frame.zone) : moment.at;
	return { at, zone: frame.zone, text: rfc3339(at, frame.zone) };
}
