import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Draft, ItemView, Operation, Prepared, Service } from './catalogue';
import { Failed, type FailedReply } from './errors';
import { nodeError } from './messages';
import { hasSameDraft, preparing } from './request';
import { advise } from './run/advise';
import { runBatches } from './run/batch';
import { type Choices, choicesOf } from './run/choices';
import { runEach } from './run/each';
import { tell } from './run/hints';
import { inOrder } from './run/inOrder';
import { Results } from './run/results';
import { sharedElements } from './run/share';
import { runWalk } from './run/walk';
import { runWhole } from './run/whole';
import { cancelledWhileWaiting, openSession, type Session } from './transport/session';
import { checkVersion } from './version';
import { type Hints, itemViews } from './view';

/** Runs the operation that the node's parameters name for all incoming items. */
export async function execute(
	context: IExecuteFunctions,
	service: Service,
): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, service);
	const items = context.getInputData().map((_, index) => index);
	const node = context.getNode();
	const session = await openSession(context, service).catch((problem: unknown) => {
		throw nodeError(problem, { node, service, operation, items: [] });
	});
	const { connection } = session;
	const results = new Results(
		context,
		{ node, service, operation, connection },
		context.continueOnFail(),
	);
	const hints: Hints = new Map();
	const views = itemViews(context, operation, session, hints);
	const choices = choose(operation, views, items, results);
	const tooOld = checkVersion(operation, connection);
	if (tooOld) results.refused(items, tooOld);
	else if (choices) {
		await run({ context, service, operation, session, items, results, views, choices });
	}
	if (service.advise) await advise(results.problems(items), service.advise, views);
	const output = results.output(items);
	const { sent } = session;
	tell(context, {
		run: operation.run,
		choices,
		items: items.length,
		rows: output.length,
		sent,
		hints,
	});
	return [output];
}

/** How the items are run together; undefined where the choice itself was refused. */
function choose(
	operation: Operation,
	views: (index: number) => ItemView,
	items: number[],
	results: Results,
): Choices | undefined {
	if (operation.run.kind !== 'batch') return { dryRun: false };
	try {
		const choices = choicesOf(views(0));
		if (choices.whenRefused) results.whenRefused = choices.whenRefused;
		if (choices.dryRun) results.whenRefused = 'others';
		return choices;
	} catch (problem) {
		results.refused(items, problem);
		return undefined;
	}
}

interface Running {
	context: IExecuteFunctions;
	service: Service;
	operation: Operation;
	session: Session;
	items: number[];
	results: Results;
	views: (index: number) => ItemView;
	choices: Choices;
}

async function run(running: Running): Promise<void> {
	const { context, service, operation, session, items, results, views, choices } = running;
	const prepared = await prepareAll(running);
	if (results.ended) return;
	const wait = async (seconds: number) => await cancelledWhileWaiting(context, seconds);
	const batches = {
		choices,
		session,
		items,
		views,
		results,
		bulkRule: service.bulk,
		bulk: service.bulk?.allowed(session.connection) ? service.bulk : undefined,
		explain: (reply: FailedReply) => service.explain(reply, session.connection),
		about: service.about,
		wait,
	};
	switch (operation.run.kind) {
		case 'each':
		case 'own':
			return await runEach(prepared, operation.run, views, results, wait);
		case 'walk':
			return await runWalk(prepared, operation.run, views, results);
		case 'whole':
			return await runWhole(prepared, operation.run, batches, context);
		case 'batch': {
			const { shared } = operation.run;
			const elements = shared ? sharedElements(prepared, items, shared, views, results) : prepared;
			if (results.ended) return;
			return await runBatches(elements, { ...batches, run: operation.run });
		}
	}
}

/** Everything that can be refused before the first request is sent is refused here. */
async function prepareAll(running: Running): Promise<Prepared[]> {
	const { context, service, operation, items, views, results } = running;
	const prepared: Array<Prepared | undefined> = [];
	const sameDraft =
		operation.run.kind === 'batch' && hasSameDraft(operation, context.getNode().parameters);
	const prepare = preparing(service, operation, sameDraft);
	const take = (entry: Prepared) => {
		prepared[entry.index] = entry;
	};
	const one = (index: number) => {
		const refuse = (problem: unknown) => results.refused([index], problem);
		try {
			const entry = prepare(views(index));
			if (entry instanceof Promise) return entry.then(take).catch(refuse);
			take(entry);
		} catch (problem) {
			refuse(problem);
		}
	};
	await inOrder(items, 5, one, () => results.ended);
	return prepared.filter((entry): entry is Prepared => entry !== undefined);
}

function chosenOperation(context: IExecuteFunctions, service: Service): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = service.resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === value);
	if (operation) return operation;
	throw nodeError(
		new Error(`The operation "${String(value)}" does not exist for "${String(resource)}"`),
		{
			node: context.getNode(),
			service,
			items: [],
		},
	);
}

/**
 * Sends one request for a picker of the editor and gives its body.
 * Throws n8n's error with the service's reason.
 */
export async function lookUp<Body = IDataObject>(
	context: ILoadOptionsFunctions,
	service: Service,
	draft: (session: Session) => Draft,
): Promise<Body> {
	const node = context.getNode();
	const session = await openSession(context, service).catch((problem: unknown) => {
		throw nodeError(problem, { node, service, items: [] });
	});
	const answer = await session.send(draft(session));
	if (answer.ok) return answer.body as Body;
	const { connection } = session;
	throw nodeError(new Failed(answer.failure), { node, service, connection, items: [] });
}
