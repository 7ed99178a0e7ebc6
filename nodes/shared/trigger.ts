import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext, Operation, Row, Service } from './catalogue';
import { checkVersion, type Connection } from './connection';
import { Faults, InputError } from './errors';
import { nodeError } from './messages';
import { FileStore } from './fileStore';
import { openSession, type TriggerContext } from './transport/session';
import { itemContexts } from './itemContext';

/** Part of n8n's time for a poll that reading may take. The rest is for files and n8n. */
const SHARE_FOR_READING = 0.6;
/** n8n's own limit, where it doesn't tell one. */
const BUDGET_MS = 300_000;

/** What the work of a trigger gets. */
export interface Triggered {
	/** The node's parameters and requests, as operations see those of an item. */
	item: ItemContext;
	/** The output for rows; their files are downloaded here. */
	output(rows: Row[]): Promise<INodeExecutionData[]>;
}

/** Runs a trigger's work with the node's own credential. Throws n8n's error with the service's reason. */
export async function runTrigger<Result>(
	context: TriggerContext,
	service: Service,
	operation: Operation,
	work: (triggered: Triggered) => Promise<Result>,
): Promise<Result> {
	const node = context.getNode();
	let connection: Connection | undefined;
	try {
		const session = await openSession(context, service);
		connection = session.connection;
		const tooOld = checkVersion(operation, connection);
		if (tooOld) throw tooOld;
		const item = itemContexts(context, operation, session, new Map())(0);
		new Faults(item.faults()).end();
		return await work({ item, output: async (rows) => await itemsOf(context, rows) });
	} catch (problem) {
		throw nodeError(problem, { node, service, operation, connection, items: [] });
	}
}

async function itemsOf(context: TriggerContext, rows: Row[]): Promise<INodeExecutionData[]> {
	const files = rows.map((row) => row.files);
	const stored = await new FileStore(context).store(files, false);
	return rows.map(({ json }, at) => {
		const { binary } = stored[at] ?? {};
		return { json, ...(binary && { binary }) };
	});
}

/** What the polls and webhooks of a node share in this process. */
export class NodeMemory<Content> {
	private readonly byNode = new Map<string, Content>();

	constructor(private readonly empty: () => Content) {}

	of(context: TriggerContext): Content {
		const key = `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
		const known = this.byNode.get(key) ?? this.empty();
		this.byNode.set(key, known);
		return known;
	}
}

const runs = new NodeMemory((): { running?: Promise<unknown>; polled?: IDataObject } => ({}));

/** Whether n8n runs the node for a webhook, with a copy of the static data from its database. */
export function isWebhook(context: TriggerContext): boolean {
	return 'getBodyData' in context;
}

/** The static data of the node's polls. n8n doesn't store what a poll notes that starts nothing. */
function dataOf(context: TriggerContext): IDataObject {
	const own = context.getWorkflowStaticData('node');
	return isWebhook(context) ? (runs.of(context).polled ?? own) : own;
}

/** What a trigger remembers between polls. */
export function readState<State>(context: TriggerContext): State | undefined {
	const { state } = dataOf(context);
	// Plain data, because n8n's own object notes each access.
	return state === undefined ? undefined : (JSON.parse(JSON.stringify(state)) as State);
}

/**
 * Replaces what the trigger remembers, as the last step, so that a failed poll changes nothing. What a
 * webhook remembers is stored by n8n, and noted for the polls in this process.
 */
export function writeState(context: TriggerContext, state: object): void {
	const own = context.getWorkflowStaticData('node');
	for (const data of new Set([dataOf(context), own])) {
		data.state = JSON.parse(JSON.stringify(state)) as IDataObject;
	}
}

/**
 * Runs polls and webhooks of a node one after the other. A poll gives up if another one is running, unless
 * there is no state: n8n drops the start that the other one sets if the workflow was published again since.
 */
export async function oneAtATime<Result>(
	context: TriggerContext,
	work: () => Promise<Result>,
): Promise<Result | null> {
	const node = runs.of(context);
	if (!isWebhook(context)) node.polled = context.getWorkflowStaticData('node');
	while (node.running) {
		if (!isWebhook(context) && readState(context) !== undefined) return null;
		await node.running.catch(() => undefined);
	}
	const running = work();
	node.running = running;
	try {
		return await running;
	} finally {
		delete node.running;
	}
}

/** The time of a poll. n8n gives up on a poll that takes longer, and drops its output. */
export class PollTime {
	private readonly begin = performance.now();
	private readonly milliseconds: number;

	constructor(context: TriggerContext) {
		// Older versions of n8n don't tell.
		this.milliseconds = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : BUDGET_MS;
	}

	/** Whether reading should stop; the next poll goes on. */
	get isUp(): boolean {
		return this.passed > this.milliseconds * SHARE_FOR_READING;
	}

	/**
	 * Throws `InputError` if n8n has given up on the poll, so that nothing is noted as put out.
	 * @param advice how to make polls shorter
	 */
	check(advice = 'decrease "Records per Poll" or turn off "Download Attachments"'): void {
		if (this.passed <= this.milliseconds) return;
		throw new InputError(
			`The poll took longer than ${Math.round(this.milliseconds / 1000)} seconds`,
			`Nothing is lost: the next poll reads the same changes. If it happens again, ${advice}`,
		);
	}

	private get passed(): number {
		return performance.now() - this.begin;
	}
}

/** Whether a person tests the node in the editor. Such a run shows a sample and remembers nothing. */
export function isManual(context: TriggerContext): boolean {
	return context.getMode() === 'manual';
}
