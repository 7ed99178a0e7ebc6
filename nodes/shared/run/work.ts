import type { BatchRun, BulkRule, Draft, ItemView } from '../catalogue';
import type { Explanation, FailedReply } from '../errors';
import type { IDataObject } from 'n8n-workflow';
import type { Session } from '../transport/session';
import type { Choices } from './choices';
import type { Results } from './results';

/** What a run of batches works with. */
export interface Work {
	run: BatchRun;
	choices: Choices;
	session: Session;
	/** Numbers of all incoming items, also of those that were refused before. */
	items: number[];
	views: (index: number) => ItemView;
	results: Results;
	/** The service's bulk request, and the same where this run may use it. */
	bulkRule?: BulkRule | undefined;
	bulk?: BulkRule | undefined;
	/** Explains a refused request inside a bulk request. */
	explain: (reply: FailedReply) => Explanation | undefined;
	/** What requests work on, for a dry run. */
	about?: ((requests: Draft[]) => IDataObject) | undefined;
	/** Waits, or tells that the execution was canceled meanwhile. */
	wait: (seconds: number) => Promise<boolean>;
}
