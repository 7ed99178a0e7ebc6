import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * What a run gives where an AI agent called the node as its tool. n8n hands the model the JSON of
 * the items and, of an error, the message alone: so messages take the advice along, files are told
 * by name, and a run without items says so.
 */
export async function forAgent(
	context: IExecuteFunctions,
	running: Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	if (!isTool(context)) return await running;
	const [items = []] = await running.catch((error: unknown) => {
		throw isNodeError(error) ? outspoken(error) : error;
	});
	return [items.length > 0 ? items.map(readable) : [nothing]];
}

/** n8n makes the tool of a node a type of its own, named after the node. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

const nothing: INodeExecutionData = {
	json: { result: 'Nothing was found' },
	pairedItem: { item: 0 },
};

function readable(item: INodeExecutionData): INodeExecutionData {
	if (isNodeError(item.error)) {
		const error = outspoken(item.error);
		return { ...item, error, json: { error: error.message } };
	}
	if (item.binary === undefined) return item;
	const files = Object.values(item.binary).map(({ fileName, mimeType, fileSize }) => ({
		...(fileName && { name: fileName }),
		type: mimeType,
		...(fileSize && { size: fileSize }),
	}));
	// A field of that name is the record's own.
	return { ...item, json: { files, ...item.json } };
}

/** With the advice in the message, and without the number of the item: a tool is called with one. */
function outspoken<Err extends NodeApiError | NodeOperationError>(error: Err): Err {
	const message = error.message.replace(/ \[item 0\]$/, '');
	error.message = error.description ? `${message}. ${error.description}` : message;
	error.description = undefined;
	return error;
}

function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}
