import type { Draft, EachRun, ItemView, OwnRun, Prepared, Row, Until } from '../catalogue';
import { Refusal, unfitting } from '../errors';
import { inOrderByKey } from './inOrder';
import type { Results } from './results';

/** Requests in flight where an operation does not say otherwise. */
const READS = 5;
const WRITES = 3;

type Wait = (seconds: number) => Promise<boolean>;

/**
 * One request, or a custom function, for each item. Changes of the same target run one after the
 * other: in parallel, both would start from the old values, and one change would be lost.
 */
export async function runEach(
	prepared: Prepared[],
	run: EachRun | OwnRun,
	views: (index: number) => ItemView,
	results: Results,
	wait: Wait,
): Promise<void> {
	const limit = run.concurrency ?? (prepared[0]?.draft.repeatable ? READS : WRITES);
	const one = async ({ index, draft }: Prepared) => {
		const item = views(index);
		try {
			if (run.kind === 'own') return await results.done(index, await run.run(item, draft));
			const body = await item.ask(draft);
			const rows = run.until?.wanted(item)
				? await untilDone(run.until, body, item, wait)
				: fitting(() => run.result(body, item), draft.repeatable);
			await results.done(index, rows);
		} catch (problem) {
			results.refused([index], problem);
		}
	};
	const keyOf = ({ index, draft }: Prepared) => targetOf(run, views(index), draft);
	await inOrderByKey(prepared, limit, keyOf, one, () => results.ended);
}

/** What an item changes; undefined if it can run in parallel with all others. */
function targetOf({ target }: EachRun | OwnRun, item: ItemView, draft: Draft): string | undefined {
	if (draft.repeatable || target === 'new') return undefined;
	try {
		const named = target ? target(item, draft) : decodeURIComponent(draft.path);
		// One ID or name can be written in several ways. Two targets with the same key do no harm.
		return named
			?.normalize('NFKC')
			.toLowerCase()
			.replace(/(^|\D)0+(?=\d)/g, '$1');
	} catch {
		// The run reports the error.
		return undefined;
	}
}

/** The result of a response. Throws `Refusal` for an unexpected form. */
function fitting<Made>(make: () => Made, repeatable: boolean): Made {
	try {
		return make();
	} catch (problem) {
		throw problem instanceof TypeError ? unfitting(repeatable) : problem;
	}
}

/** Asks until the service's background work is done. Throws `Refusal` when it failed or took too long. */
async function untilDone(
	until: Until,
	first: unknown,
	item: ItemView,
	wait: Wait,
): Promise<Row | Row[]> {
	const limit = until.limitSeconds(item);
	for (let waited = 0; waited <= limit; waited += until.everyMs / 1000) {
		const state = await item.ask(until.ask(item, first));
		const judged = fitting(() => until.judge(state, item), true);
		if ('row' in judged) return judged.row;
		if ('failed' in judged) throw judged.failed;
		if (await wait(until.everyMs / 1000)) throw new Refusal('The execution was canceled');
	}
	throw new Refusal(
		`The service did not finish within ${limit} seconds`,
		'It is still running. Increase the time to wait, or check its status later',
	);
}
