import type { BatchRun, Draft, Prepared } from '../catalogue';
import { unfitting } from '../errors';
import {
	draftOf,
	entriesOf,
	type Entry,
	itemsOf,
	planSteps,
	planTurn,
	type Step,
	turnsOf,
} from '../plan';
import { dryRun } from './dryRun';
import { inOrder } from './inOrder';
import { paced, slowed } from './pace';
import { readied } from './ready';
import { afterRefusal, without } from './refusal';
import { give } from './share';
import { apart } from './together';
import type { Work } from './work';

/**
 * Parallel steps; more parallel writes cause more locks in the service. The first request of a run
 * is sent alone, so five of them take the time of two.
 */
const WRITES = 4;
const READS = 5;

/**
 * Many items a request, and many requests in a bulk request where the service has one, a few at
 * a time. Requests are put together when their turn has come, while others are under way.
 */
export async function runBatches(prepared: Prepared[], work: Work): Promise<void> {
	const { run, results, choices } = work;
	const entries = entriesOf(prepared, run, work.views);
	const problem = choices.whenRefused === 'undo' ? apart(entries, work) : undefined;
	if (problem) return results.refused(itemsOf(entries), problem);
	if (choices.dryRun) return await results.instead(work.items, await dryRun(entries, work));
	if (choices.whenRefused === 'undo') return await settle(entries, work);
	const usual = run.concurrency ?? (prepared[0]?.draft.repeatable ? READS : WRITES);
	const atOnce = choices.perMinute ? 1 : (choices.atOnce ?? usual);
	const send = paced(async (step) => await settle(step.flat(), work, step), work);
	let first: Promise<void> | undefined;
	const one = async (step: Step) => {
		// An error that stops the run, such as an invalid value in all items, stops it before the others are sent.
		if (first !== undefined) await first;
		await (first === undefined ? (first = send(step)) : send(step));
	};
	for (const turn of turnsOf(entries, run)) {
		await inOrder(planTurn(turn, run, slowed(work)), atOnce, one, () => results.ended);
	}
}

/**
 * Sends a step's entries until each of them was written or refused. A refused request did
 * nothing, so what was not to blame is sent again without what was.
 * @param planned how all of the entries are sent, where that is known
 */
async function settle(entries: Entry[], work: Work, planned?: Step): Promise<void> {
	let waiting = await readied(entries, work);
	let step = waiting === entries ? planned : undefined;
	while (waiting.length > 0 && !work.results.ended) {
		if (step === undefined) {
			const problem = work.results.whenRefused === 'undo' ? apart(waiting, work) : undefined;
			if (problem) return work.results.refused(itemsOf(waiting), problem);
			step = planSteps(waiting, work.run, work.bulk)[0] ?? [];
		}
		const answer = await work.session.send(requestOf(step, work), () => !work.results.ended);
		if (!answer.ok && answer.failure.reach === 'notSent' && work.results.ended) return;
		if (answer.ok) {
			await take(step, answer.body, work);
			waiting = step === planned ? [] : without(waiting, step.flat());
			step = undefined;
		} else {
			[waiting, step] = await afterRefusal(waiting, step, answer.failure, work, settle);
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
	const giving = { shared: run.shared, results };
	for (const [at, batch] of step.entries()) {
		try {
			const parts = partsOf(run, bodies[at], batch.length);
			let place = 0;
			for (const entry of batch) {
				const part = parts[place++];
				const given = give(entry, (item) => run.result(part, views(item), entry.element), giving);
				// Awaiting nothing 10,000 times would take time.
				if (given) await given;
			}
		} catch (problem) {
			results.refused(itemsOf(batch), problem);
		}
	}
}

/** One part for each element. Throws `Refusal` if the number differs. */
function partsOf({ split }: BatchRun, body: unknown, count: number): unknown[] {
	const parts = typeof body === 'object' && body !== null ? split(body, count) : undefined;
	if (Array.isArray(parts) && parts.length === count) return parts;
	throw unfitting(false);
}
