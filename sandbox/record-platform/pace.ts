import { isObject } from '../input/readers';

/**
 * How many records a call writes or reads, told by its parameters and its answer; the time that a service takes
 * follows from it. 0 for a call that is about something else.
 */
export function recordsIn(api: string, parameters: unknown, answer: unknown): number {
	if (api === 'bulkRequest') {
		const requests = isObject(parameters) ? listOf(parameters.requests) : [];
		return requests.reduce<number>((sum, request) => sum + written(payloadOf(request)), 0);
	}
	if (!/^records?(?:\/|$)/.test(api)) return 0;
	const read = isObject(answer) ? listOf(answer.records).length : 0;
	return read > 0 ? read : written(parameters);
}

/** The records that the parameters of a write name. */
function written(parameters: unknown): number {
	if (!isObject(parameters)) return 0;
	return listOf(parameters.records).length || listOf(parameters.ids).length || 1;
}

function payloadOf(request: unknown): unknown {
	return isObject(request) ? request.payload : undefined;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}
