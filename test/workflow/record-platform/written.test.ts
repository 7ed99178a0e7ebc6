import type { IDataObject } from 'n8n-workflow';

import { Api, cells } from '../../sandbox/record-platform/api';
import { builtIn } from '../../support/built-in-fields';
import { useSandbox } from '../../support/sandbox';
import { jsonOf } from '../../support/workflow';
import { automatic, byId, mapping, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;

const process = {
	enable: true,
	states: {
		New: { name: 'New', index: '0', assignee: { type: 'ONE', entities: [] } },
		Checked: { name: 'Checked', index: '1', assignee: { type: 'ONE', entities: [] } },
	},
	actions: [{ name: 'Check', from: 'New', to: 'Checked', filterCond: '' }],
};

beforeAll(() => {
	api = new Api(sandbox.url);
});

beforeEach(async () => {
	app = await api.makeApp(
		{
			Key: { type: 'SINGLE_LINE_TEXT', unique: true },
			Amount: { type: 'NUMBER' },
			Twice: { type: 'CALC', expression: 'Amount * 2' },
			Lines: { type: 'SUBTABLE', fields: { Part: { type: 'SINGLE_LINE_TEXT' } } },
		},
		process,
	);
	await sandbox.forget();
});

const run = async (
	operation: string,
	parameters: IDataObject,
	{ items = [{}], resource = 'record', account = {} }: More = {},
) =>
	await runRecordPlatform(sandbox, {
		resource,
		operation,
		items,
		...(Object.keys(account).length > 0 && { account }),
		parameters: { app: byId(app), options: {}, ...parameters },
	});

interface More {
	items?: IDataObject[];
	resource?: string;
	account?: IDataObject;
}

const urlOf = (id: unknown) => `${sandbox.url}/k/${app}/show#record=${String(id)}`;

/** Paths of the requests that read records. */
const reads = async () =>
	(await sandbox.requests()).filter(
		({ method, path }) => method === 'GET' && /\/records?\.json/.test(path),
	);

const orders = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ Key: `k${index}`, Amount: index }));

describe('the URL of the record', () => {
	it.each(['create', 'createOne'])('is in the output of %s', async (operation) => {
		const [row] = jsonOf(await run(operation, { fields: automatic() }, { items: orders(1) }));
		expect(row).toEqual({ id: '1', revision: '1', url: urlOf(1) });
		expect(await reads()).toEqual([]);
	});

	it.each(['update', 'updateOne'])('is in the output of %s', async (operation) => {
		const id = await api.create(app, cells({ Key: 'a' }));
		const fields = mapping({ $id: id, Amount: 5 }, { matchingColumns: ['$id'] });
		const [row] = jsonOf(await run(operation, { fields }));
		expect(row).toEqual({ id, revision: '2', url: urlOf(id) });
	});

	it('is in the output of Create or Update, Sync, and Table Row: Add', async () => {
		const items = orders(2);
		const fields = automatic({ matchingColumns: ['Key'] });
		const upserted = jsonOf(await run('upsert', { fields }, { items }));
		expect(upserted.map(({ url }) => url)).toEqual([urlOf(1), urlOf(2)]);
		const synced = jsonOf(await run('sync', { fields, deleteOthers: false }, { items }));
		expect(synced.map(({ url }) => url)).toEqual([urlOf(1), urlOf(2)]);
		const row = { recordId: byId('1'), table: 'Lines', columns: mapping({ Part: 'ink' }) };
		const [added] = jsonOf(await run('add', row, { resource: 'tableRow' }));
		expect(added).toMatchObject({ id: '1', url: urlOf(1) });
	});

	it('is not in the output of a deletion', async () => {
		const [row] = jsonOf(
			await run('delete', { recordId: byId(await api.create(app, cells({ Key: 'a' }))) }),
		);
		expect(row).toEqual({ deleted: true, id: '1' });
	});

	it('is not called an unknown column where the item is written again', async () => {
		const items = jsonOf(await run('create', { fields: automatic() }, { items: orders(1) }));
		const again = items.map((item) => ({ ...item, Amount: 8 }));
		const outcome = await run(
			'update',
			{
				fields: automatic({ matchingColumns: ['$id'] }),
				options: { unknownColumns: 'stop' },
			},
			{ items: again },
		);
		jsonOf(outcome);
		expect(await api.values(app, '1')).toMatchObject({ Amount: '8' });
	});
});

describe('Return Record', () => {
	const options = { returnRecord: true };

	it.each([
		['create', automatic()],
		['upsert', automatic({ matchingColumns: ['Key'] })],
	])('%s adds what Get returns, with one read for 500 records', async (operation, fields) => {
		const items = orders(501);
		const rows = jsonOf(await run(operation, { fields, options }, { items }));
		expect(await reads()).toHaveLength(2);
		expect(rows).toHaveLength(501);
		for (const at of [0, 250, 500]) {
			const { id } = rows[at] as { id: string };
			const [got] = jsonOf(await run('get', { recordId: byId(id) }));
			expect(rows[at]).toMatchObject({ ...got, id, url: urlOf(id) });
			expect(rows[at]).toMatchObject({ Key: `k${at}`, Amount: at, Twice: at * 2 });
		}
	});

	it('finds a record that was matched by a key, and names its ID', async () => {
		const id = await api.create(app, cells({ Key: 'a', Amount: 1 }));
		const fields = mapping({ Key: 'a', Amount: 5 }, { matchingColumns: ['Key'] });
		const [row] = jsonOf(await run('updateOne', { fields, options }));
		expect(row).toMatchObject({ id, revision: '2', url: urlOf(id), Amount: 5, Twice: 10 });
	});

	it('keeps the written records where they cannot be read, and says so', async () => {
		const { token } = (await sandbox.control('tokens', { app, permissions: ['add'] })) as {
			token: string;
		};
		const outcome = await run(
			'create',
			{ fields: mapping({ Key: 'a' }), options },
			{ account: { signInWith: 'apiTokens', apiTokens: token } },
		);
		expect(jsonOf(outcome)).toEqual([{ id: '1', revision: '1', url: urlOf(1) }]);
		expect(outcome.hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('Written, but the records could not be read: '),
		);
		expect(await api.allValues(app)).toHaveLength(1);
	});

	it('reads nothing in a dry run', async () => {
		await run('create', { fields: mapping({ Key: 'a' }), options: { ...options, dryRun: true } });
		expect(await reads()).toEqual([]);
	});
});

describe('the new status', () => {
	it.each(['updateStatus', 'updateStatusOfOne'])('is in the output of %s', async (operation) => {
		const ids = [
			await api.create(app, cells({ Key: 'a' })),
			await api.create(app, cells({ Key: 'b' })),
		];
		await sandbox.forget();
		const items = ids.map((id) => ({ id }));
		const parameters = { recordId: byId('={{ $json.id }}'), action: 'Check' };
		const rows = jsonOf(await run(operation, parameters, { items }));
		expect(rows.map(({ id, status, url }) => [id, status, url])).toEqual(
			ids.map((id) => [id, 'Checked', urlOf(id)]),
		);
		expect(await reads()).toHaveLength(1);
		expect(await api.values(app, ids[0] as string)).toMatchObject({
			[builtIn.status]: 'Checked',
		});
	});
});

const recordsOf = async (of: string) => {
	const query = new URLSearchParams({ app: of, query: 'order by $id asc' });
	type Cells = Record<string, { value: unknown }>;
	return (await api.ok<{ records: Cells[] }>('GET', `records.json?${String(query)}`)).records;
};

describe('a field that is called like a value of the output', () => {
	const ID = { id: { type: 'NUMBER' }, Key: { type: 'SINGLE_LINE_TEXT', unique: true } };

	it.each(['update', 'upsert'])('does not take its place: %s', async (operation) => {
		app = await api.makeApp(ID);
		const first = await api.create(app, cells({ Key: 'x1', id: 2 }));
		const second = await api.create(app, cells({ Key: 'x2', id: 1 }));
		const outcome = await run(
			operation,
			{ fields: automatic({ matchingColumns: ['Key'] }), options: { returnRecord: true } },
			{ items: [{ Key: 'x1', id: 2 }] },
		);
		expect(jsonOf(outcome)).toMatchObject([
			{ id: first, $id: first, Key: 'x1', url: urlOf(first) },
		]);
		expect(outcome.hints.map(({ message }) => message).join()).toContain('field "id"');
		await run('delete', { recordId: { mode: 'id', value: jsonOf(outcome)[0]?.id } });
		expect((await recordsOf(app)).map(({ $id }) => $id?.value)).toEqual([second]);
	});
});

describe('the rows of a table', () => {
	const read = async () => {
		const id = await api.create(app, {
			Key: { value: 'A' },
			Lines: { value: [{ value: cells({ Part: 'pen' }) }, { value: cells({ Part: 'ink' }) }] },
		});
		const [json] = jsonOf(await run('get', { recordId: { mode: 'id', value: id } }));
		return { id, rows: json?.Lines as IDataObject[] };
	};

	it('have no ID that looks like the one of a record', async () => {
		const { id, rows } = await read();
		expect(rows.map((row) => Object.keys(row))).toEqual([
			['$rowId', 'Part'],
			['$rowId', 'Part'],
		]);
		const before = await recordsOf(app);
		// As n8n's Split Out gives them.
		const items = rows.map((row) => ({ ...row, Key: 'checked' }));
		const { error } = await run(
			'update',
			{ fields: automatic({ matchingColumns: ['$id'] }) },
			{ items },
		);
		expect(error?.message).toContain('$id');
		expect(await recordsOf(app)).toEqual(before);
		expect(id).toBe(before[0]?.$id?.value);
	});
});
