import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemContext, PageReader } from '../../nodes/shared/catalogue';
import { itemWith } from './item';

/** The order in which answers come back: all that are under way at once, or by chance. */
export type Pace = 'rounds' | (() => number);

/** An app's records as the records call answers for them, with nothing but IDs in them. */
export class RecordsInMemory {
	readonly asked: RequestSpec[] = [];
	/** Times that requests were waited for, where all that are under way come back together. */
	rounds = 0;
	mostAtOnce = 0;
	/** Called before each answer, for what others do meanwhile. */
	before: () => void = () => undefined;
	private waiting: Array<() => void> = [];

	constructor(
		/** Growing. */
		public ids: number[],
		private readonly condition = '',
		private readonly pace: Pace = 'rounds',
	) {}

	/** An item that asks this app. */
	item(more: Partial<ItemContext> = {}): ItemContext {
		return itemWith({}, { request: async (spec) => await this.request(spec), ...more });
	}

	queries(): string[] {
		return this.asked.map(({ query }) => String(query?.query));
	}

	private async request(spec: RequestSpec): Promise<unknown> {
		this.asked.push(spec);
		this.before();
		const body = this.answer(String(spec.query?.query));
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
			this.mostAtOnce = Math.max(this.mostAtOnce, this.waiting.length);
			if (this.waiting.length === 1) setImmediate(() => this.comeBack());
		});
		return body;
	}

	private comeBack(): void {
		this.rounds += 1;
		const { pace } = this;
		if (pace === 'rounds') {
			for (const resolve of this.waiting.splice(0)) resolve();
			return;
		}
		const [one] = this.waiting.splice(Math.floor(pace() * this.waiting.length), 1);
		one?.();
		if (this.waiting.length > 0) setImmediate(() => this.comeBack());
	}

	/** Takes a query apart that consists of the condition, bounds of `$id`, order, limit and offset. */
	private answer(query: string): IDataObject {
		const found = /^(.*?)(?:^| )order by \$id (asc|desc) limit (\d+)(?: offset (\d+))?$/.exec(
			query,
		);
		if (found === null) throw new Error(`Not understood: ${query}`);
		const [, filter = '', order, limit, offset = '0'] = found;
		const [above, below] = this.boundsIn(filter);
		const ids = this.ids.filter((id) => id > above && id < below);
		if (order === 'desc') ids.reverse();
		const page = ids.slice(Number(offset), Number(offset) + Number(limit));
		return { records: page.map((id) => ({ $id: { type: '__ID__', value: String(id) } })) };
	}

	private boundsIn(filter: string): [number, number] {
		if (filter === this.condition) return [0, Infinity];
		const start = this.condition === '' ? '' : `(${this.condition}) and `;
		const bounds = filter.startsWith(start) ? filter.slice(start.length) : '';
		const found = /^(?:\$id > (\d+))?(?: and )?(?:\$id < (\d+))?$/.exec(bounds);
		if (found === null || bounds === '') throw new Error(`Not the condition: ${filter}`);
		const [, above = '0', below = 'Infinity'] = found;
		return [Number(above), Number(below)];
	}
}

/** The IDs that a reader gives, in order, as many as it says that count. */
export async function idsOf({ read, wanted }: PageReader): Promise<number[]> {
	const pages: Array<{ position: number; rows: IDataObject[] }> = [];
	await read((rows, position = pages.length) => void pages.push({ position, rows }));
	return pages
		.sort((a, b) => a.position - b.position)
		.flatMap(({ rows }) => rows.map(({ $id }) => Number(($id as { value: string }).value)))
		.slice(0, wanted);
}
