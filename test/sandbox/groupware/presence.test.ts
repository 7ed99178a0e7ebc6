import { useSandbox } from '../../support/sandbox';
import { clientFor, errorOf, firstOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const ito = clientFor(base, 'ito');
const sato = clientFor(base, 'sato');
const own = '/presence/users/code/ito';

beforeEach(() => sandbox.reset());

describe('presence', () => {
	it('that was never set has no time of a change, and is told in the language of who asks', async () => {
		expect((await ito.get(own)).body).toEqual({
			user: { id: expect.any(String), code: 'ito', name: 'Daichi Ito' },
			notes: '',
			status: { name: 'No entry', code: '' },
		});
		expect((await sato.get(own)).body).toMatchObject({ status: { name: '登録がありません' } });
	});

	it('that was never set has a time of a change where the sandbox is told so', async () => {
		await sandbox.control('groupware', { presenceTime: 'always' });
		expect((await ito.get(own)).body).toEqual({
			user: { id: expect.any(String), code: 'ito', name: 'Daichi Ito' },
			updatedAt: '1970-01-01T00:00:00Z',
			notes: '',
			status: { name: 'No entry', code: '' },
		});
		const { body } = await ito.patch(own, { notes: 'Desk 4' });
		expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse('2026-01-01'));
		expect((await sato.get(own)).body).toMatchObject({ updatedAt: body.updatedAt });
	});

	it('is found by id and by login name', async () => {
		const { users } = (await ito.get('/base/users', { name: 'ito' })).body;
		const path = `/presence/users/${firstOf(users).id}`;
		await ito.patch(path, { status: { code: 'attend' }, notes: 'Desk 4' });
		for (const found of [path, own]) {
			expect((await sato.get(found)).body).toMatchObject({
				updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
				notes: 'Desk 4',
				status: { code: 'attend', name: '在席' },
			});
		}
	});

	it('resets what an update leaves out', async () => {
		await ito.patch(own, { status: { code: 'absence' }, notes: 'Back at 3' });
		expect((await ito.patch(own, { notes: 'Back at 4' })).body).toMatchObject({
			notes: 'Back at 4',
			status: { code: '' },
		});
		const { body } = await ito.patch(own, { status: { code: 'attend' } });
		expect(body).toMatchObject({ notes: '', status: { code: 'attend', name: 'In' } });
		expect((await ito.send('PATCH', own)).body).toMatchObject({ notes: '', status: { code: '' } });
	});

	it('is one’s own to change, and for administrators', async () => {
		expect(errorOf(await sato.patch(own, {}))).toEqual([400, 'GRN_REST_API_00207']);
		const admin = clientFor(base, 'admin');
		expect((await admin.patch(own, { notes: 'On leave' })).body).toMatchObject({
			user: { code: 'ito' },
			notes: 'On leave',
		});
	});

	it('takes the codes of the administrator', async () => {
		const remote = { status: { code: 'remote' } };
		expect(errorOf(await ito.patch(own, remote))).toEqual([400, 'GRN_REST_API_00206']);
		const presenceStatuses = [{ code: 'remote', name: 'At home' }];
		await sandbox.control('groupware', { presenceStatuses });
		expect((await ito.patch(own, remote)).body).toMatchObject({
			status: { code: 'remote', name: 'At home' },
		});
	});

	it('of nobody is not found', async () => {
		for (const path of ['/presence/users/999', '/presence/users/code/no%20one']) {
			expect(errorOf(await ito.get(path))).toEqual([404, 'GRN_CMMN_00105']);
			expect(errorOf(await ito.patch(path, {}))).toEqual([404, 'GRN_CMMN_00105']);
		}
	});

	it('finds login names that need encoding', async () => {
		await sandbox.control('accounts', { user: { code: 'user one/二' } });
		const path = `/presence/users/code/${encodeURIComponent('user one/二')}`;
		expect((await ito.get(path)).body).toMatchObject({ user: { code: 'user one/二' } });
	});

	it.each([{ status: 'attend' }, { status: { code: 1 } }, { notes: 1 }, { status: [] }])(
		'cannot be %j',
		async (body) => {
			expect(errorOf(await ito.patch(own, body))).toEqual([400, 'GRN_REST_API_00202']);
		},
	);
});
