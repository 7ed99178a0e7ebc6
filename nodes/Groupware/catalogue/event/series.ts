import type { Draft, ItemView, Parameter } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { repeats, type ServiceEvent } from '../../values/event';

/** The service has no way to change one occurrence of a repeating event (facts: schedule model). */
export function wholeSeries(what: string): Parameter {
	return {
		displayName: 'Change the Whole Series',
		name: 'wholeSeries',
		type: 'boolean',
		default: false,
		description: `Whether to ${what} every occurrence when the event repeats. Otherwise a repeating event is refused.`,
	};
}

/** Reads the event. Throws `Refusal` when it repeats and the person did not agree to change it whole. */
export async function readForChange(item: ItemView, { path }: Draft): Promise<ServiceEvent> {
	const event = (await item.ask({ method: 'GET', path, repeatable: true })) as ServiceEvent;
	if (!repeats(event) || item.read('wholeSeries', false) === true) return event;
	throw new Refusal(
		'This event repeats. The service changes every occurrence',
		'Turn on "Change the Whole Series" to go on. Nothing was changed',
	);
}
