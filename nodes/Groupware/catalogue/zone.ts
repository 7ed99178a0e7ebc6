import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Parameter } from '../../shared/catalogue';
import { attempt } from '../../shared/errors';
import type { Frame } from '../../shared/input/date';
import { offsetAt, zoneFor } from '../time/zone';
import { outputZoneOf } from '../values/event';
import type { ZonedTime } from '../values/timing';

/** n8n's advice for a list of the editor. */
const ADVICE =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

function fromList(list: string, description: string) {
	return {
		type: 'options' as const,
		default: '',
		typeOptions: { loadOptionsMethod: list },
		description: `${description} ${ADVICE}`,
	};
}

/** One of the service's zones. */
export const timeZone = (description: string): Parameter => ({
	displayName: 'Time Zone Name or ID',
	name: 'timeZone',
	...fromList('getTimeZones', description),
});

export const workflowTimeZone: Parameter = {
	...timeZone("By default, the workflow's."),
	send: { in: 'query', key: '', as: (value, item) => void frameOf(item, value) },
};

/** The zone of the times that come out, for rows of events. */
export const outputTimeZone: Parameter = {
	displayName: 'Output Time Zone Name or ID',
	name: 'outputTimeZone',
	...fromList(
		'getOutputTimeZones',
		"Time zone of the returned times, e.g. UTC. Dates of all-day events don't change.",
	),
	send: { in: 'query', key: '', as: (_value, item) => void outputZoneOf(item) },
};

/** The frame for reading the dates of an item. Throws `InputError` for an invalid time zone. */
export function frameOf(item: ItemContext, chosen: unknown = item.read('timeZone')): Frame {
	const { now, timeZone } = item;
	return { zone: zoneFor(chosen, timeZone), now, hint: (text) => item.hint(text) };
}

/** Shows a hint if days were counted in another time zone than that of an event that was found. */
export function hintOtherZone(item: ItemContext, zone: string, found: IDataObject) {
	const timeZone = otherZone(zone, found);
	if (timeZone === undefined) return;
	item.hint(
		`Days begin and end in the time zone ${zone}, but events in the result have ${timeZone}. To count in another time zone, set "Time Zone Name or ID"`,
	);
}

/** The zone of what was found if it has another time than `zone` then. */
export function otherZone(zone: string, found: IDataObject): string | undefined {
	const { dateTime, timeZone } = (found.start ?? {}) as Partial<ZonedTime>;
	const at = Date.parse(dateTime ?? '');
	if (timeZone === undefined || Number.isNaN(at) || !isZone(timeZone)) return undefined;
	return offsetAt(at, zone) === offsetAt(at, timeZone) ? undefined : timeZone;
}

const isZone = (name: string) => 'value' in attempt(() => zoneFor(name, name));

/** Shows a hint if an event is stored in another time zone. */
export function hintStoredZone(item: ItemContext, zone: string, { start }: IDataObject): void {
	const { timeZone } = start as ZonedTime;
	if (timeZone === zone) return;
	item.hint(
		`The service doesn't know the time zone ${zone}. The event uses ${timeZone}, which has the same time on these dates.`,
	);
}
