import type { IDataObject } from 'n8n-workflow';

import { batchOperation } from '../../shared/batchOperation';
import type { ItemView, Operation, Parameter, Resource, ToElement } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { jsonIn } from '../../shared/json';
import type { Part } from '../../shared/itemPaths';
import { quoteShort } from '../../shared/messages';
import { isObject, listIn, listOf, objectOf, objectsIn } from '../../shared/objects';
import { isExpression } from '../../shared/parameterReader';
import { partsInQuotes } from '../../shared/quotedTexts';
import { BULK_MAX } from '../bulk';
import { guestSpaceOf, pathOn } from '../route';
import { options } from './parameters';
import { NO_OAUTH2 } from './requirements';

/** Requests that are allowed as steps, by the stored value. */
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

const call: Parameter<'call'> = {
	displayName: 'Request',
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
	send: {
		in: 'element',
		key: '',
		as: (value, item) => step(value, item.read('payload'), item.node.parameters.payload, item),
	},
};

const run = batchOperation({
	id: 'bulkRequest',
	value: 'run',
	name: 'Run',
	action: 'Run bulk request',
	description:
		'Run the incoming items as steps of a transaction that succeeds or fails as a whole. A transaction has up to 20 items; more items are split into several transactions.',
	method: 'POST',
	answer: ['results'],
	path: '/k/v1/bulkRequest.json',
	guestSpace: true,
	signIn: NO_OAUTH2,
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
	id: 'bulkRequest',
	value: 'runListed',
	name: 'Run Listed Steps',
	action: 'Run listed steps as bulk request',
	description:
		'Run the steps listed in the node as one transaction per item. The transaction succeeds or fails as a whole.',
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
			description: 'Requests to send, up to 20',
			options: [{ displayName: 'Step', name: 'rows', values: [call, payload] }],
			send: { in: 'body', key: 'requests', as: stepsOf },
		},
		options(),
	],
	run: {
		kind: 'perItem',
		result: (body) => listIn(body, 'results').map((json) => ({ json })),
	},
};

function stepsOf(value: unknown, item: ItemView): IDataObject[] {
	const rows = listOf(objectOf(value).rows).map(objectOf);
	if (rows.length === 0) throw new InputError('"Steps" is empty', 'Add at least one step');
	if (rows.length > BULK_MAX) {
		throw new InputError(
			`"Steps" has ${rows.length} steps`,
			`A transaction can have up to ${BULK_MAX} steps. Remove some of them`,
		);
	}
	const stored = listOf(objectOf(item.node.parameters.steps).rows).map(objectOf);
	return rows.map((row, index) =>
		step(row.call, row.payload, stored[index]?.payload, item, `Step ${index + 1}: `),
	);
}

/** A step in the service's format, with the guest space of the whole request in its path. */
function step(
	chosen: unknown,
	body: unknown,
	stored: unknown,
	item: ItemView,
	where = '',
): IDataObject {
	const found = CALLS[String(chosen)];
	if (found === undefined) {
		throw new InputError(
			`${where}${quoteShort(chosen)} is not a valid value for "Request"`,
			`Use one of ${Object.keys(CALLS).join(', ')}`,
		);
	}
	const api = pathOn(found.path, { guestSpace: guestSpaceOf(item) });
	const parts = partsInQuotes(stored, 'Payload', item, where);
	const payload = payloadOf(body, where);
	if (found.method !== 'POST') {
		checkFound(payload, parts, { where, isGiven: isExpression(stored), method: found.method });
	}
	return { method: found.method, api, payload };
}

/**
 * Throws `InputError` for values that an item doesn't have: in an update, their fields would be emptied, and
 * without its revision, a record that others have changed would be overwritten or deleted.
 */
function checkFound(
	payload: IDataObject,
	parts: Part[],
	{ where, isGiven, method }: { where: string; isGiven: boolean; method: string },
): void {
	const missing = parts.find(({ value }) => value === undefined || value === null);
	const advice =
		'Nothing was written. Correct the expression, or filter out the items without this value';
	if (missing) {
		throw new InputError(
			`${where}The expression ${missing.expression} in "Payload" returned no value, so ${method === 'PUT' ? 'the field would be emptied' : 'other records could be deleted'}`,
			advice,
		);
	}
	if (!isGiven) return;
	const records = [payload, ...listOf(payload.records).map(objectOf)];
	const revision = ['revision', 'revisions'].find((key) =>
		records.some((one) => key in one && [one[key]].flat().includes(undefined)),
	);
	if (revision !== undefined) {
		throw new InputError(
			`${where}The expression in "Payload" has no value for ${quoteShort(revision)}, so the revision would not be checked`,
			`${advice}. To skip the check, use -1`,
		);
	}
	const empty = records.map(({ record }) => fieldWithout(objectOf(record)));
	const code = empty.find((one) => one !== undefined);
	if (code === undefined) return;
	throw new InputError(
		`${where}The expression in "Payload" has no value for ${quoteShort(code)}, so the field would be emptied`,
		advice,
	);
}

/** The first cell without a value, also in rows of tables. JSON leaves out what is not defined. */
function fieldWithout(cells: IDataObject): string | undefined {
	for (const [code, cell] of Object.entries(cells)) {
		if (!isObject(cell)) continue;
		if (cell.value === undefined) return code;
		const inRows = listOf(cell.value).map((row) => fieldWithout(objectOf(objectOf(row).value)));
		const inRow = inRows.find((one) => one !== undefined);
		if (inRow !== undefined) return inRow;
	}
	return undefined;
}

/** The payload as an object, from JSON text or an expression that returns an object. */
function payloadOf(body: unknown, where: string): IDataObject {
	const parsed = typeof body === 'string' ? jsonIn(body, 'Payload', where) : body;
	if (isObject(parsed)) return parsed;
	throw new InputError(
		`${where}"Payload" is not a valid JSON object`,
		'Use an object such as {"app": 12, "records": [{"Name": {"value": "Pencil"}}]}',
	);
}

export const bulkRequestResource: Resource = {
	value: 'bulkRequest',
	name: 'Bulk Request',
	description: 'Write to several apps in one transaction: all of it or nothing',
	first: run.value,
	operations: [run, runListed],
};
