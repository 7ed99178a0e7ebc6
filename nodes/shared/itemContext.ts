import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { RequestSpec, ItemContext, Operation } from './catalogue';
import type { Connection } from './connection';
import { RequestError, InputError } from './errors';
import { isDryRun } from './parameters';
import { type Gate, gateOf } from './input/gate';
import { rawReader } from './input/reader';
import type { ReadCache } from './readCache';
import { binaryOf } from './transport/multipart';
import type { RunContext, Session } from './transport/session';

const NARROW = 'Narrow the conditions so that fewer records are searched';

/** What the items of an execution have in common. */
interface Common {
	context: RunContext;
	operation: Operation;
	session: Session;
	items: INodeExecutionData[];
	timeZone: string;
	now: number;
	node: INode;
	gate: Gate;
	hints: Hints;
}

/** Items by the message that they tell. */
export type Hints = Map<string, number[]>;

/**
 * Gives the items as conversions and custom runs see them.
 * @param hints takes what is to be shown above the output
 */
export function itemContexts(
	context: RunContext,
	operation: Operation,
	session: Session,
	hints: Hints,
): (index: number) => ItemContext {
	const common: Common = {
		context,
		operation,
		session,
		items: 'getInputData' in context ? context.getInputData() : [],
		timeZone: context.getTimezone(),
		now: Date.now(),
		node: context.getNode(),
		gate: gateOf(rawReader(context, operation), operation),
		hints,
	};
	return (index) => new ExecutionItem(common, index);
}

/**
 * A class, because there is one for every item and every step that it takes; the same for all
 * executions, because engines compile anew whatever touches objects of a form that they have not seen.
 */
class ExecutionItem implements ItemContext {
	readonly timeZone: string;
	readonly now: number;
	readonly node: INode;
	readonly connection: Connection;
	readonly operation: Operation;
	readonly json: IDataObject;
	readonly guesses: ReadCache;

	constructor(
		private readonly common: Common,
		readonly index: number,
	) {
		this.timeZone = common.timeZone;
		this.now = common.now;
		this.node = common.node;
		this.connection = common.session.connection;
		this.operation = common.operation;
		this.guesses = common.session.cache;
		this.json = common.items[index]?.json ?? {};
	}

	read(name: string): unknown {
		return this.common.gate.read(name, this.index);
	}

	faults(): InputError[] {
		return this.common.gate.faults(this.index);
	}

	async request(spec: RequestSpec): Promise<unknown> {
		const answer = await this.common.session.send(spec);
		if (!answer.ok) throw new RequestError(answer.failure);
		// A write is done, whatever its answer says.
		if (answer.incomplete !== undefined && spec.method === 'GET') {
			if (!spec.partial) throw new InputError(answer.incomplete, NARROW);
			this.hint(`${answer.incomplete}. ${NARROW}`);
		}
		return answer.body;
	}

	hint(message: string): void {
		const { hints } = this.common;
		const items = hints.get(message);
		if (items === undefined) hints.set(message, [this.index]);
		// Several rows of an item may say the same.
		else if (items.at(-1) !== this.index) items.push(this.index);
	}

	async once<T>(key: string, load: () => Promise<T>): Promise<T> {
		return await this.guesses.once(key, load);
	}

	async cached<T>(key: string, load: () => Promise<T>): Promise<T> {
		return await this.guesses.cached(key, load);
	}

	peek(key: string): unknown {
		return this.guesses.peek(key);
	}

	async upload(spec: RequestSpec, file: Parameters<ItemContext['upload']>[1]): Promise<unknown> {
		if (isDryRun(this)) {
			if (typeof file === 'string') this.binary(file);
			return {};
		}
		const from = typeof file === 'string' ? { property: file, item: this.index } : { source: file };
		return await this.request({ ...spec, file: { field: 'file', ...from } });
	}

	binary(property: string): ReturnType<ItemContext['binary']> {
		const context = this.common.context as IExecuteFunctions;
		const { id, data, ...facts } = binaryOf(context, this.index, property);
		return { ...facts, content: id ?? data };
	}

	get answerUrl(): string {
		const context = this.common.context as IExecuteFunctions;
		return context.getSignedResumeUrl({ asked: new Date(this.now).toISOString() });
	}

	get binaryNames(): string[] {
		return Object.keys(this.common.items[this.index]?.binary ?? {});
	}

	async binaryBase64(property: string): Promise<string> {
		this.binary(property);
		const { helpers } = this.common.context as IExecuteFunctions;
		const bytes = await helpers.getBinaryDataBuffer(this.index, property.trim());
		return bytes.toString('base64');
	}
}
