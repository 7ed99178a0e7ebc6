import { ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialTestRequest,
	IDataObject,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

import { MemoryCredentials } from '../../start/headless/credentials';
import type { Loaded } from '../../start/headless/packages';
import { nodeOf, signedInBy, workflowOf } from './nodes';

/** What n8n's button says: it sends the request as a node would, and compares the answer with the rules. */
export async function testCredential(
	{ credentials }: Loaded,
	type: string,
	data: IDataObject,
): Promise<string> {
	const { request, rules = [] } = credentials.get(type)?.test as ICredentialTestRequest;
	const node = nodeOf('Temp-Node', 'temp', {}, signedInBy(type));
	const description = {
		name: 'temp',
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
		],
		credentials: [{ name: type, required: true }],
	} as unknown as INodeTypeDescription;
	const nodeType: INodeType = { description };
	const context = new ExecuteContext(
		workflowOf(node, nodeType),
		node,
		{
			credentialsHelper: new MemoryCredentials(credentials, { credential: { type, data } }),
			webhookWaitingBaseUrl: 'http://localhost',
			formWaitingBaseUrl: 'http://localhost',
		} as never,
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const details = { id: 'credential', name: 'Credential', type, data };
	const answer = await new RoutingNode(context, nodeType, details as never).runNode().then(
		(rows): unknown => rows?.[0]?.[0]?.json,
		(error: unknown) => error,
	);
	const thrown = (answer as Thrown).cause?.response?.status;
	for (const rule of rules) {
		const { message, value } = rule.properties;
		if (rule.type === 'responseCode' ? value === thrown : meets(answer, rule.properties)) {
			return message;
		}
	}
	if (thrown !== undefined) return `thrown ${thrown}`;
	return answer instanceof Error ? answer.message : 'Connection successful!';
}

interface Thrown {
	cause?: { response?: { status: number } };
}

/** n8n compares bodies of answers only, not those of what was thrown. */
function meets(answer: unknown, { key, value }: { key?: string; value: unknown }): boolean {
	if (answer instanceof Error) return false;
	const steps = (key ?? '').replace(/[[\]]/g, '').split('.');
	return (
		steps.reduce<unknown>(
			(place, step) => (place as Record<string, unknown> | null | undefined)?.[step],
			answer,
		) === value
	);
}
