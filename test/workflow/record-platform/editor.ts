import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, ILoadOptionsFunctions, INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { MemoryCredentials } from '../../../start/headless/credentials';
import { loadPackages } from '../../../start/headless/packages';
import type { TestSandbox } from '../../support/sandbox';
import { PASSWORD } from './world';

const packages = loadPackages(['packages/n8n-nodes-record-platform']);

/** n8n's own context for the pickers of a node that is open in the editor; `path` is where the picker stands. */
export async function editor(
	sandbox: TestSandbox,
	parameters: IDataObject,
	account: IDataObject = PASSWORD,
	path = 'parameters',
): Promise<ILoadOptionsFunctions> {
	const loaded = await packages;
	const nodeType = loaded.nodes.get('n8n-nodes-record-platform.recordPlatform');
	if (nodeType === undefined) throw new Error('The node is not there');
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: 'n8n-nodes-record-platform.recordPlatform',
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { recordPlatformApi: { id: 'credential', name: 'Credential' } },
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType as never,
			getKnownTypes: () => ({}),
		},
	});
	const credentialsHelper = new MemoryCredentials(loaded.credentials, {
		credential: {
			type: 'recordPlatformApi',
			data: { baseUrl: sandbox.url, ...account } as IDataObject as never,
		},
	});
	const additionalData = { credentialsHelper, currentNodeParameters: node.parameters };
	return new LoadOptionsContext(workflow, node, additionalData as never, path);
}
