import type { IDataObject } from 'n8n-workflow';

import { designedApp } from './designed-app';
import { useDesign } from './design-scene';
import { byId } from './world';

const design = useDesign();
const { done, preview } = design;

/** Every kind of settings that is read as JSON and written again: the resource, its calls, and the keys. */
const SETTINGS: Array<[resource: string, read: string, write: string, ...keys: string[]]> = [
	['form', 'getLayout', 'updateLayout', 'layout'],
	['view', 'getAll', 'update', 'views'],
	['report', 'getAll', 'update', 'reports'],
	['process', 'get', 'update', 'enable', 'states', 'actions'],
	['action', 'getAll', 'update', 'actions'],
	['category', 'getAll', 'update', 'enabled', 'categories'],
	['notificationSettings', 'getGeneral', 'updateGeneral', 'notifications'],
	['notificationSettings', 'getPerRecord', 'updatePerRecord', 'notifications'],
	['notificationSettings', 'getReminders', 'updateReminders', 'notifications'],
	['permission', 'getApp', 'updateApp', 'rights'],
	['permission', 'getRecord', 'updateRecord', 'rights'],
	['permission', 'getField', 'updateField', 'rights'],
];

const SWITCHES = ['enable', 'enabled'];
const WRITTEN_BACK = SETTINGS.flatMap(([resource, get, update, ...keys]) =>
	keys
		.filter((key) => !SWITCHES.includes(key))
		.map((key): [string, string, string, string] => [resource, get, update, key]),
);

test('the design of an app is read, given to a new one and deployed', async () => {
	const { id, plugin } = await designedApp(design.api);
	const [made] = await done('app', 'create', { name: 'Copy' });
	const [original, copy] = [byId(id), byId(String(made?.app))];

	const read = async (app: IDataObject, resource: string, operation: string) => {
		const parameters = { app, environment: 'production', simplify: false };
		return (await done(resource, operation, parameters))[0] ?? {};
	};
	const { properties } = (await read(original, 'form', 'getFields')) as {
		properties: Record<string, IDataObject>;
	};
	const own = Object.entries(properties).filter(([code]) =>
		['Name', 'Due', 'State'].includes(code),
	);
	await done('form', 'createFields', {
		app: copy,
		specifyFields: 'json',
		fieldsJson: JSON.stringify(Object.fromEntries(own)),
	});
	await done('appPlugin', 'add', { app: copy, ids: plugin });
	await done('appPlugin', 'updateConfiguration', {
		app: copy,
		pluginId: plugin,
		config: '{"color": "red"}',
	});
	await done('customization', 'update', {
		app: copy,
		existingFiles: 'replace',
		files: { rows: [{ list: 'desktop.js', source: 'url', url: 'https://example.com/a.js' }] },
	});
	for (const [resource, get, write, ...keys] of SETTINGS) {
		const settings = await read(original, resource, get);
		const written = keys.map((key) => [key, JSON.stringify(settings[key])]);
		const parameters = Object.fromEntries(written) as IDataObject;
		await done(resource, write, { app: copy, environment: 'preview', ...parameters });
	}
	await done('deployment', 'deploy', { app: copy, waitUntilDone: true });

	/** What differs because it is another app: its revision, and the IDs of views and the like. */
	const alike = (settings: unknown): unknown =>
		JSON.parse(JSON.stringify(settings), (key, value: unknown) =>
			['revision', 'id'].includes(key) ? undefined : value,
		);
	for (const [resource, get, , ...keys] of SETTINGS) {
		const [before, after] = [await read(original, resource, get), await read(copy, resource, get)];
		expect(before[keys[0] ?? '']).toBeTruthy();
		expect([resource, alike(after)]).toEqual([resource, alike(before)]);
	}
	const [fields, customization] = [
		(await read(copy, 'form', 'getFields')) as { properties: object },
		await read(copy, 'customization', 'get'),
	];
	expect(fields.properties).toMatchObject(Object.fromEntries(own));
	expect(alike(customization)).toEqual(alike(await read(original, 'customization', 'get')));
	const plugins = await done('appPlugin', 'getAll', { app: copy, simplify: true });
	expect(plugins).toMatchObject([{ id: plugin }]);
	const [configured] = await done('appPlugin', 'getConfiguration', { app: copy, pluginId: plugin });
	expect(configured).toMatchObject({ config: { color: 'red' } });
});

describe('what is read with Simplify off', () => {
	let app: string;

	beforeAll(async () => {
		app = (await designedApp(design.api)).id;
	});

	it.each(WRITTEN_BACK)(
		'can be written back: %s, %s → %s (%s)',
		async (resource, get, update, key) => {
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
		},
	);

	it('can be added as a form to another app, without the fields that every app has', async () => {
		const [form] = await done('form', 'getFields', {
			app: byId(app),
			environment: 'preview',
			simplify: false,
		});
		const own = Object.entries(form?.properties as Record<string, IDataObject>).filter(
			([, { type }]) => ['SINGLE_LINE_TEXT', 'DATE', 'DROP_DOWN'].includes(String(type)),
		);
		const copy = await design.api.makeApp({});
		await done('form', 'createFields', {
			app: byId(copy),
			specifyFields: 'json',
			fieldsJson: JSON.stringify(Object.fromEntries(own)),
		});
		const { properties } = await preview<{ properties: object }>('app/form/fields', copy);
		expect(properties).toMatchObject(Object.fromEntries(own));
	});
});
