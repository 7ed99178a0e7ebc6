import { isObject } from '../input/readers';
import type { Context } from './context';
import { BulkError, invalid, ServiceError } from './errors';
import type { Handlers } from './handlers';
import { type Body, inputErrors, read } from './input';
import { createRecords, deleteRecords, updateRecords } from './records/many';
import { createRecord, updateRecord } from './records/one';
import { updateAssignees, updateStatus, updateStatuses } from './records/status';
import { parseAddress } from './request';

type BulkHandler = (context: Context, sent: object) => Promise<object>;

const MAXIMUM = 20;

/** The calls a bulk request may contain (docs/api: bulkRequest). */
const ALLOWED: Record<string, BulkHandler> = {
	'POST record': (context, sent) => createRecord(context, read('record.create', sent)),
	'PUT record': (context, sent) => updateRecord(context, read('record.update', sent)),
	'POST records': (context, sent) => createRecords(context, read('records.create', sent)),
	'PUT records': (context, sent) => updateRecords(context, read('records.update', sent)),
	'DELETE records': (context, sent) => deleteRecords(context, read('records.delete', sent)),
	'PUT record/status': (context, sent) => updateStatus(context, read('record.status.update', sent)),
	'PUT records/status': (context, sent) =>
		updateStatuses(context, read('records.status.update', sent)),
	'PUT record/assignees': (context, sent) =>
		updateAssignees(context, read('record.assignees.update', sent)),
};

/** Runs the calls one after the other; the first that fails undoes all, and is told at its index. */
async function bulkRequest(context: Context, { requests }: Body<'bulkRequest'>): Promise<object> {
	if (requests.length > MAXIMUM) {
		throw invalid('requests', `A maximum of ${MAXIMUM} requests can be sent at one time.`);
	}
	const planned = requests.map(plan);
	const results: object[] = [];
	for (const [index, { handler, guestSpaceId, payload }] of planned.entries()) {
		try {
			results.push(await handler(context.within(guestSpaceId), payload));
		} catch (error) {
			if (error instanceof ServiceError) throw new BulkError(error, index, requests.length);
			throw error;
		}
	}
	return { results };
}

function plan({ method, api, payload }: Body<'bulkRequest'>['requests'][number], index: number) {
	const address = parseAddress(api);
	const name = `${method.toUpperCase()} ${address?.api ?? ''}`;
	const handler = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined;
	if (!handler || !address || address.environment === 'preview') {
		throw invalid(`requests[${index}].api`, 'This API cannot be part of a bulk request.');
	}
	if (payload === undefined || payload === null) {
		throw inputErrors.missing(`requests[${index}].payload`);
	}
	if (!isObject(payload)) throw new ServiceError('CB_IJ01');
	return { handler, guestSpaceId: address.guestSpaceId, payload };
}

export const bulkOperations = {
	bulkRequest,
} satisfies Handlers;
