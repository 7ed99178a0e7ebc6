import { SandboxProcess } from '../../support/sandbox-process';
import { Api } from './api';

const narrow = new SandboxProcess(['--standard-course', '--no-preview-features']);
let api: Api;

beforeAll(async () => {
	api = new Api(await narrow.url());
});

afterAll(() => narrow.stop());

it('refuses what only the wide course has', async () => {
	for (const path of ['spaces/statistics.json', 'space/statistics.json', 'apps/statistics.json']) {
		expect(await api.refusal('GET', path)).toBe('403 CB_NO02');
	}
});

it('refuses the features that are switched off, and only those', async () => {
	expect(await api.refusal('POST', 'space.json', { name: 'Space' })).toBe('400 GAIA_OF02');
	const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
	const made = await api.ok<{ id: string }>('POST', 'template/space.json', {
		id: 1,
		name: 'Space',
		members,
	});
	expect(made.id).toBe('1');
	expect((await api.get<{ name: string }>('space.json', { id: made.id })).name).toBe('Space');
});
