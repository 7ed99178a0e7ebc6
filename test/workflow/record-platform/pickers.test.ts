import { methods } from '../../../nodes/RecordPlatform/methods';
import { builtIn } from '../../support/built-in-fields';
import { useSandbox } from '../../support/sandbox';
import { editor } from './editor';
import { Api, byId, ORDER_FIELDS, ORDER_PROCESS } from './world';

const sandbox = useSandbox();
const { listSearch, loadOptions, resourceMapping } = methods;
let api: Api;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
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
	it('shows names and IDs, links to the apps, and finds by name', async () => {
		const { results } = await listSearch.searchApps.call(await editor(sandbox, {}), 'tES');
		expect(results).toEqual([
			{ name: `Test (${app})`, value: app, url: `${sandbox.url}/k/${app}/` },
		]);
	});

	it('finds by ID', async () => {
		const { results } = await listSearch.searchApps.call(await editor(sandbox, {}), app);
		expect(results[0]?.value).toBe(app);
	});

	it('finds apps by name, and goes on after a hundred', async () => {
		for (let made = 0; made < 101; made++) {
			await api.ok('POST', 'preview/app.json', { name: `Many ${made}` });
		}
		const apps = Array.from({ length: 101 }, (_, index) => ({
			app: String(Number(app) + 1 + index),
		}));
		await api.ok('POST', 'preview/app/deploy.json', { apps });
		await new Promise((resolve) => setTimeout(resolve, 300));
		const first = await listSearch.searchApps.call(await editor(sandbox, {}));
		expect(first.results).toHaveLength(100);
		expect(first.paginationToken).toBe('100');
		const second = await listSearch.searchApps.call(
			await editor(sandbox, {}),
			undefined,
			first.paginationToken as string,
		);
		expect(second.results.length).toBeGreaterThan(0);
		expect(second.paginationToken).toBeUndefined();
		const { results } = await listSearch.searchApps.call(await editor(sandbox, {}), 'mAnY 10');
		expect(results.map(({ name }) => name.replace(/ \(\d+\)$/, ''))).toEqual([
			'Many 10',
			'Many 100',
		]);
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

	it("tells the service's reason for a wrong password", async () => {
		const account = { signInWith: 'password', username: 'admin', password: 'wrong-secret' };
		const context = await editor(sandbox, {}, account);
		const failed: Error = await listSearch.searchApps.call(context).then(
			() => new Error('no error'),
			(error: Error) => error,
		);
		expect(failed.message).toContain('CB_WA01');
		expect(JSON.stringify(failed)).not.toContain('wrong-secret');
	});
});

describe('the fields', () => {
	it('to sort by have no tables', async () => {
		const names = await loadOptions.getSortFields.call(await withApp());
		const codes = names.map(({ value }) => value);
		expect(codes).toEqual(expect.arrayContaining(['$id', 'Amount', 'Total']));
		expect(codes).not.toContain('Lines');
	});

	it('are those that a record is returned with', async () => {
		const names = await loadOptions.getReadableFields.call(await withApp());
		expect(names.map(({ value }) => value)).toEqual(
			expect.arrayContaining(['$id', '$revision', 'Amount', 'Total', 'Lines']),
		);
		expect(names.find(({ value }) => value === 'State')?.name).toBe('Progress (State)');
	});

	it('carry their types for conditions, those of tables too', async () => {
		const names = await loadOptions.getConditionFields.call(await withApp());
		expect(names.map(({ value }) => value)).toEqual(
			expect.arrayContaining(['$id|__ID__', 'Amount|NUMBER', 'Quantity|SUBTABLE.NUMBER']),
		);
	});

	it('are those of the test environment where they are to be deleted, with the columns of tables', async () => {
		await api.addFields(app, { Waiting: { type: 'DATE' } });
		const names = await loadOptions.getFieldsToDelete.call(await withApp());
		const codes = names.map(({ value }) => value);
		expect(codes).toEqual(
			expect.arrayContaining(['Waiting', 'Total', 'Lines', 'Quantity', 'Article']),
		);
		for (const code of [builtIn.recordNumber, builtIn.creator, builtIn.status, '$id']) {
			expect(codes).not.toContain(code);
		}
		expect(names.find(({ value }) => value === 'Article')?.name).toBe('Lines: Article');
	});

	it('are none while no app is chosen', async () => {
		const context = await editor(sandbox, { app: { mode: 'list', value: '' } });
		expect(await loadOptions.getReadableFields.call(context)).toEqual([]);
	});
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
		const context = await editor(sandbox, {
			...COPY,
			app: byId(app),
			targetApp: byId(target),
			options: {},
		});
		expect(await loadOptions.getTargetFileFields.call(context)).toEqual([
			{ name: 'Scanned page (Scan)', value: 'Scan' },
		]);
		const none = await editor(sandbox, {
			...COPY,
			app: byId(target),
			targetApp: { mode: 'list', value: '' },
		});
		expect(await loadOptions.getTargetFileFields.call(none)).toEqual([]);
	});

	it('to take files from are those of the app, with those in tables', async () => {
		const context = await editor(sandbox, { app: byId(await api.makeApp(FILES)), options: {} });
		expect(await loadOptions.getFileFields.call(context)).toEqual([
			{ name: 'Scanned page (Scan)', value: 'Scan' },
			{ name: 'Entries: Proof', value: 'Proof' },
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

describe('the actions', () => {
	it('are those of the process management, with their ways', async () => {
		expect(await loadOptions.getActions.call(await withApp())).toEqual([
			{ name: 'Begin', value: 'Begin', description: 'Not started → Working' },
			{ name: 'Finish', value: 'Finish', description: 'Working → Finished' },
		]);
	});
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
		const names = fields.map(({ displayName }) => displayName);
		expect(names).toEqual(
			expect.arrayContaining([
				'Notes',
				'Tags: red, green, blue',
				'Files: binary field, e.g. data',
				'Lines: rows: Article, Quantity',
				'People: login names',
			]),
		);
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

	it('offers the record ID and unique fields to match an update by', async () => {
		const { fields } = await resourceMapping.getFieldsToUpdate.call(await withApp());
		const match = fields.filter(({ canBeUsedToMatch }) => canBeUsedToMatch);
		expect(match.map(({ id }) => id)).toEqual(['$id', 'Number']);
		expect(fields.some(({ required }) => required)).toBe(false);
	});

	it('offers unique fields alone to match an upsert by', async () => {
		const { fields } = await resourceMapping.getFieldsToUpsert.call(await withApp());
		const match = fields.filter(({ canBeUsedToMatch }) => canBeUsedToMatch);
		expect(match).toEqual([expect.objectContaining({ id: 'Number', defaultMatch: true })]);
	});

	it('says what to do while no app is chosen', async () => {
		const context = await editor(sandbox, {});
		expect(await resourceMapping.getFieldsToCreate.call(context)).toEqual({
			fields: [],
			emptyFieldsNotice: 'Choose an app to see its fields.',
		});
	});
});
