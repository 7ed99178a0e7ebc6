import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type {
	AllItems,
	AllItemsRun,
	BatchRun,
	ItemContext,
	Prefetch,
	PrefetchResult,
	Prepared,
	RequestSpec,
	Row,
} from '../catalogue';
import { engineRun } from '../batches';
import { InputError, unexpectedResponse } from '../errors';
import {
	type BatchContext,
	type BatchEntry,
	batchesOf,
	deliver,
	entriesOf,
	grouped,
	itemsOf,
	keyOf,
	onlyFor,
	planSteps,
	specOf,
	type Step,
	stepsOf,
	takenAlong,
	withoutEntries,
	WRITES,
} from './batching';
import { inOrder } from '../inOrder';
import { counted } from '../messages';
import { isObject } from '../objects';
import { narrowDown } from './narrow';
import type { RefusedItem } from './results';

/** Parallel steps that change nothing. */
const READS = 10;

/**
 * Many items a request, and many requests in a bulk request where the service has one, a few at
 * a time. Requests are put together when their turn has come, while others are under way.
 */
export async function runBatches(prepared: Prepared[], context: BatchContext): Promise<void> {
	const { run, results, options } = context;
	const work = { ...context, bulk: run.bulk ? context.bulk : undefined };
	const entries = entriesOf(prepared);
	const problem = transactionProblem(entries, work);
	if (problem) return results.refused(itemsOf(entries), problem);
	if (options.dryRun) return await results.instead(work.items, await dryRun(entries, work));
	if (options.whenRefused === 'undo') return await settle(entries, work);
	const atOnce = run.concurrency ?? (prepared[0]?.spec.repeatable ? READS : WRITES);
	const send = async (step: Step) => await settle(step.flat(), work);
	let first = work.session.room >= WRITES ? Promise.resolve() : undefined;
	const one = async (step: Step) => {
		// An error that stops the run, such as an invalid value in all items, stops it before the others are sent.
		if (first !== undefined) await first;
		await (first === undefined ? (first = send(step)) : send(step));
	};
	for (const steps of stepsOf(entries, work)) {
		await inOrder(steps, atOnce, one, () => results.ended);
	}
}

/**
 * Sends a step's entries until each of them was written or refused. A refused request did
 * nothing, so what was not to blame is sent again without what was.
 */
async function settle(entries: BatchEntry[], work: BatchContext): Promise<void> {
	const current = (await work.renew?.(entries)) ?? entries;
	await sendAll(await prefetched(current, work), work);
}

/** `settle` for entries whose prefetch is done. */
async function sendAll(entries: BatchEntry[], work: BatchContext): Promise<void> {
	const { results, run, bulk } = work;
	let waiting = entries;
	let step: Step | undefined;
	while (waiting.length > 0 && !results.ended) {
		if (step === undefined) {
			const problem = transactionProblem(waiting, work);
			if (problem) return results.refused(itemsOf(waiting), problem);
			step = planSteps(waiting, run, bulk)[0] ?? [];
		}
		const answer = await work.session.send(requestOf(step, work), () => !results.ended);
		if (!answer.ok && answer.failure.outcome === 'notSent' && results.ended) return;
		if (answer.ok) {
			await take(step, answer.body, work);
			waiting = withoutEntries(waiting, step.flat());
			step = undefined;
		} else {
			const sending = { prefetched, settle, sendAll };
			[waiting, step] = await narrowDown(waiting, step, answer.failure, work, sending);
		}
	}
}

/**
 * Lets the run read from the service before entries are sent. Returns the entries to send, with
 * their current elements. The others get their rows or problem.
 */
async function prefetched(entries: BatchEntry[], work: BatchContext): Promise<BatchEntry[]> {
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
			const renewed = await work.renew?.(group, true);
			if (renewed) left.push(...(await prefetched(renewed, work)));
			else work.results.refused(itemsOf(group), problem);
		}
	}
	return left.sort((a, b) => a.index - b.index);
}

async function prefetchGroup(
	group: BatchEntry[],
	prefetch: Prefetch,
	work: BatchContext,
): Promise<BatchEntry[]> {
	const { run, itemAt, results } = work;
	const waiting = group.map(({ index, given, spec, attempt, found }) => ({
		item: itemAt(index),
		element: given,
		spec,
		attempt,
		...(attempt > 1 && { earlier: found }),
	}));
	const answers = await prefetch(waiting);
	const renewed = answers.some(refuses) ? await work.renew?.(group, true) : undefined;
	if (renewed) return await prefetched(renewed, work);
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
			for (const item of itemsOf([rest])) results.refused([item], takenAlong(first));
			continue;
		}
		if ('rows' in answer) {
			await deliver(rest, () => answer.rows, work);
			results.nothingToWrite(itemsOf([rest]));
		} else left.push({ ...rest, element: answer.element, found: answer.found });
	}
	return left;
}

function refuses(answer: PrefetchResult): boolean {
	return 'problem' in answer || (answer.refused?.size ?? 0) > 0;
}

function requestOf(step: Step, { run, bulk }: BatchContext): RequestSpec {
	const specs = step.map((batch) => specOf(batch, run));
	return bulk && specs.length > 1 ? bulk.wrap(specs) : (specs[0] as RequestSpec);
}

/** Hands each item its part of the response. */
async function take(step: Step, body: unknown, work: BatchContext): Promise<void> {
	const { run, bulk, itemAt, results } = work;
	const bodies = bulk && step.length > 1 ? bulk.unwrap(body, step.length) : [body];
	for (const [at, batch] of step.entries()) {
		try {
			const parts = partsOf(run, bodies[at], batch.length);
			for (const [n, { element, found }] of batch.entries()) {
				const rowsOf = (item: number) => run.result(parts[n], itemAt(item), element, found);
				const delivering = deliver(batch[n] as BatchEntry, rowsOf, work);
				if (delivering) await delivering;
			}
		} catch (problem) {
			results.refused(itemsOf(batch), problem);
		}
	}
}

/** One part for each element. Throws `InputError` if the number differs. */
function partsOf({ split }: BatchRun, body: unknown, count: number): unknown[] {
	const parts = isObject(body) ? split(body, count) : undefined;
	if (Array.isArray(parts) && parts.length === count) return parts;
	throw unexpectedResponse(false);
}

/** Why entries cannot be written as one transaction, with the numbers; undefined where they can, or need not. */
export function transactionProblem(
	entries: BatchEntry[],
	{ run, bulkRule, bulk, options }: BatchContext,
): InputError | undefined {
	if (options.whenRefused !== 'undo') return undefined;
	const batches = batchesOf(entries, run);
	const numbers = `${counted(entries.length, 'item')} need ${batches.length} requests`;
	if (batches.length <= 1) return undefined;
	if (bulk === undefined) {
		return new InputError(
			`"All or Nothing" needs one transaction, but ${numbers}`,
			(run.bulk && bulkRule?.words.notAllowed) || OTHERWISE,
		);
	}
	const spaces = new Set(batches.map((batch) => keyOf(batch, bulk))).size;
	if (spaces > 1) {
		return new InputError(
			`"All or Nothing" needs one transaction, but these items belong to ${spaces} spaces`,
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
): Promise<(refused: RefusedItem[]) => Row> {
	const { run, bulk, options, items, results, itemAt } = work;
	const sent: BatchEntry[] = [];
	let requests = 0;
	const parts =
		options.whenRefused === 'undo'
			? [entries]
			: stepsOf(entries, work).flatMap((steps) => steps.map((step) => step.flat()));
	for (const part of parts) {
		const left = await prefetched(part, work);
		const problem = transactionProblem(left, work);
		if (problem) results.refused(itemsOf(left), problem);
		sent.push(...left);
		requests += planSteps(left, run, bulk).length;
	}
	const specs = grouped(entries, ({ group }) => group).flatMap(([first]) => first?.spec ?? []);
	const count = { items: items.length, records: sent.length, requests };
	const about = { ...work.about?.(specs), ...(await run.foresee?.(sent, itemAt(0))) };
	return (refused) => dryRunRow(itemAt(0), about, count, refused);
}

/**
 * The one row of a dry run: what would be written, and in how many requests.
 * @param about what the requests work on (`{apps: ['12']}`), and what is foreseen
 */
export function dryRunRow(
	{ operation }: Pick<ItemContext, 'operation'>,
	about: IDataObject | undefined,
	count: { items: number; records: number; requests: number },
	refused: RefusedItem[] = [],
): Row {
	return { json: { dryRun: true, refused, operation: operation.name, ...about, ...count } };
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
	const { results, itemAt } = work;
	const whole: AllItems = {
		itemAt,
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
