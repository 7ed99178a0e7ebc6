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

	it.each<[string, string, object]>([
		[
			'POST',
			'/message/messages',
			{
				title: 'T',
				recipients: [{ type: 'USER', id: 1 }],
				body: '',
				isDraft: false,
				isHtmlBody: false,
				acknowledgement: false,
				operatorType: 'ONLY_SENDER',
				operators: [],
			},
		],
		['POST', '/space/1/discussions', { title: 'T', body: '', isHtmlBody: false }],
		['POST', '/space/1/discussions/1/comments', { body: '', isHtmlBody: false }],
		['PATCH', '/presence/users/1', { status: { code: '' }, notes: '' }],
		['POST', '/todo/todos', { subject: 'S', category: 0, dueDate: '', priority: 1, notes: '' }],
		[
			'POST',
			'/notification/items',
			{
				app: 'sandbox',
				notificationKey: 'k',
				operation: 'add',
				url: 'https://example.com/',
				title: 'T',
				body: '',
				icon: '',
				destinations: [{ type: 'USER', id: 1 }],
			},
		],
		[
			'POST',
			'/system/api/admin/proxies',
			{
				proxyCode: 'p',
				method: 'GET',
				url: 'https://example.com/',
				status: 'ACTIVE',
				headers: [],
				parameters: [],
				body: [],
			},
		],
		['PATCH', '/system/api/admin/proxies/code/p', { method: 'GET', url: 'https://example.com/' }],
	])('as %s %s with anything at all are answered, not failed', async (method, path, whole) => {
		const admin = clientFor(() => `${sandbox.url}/g`, 'admin');
		await sandbox.control('groupware', {
			spaces: [{ name: 'S', creator: 'admin', discussions: [{ title: 'D' }] }],
		});
		for (const field of Object.keys(whole)) {
			for (const value of [...odd, [[]], [{}], [{ type: 'USER', id: {} }], [{ key: 1 }]]) {
				const body = JSON.stringify({ ...whole, [field]: value });
				const { status } = await admin.send(method, path, { headers: json, body });
				expect([field, value, status < 500]).toEqual([field, value, true]);
			}
		}
	});

	it.each([
		'/workflow/admin/requests?form=99999999999',
		'/workflow/admin/requests?fields=constructor,__proto__&status=',
		'/workflow/admin/requests?rangeStartApprovedAt=%00',
		'/workflow/admin/files/x',
		'/workflow/admin/forms/99999999999',
		'/message/messages/-1',
		'/message/admin/%00/files',
		'/message/admin/messages/attached/1e3',
		'/space/0/discussions',
		'/space/admin/files/%ff',
		'/space/admin/discussion/x/files',
		'/presence/users/x',
		'/presence/users/code/%00',
		'/todo/todos/1.5',
		'/system/api/admin/proxies/code/%F0%9F%98%80',
		'/system/plugin/admin/settings/__proto__',
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
