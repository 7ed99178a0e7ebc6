import type { Prefetch, PrefetchResult } from '../catalogue';
import type { Failure } from '../errors';
import { type BatchContext, type BatchEntry, grouped, itemsOf, withoutEntries } from './batching';
import { MOST_CONFLICTS } from '../transport/retry';
import { allItems, deliver, onlyFor, takenAlong } from './groupItems';

type PrefetchContext = Pick<BatchContext, 'run' | 'itemAt' | 'results'>;

/**
 * Lets the run read from the service before entries are sent. Returns the entries to send, with
 * their current elements. The others get their rows or problem.
 */
export async function prefetched(
	entries: BatchEntry[],
	work: PrefetchContext,
): Promise<BatchEntry[]> {
	const { run, itemAt } = work;
	const { prefetch, needsPrefetch = () => true } = run;
	if (prefetch === undefined) return entries;
	const looking = entries.filter(
		({ index, attempt, given }) => attempt > 1 || needsPrefetch(itemAt(index), given),
	);
	const left = withoutEntries(entries, looking);
	for (const group of grouped(looking, (entry) => entry.group)) {
		try {
			left.push(...(await prefetchGroup(group, prefetch, work)));
		} catch (problem) {
			work.results.refused(itemsOf(group), problem);
		}
	}
	return left.sort((a, b) => a.index - b.index);
}

async function prefetchGroup(
	group: BatchEntry[],
	prefetch: Prefetch,
	{ run, itemAt, results }: PrefetchContext,
): Promise<BatchEntry[]> {
	const waiting = group.map(({ index, given, spec, attempt, found }) => ({
		item: itemAt(index),
		element: given,
		spec,
		attempt,
		...(attempt > 1 && { earlier: found }),
	}));
	const answers = await prefetch(waiting);
	const left: BatchEntry[] = [];
	for (const [at, entry] of group.entries()) {
		const answer = answers[at] as PrefetchResult;
		if ('problem' in answer) {
			results.refused(itemsOf([entry]), answer.problem);
			continue;
		}
		const { refused } = answer;
		for (const [item, problem] of refused ?? []) results.refused([item], problem);
		const rest = refused ? onlyFor(entry, (item) => !refused.has(item)) : entry;
		if (rest === undefined) continue;
		const [first] = refused?.keys() ?? [];
		if (first !== undefined && !run.groupBy?.divisible) {
			for (const item of allItems(rest)) results.refused([item], takenAlong(first));
			continue;
		}
		if ('rows' in answer) {
			await deliver(rest, () => answer.rows, { shared: run.groupBy, results });
			results.nothingToWrite(allItems(rest));
		} else left.push({ ...rest, element: answer.element, found: answer.found });
	}
	return left;
}

/** The entries to prepare again, because the data read before has changed. */
export function conflictsOf(
	blamed: BatchEntry[],
	{ explanation }: Failure,
	{ run, itemAt }: PrefetchContext,
): BatchEntry[] {
	if (explanation === undefined) return [];
	return blamed.filter(
		({ index, given, attempt, conflicts }) =>
			conflicts < MOST_CONFLICTS &&
			run.isConflict?.(explanation, itemAt(index), { element: given, attempt }) === true,
	);
}
