import { errorOf, useGroupware } from './client';

const { sandbox, admin, sato } = useGroupware('admin', 'sato');

describe('a proxy setting', () => {
	const all = '/system/api/admin/proxies';
	const proxy = {
		proxyCode: 'crm/日本',
		method: 'POST',
		url: 'https://example.com/api',
		headers: [{ key: 'Authorization', value: 'secret' }],
	};
	const one = `${all}/code/${encodeURIComponent(proxy.proxyCode)}`;

	beforeEach(() => sandbox.reset());

	it('is made, read, changed and deleted by its code', async () => {
		const whole = { ...proxy, status: 'INACTIVE', parameters: [], body: [] };
		expect((await admin.post(all, proxy)).body).toEqual(whole);
		expect((await admin.get(one)).body).toEqual(whole);
		const { method, url } = proxy;
		const active = await admin.patch(one, { method, url, status: 'ACTIVE' });
		expect(active.body).toEqual({ ...whole, status: 'ACTIVE' });
		expect(await admin.delete(one)).toMatchObject({ status: 200, body: { text: '' } });
		for (const answer of [await admin.get(one), await admin.delete(one)]) {
			expect(errorOf(answer)).toEqual([400, 'GRN_REST_API_00206']);
		}
	});

	it('is switched off by an update that does not name the status', async () => {
		await admin.post(all, { ...proxy, status: 'ACTIVE' });
		expect((await admin.patch(one, { url: 'http://example.com/' })).body).toMatchObject({
			status: 'INACTIVE',
			method: 'POST',
			url: 'http://example.com/',
			headers: proxy.headers,
		});
	});
});

it('a fault of the groupware is a page that keeps the code in its header, or sends to a sign-in page', async () => {
	await sandbox.faults({ path: '/g/', status: 503, html: true, code: 'GRN_CMMN_00003' });
	const failed = await sato.get('/base/users');
	expect([failed.status, failed.headers.get('x-cybozu-error')]).toEqual([503, 'GRN_CMMN_00003']);
	expect(failed.headers.get('content-type')).toContain('text/html');
	expect(failed.body.text).toContain('<h1>Error 503</h1>');
	await sandbox.faults({ path: '/g/', status: 302, html: true, location: '/login?saml=off' });
	const away = await sato.send('GET', '/base/users', { redirect: 'manual' });
	expect([away.status, away.headers.get('location')]).toEqual([302, '/login?saml=off']);
	expect((await sato.get('/base/users')).status).toBe(200);
});
