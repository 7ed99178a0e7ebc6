import type { INodeExecutionData } from 'n8n-workflow';

import { RecordReader } from '../../../../nodes/RecordPlatform/trigger/reading';
import { Api } from '../../../sandbox/record-platform/api';
import { builtIn } from '../../../support/built-in-fields';
import { numbers, Wrong } from '../../../support/model';
import type { ActiveTrigger } from '../../../support/trigger';
import type { TestSandbox } from '../../../support/sandbox';
import { triggerFor } from './scene';

export interface ModelRun {
	seed: number;
	steps: number;
	/** Webhooks are delivered, dropped, repeated and forged. */
	webhooks: boolean;
	/** n8n is restarted with an older state than its last. */
	losesState: boolean;
}

interface Told {
	event: string;
	revision: number;
}

const EVENTS = ['created', 'updated', 'commented', 'deleted'];

/**
 * Changes an app at random, between polls and in the middle of them, and compares what the trigger
 * puts out with what happened.
 */
export class Model {
	private readonly random: () => number;
	private readonly api: Api;
	private app = '';
	private trigger!: ActiveTrigger;
	/** Revisions of the records that are there. */
	private readonly there = new Map<string, number>();
	private readonly deletedByUser = new Set<string>();
	/** Revisions before the activation, which must not be put out. */
	private readonly before = new Map<string, number>();
	private readonly told = new Map<string, Told[]>();
	/** Keys put out by this process of n8n, or by processes with its state. */
	private epoch = new Map<string, number>();
	private readonly keys = new Set<string>();
	private readonly kept: object[] = [];
	private bodies: unknown[] = [];
	private readonly log: string[] = [];
	private passedMs = 0;
	private inPoll = false;
	puts = 0;

	constructor(
		private readonly sandbox: TestSandbox,
		private readonly run: ModelRun,
	) {
		this.random = numbers(run.seed);
		this.api = new Api(sandbox.url);
	}

	async go(): Promise<void> {
		const real = performance.now.bind(performance);
		const now = jest.spyOn(performance, 'now').mockImplementation(() => real() + this.passedMs);
		const { page } = RecordReader.prototype;
		const paged = jest.spyOn(RecordReader.prototype, 'page').mockImplementation(async function (
			this: RecordReader,
			...parts
		) {
			await between();
			return await page.apply(this, parts);
		});
		const between = async () => {
			if (!this.inPoll) return;
			if (this.random() < 0.5) await this.change('  in the poll: ');
			// A poll that takes long stops early, or fails because n8n has given up on it.
			if (this.random() < 0.1) await this.pass(this.random() < 0.7 ? 200 : 400);
		};
		try {
			await this.begin();
			for (let step = 0; step < this.run.steps; step++) await this.step();
			await this.catchUp();
		} catch (problem) {
			const last = this.log.slice(-40).join('\n');
			throw new Wrong(`${(problem as Error).message}\nSeed ${this.run.seed}. Last steps:\n${last}`);
		} finally {
			now.mockRestore();
			paged.mockRestore();
		}
	}

	private async begin(): Promise<void> {
		await this.sandbox.reset();
		this.app = await this.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		for (let count = this.upTo(12); count > 0; count--) await this.change();
		const types = ['ADD_RECORD', 'UPDATE_RECORD', 'DELETE_RECORD', 'ADD_RECORD_COMMENT'];
		const url = 'http://localhost:9/hook';
		if (this.run.webhooks) {
			await this.sandbox.control('webhooks', { app: this.app, url, events: types });
			await this.sandbox.control('deliveries', { hold: true });
		}
		for (const [id, revision] of this.there) this.before.set(id, revision);
		this.trigger = await triggerFor(this.sandbox, this.app, {
			events: EVENTS,
			options: { perPoll: this.random() < 0.5 ? 1 + this.upTo(25) : 1000 },
		});
		await this.trigger.poll();
	}

	private async step(): Promise<void> {
		const kind = this.random();
		if (kind < 0.45) await this.change();
		else if (kind < 0.6) await this.pass();
		else if (kind < 0.85) await this.poll().catch((error: Error) => this.tooLong(error));
		else if (kind < 0.9) await this.failingPoll();
		else if (kind < 0.93) this.restart();
		else if (kind < 0.98) await this.ring();
		else await this.catchUp();
	}

	/** A person or program changes the app. */
	private async change(where = ''): Promise<void> {
		const kind = this.random();
		const note = (text: string) => this.log.push(where + text);
		const ids = [...this.there.keys()];
		const some = () => ids[this.upTo(ids.length)] as string;
		const record = { Name: { value: String(this.random()) } };
		if (kind < 0.25 || ids.length === 0) {
			const old = this.random() < 0.2 && { value: '2020-01-01T00:00:00Z' };
			const sent = { ...record, ...(old && { [builtIn.updatedTime]: old }) };
			const { id } = await this.write<{ id: string }>('POST', 'record.json', { record: sent });
			this.there.set(id, 1);
			note(`create ${id}${old ? ' with an old time' : ''}`);
		} else if (kind < 0.35) {
			const records = Array.from({ length: 1 + this.upTo(20) }, () => record);
			const { ids: made } = await this.write<{ ids: string[] }>('POST', 'records.json', {
				records,
			});
			for (const id of made) this.there.set(id, 1);
			note(`create ${made.join()}`);
		} else if (kind < 0.75) {
			const id = some();
			await this.write('PUT', 'record.json', { id, record });
			this.there.set(id, (this.there.get(id) ?? 0) + 1);
			note(`update ${id} to ${this.there.get(id)}`);
		} else if (kind < 0.85) {
			const chosen = ids.filter(() => this.random() < 0.3).slice(0, 50);
			if (chosen.length === 0) return;
			await this.write('PUT', 'records.json', { records: chosen.map((id) => ({ id, record })) });
			for (const id of chosen) this.there.set(id, (this.there.get(id) ?? 0) + 1);
			note(`update ${chosen.map((id) => `${id} to ${this.there.get(id)}`).join()}`);
		} else if (kind < 0.9) {
			const id = some();
			await this.write('DELETE', 'records.json', { ids: [id] });
			this.there.delete(id);
			note(`delete ${id}`);
		} else if (kind < 0.95) {
			const id = some();
			await this.sandbox.control('deletions', { app: this.app, record: id });
			this.there.delete(id);
			this.deletedByUser.add(id);
			note(`delete ${id} by hand`);
		} else {
			const id = some();
			await this.write('POST', 'record/comment.json', { record: id, comment: { text: 'a' } });
			note(`comment ${id}`);
		}
	}

	/** Time passes: for the service and for n8n, or the service's clock alone is moved. */
	private async pass(seconds = [1, 20, 59, 60, 61, 200, 3600][this.upTo(7)] as number) {
		const jump = !this.inPoll && this.random() < 0.2;
		await this.sandbox.clock(seconds);
		if (!jump) this.passedMs += seconds * 1000;
		this.log.push(`${jump ? 'the clock jumps' : 'pass'} ${seconds} s`);
	}

	private async poll(): Promise<void> {
		this.inPoll = true;
		try {
			this.take(await this.trigger.poll(), 'poll');
		} finally {
			this.inPoll = false;
			this.kept.push(this.trigger.kept);
		}
	}

	private tooLong(error: Error): void {
		if (!error.message.startsWith('The poll took longer')) throw error;
		this.log.push('  took too long');
	}

	private async failingPoll(): Promise<void> {
		const faults = [
			{ status: 403, code: 'CB_NO02' },
			{ status: 200, html: true },
			{ status: 500, html: true },
			{ status: 401, code: 'CB_WA01' },
			{ status: 429, code: 'GAIA_TO04', retryAfter: 0 },
			{ cut: 'before' },
			{ cut: 'body' },
		];
		const fault = faults[this.upTo(faults.length)] as object;
		const skip = this.upTo(3);
		await this.sandbox.faults({ method: 'GET', path: '/k/v1/records.json', skip, ...fault });
		this.log.push(`poll with ${JSON.stringify(fault)} after ${skip}`);
		await this.poll().catch((error: Error) => this.log.push(`  failed: ${error.message}`));
		await fetch(`${this.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
	}

	private restart(): void {
		const older = this.kept[this.upTo(this.kept.length)];
		const loses = this.run.losesState && older !== undefined && this.random() < 0.5;
		this.trigger.restart(loses ? (older as never) : undefined);
		if (loses || this.run.webhooks) this.epoch = new Map();
		this.log.push(loses ? 'restart with an older state' : 'restart');
	}

	/** Some of the webhooks come, some twice, some late, and some are forged. */
	private async ring(): Promise<void> {
		if (!this.run.webhooks) return;
		const answer = await fetch(`${this.sandbox.url}/_sandbox/deliveries`);
		const { deliveries } = (await answer.json()) as { deliveries: Array<{ body: unknown }> };
		this.bodies.push(...deliveries.map(({ body }) => body));
		this.bodies = this.bodies.slice(-200);
		await fetch(`${this.sandbox.url}/_sandbox/deliveries`, { method: 'DELETE' });
		await this.sandbox.control('deliveries', { hold: true });
		for (const body of this.bodies.filter(() => this.random() < 0.2)) {
			const { workflowData } = await this.trigger.webhook(body);
			this.log.push(`webhook ${JSON.stringify(body).slice(0, 80)}`);
			this.take(workflowData?.[0] ?? null, 'webhook');
		}
		const id = String(1 + this.upTo(50));
		const record = { $id: { value: id } };
		const forged = { type: 'UPDATE_RECORD', app: { id: this.app }, record };
		this.take((await this.trigger.webhook(forged)).workflowData?.[0] ?? null, 'forged webhook');
	}

	/** Polls until nothing is left: now every change was put out. */
	private async catchUp(): Promise<void> {
		for (let empty = 0; empty < 2;) {
			const items = await this.trigger.poll();
			this.take(items, 'last poll');
			empty = items === null ? empty + 1 : 0;
			// A poll that is full waits until the minute is over.
			await this.sandbox.clock(60);
			this.passedMs += 60_000;
		}
		this.kept.push(this.trigger.kept);
		for (const [id, revision] of this.there) {
			if ((this.before.get(id) ?? 0) >= revision) continue;
			const last = this.told.get(id)?.at(-1)?.revision ?? 0;
			const any = this.told.get(id)?.some((one) => one.revision === revision);
			if (!any) throw new Error(`Record ${id} has revision ${revision}, put out was ${last}`);
		}
	}

	private take(items: INodeExecutionData[] | null, by: string): void {
		for (const { json } of items ?? []) {
			const [id = '', revision = ''] = String(json.$key).split(':');
			const event = String(json.$event);
			this.puts += 1;
			this.log.push(`  ${by} puts out ${event} ${String(json.$key)}`);
			if (event === 'deleted') {
				if (!this.deletedByUser.has(id)) throw new Error(`${id} was not deleted`);
				continue;
			}
			if (event === 'commented') continue;
			this.takeChange(id, Number(revision), event);
		}
	}

	private takeChange(id: string, revision: number, event: string): void {
		const key = `${id}:${revision}`;
		if ((this.before.get(id) ?? 0) >= revision) throw new Error(`${key} is from before`);
		if (revision > (this.there.get(id) ?? Infinity)) throw new Error(`There is no ${key}`);
		if ((this.epoch.get(id) ?? 0) >= revision)
			throw new Error(`${key} came out of order, or twice`);
		this.epoch.set(id, revision);
		const exact = !this.run.losesState && !this.run.webhooks;
		if (exact && this.keys.has(key)) throw new Error(`${key} was put out twice`);
		this.keys.add(key);
		const all = this.told.get(id) ?? [];
		const created = all.some((one) => one.event === 'created');
		if (exact && event === 'created' && created) throw new Error(`${id} was created twice`);
		if (exact && event === 'updated' && all.length === 0 && !this.before.has(id))
			throw new Error(`${id} was not put out as created`);
		this.told.set(id, [...all, { event, revision }]);
	}

	private async write<Body>(method: string, path: string, body: object): Promise<Body> {
		return await this.api.ok<Body>(method, path, { app: this.app, ...body });
	}

	private upTo(count: number): number {
		return Math.floor(this.random() * count);
	}
}
