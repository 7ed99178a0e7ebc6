import type { INodePropertyOptions } from 'n8n-workflow';

import type { ItemView, Parameter } from '../../shared/catalogue';
import type { Frame } from '../time/moment';
import { zoneFor } from '../time/zone';
import { timeZones } from '../timezones';

const choices = [...timeZones]
	.map((name) => ({ name, value: name }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** One of the service's zones; without a choice the one that `otherwise` names. */
export function timeZone(otherwise: { name: string; description: string }): Parameter {
	return {
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'options',
		default: '',
		options: zonesOr(otherwise.name),
		description: otherwise.description,
	};
}

export const workflowTimeZone = timeZone({
	name: 'Time Zone of the Workflow',
	description: 'Time zone of dates that are written without one',
});

/** The zones behind an entry for none of them; parentheses put it first in an alphabetical list. */
function zonesOr(none: string): INodePropertyOptions[] {
	return [{ name: `(${none})`, value: '' }, ...choices];
}

/** In what the dates of an item are read. Throws `Refusal` for a zone that the service lacks. */
export function frameOf(item: ItemView, chosen: unknown): Frame {
	return { zone: zoneFor(chosen, item.timeZone), now: Date.now() };
}
