import type { Row } from '../catalogue';
import { type Entry, grouped, itemsOf, planSteps, turnsOf } from '../plan';
import { slowed } from './pace';
import { readied } from './ready';
import type { Problem } from './results';
import { apart } from './together';
import type { Work } from './work';

/** What a run would send, as a row. Reads what the run would read, and writes nothing. */
export async function dryRun(entries: Entry[], work: Work): Promise<(problems: Problem[]) => Row> {
	const { run, choices, items, results, views } = work;
	let records = 0;
	let requests = 0;
	const allOrNone = choices.whenRefused === 'undo';
	const turns = allOrNone ? [entries] : turnsOf(entries, run);
	const room = slowed(work);
	for (const step of turns.flatMap((turn) => planSteps(turn, run, room))) {
		const left = await readied(step.flat(), work);
		const problem = allOrNone ? apart(left, work) : undefined;
		if (problem) results.refused(itemsOf(left), problem);
		records += left.length;
		requests += planSteps(left, run, room).length;
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
