import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { lines } from './table-scene';
import { automatic } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Plain: { type: 'SINGLE_LINE_TEXT' },
	Lines: { type: 'SUBTABLE', fields: { Article: { type: 'SINGLE_LINE_TEXT' } } },
});

const articles = async () =>
	(await app.records()).map(({ Lines }) =>
		(Lines as Array<{ value: { Article: { value: string } } }>).map(
			({ value }) => value.Article.value,
		),
	);

/** The items of a record with two rows, one for each row. */
async function splitItems(): Promise<IDataObject[]> {
	await app.create({ Key: 'A', Lines: lines({ Article: 'pen' }, { Article: 'ink' }).value });
	const { output } = await app.run('getAll', {
		returnAll: true,
		options: { splitTable: 'Lines' },
	});
	return output.map(({ json }) => ({ ...json, Plain: 'checked' }));
}

describe('a row that Split Table made an item of does not replace the table of its record', () => {
	it.each([
		['update', '$id', {}],
		['updateOne', '$id', {}],
		['update', 'Key', { options: { onConflict: 'merge' } }],
		['upsert', 'Key', {}],
		['sync', 'Key', {}],
	])('%s by %s %j', async (operation, key, more) => {
		const [first] = (await splitItems()) as [IDataObject];
		const before = await app.records();
		const fields = automatic({ matchingColumns: [key] });
		const { error } = await app.run(operation, { fields, ...more }, { items: [first] });
		expect(error?.message).toContain('"Lines" has a single table row');
		expect(await app.records()).toEqual(before);
	});

	it.each(['update', 'upsert'])('nor without an ID, of several items: %s', async (operation) => {
		await splitItems();
		const before = await app.records();
		const items = ['a', 'b'].map((Article) => ({ Key: 'A', Lines: { Article } }));
		const fields = automatic({ matchingColumns: ['Key'] });
		const { error } = await app.run(operation, { fields }, { items });
		expect(error?.message).toContain('"Lines" has a single table row');
		expect(await app.records()).toEqual(before);
	});

	it('nor as JSON text', async () => {
		const [{ Lines, ...first }] = (await splitItems()) as [IDataObject];
		const items = [{ ...first, Lines: JSON.stringify(Lines) }];
		const fields = automatic({ matchingColumns: ['$id'] });
		const { error } = await app.run('update', { fields }, { items });
		expect(error?.message).toContain('"Lines" has a single table row');
		expect(await articles()).toEqual([['pen', 'ink']]);
	});
});

describe('a row is taken', () => {
	const fields = automatic({ matchingColumns: ['$id'] });

	it.each<[string, (row: IDataObject) => unknown, string[]]>([
		['in a list', (row) => [row], ['pen']],
		['in a list as JSON text', (row) => JSON.stringify([row]), ['pen']],
		['in a list without an ID', () => [{ Article: 'new' }], ['new']],
	])('%s', async (_, made, wanted) => {
		const [first] = (await splitItems()) as [IDataObject];
		const items = [{ ...first, Lines: made(first.Lines as IDataObject) as IDataObject }];
		expect((await app.run('update', { fields }, { items })).error).toBeUndefined();
		expect(await articles()).toEqual([wanted]);
	});

	it('into a record of its own', async () => {
		const items = (await splitItems()).map(({ $id: _id, Key: _key, ...item }) => item);
		const { error } = await app.run('create', { fields: automatic() }, { items });
		expect(error).toBeUndefined();
		expect(await articles()).toEqual([['pen', 'ink'], ['pen'], ['ink']]);
	});
});
