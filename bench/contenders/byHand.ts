import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRequestOptions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Contender, Job } from './contender';
import { atOnce, callsOf, inTurns, turnsOf } from './floor';
import { byHand, jsonOf, watchParameters } from './node';
import { type Call, chunks, elementOf, elements, pageOf, singleWriteOf, writeOf } from './requests';
import { nodeOf, runInWorkflow } from './workflow';

/** What the HTTP Request node's option Batching is set to when it is added. */
const BATCH = 50;
const BATCH_INTERVAL_MS = 1_000;

/** The HTTP Request node: a request an item, 50 of them a second and at once, for the service takes no more than 100. */
export const oneByOne: Contender = {
	async ready(job) {
		const calls = singleCalls(job);
		return await inWorkflow(job, calls.length, async (send) => {
			const answers: IDataObject[] = [];
			for (const batch of chunks(calls, BATCH)) {
				const running = Promise.all(batch.map(send));
				await Promise.all([running, sleep(BATCH_INTERVAL_MS)]);
				answers.push(...(await running));
			}
			return answers;
		});
	},
};

/** A loop that someone builds with Loop Over Items and HTTP Request: 100 records a request, one after the other. */
export const loop: Contender = {
	async ready(job) {
		const calls = hundredsOf(job);
		return await inWorkflow(job, calls.length, async (send) => {
			const answers: IDataObject[] = [];
			for (const call of calls) answers.push(await send(call));
			return answers;
		});
	},
};

/** What n8n takes for itself: the requests of the floor by its helper, and as many items through its engine. */
export const engine: Contender = { ready: async (job) => await alone(job, () => undefined) };

/** The least that a node has to do for it: cells made from the items that come in, and what was written put out. */
export const mapping: Contender = {
	async ready(job) {
		const { kind } = job;
		if (kind === 'read') return await engine.ready(job);
		const items = jsonOf(job).map((json) => ({ json }));
		const work = async (send: Send, context: IExecuteFunctions) => {
			const records = context.getInputData().map(({ json }) => elementOf(kind, json));
			const calls = callsOf(job, records).map((make, at) => ({ make, at }));
			const answers: Written[] = [];
			await inTurns([calls], atOnce(job), async ({ make, at }) => {
				answers[at] = (await send(make())) as Written;
			});
			return written(job, items, answers);
		};
		return await inWorkflow(job, job.count, work, items);
	},
};

/** The same by a node that lets n8n evaluate its parameters for each item, as nodes do. */
export const engineByExpressions: Contender = {
	async ready(job) {
		return await alone(job, (context, index) => context.getNodeParameter('fields', index));
	},
};

async function alone(job: Job, read: (context: IExecuteFunctions, index: number) => unknown) {
	const turns = turnsOf(job);
	const items = jsonOf(job).map((json) => ({ json }));
	const work = async (send: Send, context: IExecuteFunctions) => {
		const answers: IDataObject[] = [];
		for (const index of items.keys()) read(context, index);
		await inTurns(turns, atOnce(job), async (make) => {
			answers.push(await send(make()));
		});
		if (job.kind !== 'read') return items.map(({ json }) => json);
		return answers.flatMap(({ records }) => records as IDataObject[]);
	};
	return await inWorkflow(job, job.count, work, items);
}

/** What was written, with the IDs of the service. */
function written(
	{ kind }: Job,
	items: Array<{ json: IDataObject }>,
	calls: Written[],
): IDataObject[] {
	if (kind === 'delete') return items.map(({ json }) => ({ $id: json.$id, deleted: true }));
	const ids = calls
		.flatMap((call) => call.results ?? [call])
		.flatMap(({ ids: made = [], records = [] }) => [...made, ...records.map(({ id }) => id)]);
	return items.map(({ json }, at) => ({ $id: ids[at], ...json }));
}

/** What the service answers to a write of new records, or of existing ones. */
interface Written {
	ids?: string[];
	records?: Array<{ id: string }>;
	/** Of each of several writes in one request. */
	results?: Written[];
}

function singleCalls(job: Job): Call[] {
	const { kind, app, count } = job;
	if (kind !== 'read') {
		return elements({ ...job, kind }).map((element) => singleWriteOf(kind, app, element));
	}
	return Array.from({ length: count }, (_, index) => ({
		method: 'GET',
		path: '/k/v1/record.json',
		query: { app, id: String(index + 1) },
	}));
}

function hundredsOf(job: Job): Call[] {
	const { kind, app, count } = job;
	if (kind === 'read') {
		const pages = Array.from({ length: Math.ceil(count / 100) }, (_, at) => at * 100);
		return pages.map((after) => pageOf(app, after, 100));
	}
	return chunks(elements({ ...job, kind }), 100).map((list) => writeOf(kind, app, list));
}

type Send = (call: Call) => Promise<IDataObject>;

/** The helper and the options of the HTTP Request node with a credential of ours. */
async function inWorkflow(
	job: Job,
	expected: number,
	work: (send: Send, context: IExecuteFunctions) => Promise<IDataObject[]>,
	items: INodeExecutionData[] = [{ json: {} }],
) {
	async function execute(this: IExecuteFunctions): Promise<IDataObject[]> {
		return await work(async ({ method, path, query, body }) => {
			const options: IRequestOptions = {
				method,
				uri: `${job.baseUrl}${path}`,
				...(query && { qs: query }),
				...(body && { body: body as IDataObject }),
				json: true,
				resolveWithFullResponse: true,
			};
			const reply = (await this.helpers.requestWithAuthentication.call(
				this,
				'recordPlatformApi',
				options,
			)) as { body: IDataObject };
			return reply.body;
		}, this);
	}
	return async () => {
		const run = {
			type: 'bench.byHand',
			parameters: { fields: byHand(job) },
			items,
			own: nodeOf(execute),
		};
		const clock = watchParameters();
		const output = await runInWorkflow(job, run);
		if (output.length !== expected) throw new Error(`${output.length} answers`);
		return { records: recordsIn(job, output), parametersMs: clock.spentMs() };
	};
}

function recordsIn(job: Job, output: Array<{ json: IDataObject }>): number {
	if (job.kind !== 'read') return job.count;
	return output.reduce(
		(sum, { json }) => sum + (Array.isArray(json.records) ? json.records.length : 1),
		0,
	);
}
