import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import type { IDataObject, ILoadOptionsFunctions, INodeType } from 'n8n-workflow';

import { MemoryCredentials } from '../../start/headless/credentials';
import type { Loaded } from '../../start/headless/packages';
import { nodeOf, signedInBy, workflowOf } from './nodes';
import type { NodeRun } from './workflow';

/** A node that is open in the editor. */
export interface OpenNode {
	type: string;
	parameters: IDataObject;
	credential: NodeRun['credential'];
	/** Where the picker stands. */
	path: string;
}

/** n8n's own context for the pickers of a node that is open in the editor. */
export function pickerContext(loaded: Loaded, open: OpenNode): ILoadOptionsFunctions {
	const { type, parameters, credential, path } = open;
	const nodeType = loaded.nodes.get(type);
	if (nodeType === undefined) throw new Error(`There is no node ${type}`);
	const node = nodeOf('Node', type, parameters, signedInBy(credential.type));
	// The workflow fills the node's parameters up with their defaults.
	const workflow = workflowOf(node, nodeType);
	const additionalData = {
		credentialsHelper: new MemoryCredentials(loaded.credentials, { credential }),
		currentNodeParameters: node.parameters,
	};
	return new LoadOptionsContext(workflow, node, additionalData as never, path);
}

/** What n8n's button says: it runs the function that the first node names for the credential. */
export async function testCredential(
	{ nodes, credentials }: Loaded,
	type: string,
	data: IDataObject,
): Promise<string> {
	const [test] = ([...nodes.values()] as INodeType[]).flatMap(({ description, methods }) => {
		const used = description.credentials?.find(({ name }) => name === type);
		return methods?.credentialTest?.[String(used?.testedBy)] ?? [];
	});
	if (test === undefined) return 'No testing function found for this credential.';
	const details = { id: 'credential', name: 'Credential', type };
	const store = new MemoryCredentials(credentials, { credential: { type, data } });
	const credential = { ...details, data: await store.getDecrypted(undefined, details, type) };
	const { status, message } = await test.call(new CredentialTestContext(), credential);
	return status === 'OK' ? message : `Refused: ${message}`;
}
