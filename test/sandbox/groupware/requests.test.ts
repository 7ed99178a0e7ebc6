import { useSandbox } from '../../support/sandbox';
import { clientFor, errorOf, eventOf } from './client';

const sandbox = useSandbox();
const sato = clientFor(() => `${sandbox.url}/g`, 'sato');
const json = { 'content-type': 'application/json' };

describe('groupware requests', () => {
	it.each(['/scripts/cbgrn/grn.exe', '/cgi-bin/cbgrn/grn.cgi', '/g'])(
		'are answered at %s',
		async (prefix) => {
			const client = clientFor(() => `${sandbox.url}${prefix}`, 'sato');
			const { status, body } = await client.get('/base/users', { limit: '1' });
			expect([status, body.users.length, body.hasNext]).toEqual([200, 1, true]);
		},
	);

	it('know a path from a method', async () => {
		expect(errorOf(await sato.get('/schedule/nothing'))).toEqual([400, 'GRN_REST_API_00101']);
		expect(errorOf(await sato.put('/schedule/events', {}))).toEqual([405, 'GRN_REST_API_00102']);
	});

	it('need their content type only with a body', async () => {
		const plain = { headers: { 'content-type': 'text/plain' }, body: '{}' };
		const refused = await sato.send('POST', '/schedule/events', plain);
		expect(errorOf(refused)).toEqual([415, 'GRN_REST_API_00103']);
		const bare = await sato.send('POST', '/schedule/events');
		expect(errorOf(bare)).toEqual([400, 'GRN_REST_API_00201']);
		const charset = { 'content-type': 'application/json;charset=utf-8' };
		const read = await sato.send('POST', '/schedule/events', { headers: charset, body: '{}' });
		expect(errorOf(read)).toEqual([400, 'GRN_REST_API_00201']);
	});

	it.each(['{', '[]', '"text"', 'null', '{"a":'.repeat(500) + '1' + '}'.repeat(500)])(
		'with the body %.20s cannot be read',
		async (body) => {
			const answer = await sato.send('POST', '/schedule/events', { headers: json, body });
			expect(errorOf(answer)).toEqual([400, 'GRN_REST_API_00105']);
		},
	);

	it('pass over query parameters nobody knows', async () => {
		const { body } = await sato.get('/base/users', { code: 'sato' });
		expect(body.users.length).toBeGreaterThan(1);
	});

	it('may send the parameters of a read in the body', async () => {
		const answer = await sato.send('POST', '/base/users', {
			headers: { ...json, 'x-http-method-override': 'GET' },
			body: JSON.stringify({ name: 'sato', limit: 1 }),
		});
		expect(answer.body.users.map((user: { code: string }) => user.code)).toEqual(['sato']);
	});

	it.each([
		['0', 'GRN_REST_API_00210'],
		['1001', 'GRN_REST_API_00211'],
		['many', 'GRN_REST_API_00202'],
	])('cannot ask for %s rows', async (limit, code) => {
		expect(errorOf(await sato.get('/base/users', { limit }))).toEqual([400, code]);
		expect((await sato.get('/base/users', { limit: '1000' })).status).toBe(200);
	});

	it('refuse a negative offset', async () => {
		const answer = await sato.get('/schedule/events', { offset: '-1' });
		expect(errorOf(answer)).toEqual([400, 'GRN_REST_API_00210']);
	});

	const odd = [null, 1, -1, true, '', 'x', '\u0000', '\ud800', [], [null], {}, { id: {} }, 1e99];
	it.each(Object.keys(eventOf({ ...everyField() })))(
		'with anything at all as %s are answered, not failed',
		async (field) => {
			for (const value of odd) {
				const { status } = await sato.post('/schedule/events', eventOf({ [field]: value }));
				expect([field, value, status < 500 || status === 520]).toEqual([field, value, true]);
			}
		},
	);

	it.each([
		'/schedule/events/x',
		'/schedule/events/99999999999999999999',
		'/schedule/events/%00',
		'/schedule/events/1/datastore/%00',
		'/schedule/facilityGroups/x/facilities',
		'/base/organizations/-1/users',
		'/schedule/events?keyword=%00',
		'/schedule/events?target=99999999999&targetType=user',
		'/schedule/events?orderBy=constructor%20asc',
		'/schedule/admin/facilities?id[]=99999999999',
		"/schedule/facilities?name='%25_%5C",
	])('at %s are answered, not failed', async (path) => {
		const { status } = await clientFor(() => `${sandbox.url}/g`, 'admin').send('GET', path);
		expect(status < 500 || status === 520).toBe(true);
	});
});

function everyField() {
	return {
		notes: '',
		eventMenu: '',
		isAllDay: false,
		isStartOnly: false,
		facilities: [],
		facilityUsingPurpose: '',
		companyInfo: {},
		attachments: [],
		visibilityType: 'PUBLIC',
		useAttendanceCheck: false,
		watchers: [],
		additionalItems: {},
	};
}
