import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { type ExampleWorkflow, N8nApi } from '../../../start/api';
import { clusterFolder, type RunningCluster } from '../../../start/cluster/folder';
import { withCredentials } from '../../../start/examples';
import { n8nEntry } from '../../../start/layout';
import type { RunningMember } from '../../../start/member';
import { isRunning } from '../../../start/processes';
import { Api } from '../../sandbox/record-platform/api';
import { sendTo } from '../../support/admin';
import { publish as publishWith } from '../../support/published';
import { waitUntil } from './wait';

const { CLUSTER_DATA, CLUSTER_SESSION } = process.env;
if (CLUSTER_DATA === undefined || CLUSTER_SESSION === undefined) {
	throw new Error('The cluster suite runs with its own jest configuration');
}

const folder = clusterFolder(CLUSTER_DATA);

export function cluster(): RunningCluster {
	return JSON.parse(readFileSync(folder.running, 'utf8')) as RunningCluster;
}

/** n8n's API of the main process, as its owner. */
export const api = new N8nApi(cluster().editorUrl, CLUSTER_SESSION);

/** The record platform past the nodes, as the administrator sees it. */
export const service = new Api({ url: cluster().sandboxUrl });

/** Sends JSON to the sandbox as its administrator. */
export const send = async <Body = object>(method: string, path: string, body?: object) =>
	await sendTo<Body>(cluster().sandboxUrl, method, path, body);

function memberNamed(name: string): RunningMember {
	const found = cluster().members.find((member) => member.name === name);
	if (!found) throw new Error(`The cluster has no ${name}`);
	return found;
}

/** Ends a process of the cluster by a signal, and waits until it was started again. */
export async function end(name: string, signal: NodeJS.Signals, seconds = 60): Promise<void> {
	const { pid, restarts } = memberNamed(name);
	process.kill(pid, signal);
	await until(`${name} was started again`, seconds, () => memberNamed(name).restarts > restarts);
}

/** Waits until `look` gives true. Fails with the state of each process when nothing has moved for some seconds. */
export async function until(
	what: string,
	seconds: number,
	look: Parameters<typeof waitUntil>[2],
): Promise<void> {
	await waitUntil(what, seconds, look, () =>
		cluster()
			.members.map(({ name, pid, restarts }) => {
				const state = isRunning(pid) ? 'runs' : 'has ended';
				return `${name} (${pid}) ${state}, was started again ${restarts} times`;
			})
			.join('\n'),
	);
}

/** Makes a workflow and gives its ID. Credentials are filled in by their names. */
export async function store(workflow: ExampleWorkflow): Promise<string> {
	return (await api.createWorkflow(withCredentials(workflow, await api.credentials()))).id;
}

export const publish = async (id: string) => await publishWith(api, id);

export async function unpublish(id: string): Promise<void> {
	await api.call('POST', `/rest/workflows/${id}/deactivate`, {});
}

export interface Execution {
	id: string;
	status: string;
	mode: string;
	retryOf?: string | null;
	/** Items that a node has put out, by its name; all its outputs together. */
	items: Record<string, Item[]>;
	/** Items with which n8n would go on, if it were run again. */
	left: Item[];
	/** Message of the error that ended it. */
	error?: string;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { id?: string; fileName?: string; fileSize?: string }>;
}

interface RunData {
	resultData?: {
		error?: { message?: string; description?: string };
		runData?: Record<string, Array<{ data?: { main?: Array<Item[] | null> } }>>;
	};
	executionData?: { nodeExecutionStack?: Array<{ data?: { main?: Array<Item[] | null> } }> } | null;
}

const flatted = createRequire(n8nEntry)('flatted') as { parse(text: string): RunData };

export async function execution(id: string): Promise<Execution> {
	const { data, ...rest } = await api.call<{
		id: string;
		status: string;
		mode: string;
		retryOf?: string | null;
		data?: string;
	}>('GET', `/rest/executions/${id}`);
	const { resultData, executionData } = data ? flatted.parse(data) : {};
	const itemsIn = (parts: Array<{ data?: { main?: Array<Item[] | null> } }> = []) =>
		parts
			.flatMap((part) => (part.data?.main ?? []).flatMap((items) => items ?? []))
			// What n8n puts for the output of nodes that ran before a crash.
			.filter(({ json }) => json.isArtificialRecoveredEventItem !== true);
	const runs = Object.entries(resultData?.runData ?? {});
	return {
		...rest,
		...(resultData?.error && {
			error: `${resultData.error.message ?? ''} ${resultData.error.description ?? ''}`.trim(),
		}),
		items: Object.fromEntries(runs.map(([node, tasks]) => [node, itemsIn(tasks)])),
		left: itemsIn(executionData?.nodeExecutionStack),
	};
}

/** The executions of a workflow, at most 100. */
export async function listed(workflow: string): Promise<Array<Pick<Execution, 'id' | 'status'>>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow }));
	const { results } = await api.call<{ results: Array<Pick<Execution, 'id' | 'status'>> }>(
		'GET',
		`/rest/executions?filter=${filter}&limit=100`,
	);
	return results;
}

/** Runs a workflow as a person does in the editor, and waits for its end. */
export async function runByHand(workflow: string, trigger: string): Promise<Execution> {
	const { executionId } = await api.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflow}/run`,
		{ triggerToStartFrom: { name: trigger } },
	);
	return await ended(executionId);
}

export async function ended(id: string, seconds = 120): Promise<Execution> {
	await until(`execution ${id} ended`, seconds, async () => {
		const { status } = await execution(id);
		return !['new', 'running', 'waiting'].includes(status) || status;
	});
	return await execution(id);
}

/** The process of the cluster that has run an execution, by its log. */
export async function ranOn(id: string): Promise<string[]> {
	const logs = (await readdir(folder.logs)).filter((name) => name.startsWith('worker'));
	const texts = await Promise.all(
		logs.map(async (name) => [name, await readFile(join(folder.logs, name), 'utf8')] as const),
	);
	return texts
		.filter(([, text]) => new RegExp(`Worker started execution ${id}\\b`).test(text))
		.map(([name]) => name.replace('.log', ''));
}

/** The folder that a process of n8n has for itself. */
export const logs = folder.logs;
export const homes = folder.n8n;
