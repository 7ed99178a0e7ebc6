import { randomUUID } from 'node:crypto';

import type { CredentialStore } from '../../start/headless/credentials';
import type { Loaded } from '../../start/headless/packages';
import { additionalDataOf, nodeTypesOf, readyToRun } from '../../start/headless/run';
import { PollContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { pause } from '../../nodes/RecordPlatform/trigger/webhooks';
import { nodeOf, signedInBy } from './nodes';

// Tests of what webhooks find need not wait for the next poll.
pause.ms = 50;

export interface TriggerSetup {
	type: string;
	parameters: IDataObject;
	credential: { type: string; data: IDataObject };
	loaded: Loaded;
}

/** An active workflow that begins with a trigger. */
export class ActiveTrigger {
	private workflow: Workflow;
	private readonly name = 'Trigger';
	private readonly credentials: CredentialStore;
	private database: IDataObject = {};
	private isActivated = false;

	constructor(private setup: TriggerSetup) {
		this.credentials = { credential: setup.credential };
		this.workflow = this.load({});
	}

	/**
	 * What n8n has in its database: the state of the first poll, of the last one that has started
	 * something, or what a webhook has written since.
	 */
	get stored(): IDataObject {
		return copied(this.database);
	}

	/** What the polls keep in the memory of n8n. */
	get kept(): IDataObject {
		return copied(this.workflow.getStaticData('node', this.node));
	}

	/**
	 * Another process of n8n takes the workflow over, with the state kept in the database.
	 * @param kept static data of the workflow, or that of the node alone
	 */
	restart(kept: IDataObject = dataOf(this.workflow)): void {
		const key = `node:${this.name}`;
		this.database = 'global' in kept || key in kept ? kept : { [key]: kept };
		this.workflow = this.load(this.database);
	}

	/** A person publishes the workflow; n8n goes on in the same process with what it has stored. */
	publish(): void {
		this.workflow = this.load(this.stored, this.workflow.id);
	}

	/** A person changes parameters and saves the workflow; n8n goes on in the same process. */
	change(parameters: IDataObject): void {
		this.setup = { ...this.setup, parameters: { ...this.setup.parameters, ...parameters } };
		this.workflow = this.load(dataOf(this.workflow), this.workflow.id);
	}

	/** A person enters other values in the credential of the node. */
	signIn(data: IDataObject): void {
		Object.assign(this.setup.credential.data, data);
	}

	/** Items of a poll; null if it starts nothing. */
	async poll(mode: 'manual' | 'trigger' = 'trigger'): Promise<INodeExecutionData[] | null> {
		const { workflow, node } = this;
		await readyToRun();
		const additional = additionalDataOf(this.setup.loaded, this.credentials) as never;
		const context = new PollContext(workflow, node, additional, mode, 'activate');
		const { poll } = this.type;
		const output = await workflow.expression.withIsolate(
			async () => await poll?.call(context as unknown as IPollFunctions),
		);
		const isStored = mode === 'trigger' && (output || !this.isActivated);
		// n8n drops what a poll brings after its workflow was published again.
		if (isStored && workflow === this.workflow) this.database = dataOf(this.workflow);
		this.isActivated ||= mode === 'trigger';
		return output?.[0] ?? null;
	}

	async drain(): Promise<INodeExecutionData[]> {
		const all: INodeExecutionData[] = [];
		for (;;) {
			const items = await this.poll();
			if (items === null) return all;
			for (const item of items) all.push(item);
		}
	}

	/** What the node's webhook makes of a body. */
	async webhook(
		body: unknown,
		mode: 'manual' | 'webhook' = 'webhook',
	): Promise<IWebhookResponseData> {
		await readyToRun();
		const additional = {
			...additionalDataOf(this.setup.loaded, this.credentials),
			httpRequest: { body, headers: {}, params: {}, query: {} },
			httpResponse: {},
		} as never;
		const webhookData = { webhookDescription: { name: 'default' } } as never;
		// The webhook's process loads a copy of the state from the database.
		const own = this.load(this.stored, this.workflow.id);
		const node = own.getNode(this.name) as INode;
		const context = new WebhookContext(own, node, additional, mode, webhookData, [], null);
		const answer = await own.expression.withIsolate(
			async () => await this.type.webhook?.call(context as unknown as IWebhookFunctions),
		);
		this.database = dataOf(own);
		return answer as IWebhookResponseData;
	}

	get webhookPath(): unknown {
		const path = this.type.description.webhooks?.[0]?.path;
		return this.workflow.expression.getSimpleParameterValue(this.node, path, 'internal', {});
	}

	private get node(): INode {
		return this.workflow.getNode(this.name) as INode;
	}

	private get type() {
		const { type, loaded } = this.setup;
		return nodeTypesOf(loaded).getByNameAndVersion(type);
	}

	private load(staticData: IDataObject, id: string = randomUUID()): Workflow {
		const { type, parameters, credential, loaded } = this.setup;
		const node = nodeOf(this.name, type, parameters, signedInBy(credential.type));
		return new Workflow({
			id,
			nodes: [node],
			connections: {},
			nodeTypes: nodeTypesOf(loaded),
			active: true,
			staticData: copied(staticData),
		});
	}
}

const copied = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;
const dataOf = ({ staticData }: Workflow) => copied(staticData);
