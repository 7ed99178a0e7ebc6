import type { IExecuteFunctions } from 'n8n-workflow';

import type { Prepared, Whole, WholeRun } from '../catalogue';
import { runBatches } from './batch';
import type { Work } from './work';

/**
 * All items together, by a custom function that writes in batches. If it throws, this is the problem
 * of all items without a result.
 */
export async function runWhole(
	prepared: Prepared[],
	run: WholeRun,
	work: Omit<Work, 'run'>,
	context: IExecuteFunctions,
): Promise<void> {
	const { results, views } = work;
	const whole: Whole = {
		view: views,
		write: async (batch, entries) => await runBatches(entries, { ...work, run: batch }),
		done: async (item, rows) => await results.done(item, rows),
		unsent: async (item, rows) => {
			await results.done(item, rows);
			results.nothingToWrite([item]);
		},
		refuse: (items, problem) => results.refused(items, problem),
		failedAfterwards: (problem) => results.failedAfterwards(problem),
		get refused() {
			return results.refusedAny;
		},
		get ended() {
			return results.ended;
		},
		hint: (message) => context.addExecutionHints?.({ message, location: 'outputPane' }),
	};
	try {
		await run.run(prepared, whole);
	} catch (problem) {
		const open = prepared.map(({ index }) => index).filter((index) => !results.knows(index));
		results.refused(open, problem);
	}
}
