import { cells, passwordOf, useApi } from './api';

const { api } = useApi();
let app: string;

const entity = (type: string, code?: string) => ({ entity: { type, ...(code && { code }) } });
const state = (index: number, type: string, ...entities: object[]) => ({
	index,
	assignee: { type, entities },
});

beforeAll(async () => {
	app = await api.makeApp(
		{ amount: 'NUMBER', owner: 'USER_SELECT' },
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
	expect(
		((await api.values(app, id)).Assignee as { code: string }[]).map(({ code }) => code),
	).toEqual(['sato', 'ito', 'yamamoto']);
	const sato = api.as(passwordOf('sato'));
	await act(id, 'Pass', {}, sato);
	await act(id, 'Sign', {}, sato);
	expect(await api.values(app, id)).toMatchObject({ Status: 'Sign', Assignee: [{ code: 'ito' }] });
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

it('has no statuses before it is used, also where it was turned off', async () => {
	const unused = await api.makeApp({}, { enable: false });
	expect(await api.get('app/status.json', { app: unused })).toMatchObject({
		enable: false,
		states: null,
		actions: null,
	});
});
