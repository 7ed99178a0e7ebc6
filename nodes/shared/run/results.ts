import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeOperationError,
	type NodeApiError,
	N8N_NODES_API_VERSION,
} from 'n8n-workflow';

import type { Operation, Row, WhenRefused } from '../catalogue';
import { InputError, RequestError } from '../errors';
import { FileStore } from '../fileStore';
import {
	counted,
	type ErrorContext,
	itemsSuffix,
	nodeError,
	outcomeUnknown,
	toBlame,
} from '../messages';
import { objectOf } from '../objects';

/** Why an item was not written. */
export interface Problem {
	item: number;
	problem: unknown;
	/** Items of the request that failed, in the order of its elements. */
	request: number[];
	/** The items of each element, if several items share one. */
	elements?: number[][] | undefined;
}

/** What is wrong with an item, and what to do. */
export type RefusedItem = { item: number; reason: string; advice?: string };

type Result = INodeExecutionData[] | Problem;

/** Collects the result of each item and returns them in the order of the items. */
export class Results {
	private readonly byItem: Array<Result | undefined> = [];
	refusedAny = false;
	/** Items left unchanged, because the service already has these values. */
	private readonly unsent = new Set<number>();
	/** A problem after all items were finished. */
	private readonly behind: unknown[] = [];
	whenRefused: WhenRefused;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly errorContext: Omit<ErrorContext, 'items'> & { operation: Operation },
		/** Whether problems become error items. Otherwise the first one is thrown. */
		private readonly goesOn: boolean,
	) {
		this.whenRefused = goesOn ? 'others' : 'stop';
	}

	/** True once a problem ends the run: nothing new is started then. */
	get ended(): boolean {
		return this.refusedAny && this.whenRefused !== 'others';
	}

	knows(item: number): boolean {
		return this.byItem[item] !== undefined;
	}

	/**
	 * An item's rows; their files are taken into n8n's binary store here.
	 * @param also further items that the same rows are for; they have none of their own
	 */
	done(item: number, rows: Row | Row[], also: number[] = []): Promise<void> | void {
		const list = Array.isArray(rows) ? rows : [rows];
		const pairedItem = also.length === 0 ? { item } : [item, ...also].map((one) => ({ item: one }));
		const output: INodeExecutionData[] = list.map(({ json }) => ({ json, pairedItem }));
		this.byItem[item] = output;
		for (const other of also) this.byItem[other] = [];
		if (list.some(({ files }) => files)) return this.addFiles(item, output, list);
	}

	/** A row with a failed file becomes an error item. */
	private async addFiles(item: number, output: INodeExecutionData[], rows: Row[]): Promise<void> {
		const wanted = rows.map(({ files }) => files);
		const files = await new FileStore(this.context).store(wanted, this.goesOn);
		for (const [at, stored] of files.entries()) {
			const row = output[at] as INodeExecutionData;
			const { binary = {} } = this.context.getInputData()[item] as INodeExecutionData;
			const own = Object.entries(binary).filter(([name]) => rows[at]?.keeps?.(name));
			if (stored.binary) row.binary = { ...Object.fromEntries(own), ...stored.binary };
			if ('problem' in stored) {
				Object.assign(row, this.errorItem({ item, problem: stored.problem, request: [item] }));
			}
		}
	}

	/**
	 * Gives each of the items the problem.
	 * @param request items of the request that failed, in the order of its elements
	 * @param elements those items by element, where several items have one in common
	 */
	refused(
		items: number[],
		problem: unknown,
		request: number[] = items,
		elements?: number[][],
	): void {
		for (const item of items) this.byItem[item] = { item, problem, request, elements };
		this.refusedAny = true;
	}

	/** Nothing was sent for these items, but they have rows. */
	nothingToWrite(items: number[]): void {
		for (const item of items) this.unsent.add(item);
	}

	/** A problem after all items were written. They keep their rows. */
	failedAfterwards(problem: unknown): void {
		this.behind.push(problem);
	}

	/** The rows of the items that went well. */
	rows(items: number[]): Array<{ item: number; json: INodeExecutionData['json'] }> {
		return items.flatMap((item) => {
			const result = this.byItem[item];
			if (!Array.isArray(result)) return [];
			return result.flatMap(({ json, error }) => (error ? [] : [{ item, json }]));
		});
	}

	/** Rows and error items in the order of the items, or the first problem, thrown, where problems end the workflow. */
	output(items: number[]): INodeExecutionData[] {
		const first = this.problems(items)[0];
		if (first && !this.goesOn) {
			const errorContext = { ...this.errorContext, items: first.request, elements: first.elements };
			throw nodeError(first.problem, errorContext, this.progress(items, first));
		}
		const behind = this.behind.map((problem) =>
			nodeError(problem, { ...this.errorContext, items: [] }, this.progress(items)),
		);
		if (behind[0] && !this.goesOn) throw behind[0];
		const output: INodeExecutionData[] = [];
		const reason = first && this.told(first).reason;
		for (const item of items) {
			const result = this.byItem[item] ?? (first && notSent(item, first, reason));
			if (result === undefined) continue;
			if (!Array.isArray(result)) output.push(this.errorItem(result));
			else for (const row of result) output.push(row);
		}
		const pairedItem = { item: items.at(-1) ?? 0 };
		for (const error of behind) output.push({ json: {}, error, pairedItem });
		return output;
	}

	/** Puts out one row for all items in place of what became of them, and those refused where they have an output. */
	async instead(items: number[], row: (refused: RefusedItem[]) => Row): Promise<void> {
		const refused = this.problems(items);
		const [first = 0, ...others] = items;
		await this.done(first, row(refused.map((one) => this.told(one))), others);
		for (const one of this.hasErrorOutput ? refused : []) {
			(this.byItem[one.item] as INodeExecutionData[]).push(this.errorItem(one));
		}
	}

	private get hasErrorOutput(): boolean {
		return this.errorContext.node.onError === 'continueErrorOutput';
	}

	private told({ item, problem, request, elements }: Problem): RefusedItem {
		const errorContext = { ...this.errorContext, items: request, elements };
		const { message: reason, description: advice } = nodeError(problem, errorContext);
		return { item, reason, ...(advice && { advice }) };
	}

	/** Why items were not written, in the order of the items. */
	private problems(items: number[]): Problem[] {
		return items
			.map((item) => this.byItem[item])
			.filter((result): result is Problem => result !== undefined && !Array.isArray(result));
	}

	private errorItem({ item, problem, request, elements }: Problem): INodeExecutionData {
		const errorContext = { ...this.errorContext, items: request, elements };
		const others = !toBlame(problem, errorContext).includes(item) && !outcomeUnknown(problem);
		const error = nodeError(problem, errorContext, others ? NOT_THIS_ONE : undefined);
		error.context.itemIndex = item;
		if (this.hasErrorOutput) {
			const incoming = this.context.getInputData()[item] as INodeExecutionData;
			return errorOutputItem(problem, error, item, incoming);
		}
		return { json: {}, error, pairedItem: { item } };
	}

	/** The results of the other items of a write, so that the user knows what was written. */
	private progress(items: number[], thrown?: Problem): string | undefined {
		const { operation } = this.errorContext;
		if (operation.method === 'GET' || operation.readOnly) return undefined;
		// For a single item, its own problem is enough.
		if (thrown && items.length === 1) return undefined;
		const problems = this.problems(items);
		const numbers = (list: Problem[]) => list.map(({ item }) => item);
		const refused = new Set(numbers(problems));
		const well = items.filter((item) => this.knows(item) && !refused.has(item));
		const written = well.filter((item) => !this.unsent.has(item));
		const unsent = well.filter((item) => this.unsent.has(item));
		const isOpen = ({ problem }: Problem) => outcomeUnknown(problem);
		const unknown = numbers(
			problems.filter((one) => isOpen(one) && one.problem !== thrown?.problem),
		);
		const notWritten = numbers(problems.filter((one) => !isOpen(one)));
		const others = thrown !== undefined && isOpen(thrown);
		const sentences = [
			written.length > 0
				? itemsWere(written, 'written')
				: `${others ? 'No other item' : 'Nothing'} was written`,
			unsent.length > 0 && itemsWere(unsent, 'left unchanged'),
			unknown.length > 0 &&
				`${counted(unknown.length, 'more item')} may or may not have been written${itemsSuffix(unknown)}`,
			this.whenRefused === 'others' &&
				notWritten.length > 0 &&
				itemsWere(notWritten, 'not written'),
		];
		return sentences.filter((one) => one !== false).join('. ');
	}
}

/** `2 items were written [items 0–1]` */
function itemsWere(items: number[], done: string): string {
	const were = items.length === 1 ? 'was' : 'were';
	return `${counted(items.length, 'item')} ${were} ${done}${itemsSuffix(items)}`;
}

const NOT_THIS_ONE = 'This item was not written either, because it was in the same request';

/** The problem of an item that was not sent after the run stopped. */
function notSent(item: number, { problem, request, elements }: Problem, reason = ''): Problem {
	const suffix = itemsSuffix(toBlame(problem, { items: request, elements }));
	return {
		item,
		problem: new InputError(
			`Not sent: the run stopped at ${suffix.slice(2, -1)} (${reason.replace(suffix, '')})`,
			'To write the other items anyway, change "When a Record Is Refused"',
		),
		request: [item],
	};
}

/** The numbers of items at the end of a message. */
const SUFFIX = / \[(?:\d+ )?items? [\d,–of ]+\]$/;

/** Before 2.34, n8n takes an item with details for a success. The version of its API is there from 2.40 on. */
const hasDetails = (N8N_NODES_API_VERSION as unknown) !== undefined;

/**
 * An item of the error output. It has no `error` beside its `json`, because n8n would replace the
 * `json` by the error's message. n8n adds the fields of the incoming item to an item whose `json`
 * has no other keys than these; its own `error` and `details` are kept in `replaced`.
 */
export function errorOutputItem(
	problem: unknown,
	error: NodeApiError | NodeOperationError,
	item: number,
	{ json: incoming, binary }: INodeExecutionData,
): INodeExecutionData {
	const replaced = Object.entries(withoutError(incoming)).filter(
		([key]) => key === 'error' || key === 'details',
	);
	const details = {
		item,
		message: error.message.replace(SUFFIX, ''),
		...fieldAndCode(problem),
		...(error.description && { advice: error.description }),
		...(replaced.length > 0 && { replaced: Object.fromEntries(replaced) as IDataObject }),
	};
	const json: IDataObject = { error: error.message };
	// What n8n doesn't see still tells the hints that the item failed.
	const seen = { enumerable: hasDetails, configurable: true, writable: true };
	Object.defineProperty(json, 'details', { value: details, ...seen });
	return { json, ...(binary && { binary }), pairedItem: { item } };
}

/** The first field that the error names, and the service's code. */
function fieldAndCode(problem: unknown): { field?: string; code?: string } {
	if (problem instanceof InputError) {
		const { field } = problem.options;
		return field === undefined ? {} : { field };
	}
	if (!(problem instanceof RequestError)) return {};
	const { code, fields: [first] = [] } = problem.failure.explanation ?? {};
	return {
		...(first && { field: first.label ?? first.path }),
		...(code !== undefined && { code }),
	};
}

/** The fields of an item as they were before an error output added its own. */
export function withoutError(json: IDataObject): IDataObject {
	if (!isFromErrorOutput(json)) return json;
	const { error: _error, details, ...rest } = json;
	return { ...rest, ...details.replaced };
}

/** Whether an item comes from an error output of these nodes. */
export function isFromErrorOutput(
	json: IDataObject,
): json is IDataObject & { details: { replaced?: IDataObject } } {
	const { error } = json;
	const { item, message } = objectOf(json.details);
	const isTold = typeof error === 'string' && typeof message === 'string';
	return isTold && typeof item === 'number' && error.startsWith(message);
}
