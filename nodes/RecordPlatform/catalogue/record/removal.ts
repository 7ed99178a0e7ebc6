import type { Draft, ItemView } from '../../../shared/catalogue';
import { Failed } from '../../../shared/errors';
import { outcomeUnknown } from '../../../shared/messages';
import { chunks } from '../../../shared/plan';
import { inOrder } from '../../../shared/run/inOrder';
import { sendStep, stepsOf } from '../../bulk';

/** Records a delete call takes at the most (facts: limits). */
const DELETE_MAX = 100;
/** Requests under way at once. */
const STEPS_AT_ONCE = 3;

/**
 * The delete calls for records, a hundred each, in the requests that carry them: twenty in one
 * transaction where the sign-in allows it.
 * @param draft the delete call with `app` in its query
 */
export function removalSteps(item: ItemView, draft: Draft, ids: string[]): Draft[][] {
	const calls = chunks(ids, DELETE_MAX).map((some) => ({
		...draft,
		query: { ...draft.query, ids: some },
	}));
	return stepsOf(calls, item);
}

/** Sends the steps in their order, a few at a time. Throws `Failed`, with what was deleted all the same. */
export async function removeInSteps(item: ItemView, steps: Draft[][]): Promise<void> {
	let done = 0;
	let failed: { reason: unknown } | undefined;
	const one = async (step: Draft[]) => {
		try {
			await sendStep(step, item);
			done += step.reduce((sum, { query }) => sum + (query?.ids as string[]).length, 0);
		} catch (reason) {
			// That nobody knows what was deleted weighs more than why something was not.
			if (failed === undefined || outcomeUnknown(reason)) failed = { reason };
		}
	};
	await inOrder(steps, STEPS_AT_ONCE, one, () => failed !== undefined);
	if (failed) throw after(failed.reason, done);
}

/** The failure of one of several requests, with what the others have done. */
function after(reason: unknown, done: number): unknown {
	if (done === 0 || !(reason instanceof Failed)) return reason;
	return new Failed({ ...reason.failure, note: `${done} other records were deleted` });
}
