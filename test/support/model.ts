import { writeFileSync } from 'node:fs';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { TestSandbox } from './sandbox';
import type { ActiveTrigger } from './trigger';

/** Numbers from a seed (mulberry32). */
export function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** What a model found wrong, with the last steps before it. */
export class Wrong extends Error {}

export interface ModelRun {
	seed: number;
	steps: number;
	/** n8n is restarted with an older state than its last. */
	losesState: boolean;
}

/**
 * `TRIGGER_STEPS=5000 TRIGGER_SEED=1` makes a long run of a model; `TRIGGER_LOG=FILE` keeps all steps
 * of one that found something.
 */
export function modelRun(usualSteps: number): Pick<ModelRun, 'seed' | 'steps'> {
	const { TRIGGER_STEPS, TRIGGER_SEED } = process.env;
	return { steps: Number(TRIGGER_STEPS ?? usualSteps), seed: Number(TRIGGER_SEED ?? 1) };
}

/** Old states that a restart can go back to. */
const MOST_KEPT = 50;
const SHOWN_STEPS = 60;

/** Failures of a single request that every poll must survive. */
const FAULTS = [
	{ status: 200, html: true },
	{ status: 500, html: true },
	{ cut: 'before' },
	{ cut: 'body' },
];

/**
 * Changes the sandbox at random, between polls and in the middle of them, and compares what a trigger
 * puts out with what happened.
 */
export abstract class TriggerModel<Run extends ModelRun = ModelRun> {
	protected trigger!: ActiveTrigger;
	/** Time that has passed for n8n. */
	protected passedMs = 0;
	protected inPoll = false;
	private readonly random: () => number;
	private readonly kept: IDataObject[] = [];
	private readonly steps: string[] = [];
	private readonly counts = new Map<string, number>();
	/** What has put out each key first, and the counts at that time. */
	private readonly first = new Map<string, { by: string; counts: Map<string, number> }>();
	/** What puts out now. */
	private by = '';
	puts = 0;

	constructor(
		protected readonly sandbox: TestSandbox,
		protected readonly run: Run,
	) {
		this.random = numbers(run.seed);
	}

	/** Fills the service and activates the workflow. */
	protected abstract begin(): Promise<void>;
	protected abstract step(): Promise<void>;
	/** Polls until nothing is left, and compares. */
	protected abstract catchUp(): Promise<void>;
	/** Compares an item with what happened. */
	protected abstract take(json: IDataObject): void;
	/** Replaces clocks and requests. Gives a function that undoes it. */
	protected abstract replace(): () => void;

	async go(): Promise<void> {
		const undo = this.replace();
		let step = 0;
		try {
			await this.begin();
			for (; step < this.run.steps; step++) await this.step();
			await this.catchUp();
		} catch (problem) {
			this.steps.push((problem as Error).message);
			if (process.env.TRIGGER_LOG) writeFileSync(process.env.TRIGGER_LOG, this.steps.join('\n'));
			const last = this.steps.slice(-SHOWN_STEPS - 1, -1).join('\n');
			const where = `Seed ${this.run.seed}, step ${step}. Last steps:\n${last}`;
			throw new Wrong(`${(problem as Error).message}\n${where}`);
		} finally {
			undo();
		}
	}

	/** How often each kind of step and output has occurred. */
	get summary(): string {
		const parts = [...this.counts].sort().map(([name, count]) => `${name} ${count}`);
		return `seed ${this.run.seed}, ${this.run.steps} steps: ${parts.join(', ')}`;
	}

	/** @param kind counted for the summary */
	protected note(text: string, kind?: string): void {
		this.steps.push(text);
		if (kind) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
	}

	protected async poll(withChanges = true): Promise<INodeExecutionData[] | null> {
		this.inPoll = withChanges;
		try {
			const items = await this.trigger.poll();
			this.takeAll(items, 'poll');
			return items;
		} finally {
			this.inPoll = false;
			this.kept.push(this.trigger.kept);
			if (this.kept.length > MOST_KEPT) this.kept.shift();
		}
	}

	protected takeAll(items: INodeExecutionData[] | null, by: string): void {
		for (const { json } of items ?? []) {
			const event = String(json.$event);
			this.puts += 1;
			this.by = by;
			const key = String(json.$key);
			if (!this.first.has(key)) this.first.set(key, { by, counts: new Map(this.counts) });
			this.note(`  ${by} puts out ${event} ${key}`, `put out ${event}`);
			this.take(json);
		}
	}

	/** The error for what came twice: by what, and which steps were between. */
	protected twice({ $key }: IDataObject): Wrong {
		const key = String($key);
		const { by = '', counts } = this.first.get(key) ?? {};
		const between = [...this.counts]
			.map(([name, count]) => [name, count - (counts?.get(name) ?? 0)] as const)
			.filter(([name, count]) => count > 0 && !name.startsWith('put out'))
			.map(([name, count]) => `${name} ${count}`);
		return new Wrong(
			`${key} was put out twice, by ${by} and by ${this.by}. Between them: ${between.join(', ') || 'nothing'}`,
		);
	}

	/** A poll of which a request fails. */
	protected async failingPoll(path: string, faults: object[], withChanges: boolean): Promise<void> {
		const fault = this.oneOf([...FAULTS, ...faults]);
		const skip = this.upTo(4);
		await this.sandbox.faults({ method: 'GET', path, skip, ...fault });
		this.note(`poll with ${JSON.stringify(fault)} after ${skip}`, 'fault');
		await this.poll(withChanges).catch((error: Error) => {
			if (error instanceof Wrong) throw error;
			this.note(`  failed: ${error.message}`, 'failed poll');
		});
		await fetch(`${this.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
	}

	/** Another process of n8n goes on. Tells whether with an older state than the last. */
	protected restart(): boolean {
		const older = this.kept[this.upTo(this.kept.length)];
		const loses = this.run.losesState && older !== undefined && this.chance(0.6);
		this.trigger.restart(loses ? older : undefined);
		const what = loses ? 'restart with an older state' : 'restart';
		this.note(what, what);
		return loses;
	}

	protected chance(share: number): boolean {
		return this.random() < share;
	}

	/** From 0 to 1, to choose between several. */
	protected any(): number {
		return this.random();
	}

	protected upTo(count: number): number {
		return Math.floor(this.random() * count);
	}

	protected oneOf<Value>(values: readonly Value[]): Value {
		return values[this.upTo(values.length)] as Value;
	}
}
