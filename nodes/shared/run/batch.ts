import type { BatchRun, BulkRule, Explanation, FailedReply, ItemView } from '../catalogue';
import type { Failure } from '../errors';
import { Failed, unfitting } from '../errors';
import { batchOf, type Batch, itemsOf, planBatches, type Step } from '../plan';
import type { Prepared } from '../request';
import type { Session } from '../transport/session';
import { inOrder } from './inOrder';
import type { Results } from './results';

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
	const steps = planBatches(prepared, work.run, work.views, work.bulk);
	await inOrder(
		steps,
		work.run.concurrency ?? 1,
		async (step) => await send(step, work),
		() => work.results.ended,
	);
}

async function send(step: Step, work: Work): Promise<void> {
	const { session, bulk } = work;
	const [single] = step;
	if (single === undefined) return;
	const together = bulk && step.length > 1;
	const draft = together ? bulk.wrap(step.map((batch) => batch.draft)) : single.draft;
	const answer = await session.send(draft);
	if (answer.ok) {
		const bodies = together ? bulk.unwrap(answer.body, step.length) : [answer.body];
		await take(step, bodies, work);
		return;
	}
	const { batch, failure } = culpritBatch(step, answer.failure, work);
	if (work.results.goOn && failure.reach === 'refused') await narrow(step, batch, failure, work);
	else refuse(itemsOf(step), failure, batch ?? step.flatMap(({ entries }) => entries), work);
}

/** Hands each item its part of the response. */
async function take(step: Step, bodies: unknown[], { run, views, results }: Work): Promise<void> {
	for (const [at, { entries }] of step.entries()) {
		try {
			const parts = partsOf(run, bodies[at], entries.length);
			for (const [element, { index }] of entries.entries()) {
				await results.done(index, run.result(parts[element], views(index)));
			}
		} catch (problem) {
			results.refused(
				entries.map(({ index }) => index),
				problem,
			);
		}
	}
}

/** One part an element. Throws `Refusal` for an answer that has not as many. */
function partsOf({ split }: BatchRun, body: unknown, count: number): unknown[] {
	const parts = typeof body === 'object' && body !== null ? split(body, count) : undefined;
	if (Array.isArray(parts) && parts.length === count) return parts;
	throw unfitting(false);
}

interface Culprit {
	/** Undefined where the bulk request as a whole was refused. */
	batch: Prepared[] | undefined;
	failure: Failure;
}

/** The one batch that the service refused, with its own reason. */
function culpritBatch(step: Step, failure: Failure, { bulk, explain }: Work): Culprit {
	if (step.length === 1) return { batch: step[0]?.entries, failure };
	const refused = failure.reply && bulk?.refused(failure.reply);
	if (refused === undefined) return { batch: undefined, failure };
	const explanation = explain(refused.reply);
	return {
		batch: step[refused.index]?.entries,
		failure: {
			...failure,
			reply: refused.reply,
			reach: 'refused',
			...(explanation && { explanation }),
		},
	};
}

/**
 * The service undid the whole step because of some of its elements. Those that its words name
 * leave with their own reasons; where it names none the batch is halved until it stands alone.
 * The others are sent again.
 */
async function narrow(
	step: Step,
	batch: Prepared[] | undefined,
	failure: Failure,
	work: Work,
): Promise<void> {
	if (batch === undefined) {
		refuse(
			itemsOf(step),
			failure,
			step.flatMap(({ entries }) => entries),
			work,
		);
		return;
	}
	const named = namedElements(failure.explanation, batch.length);
	if (named.size > 0) {
		for (const element of named) refuseElement(batch, element, failure, work);
		const good = rebatched(
			batch.filter((_, element) => !named.has(element)),
			work.run,
		);
		await send(
			step.flatMap((one) => (one.entries === batch ? good : [one])),
			work,
		);
		return;
	}
	const others = step.filter(({ entries }) => entries !== batch);
	if (batch.length === 1 || failure.explanation?.blames !== 'elements') {
		refuse(
			batch.map(({ index }) => index),
			failure,
			batch,
			work,
		);
		await send(others, work);
		return;
	}
	const half = Math.ceil(batch.length / 2);
	await send(others, work);
	await send(rebatched(batch.slice(0, half), work.run), work);
	await send(rebatched(batch.slice(half), work.run), work);
}

function rebatched(entries: Prepared[], run: BatchRun): Batch[] {
	return entries.length > 0 ? [batchOf(entries, run)] : [];
}

function namedElements(explanation: Explanation | undefined, count: number): Set<number> {
	const elements = (explanation?.fields ?? []).map(({ element }) => element);
	return new Set(elements.filter((one): one is number => one !== undefined && one < count));
}

/** One element's error: only the reasons that name it. */
function refuseElement(batch: Prepared[], element: number, failure: Failure, work: Work): void {
	const entry = batch[element];
	if (entry === undefined) return;
	const fields = failure.explanation?.fields
		?.filter((field) => field.element === element)
		.map((field) => ({ ...field, element: 0 }));
	const own: Failure = {
		...failure,
		...(failure.explanation && { explanation: { ...failure.explanation, fields } }),
	};
	refuse([entry.index], own, [entry], work);
}

function refuse(items: number[], failure: Failure, request: Prepared[], { results }: Work): void {
	results.refused(
		items,
		new Failed(failure),
		request.map(({ index }) => index),
	);
}
