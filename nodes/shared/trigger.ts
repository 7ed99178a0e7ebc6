import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { ItemView, Operation, Row, Service } from './catalogue';
import { checkParameters } from './input/policy';
import type { Connection } from './connection';
import { InputError } from './errors';
import { nodeError } from './messages';
import { FileStore } from './fileStore';
import { openSession, type TriggerContext } from './transport/session';
import { checkVersion } from './version';
import { itemViews } from './view';

/** Part of n8n's time for a poll that reading may take. The rest is for files and n8n. */
const SHARE_FOR_READING = 0.6;
/** n8n's own limit, where it doesn't tell one. */
const BUDGET_MS = 300_000;

/** What the work of a trigger gets. */
export interface Triggered {
	/** The node's parameters and requests, as operations see those of an item. */
	item: ItemView;
	/** The output for rows; their files are downloaded here. */
	output(rows: Row[]): Promise<INodeExecutionData[]>;
}

/**
 * Runs a trigger's work with the node's own credential. Problems become n8n's errors with the
 * service's reason.
 */
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
		const item = itemViews(context, operation, session, new Map())(0);
		checkParameters(operation.parameters, item);
		return await work({ item, output: async (rows) => await itemsOf(context, rows) });
	} catch (problem) {
		throw nodeError(problem, {
			node,
			service,
			operation,
			...(connection && { connection }),
			items: [],
		});
	}
}

async function itemsOf(context: TriggerContext, rows: Row[]): Promise<INodeExecutionData[]> {
	const files = new FileStore(context);
	const stored = await files.store(
		rows.map((row) => row.files),
		false,
	);
	return rows.map(({ json }, at) => {
		const { binary } = stored[at] ?? {};
		return { json, ...(binary && { binary }) };
	});
}

/** A state with the name that the node had then; empty if another node has been given this name. */
interface NamedState {
	name: string;
	state: unknown;
}

/** States that are kept of nodes whose names other nodes have now. */
const MOST_REPLACED = 10;

/**
 * The states of the workflow's triggers by node ID. n8n has the static data of a node under its name, so a
 * node that is renamed finds its own here.
 */
function namedStates(context: TriggerContext): Record<string, NamedState> {
	const { triggerStates = {} } = context.getWorkflowStaticData('global');
	return copyOf(triggerStates) as unknown as Record<string, NamedState>;
}

/** Plain data, because n8n's own object notes each access. */
function copyOf<Data>(data: Data): Data {
	return JSON.parse(JSON.stringify(data)) as Data;
}

/** What a trigger remembers between polls. */
export function readState<State>(context: TriggerContext): State | undefined {
	const { id, name } = context.getNode();
	const states = namedStates(context);
	const own = states[id];
	const { state, owner } = context.getWorkflowStaticData('node');
	const isRenamed = own !== undefined && own.name !== name;
	const found = isRenamed || isLeftBehind(states[String(owner)], name) ? own?.state : state;
	const known = found ?? own?.state;
	return known === undefined ? undefined : copyOf(known as State);
}

/** Whether the node that has written the data of a name has another name by now. */
function isLeftBehind(owner: NamedState | undefined, name: string): boolean {
	return owner !== undefined && owner.name !== name;
}

/**
 * Replaces what the trigger remembers. A poll calls it as its last step, so that a failed poll
 * changes nothing.
 */
export function writeState(context: TriggerContext, state: object): void {
	const { id, name } = context.getNode();
	const data = context.getWorkflowStaticData('node');
	if (!isSame(data.state, state)) data.state = state as IDataObject;
	if (data.owner !== id) data.owner = id;
	const states = namedStates(context);
	const own = { name, state: copyOf(state) };
	if (isSame(states[id], own)) return;
	// A node that was renamed takes its name from the one that has it, which may follow with another name. A new
	// one replaces it, and goes on for both.
	const isRenamed = states[id] !== undefined && states[id].name !== name;
	const others = Object.entries(states)
		.filter(([other]) => other !== id)
		.map(([other, one]): [string, NamedState] => [
			other,
			isRenamed && one.name === name ? { ...one, name: '' } : one,
		]);
	const replaced = others.filter(([, one]) => one.name === '' || one.name === name);
	const dropped = new Set(replaced.slice(0, -MOST_REPLACED));
	const kept = others.filter((other) => !dropped.has(other));
	const all = { ...Object.fromEntries(kept), [id]: own };
	context.getWorkflowStaticData('global').triggerStates = all as unknown as IDataObject;
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Memory of a node in this process. n8n gives polls and webhooks different copies of the static
 * data, so this is all that they share.
 */
export class NodeMemory<Content> {
	private readonly byNode = new Map<string, Content>();

	constructor(private readonly empty: () => Content) {}

	of(context: TriggerContext): Content {
		const key = this.keyOf(context);
		const known = this.byNode.get(key) ?? this.empty();
		this.byNode.set(key, known);
		return known;
	}

	forget(context: TriggerContext): void {
		this.byNode.delete(this.keyOf(context));
	}

	private keyOf(context: TriggerContext): string {
		return `${context.getWorkflow().id ?? ''} ${context.getNode().id}`;
	}
}

const polling = new NodeMemory((): { running?: Promise<unknown> } => ({}));

/**
 * Polls, unless the node's last poll is still running: n8n would start a second one beside it. Without a
 * state, it waits: n8n drops the start that the other one sets if the workflow was published again since.
 */
export async function oneAtATime<Result>(
	context: IPollFunctions,
	poll: () => Promise<Result>,
): Promise<Result | null> {
	const node = polling.of(context);
	while (node.running) {
		if (readState(context) !== undefined) return null;
		await node.running.catch(() => undefined);
	}
	const running = poll();
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

	constructor(context: IPollFunctions) {
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
