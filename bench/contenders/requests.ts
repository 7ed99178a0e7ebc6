import type { IDataObject } from 'n8n-workflow';

import { cells, type Cells, change, firstFields, plain, row } from '../data';
import { indexes, type Job, type Kind, ROWS_PER_RECORD } from './contender';

/** A call of the service, ready to be sent. */
export interface Call {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: Record<string, string>;
	body?: object;
}

type Write = Exclude<Kind, 'read'>;

/** Elements of a write in the service's own form, as many as the job has records. */
export function elements(job: Job & { kind: Write }): object[] {
	const record = (index: number, round: number): Cells => cells(plain(index, round));
	switch (job.kind) {
		case 'insert':
			return indexes(job).map((index) => cells(firstFields(plain(index), job.fields)));
		case 'update':
			return indexes(job).map((index) => ({ id: String(index + 1), record: cells(change(index)) }));
		case 'upsert':
			return indexes(job).map((index) => {
				const { Number, ...others } = record(index, 2);
				return { updateKey: { field: 'Number', value: String(Number?.value) }, record: others };
			});
		case 'delete':
			return indexes(job).map((index) => ({ id: String(index + 1) }));
		case 'tableRow':
			return tablesIn(job).map(({ index, Lines }) => ({
				id: String(index + 1),
				record: { Lines },
			}));
		case 'withTable':
			return tablesIn(job).map(({ index, Lines }) => ({ Number: { value: `N-${index}` }, Lines }));
	}
}

/** The element of a write that an item becomes. */
export function elementOf(kind: Write, item: IDataObject): object {
	const { $id, Number: number, ...others } = item;
	const record = cells(others);
	switch (kind) {
		case 'upsert':
			return { updateKey: { field: 'Number', value: number }, record };
		case 'update':
			return { id: $id, record };
		case 'delete':
			return { id: $id };
		default:
			return cells(item);
	}
}

/** The rows of a job's tables, by record. */
function tablesIn(job: Job) {
	return chunks(indexes(job), ROWS_PER_RECORD).map((rows) => ({
		index: Math.floor((rows[0] as number) / ROWS_PER_RECORD),
		Lines: { value: rows.map((index) => ({ value: cells(row(index)) })) },
	}));
}

/** The tables that rows are added to, as they are before. */
export function tablesOf(job: Job): Call {
	const ids = tablesIn(job).map(({ index }) => `"${index + 1}"`);
	const query = `$id in (${ids.join(', ')}) limit 500`;
	const fields = { 'fields[0]': '$id', 'fields[1]': '$revision', 'fields[2]': 'Lines' };
	return { method: 'GET', path: '/k/v1/records.json', query: { app: job.app, query, ...fields } };
}

/** One write of up to 100 elements. */
export function writeOf(kind: Write, app: string, list: object[]): Call {
	const path = '/k/v1/records.json';
	switch (kind) {
		case 'insert':
		case 'withTable':
			return { method: 'POST', path, body: { app, records: list } };
		case 'update':
		case 'tableRow':
			return { method: 'PUT', path, body: { app, records: list } };
		case 'upsert':
			return { method: 'PUT', path, body: { app, upsert: true, records: list } };
		case 'delete':
			return { method: 'DELETE', path, body: { app, ids: idsOf(list) } };
	}
}

/** A write of a single record, as someone makes it who takes the items one by one. */
export function singleWriteOf(kind: Write, app: string, element: object): Call {
	const path = '/k/v1/record.json';
	if (kind === 'insert') return { method: 'POST', path, body: { app, record: element } };
	if (kind === 'update') return { method: 'PUT', path, body: { app, ...element } };
	return writeOf(kind, app, [element]);
}

/** Twenty writes in one request. */
export function bulkOf(writes: Call[]): Call {
	const requests = writes.map(({ method, path, body }) => ({ method, api: path, payload: body }));
	return { method: 'POST', path: '/k/v1/bulkRequest.json', body: { requests } };
}

/** A page of records in the order of their IDs. */
export function pageOf(app: string, after: number, size: number): Call {
	const query = `$id > ${after} and $id <= ${after + size} order by $id asc limit ${size}`;
	return { method: 'GET', path: '/k/v1/records.json', query: { app, query } };
}

export function chunks<T>(list: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
		list.slice(at * size, (at + 1) * size),
	);
}

function idsOf(list: object[]): string[] {
	return (list as { id: string }[]).map(({ id }) => id);
}
