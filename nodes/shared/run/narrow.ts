import type { ItemParts } from '../catalogue';
import { type Failure, RequestError } from '../errors';
import {
	type Batch,
	batchesOf,
	chunks,
	type BatchEntry,
	halvesOf,
	itemsOf,
	type Step,
	turnsOf,
	withoutEntries,
	type BatchContext,
} from './batching';
import { MOST_CONFLICTS } from '../transport/retry';

/** Steps of `batch.ts`, which imports this file. */
interface Sending {
	prefetched: (entries: BatchEntry[], work: BatchContext) => Promise<BatchEntry[]>;
	/** Sends entries until each of them was written or refused. */
	settle: (entries: BatchEntry[], work: BatchContext) => Promise<void>;
	/** `settle` for entries whose prefetch is done. */
	sendAll: (entries: BatchEntry[], work: BatchContext) => Promise<void>;
}

/**
 * What waits after a refusal, and a step of it that is to be sent as it is: a batch of which the
 * service says that elements are to blame, but not which, is sent in pieces until one stands alone.
 */
export async function narrowDown(
	waiting: BatchEntry[],
	step: Step,
	whole: Failure,
	work: BatchContext,
	sending: Sending,
): Promise<[BatchEntry[], Step | undefined]> {
	const { batch, failure } = refusedBatch(step, whole, work);
	const renewed = failure.outcome === 'refused' ? await work.renew?.(waiting, true) : undefined;
	if (renewed) {
		await sending.settle(renewed, work);
		return [[], undefined];
	}
	if (batch === undefined || failure.outcome !== 'refused') {
		refuse(step.flat(), failure, batch ?? step.flat(), work);
		return [withoutEntries(waiting, step.flat()), undefined];
	}
	const named = namedOf(batch, failure);
	const stale = conflictsOf(named.length > 0 ? named : batch, failure, work);
	if (stale.length > 0) {
		// Of several, perhaps only one has changed: the conflict counts for none, and parts find it.
		const isTogether = work.results.whenRefused === 'undo';
		const isOwn = isTogether || named.length > 0 || batch.length === 1;
		const anew = (entry: BatchEntry) => ({
			...entry,
			attempt: entry.attempt + 1,
			conflicts: entry.conflicts + Number(isOwn),
		});
		if (isOwn) {
			const again = await sending.prefetched(stale.map(anew), work);
			const all = [...withoutEntries(waiting, stale), ...again];
			return [all.sort((a, b) => a.index - b.index), undefined];
		}
		const all = batch.map((entry) => (stale.includes(entry) ? anew(entry) : entry));
		for (const part of chunks(all, Math.ceil(all.length / 2))) await sending.settle(part, work);
		return [withoutEntries(waiting, batch), undefined];
	}
	const nameless = named.length === 0 && batch.length > 1 && blamesElements(batch, failure, work);
	if (work.results.whenRefused !== 'others') {
		const finer = nameless ? smallerPieces(waiting, batch, work) : undefined;
		if (finer) return [waiting, finer];
		refuse(waiting, failure, batch, work);
		return [[], undefined];
	}
	if (nameless) {
		const half = Math.ceil(batch.length / 2);
		for (const part of chunks(batch, half)) await sending.sendAll(part, work);
		return [withoutEntries(waiting, batch), undefined];
	}
	const alone = batch.length === 1 ? batch : named;
	if (alone.length === 0) {
		refuse(batch, failure, batch, work);
		return [withoutEntries(waiting, batch), undefined];
	}
	for (const entry of alone) await divide(entry, batch, failure, work, sending);
	return [withoutEntries(waiting, alone), undefined];
}

/** The entries to prepare again, because the data read before has changed. */
function conflictsOf(
	blamed: BatchEntry[],
	{ explanation }: Failure,
	{ run, itemAt }: BatchContext,
): BatchEntry[] {
	if (explanation === undefined) return [];
	return blamed.filter(
		({ index, given, attempt, conflicts }) =>
			conflicts < MOST_CONFLICTS &&
			run.isConflict?.(explanation, itemAt(index), { element: given, attempt }) === true,
	);
}

function blamesElements(
	batch: Batch,
	{ explanation }: Failure,
	{ run, itemAt }: BatchContext,
): boolean {
	if (explanation === undefined) return false;
	const { index } = batch[0] as BatchEntry;
	return explanation.blames === 'elements' || run.canNarrow?.(explanation, itemAt(index)) === true;
}

/** The one batch that the service refused, with its own reason; none where it refused the whole bulk request. */
function refusedBatch(
	step: Step,
	failure: Failure,
	{ bulk, explain }: BatchContext,
): { batch: Batch | undefined; failure: Failure } {
	if (step.length === 1) return { batch: step[0], failure };
	const refused = failure.reply && bulk?.refused(failure.reply);
	if (refused === undefined) return { batch: undefined, failure };
	const explanation = explain(refused.reply);
	return {
		batch: step[refused.index],
		failure: {
			...failure,
			reply: refused.reply,
			outcome: 'refused',
			...(explanation && { explanation }),
		},
	};
}

/** The entries that the service's words name. */
function namedOf(batch: Batch, { explanation }: Failure): BatchEntry[] {
	const elements = new Set(explanation?.fields?.map(({ element }) => element));
	return batch.filter((_, element) => elements.has(element));
}

/** An element of several items is sent for half of them each, until the one to blame stands alone. */
async function divide(
	entry: BatchEntry,
	batch: Batch,
	failure: Failure,
	work: BatchContext,
	{ settle }: Sending,
): Promise<void> {
	const { explanation } = failure;
	const { groupBy } = work.run;
	const halves = explanation && groupBy?.divisible?.(explanation) ? halvesOf(entry, groupBy) : [];
	if (halves.length === 0) return refuseOne(entry, batch, failure, work);
	if (groupBy?.lastFirst?.(entry.given as ItemParts<unknown>)) halves.reverse();
	// A half is made ready on top of what the one before wrote.
	for (const half of halves) await settle([half], work);
}

/**
 * The refused batch in smaller pieces, of which the service refuses one again and so tells which
 * is to blame; with all others where they are to be written together. Undefined where a request
 * has no room for that.
 */
function smallerPieces(
	waiting: BatchEntry[],
	batch: Batch,
	{ run, bulk, results }: BatchContext,
): Step | undefined {
	if (bulk === undefined) return undefined;
	const together = results.whenRefused === 'undo';
	if (together && turnsOf(waiting, run).length > 1) return undefined;
	const others = together ? batchesOf(withoutEntries(waiting, batch), run) : [];
	const room = bulk.max - others.length;
	return room < 2 ? undefined : [...others, ...chunks(batch, Math.ceil(batch.length / room))];
}

/** One element's error: only the reasons that name it. */
function refuseOne(entry: BatchEntry, batch: Batch, failure: Failure, work: BatchContext): void {
	const at = batch.indexOf(entry);
	const fields = failure.explanation?.fields
		?.filter(({ element }) => element === at)
		.map((field) => ({ ...field, element: 0 }));
	const explanation = failure.explanation && {
		...failure.explanation,
		...(fields?.length && { fields }),
	};
	refuse([entry], { ...failure, ...(explanation && { explanation }) }, [entry], work);
}

/** @param request the elements of the refused call, in order, by which its words are read */
function refuse(
	entries: BatchEntry[],
	failure: Failure,
	request: Batch,
	{ results }: BatchContext,
): void {
	const elements = request.some(({ otherItems }) => otherItems)
		? request.map((one) => itemsOf([one]))
		: undefined;
	results.refused(itemsOf(entries), new RequestError(failure), itemsOf(request), elements);
}
