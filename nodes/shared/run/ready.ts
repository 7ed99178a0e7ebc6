import type { BatchRun, ItemView } from '../catalogue';
import type { Failure } from '../errors';
import { type Entry, grouped, itemsOf } from '../plan';
import type { Results } from './results';
import { allItems, give, onlyFor } from './share';

/** A refused element is made ready anew so often at the most. */
const MOST_TIMES_ANEW = 3;

/** What looking before sending needs of a run of batches. */
interface Work {
	run: BatchRun;
	views: (index: number) => ItemView;
	results: Results;
}

/**
 * Has the run look at the service for entries that are about to be sent. Gives those that are
 * to be sent, with their elements as they are now; the others leave with their rows or problem.
 * The very list that it got where there was nothing to look at.
 */
export async function readied(entries: Entry[], work: Work): Promise<Entry[]> {
	const { run, views } = work;
	if (run.ready === undefined) return entries;
	const { looks } = run;
	const looking = new Set(
		looks ? entries.filter(({ index, attempt }) => attempt > 1 || looks(views(index))) : entries,
	);
	if (looking.size === 0) return entries;
	const left = entries.filter((entry) => !looking.has(entry));
	for (const group of grouped([...looking], (entry) => entry.group)) {
		try {
			for (const entry of await looked(group, work)) left.push(entry);
		} catch (problem) {
			work.results.refused(itemsOf(group), problem);
		}
	}
	return left.sort((a, b) => a.index - b.index);
}

async function looked(group: Entry[], { run, views, results }: Work): Promise<Entry[]> {
	const waiting = group.map(({ index, given, draft, attempt }) => ({
		item: views(index),
		element: given,
		draft,
		attempt,
	}));
	const answers = (await run.ready?.(waiting)) ?? [];
	const left: Entry[] = [];
	for (const [at, entry] of group.entries()) {
		const answer = answers[at];
		if (answer === undefined) throw new RangeError('An entry was not made ready');
		if ('problem' in answer) {
			results.refused(itemsOf([entry]), answer.problem);
			continue;
		}
		for (const [item, problem] of answer.refused ?? []) results.refused([item], problem);
		const rest = answer.refused
			? onlyFor(entry, (item) => answer.refused?.has(item) !== true)
			: entry;
		if (rest === undefined) continue;
		if ('rows' in answer) {
			await give(rest, () => answer.rows, { shared: run.shared, results });
			results.nothingToWrite(allItems(rest));
		} else left.push({ ...rest, element: answer.element });
	}
	return left;
}

/** Those of the blamed entries that are to be made ready anew: what was seen had changed. */
export function staleOf(
	blamed: Entry[],
	{ reach, explanation }: Failure,
	{ run, views }: Work,
): Entry[] {
	if (run.stale === undefined || explanation === undefined || reach !== 'refused') return [];
	return blamed.filter(
		({ index, given, attempt }) =>
			attempt <= MOST_TIMES_ANEW &&
			run.stale?.(explanation, views(index), { element: given, attempt }) === true,
	);
}
