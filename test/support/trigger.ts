import { randomUUID } from 'node:crypto';

import type { CredentialStore } from '../../start/headless/credentials';
import type { Loaded } from '../../start/headless/packages';
import { additionalDataOf, binaryData, nodeTypesOf } from '../../start/headless/run';
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

import { nodeOf, signedInBy } from './nodes';

/** A trigger to run as n8n does while its workflow is active. */
export interface TriggerSetup {
	type: string;
	/** Version of the node; the first by default. */
	typeVersion?: number;
	parameters: IDataObject;
	credential: { type: string; data: IDataObject };
	loaded: Loaded;
}

/** An active workflow that begins with a trigger. */
export class ActiveTrigger {
	private workflow: Workflow;
	private readonly credentials: CredentialStore;

	constructor(private setup: TriggerSetup) {
		this.credentials = { credential: setup.credential };
		this.workflow = this.load({});
	}

	/** What n8n keeps of the node in its database. */
	get kept(): IDataObject {
		const data = this.workflow.getStaticData('node', this.node);
		return JSON.parse(JSON.stringify(data)) as IDataObject;
	}

	/** Another process of n8n takes the workflow over, with the state kept in the database. */
	restart(kept: IDataObject = this.kept): void {
		this.workflow = this.load(kept);
	}

	/** A person changes parameters and saves the workflow; n8n goes on in the same process. */
	change(parameters: IDataObject): void {
		this.setup = { ...this.setup, parameters: { ...this.setup.parameters, ...parameters } };
		this.workflow = this.load(this.kept, this.workflow.id);
	}

	/** A person enters other values in the credential of the node. */
	signIn(data: IDataObject): void {
		Object.assign(this.setup.credential.data, data);
	}

	/** Items of a poll; null if it starts nothing. */
	async poll(mode: 'manual' | 'trigger' = 'trigger'): Promise<INodeExecutionData[] | null> {
		await binaryData();
		const additional = additionalDataOf(this.setup.loaded, this.credentials) as never;
		const context = new PollContext(this.workflow, this.node, additional, mode, 'activate');
		const { poll } = this.type;
		const output = await poll?.call(context as unknown as IPollFunctions);
		return output?.[0] ?? null;
	}

	/** Polls until nothing is left. */
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
		await binaryData();
		const additional = {
			...additionalDataOf(this.setup.loaded, this.credentials),
			httpRequest: { body, headers: {}, params: {}, query: {} },
			httpResponse: {},
		} as never;
		const webhookData = { webhookDescription: { name: 'default' } } as never;
		// The webhook's process loads a copy of the state from the database.
		const own = this.load(this.kept, this.workflow.id);
		const node = own.getNode('Trigger') as INode;
		const context = new WebhookContext(own, node, additional, mode, webhookData, [], null);
		return (await this.type.webhook?.call(
			context as unknown as IWebhookFunctions,
		)) as IWebhookResponseData;
	}

	/** The path of the webhook's URL, as n8n finds it. */
	get webhookPath(): unknown {
		const path = this.type.description.webhooks?.[0]?.path;
		return this.workflow.expression.getSimpleParameterValue(this.node, path, 'internal', {});
	}

	private get node(): INode {
		return this.workflow.getNode('Trigger') as INode;
	}

	private get type() {
		const { type, loaded } = this.setup;
		return nodeTypesOf(loaded).getByNameAndVersion(type);
	}

	private load(kept: IDataObject, id: string = randomUUID()): Workflow {
		const { type, typeVersion, parameters, credential, loaded } = this.setup;
		const node = nodeOf('Trigger', type, parameters, {
			...signedInBy(credential.type),
			...(typeVersion && { typeVersion }),
		});
		const workflow = new Workflow({
			id,
			nodes: [node],
			connections: {},
			nodeTypes: nodeTypesOf(loaded),
			active: true,
			staticData: {},
		});
		Object.assign(workflow.getStaticData('node', workflow.getNode('Trigger') as INode), kept);
		return workflow;
	}
}
