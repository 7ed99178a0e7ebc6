import { isDeepStrictEqual } from 'node:util';

import type { IDataObject, INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import { FileStore } from '../../../../nodes/shared/fileStore';
import { RecordReader } from '../../../../nodes/RecordPlatform/trigger/reading';
import { Api } from '../../../sandbox/record-platform/api';
import { builtIn } from '../../../support/built-in-fields';
import { type ModelRun, TriggerModel, Wrong } from '../../../support/model';
import type { TestSandbox } from '../../../support/sandbox';
import { EVENTS, triggerFor, WEBHOOKS } from './scene';

export interface RecordModelRun extends ModelRun {
	/** Webhooks are delivered, dropped, repeated and forged. */
	webhooks: boolean;
}

export interface Record_ {
	revision: number;
	status: string;
}

export interface Told {
	event: string;
	revision: number;
}

const PROCESS = {
	states: {
		Open: { name: 'Open', index: '0', assignee: { type: 'ONE', entities: [] } },
		Done: { name: 'Done', index: '1', assignee: { type: 'ONE', entities: [] } },
	},
	actions: [
		{ name: 'Finish', from: 'Open', to: 'Done', filterCond: '' },
		{ name: 'Reopen', from: 'Done', to: 'Open', filterCond: '' },
	],
};

/** Above this number, many records are deleted, so that long runs don't become slow. */
const MOST_RECORDS = 300;

const SECONDS = [1, 20, 59, 60, 61, 200, 3600];

export class RecordModel extends TriggerModel<RecordModelRun> {
	protected readonly api: Api;
	protected app = '';
	protected readonly there = new Map<string, Record_>();
	private readonly deleted = new Set<string>();
	/** Revisions before the activation, which must not be put out. */
	protected readonly before = new Map<string, number>();
	protected readonly told = new Map<string, Told[]>();
	/** Revisions put out by this process of n8n, or by processes with its state. */
	private epoch = new Map<string, number>();
	/** Statuses as somebody knows them who only reads the items. */
	private statuses = new Map<string, string>();
	private readonly keys = new Set<string>();
	private bodies: unknown[] = [];
	/** Webhooks that wait for a poll. */
	private readonly underWay: Array<Promise<IWebhookResponseData>> = [];

	constructor(sandbox: TestSandbox, run: RecordModelRun) {
		super(sandbox, run);
		this.api = new Api(sandbox);
	}

	/** Whether each change must be put out exactly once. */
	protected get isExact(): boolean {
		return !this.run.losesState && !this.run.webhooks;
	}

	protected replace(): () => void {
		const real = performance.now.bind(performance);
		const now = jest.spyOn(performance, 'now').mockImplementation(() => real() + this.passedMs);
		// Files are downloaded after the records were read.
		const spies = [
			this.changed(RecordReader.prototype, 'page'),
			this.changed(RecordReader.prototype, 'anyPage'),
			this.changed(RecordReader.prototype, 'newestIds'),
			this.changed(FileStore.prototype, 'store'),
		];
		return () => {
			for (const spy of [now, ...spies]) spy.mockRestore();
		};
	}

	/** Lets changes come before each call of a method. */
	private changed<One extends object>(of: One, name: keyof One): jest.SpyInstance {
		const method = of[name] as (...args: unknown[]) => Promise<unknown>;
		const between = async () => await this.betweenPages();
		return jest.spyOn(of, name as never).mockImplementation(async function (
			this: One,
			...args: unknown[]
		) {
			await between();
			return await method.apply(this, args);
		} as never);
	}

	private async betweenPages(): Promise<void> {
		if (!this.inPoll) return;
		if (this.chance(0.4)) await this.change('  in the poll: ');
		if (this.run.webhooks && this.chance(0.08)) await this.ring();
		if (this.chance(0.85)) return;
		// A poll that takes long stops early, or fails because n8n has given up on it.
		await this.pass(this.chance(0.7) ? 200 : 400);
		await this.change('  in the poll: ');
	}

	protected async begin(): Promise<void> {
		await this.sandbox.reset();
		const text = { type: 'SINGLE_LINE_TEXT' };
		this.app = await this.api.makeApp({ Name: text, Kind: text, Notes: text }, PROCESS);
		for (let count = this.upTo(12); count > 0; count--) await this.change();
		if (this.run.webhooks) {
			const url = 'http://localhost:9/hook';
			await this.sandbox.control('webhooks', { app: this.app, url, events: WEBHOOKS });
			await this.sandbox.control('deliveries', { hold: true });
		}
		this.deleted.clear();
		for (const [id, { revision, status }] of this.there) {
			this.before.set(id, revision);
			this.statuses.set(id, status);
		}
		const parameters = { events: EVENTS, ...this.parameters, options: this.someOptions() };
		this.trigger = await triggerFor(this.sandbox, this.app, parameters, this.account);
		await this.poll(false);
	}

	/** Parameters beside events and options. */
	protected get parameters(): IDataObject {
		return {};
	}

	/** Another credential than the administrator's. */
	protected get account(): IDataObject | undefined {
		return undefined;
	}

	protected someOptions(): IDataObject {
		return {
			perPoll: this.chance(0.7) ? 1 + this.upTo(25) : 1000,
			findDeleted: !this.run.webhooks,
			oldValues: true,
		};
	}

	protected async step(): Promise<void> {
		const kind = this.any();
		if (kind < 0.45) await this.change();
		else if (kind < 0.6) await this.pass();
		else if (kind < 0.85) await this.poll().catch((error: Error) => this.tooLong(error));
		else if (kind < 0.9) await this.failingPoll('/k/v1/records.json', REFUSALS, true);
		else if (kind < 0.93) await this.begunAnew();
		else if (kind < 0.96) await this.changeOptions();
		else if (kind < 0.98) await this.ring();
		else await this.catchUp();
	}

	private async changeOptions(): Promise<void> {
		const options = this.someOptions();
		this.trigger.change({ options });
		this.note(`${options.perPoll} records per poll`, 'change options');
		await this.firstPoll();
	}

	/** A person or program changes the app. */
	private async change(where = ''): Promise<void> {
		const kind = this.any();
		const ids = [...this.there.keys()];
		if (ids.length > MOST_RECORDS && this.chance(0.5)) {
			await this.deleteMany(where, ids);
		} else if (kind < 0.25 || ids.length === 0) await this.create(where);
		else if (kind < 0.35) await this.createMany(where);
		else if (kind < 0.65) await this.update(where, [this.oneOf(ids)], this.chance(0.5));
		else if (kind < 0.73) {
			const chosen = ids.filter(() => this.chance(0.3)).slice(0, 50);
			if (chosen.length > 0) await this.update(where, chosen, false);
		} else if (kind < 0.85) await this.changeStatus(where, this.oneOf(ids));
		else if (kind < 0.95) {
			const newest = this.chance(0.5) && ids.at(-1);
			await this.delete(where, newest || this.oneOf(ids), this.chance(0.5));
		} else {
			const record = this.oneOf(ids);
			await this.write('POST', 'record/comment.json', { record, comment: { text: 'a' } });
			this.note(`${where}comment ${record}`, 'comment');
		}
	}

	protected values(): object {
		return { Name: { value: 'a' } };
	}

	protected written(_id: string, _record: Record_): void {}

	private async create(where: string): Promise<void> {
		const { record, how } = this.newRecord();
		const { id } = await this.write<{ id: string }>('POST', 'record.json', { record });
		this.wrote(id, { revision: 1, status: 'Open' });
		this.note(`${where}create ${id}${how}`, 'create');
	}

	private async createMany(where: string): Promise<void> {
		const { record, how } = this.newRecord();
		const records = Array.from({ length: 1 + this.upTo(20) }, () => record);
		const { ids } = await this.write<{ ids: string[] }>('POST', 'records.json', { records });
		for (const id of ids) this.wrote(id, { revision: 1, status: 'Open' });
		this.note(`${where}create ${ids.join()}${how}`, 'create in bulk');
	}

	private newRecord(): { record: object; how: string } {
		if (!this.chance(0.2)) return { record: this.values(), how: '' };
		const old = { [builtIn.updatedTime]: { value: '2020-01-01T00:00:00Z' } };
		return { record: { ...this.values(), ...old }, how: ' with an old time' };
	}

	private async update(where: string, ids: string[], single: boolean): Promise<void> {
		const record = this.values();
		const changed = ids.map((id) => ({ id, record }));
		if (single) await this.write('PUT', 'record.json', { ...changed[0] });
		else await this.write('PUT', 'records.json', { records: changed });
		for (const id of ids) {
			const { revision, status } = this.record(id);
			this.wrote(id, { revision: revision + 1, status });
		}
		const to = ids.map((id) => `${id} to ${this.record(id).revision}`);
		this.note(`${where}update ${to.join()}`, single ? 'update' : 'update in bulk');
	}

	private async changeStatus(where: string, id: string): Promise<void> {
		const isOpen = this.record(id).status === 'Open';
		const { revision } = await this.write<{ revision: string }>('PUT', 'record/status.json', {
			id,
			action: isOpen ? 'Finish' : 'Reopen',
		});
		const status = isOpen ? 'Done' : 'Open';
		this.wrote(id, { revision: Number(revision), status });
		this.note(`${where}${id} is ${status}, ${revision}`, 'change status');
	}

	private wrote(id: string, record: Record_): void {
		this.there.set(id, record);
		this.written(id, record);
	}

	private async delete(where: string, id: string, byHand: boolean): Promise<void> {
		if (byHand) await this.sandbox.control('deletions', { app: this.app, record: id });
		else await this.write('DELETE', 'records.json', { ids: [id] });
		this.there.delete(id);
		this.deleted.add(id);
		this.note(`${where}delete ${id}${byHand ? ' by hand' : ''}`, 'delete');
	}

	private async deleteMany(where: string, all: string[]): Promise<void> {
		const ids = all.filter(() => this.chance(0.7)).slice(0, 100);
		await this.write('DELETE', 'records.json', { ids });
		for (const id of ids) {
			this.there.delete(id);
			this.deleted.add(id);
		}
		this.note(`${where}delete ${ids.join()}`, 'delete in bulk');
	}

	/** Time passes: for the service and for n8n, or the service's clock alone is moved. */
	private async pass(seconds = this.oneOf(SECONDS)) {
		const jump = this.chance(this.inPoll ? 0.5 : 0.2);
		await this.sandbox.clock(seconds);
		if (!jump) this.passedMs += seconds * 1000;
		const what = jump ? 'clock jump' : 'pass';
		this.note(`${what} ${seconds} s`, what);
	}

	private tooLong(error: Error): void {
		if (!error.message.startsWith('The poll took longer')) throw error;
		this.note('  took too long', 'poll that took too long');
	}

	private async begunAnew(): Promise<void> {
		if (this.restart() || this.run.webhooks) {
			// What webhooks have brought is forgotten.
			this.epoch = new Map();
			this.statuses = new Map();
		}
		await this.firstPoll();
	}

	/** n8n polls as soon as it has started, or the workflow is published. */
	private async firstPoll(): Promise<void> {
		await this.poll().catch((error: Error) => this.tooLong(error));
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
		const record = { $id: { value: String(1 + this.upTo(50)) } };
		const forged = { type: 'UPDATE_RECORD', app: { id: this.app }, record };
		for (const body of [...this.bodies.filter(() => this.chance(0.2)), forged]) {
			this.note(`webhook ${JSON.stringify(body).slice(0, 80)}`, 'webhook');
			this.underWay.push(this.trigger.webhook(body));
			// A webhook waits until the poll has ended.
			if (!this.inPoll) await this.endWebhooks();
		}
	}

	private async endWebhooks(): Promise<void> {
		for (const webhook of this.underWay.splice(0)) {
			this.takeAll((await webhook).workflowData?.[0] ?? null, 'webhook');
		}
	}

	protected override async poll(withChanges = true): Promise<INodeExecutionData[] | null> {
		try {
			return await super.poll(withChanges);
		} finally {
			await this.endWebhooks();
		}
	}

	protected async catchUp(): Promise<void> {
		for (let empty = 0; empty < 2;) {
			empty = (await this.poll(false)) === null ? empty + 1 : 0;
			// A poll that is full waits until the minute is over.
			await this.sandbox.clock(60);
			this.passedMs += 60_000;
		}
		this.compare();
		if (this.run.webhooks || this.run.losesState) return;
		for (const id of this.deleted) {
			if (!this.before.has(id) && !this.told.has(id)) continue;
			const isTold = this.keys.has(`${id}:deleted`);
			if (!isTold) throw new Wrong(`Record ${id} is deleted, and nothing was put out`);
		}
	}

	/** Compares what is there with what was put out, after all was. */
	protected compare(): void {
		for (const [id, { revision, status }] of this.there) {
			if ((this.before.get(id) ?? 0) >= revision) continue;
			const last = this.told.get(id)?.at(-1)?.revision ?? 0;
			const any = this.told.get(id)?.some((one) => one.revision === revision);
			if (!any) throw new Wrong(`Record ${id} has revision ${revision}, put out was ${last}`);
			const known = this.statuses.get(id) ?? status;
			if (known !== status) throw new Wrong(`Record ${id} is ${status}, known is ${known}`);
		}
	}

	protected take(json: IDataObject): void {
		const key = String(json.$key);
		const event = String(json.$event);
		const [id = '', revision = ''] = key.split(':');
		if (event === 'deleted') {
			if (!this.deleted.has(id)) throw new Wrong(`${id} was not deleted`);
			if (this.isExact && this.keys.has(key)) throw this.twice({ $key: key });
			this.keys.add(key);
		} else if (event !== 'commented') {
			this.takeChange(id, Number(revision), event, json);
		}
	}

	private takeChange(id: string, revision: number, event: string, json: IDataObject): void {
		const key = `${id}:${revision}`;
		if ((this.before.get(id) ?? 0) >= revision) throw new Wrong(`${key} is from before`);
		if (this.keys.has(`${id}:deleted`)) throw new Wrong(`${key} comes after its deletion`);
		if (revision > (this.there.get(id)?.revision ?? Infinity)) {
			throw new Wrong(`There is no ${key}`);
		}
		if ((this.epoch.get(id) ?? 0) >= revision) {
			throw this.keys.has(key) ? this.twice({ $key: key }) : new Wrong(`${key} is out of order`);
		}
		const all = this.told.get(id) ?? [];
		// Another process may not know what this one was told of.
		const isNewProcess = !this.epoch.has(id) && !this.isExact;
		this.epoch.set(id, revision);
		if (this.isExact && this.keys.has(key)) throw this.twice({ $key: key });
		this.keys.add(key);
		const isCreated = event === 'created';
		if (isCreated && all.length > 0 && !isNewProcess) throw this.twice({ $key: key });
		if (isCreated && this.before.has(id)) throw new Wrong(`${id} is not new`);
		this.check(id, { event, revision });
		this.told.set(id, [...all, { event, revision }]);
		this.compareStatus(key, event, json);
	}

	/** Looks at a change that is put out, before it is noted. */
	protected check(id: string, { event }: Told): void {
		if (event === 'created' || this.before.has(id) || this.told.has(id)) return;
		if (this.isExact) throw new Wrong(`${id} was not put out as created`);
	}

	protected compareStatus(key: string, event: string, json: IDataObject): void {
		const [id = ''] = key.split(':');
		const status = String(json[builtIn.status]);
		const known = this.statuses.get(id);
		this.statuses.set(id, status);
		if (event === 'created' || known === undefined) return;
		const expected = known === status ? 'updated' : 'statusChanged';
		if (event !== expected) throw new Wrong(`${key} is ${event}, ${status} after ${known}`);
		const changes = { ...(known !== status && { [builtIn.status]: { from: known, to: status } }) };
		const isExact = isDeepStrictEqual(json.$changes, changes);
		if (!isExact) throw new Wrong(`${key} has changed ${JSON.stringify(json.$changes)}`);
	}

	private record(id: string): Record_ {
		const record = this.there.get(id);
		if (record === undefined) throw new Wrong(`Record ${id} is not there`);
		return record;
	}

	protected async write<Body>(method: string, path: string, body: object): Promise<Body> {
		return await this.api.ok<Body>(method, path, { app: this.app, ...body });
	}
}

const REFUSALS = [
	{ status: 403, code: 'CB_NO02' },
	{ status: 401, code: 'CB_WA01' },
	{ status: 429, code: 'GAIA_TO04', retryAfter: 0 },
];
