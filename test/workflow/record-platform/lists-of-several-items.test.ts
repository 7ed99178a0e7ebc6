import type { IDataObject } from 'n8n-workflow';

import { options } from '../../sandbox/record-platform/api';
import { builtIn } from '../../support/built-in-fields';
import { useNewApp } from './app';
import { makePlaces } from './place-scene';
import { byId, ORDER_PROCESS } from './world';

const app = useNewApp(
	{
		Size: { type: 'DROP_DOWN', options: options('S', 'M') },
		Name: { type: 'SINGLE_LINE_TEXT' },
		Due: { type: 'DATE' },
		Amount: { type: 'NUMBER' },
	},
	ORDER_PROCESS,
);

const held = async () => await (await fetch(`${app.sandbox.url}/_sandbox/dump`)).json();
const get = async (path: string) =>
	await app.api.get<IDataObject>(`preview/${path}.json`, { app: app.id });

/** The items by the number in which they are refused. */
function refused(output: Array<{ error?: Error }>): number[] {
	return [...output.entries()].flatMap(([at, { error }]) => (error ? [at] : []));
}

const user = (code: string) => ({ entity: { type: 'USER', code } });
const view = (name: string) => ({ [name]: { type: 'LIST', index: 0, name, fields: ['Name'] } });
const chart = (name: string) => ({
	[name]: {
		...{ chartType: 'BAR', chartMode: 'NORMAL', index: 0, name },
		...{ groups: [{ code: 'Name' }], aggregations: [{ type: 'COUNT' }] },
	},
});
const step = (name: string) => [{ name, from: 'Working', to: 'Finished' }];
const row = (code: string) => ({ type: 'ROW', fields: [{ type: 'SINGLE_LINE_TEXT', code }] });

/** An operation, and what two items give for its list. */
const SETTINGS: Array<[string, string, string, unknown, unknown]> = [
	[
		...(['permission', 'updateApp', 'rights'] as const),
		[{ entity: { type: 'CREATOR' }, appEditable: true }],
		[{ ...user('sato'), recordViewable: true }],
	],
	[
		...(['permission', 'updateRecord', 'rights'] as const),
		[{ filterCond: 'Amount > 1', entities: [{ ...user('sato'), viewable: true }] }],
		[{ filterCond: 'Amount > 2', entities: [{ ...user('sato'), viewable: true }] }],
	],
	[
		...(['permission', 'updateField', 'rights'] as const),
		[{ code: 'Due', entities: [{ ...user('sato'), accessibility: 'READ' }] }],
		[{ code: 'Name', entities: [{ ...user('sato'), accessibility: 'READ' }] }],
	],
	['view', 'update', 'views', view('A'), view('B')],
	['report', 'update', 'reports', chart('A'), chart('B')],
	['process', 'update', 'actions', step('Go'), step('Stop')],
	['category', 'update', 'categories', { A: { index: 0 } }, { B: { index: 0 } }],
	['form', 'updateLayout', 'layout', [row('Name')], [row('Amount')]],
	...['updateGeneral', 'updatePerRecord', 'updateReminders'].map(
		(operation): [string, string, string, unknown, unknown] => {
			const parts = { filterCond: '', timing: { code: 'Due', daysLater: 0, time: '09:00' } };
			const of = (code: string) => [{ ...user(code), ...parts, targets: [user(code)] }];
			return ['notificationSettings', operation, 'notifications', of('sato'), of('suzuki')];
		},
	),
];

it.each(SETTINGS)(
	'%s, %s: items with other %s replace each other no more',
	async (resource, operation, name, one, other) => {
		const before = await held();
		const parameters = { environment: 'preview', [name]: '={{ $json.list }}' };
		const items = [{ list: one }, { list: other }] as IDataObject[];
		const { error } = await app.run(operation, parameters, { resource, items });
		expect(error?.message).toContain('2 items replace the same list with different content');
		expect(error?.message).toContain('[items 0–1]');
		expect(error?.description).toContain('in one item');
		expect(await held()).toEqual(before);
	},
);

it('keeps the permissions that were read as one item each', async () => {
	const given = [
		{ entity: { type: 'CREATOR' }, appEditable: true, recordViewable: true, recordAddable: true },
		{ ...user('sato'), recordViewable: true, recordEditable: true },
		{ entity: { type: 'GROUP', code: 'everyone' }, recordViewable: true },
	];
	await app.api.ok('PUT', 'preview/app/acl.json', { app: app.id, rights: given });
	const before = await get('app/acl');
	const read = await app.run(
		'getApp',
		{ environment: 'preview', simplify: true },
		{ resource: 'permission' },
	);
	const items = read.output.map(({ json }) => json);
	expect(items).toHaveLength(3);
	const parameters = { environment: 'preview', rights: '={{ [$json] }}' };
	const { error } = await app.run('updateApp', parameters, { resource: 'permission', items });
	expect(error?.message).toContain('3 items replace the same list');
	expect(await get('app/acl')).toEqual(before);
});

describe('choices of a field', () => {
	const choices = async () => {
		const { properties } = await get('app/form/fields');
		const { options } = (properties as Record<string, { options: IDataObject }>).Size ?? {};
		return Object.keys(options ?? {}).sort();
	};
	const change = async (given: unknown, ...items: IDataObject[]) =>
		await app.run(
			'updateFields',
			{
				specifyFields: 'below',
				fields: { rows: [{ code: 'Size', type: 'DROP_DOWN', properties: { options: given } }] },
			} as IDataObject,
			{ resource: 'form', items, onError: 'continueRegularOutput' },
		);

	it('stay if several items replace them', async () => {
		const { output } = await change('={{ $json.o }}', { o: 'S, M, L' }, { o: 'S, M, XL' });
		expect(refused(output)).toEqual([0, 1]);
		expect(await choices()).toEqual(['M', 'S']);
	});

	it('are those that all items give', async () => {
		const { output } = await change('={{ $json.o }}', { o: 'S, M, L' }, { o: 'S\nM\nL' });
		expect(refused(output)).toEqual([]);
		expect(await choices()).toEqual(['L', 'M', 'S']);
	});

	it.each(['S、M、L', 'S，M，L'])('are not put together to one: %s', async (given) => {
		const { output } = await change(given, {});
		expect(output[0]?.error?.message).toContain('has only Japanese commas');
		expect(await choices()).toEqual(['M', 'S']);
	});

	it('can have such commas where they are one a line', async () => {
		await change('S\nM、L', {});
		expect(await choices()).toEqual(['M、L', 'S']);
	});
});

describe('customization', () => {
	const url = (name: string) => `https://example.com/${name}.js`;
	const source = { list: 'desktop.js', source: 'url', url: '={{ $json.url }}' };
	const urls = async () => {
		const { desktop } = (await get('app/customize')) as { desktop: { js: IDataObject[] } };
		return desktop.js.map((one) => one.url);
	};
	const run = async (existingFiles: string, items: IDataObject[]) =>
		await app.run(
			'update',
			{ existingFiles, files: { rows: [source] } },
			{ resource: 'customization', items },
		);

	it('keeps its files if several items replace them', async () => {
		await run('replace', [{ url: url('before') }]);
		const { error } = await run('replace', [{ url: url('a') }, { url: url('b') }]);
		expect(error?.message).toContain('2 items replace the same list with different content');
		expect(await urls()).toEqual([url('before')]);
	});

	it('keeps its files if several items replace them with files of the same name', async () => {
		await run('replace', [{ url: url('before') }]);
		const input = ['one', 'two'].map((text) => ({
			json: {},
			binary: {
				data: {
					data: Buffer.from(text).toString('base64'),
					...{ mimeType: 'text/javascript', fileName: 'app.js', fileSize: '3 B' },
				},
			},
		}));
		const files = { rows: [{ list: 'desktop.js', source: 'binary', binaryPropertyName: 'data' }] };
		const more = { resource: 'customization', input };
		const { error } = await app.run('update', { existingFiles: 'replace', files }, more);
		expect(error?.message).toContain('2 items replace the same list with different content');
		expect(await urls()).toEqual([url('before')]);
	});

	it('gets the files of several items that add them', async () => {
		const { error } = await run('keep', [{ url: url('a') }, { url: url('b') }]);
		expect(error).toBeUndefined();
		expect(await urls()).toEqual([url('a'), url('b')]);
	});
});

describe('members', () => {
	const admin = { type: 'USER', code: 'admin', isAdmin: true };
	const members = { rows: [admin, { type: 'USER', code: '={{ $json.login }}' }] };
	const membersOf = async (space: string) => {
		const body = await app.api.get<{ members: Array<{ entity: { code: string } }> }>(
			'space/members.json',
			{ id: space },
		);
		return body.members.map(({ entity }) => entity.code);
	};
	const more = (...logins: string[]) => ({
		resource: 'space',
		items: logins.map((login) => ({ login })),
	});

	it('of a space stay if several items give one each', async () => {
		const { space } = await makePlaces(app.api, app.id);
		const before = await membersOf(space);
		const parameters = { spaceId: byId(space), members };
		const { error } = await app.run('updateMembers', parameters, more('sato', 'suzuki'));
		expect(error?.message).toContain(
			'2 items replace the same list with different content: "Members"',
		);
		expect(await membersOf(space)).toEqual(before);
	});

	it('of a space are those that all items give', async () => {
		const { space } = await makePlaces(app.api, app.id);
		const parameters = { spaceId: byId(space), members };
		const { error } = await app.run('updateMembers', parameters, more('sato', 'sato'));
		expect(error).toBeUndefined();
		expect(await membersOf(space)).toEqual(['admin', 'sato']);
	});

	it('of two spaces are those of its item each, and a leading zero makes no other space', async () => {
		const [one, two] = [await makePlaces(app.api, app.id), await makePlaces(app.api, app.id)];
		const items = [
			{ space: one.space, login: 'sato' },
			{ space: two.space, login: 'suzuki' },
		];
		const parameters = { spaceId: byId('={{ $json.space }}'), members };
		const ended = await app.run('updateMembers', parameters, { resource: 'space', items });
		expect(ended.error).toBeUndefined();
		expect(await membersOf(one.space)).toEqual(['admin', 'sato']);
		expect(await membersOf(two.space)).toEqual(['admin', 'suzuki']);
		const again = [
			{ space: one.space, login: 'suzuki' },
			{ space: `0${one.space}`, login: 'tanaka' },
		];
		await app.run('updateMembers', parameters, { resource: 'space', items: again });
		expect(await membersOf(one.space)).toEqual(['admin', 'sato']);
	});

	it('of a guest space stay if several items give one each', async () => {
		const { guestSpace } = await makePlaces(app.api, app.id);
		const before = await held();
		const parameters = { guestSpaceId: guestSpace, removeAll: false, emails: '={{ $json.email }}' };
		const items = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
		const { error } = await app.run('updateMembers', parameters, { resource: 'guest', items });
		expect(error?.message).toContain('2 items replace the same list with different content');
		expect(await held()).toEqual(before);
	});
});

describe('assignees', () => {
	const assigneesOf = async (id: string) => {
		const { record } = await app.api.get<{
			record: Record<string, { value: Array<{ code: string }> }>;
		}>('record.json', { app: app.id, id });
		return record[builtIn.assignee]?.value.map(({ code }) => code);
	};
	const parameters = { recordId: byId('={{ $json.id }}'), assignees: '={{ $json.login }}' };

	it('of one record are not replaced by those of another item, and other records go on', async () => {
		const [one, two] = [await app.create({ Name: 'a' }), await app.create({ Name: 'b' })];
		const items = [
			{ id: one, login: 'sato' },
			{ id: two, login: 'sato' },
			{ id: `0${one}`, login: 'suzuki' },
		];
		const before = await assigneesOf(one);
		const more = { items, onError: 'continueRegularOutput' as const };
		const { output } = await app.run('updateAssignees', parameters, more);
		expect(refused(output)).toEqual([0, 2]);
		expect(output[0]?.error?.message).toContain(
			'2 items replace the same list with different content: "Assignees" [items 0, 2]',
		);
		expect(await assigneesOf(one)).toEqual(before);
		expect(await assigneesOf(two)).toEqual(['sato']);
	});

	it('are refused in a dry run, too', async () => {
		const id = await app.create({ Name: 'a' });
		const items = ['sato', 'suzuki'].map((login) => ({ id, login }));
		const options = { dryRun: true };
		const { output } = await app.run('updateAssignees', { ...parameters, options }, { items });
		expect(output[0]?.json.refused).toEqual(
			[0, 1].map((item) => expect.objectContaining({ item })),
		);
	});
});

it('writes the same list of several items, and lists of other apps and environments', async () => {
	const other = await app.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
	const parameters = {
		app: byId('={{ $json.app }}'),
		environment: '={{ $json.environment ?? "preview" }}',
		rights: '={{ $json.rights }}',
	};
	const rights = (code: string, accessibility: string) => [
		{ code, entities: [{ accessibility, entity: user('sato').entity }] },
	];
	const items = [
		{ app: app.id, rights: rights('Name', 'READ') },
		{
			app: app.id,
			rights: [{ entities: [{ ...user('sato'), accessibility: 'READ' }], code: 'Name' }],
		},
		{ app: other, rights: rights('Name', 'NONE') },
		{ app: app.id, rights: rights('Due', 'NONE'), environment: 'production' },
	];
	const ended = await app.run('updateField', parameters, { resource: 'permission', items });
	expect(ended.error).toBeUndefined();
	expect(ended.output).toHaveLength(4);
	const codes = async (path: string, of: string) => {
		const body = await app.api.get<{ rights: IDataObject[] }>(path, { app: of });
		return body.rights.map(({ code }) => code);
	};
	expect(await codes('field/acl.json', app.id)).toEqual(['Due']);
	expect(await codes('preview/field/acl.json', other)).toEqual(['Name']);
});

it('lets one item write the statuses and another the actions', async () => {
	const parameters = { states: '={{ $json.states }}', actions: '={{ $json.actions }}' };
	const { states } = (await get('app/status')) as { states: IDataObject };
	const items = [{ states }, { actions: [{ name: 'Stop', from: 'Working', to: 'Finished' }] }];
	const { error } = await app.run('update', parameters, { resource: 'process', items });
	expect(error).toBeUndefined();
	expect((await get('app/status')).actions).toMatchObject([{ name: 'Stop' }]);
});
