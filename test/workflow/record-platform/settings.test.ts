import type { IDataObject } from 'n8n-workflow';

import { type Form, useDesign } from './design-scene';
import { byId, jsonOf, runRecordPlatform } from './world';

const design = useDesign();
const { sandbox, node, done, preview } = design;
const CATEGORY = '{"Hardware": {"name": "Hardware", "index": 0, "children": {}}}';

it('the fields that an expression names are deleted, by a list or by text', async () => {
	const app = await design.api.makeApp({ A: 'DATE', B: 'DATE', C: 'DATE', D: 'DATE' });
	const remove = async (fields: unknown) =>
		await done('form', 'deleteFields', { app: byId(app), fieldCodes: fields as string });
	await remove(['A']);
	await remove('={{ ["B"] }}');
	await remove('={{ "C, D" }}');
	const { properties } = await preview<Form>('app/form/fields', app);
	for (const code of ['A', 'B', 'C', 'D']) expect(properties).not.toHaveProperty(code);
});

it('what is not named stays as it is when notes are included in templates', async () => {
	const app = await design.api.makeApp({});
	const notes = { content: 'Ask Sato', includeInTemplateAndDuplicates: false };
	await design.api.ok('PUT', 'preview/app/adminNotes.json', { app, ...notes });
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
])(
	'what is not named stays as it is when a %s is changed that is off, or switched on',
	async (resource, path, key, change) => {
		const app = await design.api.makeApp({});
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
		expect(error?.message).toContain('"perhaps" is not a valid value for');
	},
);

it('a process that is read with Simplify off can be written back, its states or its actions', async () => {
	const state = { assignee: { type: 'ONE', entities: [] } };
	const app = await design.api.makeApp(
		{},
		{
			states: { New: { ...state, index: 0 }, Done: { ...state, index: 1 } },
			actions: [{ name: 'Finish', from: 'New', to: 'Done' }],
		},
	);
	const environment = { app: byId(app), environment: 'preview' };
	const read = async () => {
		const [row = {}] = await done('process', 'get', { ...environment, simplify: false });
		return row;
	};
	for (const key of ['states', 'actions']) {
		const { revision, ...settings } = await read();
		expect(settings[key]).toBeTruthy();
		const written = { [key]: JSON.stringify(settings[key]), options: { revision } };
		await done('process', 'update', { ...environment, ...written });
		expect(await read()).toEqual({ ...settings, revision: String(Number(revision) + 1) });
	}
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
		const app = await design.api.makeApp({});
		const data = { data: btoa('let a;'), mimeType: 'text/javascript', fileName: 'own.js' };
		const update = async (parameters: IDataObject) =>
			jsonOf(
				await runRecordPlatform(sandbox, {
					resource: 'customization',
					operation: 'update',
					parameters: { app: byId(app), options: {}, ...parameters },
					input: [{ json: {}, binary: { data } }],
				}),
			);
		const own = { list: 'desktop.js', source: 'binary', binaryPropertyName: 'data' };
		await update({ existingFiles: 'keep', files: { rows: [url('a'), own] }, scope: 'ADMIN' });
		await update({ existingFiles: 'keep', files: { rows: [url('b')] }, scope: '' });
		const kept = await preview<Lists>('app/customize', app);
		expect(names(kept)).toEqual(['https://example.com/a.js', 'own.js', 'https://example.com/b.js']);
		expect(kept.scope).toBe('ADMIN');
		await update({ existingFiles: 'keep', files: { rows: [url('b'), own, url('a')] } });
		expect(names(await preview<Lists>('app/customize', app))).toEqual(names(kept));
		await update({ existingFiles: 'replace', files: { rows: [url('c')] } });
		expect(names(await preview<Lists>('app/customize', app))).toEqual(['https://example.com/c.js']);
	});
});

it('JSON of the wrong shape reaches nobody', async () => {
	const app = await design.api.makeApp({});
	const revision = async () => (await preview<{ revision: string }>('app/views', app)).revision;
	const before = await revision();
	const { error } = await node('view', 'update', {
		app: byId(app),
		views: '{"All": {"type": "LIST"}}',
	});
	expect(error?.message).toBe('"Views": All.index is missing [item 0]');
	const broken = await node('view', 'update', { app: byId(app), views: '{"All": ' });
	expect(broken.error?.message).toMatch(/^"Views" is not valid JSON/);
	expect(await revision()).toBe(before);
});

it('the environment of a write is not the live app where an expression says none', async () => {
	const app = await design.api.makeApp({ Name: 'SINGLE_LINE_TEXT' });
	const live = async () => await design.api.get('app/acl.json', { app });
	const before = await live();
	const rights = '[{ "entity": { "type": "CREATOR" }, "appEditable": true }]';
	const update = async (environment: string) =>
		(await node('permission', 'updateApp', { app: byId(app), environment, rights })).error;
	expect((await update('={{ $json.none }}'))?.message).toContain('"Environment" is empty');
	expect((await update('test'))?.message).toContain('is not a valid value for "Environment"');
	expect(await live()).toEqual(before);
});

it('an app is moved to a space and out of it, and stays where the space is empty', async () => {
	const { id: space } = await design.api.ok<{ id: string }>('POST', 'template/space.json', {
		id: 1,
		name: 'Home',
		members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
	});
	const app = byId(await design.api.makeApp({ Name: 'SINGLE_LINE_TEXT' }));
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
