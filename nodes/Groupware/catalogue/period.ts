import type { ItemView, Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { endOf, momentOf } from '../time/moment';
import { rfc3339 } from '../time/zone';
import { frameOf, workflowTimeZone } from './zone';

const DATES = 'e.g. today, -7 days, 2026-01-05 or 2026-01-05 10:00';

/** The two limits of a filter by time, and the zone of dates that are written without one. */
interface Period {
	/** As in `Updated` From, `Updated` To. */
	word: string;
	/** Names of the parameters, and the keys of the query. */
	from: { name: string; key: string };
	to: { name: string; key: string };
	/** As in `Return messages last updated`. */
	what: string;
}

/** Filters by time for a collection named `filters`; dates may be words such as `-7 days`. */
export function periodFilters({ word, from, to, what }: Period): Parameter[] {
	const first = `${word} From`;
	const last = `${word} To`;
	const begin = (item: ItemView) => limitOf(item, from.name, first, false);
	return [
		{
			displayName: first,
			name: from.name,
			type: 'string',
			default: '',
			placeholder: DATES,
			description: `${what} at or after this time. Use a date, text such as "-7 days", or an expression.`,
			send: { in: 'query', key: from.key, as: (_value, item) => begin(item)?.text },
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
}

/** One of the limits; a day without a time is an end with the day in it. Undefined when empty. */
function limitOf(item: ItemView, name: string, label: string, isEnd: boolean) {
	const value = item.read(`filters.${name}`, '');
	if (value === '' || value === null) return undefined;
	const frame = frameOf(item, item.read('filters.timeZone', ''));
	const moment = momentOf(value, label, frame);
	const at = isEnd ? endOf(moment, frame.zone) : moment.at;
	return { at, text: rfc3339(at, frame.zone) };
}
