import type { Draft, ItemView } from '../../../shared/catalogue';
import { Failed } from '../../../shared/errors';
import { chunks } from '../../../shared/plan';
import { BULK_MAX, bulkRequests } from '../../bulk';

/** Records a delete call takes at the most (facts: limits). */
const DELETE_MAX = 100;

/**
 * Deletes records in the order of their IDs, a hundred a call, and twenty calls in one
 * transaction where the sign-in allows it.
 * @param draft the delete call with `app` in its query
 * @throws `Failed`, with the number of records that were deleted before
 */
export async function removeRecords(item: ItemView, draft: Draft, ids: string[]): Promise<void> {
	const calls = chunks(ids, DELETE_MAX).map((some) => ({
		...draft,
		query: { ...draft.query, ids: some },
	}));
	const together = bulkRequests.allowed(item.connection) ? BULK_MAX : 1;
	let done = 0;
	for (const step of chunks(calls, together)) {
		const [single] = step;
		try {
			await item.ask(step.length > 1 ? bulkRequests.wrap(step) : (single as Draft));
		} catch (problem) {
			throw after(problem, done);
		}
		done += step.reduce((sum, { query }) => sum + query.ids.length, 0);
	}
}

/** The failure of a later call, with what the calls before it have done. */
function after(reason: unknown, done: number): unknown {
	if (done === 0 || !(reason instanceof Failed)) return reason;
	const { explanation, ...failure } = reason.failure;
	if (explanation === undefined) return reason;
	const advice = [explanation.advice, `${done} records had been deleted before`];
	return new Failed({
		...failure,
		explanation: { ...explanation, advice: advice.filter(Boolean).join('. ') },
	});
}
