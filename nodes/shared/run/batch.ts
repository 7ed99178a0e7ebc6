import type { BatchRun, BulkRule, Draft, Explanation, FailedReply, ItemView } from '../catalogue';
import type { Failure } from '../errors';
import { Failed, unfitting } from '../errors';
import { type Batch, chunks, draftOf, entriesOf, type Entry, itemsOf, planSteps } from '../plan';
import type { Step } from '../plan';
import type { Prepared } from '../request';
import type { Session } from '../transport/session';
import { inOrder } from './inOrder';
import { readied, staleOf } from './ready';
import type { Results } from './results';
import { give, halvesOf } from './share';

/** What one run of batches works with. */
interface Work {
	run: BatchRun;
	session: Session;
	views: (index: number) => ItemView;
	results: Results;
	bulk?: BulkRule;
	/** The service's words for a refused call inside a bulk request. */
	explain: (reply: FailedReply) => Explanation | undefined;
}

/** Many items a request, and many requests in a bulk request where the service has one. */
export async function runBatches(prepared: Prepared[], work: Work): Promise<void> {
	const entries = entriesOf(prepared, work.run, work.views);
	await inOrder(
		planSteps(entries, work.run, work.bulk),
		work.run.concurrency ?? 1,
		async (step) => await settle(step.flat(), work),
		() => work.results.ended,
	);
}

/**
 * Sends a step's entries until each of them was written or refused. A refused request did
 * nothing, so what was not to blame is sent again without what was.
 */
async function settle(entries: Entry[], work: Work): Promise<void> {
	let waiting = await readied(entries, work);
	let step: Step | undefined;
	while (waiting.length > 0 && !work.results.ended) {
		step ??= planSteps(waiting, work.run, work.bulk)[0] ?? [];
		const answer = await work.session.send(requestOf(step, work));
		if (answer.ok) {
			await take(step, answer.body, work);
			waiting = without(waiting, step.flat());
			step = undefined;
		} else {
			[waiting, step] = await afterRefusal(waiting, step, answer.failure, work);
		}
	}
}

function requestOf(step: Step, { run, bulk }: Work): Draft {
	const drafts = step.map((batch) => draftOf(batch, run));
	return bulk && drafts.length > 1 ? bulk.wrap(drafts) : (drafts[0] as Draft);
}

/** Hands each item its part of the response. */
async function take(step: Step, body: unknown, { run, bulk, views, results }: Work): Promise<void> {
	const bodies = bulk && step.length > 1 ? bulk.unwrap(body, step.length) : [body];
	for (const [at, batch] of step.entries()) {
		try {
			const parts = partsOf(run, bodies[at], batch.length);
			for (const [place, entry] of batch.entries()) {
				const rowsOf = (item: number) => run.result(parts[place], views(item), entry.element);
				await give(entry, rowsOf, { shared: run.shared, results });
			}
		} catch (problem) {
			results.refused(itemsOf(batch), problem);
		}
	}
}

/** One part an element. Throws `Refusal` for an answer that has not as many. */
function partsOf({ split }: BatchRun, body: unknown, count: number): unknown[] {
	const parts = typeof body === 'object' && body !== null ? split(body, count) : undefined;
	if (Array.isArray(parts) && parts.length === count) return parts;
	throw unfitting(false);
}

/**
 * What waits after a refusal, and which of it is sent next where that is not all: a batch of
 * which the service says that elements are to blame, but not which, is sent in smaller pieces
 * until one stands alone.
 */
async function afterRefusal(
	waiting: Entry[],
	step: Step,
	whole: Failure,
	work: Work,
): Promise<[Entry[], Step | undefined]> {
	const { batch, failure } = culprit(step, whole, work);
	const named = namedOf(batch ?? [], failure);
	const stale = staleOf(named.length > 0 ? named : (batch ?? []), failure, work);
	if (stale.length > 0) {
		const anew = stale.map((entry) => ({ ...entry, attempt: entry.attempt + 1 }));
		const again = [...without(waiting, stale), ...(await readied(anew, work))];
		return [again.sort((a, b) => a.index - b.index), undefined];
	}
	if (batch === undefined || failure.reach !== 'refused' || !work.results.goOn) {
		refuse(step.flat(), failure, batch ?? step.flat(), work);
		return [without(waiting, step.flat()), undefined];
	}
	const alone = batch.length === 1 ? batch : named;
	if (alone.length > 0) {
		for (const entry of alone) await divide(entry, batch, failure, work);
		return [without(waiting, alone), undefined];
	}
	if (failure.explanation?.blames !== 'elements') {
		refuse(batch, failure, batch, work);
		return [without(waiting, batch), undefined];
	}
	return [waiting, piecesOf(batch, work)];
}

/** An element of several items is sent for half of them each, until the one to blame stands alone. */
async function divide(entry: Entry, batch: Batch, failure: Failure, work: Work): Promise<void> {
	const { explanation } = failure;
	const { shared } = work.run;
	const halves = explanation && shared?.divisible?.(explanation) ? halvesOf(entry, shared) : [];
	if (halves.length === 0) refuseOne(entry, batch, failure, work);
	// The second half is made ready on top of what the first half wrote.
	for (const half of halves) await settle([half], work);
}

/** Smaller batches that ride together, so that the service tells which it refuses; else one half. */
function piecesOf(batch: Batch, { run, bulk }: Work): Step {
	const together = run.bulk ? bulk?.max : undefined;
	const pieces = chunks(batch, Math.ceil(batch.length / (together ?? 2)));
	return together === undefined ? pieces.slice(0, 1) : pieces;
}

interface Culprit {
	/** Undefined where the bulk request as a whole was refused. */
	batch: Batch | undefined;
	failure: Failure;
}

/** The one batch that the service refused, with its own reason. */
function culprit(step: Step, failure: Failure, { bulk, explain }: Work): Culprit {
	if (step.length === 1) return { batch: step[0], failure };
	const refused = failure.reply && bulk?.refused(failure.reply);
	if (refused === undefined) return { batch: undefined, failure };
	const explanation = explain(refused.reply);
	return {
		batch: step[refused.index],
		failure: {
			...failure,
			reply: refused.reply,
			reach: 'refused',
			...(explanation && { explanation }),
		},
	};
}

/** The entries that the service's words name. */
function namedOf(batch: Batch, { explanation }: Failure): Entry[] {
	const elements = new Set((explanation?.fields ?? []).map(({ element }) => element));
	return batch.filter((_, element) => elements.has(element));
}

/** One element's error: only the reasons that name it. */
function refuseOne(entry: Entry, batch: Batch, failure: Failure, work: Work): void {
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

function refuse(entries: Entry[], failure: Failure, request: Batch, { results }: Work): void {
	results.refused(itemsOf(entries), new Failed(failure), itemsOf(request));
}

function without(entries: Entry[], gone: Entry[]): Entry[] {
	const leaving = new Set(gone);
	return entries.filter((entry) => !leaving.has(entry));
}
