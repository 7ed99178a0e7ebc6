import type { RequestSpec, ItemContext, Operation, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { outcomeUnknown } from '../../../shared/messages';
import { isOn } from '../../../shared/parameters';
import { reading } from '../../../shared/request';
import { api } from '../../api';
import { eventRow, repeats, type ServiceEvent } from '../../values/event';
import { firstOccurrence } from '../../values/series';
import { event, eventIdOf } from '../locators';
import { rights } from '../requirements';
import { outputTimeZone } from '../zone';
import { fields, simplify } from './content';
import { verbs } from '../operations';

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
	description: `Whether to update repeating events, which cause an error otherwise`,
	refusal: {
		message: `This is a repeating event. ${FIRST_OCCURRENCE}`,
		advice:
			'Turn on "Update Repeating Event" to update it, and check the other occurrences afterwards. Nothing was changed.',
	},
};

const deleting: OnSeries = {
	label: 'Delete the Whole Series',
	description: 'Whether to delete all occurrences of a repeating event',
	refusal: {
		message: 'This is a repeating event. The service would delete all its occurrences',
		advice: 'Turn on "Delete the Whole Series" to delete them all. Nothing was deleted.',
	},
};

/** The switch that makes an operation work on the whole series instead of one occurrence. */
export function wholeSeries({ label, description }: OnSeries): Parameter {
	return { displayName: label, name: 'wholeSeries', type: 'boolean', default: false, description };
}

/** Reads the event. Throws `InputError` when it repeats and the person did not agree to that. */
export async function readForChange(
	item: ItemContext,
	{ path }: RequestSpec,
	{ refusal: { message, advice } }: OnSeries,
): Promise<ServiceEvent> {
	const event = (await item.request(reading(path, { answer: ['id'] }))) as ServiceEvent;
	if (!repeats(event) || isOn(item, 'wholeSeries')) return event;
	throw new InputError(message, advice);
}

/** What became of an event, and by which item. */
interface Changed {
	by: number;
	/** False if the answer was lost, so that it isn't known. */
	known: boolean;
}

/** The repeating events that the run has updated, and all events that it has deleted, by ID; or may have. */
async function changedEvents(item: ItemContext): Promise<Map<string, Changed>> {
	return await item.once('changed events', async () => await Promise.resolve(new Map()));
}

/**
 * Makes a change of an event once in a run. Get Many returns an item for each occurrence, all with the
 * same ID. Throws `InputError` for the second item of an event, also where it isn't known whether the
 * first has changed it: the second would change another occurrence.
 * @param done what has happened to the event (`updated`)
 */
export async function changeOnce<Result>(
	item: ItemContext,
	id: string,
	done: string,
	change: () => Promise<Result>,
): Promise<Result> {
	const changed = await changedEvents(item);
	const before = changed.get(id);
	if (before !== undefined) {
		const state = before.known ? `is already ${done}` : `may already be ${done}`;
		throw new InputError(
			`The event ${id} ${state} by item ${before.by}`,
			'The occurrences of a repeating event have the same ID. Keep one item for each ID, e.g. with Remove Duplicates',
		);
	}
	const note = (known: boolean) => changed.set(id, { by: item.index, known });
	const result = await change().catch((problem: unknown) => {
		if (outcomeUnknown(problem)) note(false);
		throw problem;
	});
	note(true);
	return result;
}

/** Shows a hint if the item is another occurrence of the event than the one that the service updates. */
export function hintOtherOccurrence(item: ItemContext, { id, repeatInfo }: ServiceEvent): void {
	const { id: ownId, repeatId, start } = item.json;
	if (String(ownId) !== id || !repeatId || repeatInfo === undefined) return;
	const at = Date.parse(String((start as { dateTime?: unknown } | null)?.dateTime ?? start));
	const first = firstOccurrence(repeatInfo)?.start.toMillis();
	if (first === undefined || Number.isNaN(at) || at === first) return;
	item.hint(
		`${FIRST_OCCURRENCE}. The item is another occurrence of it: check which ones were updated`,
	);
}

export const get: Operation = {
	...verbs.get,
	...api['schedule.event.get'],
	action: 'Get event',
	description: 'Get an event. The times of a repeating event are in its repetition rule.',
	rights: rights.view,
	parameters: [event, simplify, fields('Options', 'options', [outputTimeZone])],
	run: { kind: 'perItem', result: eventRow },
};

export const remove: Operation = {
	...verbs.delete,
	...api['schedule.event.delete'],
	action: 'Delete event',
	description: 'Delete an event from all calendars',
	rights: rights.remove,
	parameters: [event, wholeSeries(deleting)],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const id = eventIdOf(item.read('eventId'), item);
			const row = { json: { deleted: true, id } };
			if ((await changedEvents(item)).get(id)?.known) return row;
			if (!isOn(item, 'wholeSeries')) await readForChange(item, spec, deleting);
			await changeOnce(item, id, 'deleted', async () => await item.request(spec));
			return row;
		},
	},
};
