import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	getGlobalState,
	setGlobalState,
} from 'n8n-workflow';

import { demos } from '../../../sandbox/demo-data';
import { demoCredentials } from '../../../start/credentials';
import type { CredentialStore } from '../../../start/headless/credentials';
import { loadPackages } from '../../../start/headless/packages';
import { runWorkflow } from '../../../start/headless/run';
import { examples } from '../../../start/layout';
import type { TestSandbox } from '../../support/sandbox';
import { ActiveTrigger } from '../../support/trigger';
import { WaitingExecution } from '../../support/waiting';

const packages = loadPackages();

// Test files of one process share the zone.
const { defaultTimezone: usual } = getGlobalState();
beforeAll(() => setGlobalState({ defaultTimezone: 'Asia/Tokyo' }));
afterAll(() => setGlobalState({ defaultTimezone: usual }));

export interface Workflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: IDataObject;
	pinData: IDataObject;
}

/** An example as a person imports it. */
export function workflowIn(file: string): Workflow {
	return JSON.parse(readFileSync(join(examples, file), 'utf8')) as Workflow;
}

/** What came out of each node that ran, by its name. */
export type Outputs = Record<string, INodeExecutionData[][]>;

/** An example that was imported, connected to the sandbox. */
export class Example {
	readonly workflow: Workflow;
	/** What n8n keeps of it between two runs. */
	private readonly staticData: IDataObject = {};

	constructor(
		private readonly sandbox: Pick<TestSandbox, 'url'>,
		file: string,
	) {
		this.workflow = workflowIn(file);
		for (const node of this.workflow.nodes) {
			for (const credential of Object.values(node.credentials ?? {})) {
				credential.id = credential.name;
			}
		}
	}

	node(name: string): INode {
		const node = this.workflow.nodes.find((one) => one.name === name);
		if (node === undefined) throw new Error(`The example has no node "${name}"`);
		return node;
	}

	/** What a person changes in the editor before running it. */
	set(name: string, changes: IDataObject): this {
		const node = this.node(name);
		const { parameters = {}, ...rest } = changes;
		Object.assign(node, rest);
		Object.assign(node.parameters, parameters);
		return this;
	}

	/** Runs it from its first node on, or from a trigger that has put out these items. Throws its error. */
	async run(input?: INodeExecutionData[], startedBy?: string): Promise<Outputs> {
		const { error, runData } = (await this.finished(input, startedBy)).data.resultData;
		if (error) throw new Error(`${error.message} ${error.description ?? ''}`);
		return Object.fromEntries(
			Object.entries(runData).map(([name, tasks]) => [
				name,
				(tasks.at(-1)?.data?.main ?? []).map((items) => items ?? []),
			]),
		);
	}

	async finished(input?: INodeExecutionData[], startedBy?: string): Promise<IRun> {
		const { nodes, connections } = this.workflow;
		return await runWorkflow(
			{ nodes, connections, staticData: this.staticData, ...(startedBy && { startedBy }) },
			await packages,
			this.credentials,
			input,
		);
	}

	/** Runs it until it waits for a person. */
	async waiting(input: INodeExecutionData[]): Promise<WaitingExecution> {
		const run = await this.finished(input);
		return new WaitingExecution(this.workflow, await packages, this.credentials, run);
	}

	/** One of its triggers, as it polls while the workflow is active. */
	async trigger(name: string): Promise<ActiveTrigger> {
		const { type, parameters, credentials = {} } = this.node(name);
		const [used] = Object.values(credentials);
		const credential = this.credentials[used?.name ?? ''];
		if (credential === undefined) throw new Error(`"${name}" has no credential`);
		return new ActiveTrigger({
			type,
			parameters: parameters as IDataObject,
			credential,
			loaded: await packages,
		});
	}

	private get credentials(): CredentialStore {
		return Object.fromEntries(
			demos
				.flatMap(demoCredentials)
				.map(({ name, type, data }) => [
					name,
					{ type, data: { ...data, baseUrl: this.sandbox.url } },
				]),
		);
	}
}

/** JSON of a node's first output, or of another one. */
export function jsonOf(outputs: Outputs, node: string, output = 0): IDataObject[] {
	return (outputs[node]?.[output] ?? []).map(({ json }) => json);
}
