import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { FileContent, Row } from '../catalogue';
import { Refusal } from '../errors';
import { itemsSuffix, nodeError, type Place } from '../messages';

type Result = { rows: INodeExecutionData[] } | { problem: unknown; request: number[] };

/** Gathers what became of each item and gives it out in the order of the items. */
export class Results {
	private readonly byItem = new Map<number, Result>();
	private failed = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly place: Omit<Place, 'items'>,
		/** True where one item's problem must not end the run. */
		readonly goOn: boolean,
	) {}

	/** True once a problem ends the run: nothing new is started then. */
	get ended(): boolean {
		return this.failed && !this.goOn;
	}

	/**
	 * An item's rows; their files are taken into n8n's binary store here.
	 * @param also further items that the same rows are for; they have none of their own
	 */
	async done(item: number, rows: Row | Row[], also: number[] = []): Promise<void> {
		const pairedItem = also.length === 0 ? { item } : [item, ...also].map((one) => ({ item: one }));
		const output: INodeExecutionData[] = [];
		for (const row of Array.isArray(rows) ? rows : [rows]) {
			output.push({
				json: row.json,
				...(row.files && { binary: await this.stored(row.files) }),
				pairedItem,
			});
		}
		this.byItem.set(item, { rows: output });
		for (const other of also) this.byItem.set(other, { rows: [] });
	}

	/**
	 * The same problem for each of the items.
	 * @param request items of the request that failed, in the order of its elements
	 */
	refused(items: number[], problem: unknown, request: number[] = items): void {
		for (const item of items) this.byItem.set(item, { problem, request });
		this.failed = true;
	}

	/** Rows and error items in the order of the items; the first problem is thrown where it ends the run. */
	output(): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (const [item, result] of [...this.byItem].sort(([a], [b]) => a - b)) {
			if ('rows' in result) for (const row of result.rows) output.push(row);
			else if (this.goOn) output.push(this.errorItem(item, result));
			else
				throw nodeError(result.problem, { ...this.place, items: result.request }, this.progress());
		}
		return output;
	}

	private errorItem(
		item: number,
		{ problem, request }: { problem: unknown; request: number[] },
	): INodeExecutionData {
		const items = request.length === 1 ? [item] : request;
		const error = nodeError(problem, { ...this.place, items });
		error.context.itemIndex = item;
		return { json: {}, error, pairedItem: { item } };
	}

	/** What was written before the run ended, for the person who has to clean up. */
	private progress(): string | undefined {
		const { operation } = this.place;
		if (operation?.method === 'GET' || operation?.readOnly) return undefined;
		const done = [...this.byItem]
			.filter(([, result]) => 'rows' in result)
			.map(([item]) => item)
			.sort((a, b) => a - b);
		if (done.length === 0) return 'No other item was written';
		return `${done.length} ${done.length === 1 ? 'item was' : 'items were'} written before${itemsSuffix(done)}`;
	}

	private async stored(files: Record<string, FileContent>): Promise<IBinaryKeyData> {
		const stored: IBinaryKeyData = {};
		for (const [name, { content, fileName, mimeType }] of Object.entries(files)) {
			const bytes = typeof content === 'string' ? Buffer.from(content, 'base64') : content;
			stored[name] = await this.context.helpers
				.prepareBinaryData(bytes as Buffer, fileName, mimeType)
				.catch((problem: unknown) => {
					throw new Refusal(
						`The file "${fileName}" could not be read to its end (${(problem as Error).message})`,
						'The connection may have been lost while it was read, or the disk of n8n may be full. Run it again',
					);
				});
		}
		return stored;
	}
}
