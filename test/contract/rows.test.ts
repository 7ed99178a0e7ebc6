import { rows } from './apiData';
import { requestFaults, responseFaults, rowFor, type Sent } from './rows';

const sent = (over: Partial<Sent>): Sent => ({
	method: 'GET',
	path: '/k/v1/record.json',
	query: new URLSearchParams('app=1&id=2'),
	contentType: undefined,
	body: '',
	...over,
});

const faults = (over: Partial<Sent>) => {
	const request = sent(over);
	const [, row] = rowFor('recordPlatform', request) ?? [];
	if (row === undefined) throw new Error('no row');
	return requestFaults(row, request).join('; ');
};

const json = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) });
const none = new URLSearchParams();

describe('what is known of a request', () => {
	it('names the row of a path in all its forms', () => {
		const row = (path: string, method = 'GET') =>
			rowFor('recordPlatform', sent({ path, method }))?.[0];
		expect(row('/k/v1/record.json')).toBe('record.get');
		expect(row('/k/guest/5/v1/record.json')).toBe('record.get');
		expect(row('/k/v1/preview/app/form/fields.json')).toBe('form.fields.get');
		expect(row('/k/v1/recordXjson')).toBeUndefined();
		expect(row('/k/v1/record.json', 'PATCH')).toBeUndefined();
	});

	it('finds nothing wrong with sound requests', () => {
		expect(faults({})).toBe('');
		const path = '/k/v1/records.json';
		expect(
			faults({ path, method: 'DELETE', query: new URLSearchParams('app=1&ids[0]=3&ids[1]=4') }),
		).toBe('');
		expect(faults({ path, method: 'DELETE', query: none, ...json({ app: '1', ids: ['3'] }) })).toBe(
			'',
		);
		expect(
			faults({
				path,
				method: 'POST',
				query: none,
				...json({ app: 1, records: [{ a: { value: '' } }] }),
			}),
		).toBe('');
	});

	it.each([
		['a parameter that is missing', { query: new URLSearchParams('app=1') }, 'id is missing'],
		['one that nobody knows', { query: new URLSearchParams('app=1&id=2&idd=3') }, 'parameter idd'],
		['a word for a number', { query: new URLSearchParams('app=crm&id=2') }, 'app: '],
		[
			'a body that lacks something',
			{ path: '/k/v1/records.json', method: 'POST', query: none, ...json({ app: 1 }) },
			"'records'",
		],
		[
			'a slip in a key of the body',
			{
				path: '/k/v1/records.json',
				method: 'PUT',
				query: none,
				...json({ app: 1, records: [{ updatekey: {} }] }),
			},
			'updatekey',
		],
		[
			'a cell without value',
			{
				path: '/k/v1/record.json',
				method: 'POST',
				query: none,
				...json({ app: 1, record: { a: 'x' } }),
			},
			'must be object',
		],
		[
			'a body that is not told to be JSON',
			{
				path: '/k/v1/record.json',
				method: 'POST',
				query: none,
				...json({}),
				contentType: undefined,
			},
			'not sent as JSON',
		],
		[
			'a form without file',
			{
				path: '/k/v1/file.json',
				method: 'POST',
				query: none,
				contentType: 'multipart/form-data; boundary=x',
				body: '--x--',
			},
			'no part "file"',
		],
	])('finds %s', (_what, over, fault) => {
		expect(faults(over)).toContain(fault);
	});

	it('finds an answer of the wrong shape and lets further keys pass', () => {
		const row = rows.groupware['schedule.event.get'];
		if (row === undefined) throw new Error('no row');
		expect(responseFaults(row, { id: 5 })).not.toEqual([]);
		expect(
			responseFaults(
				{ ...row, response: { type: 'object', properties: { id: { type: 'string' } } } },
				{ id: '5', more: 1 },
			),
		).toEqual([]);
	});
});
