import type { IDataObject } from 'n8n-workflow';

import { batchOperation, type ToElement } from '../batchOperation';
import type { ItemContext, Operation, Parameter, Resource } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { jsonIn } from '../../shared/json';
import { isObject, listIn, listOf, objectOf, objectsIn } from '../../shared/objects';
import { api } from '../api';
import { BULK_MAX } from '../bulk';
import { guestSpaceOf, pathOn } from '../route';
import { options, rowsParameter } from './parameters';

/** Requests that are allowed as steps, by the stored value. */
const CALLS: Record<string, { name: string; method: string; path: string }> = {
	createRecord: { name: 'Create Record', method: 'POST', path: '/k/v1/record.json' },
	createRecords: { name: 'Create Records', method: 'POST', path: '/k/v1/records.json' },
	deleteRecords: { name: 'Delete Records', method: 'DELETE', path: '/k/v1/records.json' },
	updateAssignees: { name: 'Update Assignees', method: 'PUT', path: '/k/v1/record/assignees.json' },
	updateRecord: { name: 'Update Record', method: 'PUT', path: '/k/v1/record.json' },
	updateRecords: { name: 'Update Records', method: 'PUT', path: '/k/v1/records.json' },
	updateStatus: { name: 'Update Status', method: 'PUT', path: '/k/v1/record/status.json' },
	updateStatuses: { name: 'Update Statuses', method: 'PUT', path: '/k/v1/records/status.json' },
};

const call: Parameter<'call'> = {
	displayName: 'Request',
	name: 'call',
	type: 'options',
	default: 'createRecords',
	options: Object.entries(CALLS).map(([value, { name }]) => ({ name, value })),
	description: 'Request to send in this step',
};

const payload: Parameter<'payload'> = {
	displayName: 'Payload',
	name: 'payload',
	type: 'json',
	default: '',
	placeholder: '{ "app": 12, "records": [{ "Name": { "value": "Pencil" } }] }',
	description: 'Body of the request, in the format of the service',
};

const steps: Parameter<'call', ToElement<'', IDataObject>> = {
	...call,
	send: { in: 'element', key: '', as: (value, item) => step(value, item.read('payload'), item) },
};

const run = batchOperation({
	...api['bulkRequest'],
	value: 'run',
	name: 'Run',
	action: 'Run bulk request',
	description:
		'Run the incoming items as steps of a transaction that succeeds or fails as a whole. It has up to 20 items; more are split into several.',
	parameters: [steps, payload, options()],
	run: {
		max: BULK_MAX,
		isTransaction: true,
		// A later step may depend on an earlier one.
		concurrency: 1,
		assemble: (requests) => ({ body: { requests } }),
		split: (body) => objectsIn(body, 'results'),
		result: (json) => ({ json }),
	},
});

const runListed: Operation = {
	...api['bulkRequest'],
	value: 'runListed',
	name: 'Run Listed Steps',
	action: 'Run listed steps as bulk request',
	description:
		'Run the steps listed in the node as one transaction per item. The transaction succeeds or fails as a whole.',
	parameters: [
		rowsParameter('Step', [call, payload], {
			displayName: 'Steps',
			name: 'steps',
			description: 'Requests to send, up to 20',
			send: { in: 'body', key: 'requests', as: stepsOf },
		}),
		options(),
	],
	run: { kind: 'perItem', result: (body) => listIn(body, 'results').map((json) => ({ json })) },
};

function stepsOf(value: unknown, item: ItemContext): IDataObject[] {
	const rows = listOf(objectOf(value).rows).map(objectOf);
	if (rows.length === 0) throw new InputError('"Steps" is empty', 'Add at least one step');
	if (rows.length > BULK_MAX) {
		throw new InputError(
			`"Steps" has ${rows.length} steps`,
			`A transaction can have up to ${BULK_MAX} steps. Remove some of them`,
		);
	}
	return rows.map(({ call: chosen = call.default, payload }, at) =>
		step(chosen, payload, item, `Step ${at + 1}: `),
	);
}

/** A step in the service's format, with the guest space of the whole request in its path. */
function step(chosen: unknown, body: unknown, item: ItemContext, where = ''): IDataObject {
	const { method, path = '' } = CALLS[String(chosen)] ?? {};
	const payload = typeof body === 'string' ? jsonIn(body, 'Payload', where) : body;
	if (!isObject(payload)) {
		throw new InputError(
			`${where}"Payload" is not a valid JSON object`,
			'Use an object such as {"app": 12, "records": [{"Name": {"value": "Pencil"}}]}',
		);
	}
	return { method, api: pathOn(path, { guestSpace: guestSpaceOf(item) }), payload };
}

export const bulkRequestResource: Resource = {
	value: 'bulkRequest',
	name: 'Bulk Request',
	description: 'Writes to several apps in one transaction',
	operations: [run, runListed],
};
