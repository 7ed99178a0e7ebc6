import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { automatic, jsonOf, schemaOf } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Amount: { type: 'NUMBER' },
	Files: { type: 'FILE' },
	Lines: { type: 'SUBTABLE', fields: { Part: { type: 'SINGLE_LINE_TEXT' } } },
});
const schema = schemaOf({ Key: 'SINGLE_LINE_TEXT', Amount: 'NUMBER', Files: 'FILE' });

const items = (count: number) =>
	Array.from({ length: count }, (_, index): IDataObject => ({ Key: `k${index}`, Amount: index }));

const run = (operation: string, input: object, more: IDataObject = {}) =>
	app.run(operation, { fields: automatic({ schema }), options: { dryRun: true }, ...more }, input);

test('a dry run tells which items would be refused, and why, and uploads no file', async () => {
	const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };
	const input = items(150).map((json, index) => ({
		json: { ...json, Files: 'data', ...(index === 7 && { Amount: 'many' }) },
		binary: index === 9 ? {} : { data: file },
	}));
	const [row] = jsonOf(await run('createOne', { input }));
	expect(row).toMatchObject({ operation: 'Create One', items: 150, records: 148, requests: 9 });
	expect(row?.refused).toEqual([
		{
			item: 7,
			reason: expect.stringMatching(/^"Amount" is not a valid number: "many" \[item 7\]$/),
			advice: expect.stringContaining('Use digits'),
		},
		expect.objectContaining({ item: 9, reason: expect.stringContaining('data') }),
	]);
	expect(await app.writes()).toEqual([]);
});

test('a dry run counts the requests that changes of the same record take one after the other', async () => {
	const input = { items: [...items(3), ...items(2)] };
	const fields = automatic({ schema, matchingColumns: ['Key'] });
	const dry = await run('upsert', input, { fields });
	expect(jsonOf(dry)).toMatchObject([{ records: 5, requests: 2, refused: [] }]);
	const counts = '3 would be created, 2 would be updated';
	expect(dry.hints[0]?.message).toBe(`Dry run: nothing was written. ${counts}`);
	const real = await run('upsert', input, { fields, options: {} });
	expect(real.hints[0]?.message).toBe('3 created, 2 updated (3 requests)');
});

test.each<[string, IDataObject]>([
	['upsert', {}],
	['upsert', { onlyChanges: true }],
	['upsert', { onConflict: 'merge' }],
	['upsertWithTable', {}],
	['upsertWithTable', { existingRows: 'keep' }],
])('a dry run of %s %j says which items would be created or updated', async (name, options) => {
	const id = await app.create({ Key: 'k1', Amount: 7 });
	await app.sandbox.forget();
	const fields = automatic({ schema, matchingColumns: ['Key'] });
	const own = { fields, table: 'Lines', columns: automatic() };
	const all = [...items(3), { Key: 'k4', Amount: 'many' }, { Key: 'k0', Amount: 9 }];
	const input = { items: all, onError: 'continueErrorOutput' };
	const dry = await run(name, input, { ...own, options: { ...options, dryRun: true } });
	const isOne = name === 'upsertWithTable';
	const [ofNew, ofKnown] = isOne
		? [[{ item: 4, $key: 'k0' }], []]
		: [[], [{ item: 4, $key: 'k0' }]];
	const created = [{ item: 0, $key: 'k0' }, { item: 2, $key: 'k2' }, ...ofNew];
	expect(jsonOf(dry)).toMatchObject([{ created, refused: [{ item: 3 }] }]);
	expect(dry.output[0]?.json.updated).toMatchObject([{ item: 1, $id: id }, ...ofKnown]);
	expect(await app.writes()).toEqual([]);
	// The refused items leave by the error output, as they do in a real run.
	expect(dry.errors.map(({ json }) => json)).toMatchObject([{ Key: 'k4', details: { item: 3 } }]);
	const words = isOne ? '3 would be created, 1' : '2 would be created, 2';
	expect(dry.hints[0]?.message).toContain(`${words} would be updated, 1 refused`);
	const real = await run(name, input, { ...own, options });
	const done = real.output.map(({ json }) => json.$operation);
	expect(done.filter((one) => one === 'INSERT')).toHaveLength(2);
	expect(done).toHaveLength(isOne ? 3 : 4);
});

test('a deletion by conditions can be tried dry', async () => {
	await app.fill(items(250));
	const rows = [{ field: 'Amount|NUMBER', operator: 'greaterOrEqual', value: '10' }];
	const parameters = { filterBy: 'conditions', conditions: { rows }, atMost: 300 };
	const [row] = jsonOf(await run('deleteByConditions', { items: [{}] }, parameters));
	expect(row).toMatchObject({ dryRun: true, records: 240, requests: 1, refused: [] });
	expect(await app.records()).toHaveLength(250);
});
