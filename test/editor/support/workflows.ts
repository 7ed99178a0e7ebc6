import type { INode } from 'n8n-workflow';

import type { ExampleWorkflow } from '../../../start/api';
import { withCredentials } from '../../../start/examples';
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
): Promise<{ id: string; versionId: string }> {
	const api = editorApi();
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
