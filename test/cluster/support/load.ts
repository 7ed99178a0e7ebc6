import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { clusterFolder } from '../../../start/cluster/folder';
import { passwordFile, query } from '../../../start/postgres';
import { Api, cells } from '../../sandbox/record-platform/api';
import { api, cluster, execution, publish, send, service, store, until } from './cluster';
import { type Asked, type Kind, kinds, type Ran, type Stored, valueOf } from './compare';
import {
	byId,
	type ChainedNode,
	chain,
	groupware,
	mapped,
	recordPlatform,
	webhook,
} from './workflows';

/** Of ten executions, these. */
const mix: Kind[] = [
	'read',
	'create',
	'upsert',
	'upsertChanges',
	'book',
	'upsert',
	'create',
	'upsertChanges',
	'read',
	'upsert',
];

const openStates = ['new', 'running', 'waiting', 'unknown'];

/** Calls at the same time. */
const callers = 20;

/** n8n looks every minute for executions that its queue has lost. */
export const stillSeconds = 300;

const SEEDS = 600;
const ROOM = 'room-c';
const MINUTES = 15;

/** Rows of one execution. Most are one request, some creates are two, so that they can break off between. */
function rowCount(kind: Kind, number: number): number {
	if (kind === 'read') return SEEDS;
	if (kind === 'book') return 1;
	return kind === 'create' && number % 20 === 1 ? 150 : 40;
}

/** One call of a webhook. */
interface Call {
	run: string;
	kind: Kind;
	rows: Array<Record<string, unknown>>;
}

/** Neighbors share half of their keys, so that several update a record at the same time. */
const keysOf = (run: string): string[] => {
	const [kind, number] = run.split('-');
	const first = kind === 'upsert' ? Number(number) * 7 : Number(number) * 1000;
	return Array.from({ length: 40 }, (_, at) => `${kind} ${first + at}`);
};

/** A mixed load on the cluster, with its workflows, apps, and a room. */
export class Load {
	private constructor(
		readonly calls: Call[],
		private readonly apps: { seed: string; created: string; upserted: string; compared: string },
		private readonly workflows: Map<Kind, { id: string; path: string }>,
		private readonly room: { id: string; from: Date; to: Date },
	) {}

	/** Events that were in the room before. */
	private older = new Set<string>();

	/** How often each run was called. Calls that were answered badly are made again. */
	private readonly called = new Map<string, number>();

	/** How many calls are over, also without an answer. */
	private answered = 0;

	get asked(): Asked {
		return { calls: this.called, keysOf };
	}

	get callCount(): number {
		return [...this.called.values()].reduce((sum, count) => sum + count, 0);
	}

	static async prepare(executions: number): Promise<Load> {
		const text = { type: 'SINGLE_LINE_TEXT' };
		const key = { ...text, unique: true };
		const apps = {
			seed: await service.makeApp({ Number: { type: 'NUMBER' } }),
			created: await service.makeApp({ Run: text, Part: { type: 'NUMBER' }, Execution: text }),
			upserted: await service.makeApp({ Key: key, Execution: text }),
			compared: await service.makeApp({ Key: key, Value: text }),
		};
		await seed(apps.seed);
		const calls = Array.from({ length: executions }, (_, number) => callOf(number));
		const { facilities } = await send<{ facilities: Array<{ id: string; code: string }> }>(
			'GET',
			'/g/api/v1/schedule/facilities',
		);
		// Room for all bookings, and half as much again.
		const days = Math.ceil((executions / 10 / 96) * 1.5) + 1;
		const from = new Date(Date.now() + 40 * 86_400_000);
		const to = new Date(from.getTime() + days * 86_400_000);
		const room = { id: facilities.find(({ code }) => code === ROOM)?.id ?? '', from, to };
		const workflows = new Map<Kind, { id: string; path: string }>();
		for (const kind of kinds) {
			const path = `load-${kind}-${apps.seed}`;
			const nodes = nodesOf(kind, apps, room);
			const id = await store(chain(`Load: ${kind}`, [webhook(path), ...nodes]));
			await publish(id);
			workflows.set(kind, { id, path });
		}
		const load = new Load(calls, apps, workflows, room);
		load.older = new Set((await load.events()).map(({ id }) => id));
		return load;
	}

	/** Calls the webhook until it takes the call. */
	async call({ run, kind, rows }: Call): Promise<void> {
		const url = `${cluster().webhookUrl}webhook/${this.workflows.get(kind)?.path}`;
		await until(`the webhook takes ${run}`, stillSeconds, async () => {
			this.called.set(run, (this.called.get(run) ?? 0) + 1);
			try {
				const { ok } = await fetch(url, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ run, rows }),
					signal: AbortSignal.timeout(50_000),
				});
				return ok;
			} finally {
				this.answered += 1;
			}
		});
	}

	/**
	 * Makes all calls, as long as fewer than `open` executions have not ended: workers that cannot
	 * reach n8n's database use up all that waits in the queue.
	 */
	async callAll(open: number): Promise<void> {
		let isOver = false;
		// A call that failed has an execution or not, so only n8n knows how many are open.
		let known = { answered: 0, open: 0 };
		const count = async () => {
			for (; !isOver; await sleep(300)) {
				const { answered } = this;
				const now = await this.progress().catch(() => undefined);
				if (now) known = { answered, open: now.open };
			}
		};
		const calling = inParallel(this.calls, callers, async (call) => {
			await until(`fewer than ${open} executions are open`, stillSeconds, () => {
				const calls = this.callCount;
				return known.open + calls - known.answered < open || JSON.stringify({ calls, ...known });
			});
			await this.call(call);
		}).finally(() => (isOver = true));
		await Promise.all([calling, count()]);
	}

	/** How many executions have ended, straight from n8n's database. */
	async progress(): Promise<{ ended: number; open: number; states: string }> {
		const states = Object.entries(await this.states());
		const sum = (some: typeof states) => some.reduce((all, [, count]) => all + count, 0);
		const open = sum(states.filter(([status]) => openStates.includes(status)));
		return { ended: sum(states) - open, open, states: JSON.stringify(states) };
	}

	private async states(): Promise<Record<string, number>> {
		const rows = await this.ask<{ status: string; count: number }>(
			'SELECT status, count(*)::int AS count FROM execution_entity WHERE "workflowId" = ANY($1) GROUP BY status',
			[[...this.workflows.values()].map(({ id }) => id)],
		);
		return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
	}

	private async ask<Row extends Record<string, unknown>>(statement: string, values: unknown[]) {
		const { hostname: host, port, username: user } = new URL(cluster().databaseUrl);
		const server = { host, port: Number(port), user, password: password() };
		return await query<Row>(server, 'n8n', statement, values);
	}

	/** All executions of the load, as n8n reports them. */
	async executions(): Promise<Array<Ran & { status: string; error?: string }>> {
		const found: Array<Ran & { status: string; error?: string }> = [];
		for (const kind of kinds) {
			// The pages of n8n's list are not in the order of the IDs that it asks for.
			const all = await this.ask<{ id: number; mode: string }>(
				'SELECT id, mode FROM execution_entity WHERE "workflowId" = $1 ORDER BY id',
				[this.workflows.get(kind)?.id],
			);
			await inParallel(all, 6, async ({ id: number, mode }) => {
				const id = String(number);
				const { status, items, left, error } = await execution(id);
				const [called] = [...(items.Webhook ?? []), ...left];
				const { body } = (called?.json ?? {}) as { body?: Partial<Call> };
				const isDone = status === 'success';
				found.push({
					id,
					kind,
					run: body?.run ?? '',
					status,
					...(error && { error }),
					isRetry: mode === 'retry',
					isDone,
					written: isDone ? (items.Work ?? []).map(({ json }) => json) : [],
					rows: kind === 'read' ? SEEDS : (body?.rows?.length ?? 0),
				});
			});
		}
		return found;
	}

	/** What is in the service, read past the nodes. */
	async stored(): Promise<Stored> {
		const { created, upserted, compared } = this.apps;
		return {
			created: await service.allValues(created),
			upserted: await service.allValues(upserted),
			compared: await service.allValues(compared),
			events: (await this.events()).filter(({ id }) => !this.older.has(id)),
		};
	}

	private async events(): Promise<Stored['events']> {
		const found: Stored['events'] = [];
		for (let offset = 0; ; offset += 100) {
			const range = new URLSearchParams({
				target: this.room.id,
				targetType: 'facility',
				rangeStart: new Date(this.room.from.getTime() - 86_400_000).toISOString(),
				rangeEnd: new Date(this.room.to.getTime() + 2 * 86_400_000).toISOString(),
				limit: '100',
				offset: String(offset),
				orderBy: 'createdAt asc',
			});
			const { events, hasNext } = await send<{
				events: Array<{ id: string; subject: string; start: Time; end: Time }>;
				hasNext: boolean;
			}>('GET', `/g/api/v1/schedule/events?${range}`);
			found.push(
				...events.map(({ id, subject, start, end }) => ({
					id,
					subject,
					start: Date.parse(start.dateTime),
					end: Date.parse(end.dateTime),
				})),
			);
			if (!hasNext) return found;
		}
	}

	/** Runs an execution again, as a person does by n8n's Retry, and waits for its end. */
	async retry(id: string): Promise<void> {
		await api.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
	}

	/** Others read from the service for some time, so that it comes to its limit of 100 requests at once. */
	async crowd(seconds: number): Promise<number> {
		await send('DELETE', '/_sandbox/requests');
		await send('POST', '/_sandbox/pace', { perRecordMs: 3 });
		const end = Date.now() + seconds * 1000;
		const path = `/k/v1/records.json?app=${this.apps.seed}&query=${encodeURIComponent('limit 500')}`;
		await Promise.all(
			Array.from({ length: 100 }, async () => {
				while (Date.now() < end) await send('GET', path).catch(() => undefined);
			}),
		);
		await send('POST', '/_sandbox/pace', { perRecordMs: 0 });
		const { requests } = await send<{
			requests: Array<{ status: number; headers: Record<string, string> }>;
		}>('GET', '/_sandbox/requests');
		return requests.filter(
			({ status, headers }) => status === 429 && /n8n/.test(headers['user-agent'] ?? ''),
		).length;
	}
}

interface Time {
	dateTime: string;
}

function callOf(number: number): Call {
	const kind = mix[number % mix.length] ?? 'read';
	const run = `${kind}-${number}`;
	if (kind === 'read' || kind === 'book') return { run, kind, rows: [{}] };
	if (kind === 'create') {
		const rows = Array.from({ length: rowCount(kind, number) }, (_, part) => ({ run, part }));
		return { run, kind, rows };
	}
	return { run, kind, rows: keysOf(run).map((key) => ({ key, value: valueOf(key) })) };
}

function nodesOf(
	kind: Kind,
	apps: { seed: string; created: string; upserted: string; compared: string },
	room: { from: Date; to: Date },
): ChainedNode[] {
	const rows = {
		name: 'Rows',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.rows', options: {} },
	};
	const work = (operation: string, app: string, more: object) =>
		recordPlatform('Work', { resource: 'record', operation, app: byId(app), options: {}, ...more });
	const key = '={{ $json.key }}';
	switch (kind) {
		case 'read':
			return [work('getAll', apps.seed, { returnAll: true, simplify: true })];
		case 'create': {
			const values = { Run: '={{ $json.run }}', Part: '={{ $json.part }}' };
			const fields = mapped({ ...values, Execution: '={{ $execution.id }}' });
			return [rows, work('create', apps.created, { fields })];
		}
		case 'upsert': {
			const fields = mapped({ Key: key, Execution: '={{ $execution.id }}' }, ['Key']);
			return [rows, work('upsert', apps.upserted, { fields })];
		}
		case 'upsertChanges': {
			const fields = mapped({ Key: key, Value: '={{ $json.value }}' }, ['Key']);
			const options = { onlyChanges: true };
			return [rows, work('upsert', apps.compared, { fields, options })];
		}
		case 'book':
			return [
				groupware('Work', {
					resource: 'event',
					operation: 'book',
					subject: '={{ $execution.id }}',
					attendees: {},
					facilities: { rows: [{ kind: 'codes', codes: ROOM }] },
					facilityCondition: 'OR',
					minutes: MINUTES,
					period: 'custom',
					from: room.from.toISOString(),
					to: room.to.toISOString(),
					workingHours: false,
					timeZone: 'Asia/Tokyo',
					withoutSlot: 'fail',
					simplify: true,
					additionalFields: {},
				}),
			];
	}
}

async function seed(app: string): Promise<void> {
	for (let first = 0; first < SEEDS; first += 100) {
		const records = Array.from({ length: 100 }, (_, at) => cells({ Number: first + at }));
		await new Api({ url: cluster().sandboxUrl }).ok('POST', 'records.json', { app, records });
	}
}

function password(): string {
	return readFileSync(passwordFile(clusterFolder(process.env.CLUSTER_DATA ?? '').postgres), 'utf8');
}

/** Works on all, some at the same time. */
export async function inParallel<Item>(
	items: Item[],
	atOnce: number,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const left = [...items];
	const next = async (): Promise<void> => {
		for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
	};
	await Promise.all(Array.from({ length: atOnce }, next));
}
