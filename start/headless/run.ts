import { userFolder } from './environment';

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	ExecutionLifecycleHooks,
	WorkflowExecute,
} from 'n8n-core';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { createRunExecutionData, Expression, NodeHelpers, Workflow } from 'n8n-workflow';

import { coreNodes } from './coreNodes';
import { type CredentialStore, MemoryCredentials } from './credentials';
import type { Loaded } from './packages';

export interface WorkflowToRun {
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Name of the trigger that has put out the input, as when the workflow is active. */
	startedBy?: string;
	/** What the nodes keep from one run to the next. */
	staticData?: IDataObject;
}

/**
 * Runs a workflow on n8n's own engine without the n8n application, from its first node on, as
 * *Execute workflow* does.
 * @param input items that the first node gets
 * @param cancel stops the execution as a person does in the editor
 */
export async function runWorkflow(
	workflow: WorkflowToRun,
	loaded: Loaded,
	credentials: CredentialStore,
	input: INodeExecutionData[] = [{ json: {} }],
	cancel?: AbortSignal,
): Promise<IRun> {
	const { nodes, startedBy } = workflow;
	const first = nodes.find(({ name }) => startedBy === undefined || name === startedBy);
	if (first === undefined) throw new Error(`The workflow has no node ${startedBy ?? ''}`);
	const runData = createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: [{ node: first, data: { main: [input] }, source: null }],
		},
	});
	return await continueWorkflow(workflow, loaded, credentials, runData, cancel);
}

/** Runs what is left of an execution, such as one that has waited. */
export async function continueWorkflow(
	{ nodes, connections, settings = {}, startedBy, staticData }: WorkflowToRun,
	loaded: Loaded,
	credentials: CredentialStore,
	runData: IRunExecutionData,
	cancel?: AbortSignal,
): Promise<IRun> {
	await readyToRun();
	const workflow = new Workflow({
		id: 'headless',
		nodes,
		connections,
		nodeTypes: nodeTypesOf(loaded),
		active: false,
		settings: { executionOrder: 'v1', ...settings },
		...(staticData && { staticData }),
	});
	const mode = startedBy === undefined ? 'manual' : 'trigger';
	const executionId = randomUUID();
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: 'headless',
		nodes,
		connections,
	} as never);
	const finished = new Promise<IRun>((resolve) => {
		hooks.addHandler('workflowExecuteAfter', (run) => resolve(run as IRun));
	});

	const additionalData = { ...additionalDataOf(loaded, credentials), hooks, executionId };
	const execution = new WorkflowExecute(additionalData as never, mode, runData);
	const running = execution.processRunExecutionData(workflow);
	cancel?.addEventListener('abort', () => running.cancel(), { once: true });
	await running;
	return await finished;
}

/** What n8n's contexts need besides the workflow. */
export function additionalDataOf(loaded: Loaded, credentials: CredentialStore) {
	return {
		credentialsHelper: new MemoryCredentials(loaded.credentials, credentials),
		restApiUrl: '',
		instanceBaseUrl: '',
		webhookBaseUrl: 'http://localhost:5678/webhook',
		webhookTestBaseUrl: 'http://localhost:5678/webhook-test',
		webhookWaitingBaseUrl: 'http://localhost:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost:5678/form-waiting',
		variables: {},
		userId: 'headless',
	};
}

export function nodeTypesOf(loaded: Loaded): INodeTypes {
	const type = (name: string) => {
		const found = coreNodes.get(name) ?? loaded.nodes.get(name);
		if (found === undefined) throw new Error(`There is no node type "${name}"`);
		return found;
	};
	return {
		getByName: type,
		getByNameAndVersion: (name, version): INodeType =>
			NodeHelpers.getVersionedNodeType(type(name), version),
		getKnownTypes: () => ({}),
	};
}

/**
 * What n8n evaluates expressions with: n8n's default `vm` runs them in an isolate, for which n8n's
 * `isolated-vm` has no binary for some versions of Node. So it is `legacy` here unless it is chosen.
 */
export const expressionEngine = process.env.N8N_EXPRESSION_ENGINE === 'vm' ? 'vm' : 'legacy';

let ready: Promise<void> | undefined;

/** Starts what n8n starts with. Files go to disk as in n8n itself, so that streams are real. */
export async function readyToRun(): Promise<void> {
	ready ??= (async () => {
		// n8n's own values.
		await Expression.initExpressionEngine({
			engine: expressionEngine,
			poolSize: 1,
			maxCodeCacheSize: 1024,
			bridgeTimeout: 5_000,
			bridgeMemoryLimit: 128,
		});
		const config = Container.get(BinaryDataConfig);
		config.mode = 'filesystem';
		config.availableModes = ['filesystem'];
		config.localStoragePath = join(userFolder, 'binary');
		await Container.get(BinaryDataService).init();
	})();
	await ready;
}
