import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { N8N_NODES_API_VERSION, type NodeApiError, type NodeOperationError } from 'n8n-workflow';

import { InputError, RequestError } from '../errors';
import { objectOf } from '../objects';

/** The numbers of items at the end of a message. */
const SUFFIX = / \[(?:\d+ )?items? [\d,–of ]+\]$/;

/** Before 2.34, n8n takes an item with details for a success. The version of its API is there from 2.40 on. */
const hasDetails = (N8N_NODES_API_VERSION as unknown) !== undefined;

/**
 * An item of the error output. It has no `error` beside its `json`, because n8n would replace the
 * `json` by the error's message. n8n adds the fields of the incoming item to an item whose `json`
 * has no other keys than these; its own `error` and `details` are kept in `replaced`.
 */
export function errorOutputItem(
	problem: unknown,
	error: NodeApiError | NodeOperationError,
	item: number,
	{ json: incoming, binary }: INodeExecutionData,
): INodeExecutionData {
	const replaced = Object.entries(withoutError(incoming)).filter(
		([key]) => key === 'error' || key === 'details',
	);
	const details = {
		item,
		message: error.message.replace(SUFFIX, ''),
		...fieldAndCode(problem),
		...(error.description && { advice: error.description }),
		...(replaced.length > 0 && { replaced: Object.fromEntries(replaced) as IDataObject }),
	};
	const json: IDataObject = { error: error.message };
	// What n8n doesn't see still tells the hints that the item failed.
	const seen = { enumerable: hasDetails, configurable: true, writable: true };
	Object.defineProperty(json, 'details', { value: details, ...seen });
	return { json, ...(binary && { binary }), pairedItem: { item } };
}

/** The first field that the error names, and the service's code. */
function fieldAndCode(problem: unknown): { field?: string; code?: string } {
	if (problem instanceof InputError) {
		const { field } = problem.options;
		return field === undefined ? {} : { field };
	}
	if (!(problem instanceof RequestError)) return {};
	const { code, fields: [first] = [] } = problem.failure.explanation ?? {};
	return {
		...(first && { field: first.label ?? first.path }),
		...(code !== undefined && { code }),
	};
}

/** The fields of an item as they were before an error output added its own. */
export function withoutError(json: IDataObject): IDataObject {
	if (!isFromErrorOutput(json)) return json;
	const { error: _error, details, ...rest } = json;
	return { ...rest, ...details.replaced };
}

/** Whether an item comes from an error output of these nodes. */
export function isFromErrorOutput(
	json: IDataObject,
): json is IDataObject & { details: { replaced?: IDataObject } } {
	const { error } = json;
	const { item, message } = objectOf(json.details);
	const isTold = typeof error === 'string' && typeof message === 'string';
	return isTold && typeof item === 'number' && error.startsWith(message);
}
