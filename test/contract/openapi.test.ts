import { describeWithShared } from '../support/shared';
import { rows } from './apiData';
import { vendorRows } from './openapi';
import { requestFaults, rowIn, type Sent } from './rows';

/** recordPlatform.test.ts holds each request of the node against these rows. */
describeWithShared('requests by the vendor’s OpenAPI file', (folder) => {
	const vendor = vendorRows(folder);

	const faults = (method: string, path: string, query: string, body?: object) => {
		const sent: Sent = {
			method,
			path,
			query: new URLSearchParams(query),
			contentType: body && 'application/json',
			body: body ? JSON.stringify(body) : '',
		};
		const [, row] = rowIn(vendor, sent) ?? [];
		if (row === undefined) throw new Error(`${method} ${path} is not in the file`);
		return requestFaults(row, sent).join('; ');
	};

	it('are told for every form of each row that is in it', () => {
		const inFile = Object.entries(rows.recordPlatform).filter(
			([, { openapiOperationId }]) => openapiOperationId !== undefined,
		);
		// All but files, which the facts keep apart, and what the vendor still tries out.
		expect(inFile).toHaveLength(80);
		const missing = inFile.flatMap(([id, { method, paths }]) =>
			paths.filter((path) => !rowIn(vendor, { method, path })).map((path) => `${id}: ${path}`),
		);
		expect(missing).toEqual([]);
	});

	it('have no fault with IDs and booleans in either form', () => {
		expect(faults('GET', '/k/v1/records.json', 'app=7&totalCount=true&fields[0]=a')).toBe('');
		expect(faults('GET', '/k/v1/records.json', '', { app: '7', totalCount: 'true' })).toBe('');
		expect(faults('DELETE', '/k/v1/records.json', 'app=7&ids[0]=1&ids[1]=2')).toBe('');
		const records = [{ id: 5, revision: '-1', record: { a: { value: '' }, b: { value: 5 } } }];
		expect(faults('PUT', '/k/guest/3/v1/records.json', '', { app: '7', records })).toBe('');
		expect(faults('PUT', '/k/v1/records.json', '', { app: 7, records, upsert: true })).toBe('');
	});

	it.each([
		['a parameter that is missing', ['GET', '/k/v1/records.json', ''], 'app is missing'],
		['one that nobody knows', ['GET', '/k/v1/records.json', 'app=1&size=5'], 'parameter size'],
		['a word for a number', ['GET', '/k/v1/records.json', 'app=crm'], 'app: '],
		['a word for a boolean', ['GET', '/k/v1/records.json', 'app=1&totalCount=yes'], 'totalCount: '],
		['a body that lacks a key', ['POST', '/k/v1/records.json', '', { app: 1 }], "'records'"],
		[
			'a slip in a key',
			['PUT', '/k/v1/preview/app/status.json', '', { app: 1, enabled: true }],
			'enabled',
		],
		['a word for an ID in a body', ['POST', '/k/v1/app/move.json', '', { app: 'crm' }], 'pattern'],
	] as const)('find %s', (_what, [method, path, query, body], fault) => {
		expect(faults(method, path, query, body)).toContain(fault);
	});
});
