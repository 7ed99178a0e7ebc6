import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * The output when an AI agent uses the node as a tool. n8n gives the model only the items' JSON and
 * an error's message: so messages include the advice, files are listed by name, and a run without
 * items returns a result too. What is longer than a model can use is left out, with a row that says so.
 */
export async function forAgent(
	context: IExecuteFunctions,
	running: Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
	if (!isTool(context)) return await running;
	const [items = []] = await running.catch((error: unknown) => {
		throw isNodeError(error) ? outspoken(error) : error;
	});
	return [items.length > 0 ? shortened(items.map(readable)) : [nothing]];
}

/** The output with what a person is told above it, which n8n doesn't give to a model. */
export function withHints(
	context: Pick<IExecuteFunctions, 'getNode'>,
	output: INodeExecutionData[],
	hints: string[],
): INodeExecutionData[] {
	const [first, ...others] = output;
	if (first === undefined || hints.length === 0 || !isTool(context)) return output;
	// No field of a record begins with `$`.
	return [{ ...first, json: { $hints: hints, ...first.json } }, ...others];
}

/** n8n creates a separate node type for tools, whose name ends with `Tool`. */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}

const nothing = { json: { result: 'Nothing was found' }, pairedItem: { item: 0 } };

/** Characters of JSON: about 80 records with 23 fields. */
const LONGEST_OUTPUT = 50_000;

/** The first rows up to the longest output, and at least one. */
function shortened(items: INodeExecutionData[]): INodeExecutionData[] {
	let length = 0;
	const end = items.findIndex(({ json }, at) => {
		length += JSON.stringify(json).length;
		return at > 0 && length > LONGEST_OUTPUT;
	});
	if (end === -1) return items;
	const count = (rows: number) => rows.toLocaleString('en-US');
	const result = `Only the first ${count(end)} of ${count(items.length)} rows are shown, because the output of a tool ends after ${count(LONGEST_OUTPUT)} characters. All of them were processed. To read the others, use conditions, or select fewer fields`;
	return [{ json: { result }, pairedItem: { item: 0 } }, ...items.slice(0, end)];
}

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
	return { ...item, json: { $files: files, ...item.json } };
}

/** With the advice in the message, and without the item number, because a tool gets one item. */
function outspoken<Err extends NodeApiError | NodeOperationError>(error: Err): Err {
	const message = error.message.replace(/ \[item 0\]$/, '');
	error.message = error.description ? `${message}. ${error.description}` : message;
	error.description = undefined;
	return error;
}

function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}
