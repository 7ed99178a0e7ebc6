import type { IExecuteFunctions } from 'n8n-workflow';

import type { AllItems, AllItemsRun, BatchRun, Prepared, RequestSpec, Row } from '../catalogue';
import { engineRun } from '../batchOperation';
import { InputError, unexpectedResponse } from '../errors';
import {
	type BatchContext,
	type BatchEntry,
	batchesOf,
	entriesOf,
	grouped,
	itemsOf,
	keyOf,
	planSteps,
	planTurn,
	specOf,
	type Step,
	turnsOf,
} from './batching';
import { deliver } from './groupItems';
import { inOrder } from '../inOrder';
import { counted } from '../messages';
import { narrowDown, withoutEntries } from './narrow';
import { prefetched } from './prefetch';
import type { Problem } from './results';

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
export async function runBatches(prepared: Prepared[], work: BatchContext): Promise<void> {
	const { run, results, choices } = work;
	const entries = entriesOf(prepared);
	const problem = choices.whenRefused === 'undo' ? transactionProblem(entries, work) : undefined;
	if (problem) return results.refused(itemsOf(entries), problem);
	if (choices.dryRun) return await results.instead(work.items, await dryRun(entries, work));
	if (choices.whenRefused === 'undo') return await settle(entries, work);
	const atOnce = run.concurrency ?? (prepared[0]?.spec.repeatable ? READS : WRITES);
	const send = async (step: Step) => await settle(step.flat(), work, step);
	let first: Promise<void> | undefined;
	const one = async (step: Step) => {
		// An error that stops the run, such as an invalid value in all items, stops it before the others are sent.
		if (first !== undefined) await first;
		await (first === undefined ? (first = send(step)) : send(step));
	};
	for (const turn of turnsOf(entries, run)) {
		await inOrder(planTurn(turn, run, work.bulk), atOnce, one, () => results.ended);
	}
}

/**
 * Sends a step's entries until each of them was written or refused. A refused request did
 * nothing, so what was not to blame is sent again without what was.
 * @param planned how all of the entries are sent, where that is known
 */
async function settle(entries: BatchEntry[], work: BatchContext, planned?: Step): Promise<void> {
	const waiting = await prefetched(entries, work);
	await sendAll(waiting, work, waiting === entries ? planned : undefined);
}

/** The same for entries that are ready. */
async function sendAll(entries: BatchEntry[], work: BatchContext, planned?: Step): Promise<void> {
	let waiting = entries;
	let step = planned;
	while (waiting.length > 0 && !work.results.ended) {
		if (step === undefined) {
			const problem =
				work.results.whenRefused === 'undo' ? transactionProblem(waiting, work) : undefined;
			if (problem) return work.results.refused(itemsOf(waiting), problem);
			step = planSteps(waiting, work.run, work.bulk)[0] ?? [];
		}
		const answer = await work.session.send(requestOf(step, work), () => !work.results.ended);
		if (!answer.ok && answer.failure.outcome === 'notSent' && work.results.ended) return;
		if (answer.ok) {
			await take(step, answer.body, work);
			waiting = step === planned ? [] : withoutEntries(waiting, step.flat());
			step = undefined;
		} else {
			[waiting, step] = await narrowDown(waiting, step, answer.failure, work, {
				settle,
				sendAll,
			});
		}
	}
}

function requestOf(step: Step, { run, bulk }: BatchContext): RequestSpec {
	const specs = step.map((batch) => specOf(batch, run));
	return bulk && specs.length > 1 ? bulk.wrap(specs) : (specs[0] as RequestSpec);
}

/** Hands each item its part of the response. */
async function take(
	step: Step,
	body: unknown,
	{ run, bulk, views, results }: BatchContext,
): Promise<void> {
	const bodies = bulk && step.length > 1 ? bulk.unwrap(body, step.length) : [body];
	const giving = { shared: run.groupBy, results };
	for (const [at, batch] of step.entries()) {
		try {
			const parts = partsOf(run, bodies[at], batch.length);
			let place = 0;
			for (const entry of batch) {
				const part = parts[place++];
				const given = deliver(
					entry,
					(item) => run.result(part, views(item), entry.element, entry.found),
					giving,
				);
				// Awaiting nothing 10,000 times would take time.
				if (given) await given;
			}
		} catch (problem) {
			results.refused(itemsOf(batch), problem);
		}
	}
}

/** One part for each element. Throws `InputError` if the number differs. */
function partsOf({ split }: BatchRun, body: unknown, count: number): unknown[] {
	const parts = typeof body === 'object' && body !== null ? split(body, count) : undefined;
	if (Array.isArray(parts) && parts.length === count) return parts;
	throw unexpectedResponse(false);
}

/** Why entries cannot be written as one transaction, with the numbers; undefined where they can. */
export function transactionProblem(
	entries: BatchEntry[],
	{ run, bulkRule, bulk }: BatchContext,
): InputError | undefined {
	const batches = batchesOf(entries, run);
	const numbers = `${counted(entries.length, 'item')} need ${batches.length} requests`;
	if (batches.length <= 1) return undefined;
	if (bulkRule === undefined || run.bulk !== true) {
		return new InputError(
			`"All or Nothing" needs a single request here, but ${numbers}`,
			OTHERWISE,
		);
	}
	if (bulk === undefined) {
		return new InputError(
			`"All or Nothing" needs one transaction, but ${numbers}`,
			bulkRule.words.notAllowed,
		);
	}
	const places = new Set(batches.map((batch) => keyOf(batch, bulk))).size;
	if (places > 1) {
		return new InputError(
			`"All or Nothing" needs one transaction, but these items belong to ${places} spaces`,
			bulk.words.apart,
		);
	}
	if (batches.length <= bulk.max) return undefined;
	return new InputError(
		`"All or Nothing" allows up to ${bulk.max} requests of ${run.max} items each, but ${numbers}`,
		OTHERWISE,
	);
}

const OTHERWISE = 'Nothing was sent. Run fewer items at once, or change "When a Record Is Refused"';

/** What a run would send, as a row. Reads what the run would read, and writes nothing. */
export async function dryRun(
	entries: BatchEntry[],
	work: BatchContext,
): Promise<(problems: Problem[]) => Row> {
	const { run, bulk, choices, items, results, views } = work;
	let records = 0;
	let requests = 0;
	const allOrNone = choices.whenRefused === 'undo';
	const turns = allOrNone ? [entries] : turnsOf(entries, run);
	for (const step of turns.flatMap((turn) => planSteps(turn, run, bulk))) {
		const left = await prefetched(step.flat(), work);
		const problem = allOrNone ? transactionProblem(left, work) : undefined;
		if (problem) results.refused(itemsOf(left), problem);
		records += left.length;
		requests += planSteps(left, run, bulk).length;
	}
	const specs = grouped(entries, ({ group }) => group).flatMap(([first]) => first?.spec ?? []);
	return (problems) => ({
		json: {
			dryRun: true,
			operation: views(items[0] ?? 0).operation.name,
			...work.about?.(specs),
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

/**
 * All items together, by a custom function that writes in batches. If it throws, this is the problem
 * of all items without a result.
 */
export async function runAllItems(
	prepared: Prepared[],
	run: AllItemsRun,
	work: Omit<BatchContext, 'run'>,
	context: IExecuteFunctions,
): Promise<void> {
	const { results, views } = work;
	const whole: AllItems = {
		view: views,
		write: async (batch, entries) => await runBatches(entries, { ...work, run: engineRun(batch) }),
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
