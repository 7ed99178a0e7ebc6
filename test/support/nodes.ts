import type { IConnections, IDataObject, INode, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

/** A node as a workflow keeps it. */
export function nodeOf(
	name: string,
	type: string,
	parameters: IDataObject,
	more: Partial<INode> = {},
): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		...more,
	};
}

/** What a node keeps of the one credential of a test. */
export const signedInBy = (type: string): Pick<INode, 'credentials'> => ({
	credentials: { [type]: { id: 'credential', name: 'Credential' } },
});

/** Connects each node with the one after it. */
export function inRow(nodes: INode[]): IConnections {
	return Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, at) => [
				nodes[at]?.name ?? '',
				{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
			]),
	);
}

/** A workflow of one node, as n8n's contexts take it. */
export function workflowOf(node: INode, nodeType: INodeType | IVersionedNodeType): Workflow {
	return new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType as INodeType,
			getKnownTypes: () => ({}),
		},
	});
}
