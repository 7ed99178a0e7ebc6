import { WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { CredentialStore } from '../../start/headless/credentials';
import type { Loaded } from '../../start/headless/packages';
import {
	additionalDataOf,
	continueWorkflow,
	nodeTypesOf,
	readyToRun,
	runWorkflow,
	type WorkflowToRun,
} from '../../start/headless/run';

/** What a browser, or a program, sends to the URL of a waiting execution. */
export interface Visit {
	/** As it was sent to people. */
	url: string;
	method?: 'GET' | 'POST';
	body?: IDataObject;
}

/** What it gets. */
export interface Page {
	status: number;
	headers: Record<string, string>;
	html: string;
	/** Whether the execution went on. */
	isAnswered: boolean;
}

/** An execution that waits for people, as n8n keeps it in its database from one step to the next. */
export class WaitingExecution {
	constructor(
		private readonly workflow: WorkflowToRun,
		private readonly loaded: Loaded,
		private readonly credentials: CredentialStore,
		/** As far as it has come. */
		public run: IRun,
	) {}

	static async start(
		workflow: WorkflowToRun,
		loaded: Loaded,
		credentials: CredentialStore,
		input?: INodeExecutionData[],
	): Promise<WaitingExecution> {
		const run = await runWorkflow(workflow, loaded, credentials, input);
		return new WaitingExecution(workflow, loaded, credentials, run);
	}

	get status(): IRun['status'] {
		return this.run.status;
	}

	get waitTill(): Date | undefined {
		return this.run.waitTill ?? undefined;
	}

	get error() {
		return this.run.data.resultData.error;
	}

	/** What a node put out in its last run. */
	output(name: string): INodeExecutionData[] {
		return this.run.data.resultData.runData[name]?.at(-1)?.data?.main?.[0] ?? [];
	}

	/** Times that a node ran. */
	runs(name: string): number {
		return this.run.data.resultData.runData[name]?.length ?? 0;
	}

	/** Asks the node that waits for what its URL gives; an answer lets the execution go on. */
	async visit({ url, method = 'GET', body }: Visit): Promise<Page> {
		await readyToRun();
		const data = this.stored();
		const entry = data.executionData?.nodeExecutionStack[0];
		if (entry === undefined || data.waitTill === undefined) throw new Error('Nothing waits');
		const page: Page = { status: 200, headers: {}, html: '', isAnswered: false };
		const response = {
			setHeader: (name: string, value: string) => ((page.headers[name] = value), response),
			status: (code: number) => ((page.status = code), response),
			type: () => response,
			send: (html: string) => ((page.html = html), response),
		};
		const query = Object.fromEntries(new URL(url).searchParams);
		const additional = {
			...additionalDataOf(this.loaded, this.credentials),
			httpRequest: { method, body, query, headers: {}, params: {} },
			httpResponse: response,
		} as never;
		const nodeTypes = nodeTypesOf(this.loaded);
		const workflow = new Workflow({ ...this.workflow, id: 'headless', active: false, nodeTypes });
		const node = workflow.getNode(entry.node.name) as INode;
		const webhook = { webhookDescription: { name: 'default' } } as never;
		// n8n has ended the wait in its copy before it asks the node.
		delete data.waitTill;
		data.resultData.runData[node.name]?.pop();
		entry.node.disabled = true;
		const context = new WebhookContext(workflow, node, additional, 'manual', webhook, [], data);
		const { webhook: answer } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const result = await workflow.expression.withIsolate(
			async () => await answer?.call(context as unknown as IWebhookFunctions),
		);
		if (result?.workflowData === undefined) return page;
		entry.data.main = result.workflowData;
		await this.goOn(data);
		return { ...page, html: String(result.webhookResponse), isAnswered: true };
	}

	/** The time to wait is over. */
	async timeOut(): Promise<void> {
		await this.goOn(this.stored());
	}

	private stored(): IRunExecutionData {
		const data = JSON.parse(JSON.stringify(this.run.data)) as IRunExecutionData;
		if (data.waitTill) data.waitTill = new Date(data.waitTill);
		return data;
	}

	private async goOn(data: IRunExecutionData): Promise<void> {
		this.run = await continueWorkflow(this.workflow, this.loaded, this.credentials, data);
	}
}

type Begun = ConstructorParameters<typeof WaitingExecution>;

/** The end of an execution that waits, after a person has approved what was asked. */
export async function approved(...[workflow, loaded, credentials, run]: Begun): Promise<IRun> {
	const [entry] = run.data.executionData?.nodeExecutionStack ?? [];
	const { askedAt } = entry?.data.main?.[0]?.[0]?.json.data as { askedAt: string };
	const waiting = new WaitingExecution(workflow, loaded, credentials, run);
	const url = `http://localhost/?asked=${askedAt}`;
	await waiting.visit({ url, method: 'POST', body: { answer: 'approve' } });
	return waiting.run;
}

/** The URL in a text that people get. */
export function urlIn(text: unknown): string {
	const [url] = /https?:\/\/\S+/.exec(String(text)) ?? [];
	if (url === undefined) throw new Error(`There is no URL in ${String(text)}`);
	return url;
}
