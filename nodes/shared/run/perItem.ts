import type {
	RequestSpec,
	PerItemRun,
	ItemContext,
	CustomRun,
	Prepared,
	Until,
	Row,
} from '../catalogue';
import { attempt, RequestError, InputError, unexpectedResponse } from '../errors';
import { inOrderByKey } from '../inOrder';
import { oneSpelling } from '../input/text';
import type { Results } from './results';

/** Requests in flight where an operation does not say otherwise, if the session's limiter lets so many through. */
const READS = 10;
const WRITES = 3;

type Wait = (seconds: number) => Promise<boolean>;

/**
 * Prepares items again if what another execution read for them is outdated; undefined if it isn't. Those
 * that are then refused are not among them.
 * @param isRefused true to find out whether it is, because the service refused the items
 */
export type Renew = (items: number[], isRefused?: boolean) => Promise<Prepared[] | undefined>;

function isRefusal(problem: unknown): boolean {
	return problem instanceof RequestError && problem.failure.outcome === 'refused';
}

/**
 * One request, or a custom function, for each item. Changes of the same target run one after the
 * other: in parallel, both would start from the old values, and one change would be lost.
 */
export async function runPerItem(
	prepared: Prepared[],
	run: PerItemRun | CustomRun,
	itemAt: (index: number) => ItemContext,
	results: Results,
	wait: Wait,
	renew: Renew,
): Promise<void> {
	const limit = run.concurrency ?? (prepared[0]?.spec.repeatable ? READS : WRITES);
	const one = async ({ index, spec }: Prepared) => {
		const item = itemAt(index);
		try {
			if (run.kind === 'custom') return await results.done(index, await custom(run, item, spec));
			const body = await item.request(spec).catch(async (problem: unknown) => {
				// A refused request did nothing.
				const renewed = isRefusal(problem) ? await renew([index], true) : undefined;
				if (renewed === undefined) throw problem;
				return renewed[0] && (await item.request(renewed[0].spec));
			});
			if (body === undefined) return;
			const rows = run.until?.wanted(item)
				? await untilDone(run.until, body, item, wait)
				: await fitting(
						() => run.result(body, item),
						() => spec.repeatable,
					);
			await results.done(index, rows);
		} catch (problem) {
			results.refused([index], problem);
		}
	};
	const keyOf = ({ index, spec }: Prepared) => targetOf(run, itemAt(index), spec);
	await inOrderByKey(prepared, limit, keyOf, one, () => results.ended);
}

/** What an item changes; undefined if it can run in parallel with all others. */
function targetOf(
	{ concurrencyKey }: PerItemRun | CustomRun,
	item: ItemContext,
	spec: RequestSpec,
): string | undefined {
	if (spec.repeatable || concurrencyKey === 'new') return undefined;
	const named = attempt(() =>
		concurrencyKey ? concurrencyKey(item, spec) : decodeURIComponent(spec.path),
	);
	// The run reports the error. Two targets with the same key do no harm.
	return 'value' in named && named.value !== undefined ? oneSpelling(named.value) : undefined;
}

/** Runs a custom function. Throws `InputError` for a response of an unexpected form, which may be that of a write. */
async function custom(run: CustomRun, item: ItemContext, spec: RequestSpec): Promise<Row | Row[]> {
	let onlyRead = true;
	const watched = Object.create(item, {
		request: {
			value: async (sent: RequestSpec) => {
				onlyRead &&= sent.repeatable;
				return await item.request(sent);
			},
		},
	}) as ItemContext;
	return await fitting(
		async () => await run.run(watched, spec),
		() => onlyRead,
	);
}

/** What is made of a response. Throws `InputError` for one of an unexpected form. */
async function fitting<Made>(
	make: () => Made | Promise<Made>,
	isRepeatable: () => boolean,
): Promise<Made> {
	try {
		return await make();
	} catch (problem) {
		throw problem instanceof TypeError ? unexpectedResponse(isRepeatable()) : problem;
	}
}

/** A failure to read the status of background work, which goes on. */
function begun(problem: unknown): unknown {
	if (!(problem instanceof RequestError)) return problem;
	const note =
		'The service accepted the request and is working on it, but its status could not be read';
	return new RequestError({ ...problem.failure, outcome: 'unknown', note });
}

/** Asks until the service's background work is done. Throws `InputError` when it failed or took too long. */
async function untilDone(
	until: Until,
	first: unknown,
	item: ItemContext,
	wait: Wait,
): Promise<Row | Row[]> {
	const limit = until.limitSeconds(item);
	for (let waited = 0; waited <= limit; waited += until.everyMs / 1000) {
		const state = await item.request(until.request(item, first)).catch((problem: unknown) => {
			throw begun(problem);
		});
		// The request before it was accepted, whatever this response is.
		const judged = await fitting(
			() => until.judge(state, item),
			() => false,
		);
		if ('row' in judged) return judged.row;
		if ('failed' in judged) throw judged.failed;
		if (await wait(until.everyMs / 1000)) {
			throw new InputError(
				'The execution was canceled',
				'The service accepted the request and may or may not have finished it. Check its status',
				{ outcomeUnknown: true },
			);
		}
	}
	throw new InputError(
		`The service didn't finish within ${limit} seconds`,
		'It is still running. Increase the time to wait, or check its status later',
	);
}
