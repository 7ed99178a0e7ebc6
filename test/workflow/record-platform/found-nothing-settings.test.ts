import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { makePlaces } from './place-scene';
import { byId } from './world';

const app = useNewApp({
	Name: { type: 'SINGLE_LINE_TEXT', label: 'Name', defaultValue: 'before' },
});

const none = '={{ $json.none }}';
const AN_OBJECT = '={{ $json.object }}';
const items = [{ object: { first: 'a' }, list: [{ first: 'a' }], name: 'New name' }];
const objects = [AN_OBJECT, '={{ $json.list }}'];
const NO_TEXT = 'is an object, not text';
const NOTHING = 'The expressions returned no values, so there is nothing to change';

const held = async () => await (await fetch(`${app.sandbox.url}/_sandbox/dump`)).json();

/** Runs an operation that is refused and leaves all data as it is. */
async function refused(resource: string, operation: string, parameters: IDataObject, why: string) {
	const before: unknown = await held();
	const { error } = await app.run(operation, parameters, { resource, items });
	expect(error?.message).toContain(why);
	expect(await held()).toEqual(before);
}

const form = async () =>
	await app.api.get<{ properties: Record<string, IDataObject> }>('preview/app/form/fields.json', {
		app: app.id,
	});
const settings = async () =>
	await app.api.get<IDataObject>('preview/app/settings.json', { app: app.id });
const fieldRows = (row: IDataObject) => ({
	specifyFields: 'below',
	fields: { rows: [{ type: 'SINGLE_LINE_TEXT', ...row }] },
});

describe('a change whose expressions found nothing is no success', () => {
	it.each<IDataObject>([
		{ name: none },
		{ body: none },
		{ name: none, body: none },
		{ name: '={{ "" }}' },
	])('of a thread: %j', async (updateFields) => {
		const { thread } = await makePlaces(app.api, app.id);
		await refused('thread', 'update', { threadId: thread, updateFields }, NOTHING);
	});

	it('of a space', async () => {
		const { space } = await makePlaces(app.api, app.id);
		const parameters = { spaceId: byId(space), settings: { name: none, isPrivate: none } };
		await refused('space', 'updateSettings', parameters, NOTHING);
	});

	it.each<[string, string, IDataObject]>([
		['appSettings', 'update', { settings: { name: none, description: none } }],
		['appSettings', 'update', { settings: { digits: none } }],
		['app', 'updateAdminNotes', { settings: { content: none } }],
		['notificationSettings', 'updateGeneral', { notifications: none }],
		['notificationSettings', 'updateReminders', { notifications: none }],
		['process', 'update', { states: none, actions: none }],
	])('of %s, %s: %j', async (resource, operation, parameters) => {
		await refused(resource, operation, parameters, NOTHING);
	});

	it.each<IDataObject>([{ properties: { label: none } }, { further: none }])(
		'of a field: %j',
		async (row) => {
			const parameters = fieldRows({ code: 'Name', ...row });
			await refused(
				'form',
				'updateFields',
				parameters,
				'no value for any property of field "Name"',
			);
		},
	);

	it('but one that finds some values changes those', async () => {
		const before = await settings();
		const parameters = { settings: { name: '={{ $json.name }}', description: none } };
		await app.run('update', parameters, { resource: 'appSettings', items });
		const after = await settings();
		expect(after).toEqual({ ...before, name: 'New name', revision: after.revision });
	});

	it('and one without an expression is sent as before', async () => {
		const { thread } = await makePlaces(app.api, app.id);
		const parameters = { threadId: thread, updateFields: {} };
		const { error } = await app.run('update', parameters, { resource: 'thread', items });
		expect(error).toBeUndefined();
	});
});

describe.each(objects)('an object is no text: %s', (value) => {
	it.each<[string, IDataObject]>([
		['updateFields', { code: 'Name', properties: { defaultValue: value } }],
		['updateFields', { code: 'Name', properties: { label: value } }],
		['updateFields', { code: value, properties: { label: 'x' } }],
		['createFields', { code: value, label: 'x' }],
		['createFields', { code: 'More', label: value }],
		['createFields', { code: 'More', label: 'x', properties: { defaultValue: value } }],
		[
			'createFields',
			{ code: 'More', label: 'x', type: 'DROP_DOWN', properties: { options: value } },
		],
	])('of a form: %s, %j', async (operation, row) => {
		await refused('form', operation, fieldRows(row), NO_TEXT);
	});

	it.each(['name', 'description', 'icon', 'titleField'])('of app settings: %s', async (key) => {
		await refused('appSettings', 'update', { settings: { [key]: value } }, NO_TEXT);
	});

	it('of threads and comments', async () => {
		const { space, thread } = await makePlaces(app.api, app.id);
		const threadId = thread;
		await refused('thread', 'update', { threadId, updateFields: { name: value } }, NO_TEXT);
		await refused('thread', 'update', { threadId, updateFields: { body: value } }, NO_TEXT);
		const comment = { spaceId: byId(space), threadId, text: value };
		await refused('thread', 'postComment', comment, NO_TEXT);
		const recordId = byId(await app.create({ Name: 'a' }));
		await refused('comment', 'create', { recordId, text: value }, NO_TEXT);
	});
});

it.each<[string, IDataObject]>([
	['update', {}],
	['upsert', {}],
	['update', { options: { onlyChanges: true } }],
])('an object is no key of a record: %s, %j', async (operation, parameters) => {
	const matchingColumns = ['Key'];
	const id = await app.api.makeApp({ Key: { type: 'SINGLE_LINE_TEXT', unique: true } });
	const value = { Key: AN_OBJECT };
	const fields = { mappingMode: 'defineBelow', value, matchingColumns, schema: [] };
	await refused('record', operation, { ...parameters, app: byId(id), fields }, NO_TEXT);
});

it('a date is written as its ISO text, whatever the zone of the machine', async () => {
	const parameters = fieldRows({
		code: 'Name',
		properties: { defaultValue: "={{ new Date('2026-01-31T10:00:00Z') }}" },
	});
	const { error } = await app.run('updateFields', parameters, { resource: 'form', items });
	expect(error).toBeUndefined();
	expect((await form()).properties.Name?.defaultValue).toBe('2026-01-31T10:00:00.000Z');
});

describe.each(['decimalPlaces', 'digits', 'firstMonthOfFiscalYear'])(
	'a setting that is no number changes nothing: %s',
	(key) => {
		it.each(['={{ [] }}', '={{ "" }}', '={{ null }}', '= ', '={{ "x" }}', '={{ 1.5 }}'])(
			'%j',
			async (value) => {
				const parameters = { settings: { name: 'x', [key]: value } };
				await refused('appSettings', 'update', parameters, 'must be a whole number');
			},
		);
	},
);

describe('a file of the customization without a known source', () => {
	it.each([none, '={{ "" }}', '={{ null }}', '={{ "web" }}'])('%j', async (source) => {
		const rows = [
			{ list: 'desktop.js', source, binaryPropertyName: 'data', url: 'https://x.y/z.js' },
		];
		const input = [
			{
				json: {},
				binary: {
					data: {
						data: Buffer.from('x').toString('base64'),
						mimeType: 'text/css',
						fileName: 'a.js',
					},
				},
			},
		];
		const before: unknown = await held();
		const parameters = { files: { rows } };
		const { error } = await app.run('update', parameters, { resource: 'customization', input });
		expect(error?.message).toContain('is not a valid value for "Source"');
		expect(await held()).toEqual(before);
	});
});

describe.each([none, '={{ null }}'])('a choice or text of which %s found nothing', (value) => {
	const NO_VALUE = 'returned no value';
	const condition = (row: IDataObject) => ({
		filterBy: 'conditions',
		conditions: { rows: [{ field: 'Name|SINGLE_LINE_TEXT', value: 'a', ...row }] },
	});

	it.each<IDataObject>([
		condition({ operator: value }),
		condition({ field: 'Name', operator: 'equals', kind: value }),
		{ ...condition({ operator: 'equals' }), match: value },
		{ filterBy: 'query', query: value },
	])('returns and deletes no other records: %j', async (parameters) => {
		await app.create({ Name: 'a' });
		await app.create({ Name: 'b' });
		await refused('record', 'getAll', { returnAll: true, ...parameters }, NO_VALUE);
		await refused('record', 'count', parameters, NO_VALUE);
		await refused('record', 'deleteByConditions', parameters, NO_VALUE);
	});

	it('posts no empty comment', async () => {
		const { space, thread } = await makePlaces(app.api, app.id);
		const input = [
			{
				json: {},
				binary: { data: { data: 'eA==', mimeType: 'text/plain', fileName: 'a.txt' } },
			},
		];
		const before: unknown = await held();
		const parameters = { spaceId: byId(space), threadId: thread, text: value };
		const comment = { ...parameters, binaryPropertyNames: 'data' };
		const { error } = await app.run('postComment', comment, { resource: 'thread', input });
		expect(error?.message).toContain(`"Text" ${NO_VALUE}`);
		expect(await held()).toEqual(before);
	});

	it('is no limit and no page', async () => {
		await app.create({ Name: 'a' });
		for (const one of [{ limit: value }, { returnAll: value }, { simplify: value }]) {
			await refused('record', 'getAll', one, NO_VALUE);
		}
	});
});
