import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Parameter } from '../../shared/catalogue';
import { attempt } from '../../shared/errors';
import type { Frame } from '../../shared/input/date';
import { offsetAt, zoneFor } from '../time/zone';
import { timeZones } from '../timezones';
import { outputZoneOf, WORKFLOW_ZONE } from '../values/event';
import type { ZonedTime } from '../values/timing';

const choices = [...timeZones]
	.map((name) => ({ name, value: name }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** One of the service's zones; without a choice the one that `otherwise` names. */
export function timeZone(otherwise: { name: string; description: string }): Parameter {
	// Parentheses put it first in an alphabetical list.
	const options = [{ name: `(${otherwise.name})`, value: '' }, ...choices];
	return {
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'options',
		open: true,
		default: '',
		options,
		description: otherwise.description,
	};
}

export const workflowTimeZone: Parameter = {
	...timeZone({
		name: 'Workflow Time Zone',
		description:
			"Time zone in which days begin and end, and of dates that have none. By default, the workflow's (Workflow Settings > Timezone).",
	}),
	send: { in: 'query', key: '', as: (value, item) => void frameOf(item, value) },
};

/** The zone of the times that come out, for rows of events. */
export const outputTimeZone: Parameter = {
	displayName: 'Output Time Zone',
	name: 'outputTimeZone',
	type: 'options',
	open: true,
	default: '',
	options: [
		{ name: '(As Returned by the Service)', value: '' },
		{ name: '(Workflow Time Zone)', value: WORKFLOW_ZONE },
		...choices,
	],
	description: "Time zone of the returned times, e.g. UTC. Dates of all-day events don't change.",
	send: { in: 'query', key: '', as: (_value, item) => void outputZoneOf(item) },
};

/** The frame for reading the dates of an item. Throws `InputError` for an invalid time zone. */
export function frameOf(item: ItemContext, chosen: unknown): Frame {
	const { now, timeZone } = item;
	return { zone: zoneFor(chosen, timeZone), now, hint: (text) => item.hint(text) };
}

/** Shows a hint if days were counted in another time zone than that of an event that was found. */
export function hintOtherZone(item: ItemContext, zone: string, found: IDataObject) {
	const timeZone = otherZone(zone, found);
	if (timeZone === undefined) return;
	item.hint(
		`Days begin and end in the time zone ${zone}, but events in the result have ${timeZone}. To count in another time zone, set the option "Time Zone"`,
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
