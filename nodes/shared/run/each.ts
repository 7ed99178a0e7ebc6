import type { EachRun, ItemView, OwnRun, Prepared, Row, Until } from '../catalogue';
import { Refusal, unfitting } from '../errors';
import { inOrder } from './inOrder';
import type { Results } from './results';

/** Requests in flight where an operation does not say otherwise. */
const READS = 5;
const WRITES = 3;

type Wait = (seconds: number) => Promise<boolean>;

/** One request an item, or a run written by hand for each item. */
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
	await inOrder(prepared, limit, one, () => results.ended);
}

/** What is made of an answer. Throws `Refusal` for one that is not of the form that the call has. */
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
		if (await wait(until.everyMs / 1000)) throw new Refusal('The execution was cancelled');
	}
	throw new Refusal(
		`The service was not done after ${limit} seconds`,
		'It goes on by itself. Wait longer (option), or ask for the state later',
	);
}
