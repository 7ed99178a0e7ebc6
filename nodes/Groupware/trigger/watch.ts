import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Row } from '../../shared/catalogue';

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
	/** What is watched; a new start is made if it changes. */
	source: (item: ItemView) => unknown;
	/** Compares what the service has with what is remembered; without that, nothing is put out. */
	look: (item: ItemView, before: State | undefined) => Promise<Seen<State>>;
	/** An example for a test in the editor. */
	sample: (item: ItemView) => Promise<Change | undefined>;
	/** What is said if there is no example. */
	nothing: string;
}
