import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../nodes/shared/catalogue';
import { type ServiceName, serviceNames } from '../contract/apiData';
import type { Example, Examples } from '../contract/examples/example';
import { operationsOf, testedServices } from '../contract/services';
import { type Client, clientFor } from '../sandbox/groupware/client';
import { Api } from '../sandbox/record-platform/api';
import type { NodeOutcome } from '../support/workflow';
import { type Behavior, behaviors } from './behaviors';
import { changes, lotsOf, type State } from './state';
import { fullStates } from './states';
import { type Tenant, tenantAt } from './tenant';

/** An operation, and ways to fill it in; each way makes what it works on first. */
export interface Subject {
	key: string;
	service: ServiceName;
	operation: Operation;
	ways: Array<Examples[string]>;
}

export interface RunOptions {
	items?: IDataObject[];
	input?: INodeExecutionData[];
	onError?: INode['onError'];
	baseUrl?: string;
	login?: string;
	isPublished?: boolean;
}

/** What a run did: its outcome and what is in the service afterwards. */
export interface After {
	outcome: NodeOutcome;
	state: State;
}

/** Every operation of both nodes. */
export const operations = serviceNames.flatMap((service) =>
	operationsOf(testedServices[service]).map(([key, operation]) => ({ key, service, operation })),
);

/** Runs an operation on n8n's engine; the workflow's time zone is Asia/Tokyo. */
export async function runSubject(
	{ key, service }: Pick<Subject, 'key' | 'service'>,
	url: string,
	parameters: IDataObject,
	{ baseUrl = url, login, ...more }: RunOptions = {},
): Promise<NodeOutcome> {
	return await testedServices[service].run(baseUrl, {
		key,
		parameters,
		settings: { timezone: 'Asia/Tokyo' },
		...(login !== undefined && { account: { username: login, password: login } }),
		...more,
	});
}

/** A world with something to read behind each operation, and what may be run in it. */
export class Bench {
	readonly subjects: Subject[] = [];
	private base: State | undefined;
	private lots = new Set<string>();
	private last: State | undefined;
	private prepared: { name: string; made: unknown; known: Map<string, After> } | undefined;

	private constructor(
		readonly service: ServiceName,
		readonly tenant: Tenant,
		readonly behavior: Behavior,
	) {}

	/** @param origin of a sandbox with the flags of the behavior */
	static async open(
		origin: string,
		service: ServiceName,
		behavior: Behavior = behaviors.sandbox,
	): Promise<Bench> {
		const bench = new Bench(service, tenantAt(origin), behavior);
		await bench.tenant.control('reset', { demo: service === 'groupware' });
		const api = new Api(bench.tenant);
		const admin = clientFor(() => `${bench.tenant.url}/g`, 'admin');
		if (service === 'groupware') await fewEvents(admin);
		const examples = await testedServices[service].examples(bench.tenant);
		if (service === 'recordPlatform') await bystanders(api);
		else await bench.tenant.control('groupware', behavior.fixtures);
		const full = await fullStates(service, bench.tenant, api);
		for (const [key, operation] of operationsOf(testedServices[service])) {
			const example = examples[key];
			const ways = [...(example ? [example] : []), ...(full[key] ?? [])];
			bench.subjects.push({ key, service, operation, ways });
		}
		await bench.tenant.save('world');
		return bench;
	}

	/**
	 * Makes what a way of an operation works on, as often as asked for; runs begin with the world as
	 * it is then. Gives one example for each time.
	 * @param then is done with the examples before runs begin; named, because it is done once
	 */
	async prepare(
		subject: Subject,
		way: number,
		times = 1,
		then?: { name: string; does: (examples: Example[]) => Promise<void> },
	): Promise<Example[]> {
		const make = subject.ways[way % subject.ways.length];
		if (make === undefined) throw new Error(`There is no example of ${subject.key}.`);
		const name = [subject.key, way % subject.ways.length, times, then?.name].join();
		return await this.begin(name, async () => {
			const examples: Example[] = [];
			for (let time = 0; time < times; time += 1) examples.push(await make());
			await then?.does(examples);
			return examples;
		});
	}

	/** Makes a world to begin runs with, once for all cases of one name in a row. */
	async begin<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
		if (this.prepared?.name === name) return this.prepared.made as Made;
		this.prepared = undefined;
		await this.tenant.restore('world');
		const made = await make();
		await this.tenant.save('case');
		this.base = await this.tenant.state();
		this.lots = lotsOf(this.base);
		this.last = this.base;
		this.prepared = { name, made, known: new Map() };
		return made;
	}

	/** Runs what is the same in many cases once. */
	async remembered(name: string, make: () => Promise<After>): Promise<After> {
		const known = this.prepared?.known.get(name);
		if (known) return known;
		const made = await make();
		this.prepared?.known.set(name, made);
		return made;
	}

	get before(): State {
		if (this.base === undefined) throw new Error('No case was begun.');
		return this.base;
	}

	/** Puts the world back to the beginning of the case. */
	async back(): Promise<void> {
		if (this.last !== undefined && changes(this.before, this.last, true).length === 0) return;
		await this.tenant.restore('case');
		this.last = this.base;
	}

	/** Runs from the beginning of the case, or from where the last run has left the world. */
	async run(
		subject: Subject,
		parameters: IDataObject,
		options: RunOptions & { goOn?: boolean } = {},
	): Promise<After> {
		const { goOn, ...more } = options;
		if (!goOn) await this.back();
		this.last = undefined;
		const run = async () => await runSubject(subject, this.tenant.url, parameters, more);
		// n8n gives a picker's pattern a quarter of a second, which a busy machine may not have.
		const outcome = await run()
			.catch((error: Error) =>
				/execution timed out/.test(error.message) ? run() : notStarted(error),
			)
			.catch(notStarted);
		this.last = await this.tenant.state(this.lots);
		return { outcome, state: this.last };
	}

	/** The state after something that was done past the nodes. */
	async look(): Promise<State> {
		this.last = await this.tenant.state(this.lots);
		return this.last;
	}
}

/** n8n itself does not start a node whose required controls are empty. */
function notStarted(error: unknown): NodeOutcome {
	if (!(error instanceof Error) || error.name !== 'WorkflowHasIssuesError') throw error;
	return { output: [], errors: [], error: error as NodeOutcome['error'] & object, hints: [] };
}

/** Leaves one event of each kind, series among them, of the many that the demo world has. */
async function fewEvents(admin: Client): Promise<void> {
	const { body } = await admin.get('/schedule/events', {
		rangeStart: '2020-01-01T00:00:00Z',
		limit: '1000',
	});
	const kept = new Set<string>();
	const seen = new Set<string>();
	for (const { id, eventType } of body.events) {
		if (seen.has(id)) continue;
		seen.add(id);
		if (kept.has(eventType)) await admin.delete(`/schedule/events/${id}`);
		else kept.add(eventType);
	}
}

/** Records that no case is about: an empty one and a filled one in every app. */
async function bystanders(api: Api): Promise<void> {
	const { apps } = await api.get<{ apps: Array<{ appId: string }> }>('apps.json');
	for (const { appId: app } of apps) {
		for (const record of [{}, { Name: { value: 'bystander' }, Amount: { value: '99' } }]) {
			await api.send('POST', 'record.json', { app, record });
		}
	}
}
