import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	type BatchRun,
	type BulkRule,
	type RequestSpec,
	type Operation,
	type Prepared,
	type Service,
	type AllItemsRun,
	type WriteOptions,
} from '../../nodes/shared/catalogue';
import type { FailedReply } from '../../nodes/shared/errors';
import { ReadCache } from '../../nodes/shared/readCache';
import { Results } from '../../nodes/shared/run/results';
import { groupedElements, type BatchContext } from '../../nodes/shared/run/batching';
import { runAllItems, runBatches } from '../../nodes/shared/run/batch';
import { notWanted, replyFailure } from '../../nodes/shared/transport/failure';
import type { RequestResult } from '../../nodes/shared/transport/session';
import { itemWith } from './item';
import { toyService } from './toy';

export interface Thing extends IDataObject {
	name: string;
	/** Which shelf it is for; a request is for one. */
	shelf?: string;
}

/** Why a request is refused: an explanation in the toy's words, or a failure of another kind. */
export type Refused =
	| { code: string; message?: string; culprits?: number[]; reasons?: string[] }
	| RequestResult
	| undefined;

export interface ShelfRun {
	/** Asked for each list of a request; a request that is refused keeps nothing. */
	refuse?: (things: Thing[], requests: number) => Refused;
	options?: Partial<WriteOptions>;
	/** Whether problems become items. */
	goesOn?: boolean;
	run?: Partial<BatchRun>;
	/** All items together, in place of one batch. */
	whole?: AllItemsRun['run'];
	/** The service's bulk request; undefined for none. */
	bulk?: Partial<BulkRule> | undefined;
	/** False where the bulk request may not be used. */
	mayUseBulk?: boolean;
	about?: BatchContext['about'];
	/** Whether the requests change nothing. */
	repeatable?: boolean;
	/** The answer to a request in place of the service's own. */
	body?: unknown;
}

export interface ShelfOutcome {
	/** What the service holds afterwards. */
	held: string[];
	/** Names in each list of each request. */
	requests: string[][][];
	/** What became of each item: the ID that it got, or its error. */
	items: string[];
	error?: Error & { description?: string };
	/** Output rows as they are. */
	output: ReturnType<Results['output']>;
	/** Most requests under way at once. */
	most: number;
	hints: string[];
}

const service: Service = toyService();
const OPERATION = { name: 'Create', method: 'POST', value: 'create' } as Operation;
const CONNECTION = { baseUrl: 'https://toys.example', signIn: 'password' };

/** How things are written: three in a request. */
export const SHELVING: BatchRun = {
	kind: 'batch',
	max: 3,
	bulk: true,
	assemble: (things) => ({ body: { things: things as never } }),
	split: (body) => (body as { ids: string[] }).ids,
	result: (id) => ({ json: { id: id as string } }),
};

/** Writes things to a service that keeps them, by the code that runs every batch operation. */
export async function shelve(things: Thing[], more: ShelfRun = {}): Promise<ShelfOutcome> {
	const lists = { held: [], requests: [], items: [], output: [], hints: [] };
	const outcome: ShelfOutcome = { ...lists, most: 0 };
	const run = { ...SHELVING, ...more.run };
	const itemAt = (index: number) => itemWith({ ...things[index] }, { index, operation: OPERATION });
	const context = {
		addExecutionHints: ({ message }: { message: string }) => void outcome.hints.push(message),
	} as unknown as IExecuteFunctions;
	const results = new Results(
		context,
		{ node: itemAt(0).node, service, operation: OPERATION },
		more.goesOn ?? false,
	);
	const options = { dryRun: false, ...more.options };
	if (options.whenRefused) results.whenRefused = options.whenRefused;
	if (options.dryRun) results.whenRefused = 'others';
	const bulkRule =
		'bulk' in more && more.bulk === undefined
			? undefined
			: { ...(service.bulk as BulkRule), ...more.bulk };
	const items = things.map((_, index) => index);
	const given = things.map(({ shelf = 'a', ...thing }, index): Prepared => {
		const { repeatable = false } = more;
		const spec = { method: 'POST', path: '/things', body: { shelf }, repeatable } as const;
		return { index, spec, element: thing };
	});
	const prepared = run.groupBy
		? groupedElements(given, items, run.groupBy, itemAt, results)
		: given;
	const work = {
		run,
		options,
		session: {
			connection: CONNECTION,
			send: sender(outcome, more),
			sent: 0,
			cache: new ReadCache(() => 'test'),
			room: 0,
		},
		items,
		itemAt,
		results,
		bulkRule,
		bulk: more.mayUseBulk === false ? undefined : bulkRule,
		explain: (reply: FailedReply) => service.explain(reply, CONNECTION),
		about: more.about,
	} satisfies BatchContext;
	if (more.whole) await runAllItems(given, { kind: 'allItems', run: more.whole }, work, context);
	else await runBatches(prepared, work);
	try {
		outcome.output = results.output(items);
		outcome.items = outcome.output.map(({ json, error }) => error?.message ?? String(json.id));
	} catch (problem) {
		outcome.error = problem as Error;
	}
	return outcome;
}

function sender(outcome: ShelfOutcome, more: ShelfRun) {
	const { refuse = () => undefined } = more;
	let underWay = 0;
	return async (spec: RequestSpec, wanted = () => true): Promise<RequestResult> => {
		outcome.most = Math.max(outcome.most, (underWay += 1));
		await new Promise((resolve) => setImmediate(resolve));
		underWay -= 1;
		if (!wanted()) return { ok: false, failure: notWanted(spec, 1) };
		const isBulk = spec.path === '/bulk';
		const bodies = isBulk
			? (spec.body?.requests as unknown as Array<{ body: { things: Thing[] } }>).map(
					(one) => one.body,
				)
			: [spec.body as unknown as { things: Thing[] }];
		const lists = bodies.map(({ things }) => things);
		outcome.requests.push(lists.map((list) => list.map(nameOf)));
		const count = outcome.requests.length;
		for (const [at, list] of lists.entries()) {
			const refused = refuse(list, count);
			if (refused === undefined) continue;
			if ('ok' in refused) return refused;
			const refusal = { message: 'No', ...refused };
			const body = isBulk
				? { results: lists.map((_, index) => (index === at ? refusal : {})) }
				: refusal;
			const failure = { status: 400, headers: {}, body };
			return { ok: false, failure: replyFailure(service, CONNECTION, spec, failure, 1) };
		}
		outcome.held.push(...lists.flat().map(nameOf));
		const replies = lists.map((list) => ({ ids: list.map((one) => `id-${nameOf(one)}`) }));
		const body = isBulk ? { results: replies } : replies[0];
		return { ok: true, body: 'body' in more ? more.body : body };
	};
}

/** The names in an element; one that several items share is a list of parts. */
function nameOf(thing: Thing | unknown[]): string {
	if (!Array.isArray(thing)) return thing.name;
	return (thing as Array<{ element: Thing }>).map(({ element }) => element.name).join('+');
}
