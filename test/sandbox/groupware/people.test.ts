import { useSandbox } from '../../support/sandbox';
import { type Body, clientFor, errorOf, firstOf } from './client';

const sandbox = useSandbox();
const sato = clientFor(() => `${sandbox.url}/g`, 'sato');
const codes = (rows: Body[]) => rows.map(({ code }) => code);

describe('users and organizations', () => {
	it('are found by name and login name', async () => {
		const byLogin = await sato.get('/base/users', { name: 'SATO' });
		expect(byLogin.body).toEqual({
			users: [{ id: expect.stringMatching(/^\d+$/), code: 'sato', name: 'Haruka Sato' }],
			hasNext: false,
		});
		const byName = await sato.get('/base/users', { name: 'Lin C' });
		expect(codes(byName.body.users)).toEqual(['chen']);
		expect((await sato.get('/base/users', { name: 'nobody' })).body.users).toEqual([]);
	});

	it('come in pages that join up', async () => {
		const all = (await sato.get('/base/users')).body;
		const rows: string[] = [];
		for (let offset = 0, more = true; more; offset += 5) {
			const { body } = await sato.get('/base/users', { limit: '5', offset: String(offset) });
			rows.push(...codes(body.users));
			more = body.hasNext;
		}
		expect(rows).toEqual(codes(all.users));
		expect(rows).not.toContain('former');
	});

	it('form a tree of organizations', async () => {
		const { body } = await sato.get('/base/organizations');
		const byCode = (code: string): Body =>
			firstOf(body.organizations.filter((row) => row.code === code));
		expect(byCode('headquarters').parentOrganization).toBeNull();
		expect(byCode('sales')).toMatchObject({
			parentOrganization: byCode('headquarters').id,
			childOrganizations: [{ id: byCode('sales-overseas').id }],
		});
		const found = await sato.get('/base/organizations', { name: 'overseas' });
		expect(codes(found.body.organizations)).toEqual(['sales-overseas']);
	});

	it('are listed by organization, in the order of their ids', async () => {
		const { body } = await sato.get('/base/organizations', { name: 'Overseas' });
		const path = `/base/organizations/${firstOf(body.organizations).id}/users`;
		expect(codes((await sato.get(path)).body.users)).toEqual(['chen', 'miller', 'brown']);
		const paged = await sato.get(path, { limit: '1', offset: '1' });
		expect([codes(paged.body.users), paged.body.hasNext]).toEqual([['miller'], true]);
		expect(errorOf(await sato.get('/base/organizations/999/users'))).toEqual([
			520,
			'GRN_CMMN_00106',
		]);
	});
});
