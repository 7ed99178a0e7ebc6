import { errorOf, eventOf, useGroupware } from './client';

const { sandbox, sato, admin } = useGroupware('sato', 'admin');
const json = { 'content-type': 'application/json' };

describe('groupware requests', () => {
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

	const odd = [null, 1, true, '', '\u0000', '\ud800', [], [null], [[]], {}, [{ key: 1 }], 1e99];
	const url = 'https://example.com/';
	const message = { title: 'T', recipients: [{ type: 'USER', id: 1 }], body: '', isDraft: false };
	const notice = {
		app: 'sandbox',
		notificationKey: 'k',
		operation: 'add',
		url,
		title: 'T',
		body: '',
	};
	const proxy = { proxyCode: 'p', method: 'GET', url, status: 'ACTIVE', headers: [], body: [] };
	const event = { ...eventOf(), isAllDay: false, facilities: [], companyInfo: {}, attachments: [] };

	it.each<[string, string, object]>([
		['POST', '/schedule/events', { ...event, watchers: [], additionalItems: {} }],
		['POST', '/message/messages', { ...message, operatorType: 'ONLY_SENDER', operators: [] }],
		['POST', '/space/1/discussions', { title: 'T', body: '', isHtmlBody: false }],
		['POST', '/space/1/discussions/1/comments', { body: '', isHtmlBody: false }],
		['PATCH', '/presence/users/1', { status: { code: '' }, notes: '' }],
		['POST', '/todo/todos', { subject: 'S', category: 0, dueDate: '', priority: 1, notes: '' }],
		['POST', '/notification/items', { ...notice, destinations: [{ type: 'USER', id: 1 }] }],
		['POST', '/system/api/admin/proxies', proxy],
	])('as %s %s with anything at all are answered, not failed', async (method, path, whole) => {
		await sandbox.control('groupware', {
			spaces: [{ name: 'S', creator: 'admin', discussions: [{ title: 'D' }] }],
		});
		for (const field of Object.keys(whole)) {
			for (const value of odd) {
				const body = JSON.stringify({ ...whole, [field]: value });
				const { status } = await admin.send(method, path, { headers: json, body });
				expect([field, value, status < 500 || status === 520]).toEqual([field, value, true]);
			}
		}
	});

	it.each([
		...`/workflow/admin/requests?form=99999999999 |
			/workflow/admin/requests?fields=constructor,__proto__&status= | /message/messages/-1 |
			/message/admin/%00/files | /message/admin/messages/attached/1e3 |
			/space/admin/files/%ff | /todo/todos/1.5 | /system/plugin/admin/settings/__proto__ |
			/schedule/events/99999999999999999999 | /schedule/events/1/datastore/%00 |
			/schedule/events?target=99999999999&targetType=user |
			/schedule/events?orderBy=constructor%20asc`.split(/\s*\|\s+/),
		"/schedule/facilities?name='%25_%5C",
	])('at %s are answered, not failed', async (path) => {
		const { status } = await admin.send('GET', path);
		expect(status < 500 || status === 520).toBe(true);
	});
});
