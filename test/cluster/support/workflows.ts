import type { ExampleWorkflow } from '../../../start/api';

export interface ChainedNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: object;
	credentials?: Record<string, { id: string | null; name: string }>;
	webhookId?: string;
}

export function chain(name: string, nodes: ChainedNode[]): ExampleWorkflow {
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name: next }, at) => [
				nodes[at]?.name ?? '',
				{ main: [[{ node: next, type: 'main', index: 0 }]] },
			]),
	);
	const placed = nodes.map((node, at) => ({ ...node, id: node.name, position: [at * 220, 0] }));
	return { name, nodes: placed, connections, settings: { executionOrder: 'v1' } };
}

/** n8n's Webhook, which answers before the workflow runs. */
export const webhook = (path: string): ChainedNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
});

export const recordPlatform = (name: string, parameters: object): ChainedNode => ({
	name,
	type: 'n8n-nodes-record-platform.recordPlatform',
	typeVersion: 1,
	parameters,
	credentials: { recordPlatformApi: { id: null, name: 'Record Platform Sandbox' } },
});

export const groupware = (name: string, parameters: object): ChainedNode => ({
	name,
	type: 'n8n-nodes-groupware.groupware',
	typeVersion: 1,
	parameters,
	credentials: { groupwareApi: { id: null, name: 'Groupware Sandbox' } },
});

/** An app, record, or the like by its ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export const mapped = (value: object, matchingColumns: string[] = []) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns,
	schema: [],
});
