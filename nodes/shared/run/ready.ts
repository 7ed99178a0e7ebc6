import type { BatchRun, ItemView } from '../catalogue';
import type { Failure } from '../errors';
import { type Entry, grouped, itemsOf } from '../plan';
import type { Results } from './results';
import { allItems, give, onlyFor } from './share';

/** Most times that a refused element is prepared again. */
const MOST_TIMES_ANEW = 3;

/** The part of a batch run that is needed here. */
interface Work {
	run: BatchRun;
	views: (index: number) => ItemView;
	results: Results;
}

/**
 * Lets the run read from the service before entries are sent. Returns the entries to send, with
 * their current elements. The others get their rows or problem.
 * Returns the same list if nothing had to be read.
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
		if (answer === undefined) throw new RangeError('An entry was not prepared');
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

/** The entries to prepare again, because the data read before has changed. */
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
