import { useSandbox } from '../../support/sandbox';
import { Api, cells, passwordOf } from './api';

const sandbox = useSandbox();
let api: Api;
let app: string;

const entity = (type: string, code?: string) => ({ entity: { type, ...(code && { code }) } });
const state = (index: number, type: string, ...entities: object[]) => ({
	index,
	assignee: { type, entities },
});

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(
		{ amount: { type: 'NUMBER' }, owner: { type: 'USER_SELECT' } },
		{
			states: {
				New: state(0, 'ONE'),
				Work: state(1, 'ONE', entity('FIELD_ENTITY', 'owner'), entity('CREATOR')),
				Check: state(2, 'ANY', entity('GROUP', 'managers')),
				Sign: state(3, 'ALL', entity('USER', 'sato'), entity('USER', 'ito')),
				End: state(4, 'ONE'),
			},
			actions: [
				{ name: 'Start', from: 'New', to: 'Work' },
				{ name: 'Check', from: 'Work', to: 'Check', filterCond: 'amount >= 10' },
				{ name: 'Pass', from: 'Check', to: 'Sign' },
				{ name: 'Sign', from: 'Sign', to: 'End' },
				{ name: 'Skip', from: 'New', to: 'End' },
			],
		},
	);
});

const act = (id: string, action: string, more: object = {}, caller = api) =>
	caller.send<{ code?: string; revision?: string }>('PUT', 'record/status.json', {
		app,
		id,
		action,
		...more,
	});

it('starts records in the first status and shows the process fields', async () => {
	const id = await api.create(app);
	expect(await api.values(app, id)).toMatchObject({ Status: 'New', Assignee: [] });
	const { properties } = await api.get<{ properties: Record<string, { enabled: boolean }> }>(
		'app/form/fields.json',
		{ app },
	);
	expect(properties.Status?.enabled).toBe(true);
});

it('moves on with conditions, chosen and automatic assignees, two revisions a step', async () => {
	const id = await api.create(app, cells({ amount: 5, owner: [{ code: 'suzuki' }] }));
	const nobody = await act(id, 'Start');
	expect([nobody.status, nobody.body.code]).toEqual([400, 'GAIA_SA01']);
	expect((await act(id, 'Start', { assignee: 'suzuki' })).body).toEqual({ revision: '3' });
	expect(await api.values(app, id)).toMatchObject({
		Status: 'Work',
		Assignee: [{ code: 'suzuki', name: 'Kenji Suzuki' }],
	});
	expect((await act(id, 'Check')).body.code).toBe('CB_NO02');
	const suzuki = api.as(passwordOf('suzuki'));
	expect((await act(id, 'Check', {}, suzuki)).body.code).toBe('GAIA_IL03');
	await api.ok('PUT', 'record.json', { app, id, record: cells({ amount: 10 }) });
	expect((await act(id, 'Check', {}, suzuki)).status).toBe(200);
	const { Assignee } = await api.values(app, id);
	expect((Assignee as { code: string }[]).map(({ code }) => code)).toEqual([
		'sato',
		'ito',
		'yamamoto',
	]);
	const sato = api.as(passwordOf('sato'));
	await act(id, 'Pass', {}, sato);
	await act(id, 'Sign', {}, sato);
	expect(await api.values(app, id)).toMatchObject({
		Status: 'Sign',
		Assignee: [{ code: 'ito' }],
	});
	expect((await act(id, 'Sign', {}, api.as(passwordOf('ito')))).status).toBe(200);
	expect(await api.values(app, id)).toMatchObject({ Status: 'End', Assignee: [] });
	expect(await api.ids(app, 'Status in ("End")')).toEqual([id]);
});

it('refuses actions from another status, unknown ones and stale revisions', async () => {
	const id = await api.create(app);
	for (const action of ['Pass', 'Nothing']) {
		expect((await act(id, action)).body.code).toBe('GAIA_IL03');
	}
	expect((await act(id, 'Skip', { revision: 9 })).body.code).toBe('GAIA_CO02');
});

it('changes many or none', async () => {
	const ids = [await api.create(app), await api.create(app)];
	const failed = await api.send('PUT', 'records/status.json', {
		app,
		records: [
			{ id: ids[0], action: 'Skip' },
			{ id: ids[1], action: 'Sign' },
		],
	});
	expect(failed.body.code).toBe('GAIA_IL03');
	expect((await api.values(app, ids[0] as string)).Status).toBe('New');
	const records = ids.map((id) => ({ id, action: 'Skip' }));
	expect(await api.ok('PUT', 'records/status.json', { app, records })).toEqual({
		records: ids.map((id) => ({ id, revision: '3' })),
	});
});

it('sets and clears assignees', async () => {
	const id = await api.create(app);
	const assign = (assignees: string[]) =>
		api.send<{ code?: string; revision?: string }>('PUT', 'record/assignees.json', {
			app,
			id,
			assignees,
		});
	expect((await assign(['ito', 'sato'])).body).toEqual({ revision: '2' });
	expect((await assign(['nobody'])).body.code).toBe('CB_VA01');
	expect(await api.values(app, id)).toMatchObject({
		Assignee: [{ code: 'ito' }, { code: 'sato' }],
	});
	expect((await assign([])).body).toEqual({ revision: '3' });
});

it('says when process management is off, and keeps statuses through renaming', async () => {
	const plain = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	const id = await api.create(plain);
	const off = await api.send('PUT', 'record/status.json', { app: plain, id, action: 'Start' });
	expect([off.status, off.body.code]).toEqual([400, 'GAIA_ST02']);
	const states = { Open: state(0, 'ONE'), Closed: state(1, 'ONE') };
	const actions = [{ name: 'Close', from: 'Open', to: 'Closed' }];
	const set = async (change: object) => {
		await api.ok('PUT', 'preview/app/status.json', { app: plain, ...change });
		expect(await api.deploy(plain)).toBe('SUCCESS');
	};
	await set({ enable: true, states, actions });
	expect((await api.values(plain, id)).Status).toBe('Open');
	await set({
		states: { Open: { ...states.Open, name: 'Waiting' }, Closed: states.Closed },
		actions: [{ name: 'Close', from: 'Waiting', to: 'Closed' }],
	});
	expect((await api.values(plain, id)).Status).toBe('Waiting');
});

it('refuses settings that do not fit together', async () => {
	const { status, body } = await api.send('PUT', 'preview/app/status.json', {
		app,
		actions: [{ name: 'Go', from: 'New', to: 'Nowhere' }],
	});
	expect([status, body.code]).toEqual([400, 'CB_VA01']);
	const first = await api.send('PUT', 'preview/app/status.json', {
		app,
		states: { New: state(0, 'ANY', entity('USER', 'sato')) },
	});
	expect(first.body.code).toBe('CB_VA01');
});
