import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWorkflowSettings,
	NodeApiError,
	NodeExecutionHint,
} from 'n8n-workflow';

import { type Loaded, loadPackages } from '../../start/headless/packages';
import { runWorkflow } from '../../start/headless/run';
import { inRow, nodeOf, signedInBy } from './nodes';
import { approved } from './waiting';

/** A node to run as the second of a workflow, after one that hands it the items. */
export interface NodeRun {
	/** `n8n-nodes-record-platform.recordPlatform` or `n8n-nodes-groupware.groupware`. */
	type: string;
	parameters: IDataObject;
	/** Credential type and what a person types into it. */
	credential: { type: string; data: IDataObject };
	/** JSON of the incoming items; or whole items, for binary data. */
	items?: IDataObject[];
	input?: INodeExecutionData[];
	onError?: INode['onError'];
	/** Node types other than the two packages'. */
	loaded?: Loaded;
	cancel?: AbortSignal;
	settings?: IWorkflowSettings;
	/** Whether a trigger started it, and not a person in the editor. */
	isPublished?: boolean;
	/** Whether a person approves what the node asks. */
	isApproved?: boolean;
}

export interface NodeOutcome {
	/** First output. */
	output: INodeExecutionData[];
	/** Error output, with `onError: 'continueErrorOutput'`. */
	errors: INodeExecutionData[];
	error?: NodeApiError;
	hints: NodeExecutionHint[];
}

let loading: Promise<Loaded> | undefined;

/** Runs one node on n8n's engine, over real sockets. */
export async function runNode(run: NodeRun): Promise<NodeOutcome> {
	if (run.loaded === undefined) loading ??= loadPackages();
	const { type, data } = run.credential;
	const nodes = [
		nodeOf('Trigger', 'n8n-nodes-base.manualTrigger', {}),
		nodeOf('Node', run.type, run.parameters, {
			...signedInBy(type),
			...(run.onError && { onError: run.onError }),
		}),
	];
	const workflow = {
		nodes,
		connections: inRow(nodes),
		...(run.settings && { settings: run.settings }),
		...(run.isPublished && { startedBy: 'Trigger' }),
	};
	const loaded = run.loaded ?? (await (loading as Promise<Loaded>));
	const store = { credential: { type, data } };
	const input = run.input ?? (run.items ?? [{}]).map((json) => ({ json }));
	const begun = await runWorkflow(workflow, loaded, store, input, run.cancel);
	const isAnswered = run.isApproved && begun.waitTill;
	const finished = isAnswered ? await approved(workflow, loaded, store, begun) : begun;
	const task = finished.data.resultData.runData.Node?.[0];
	const error = task?.error ?? finished.data.resultData.error;
	return {
		output: task?.data?.main?.[0] ?? [],
		errors: task?.data?.main?.[1] ?? [],
		...(error && { error: error as NodeApiError }),
		hints: task?.hints ?? [],
	};
}

/** JSON of the output; throws when the run was stopped. */
export function jsonOf({ output, error }: NodeOutcome): IDataObject[] {
	if (error) throw new Error(`${error.message} ${error.description}`);
	return output.map(({ json }) => json);
}

/** The incoming item that each output item is linked to. */
export function itemsOf(output: INodeExecutionData[]): unknown[] {
	return output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
}
