import type {
	IDataObject,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { InputError, RequestError } from '../errors';

/** The numbers of items at the end of a message. */
const SUFFIX = / \[(?:\d+ )?items? [\d,–of ]+\]$/;

/** What `details` of an item of the error output holds. */
interface Details {
	/** Number of the item. */
	item: number;
	/** The message without the numbers of items. */
	message: string;
	/** The first field that the error names. */
	field?: string;
	/** The service's code. */
	code?: string;
	/** What to do. */
	advice?: string;
	/** Fields of the item that `error` and `details` have replaced. */
	replaced?: IDataObject;
}

/**
 * An item of the error output. It has no `error` beside its `json`, because n8n would replace the
 * `json` by the error's message. n8n adds the fields of the incoming item to an item whose `json`
 * has no other keys than these.
 */
export function errorOutputItem(
	problem: unknown,
	error: NodeApiError | NodeOperationError,
	{ item, incoming }: { item: number; incoming?: INodeExecutionData },
): INodeExecutionData {
	const details: Details = {
		item,
		message: error.message.replace(SUFFIX, ''),
		...fieldAndCode(problem),
		...(error.description && { advice: error.description }),
		...replacedIn(incoming?.json),
	};
	return {
		json: { error: error.message, details: details as unknown as IDataObject },
		...(incoming?.binary && { binary: incoming.binary }),
		pairedItem: { item },
	};
}

function fieldAndCode(problem: unknown): Pick<Details, 'field' | 'code'> {
	if (problem instanceof InputError)
		return problem.field === undefined ? {} : { field: problem.field };
	if (!(problem instanceof RequestError)) return {};
	const { code, fields: [first] = [] } = problem.failure.explanation ?? {};
	return {
		...(first && { field: first.label ?? first.path }),
		...(code !== undefined && { code }),
	};
}

function replacedIn(json: IDataObject = {}): Pick<Details, 'replaced'> {
	const { error, details } = withoutError(json);
	const replaced = {
		...(error !== undefined && { error }),
		...(details !== undefined && { details }),
	};
	return Object.keys(replaced).length > 0 ? { replaced } : {};
}

/** The fields of an item as they were before an error output added its own. */
export function withoutError(json: IDataObject): IDataObject {
	if (!isFromErrorOutput(json)) return json;
	const { error: _error, details, ...rest } = json;
	return { ...rest, ...(details.replaced ?? {}) };
}

/** Whether an item comes from an error output of these nodes. */
export function isFromErrorOutput(
	json: IDataObject,
): json is IDataObject & { details: IDataObject & Pick<Details, 'replaced'> } {
	const { error, details } = json;
	if (typeof error !== 'string' || typeof details !== 'object' || details === null) return false;
	const { item, message } = details as Partial<Details>;
	return typeof item === 'number' && typeof message === 'string' && error.startsWith(message);
}
