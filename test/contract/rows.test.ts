import { rows } from './apiData';
import { requestFaults, responseFaults, rowFor, type Sent } from './rows';

const sent = (method: string, path: string, query = '', body?: object): Sent => ({
	method,
	path,
	query: new URLSearchParams(query),
	contentType: body && 'application/json',
	body: body ? JSON.stringify(body) : '',
});

const faults = (request: Sent) => {
	const [, row] = rowFor('recordPlatform', request) ?? [];
	if (row === undefined) throw new Error('no row');
	return requestFaults(row, request).join('; ');
};

const RECORD = '/k/v1/record.json';
const RECORDS = '/k/v1/records.json';

describe('what is known of a request', () => {
	it.each([
		[RECORD, 'GET', 'record.get'],
		['/k/guest/5/v1/record.json', 'GET', 'record.get'],
		['/k/v1/preview/app/form/fields.json', 'GET', 'form.fields.get'],
		['/k/v1/recordXjson', 'GET', undefined],
		[RECORD, 'PATCH', undefined],
	])('%s by %s is %s', (path, method, id) => {
		expect(rowFor('recordPlatform', sent(method, path))?.[0]).toBe(id);
	});

	it.each([
		['nothing', sent('GET', RECORD, 'app=1&id=2'), /^$/],
		['nothing', sent('DELETE', RECORDS, 'app=1&ids[0]=3&ids[1]=4'), /^$/],
		['nothing', sent('DELETE', RECORDS, '', { app: '1', ids: ['3'] }), /^$/],
		['nothing', sent('POST', RECORDS, '', { app: 1, records: [{ a: { value: '' } }] }), /^$/],
		['a parameter that is missing', sent('GET', RECORD, 'app=1'), /id is missing/],
		['an unknown one', sent('GET', RECORD, 'app=1&id=2&idd=3'), /parameter idd/],
		['a word for a number', sent('GET', RECORD, 'app=crm&id=2'), /app: /],
		['a key that is missing', sent('POST', RECORDS, '', { app: 1 }), /'records'/],
		['a slip', sent('PUT', RECORDS, '', { app: 1, records: [{ updatekey: {} }] }), /updatekey/],
		['no value', sent('POST', RECORD, '', { app: 1, record: { a: 'x' } }), /must be object/],
		['no JSON', { ...sent('POST', RECORD), body: '{}' }, /not sent as JSON/],
		['no file', sent('POST', '/k/v1/file.json'), /no part "file"/],
	])('finds %s wrong: %j', (_what, request, fault) => expect(faults(request)).toMatch(fault));

	it('finds an answer of the wrong shape and lets further keys pass', () => {
		const row = rows.groupware['schedule.event.get'];
		if (row === undefined) throw new Error('no row');
		expect(responseFaults(row, { id: 5 })).not.toEqual([]);
		const response = { type: 'object', properties: { id: { type: 'string' } } };
		expect(responseFaults({ ...row, response }, { id: '5', more: 1 })).toEqual([]);
	});
});
