import type { Row } from '../catalogue';
import { type Entry, grouped, planSteps } from '../plan';
import { readied } from './ready';
import type { Problem } from './results';
import type { Work } from './work';

/** What a run would send, as a row. Reads what the run would read, and writes nothing. */
export async function dryRun(entries: Entry[], work: Work): Promise<(problems: Problem[]) => Row> {
	const { run, bulk, items, results, views } = work;
	let records = 0;
	let requests = 0;
	for (const step of planSteps(entries, run, bulk)) {
		const left = await readied(step.flat(), work);
		records += left.length;
		requests += planSteps(left, run, bulk).length;
	}
	const drafts = grouped(entries, ({ group }) => group).flatMap(([first]) => first?.draft ?? []);
	return (problems) => ({
		json: {
			dryRun: true,
			operation: views(items[0] ?? 0).operation.name,
			...work.about?.(drafts),
			items: items.length,
			records,
			requests,
			refused: problems.map((problem) => ({
				item: problem.item,
				reason: results.reason(problem),
			})),
		},
	});
}
