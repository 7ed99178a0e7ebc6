import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Row } from '../../shared/catalogue';

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
export interface PollResult<State> {
	changes: Change[];
	state: State;
}

/** One choice of "Trigger On". */
export interface TriggerSource<State = unknown> {
	/** The request that it repeats, for errors. */
	operation: Operation;
	/** What is watched; a new start is made if it changes. */
	source: (item: ItemContext) => unknown;
	/** Compares what the service has with what is remembered; without that, nothing is put out. */
	poll: (item: ItemContext, before: State | undefined) => Promise<PollResult<State>>;
	/** An example for a test in the editor. */
	sample: (item: ItemContext) => Promise<Change | undefined>;
	/** What is said if there is no example. */
	nothing: string;
}
