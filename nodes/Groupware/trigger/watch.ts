import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { choicesOf } from '../catalogue/text';

/** Something that starts the workflow. */
export interface Change {
	event: string;
	/** Names the change, for Remove Duplicates (`17:created`). */
	key: string;
	/** Values before those of the row. */
	more?: IDataObject;
	row: Row;
}

/** What a poll has found, and what is remembered for the next one. */
export interface Seen<State> {
	changes: Change[];
	state: State;
}

/** One choice of "Trigger On". */
export interface Watch<State = unknown> {
	/** The request that it repeats, for errors. */
	operation: Operation;
	/** The settings that need a new start if they change. */
	source: (item: ItemView) => unknown;
	/** Compares what the service has with what is remembered; without that, nothing is put out. */
	look: (item: ItemView, before: State | undefined) => Promise<Seen<State>>;
	/** An example for a test in the editor. */
	sample: (item: ItemView) => Promise<Change | undefined>;
	/** What is said if there is no example. */
	nothing: string;
}

/** The events that are chosen in a parameter. Throws `InputError` for none. */
export function chosenEvents(item: ItemView, name: string, otherwise: string[] = []): string[] {
	const chosen = choicesOf(item.read(name, otherwise));
	if (chosen.length > 0) return chosen;
	throw new InputError('No event is selected', 'Select what starts the workflow in "Events"');
}
