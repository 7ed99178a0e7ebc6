import type { RequestSpec, ItemView, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { repeats, type ServiceEvent } from '../../values/event';

/** What an operation does to an event that repeats, as the service documents it. */
interface OnSeries {
	label: string;
	description: string;
	/** Why a repeating event is refused while the control is off, and what to do then. */
	refusal: { message: string; advice: string };
}

const FIRST_OCCURRENCE =
	'According to its documentation, the service changes only the first occurrence';

export const updating: OnSeries = {
	label: 'Update Repeating Event',
	description: `Whether to update repeating events. ${FIRST_OCCURRENCE}. Check the other occurrences afterwards. When off, repeating events cause an error.`,
	refusal: {
		message: `This is a repeating event. ${FIRST_OCCURRENCE}`,
		advice:
			'Turn on "Update Repeating Event" to update it, and check the other occurrences afterwards. Nothing was changed.',
	},
};

export const deleting: OnSeries = {
	label: 'Delete the Whole Series',
	description:
		'Whether to delete all occurrences of a repeating event. When off, repeating events cause an error.',
	refusal: {
		message: 'This is a repeating event. The service would delete all its occurrences',
		advice: 'Turn on "Delete the Whole Series" to delete them all. Nothing was deleted.',
	},
};

export function wholeSeries({ label, description }: OnSeries): Parameter {
	return { displayName: label, name: 'wholeSeries', type: 'boolean', default: false, description };
}

/** Reads the event. Throws `InputError` when it repeats and the person did not agree to that. */
export async function readForChange(
	item: ItemView,
	{ path }: RequestSpec,
	{ refusal: { message, advice } }: OnSeries,
): Promise<ServiceEvent> {
	const event = (await item.request({
		method: 'GET',
		path,
		repeatable: true,
		answer: ['id'],
	})) as ServiceEvent;
	if (!repeats(event) || item.read('wholeSeries', false) === true) return event;
	throw new InputError(message, advice);
}
