import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { withHints } from './agent';
import type {
	ItemContext,
	Operation,
	Prepared,
	RequestSpec,
	Service,
	WhenRefused,
	WriteOptions,
} from './catalogue';
import { attempt, type FailedReply, InputError, RequestError } from './errors';
import { isExpression } from './input/reader';
import { itemsText, nodeError } from './messages';
import { isDryRun } from './parameters';
import { requestBuilder } from './request';
import { runAllItems, runBatches } from './run/batch';
import { type BatchEntry, entriesOf, groupedElements, itemsOf } from './run/batching';
import { showHints } from './run/hints';
import { after, inOrder } from './inOrder';
import { runPaginate } from './run/paginate';
import { type Renew, runPerItem } from './run/perItem';
import { Results } from './run/results';
import { cancelledWhileWaiting, openSession, type Session } from './transport/session';
import { checkVersion } from './connection';
import { waitForAnswer } from './sendAndWait';
import { type Hints, itemContexts } from './itemContext';

/** Runs the operation that the node's parameters name for all incoming items. Throws n8n's error where the node stops. */
export async function execute(
	context: IExecuteFunctions,
	service: Service,
): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, service);
	const all = context.getInputData().map((_, index) => index);
	const items = operation.waits ? all.slice(0, 1) : all;
	const node = context.getNode();
	const session = await openSession(context, service).catch((problem: unknown) => {
		throw nodeError(problem, { node, service, operation, items: [] });
	});
	const { connection, cache } = session;
	const errorContext = { node, service, operation, connection };
	const results = new Results(context, errorContext, context.continueOnFail());
	const hints: Hints = new Map();
	const itemAt = itemContexts(context, operation, session, hints);
	const options = choose(operation, itemAt, items, results);
	cache.usesShared =
		cache.isPublished && ['batch', 'perItem'].includes(operation.run.kind) && !options?.dryRun;
	const tooOld = checkVersion(operation, connection);
	if (tooOld) results.refused(items, tooOld);
	else if (options) {
		await run({ context, service, operation, session, items, results, itemAt, options, hints });
		if (operation.waits && !results.refusedAny) await waitForAnswer(context, itemAt(0));
	}
	if (operation.finish && !results.ended && !options?.dryRun) {
		const rows = results.rows(items).map(({ item, json }) => ({ json, item: itemAt(item) }));
		await operation.finish(rows);
	}
	const output = results.output(items);
	const { sent } = session;
	showHints(context, { operation, options, items: items.length, output, sent, hints });
	return [withHints(context, output, [...hints.keys()])];
}

/** How the items are run together; undefined where the choice itself was refused. */
function choose(
	operation: Operation,
	itemAt: (index: number) => ItemContext,
	items: number[],
	results: Results,
): WriteOptions | undefined {
	if (operation.run.kind !== 'batch') return { dryRun: false };
	const chosen = attempt(() => writeOptionsOf(itemAt, items));
	if ('problem' in chosen) return void results.refused(items, chosen.problem);
	const { whenRefused, dryRun } = chosen.value;
	if (whenRefused) results.whenRefused = whenRefused;
	if (dryRun) results.whenRefused = 'others';
	return chosen.value;
}

const LABELS = { whenRefused: 'When a Record Is Refused', dryRun: 'Dry Run' };

/** The write options of all items. Throws `InputError` for items that differ. */
export function writeOptionsOf(
	itemAt: (index: number) => ItemContext,
	items: number[],
): WriteOptions {
	const first = optionsOf(itemAt(0));
	if (!isExpression(itemAt(0).node.parameters.options)) return first;
	for (const name of ['whenRefused', 'dryRun'] as const) {
		const others = items.filter((index) => optionsOf(itemAt(index))[name] !== first[name]);
		if (others.length === 0) continue;
		throw new InputError(
			`"${LABELS[name]}" must be the same for all items, but differs from the first item in ${itemsText(others)}`,
			'Nothing was sent. Correct the expression, or run the items separately',
		);
	}
	return first;
}

function optionsOf(item: ItemContext): WriteOptions {
	const whenRefused = item.read('options.whenRefused') as WhenRefused | undefined;
	return { ...(whenRefused && { whenRefused }), dryRun: isDryRun(item) };
}

interface Execution {
	context: IExecuteFunctions;
	service: Service;
	operation: Operation;
	session: Session;
	items: number[];
	results: Results;
	itemAt: (index: number) => ItemContext;
	options: WriteOptions;
	hints: Hints;
}

async function run(running: Execution): Promise<void> {
	const { context, service, operation, session, items, results, itemAt } = running;
	const prepare = preparing(running);
	const prepared = await prepare(items);
	if (results.ended) return;
	if (results.refusedAny && operation.run.kind === 'batch' && operation.run.isTransaction) {
		const problem = new InputError(STEP_REFUSED, 'Correct the other item, or leave it out');
		return results.refused(itemsOf(prepared), problem);
	}
	/** The generation of the cache for which items were prepared, if not the first one. */
	const preparedFor = new Map<number, number>();
	const first = session.cache.generation;
	const renew: Renew = async (of, isRefused) => {
		if (isRefused) await session.cache.revalidate();
		const { generation } = session.cache;
		if (of.every((item) => (preparedFor.get(item) ?? first) === generation)) return undefined;
		for (const item of of) preparedFor.set(item, generation);
		return await prepare(of);
	};
	const wait = async (seconds: number) => await cancelledWhileWaiting(context, seconds);
	const batches = {
		...running,
		bulkRule: service.bulk,
		bulk: service.bulk?.allowed(session.connection) ? service.bulk : undefined,
		explain: (reply: FailedReply) => service.explain(reply, session.connection),
		about: service.about,
	};
	switch (operation.run.kind) {
		case 'perItem':
		case 'custom':
			return await runPerItem(prepared, operation.run, itemAt, results, wait, renew);
		case 'paginate':
			return await runPaginate(prepared, operation.run, itemAt, results);
		case 'allItems':
			return await runAllItems(prepared, operation.run, batches, context);
		case 'batch': {
			const { groupBy } = operation.run;
			const elementsOf = (some: Prepared[], of: number[]) =>
				groupBy ? groupedElements(some, of, groupBy, itemAt, results) : some;
			const elements = elementsOf(prepared, items);
			if (results.ended) return;
			const renewed = async (entries: BatchEntry[], isRefused?: boolean) => {
				const of = itemsOf(entries);
				const again = await renew(of, isRefused);
				return again && entriesOf(elementsOf(again, of));
			};
			return await runBatches(elements, { ...batches, run: operation.run, renew: renewed });
		}
	}
}

const STEP_REFUSED = 'Not sent: another item of the transaction was refused';

/**
 * Everything that can be refused before the first request is sent is refused here. What another execution
 * read counts only where nothing is refused or told because of it.
 */
function preparing(running: Execution): (items: number[]) => Promise<Prepared[]> {
	const { service, operation, itemAt, results, hints } = running;
	const { cache } = running.session;
	const prepare = requestBuilder(service, operation);
	return async function prepareAll(items): Promise<Prepared[]> {
		const { generation } = cache;
		const isOutdated = () => cache.generation !== generation;
		const prepared: Array<Prepared | undefined> = [];
		const one = (index: number) => {
			const keep = (made: Prepared) => void (prepared[index] = made);
			const kept = attempt(() => after(prepare(itemAt(index)), keep));
			const keeping = 'value' in kept ? kept.value : Promise.reject(kept.problem as Error);
			return keeping?.catch(async (problem: unknown) => {
				await cache.revalidate();
				if (!isOutdated()) results.refused([index], problem);
			});
		};
		await inOrder(items, 5, one, () => results.ended || isOutdated());
		if (hints.size > 0) await cache.revalidate();
		if (!isOutdated()) return prepared.filter((entry) => entry !== undefined);
		hints.clear();
		return await prepareAll(items);
	};
}

function chosenOperation(context: IExecuteFunctions, service: Service): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = service.resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === value);
	if (operation) return operation;
	const problem = `The operation "${String(value)}" doesn't exist for "${String(resource)}"`;
	throw nodeError(new Error(problem), { node: context.getNode(), service, items: [] });
}

/**
 * Sends one request for a picker of the editor and gives its body.
 * Throws n8n's error with the service's reason.
 */
export async function lookUp<Body = IDataObject>(
	context: ILoadOptionsFunctions,
	service: Service,
	spec: (session: Session) => RequestSpec,
): Promise<Body> {
	const node = context.getNode();
	const session = await openSession(context, service).catch((problem: unknown) => {
		throw nodeError(problem, { node, service, items: [] });
	});
	const answer = await session.send(spec(session));
	if (answer.ok) return answer.body as Body;
	const { connection } = session;
	throw nodeError(new RequestError(answer.failure), { node, service, connection, items: [] });
}
