import { errorOf, useGroupware } from './client';

const { sandbox, as, ito, sato } = useGroupware('ito', 'sato');
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
		expect((await as('admin').patch(own, { notes: 'On leave' })).body).toMatchObject({
			user: { code: 'ito' },
			notes: 'On leave',
		});
	});
});
