import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { lines } from './table-scene';
import { automatic, byId } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Code: { type: 'NUMBER', unique: true },
	Note: { type: 'SINGLE_LINE_TEXT' },
	Tags: {
		type: 'CHECK_BOX',
		options: { a: { label: 'a', index: 0 }, b: { label: 'b', index: 1 } },
	},
	Files: { type: 'FILE' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT' }, Scan: { type: 'FILE' } },
	},
});

const WHY = '2 items replace the same list with different content';
const rows = (...articles: string[]) => articles.map((Article) => ({ Article }));
const articles = async () =>
	(await app.records()).map(({ Lines }) =>
		(Lines as Array<{ value: { Article: { value: string } } }>).map(
			({ value }) => value.Article.value,
		),
	);
const files = async () =>
	(await app.records()).map(({ Files }) =>
		(Files as Array<{ name: string }>).map(({ name }) => name),
	);

/** An item with a file in the binary field `data`. */
const withFile = (json: IDataObject, text: string, fileName = `${text}.txt`) => ({
	json: { Files: 'data', ...json },
	binary: {
		data: {
			data: Buffer.from(text).toString('base64'),
			...{ mimeType: 'text/plain', fileName, fileSize: '2 B' },
		},
	},
});

describe('files of several items for one record', () => {
	const fields = automatic({ matchingColumns: ['$id'] });

	it.each(['update', 'updateOne'])('do not replace each other: %s', async (operation) => {
		const id = await app.create({ Key: 'K' });
		const input = ['f1', 'f2', 'f3'].map((text) => withFile({ $id: id }, text));
		const { error } = await app.run(operation, { fields }, { input });
		expect(error?.message).toContain(
			`3 items replace the same list with different content: "Files" of record ${id} [items 0–2]`,
		);
		expect(error?.description).toContain('set the option "Existing Files" to Keep');
		expect(await app.records()).toMatchObject([{ $revision: '1', Files: [] }]);
	});

	it.each([
		['createWithTable', { groupBy: '={{ $json.Key }}', fields: automatic() }],
		['upsertWithTable', { fields: automatic({ matchingColumns: ['Key'] }) }],
	])('are not lost if only their content differs: %s', async (operation, parameters) => {
		const columns = automatic();
		const input = ['f1', 'f2'].map((text) =>
			withFile({ Key: 'K', Article: text }, text, 'image.jpg'),
		);
		const { error } = await app.run(
			operation,
			{ ...parameters, table: 'Lines', columns },
			{ input },
		);
		expect(error?.message).toContain('have different files in "Files"');
		expect(await app.records()).toEqual([]);
		const same = ['f1', 'f1'].map((text) => withFile({ Key: 'K' }, text, 'image.jpg'));
		const rows = same.map((one, at) => ({ ...one, json: { ...one.json, Article: `a${at}` } }));
		const outcome = await app.run(
			operation,
			{ ...parameters, table: 'Lines', columns },
			{ input: rows },
		);
		expect(outcome.error).toBeUndefined();
		expect(await files()).toEqual([['image.jpg']]);
		expect(await articles()).toEqual([['a0', 'a1']]);
	});

	it('do not replace each other if only their content differs', async () => {
		const id = await app.create({ Key: 'K' });
		const input = ['f1', 'f2'].map((text) => withFile({ $id: id }, text, 'image.jpg'));
		const { error } = await app.run('update', { fields }, { input });
		expect(error?.message).toContain(WHY);
		expect(await files()).toEqual([[]]);
	});

	it('are all written with Existing Files: Keep', async () => {
		const id = await app.create({ Key: 'K' });
		const input = ['f1', 'f2', 'f3'].map((text) => withFile({ $id: id }, text));
		const options = { existingFiles: 'keep' };
		const { error } = await app.run('update', { fields, options }, { input });
		expect(error).toBeUndefined();
		expect(await files()).toEqual([['f1.txt', 'f2.txt', 'f3.txt']]);
	});

	it('are written if all items have the same file, and for records of their own', async () => {
		const [one, two] = [await app.create({ Key: 'K' }), await app.create({ Key: 'L' })];
		const input = [
			withFile({ $id: one }, 'f1'),
			withFile({ $id: one, Note: 'same' }, 'f1'),
			withFile({ $id: two }, 'f2'),
		];
		const { error } = await app.run('update', { fields }, { input });
		expect(error).toBeUndefined();
		expect(await files()).toEqual([['f1.txt'], ['f2.txt']]);
	});

	it('are not taken away by another item', async () => {
		const id = await app.create({ Key: 'K' });
		const input = [withFile({ $id: id }, 'f1'), { json: { $id: id, Files: [] } }];
		const { error } = await app.run('update', { fields }, { input });
		expect(error?.message).toContain(WHY);
		expect(await app.records()).toMatchObject([{ $revision: '1' }]);
	});

	const copy = {
		recordId: byId('={{ $json.from }}'),
		targetRecordId: byId('={{ $json.to }}'),
		targetField: 'Files',
	};
	const copied = async (existingFiles: string) => {
		const input = ['a', 'b'].map((text) => withFile({ Key: text }, text));
		await app.run('create', { fields: automatic() }, { input });
		const to = await app.create({ Key: 'K' });
		const targetApp = byId(app.id);
		const items = [
			{ from: '1', to },
			{ from: '2', to: `0${to}` },
		];
		const ids = (await app.records()).map(({ $id }) => String($id));
		for (const [at, item] of items.entries()) item.from = ids[at] ?? '';
		return await app.run(
			'copyToRecord',
			{ ...copy, targetApp, existingFiles },
			{ resource: 'file', items },
		);
	};

	it('do not replace each other as copies', async () => {
		const { error } = await copied('replace');
		expect(error?.message).toContain(WHY);
		expect(error?.description).toContain('Set "Existing Files" to Keep');
		expect(await files()).toEqual([['a.txt'], ['b.txt'], []]);
	});

	it('are all copied with Existing Files: Keep', async () => {
		expect((await copied('keep')).error).toBeUndefined();
		expect(await files()).toEqual([['a.txt'], ['b.txt'], ['a.txt', 'b.txt']]);
	});
});

describe('files of a table row without an ID, with Existing Files: Keep', () => {
	const fields = automatic({ matchingColumns: ['Key'] });
	const scans = async () =>
		((await app.records())[0]?.Lines as Line[]).map(({ value }) => [
			value.Article.value,
			...value.Scan.value.map(({ name }) => name),
		]);
	type Line = { value: { Article: { value: string }; Scan: { value: Array<{ name: string }> } } };
	const write = async (article: string, more: IDataObject) => {
		const fileKey = await app.api.upload('old', 'old.txt');
		const scan = { Scan: { value: [{ fileKey }] } };
		const two = ['A1', 'A2'].map((Article) => ({ value: { Article: { value: Article } } }));
		Object.assign(two[0]?.value ?? {}, scan);
		await app.create({ Key: 'K', Lines: two });
		const Lines = [{ Article: article, Scan: 'data' }, { Article: 'A2' }];
		const options = { existingFiles: 'keep', ...more };
		const input = [withFile({ Key: 'K', Files: undefined, Lines }, 'new')];
		return await app.run('upsert', { fields, options }, { input });
	};

	it.each([{}, { onlyChanges: true }, { onConflict: 'merge' }])(
		'are not deleted if it is unknown which row it replaces, %j',
		async (more) => {
			const { error } = await write('A1', more);
			expect(error?.message).toContain(
				'has files to keep ("Scan"), and it isn\'t known which of its rows the changed rows replace',
			);
			expect(error?.description).toContain('Match Rows By');
			expect(await scans()).toEqual([['A1', 'old.txt'], ['A2']]);
		},
	);

	it.each([{}, { onlyChanges: true }, { onConflict: 'merge' }])(
		'stay beside the new one in the row that Match Rows By finds, %j',
		async (more) => {
			const { error } = await write('A1', { matchRowsBy: ['Article'], ...more });
			expect(error).toBeUndefined();
			expect(await scans()).toEqual([['A1', 'old.txt', 'new.txt'], ['A2']]);
		},
	);
});

describe('table rows of several items for one record', () => {
	it.each<[string, IDataObject]>([
		['update', {}],
		['updateOne', {}],
		['upsert', {}],
		['upsert', { onlyChanges: true }],
		['upsert', { onConflict: 'merge' }],
		['update', { existingFiles: 'keep' }],
		['update', { rawValues: true }],
		['upsert', { whenRefused: 'undo' }],
	])('do not replace each other: %s %j', async (operation, options) => {
		await app.create({ Key: 'K', Lines: lines({ Article: 'before' }).value });
		const raw = (list: IDataObject[]) =>
			options.rawValues === true
				? list.map((row) => ({ value: { Article: { value: row.Article } } }))
				: list;
		const items = [
			{ Key: 'K', Lines: raw(rows('a', 'b')) },
			{ Key: 'K', Lines: raw(rows('c')) },
		] as IDataObject[];
		const fields = automatic({ matchingColumns: ['Key'] });
		const { error } = await app.run(operation, { fields, options }, { items });
		expect(error?.message).toContain(`${WHY}: "Lines" of the record with "K" in "Key" [items 0–1]`);
		expect(error?.description).toContain('Table Row');
		expect(await articles()).toEqual([['before']]);
	});

	it('are recognized by other spellings of a number, and texts are compared as they are', async () => {
		const fields = automatic({ matchingColumns: ['Code'] });
		const items = [
			{ Code: '1', Lines: rows('a') },
			{ Code: '1.0', Lines: rows('b') },
		];
		const { error } = await app.run('upsert', { fields }, { items });
		expect(error?.message).toContain(WHY);
		expect(await app.records()).toEqual([]);
		const texts = items.map(({ Code, Lines }) => ({ Key: Code, Lines }));
		const byText = automatic({ matchingColumns: ['Key'] });
		expect((await app.run('upsert', { fields: byText }, { items: texts })).error).toBeUndefined();
		expect(await articles()).toEqual([['a'], ['b']]);
	});

	it('are not written for the record in question, and other items go on', async () => {
		const fields = automatic({ matchingColumns: ['Key'] });
		const items = [
			{ Key: 'K', Lines: rows('a') },
			{ Key: 'L', Lines: rows('b') },
			{ Key: 'K', Lines: rows('c') },
			{ Key: 'K', Note: 'later' },
		];
		const more = { items, onError: 'continueRegularOutput' as const };
		const { output } = await app.run('upsert', { fields }, more);
		expect(output.map(({ error }) => error !== undefined)).toEqual([true, false, true, false]);
		expect(await articles()).toEqual([['b'], []]);
	});

	it('may be the same, and other values are those of the last item', async () => {
		const fields = automatic({ matchingColumns: ['Key'] });
		const items = [
			{ Key: 'K', Lines: rows('a', 'b'), Tags: ['a'], Note: 'first' },
			{ Key: 'K', Lines: rows('a', 'b'), Tags: ['b'], Note: 'last' },
		];
		expect((await app.run('upsert', { fields }, { items })).error).toBeUndefined();
		expect(await app.records()).toMatchObject([{ Note: 'last', Tags: ['b'] }]);
		expect(await articles()).toEqual([['a', 'b']]);
	});
});
