import { ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { change, FIELDS, plain } from '../data';
import { type Contender, heapBytes, indexes, type Job } from './contender';
import { nodeOf, runInWorkflow } from './workflow';

/** Our node, with the fields mapped automatically by their names. */
export const node: Contender = { ready: async (job) => ready(job, automatic(job)) };

/** Our node, with an expression for each field. */
export const nodeByExpressions: Contender = { ready: async (job) => ready(job, byHand(job)) };

/**
 * What n8n itself takes for a deletion: the same items through its engine, and as many connections,
 * for requests that do nothing. It has no keep-alive, so each request opens one.
 */
export const engine: Contender = {
	async ready(job) {
		const items = jsonOf(job).map((json) => ({ json }));
		const requests = 1 + Math.ceil(job.count / 2000);
		async function execute(this: IExecuteFunctions): Promise<IDataObject[]> {
			const send = async () =>
				(await this.helpers.httpRequestWithAuthentication.call(this, 'recordPlatformApi', {
					url: `${job.baseUrl}/k/v1/app.json?id=${job.app}`,
					returnFullResponse: true,
				})) as unknown;
			await send();
			await Promise.all(Array.from({ length: requests - 1 }, send));
			return this.getInputData().map(({ json }) => ({ deleted: true, id: json.$id }));
		}
		return async () => {
			const own = nodeOf(execute);
			const output = await runInWorkflow(job, { type: 'bench.engine', parameters: {}, items, own });
			return { records: output.length };
		};
	},
};

const OPERATIONS = {
	insert: 'create',
	read: 'getAll',
	update: 'update',
	upsert: 'upsert',
	delete: 'delete',
};

function ready(job: Job, fields: IDataObject) {
	const app = { mode: 'id', value: job.app };
	const parameters = {
		resource: 'record',
		operation: OPERATIONS[job.kind],
		app,
		...(job.kind === 'read' && { returnAll: true }),
		...(job.kind === 'delete' && { recordId: { mode: 'id', value: '={{ $json.$id }}' } }),
		...(!['read', 'delete'].includes(job.kind) && { fields }),
		options: {},
	};
	const empty = heapBytes();
	const items = jsonOf(job).map((json) => ({ json }));
	const itemsBytes = heapBytes() - empty;
	return async () => {
		const type = 'n8n-nodes-record-platform.recordPlatform';
		const clock = watchParameters();
		const output = await runInWorkflow(job, { type, parameters, items });
		return { records: output.length, itemsBytes, output, parametersMs: clock.spentMs() };
	};
}

function jsonOf(job: Job): IDataObject[] {
	switch (job.kind) {
		case 'read':
			return [{}];
		case 'insert':
			return indexes(job).map((index) => plain(index));
		case 'update':
			return indexes(job).map((index) => ({ $id: String(index + 1), ...change(index) }));
		case 'upsert':
			return indexes(job).map((index) => plain(index, 2));
		case 'delete':
			return indexes(job).map((index) => ({ $id: String(index + 1) }));
	}
}

/** The mapper's value as the editor stores it. */
function mapper(job: Job, more: IDataObject): IDataObject {
	const schema = Object.entries(FIELDS).map(([id, { type, label }]) => ({
		id,
		displayName: label,
		label,
		fieldType: type,
		required: false,
		defaultMatch: false,
		display: true,
		type: 'string',
	}));
	const matchBy = { update: '$id', upsert: 'Number' }[job.kind as string];
	const recordId = { ...schema[0], id: '$id', label: 'Record ID', fieldType: '__ID__' };
	return {
		matchingColumns: matchBy ? [matchBy] : [],
		schema: job.kind === 'update' ? [recordId, ...schema] : schema,
		...more,
	};
}

function automatic(job: Job): IDataObject {
	return mapper(job, { mappingMode: 'autoMapInputData', value: null });
}

function byHand(job: Job): IDataObject {
	const [unique = '', ...others] = Object.keys(FIELDS);
	const codes = [job.kind === 'update' ? '$id' : unique, ...others];
	const value = Object.fromEntries(codes.map((code) => [code, `={{ $json['${code}'] }}`]));
	return mapper(job, { mappingMode: 'defineBelow', value });
}

/**
 * Adds up what n8n spends on giving the node its parameters, expressions included. It does so at
 * once, without waiting for anything, so that a clock tells what a count of processor time would
 * take longer to tell than there is to count.
 */
function watchParameters() {
	const context = Object.getPrototypeOf(Object.getPrototypeOf(ExecuteContext.prototype)) as {
		_getNodeParameter: (...all: unknown[]) => unknown;
	};
	const original = context._getNodeParameter;
	let spent = 0;
	context._getNodeParameter = function (...all) {
		const before = performance.now();
		try {
			return original.apply(this, all);
		} finally {
			spent += performance.now() - before;
		}
	};
	return {
		spentMs() {
			context._getNodeParameter = original;
			return spent;
		},
	};
}
