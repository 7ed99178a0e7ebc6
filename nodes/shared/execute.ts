import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Draft, ItemView, Operation, Service } from './catalogue';
import { Failed } from './errors';
import { nodeError } from './messages';
import { prepare, type Prepared } from './request';
import { runBatches } from './run/batch';
import { runEach } from './run/each';
import { inOrder } from './run/inOrder';
import { Results } from './run/results';
import { sharedElements } from './run/share';
import { runWalk } from './run/walk';
import { cancelledWhileWaiting, openSession, type Session } from './transport/session';
import { checkVersion } from './version';
import { itemViews } from './view';

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
	const tooOld = checkVersion(operation, connection);
	if (tooOld) results.refused(items, tooOld);
	else await run(context, service, operation, session, items, results);
	const output = results.output();
	tellEmpty(context, operation, output);
	return [output];
}

async function run(
	context: IExecuteFunctions,
	service: Service,
	operation: Operation,
	session: Session,
	items: number[],
	results: Results,
): Promise<void> {
	const views = itemViews(context, operation, session);
	const prepared = await prepareAll(service, operation, items, views, results);
	if (results.ended) return;
	const wait = async (seconds: number) => await cancelledWhileWaiting(context, seconds);
	switch (operation.run.kind) {
		case 'each':
		case 'own':
			return await runEach(prepared, operation.run, views, results, wait);
		case 'walk':
			return await runWalk(prepared, operation.run, views, results);
		case 'batch': {
			const { shared } = operation.run;
			const elements = shared ? sharedElements(prepared, items, shared, views, results) : prepared;
			if (results.ended) return;
			const bulk = service.bulk?.allowed(session.connection) ? service.bulk : undefined;
			const explain = (reply: Parameters<Service['explain']>[0]) =>
				service.explain(reply, session.connection);
			return await runBatches(elements, {
				run: operation.run,
				session,
				views,
				results,
				explain,
				...(bulk && { bulk }),
			});
		}
	}
}

/** Everything that can be refused before the first request is sent is refused here. */
async function prepareAll(
	service: Service,
	operation: Operation,
	items: number[],
	views: (index: number) => ItemView,
	results: Results,
): Promise<Prepared[]> {
	const prepared: Array<Prepared | undefined> = [];
	const one = async (index: number) => {
		try {
			prepared[index] = await prepare(service, operation, views(index));
		} catch (problem) {
			results.refused([index], problem);
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

function tellEmpty(context: IExecuteFunctions, { run }: Operation, output: INodeExecutionData[]) {
	if (run.kind !== 'walk' || run.emptyHint === undefined || output.length > 0) return;
	context.addExecutionHints?.({ message: run.emptyHint, location: 'outputPane' });
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
