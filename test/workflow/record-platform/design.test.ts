import { type IDataObject, NodeHelpers } from 'n8n-workflow';

import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import type { Service } from '../../../nodes/shared/catalogue';
import { describe as describeNode } from '../../../nodes/shared/describe';
import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { designedApp } from './design-cases';
import { Api, byId, jsonOf, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;

type Fields = { properties: Record<string, IDataObject> };
const CATEGORY = '{"Hardware": {"name": "Hardware", "index": 0, "children": {}}}';

beforeAll(() => {
	api = new Api(sandbox.url);
});

const node = async (resource: string, operation: string, parameters: IDataObject) =>
	await runRecordPlatform(sandbox, {
		resource,
		operation,
		parameters: { options: {}, ...parameters },
	});
const done = async (resource: string, operation: string, parameters: IDataObject) =>
	jsonOf(await node(resource, operation, parameters));
const preview = async <Body>(path: string, app: string) =>
	await api.get<Body>(`preview/${path}.json`, { app });

describe('an app built from nothing', () => {
	it('has its fields, views, process and permissions once it is deployed', async () => {
		const [made] = await done('app', 'create', { name: 'Orders' });
		const app = byId(String(made?.app));
		await done('form', 'createFields', {
			app,
			specifyFields: 'below',
			fields: {
				rows: [
					{ code: 'customer', type: 'SINGLE_LINE_TEXT', label: 'Customer' },
					{ code: 'state', type: 'DROP_DOWN', properties: { options: 'Open, Done' } },
				],
			},
		});
		await done('view', 'update', {
			app,
			views: '{"All": {"type": "LIST", "name": "All", "index": 0, "fields": ["customer"]}}',
		});
		await done('process', 'update', {
			app,
			enable: 'true',
			states: {
				New: { name: 'New', index: 0, assignee: { type: 'ONE', entities: [] } },
				Sent: { name: 'Sent', index: 1, assignee: { type: 'ONE', entities: [] } },
			},
			actions: [{ name: 'Send', from: 'New', to: 'Sent' }],
		});
		await done('permission', 'updateRecord', {
			app,
			environment: 'preview',
			rights: [
				{
					filterCond: '',
					entities: [{ entity: { type: 'USER', code: 'admin' }, viewable: true, editable: true }],
				},
			],
		});
		expect(await done('deployment', 'deploy', { app, waitUntilDone: true })).toEqual([
			{ app: made?.app, status: 'SUCCESS' },
		]);
		const fields = await done('form', 'getFields', { app, environment: 'production' });
		expect(fields.find(({ code }) => code === 'state')).toMatchObject({
			type: 'DROP_DOWN',
			label: 'state',
			options: { Open: { label: 'Open', index: '0' }, Done: { label: 'Done', index: '1' } },
		});
		expect(await done('view', 'getAll', { app, simplify: true })).toMatchObject([
			{ name: 'All', type: 'LIST', fields: ['customer'] },
		]);
		expect(await done('process', 'get', { app, simplify: true })).toMatchObject([
			{ name: 'New', actions: [{ name: 'Send', to: 'Sent' }] },
			{ name: 'Sent', actions: [] },
		]);
		expect(await done('permission', 'getRecord', { app, simplify: true })).toMatchObject([
			{ entities: [{ entity: { type: 'USER', code: 'admin' }, viewable: true, deletable: false }] },
		]);
	});
});

describe('a deployment', () => {
	const withDuplicates = async () => {
		const app = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		await api.create(app, cells({ Name: 'same' }));
		await api.create(app, cells({ Name: 'same' }));
		const properties = { Name: { type: 'SINGLE_LINE_TEXT', unique: true } };
		await api.ok('PUT', 'preview/app/form/fields.json', { app, properties });
		return app;
	};

	it('that fails is an error that names the state of each app', async () => {
		const broken = await withDuplicates();
		const sound = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		const { error, output } = await node('deployment', 'deploy', {
			app: byId(sound),
			waitUntilDone: true,
			options: { furtherApps: { rows: [{ app: broken, revision: '' }] } },
		});
		expect(output).toEqual([]);
		expect(error?.message).toContain(`App ${broken} failed (FAIL)`);
		expect(error?.message).toContain(`App ${sound} was cancelled (CANCEL)`);
		expect(error?.description).toMatch(/still wait in the test environment/);
		const states = await done('deployment', 'getState', {
			app: byId(sound),
			options: { furtherAppIds: broken },
		});
		expect(states).toEqual([
			{ app: sound, status: 'CANCEL' },
			{ app: broken, status: 'FAIL' },
		]);
	});

	it('is refused before it begins where a further app has no ID', async () => {
		const app = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		const { error } = await node('deployment', 'revert', {
			app: byId(app),
			options: { furtherApps: { rows: [{ app: '={{ $json.nothing }}', revision: '' }] } },
		});
		expect(error?.message).toMatch(/Further app 1 has no ID/);
	});

	it('need not be waited for', async () => {
		const app = await api.makeApp({});
		const started = await done('deployment', 'deploy', { app: byId(app), waitUntilDone: false });
		expect(started).toEqual([{ app, status: 'PROCESSING' }]);
	});

	it('is refused for a revision of before', async () => {
		const app = await api.makeApp({});
		await api.addFields(app, { Name: { type: 'SINGLE_LINE_TEXT' } });
		const { error } = await node('deployment', 'deploy', {
			app: byId(app),
			options: { revision: '1' },
		});
		expect(error?.message).toMatch(/GAIA_CO0/);
	});

	it('is undone before it is made by a revert, also after it failed', async () => {
		const app = await withDuplicates();
		const { error } = await node('deployment', 'deploy', { app: byId(app), waitUntilDone: true });
		expect(error?.message).toContain(`App ${app} failed (FAIL)`);
		expect(await done('deployment', 'revert', { app: byId(app), waitUntilDone: true })).toEqual([
			{ app, status: 'SUCCESS' },
		]);
		const { properties } = await preview<Fields>('app/form/fields', app);
		expect(properties.Name).toMatchObject({ unique: false });
	});

	it.each(['deploy', 'revert'])(
		'whose state no one can read is no success: %s',
		async (operation) => {
			const app = await api.makeApp({});
			const state = { method: 'GET', path: '/k/v1/preview/app/deploy.json', times: 1 };
			await sandbox.faults({ ...state, status: 200, html: '{"state": "fine"}' });
			const { error, output } = await node('deployment', operation, { app: byId(app) });
			expect(output).toEqual([]);
			expect(error?.message).toMatch(/The service answered in a form that does not fit the call/);
		},
	);

	it('takes no change of settings while it runs, and that is what the refused change says', async () => {
		const app = await api.makeApp({});
		// The sandbox deploys in less time than a busy machine may need for the change.
		let refused: Error | undefined;
		for (let attempt = 0; attempt < 20 && refused === undefined; attempt += 1) {
			await api.ok('POST', 'preview/app/deploy.json', { apps: [{ app }] });
			const { error } = await node('appSettings', 'update', {
				app: byId(app),
				settings: { name: 'Changed' },
			});
			if (error?.description?.includes('is being deployed')) refused = error;
			await sandbox.clock(10);
		}
		expect(refused?.message).toMatch(/\(CB_IL02\) \[item 0\]$/);
		expect(refused).toHaveProperty(
			'description',
			expect.stringMatching(`^App ${app} is being deployed.*Run it again when`),
		);
	});
});

it('row 40: an app is changed, deployed and waited for, reverted, and read from both sides', async () => {
	const app = byId(await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } }));
	const names = async (environment: string) =>
		(await done('view', 'getAll', { app, environment })).map(({ name }) => name);
	const show = async (name: string) =>
		await done('view', 'update', {
			app,
			views: { [name]: { type: 'LIST', name, index: 0, fields: ['Name'] } },
		});
	await show('First');
	expect([await names('production'), await names('preview')]).toEqual([[], ['First']]);
	const deployed = await done('deployment', 'deploy', { app, waitUntilDone: true });
	expect(deployed).toEqual([{ app: app.value, status: 'SUCCESS' }]);
	expect(await names('production')).toEqual(['First']);
	await show('Second');
	expect([await names('production'), await names('preview')]).toEqual([['First'], ['Second']]);
	const reverted = await done('deployment', 'revert', { app, waitUntilDone: true });
	expect(reverted).toEqual([{ app: app.value, status: 'SUCCESS' }]);
	expect([await names('production'), await names('preview')]).toEqual([['First'], ['First']]);
});

describe('what is to be changed', () => {
	it('has one icon', async () => {
		const app = byId(await api.makeApp({}));
		const { error } = await node('appSettings', 'update', {
			app,
			settings: { icon: 'APP10', iconBinaryPropertyName: 'data' },
		});
		expect(error?.message).toMatch(/^The app is to have two icons/);
	});

	it('are the fields that an expression names, by a list or by text', async () => {
		const app = await api.makeApp({
			A: { type: 'DATE' },
			B: { type: 'DATE' },
			C: { type: 'DATE' },
			D: { type: 'DATE' },
		});
		const remove = async (fields: unknown) =>
			await done('form', 'deleteFields', { app: byId(app), fields: fields as string });
		await remove(['A']);
		await remove('={{ ["B"] }}');
		await remove('={{ "C, D" }}');
		const { properties } = await preview<Fields>('app/form/fields', app);
		for (const code of ['A', 'B', 'C', 'D']) expect(properties).not.toHaveProperty(code);
	});

	it('are the columns of a table by their keys', async () => {
		const app = await api.makeApp({});
		await done('form', 'createFields', {
			app: byId(app),
			specifyFields: 'json',
			fieldsJson:
				'{"Lines": {"type": "SUBTABLE", "label": "Lines", "fields": {"Day": {"type": "DATE", "label": "Day"}}}}',
		});
		const { properties } = await preview<Fields>('app/form/fields', app);
		expect(properties.Lines).toMatchObject({ fields: { Day: { code: 'Day', type: 'DATE' } } });
	});

	it('is a plugin, whatever stands around its ID', async () => {
		const { id, plugin } = await designedApp(api);
		const parameters = { app: byId(id), pluginId: ` ${plugin}\n` };
		expect(await done('appPlugin', 'getConfiguration', parameters)).toHaveLength(1);
		const { error } = await node('appPlugin', 'getConfiguration', { ...parameters, pluginId: ' ' });
		expect(error?.message).toMatch(/The parameter "Plugin ID" is empty/);
	});
});

it('the live app is named as one of which all waiting changes go along, also when an expression says it', () => {
	const notice = describeNode(recordPlatform as unknown as Service).filter(
		({ name }) => name === 'deploysAllNotice',
	);
	const choices = { resource: 'permission', operation: 'updateApp' };
	const isShown = (environment: string) =>
		notice.some((property) =>
			NodeHelpers.displayParameter({ ...choices, environment }, property, null, null),
		);
	expect(['production', '={{ $json.side }}', 'preview'].map(isShown)).toEqual([true, true, false]);
});

describe('what is not named stays as it is', () => {
	it('when notes are included in templates', async () => {
		const app = await api.makeApp({});
		const notes = { content: 'Ask Sato', includeInTemplateAndDuplicates: false };
		await api.ok('PUT', 'preview/app/adminNotes.json', { app, ...notes });
		const update = async (settings: IDataObject) =>
			await done('app', 'updateAdminNotes', { app: byId(app), settings });
		await update({ includeInTemplateAndDuplicates: true });
		expect(await preview('app/adminNotes', app)).toMatchObject({
			content: 'Ask Sato',
			includeInTemplateAndDuplicates: true,
		});
		await update({ content: '' });
		expect(await preview('app/adminNotes', app)).toMatchObject({
			content: '',
			includeInTemplateAndDuplicates: true,
		});
	});

	it.each([
		[
			'process',
			'app/status',
			'enable',
			{ states: '{"A": {"name": "A", "index": 0}}', actions: '[]' },
		],
		['category', 'app/categories', 'enabled', { categories: CATEGORY }],
	])('when a %s is changed that is off, or switched on', async (resource, path, key, change) => {
		const app = await api.makeApp({});
		const isOn = async () => (await preview<IDataObject>(path, app))[key];
		await done(resource, 'update', { app: byId(app), ...change });
		expect(await isOn()).toBe(false);
		await done(resource, 'update', { app: byId(app), [key]: 'true', ...change });
		expect(await isOn()).toBe(true);
		await done(resource, 'update', { app: byId(app), ...change });
		expect(await isOn()).toBe(true);
		await done(resource, 'update', { app: byId(app), [key]: '={{ false }}' });
		expect(await isOn()).toBe(false);
		const { error } = await node(resource, 'update', { app: byId(app), [key]: 'perhaps' });
		expect(error?.message).toMatch(/is neither on nor off/);
	});
});

describe('a customization', () => {
	interface Entry {
		type: string;
		url?: string;
		file?: { name: string };
	}
	type Lists = { scope: string; desktop: { js: Entry[] }; mobile: { js: Entry[] } };

	const url = (name: string) => ({
		list: 'desktop.js',
		source: 'url',
		url: `https://example.com/${name}.js`,
	});
	const names = ({ desktop }: Lists) => desktop.js.map(({ url: at, file }) => at ?? file?.name);

	it('takes files from binary fields, after the present ones or in their place', async () => {
		const app = await api.makeApp({});
		const update = async (parameters: IDataObject) =>
			jsonOf(
				await runRecordPlatform(sandbox, {
					resource: 'customization',
					operation: 'update',
					parameters: { app: byId(app), options: {}, ...parameters },
					input: [
						{
							json: {},
							binary: {
								data: { data: btoa('let a;'), mimeType: 'text/javascript', fileName: 'own.js' },
							},
						},
					],
				}),
			);
		const own = { list: 'desktop.js', source: 'binary', binaryPropertyName: 'data' };
		await update({ existingFiles: 'keep', files: { rows: [url('a'), own] }, scope: 'ADMIN' });
		await update({ existingFiles: 'keep', files: { rows: [url('b')] }, scope: '' });
		const kept = await preview<Lists>('app/customize', app);
		expect(names(kept)).toEqual(['https://example.com/a.js', 'own.js', 'https://example.com/b.js']);
		expect(kept.scope).toBe('ADMIN');
		await update({ existingFiles: 'replace', files: { rows: [url('c')] } });
		expect(names(await preview<Lists>('app/customize', app))).toEqual(['https://example.com/c.js']);
	});
});

describe('permissions', () => {
	const rights = [{ filterCond: '', entities: [{ entity: { type: 'USER', code: 'admin' } }] }];

	it('wait in the test environment, or deploy everything that waits there', async () => {
		const app = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		await api.addFields(app, { More: { type: 'DATE' } });
		const live = async () =>
			(await done('form', 'getFields', { app: byId(app), simplify: true })).map(({ code }) => code);
		await done('permission', 'updateRecord', { app: byId(app), environment: 'preview', rights });
		expect(await live()).not.toContain('More');
		await done('permission', 'updateRecord', { app: byId(app), environment: 'production', rights });
		expect(await live()).toContain('More');
	});
});

describe('JSON of the wrong shape', () => {
	it('reaches nobody', async () => {
		const app = await api.makeApp({});
		const revision = async () => (await preview<{ revision: string }>('app/views', app)).revision;
		const before = await revision();
		const { error } = await node('view', 'update', {
			app: byId(app),
			views: '{"All": {"type": "LIST"}}',
		});
		expect(error?.message).toBe('"Views": All.index is missing [item 0]');
		const broken = await node('view', 'update', { app: byId(app), views: '{"All": ' });
		expect(broken.error?.message).toMatch(/^"Views" is no JSON/);
		expect(await revision()).toBe(before);
	});
});

describe('what is read with Simplify off', () => {
	let app: string;

	beforeAll(async () => {
		app = (await designedApp(api)).id;
	});

	it.each([
		['view', 'getAll', 'update', 'views'],
		['report', 'getAll', 'update', 'reports'],
		['process', 'get', 'update', 'states'],
		['process', 'get', 'update', 'actions'],
		['action', 'getAll', 'update', 'actions'],
		['category', 'getAll', 'update', 'categories'],
		['form', 'getLayout', 'updateLayout', 'layout'],
		['notificationSettings', 'getGeneral', 'updateGeneral', 'notifications'],
		['notificationSettings', 'getPerRecord', 'updatePerRecord', 'notifications'],
		['notificationSettings', 'getReminders', 'updateReminders', 'notifications'],
		['permission', 'getApp', 'updateApp', 'rights'],
		['permission', 'getRecord', 'updateRecord', 'rights'],
		['permission', 'getField', 'updateField', 'rights'],
	])('can be written back: %s, %s → %s (%s)', async (resource, get, update, key) => {
		const read = async () => {
			const parameters = { app: byId(app), environment: 'preview', simplify: false };
			const [{ revision, ...settings } = {}] = await done(resource, get, parameters);
			return { revision, settings };
		};
		const before = await read();
		expect(before.settings[key]).toBeTruthy();
		await done(resource, update, {
			app: byId(app),
			environment: 'preview',
			[key]: JSON.stringify(before.settings[key]),
			options: { revision: before.revision },
		});
		const after = await read();
		expect(after.settings).toEqual(before.settings);
		expect(Number(after.revision)).toBeGreaterThan(Number(before.revision));
	});

	it('can be added as a form to another app, without the fields that every app has', async () => {
		const [form] = await done('form', 'getFields', {
			app: byId(app),
			environment: 'preview',
			simplify: false,
		});
		const own = Object.entries(form?.properties as Record<string, IDataObject>).filter(
			([, { type }]) => ['SINGLE_LINE_TEXT', 'DATE', 'DROP_DOWN'].includes(String(type)),
		);
		const copy = await api.makeApp({});
		await done('form', 'createFields', {
			app: byId(copy),
			specifyFields: 'json',
			fieldsJson: JSON.stringify(Object.fromEntries(own)),
		});
		const { properties } = await preview<{ properties: object }>('app/form/fields', copy);
		expect(properties).toMatchObject(Object.fromEntries(own));
	});
});

it('an app stays in its space when the space to move it to is empty', async () => {
	const { id: space } = await api.ok<{ id: string }>('POST', 'template/space.json', {
		id: 1,
		name: 'Home',
		members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
	});
	const app = byId(await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } }));
	const home = async () => (await done('app', 'get', { app }))[0]?.spaceId;
	await done('app', 'move', { app, outOfSpace: false, space });
	const { error } = await node('app', 'move', { app, space: '={{ $json.nothing }}' });
	expect(error?.message).toMatch(/"Space ID" is empty/);
	expect(await home()).toBe(space);
	expect(await done('app', 'move', { app, outOfSpace: true })).toEqual([
		{ app: app.value, space: null },
	]);
	expect(await home()).toBeNull();
});
