import type { Context } from './context';
import { BulkError, invalid, ServiceError } from './errors';
import { Parameters } from './parameters';
import { createRecords, deleteRecords, updateRecords } from './records/many';
import { createRecord, updateRecord } from './records/one';
import { updateAssignees, updateStatus, updateStatuses } from './records/status';
import { parseAddress } from './request';

type BulkHandler = (context: Context, parameters: Parameters) => Promise<object>;

const MAXIMUM = 20;

/** The calls a bulk request may contain (docs/api: bulkRequest). */
const ALLOWED: Record<string, BulkHandler> = {
	'POST record': createRecord,
	'PUT record': updateRecord,
	'POST records': createRecords,
	'PUT records': updateRecords,
	'DELETE records': deleteRecords,
	'PUT record/status': updateStatus,
	'PUT records/status': updateStatuses,
	'PUT record/assignees': updateAssignees,
};

/** Runs the calls one after the other; the first that fails undoes all, and is told at its index. */
export async function bulkRequest(context: Context, parameters: Parameters): Promise<object> {
	if (!parameters.has('requests')) parameters.missing('requests');
	const requests = parameters.elements('requests');
	if (requests.length > MAXIMUM) {
		throw invalid('requests', `A maximum of ${MAXIMUM} requests can be sent at one time.`);
	}
	const planned = requests.map((request) => plan(request));
	const results: object[] = [];
	for (const [index, { handler, guestSpaceId, payload }] of planned.entries()) {
		try {
			results.push(await handler(context.within(guestSpaceId), new Parameters(payload)));
		} catch (error) {
			if (error instanceof ServiceError) throw new BulkError(error, index, requests.length);
			throw error;
		}
	}
	return { results };
}

function plan(request: Parameters): {
	handler: BulkHandler;
	guestSpaceId: string | undefined;
	payload: Record<string, unknown>;
} {
	const method = request.text('method').toUpperCase();
	const address = parseAddress(request.text('api'));
	const name = `${method} ${address?.api ?? ''}`;
	const handler = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
	if (!handler || !address || address.environment === 'preview') {
		throw invalid(request.path('api'), 'This API cannot be part of a bulk request.');
	}
	return {
		handler,
		guestSpaceId: address.guestSpaceId,
		payload: request.object('payload') ?? request.missing('payload'),
	};
}
