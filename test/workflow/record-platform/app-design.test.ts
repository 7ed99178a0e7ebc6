import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import '../../support/short-waits';
import { build, designs, settingsIn, type Surroundings, surroundings } from './app-design-scene';
import { useDesign } from './design-scene';
import { byId, runRecordPlatform } from './world';

const NIGHT = process.env.NIGHT === '1';
const design = useDesign();
const { sandbox, node, done } = design;
let known: Surroundings;

beforeAll(async () => {
	known = await surroundings(design.api);
});

const newApp = async () => await design.api.makeApp({});
const exported = async (app: string) => {
	const [document = {}] = await done('appDesign', 'export', { app: byId(app) });
	return document;
};
const compared = async (app: string, parameters: IDataObject) =>
	await done('appDesign', 'compare', { app: byId(app), ...parameters });
const apply = async (app: string, document: unknown, more: IDataObject = {}) =>
	await node('appDesign', 'apply', { app: byId(app), design: document as IDataObject, ...more });
const writes = async () =>
	(await sandbox.calls()).filter((call) => !call.startsWith('GET ') && !call.includes('file.json'));

describe('a design', () => {
	it('is the same in an app that it is applied to, whatever it has', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(), async (seed) => {
				const from = await newApp();
				const to = await newApp();
				const [generated] = fc.sample(designs(from, known), { numRuns: 1, seed });
				if (generated === undefined) return;
				await build(design.api, from, generated);
				const document = await exported(from);
				const { output, error } = await apply(to, JSON.stringify(document));
				expect(error).toBeUndefined();
				expect(output[0]?.json).toMatchObject({ app: to, deployed: true });
				expect(await settingsIn(design.api, to)).toEqual(await settingsIn(design.api, from));
				const again = await exported(to);
				expect(JSON.stringify(again)).toBe(JSON.stringify(document));
				expect(await compared(from, { compareWith: 'app', targetApp: byId(to) })).toEqual([]);
				await sandbox.forget();
				const second = await apply(to, document, { deleteOthers: true });
				expect(second.error).toBeUndefined();
				expect(second.output[0]?.json).toEqual({ app: to, changed: [], deployed: false });
				expect(await writes()).toEqual([]);
			}),
			{ numRuns: NIGHT ? 30 : 2 },
		);
	});
});

const FIELDS = {
	Text: { type: 'SINGLE_LINE_TEXT' },
	Number: { type: 'NUMBER' },
	Lines: { type: 'SUBTABLE', fields: { Item: { type: 'SINGLE_LINE_TEXT' } } },
};

/** An app, its document, and a copy of it that has the design, too. */
const pair = async () => {
	const from = await design.api.makeApp(FIELDS);
	const views = { Open: { type: 'LIST', name: 'Open', index: 0, fields: ['Text'] } };
	await design.api.ok('PUT', 'preview/app/views.json', { app: from, views });
	await design.api.deploy(from);
	const document = await exported(from);
	const to = await newApp();
	expect((await apply(to, document)).error).toBeUndefined();
	return { from, to, document };
};

const put = async (app: string, path: string, body: object) => {
	await design.api.ok('PUT', `preview/${path}.json`, { app, ...body });
};

describe('comparing', () => {
	const item = (label: string) => ({ type: 'SINGLE_LINE_TEXT', label });
	it.each<[string, string, object, IDataObject[]]>([
		[
			'a label',
			'app/form/fields',
			{ properties: { Text: item('Other') } },
			[{ path: 'fields.Text.label', here: 'Other', there: 'Text' }],
		],
		[
			'a column of a table',
			'app/form/fields',
			{ properties: { Lines: { type: 'SUBTABLE', fields: { Item: item('Other') } } } },
			[{ path: 'fields.Lines.fields.Item.label', here: 'Other', there: 'Item' }],
		],
		[
			'a view that is gone',
			'app/views',
			{ views: {} },
			[
				{
					path: 'views.Open',
					here: null,
					there: expect.objectContaining({ type: 'LIST' }) as never,
				},
			],
		],
		[
			'a setting, and one in an object',
			'app/settings',
			{ theme: 'RED', numberPrecision: { digits: '20' } },
			[
				{ path: 'settings.numberPrecision.digits', here: '20', there: '16' },
				{ path: 'settings.theme', here: 'RED', there: 'WHITE' },
			],
		],
		[
			'a right',
			'app/acl',
			{ rights: [{ entity: { type: 'CREATOR' }, appEditable: true }] },
			[
				{
					path: 'appPermissions',
					here: [expect.objectContaining({ recordViewable: false })] as never,
					there: [expect.anything(), expect.anything()] as never,
				},
			],
		],
		[
			'the code of a built-in field',
			'app/form/fields',
			{ properties: { Record_number: { type: 'RECORD_NUMBER', code: 'No' } } },
			[{ path: 'fields.Record_number.code', here: 'No', there: 'Record_number' }],
		],
	])('finds %s, and nothing else', async (_what, path, body, found) => {
		const { from, to, document } = await pair();
		await put(to, path, body);
		expect(await compared(to, { environment: 'preview', design: document })).toEqual(found);
		const sides = { compareWith: 'app', targetApp: byId(from), environment: 'preview' };
		expect(await compared(to, sides)).toEqual(found);
		expect(await compared(to, { design: document })).toEqual([]);
		const same = { compareWith: 'app', targetApp: byId(to), targetEnvironment: 'preview' };
		const waiting = await compared(to, same);
		// A built-in field goes by the name that it has in the other design.
		const turned = found.map(({ here, there }) => ({ here: there, there: here }));
		expect(waiting.map(({ here, there }) => ({ here, there }))).toEqual(turned);
	});
});

describe('applying', () => {
	const changedDocument = async () => {
		const { to, document } = await pair();
		const { fields, settings } = document as Record<string, Record<string, IDataObject>>;
		const placed = { type: 'NUMBER', code: 'More', size: { width: '193' } };
		const More = { ...fields?.Number, code: 'More', label: 'More' };
		const changed = {
			...document,
			fields: { ...fields, More },
			layout: [...(document.layout as IDataObject[]), { type: 'ROW', fields: [placed] }],
			settings: { ...settings, description: 'Changed' },
			adminNotes: { content: 'Changed', includeInTemplateAndDuplicates: true },
		};
		return { to, changed };
	};
	const sides = async (app: string) => [
		await settingsIn(design.api, app),
		await settingsIn(design.api, app, 'preview/'),
	];

	it('says in a dry run what it would change, and writes nothing', async () => {
		const { to, changed } = await changedDocument();
		await sandbox.forget();
		const { output, hints } = await apply(to, changed, { options: { dryRun: true } });
		expect(await writes()).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			'Dry run: nothing was written. 5 would be changed',
		]);
		const [row] = output.map(({ json }) => json);
		expect(row).toMatchObject({ dryRun: true, refused: [], apps: [to], requests: 5 });
		const { output: done } = await apply(to, changed);
		expect(done[0]?.json).toEqual({ app: to, changed: row?.changed, deployed: true });
		expect((await writes()).filter((call) => !/GET/.test(call))).toHaveLength(5);
	});

	it.each([
		['cut before the work', { cut: 'before' }],
		['cut after the work', { cut: 'after' }],
		['answered by a gateway', { status: 502, html: true }],
		['refused', { status: 400, code: 'CB_VA01', message: 'Not now' }],
	])('leaves the live app as it was when any write is %s', async (_what, fault) => {
		const { to, changed } = await changedDocument();
		const before = await sides(to);
		const left = await compared(to, { design: changed });
		expect(left).toHaveLength(5);
		for (const [method, path, isLast] of [
			['POST', '/k/v1/preview/app/form/fields.json'],
			['PUT', '/k/v1/preview/app/settings.json'],
			['PUT', '/k/v1/preview/app/adminNotes.json'],
			['PUT', '/k/v1/preview/app/form/layout.json'],
			['POST', '/k/v1/preview/app/deploy.json', 'cut' in fault && fault.cut === 'after'],
		] as const) {
			await sandbox.faults({ method, path, times: 1, ...fault });
			const { error } = await apply(to, changed);
			if (isLast) {
				expect(error).toBeUndefined();
				expect(await compared(to, { design: changed })).toEqual([]);
				return;
			}
			expect(error?.message).not.toContain('may have been carried out');
			expect(error).toHaveProperty(
				'description',
				expect.stringContaining('The live app is unchanged'),
			);
			expect(await sides(to)).toEqual(before);
		}
	});

	it('says that the live app is unchanged when the service goes away for good at any request', async () => {
		const { to, changed } = await changedDocument();
		const [before] = await sides(to);
		for (const method of ['POST', 'PUT']) {
			await sandbox.faults({ method, path: '/k/v1/preview/', times: 0, cut: 'before' });
			const { error } = await apply(to, changed);
			await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
			expect(error).toHaveProperty(
				'description',
				expect.stringContaining('The live app is unchanged'),
			);
			expect((await sides(to))[0]).toEqual(before);
			await done('deployment', 'revert', { app: byId(to), waitUntilDone: true });
		}
	});

	it('says that nobody knows when the status of the deployment can no longer be read', async () => {
		const { to, changed } = await changedDocument();
		const path = '/k/v1/preview/app/deploy.json';
		await sandbox.faults({ method: 'GET', path, times: 0, cut: 'before' });
		const { error } = await apply(to, changed);
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		expect(error?.message).toContain('may have been carried out');
		expect(await compared(to, { design: changed })).toEqual([]);
	});

	it('reverts what records do not fit, and names what failed', async () => {
		const { to, document } = await pair();
		await design.api.create(to, { Text: { value: 'same' } });
		await design.api.create(to, { Text: { value: 'same' } });
		const { fields } = document as { fields: Record<string, IDataObject> };
		const before = await sides(to);
		const unique = { ...document, fields: { ...fields, Text: { ...fields.Text, unique: true } } };
		const { error } = await apply(to, unique);
		expect(error?.message).toContain(`App ${to} failed (FAIL)`);
		expect(error).toHaveProperty('description', expect.stringContaining('was reverted'));
		expect(await sides(to)).toEqual(before);
	});

	it('keeps what only the app has, and deletes it by choice', async () => {
		const { to, document } = await pair();
		await design.api.addFields(to, {
			Own: { type: 'DATE' },
			OwnTable: { type: 'SUBTABLE', fields: { OwnColumn: { type: 'DATE' } } },
			OwnBox: { type: 'GROUP' },
		});
		const Item = { type: 'SINGLE_LINE_TEXT' };
		const Extra = { type: 'NUMBER', code: 'Extra', label: 'Extra' };
		await put(to, 'app/form/fields', {
			properties: { Lines: { type: 'SUBTABLE', fields: { Item, Extra } } },
		});
		await put(to, 'app/views', {
			views: { Own: { type: 'LIST', name: 'Own', index: 0, fields: ['Own', 'Extra'] } },
		});
		await design.api.deploy(to);
		expect((await apply(to, document)).error).toBeUndefined();
		const kept = (await compared(to, { design: document })).filter(({ path }) => path !== 'layout');
		expect(kept.map(({ path, there }) => [path, there])).toEqual(
			[
				['fields.Lines.fields.Extra', null],
				['fields.Own', null],
				['fields.OwnBox', null],
				['fields.OwnTable', null],
				['layout[2].fields', expect.anything()],
				['views.Own', null],
			].filter(([path]) => path !== 'layout[2].fields'),
		);
		expect((await apply(to, document)).output[0]?.json).toMatchObject({ deployed: false });
		await apply(to, document, { deleteOthers: true });
		expect(await compared(to, { design: document })).toEqual([]);
	});

	it('stops at changes of others, and takes them along by choice', async () => {
		const { to, changed } = await changedDocument();
		await put(to, 'app/settings', { theme: 'RED' });
		const before = await sides(to);
		const { error } = await apply(to, changed);
		expect(error?.message).toContain('changes that are not deployed: "settings.theme"');
		expect(await sides(to)).toEqual(before);
		const { settings: _, ...others } = changed;
		const allowed = { options: { deployPending: true } };
		const fault = { status: 400, code: 'CB_VA01', message: 'Not now', times: 1 };
		await sandbox.faults({ method: 'PUT', path: '/k/v1/preview/app/adminNotes.json', ...fault });
		const { error: refused } = await apply(to, others, allowed);
		expect(refused).toHaveProperty(
			'description',
			expect.stringContaining('in its test environment'),
		);
		expect((await sides(to))[0]).toEqual(before[0]);
		expect((await apply(to, others, allowed)).error).toBeUndefined();
		const { theme } = await design.api.get<{ theme: string }>('app/settings.json', { app: to });
		expect(theme).toBe('RED');
	});

	it('does not revert what somebody else changed meanwhile', async () => {
		const { to, changed } = await changedDocument();
		const { error } = await sandbox.whileHeld(
			['PUT /k/v1/preview/app/settings.json'],
			async () => await apply(to, changed),
			async () => await put(to, 'app/adminNotes', { content: 'Mine' }),
		);
		expect(error).toHaveProperty('description', expect.stringContaining('with other changes'));
		const notes = await design.preview<IDataObject>('app/adminNotes', to);
		expect(notes.content).toBe('Mine');
	});

	it('does not revert what somebody else changed after it failed', async () => {
		const { to, changed } = await changedDocument();
		const refusal = { status: 400, code: 'CB_VA01', message: 'Not now', times: 1 };
		await sandbox.faults({ method: 'PUT', path: '/k/v1/preview/app/adminNotes.json', ...refusal });
		const { error } = await sandbox.whileHeld(
			['POST /k/v1/preview/app/deploy.json'],
			async () => await apply(to, changed),
			async () => await put(to, 'app/settings', { theme: 'RED' }),
		);
		expect(error).toHaveProperty('description', expect.stringContaining('could not be reverted'));
		const { theme } = await design.preview<IDataObject>('app/settings', to);
		expect(theme).toBe('RED');
	});

	it('uses other apps in place of those that the design names', async () => {
		const source = await design.api.makeApp({ Key: { type: 'SINGLE_LINE_TEXT', unique: true } });
		const from = await newApp();
		const lookup = { relatedApp: { app: known.source }, relatedKeyField: 'Key', fieldMappings: [] };
		await design.api.addFields(from, { Key: { type: 'SINGLE_LINE_TEXT', lookup } });
		await design.api.deploy(from);
		const document = await exported(from);
		const to = await newApp();
		const options = { appIds: { [known.source]: source } };
		expect((await apply(to, document, { options })).error).toBeUndefined();
		const form = await design.api.get<{ properties: IDataObject }>('app/form/fields.json', {
			app: to,
		});
		expect(form.properties.Key).toMatchObject({ lookup: { relatedApp: { app: source } } });
		expect(await compared(to, { design: document, options })).toEqual([]);
		const targetApp = byId(from);
		expect(await compared(to, { compareWith: 'app', targetApp, options })).toEqual([]);
		expect((await compared(to, { design: document })).map(({ path }) => path)).toEqual([
			'fields.Key.lookup.relatedApp.app',
		]);
	});

	it.each<[string, (document: IDataObject) => IDataObject, string]>([
		[
			'another type',
			({ fields }) => ({ fields: { ...(fields as object), Text: { type: 'DATE', code: 'Text' } } }),
			'"fields.Text" (SINGLE_LINE_TEXT) would become "fields.Text" (DATE)',
		],
		[
			'a field in a table',
			() => ({ fields: { T: { type: 'SUBTABLE', fields: { Text: { type: 'DATE' } } } } }),
			'"fields.Text" (SINGLE_LINE_TEXT) would become "fields.T.fields.Text" (DATE)',
		],
		['a part that is none', () => ({ feilds: {} }), '"Design" has "feilds"'],
		['nothing', () => ({}), '"Design" is empty'],
	])('refuses %s before it writes', async (_what, change, message) => {
		const { to, document } = await pair();
		await sandbox.forget();
		const { error } = await apply(to, change(document));
		expect(error?.message).toContain(message);
		expect(await writes()).toEqual([]);
	});

	it('names plugins that it can not remove', async () => {
		const { to, document } = await pair();
		await design.api.ok('POST', 'preview/app/plugins.json', { app: to, ids: known.plugins });
		await design.api.deploy(to);
		const { hints, output } = await apply(to, document, { deleteOthers: true });
		expect(hints.map(({ message }) => message).join()).toContain("can't remove plugins");
		expect(output[0]?.json).toMatchObject({ changed: [], deployed: false });
	});
});

describe('exporting', () => {
	const faulty = async (path: string, code: string) => {
		const app = await newApp();
		await sandbox.faults({ path, status: 400, code, times: 1 });
		return await node('appDesign', 'export', { app: byId(app) });
	};

	it('leaves out what the service has turned off, and says so', async () => {
		const { output, error, hints } = await faulty('/k/v1/app/categories.json', 'GAIA_OF02');
		expect(error).toBeUndefined();
		expect(output[0]?.json).not.toHaveProperty('categories');
		expect(hints.map(({ message }) => message)).toContain(
			'"categories" is left out, because it is turned off in the service',
		);
	});

	it('names the part that can not be read', async () => {
		const { error } = await faulty('/k/v1/app/customize.json', 'GAIA_NO01');
		expect(error?.message).toMatch(/^Part "customization": /);
	});

	it('leaves out parts and paths', async () => {
		const app = await newApp();
		await sandbox.forget();
		const options = { leaveOut: 'customization, settings.name' };
		const [document = {}] = await done('appDesign', 'export', { app: byId(app), options });
		expect(document).not.toHaveProperty('customization');
		expect(document.settings).not.toHaveProperty('name');
		expect(document.settings).toHaveProperty('theme');
		expect(await sandbox.calls()).not.toContain('GET /k/v1/app/customize.json');
		const { error } = await node('appDesign', 'export', {
			app: byId(app),
			options: { leaveOut: 'name' },
		});
		expect(error?.message).toContain('"Leave Out" has "name", which is not a part of a design');
	});

	it('refuses a lookup whose app is hidden', async () => {
		const from = await newApp();
		const lookup = { relatedApp: { app: known.source }, relatedKeyField: 'Key', fieldMappings: [] };
		await design.api.addFields(from, { Key: { type: 'SINGLE_LINE_TEXT', lookup } });
		await design.api.deploy(from);
		const everyone = { entity: { type: 'GROUP', code: 'everyone' } };
		await put(known.source, 'app/acl', { rights: [everyone] });
		await put(from, 'app/acl', {
			rights: [{ ...everyone, recordViewable: true, appEditable: true }],
		});
		await design.api.deploy(known.source);
		await design.api.deploy(from);
		const account = { signInWith: 'password', username: 'sato', password: 'sato' };
		const { error } = await runRecordPlatform(sandbox, {
			resource: 'appDesign',
			operation: 'export',
			parameters: { app: byId(from) },
			account,
		});
		expect(error?.message).toContain('"fields.Key.lookup" is hidden');
	});
});
