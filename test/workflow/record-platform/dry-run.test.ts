import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { Api, automatic, byId, jsonOf, runRecordPlatform } from './world';

const sandbox = useSandbox();
const field = (id: string, type: string, fieldType: string) => ({
	id,
	displayName: id,
	type,
	fieldType,
	display: true,
});
const schema = [
	field('Key', 'string', 'SINGLE_LINE_TEXT'),
	field('Amount', 'number', 'NUMBER'),
	field('Files', 'string', 'FILE'),
] as unknown as IDataObject[];

let api: Api;
let app: string;

beforeAll(() => {
	api = new Api(sandbox.url);
});

beforeEach(async () => {
	app = await api.makeApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Amount: { type: 'NUMBER' },
		Files: { type: 'FILE' },
	});
	await sandbox.forget();
});

const items = (count: number) =>
	Array.from({ length: count }, (_, index): IDataObject => ({ Key: `k${index}`, Amount: index }));

const run = (operation: string, more: IDataObject = {}, input: object = { items: items(2500) }) =>
	runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: {
			app: byId(app),
			fields: automatic({ schema }),
			options: { dryRun: true },
			...more,
		},
		...input,
	});

const writes = async () =>
	(await sandbox.requests()).filter(({ method }) => method !== 'GET').map(({ path }) => path);

test('a dry run tells records and requests, writes nothing, and stands for all items', async () => {
	const { output, error } = await run('create');
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json)).toEqual([
		{
			dryRun: true,
			operation: 'Create',
			apps: [app],
			items: 2500,
			records: 2500,
			requests: 2,
			refused: [],
		},
	]);
	expect(output[0]?.pairedItem).toHaveLength(2500);
	expect(await writes()).toEqual([]);
});

test('a dry run tells which items would be refused, and why, whatever the error setting', async () => {
	const bad = items(150).map((item, index) => (index === 7 ? { ...item, Amount: 'many' } : item));
	const [row] = jsonOf(await run('createOne', {}, { items: bad }));
	expect(row).toMatchObject({ operation: 'Create One', items: 150, records: 149, requests: 8 });
	expect(row?.refused).toEqual([
		{ item: 7, reason: expect.stringMatching(/^Field "Amount" must be a number.*\[item 7\]$/) },
	]);
	expect(await writes()).toEqual([]);
});

test('a dry run of all or nothing says when it would not fit', async () => {
	const { error } = await run('create', { options: { dryRun: true, whenRefused: 'undo' } });
	expect(error?.message).toContain('2,500 items need 25 requests');
});

test('a dry run counts the requests that changes of the same record take one after the other', async () => {
	const twice = [...items(3), ...items(2)];
	const fields = automatic({ schema, matchingColumns: ['Key'] });
	const dry = await run('upsert', { fields }, { items: twice });
	expect(jsonOf(dry)).toMatchObject([{ records: 5, requests: 2, refused: [] }]);
	expect(dry.hints[0]?.message).toMatch(/^Dry run: nothing was written\. /);
	const real = await run('upsert', { fields, options: {} }, { items: twice });
	expect(real.hints[0]?.message).toBe('3 created, 2 updated (3 requests)');
});

test('a dry run uploads no file', async () => {
	const data = Buffer.from('text').toString('base64');
	const input = [
		{
			json: { Key: 'a', Files: 'data' },
			binary: { data: { data, mimeType: 'text/plain', fileName: 'a.txt' } },
		},
		{ json: { Key: 'b', Files: 'data' } },
	];
	const [row] = jsonOf(await run('create', {}, { input }));
	expect(row).toMatchObject({ items: 2, records: 1, requests: 1 });
	expect(row?.refused).toEqual([{ item: 1, reason: expect.stringContaining('data') }]);
	expect(await writes()).toEqual([]);
});

test('a deletion by conditions can be tried dry', async () => {
	jsonOf(await run('create', { options: {} }, { items: items(250) }));
	await sandbox.forget();
	const rows = [{ field: 'Amount|NUMBER', operator: 'greaterOrEqual', value: '10' }];
	const [row] = jsonOf(
		await run(
			'deleteByConditions',
			{ filterBy: 'conditions', conditions: { rows }, atMost: 300 },
			{ items: [{}] },
		),
	);
	expect(row).toEqual({
		dryRun: true,
		operation: 'Delete by Conditions',
		apps: [app],
		items: 1,
		records: 240,
		requests: 1,
		refused: [],
	});
	expect(await writes()).toEqual([]);
});

test.each([
	['no condition', { filterBy: 'conditions', conditions: {} }],
	['an empty query', { filterBy: 'query', query: ' ' }],
	['a query that only sorts', { filterBy: 'query', query: 'order by $id asc' }],
])('a deletion by conditions takes %s for a slip', async (_, filter) => {
	jsonOf(await run('create', { options: {} }, { items: items(3) }));
	await sandbox.forget();
	const { error } = await run('deleteByConditions', { ...filter, options: {} }, { items: [{}] });
	expect(error?.message).toContain('No conditions are set, so all records would be deleted');
	expect(await writes()).toEqual([]);
});

test('the output says how many requests a run took', async () => {
	const created = await run('create', { options: {} }, { items: items(1200) });
	expect(created.hints).toEqual([
		{ message: '1,200 created (2 requests)', location: 'outputPane' },
	]);
	const read = await run('getAll', { returnAll: true, fields: undefined, options: {} }, {});
	expect(read.hints[0]?.message).toMatch(/^1,200 items \(\d+ requests\)$/);
	const one = await run('create', { options: {} }, { items: [{ Key: 'one' }] });
	expect(one.hints).toEqual([]);
});
