import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

/** What something in front of the service says in its place, with the status of a success. */
const BODY = '{"message":"Back soon"}';
const answerSo = async (path: string) =>
	await app.sandbox.faults({ method: 'GET', path, status: 200, html: BODY, times: 1 });

afterEach(async () => {
	await fetch(`${app.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});

const raw: IDataObject = { simplify: false };

it.each([
	['record', 'get', { recordId: { mode: 'id', value: '1' } }],
	['record', 'count', {}],
	['record', 'getPermissions', { recordId: { mode: 'id', value: '1' } }],
	['app', 'get', {}],
	['app', 'getAdminNotes', {}],
	['form', 'getDesign', {}],
	['form', 'getFields', raw],
	['form', 'getLayout', raw],
	['view', 'getAll', raw],
	['report', 'getAll', raw],
	['process', 'get', raw],
	['action', 'getAll', raw],
	['category', 'getAll', raw],
	['customization', 'get', {}],
	['appSettings', 'get', {}],
	['appPlugin', 'getAll', raw],
	['appPlugin', 'getConfiguration', { pluginId: 'a'.repeat(32) }],
	['permission', 'getApp', raw],
	['permission', 'getField', raw],
	['permission', 'getRecord', raw],
	['notificationSettings', 'getGeneral', raw],
	['notificationSettings', 'getPerRecord', raw],
	['notificationSettings', 'getReminders', raw],
	['deployment', 'getState', {}],
	['space', 'get', { spaceId: { mode: 'id', value: '1' } }],
	['space', 'getMembers', { spaceId: { mode: 'id', value: '1' }, ...raw }],
	['apiInformation', 'getSchema', { apiName: 'records/get' }],
	['cursor', 'getRecords', { cursorId: 'a' }],
] as Array<[string, string, IDataObject]>)(
	'%s.%s takes no answer of a gateway for that of the service',
	async (resource, operation, parameters) => {
		await answerSo('/k/');
		const { output, error } = await app.run(operation, parameters, { resource });
		expect(output).toEqual([]);
		expect(error?.message).toContain('returned JSON that is not an API response');
	},
);

it('an update of the customization keeps its files when a gateway answers for the service', async () => {
	const body = {
		app: app.id,
		desktop: { js: [{ type: 'URL', url: 'https://example.com/kept.js' }], css: [] },
	};
	await app.api.ok('PUT', 'preview/app/customize.json', body);
	const read = async () => await app.api.get('preview/app/customize.json', { app: app.id });
	const before = await read();
	await answerSo('/k/v1/preview/app/customize.json');
	const rows = [{ list: 'desktop.js', source: 'url', url: 'https://example.com/new.js' }];
	const { error } = await app.run('update', { files: { rows } }, { resource: 'customization' });
	expect(error).toBeDefined();
	expect(await read()).toEqual(before);
});
