import type { INode } from 'n8n-workflow';

import type { ExampleWorkflow } from '../../../start/api';
import { withCredentials } from '../../../start/examples';
import { publish } from '../../support/published';
import { editorApi } from './editor';

export interface NewNode extends Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> {
	/** The credential's type and name. */
	credential?: [string, string];
}

/** Stores a workflow. `links` has the node, its output, and the node that it leads to. */
export async function storeWorkflow(
	name: string,
	made: NewNode[],
	links: Array<[string, string, string]>,
	pinData?: ExampleWorkflow['pinData'],
	api = editorApi(),
): Promise<{ id: string }> {
	const nodes = made.map(({ credential, ...node }, at) => {
		const credentials = credential && { [credential[0]]: { id: null, name: credential[1] } };
		const [id, position] = [`${name}-${at}`, [at * 200, 0]];
		return { ...node, id, webhookId: id, position, ...(credentials && { credentials }) };
	});
	const connections: ExampleWorkflow['connections'] = {};
	for (const [from, type, node] of links) {
		connections[from] = { [type]: [[{ node, type, index: 0 }]] };
	}
	const settings = { executionOrder: 'v1' };
	const workflow = { name, nodes, connections, settings, pinData };
	return await api.call(
		'POST',
		'/rest/workflows',
		withCredentials(workflow, await api.credentials()),
	);
}

/** Stores and publishes workflows, and ends them after the tests of the file. */
export function usePublished() {
	const ids: string[] = [];
	afterAll(async () => {
		for (const id of ids) await editorApi().call('POST', `/rest/workflows/${id}/deactivate`, {});
	});
	return async (...workflow: Parameters<typeof storeWorkflow>): Promise<string> => {
		const { id } = await storeWorkflow(...workflow);
		await publish(editorApi(), id);
		ids.push(id);
		return id;
	};
}

/** Nodes that ask by a comment on a record when a webhook is called. */
export function asking(path: string, record: string, parameters: object): NewNode[] {
	return [
		{
			name: 'Start',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, httpMethod: 'POST' },
		},
		{
			name: 'Ask',
			type: 'n8n-nodes-record-platform.recordPlatform',
			typeVersion: 1,
			parameters: {
				resource: 'comment',
				operation: 'sendAndWait',
				app: { __rl: true, mode: 'id', value: '2' },
				recordId: { __rl: true, mode: 'id', value: record },
				...parameters,
			},
			credential: ['recordPlatformApi', 'Record Platform Sandbox'],
		},
	];
}
