import { useSandbox } from '../../support/sandbox';
import { Api, cells } from './api';

const sandbox = useSandbox();

it('builds an app from nothing, runs its process to the end and moves it into a space', async () => {
	const api = new Api(sandbox.url);
	const { app } = await api.ok<{ app: string }>('POST', 'preview/app.json', { name: 'Requests' });
	await api.addFields(app, { title: { type: 'SINGLE_LINE_TEXT' }, sum: { type: 'NUMBER' } });
	await api.ok('PUT', 'preview/app/form/layout.json', {
		app,
		layout: [
			{
				type: 'ROW',
				fields: [
					{ type: 'SINGLE_LINE_TEXT', code: 'title' },
					{ type: 'NUMBER', code: 'sum' },
				],
			},
		],
	});
	await api.ok('PUT', 'preview/app/views.json', {
		app,
		views: { Large: { type: 'LIST', index: 0, fields: ['title'], filterCond: 'sum > 100' } },
	});
	const state = (index: number) => ({ index, assignee: { type: 'ONE', entities: [] } });
	await api.ok('PUT', 'preview/app/status.json', {
		app,
		enable: true,
		states: { Open: state(0), Checked: state(1), Done: state(2) },
		actions: [
			{ name: 'Check', from: 'Open', to: 'Checked', filterCond: 'sum > 0' },
			{ name: 'Finish', from: 'Checked', to: 'Done' },
		],
	});
	await api.ok('PUT', 'preview/app/acl.json', {
		app,
		rights: [
			{
				entity: { type: 'CREATOR' },
				appEditable: true,
				recordViewable: true,
				recordAddable: true,
				recordEditable: true,
			},
		],
	});
	expect((await api.send('GET', `app.json?id=${app}`)).body.code).toBe('GAIA_AP01');
	expect(await api.deploy(app)).toBe('SUCCESS');

	const id = await api.create(app, cells({ title: 'Desk', sum: 250 }));
	for (const action of ['Check', 'Finish']) {
		await api.ok('PUT', 'record/status.json', { app, id, action });
	}
	expect(await api.values(app, id)).toMatchObject({ Status: 'Done', title: 'Desk' });
	const { id: space } = await api.ok<{ id: string }>('POST', 'space.json', { name: 'Office' });
	await api.ok('POST', 'app/move.json', { app, space });
	expect(await api.get('app.json', { id: app })).toMatchObject({
		name: 'Requests',
		spaceId: space,
	});
	const { attachedApps } = await api.get<{ attachedApps: object[] }>('space.json', { id: space });
	expect(attachedApps).toMatchObject([{ appId: app }]);
});
