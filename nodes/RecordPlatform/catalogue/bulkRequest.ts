import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { BULK_MAX } from '../bulk';
import { guestSpaceOf, pathOn } from '../route';
import { options } from './parameters';
import { NO_OAUTH2 } from './signIn';

/** Calls that may be steps (facts: `bulkRequest`), by the value of their choice. */
const CALLS: Record<string, { method: string; path: string }> = {
	createRecord: { method: 'POST', path: '/k/v1/record.json' },
	createRecords: { method: 'POST', path: '/k/v1/records.json' },
	deleteRecords: { method: 'DELETE', path: '/k/v1/records.json' },
	updateAssignees: { method: 'PUT', path: '/k/v1/record/assignees.json' },
	updateRecord: { method: 'PUT', path: '/k/v1/record.json' },
	updateRecords: { method: 'PUT', path: '/k/v1/records.json' },
	updateStatus: { method: 'PUT', path: '/k/v1/record/status.json' },
	updateStatuses: { method: 'PUT', path: '/k/v1/records/status.json' },
};

const call: Parameter = {
	displayName: 'Call',
	name: 'call',
	type: 'options',
	default: 'createRecords',
	options: [
		{ name: 'Create Record', value: 'createRecord' },
		{ name: 'Create Records', value: 'createRecords' },
		{ name: 'Delete Records', value: 'deleteRecords' },
		{ name: 'Update Assignees', value: 'updateAssignees' },
		{ name: 'Update Record', value: 'updateRecord' },
		{ name: 'Update Records', value: 'updateRecords' },
		{ name: 'Update Status', value: 'updateStatus' },
		{ name: 'Update Statuses', value: 'updateStatuses' },
	],
	description: 'What the step does',
};

const payload: Parameter = {
	displayName: 'Payload',
	name: 'payload',
	type: 'json',
	default: '',
	placeholder: '{ "app": 12, "records": [{ "Name": { "value": "Pencil" } }] }',
	description: 'What the call takes, in the form of the service',
};

const run: Operation = {
	id: 'bulkRequest',
	value: 'run',
	name: 'Run',
	action: 'Run bulk request',
	description:
		'Run the incoming items as steps of a transaction: all of them or none. Twenty items make one transaction; more are run in groups of twenty.',
	method: 'POST',
	answer: ['results'],
	path: '/k/v1/bulkRequest.json',
	guestSpace: true,
	signIn: NO_OAUTH2,
	parameters: [
		{
			...call,
			send: {
				in: 'element',
				key: '',
				as: (value, item) => step(value, item.read('payload'), item),
			},
		},
		payload,
		options(),
	],
	run: {
		kind: 'batch',
		max: BULK_MAX,
		// A later step may build on what an earlier one wrote.
		concurrency: 1,
		assemble: (requests) => ({ body: { requests: requests as IDataObject[] } }),
		split: (body) => (body as { results: unknown[] }).results,
		result: (result) => ({ json: result as IDataObject }),
	},
};

const runListed: Operation = {
	id: 'bulkRequest',
	value: 'runListed',
	name: 'Run Listed Steps',
	action: 'Run listed steps as bulk request',
	description:
		'Run the steps that are listed in the node as one transaction for each incoming item: all of them or none',
	method: 'POST',
	answer: ['results'],
	path: '/k/v1/bulkRequest.json',
	guestSpace: true,
	signIn: NO_OAUTH2,
	parameters: [
		{
			displayName: 'Steps',
			name: 'steps',
			type: 'fixedCollection',
			placeholder: 'Add Step',
			default: {},
			typeOptions: { multipleValues: true, sortable: true },
			description: 'The calls to make, twenty at the most',
			options: [{ displayName: 'Step', name: 'rows', values: [call, payload] }],
			send: { in: 'body', key: 'requests', as: stepsOf },
		},
		options(),
	],
	run: {
		kind: 'each',
		result: (body) => (body as { results: IDataObject[] }).results.map((json) => ({ json })),
	},
};

function stepsOf(value: unknown, item: ItemView): IDataObject[] {
	const { rows = [] } = (value ?? {}) as { rows?: Array<{ call: string; payload: unknown }> };
	if (rows.length === 0) throw new Refusal('No steps are listed', 'Add at least one step');
	if (rows.length > BULK_MAX) {
		throw new Refusal(
			`${rows.length} steps are listed`,
			`One transaction has ${BULK_MAX} at the most`,
		);
	}
	return rows.map((row, index) => step(row.call, row.payload, item, `Step ${index + 1}: `));
}

/** A step as the service takes it; its path lies in the guest space of the whole request. */
function step(chosen: unknown, body: unknown, item: ItemView, where = ''): IDataObject {
	const found = CALLS[String(chosen)];
	if (found === undefined) {
		throw new Refusal(
			`${where}"${String(chosen)}" is no call that a step can make`,
			`Possible are ${Object.keys(CALLS).join(', ')}`,
		);
	}
	const api = pathOn(found.path, { guestSpace: guestSpaceOf(item) });
	return { method: found.method, api, payload: payloadOf(body, where) };
}

/** The payload as an object, from JSON text or an object that an expression gave. */
function payloadOf(body: unknown, where: string): IDataObject {
	const parsed = typeof body === 'string' ? parse(body) : body;
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as IDataObject;
	}
	throw new Refusal(
		`${where}The payload is no JSON object`,
		'It looks like this: {"app": 12, "records": [{"Name": {"value": "Pencil"}}]}',
	);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export const bulkRequestResource: Resource = {
	value: 'bulkRequest',
	name: 'Bulk Request',
	description: 'Writes to several apps that succeed or fail together',
	first: run.value,
	operations: [run, runListed],
};
