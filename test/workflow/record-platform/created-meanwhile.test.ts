import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { lines } from './table-scene';
import { jsonOf, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Plain: { type: 'SINGLE_LINE_TEXT' },
	Note: { type: 'SINGLE_LINE_TEXT' },
	Files: { type: 'FILE' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT' }, Remark: { type: 'SINGLE_LINE_TEXT' } },
	},
});
const { sandbox } = app;

const goOn = { onError: 'continueRegularOutput' as const };
const matching = { matchingColumns: ['Key'] };
const withTable = {
	table: 'Lines',
	columns: mapping({ Article: '={{ $json.article }}' }),
	options: { existingRows: 'keep' },
};

/** Somebody else creates records after the node has read, and before its write is worked on. */
async function whileCreated<T>(
	run: () => Promise<T>,
	records: Array<Record<string, unknown>>,
): Promise<T> {
	await sandbox.forget();
	const writes = ['PUT', 'POST'].flatMap((method) => [
		`${method} /k/v1/records.json`,
		`${method} /k/v1/bulkRequest.json`,
	]);
	return await sandbox.whileHeld(writes, run, async () => {
		for (const record of records) await app.create(record);
	});
}

const articlesOf = ({ Lines }: Record<string, unknown>) =>
	(Lines as Array<{ value: { Article: { value: string } } }>).map(
		({ value }) => value.Article.value,
	);
const held = async () =>
	Object.fromEntries(
		(await app.records()).map((record) => [record.Key, [record.Note, ...articlesOf(record)]]),
	);

describe.each(['others', 'undo'])(
	'a record that somebody else creates after it was not found (%s)',
	(whenRefused) => {
		it('keeps its table rows when rows are kept', async () => {
			await app.create({ Key: 'old', Lines: lines({ Article: 'pad' }).value });
			const items = [
				{ key: 'old', article: 'pen' },
				{ key: 'raced', article: 'pen' },
				{ key: 'new', article: 'pen' },
				{ key: 'raced', article: 'ink' },
			];
			const fields = mapping({ Key: '={{ $json.key }}' }, matching);
			const options = { ...withTable.options, whenRefused };
			const outcome = await whileCreated(
				async () => await app.run('upsertWithTable', { ...withTable, fields, options }, { items }),
				[
					{
						Key: 'raced',
						Note: 'theirs',
						Lines: lines({ Article: 'tea' }, { Article: 'cup' }).value,
					},
				],
			);
			expect(jsonOf(outcome)).toMatchObject([
				{ operation: 'UPDATE', rows: 1 },
				{ operation: 'UPDATE', rows: 2 },
				{ operation: 'INSERT', rows: 1 },
			]);
			expect(await held()).toEqual({
				old: ['', 'pad', 'pen'],
				raced: ['theirs', 'tea', 'cup', 'pen', 'ink'],
				new: ['', 'pen'],
			});
		});
	},
);

it('keeps its table rows and fields when Create or Update merges', async () => {
	const items = ['raced', 'new'].map((key) => ({ key, rows: [{ Article: 'pen' }] }));
	const fields = mapping({ Key: '={{ $json.key }}', Lines: '={{ $json.rows }}' }, matching);
	const options = { onConflict: 'merge' };
	const outcome = await whileCreated(
		async () => await app.run('upsert', { fields, options }, { items }),
		[{ Key: 'raced', Note: 'theirs', Lines: lines({ Article: 'tea' }).value }],
	);
	expect(jsonOf(outcome)).toMatchObject([
		{ operation: 'UPDATE', changed: true, changedFields: ['Lines'] },
		{ operation: 'INSERT', changed: true, changedFields: ['Lines'] },
	]);
	const { raced = [], ...others } = await held();
	expect([...(raced as string[])].sort()).toEqual(['pen', 'tea', 'theirs']);
	expect(others).toEqual({ new: ['', 'pen'] });
});

it('keeps its files when Create or Update adds files', async () => {
	const theirs = await app.api.upload('x', 'theirs.txt');
	const items = [{ key: 'raced', files: [{ fileKey: await app.api.upload('x', 'ours.txt') }] }];
	const fields = mapping({ Key: '={{ $json.key }}', Files: '={{ $json.files }}' }, matching);
	const options = { existingFiles: 'keep' };
	const outcome = await whileCreated(
		async () => await app.run('upsert', { fields, options }, { items }),
		[{ Key: 'raced', Files: [{ fileKey: theirs }] }],
	);
	expect(jsonOf(outcome)).toMatchObject([{ operation: 'UPDATE' }]);
	const [record] = await app.records();
	const names = (record?.Files as Array<{ name: string }>).map(({ name }) => name);
	expect(names).toEqual(['theirs.txt', 'ours.txt']);
});

it.each<[string, IDataObject]>([
	['upsertWithTable', withTable],
	['upsert', { options: { onConflict: 'merge' } }],
])('%s still creates no record by a field that is not unique', async (operation, parameters) => {
	const fields = mapping({ Plain: 'a', Note: 'b' }, { matchingColumns: ['Plain'] });
	const items = [{ article: 'pen' }];
	const { output } = await app.run(operation, { ...parameters, fields }, { items, ...goOn });
	expect(output[0]?.error?.message).toContain('CB_VA01');
	expect(await app.records()).toEqual([]);
});

/** Each row as its article and its remark. */
const rowsHeld = async () => {
	const [record] = await app.records();
	return (record?.Lines as Array<{ value: Record<string, { value: string }> }>)
		.map(({ value }) => `${value.Article?.value}/${value.Remark?.value}`)
		.sort();
};

describe('a record with rows that somebody else creates after it was not found', () => {
	const rows = [
		{
			Key: 'raced',
			Note: 'theirs',
			Lines: lines({ Article: 'tea', Remark: 'green' }, { Article: 'pen', Remark: 'blue' }).value,
		},
	];
	const matched = { matchRowsBy: ['Article'] };
	const BOTH = ['pen/blue', 'tea/green'];

	it.each<[string, object, string[]]>([
		['sync', {}, ['pen/', ...BOTH]],
		['sync', matched, BOTH],
		['upsert', { onlyChanges: true }, ['pen/', ...BOTH]],
		['upsert', matched, BOTH],
		['upsert', { ...matched, onlyChanges: true }, BOTH],
		['upsert', { ...matched, onConflict: 'merge' }, BOTH],
		['upsert', { ...matched, whenRefused: 'undo' }, BOTH],
	])('keeps them: %s %j', async (operation, options, left) => {
		const values = { Key: '={{ $json.key }}', Note: 'ours', Lines: '={{ $json.rows }}' };
		const outcome = await whileCreated(
			async () =>
				await app.run(
					operation,
					{ fields: mapping(values, matching), options },
					{ typeVersion: 1.1, items: [{ key: 'raced', rows: [{ Article: 'pen' }] }] },
				),
			rows,
		);
		expect(outcome.error).toBeUndefined();
		expect(await rowsHeld()).toEqual(left);
		expect(await app.records()).toMatchObject([{ Note: 'ours' }]);
	});
});
