import { useApi } from '../../sandbox/record-platform/api';
import { methods } from '../../../nodes/RecordPlatform/methods';
import { builtIn } from '../../support/built-in-fields';
import { editor } from './editor';
import { byId, ORDER_FIELDS, ORDER_PROCESS } from './world';

const { sandbox, api } = useApi();
const { listSearch, loadOptions, resourceMapping } = methods;
let app: string;

beforeAll(async () => {
	app = await api.makeApp(
		{
			...ORDER_FIELDS,
			Total: { type: 'CALC', expression: 'Amount * 2' },
			Ready: { type: 'SINGLE_LINE_TEXT', required: true },
			Level: { type: 'NUMBER', required: true, defaultValue: '1' },
		},
		ORDER_PROCESS,
	);
});

const withApp = async () => await editor(sandbox, { app: byId(app), options: {} });

describe('the list of apps', () => {
	const search = async (text?: string, token?: string) =>
		await listSearch.searchApps.call(await editor(sandbox, {}), text, token);

	it.each([
		['a part of the name', () => 'tES'],
		['the ID', () => app],
	])('shows names and IDs, links to the apps, and finds by %s', async (_, text) => {
		expect((await search(text())).results).toEqual([
			{ name: `Test (${app})`, value: app, url: `${sandbox.url}/k/${app}/` },
		]);
	});

	it('finds apps by name, and goes on after a hundred', async () => {
		const apps: Array<{ app: string }> = [];
		for (let made = 0; made < 101; made++) {
			apps.push(await api.ok('POST', 'preview/app.json', { name: `Many ${made}` }));
		}
		await api.ok('POST', 'preview/app/deploy.json', { apps });
		await new Promise((resolve) => setTimeout(resolve, 300));
		const first = await search();
		expect(first.results).toHaveLength(100);
		const names = first.results.map(({ name }) => name.replace(/ \(\d+\)$/, ''));
		expect(names.slice(0, 3)).toEqual(['Many 0', 'Many 1', 'Many 2']);
		expect(first.paginationToken).toBe('100');
		const second = await search(undefined, '100');
		expect(second.results.length).toBeGreaterThan(0);
		expect(second.paginationToken).toBeUndefined();
		expect(
			(await search('mAnY 10')).results.map(({ name }) => name.replace(/ \(\d+\)$/, '')),
		).toEqual(['Many 10', 'Many 100']);
	});

	it('tells the way on with an API token, and takes a typed ID', async () => {
		const { token } = (await sandbox.control('tokens', { app, permissions: ['view'] })) as {
			token: string;
		};
		const account = { signInWith: 'apiTokens', apiTokens: token };
		const context = await editor(sandbox, {}, account);
		for (const filter of [undefined, 'Orders']) {
			await expect(listSearch.searchApps.call(context, filter)).rejects.toThrow(
				"API tokens can't list apps. Select By ID or By URL",
			);
		}
		expect((await listSearch.searchApps.call(context, '12')).results).toEqual([
			{ name: 'App 12', value: '12' },
		]);
	});
});

const BUILT_IN = [builtIn.recordNumber, builtIn.creator, builtIn.status, '$id'];

it.each<[keyof typeof loadOptions, string[], string[]]>([
	['getSortFields', ['$id', 'Amount', 'Total'], ['Lines']],
	['getReadableFields', ['$id', '$revision', 'Amount', 'Total', 'Lines'], []],
	['getConditionFields', ['$id|__ID__', 'Amount|NUMBER', 'Quantity|SUBTABLE.NUMBER'], []],
	// Those of the test environment, with the columns of tables.
	['getFieldsToDelete', ['Waiting', 'Total', 'Lines', 'Quantity', 'Article'], BUILT_IN],
])('the fields of %s are those that fit', async (method, some, none) => {
	if (method === 'getFieldsToDelete') await api.addFields(app, { Waiting: { type: 'DATE' } });
	const codes = (await loadOptions[method].call(await withApp())).map(({ value }) => value);
	expect(codes).toEqual(expect.arrayContaining(some));
	for (const code of none) expect(codes).not.toContain(code);
});

it('the fields have their labels, and the table of a column', async () => {
	const readable = await loadOptions.getReadableFields.call(await withApp());
	expect(readable.find(({ value }) => value === 'State')?.name).toBe('Progress (State)');
	const toDelete = await loadOptions.getFieldsToDelete.call(await withApp());
	expect(toDelete.find(({ value }) => value === 'Article')?.name).toBe('Lines: Article');
});

describe('the attachment fields', () => {
	const FILES = {
		Scan: { type: 'FILE', label: 'Scanned page' },
		Title: { type: 'SINGLE_LINE_TEXT' },
		Lines: {
			type: 'SUBTABLE',
			label: 'Entries',
			fields: {
				Proof: { type: 'FILE', code: 'Proof', label: 'Proof' },
				Note: { type: 'SINGLE_LINE_TEXT', code: 'Note', label: 'Note' },
			},
		},
	};

	const COPY = { resource: 'file', operation: 'copyToRecord' };

	it('to copy to are those of the target app outside of tables', async () => {
		const target = await api.makeApp(FILES);
		const parameters = { ...COPY, app: byId(app), targetApp: byId(target), options: {} };
		expect(await loadOptions.getTargetFileFields.call(await editor(sandbox, parameters))).toEqual([
			{ name: 'Scanned page (Scan)', value: 'Scan' },
		]);
	});

	it.each([
		['the guest space of the option', '/k/guest/7/v1', '12', { guestSpace: '7' }],
		['its own', '/k/guest/9/v1', '12', { guestSpace: '7', targetGuestSpace: '9' }],
		['that of its address', '/k/guest/8/v1', 'guest/8/12', { guestSpace: '7' }],
		['none', '/k/v1', '12', { guestSpace: '7', targetGuestSpace: '0' }],
	])('of a target app are asked for in %s', async (_, path, target, options) => {
		await sandbox.forget();
		const targetApp = { __rl: true, mode: 'url', value: target };
		const context = await editor(sandbox, { ...COPY, targetApp, options });
		await loadOptions.getTargetFileFields.call(context).catch(() => undefined);
		const asked = (await sandbox.requests()).map((one) => one.path);
		expect(asked).toEqual([expect.stringContaining(`${path}/app/form/fields.json`)]);
	});
});

it('the actions are those of the process management, with their ways', async () => {
	expect(await loadOptions.getActions.call(await withApp())).toEqual([
		{ name: 'Begin', value: 'Begin', description: 'Not started → Working' },
		{ name: 'Finish', value: 'Finish', description: 'Working → Finished' },
	]);
});

describe('the mapper', () => {
	it('offers what a new record takes, what is required first', async () => {
		const { fields } = await resourceMapping.getFieldsToCreate.call(await withApp());
		expect(fields[0]).toMatchObject({ id: 'Ready', required: true });
		expect(fields.find(({ id }) => id === 'Level')?.required).toBe(false);
		expect(fields.find(({ id }) => id === 'Total')).toBeUndefined();
		expect(fields.find(({ id }) => id === 'State')).toMatchObject({
			type: 'options',
			options: [
				{ name: 'Open', value: 'Open' },
				{ name: 'Done', value: 'Done' },
			],
		});
		expect(fields.filter(({ type }) => type === 'dateTime').map(({ id }) => id)).toEqual(
			expect.arrayContaining(['Due', 'Sent']),
		);
		const system = fields.filter(({ removed }) => removed).map(({ id }) => id);
		expect(system).toContain(builtIn.creator);
		expect(fields.slice(-system.length).map(({ id }) => id)).toEqual(system);
	});

	it('says what to type where a control does not', async () => {
		const { fields } = await resourceMapping.getFieldsToCreate.call(await withApp());
		expect(fields.map(({ displayName }) => displayName)).toEqual(
			expect.arrayContaining([
				'Notes',
				'Tags: red, green, blue',
				'Files: binary field',
				'Lines: rows: Article, Quantity',
				'People: login names',
			]),
		);
	});

	it('begins the label with a handle where a model would not tell it from others', async () => {
		const text = { type: 'SINGLE_LINE_TEXT' };
		const id = await api.makeApp({
			Subject: { ...text, label: '件名' },
			詳細: text,
			Phone: { ...text, label: 'Phone?' },
			Tel: { ...text, label: 'Phone!' },
			Mail: { type: 'USER_SELECT', label: 'Mail to' },
		});
		const open = { resource: 'record', operation: 'create', app: byId(id), options: {} };
		const node = await editor(sandbox, open);
		const tool = Object.create(node, {
			getNode: { value: () => ({ ...node.getNode(), type: `${node.getNode().type}Tool` }) },
		}) as typeof node;
		const labelsIn = async (context: typeof node) =>
			(await resourceMapping.getFieldsToCreate.call(context)).fields
				.filter(({ removed }) => !removed)
				.map(({ displayName }) => displayName);
		const labels = ['件名', '詳細', 'Phone?', 'Phone!', 'Mail to: login names'];
		expect(await labelsIn(node)).toEqual(labels);
		const [subject, details, phone, tel, mail] = await labelsIn(tool);
		expect([subject, phone, tel, mail]).toEqual([
			...['Subject: 件名', 'Phone: Phone?', 'Tel: Phone!', 'Mail to: login names'],
		]);
		expect(details).toMatch(/^field_\d+: 詳細$/);
	});

	it.each([
		['createWithTable', 'getFieldsToCreate'],
		['upsertWithTable', 'getFieldsToUpsert'],
	] as const)('does not offer the table of the items twice in %s', async (operation, method) => {
		const offered = async (parameters: object) => {
			const context = await editor(sandbox, {
				resource: 'record',
				operation,
				app: byId(app),
				options: {},
				...parameters,
			});
			return (await resourceMapping[method].call(context)).fields.map(({ id }) => id);
		};
		expect(await offered({})).toContain('Lines');
		expect(await offered({ table: 'Lines' })).not.toContain('Lines');
		expect(await offered({ table: 'Lines', operation: 'create' })).toContain('Lines');
	});

	const equal = [
		'Number',
		'Amount',
		'State',
		'Tags',
		'Due',
		'Sent',
		'At',
		'People',
		'Ready',
		'Level',
	];

	it('offers the record ID and fields that can be searched to match an update by', async () => {
		const { fields } = await resourceMapping.getFieldsToUpdate.call(await withApp());
		const match = fields.filter(({ canBeUsedToMatch }) => canBeUsedToMatch);
		expect(new Set(match.map(({ id }) => id))).toEqual(new Set(['$id', ...equal]));
		expect(fields.some(({ required }) => required)).toBe(false);
		expect(fields.filter(({ readOnly }) => readOnly).map(({ id }) => id)).toEqual(['$id']);
	});

	it('offers fields that can be searched to match an upsert by, and the unique one first', async () => {
		const { fields } = await resourceMapping.getFieldsToUpsert.call(await withApp());
		const match = fields.filter(({ canBeUsedToMatch }) => canBeUsedToMatch);
		expect(new Set(match.map(({ id }) => id))).toEqual(new Set(equal));
		expect(fields.filter(({ defaultMatch }) => defaultMatch)).toMatchObject([{ id: 'Number' }]);
	});
});
