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
		const answer = await api.send('GET', path);
		expect([answer.status, answer.body.code]).toEqual([403, 'CB_NO02']);
	}
});

it('refuses the features that are switched off, and only those', async () => {
	const refused = await api.send('POST', 'space.json', { name: 'Space' });
	expect([refused.status, refused.body.code]).toEqual([400, 'GAIA_OF02']);
	const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
	const made = await api.ok<{ id: string }>('POST', 'template/space.json', {
		id: 1,
		name: 'Space',
		members,
	});
	expect(made.id).toBe('1');
	expect((await api.get<{ name: string }>('space.json', { id: made.id })).name).toBe('Space');
});

it('refuses categories and the configuration of plug-ins when they are switched off', async () => {
	const app = await api.makeApp({});
	const answers = [
		await api.send('GET', `app/categories.json?app=${app}`),
		await api.send('GET', `preview/app/categories.json?app=${app}`),
		await api.send('PUT', 'preview/app/categories.json', { app, enabled: true }),
		await api.send('GET', `app/plugin/config.json?app=${app}&id=x`),
		await api.send('PUT', 'preview/app/plugin/config.json', { app, id: 'x', config: {} }),
	];
	expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
		answers.map(() => [400, 'GAIA_OF02']),
	);
});
