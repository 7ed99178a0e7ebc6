import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { change, FIELDS, plain, row } from '../data';
import {
	type Contender,
	heapBytes,
	indexes,
	isTableKind,
	type Job,
	ROWS_PER_RECORD,
} from './contender';
import { runInWorkflow } from './workflow';

/** Our node, with the fields mapped automatically by their names. */
export const node: Contender = { ready: async (job) => ready(job, automatic(job)) };

/** Our node, with an expression for each field. */
export const nodeByExpressions: Contender = { ready: async (job) => ready(job, byHand(job)) };

/** Four executions of our node side by side: each writes a quarter of the records, or reads all. */
export const four: Contender = {
	async ready(job) {
		const count = job.kind === 'read' ? job.count : job.count / EXECUTIONS;
		const works = Array.from({ length: EXECUTIONS }, (_, at) => {
			const part = { ...job, count, first: at * count };
			return ready(part, automatic(part));
		});
		return async () => {
			const start = performance.now();
			const each = works.map(async (work) => {
				const { records } = await work();
				return { records, ms: performance.now() - start };
			});
			const all = await Promise.all(each);
			const records = all.reduce((sum, one) => sum + one.records, 0);
			const eachMs = all.map(({ ms }) => ms);
			return { records: job.kind === 'read' ? records / EXECUTIONS : records, eachMs };
		};
	},
};

const EXECUTIONS = 4;

const OPERATIONS = {
	insert: 'create',
	read: 'getAll',
	update: 'update',
	upsert: 'upsert',
	delete: 'delete',
	tableRow: 'add',
	withTable: 'createWithTable',
};

/** What the kinds need beside the fields. */
const MORE: Partial<Record<Job['kind'], IDataObject>> = {
	read: { returnAll: true },
	delete: { recordId: { mode: 'id', value: '={{ $json.$id }}' } },
	tableRow: {
		resource: 'tableRow',
		findBy: 'id',
		recordId: { mode: 'id', value: '={{ $json.$id }}' },
		table: 'Lines',
	},
	withTable: { groupBy: '={{ $json.Number }}', table: 'Lines' },
};

function ready(job: Job, fields: IDataObject) {
	const app = { mode: 'id', value: job.app };
	const parameters = {
		resource: 'record',
		operation: OPERATIONS[job.kind],
		app,
		...(!['read', 'delete', 'tableRow'].includes(job.kind) && { fields }),
		...(isTableKind(job.kind) && { columns: mapper(job, AUTOMATIC) }),
		...MORE[job.kind],
		options: {},
	};
	const empty = heapBytes(job);
	const items = jsonOf(job).map((json) => ({ json }));
	const inputBytes = heapBytes(job) - empty;
	return async () => {
		const type = 'n8n-nodes-record-platform.recordPlatform';
		const clock = watchParameters();
		const output = await runInWorkflow(job, { type, parameters, items });
		// A record with rows of several items is one item of the output.
		const records = output.reduce((sum, { pairedItem: of }) => sum + [of].flat().length, 0);
		return { records, parametersMs: clock.spentMs(), inputBytes, output };
	};
}

/** The items of a job, as other systems give them. */
export function jsonOf(job: Job): IDataObject[] {
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
		case 'tableRow':
		case 'withTable':
			return indexes(job).map((index) => {
				const at = Math.floor(index / ROWS_PER_RECORD);
				const key = job.kind === 'tableRow' ? { $id: String(at + 1) } : { Number: `N-${at}` };
				return { ...key, ...row(index) };
			});
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

const AUTOMATIC = { mappingMode: 'autoMapInputData', value: null };

function automatic(job: Job): IDataObject {
	return mapper(job, AUTOMATIC);
}

export function byHand(job: Job): IDataObject {
	const [unique = '', ...others] = Object.keys(FIELDS).slice(0, job.fields);
	const codes = [job.kind === 'update' ? '$id' : unique, ...others];
	const value = Object.fromEntries(codes.map((code) => [code, `={{ $json['${code}'] }}`]));
	return mapper(job, { mappingMode: 'defineBelow', value });
}

/**
 * Adds up what n8n spends on giving the node its parameters, expressions included. It does so at
 * once, without waiting for anything, so that a clock tells what a count of processor time would
 * take longer to tell than there is to count.
 */
export function watchParameters() {
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
