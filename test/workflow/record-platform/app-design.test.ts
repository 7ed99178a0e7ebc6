import type { IDataObject } from 'n8n-workflow';

import '../../support/short-waits';
import { useAppDesign } from './app-design-scene';
import { byId, runRecordPlatform } from './world';

const { design, known, newApp, exported, compared, apply, writes, sides } = useAppDesign();
const { sandbox, node, done } = design;

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

const NOTES = { method: 'PUT', path: '/k/v1/preview/app/adminNotes.json' };
const NOT_NOW = { ...NOTES, status: 400, code: 'CB_VA01', message: 'Not now', times: 1 };

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

	it('keeps what only the app has or what is left out, and deletes it by choice', async () => {
		const { to, document } = await pair();
		await design.api.addFields(to, {
			Own: { type: 'DATE' },
			OwnTable: { type: 'SUBTABLE', fields: { OwnColumn: { type: 'DATE' } } },
			OwnBox: { type: 'GROUP' },
		});
		const Item = { type: 'SINGLE_LINE_TEXT' };
		const Lines = { type: 'SUBTABLE', fields: { Item, Extra: { ...Item, code: 'Extra' } } };
		await put(to, 'app/form/fields', { properties: { Lines } });
		const Own = { type: 'LIST', name: 'Own', index: 0, fields: ['Own', 'Extra'] };
		await put(to, 'app/views', { views: { Own, 1: { ...Own, name: '1', index: 1 } } });
		await design.api.deploy(to);
		const missing = async () => {
			const left = await compared(to, { design: document });
			return left.flatMap(({ path, there }) => (there === null ? [path] : []));
		};
		const own = ['fields.Lines.fields.Extra', 'fields.Own'];
		expect((await apply(to, document)).error).toBeUndefined();
		const others = ['fields.OwnBox', 'fields.OwnTable', 'views.1', 'views.Own'];
		expect(await missing()).toEqual([...own, ...others]);
		const { views } = (await exported(to)) as Record<string, Record<string, IDataObject>>;
		expect([views?.Own?.index, views?.['1']?.index]).toEqual(['1', '2']);
		expect((await apply(to, document)).output[0]?.json).toMatchObject({ deployed: false });
		const leaveOut = { deleteOthers: true, options: { leaveOut: [...own, 'views.Own'].join() } };
		expect((await apply(to, document, leaveOut)).error).toBeUndefined();
		expect(await missing()).toEqual([...own, 'views.Own']);
		const { layout } = (await exported(to)) as { layout: IDataObject[] };
		expect(layout.at(-1)).toMatchObject({ fields: [{ code: 'Own' }] });
		await apply(to, document, { deleteOthers: true });
		expect(await compared(to, { design: document })).toEqual([]);
	});

	it('keeps what is left out, with the codes that fields have then', async () => {
		const { to } = await pair();
		const Own = { type: 'LIST', name: 'Own', index: 0, fields: ['Record_number'] };
		await put(to, 'app/views', { views: { Own } });
		await design.api.deploy(to);
		const fields = { Nr: { type: 'RECORD_NUMBER', code: 'Nr', label: 'Nr' } };
		for (const [code, leaveOut] of [
			['Record_number', 'views.Own, fields.Nr.code'],
			['Nr', 'views.Own'],
		]) {
			expect((await apply(to, { fields }, { options: { leaveOut } })).error).toBeUndefined();
			expect((await exported(to)).views).toHaveProperty('Own.fields', [code]);
		}
	});

	it('leaves out of the design what the service has turned off', async () => {
		const { to, document } = await pair();
		for (const path of ['/k/v1/app/categories.json', '/k/v1/preview/app/categories.json'])
			await sandbox.faults({ path, status: 400, code: 'GAIA_OF02', times: 1 });
		const { output } = await apply(to, { ...document, categories: { enabled: true } });
		expect(output[0]?.json).toMatchObject({ changed: [] });
	});

	it('leaves fields that are left out of the design out of its layout', async () => {
		const { document } = await pair();
		const to = await newApp();
		const options = { leaveOut: 'fields.Number, fields.Lines.fields.Item, fields.Lines' };
		expect((await apply(to, document, { options })).error).toBeUndefined();
		const left = await compared(to, { design: document });
		expect(left.map(({ path }) => path)).toEqual(['fields.Lines', 'fields.Number', 'layout']);
		const kept = await apply(to, { layout: document.layout }, { options: { leaveOut: 'fields' } });
		expect(kept.output[0]?.json).toMatchObject({ changed: [] });
	});

	it('keeps a field of another type in the layout', async () => {
		const A = { type: 'SINGLE_LINE_TEXT' };
		const document = await exported(await design.api.makeApp({ A, B: { type: 'DATE' } }));
		const to = await design.api.makeApp({ A, B: { type: 'NUMBER' } });
		const options = { leaveOut: 'fields.B' };
		expect((await apply(to, document, { options })).error).toBeUndefined();
		const left = await design.preview<{ layout: IDataObject[] }>('app/form/layout', to);
		const fields = left.layout.flatMap((row) => row.fields);
		expect(fields).toMatchObject([{ code: 'A' }, { code: 'B', type: 'NUMBER' }]);
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
		await sandbox.faults(NOT_NOW);
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

	it.each([
		['meanwhile', 'PUT', 'app/settings', 'app/adminNotes', { content: 'Mine' }, 'other changes'],
		['after it failed', 'POST', 'app/deploy', 'app/settings', { theme: 'RED' }, 'not be reverted'],
	])('does not revert what somebody else changed %s', async (_, method, held, path, mine, said) => {
		const { to, changed } = await changedDocument();
		if (held === 'app/deploy') await sandbox.faults(NOT_NOW);
		const { error } = await sandbox.whileHeld(
			[`${method} /k/v1/preview/${held}.json`],
			async () => await apply(to, changed),
			async () => await put(to, path, mine),
		);
		expect(error).toHaveProperty('description', expect.stringContaining(said));
		expect(await design.preview(path, to)).toMatchObject(mine);
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
