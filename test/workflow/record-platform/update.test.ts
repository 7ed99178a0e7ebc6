import type { IDataObject } from 'n8n-workflow';

import { cells, options as choices } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, jsonOf, mapping } from './world';

const text = { type: 'SINGLE_LINE_TEXT' };
const app = useNewApp({
	Key: { ...text, unique: true },
	Name: { ...text, label: 'Full name' },
	Count: { type: 'NUMBER' },
	Kind: { type: 'DROP_DOWN', options: choices('A', 'B'), defaultValue: 'B' },
	Files: { type: 'FILE' },
	Lines: { type: 'SUBTABLE', fields: { Item: text, Note: text } },
});

const byRecordId = { fields: automatic({ matchingColumns: ['$id'] }) };
const byKey = { fields: automatic({ matchingColumns: ['Key'] }) };

const update = async (items: IDataObject[], options: IDataObject = {}, operation = 'update') =>
	await app.run(operation, { ...byRecordId, options }, { items });

const read = async (id: string, options: IDataObject = {}) =>
	jsonOf(await app.run('get', { recordId: { mode: 'id', value: id }, options }))[0] ?? {};

/** Holds back the first write of the node until somebody else has changed the record. */
const meanwhile = async <T>(run: () => Promise<T>, others: () => Promise<unknown>) =>
	await app.sandbox.whileHeld(['PUT /k/v1/records.json', 'PUT /k/v1/record.json'], run, others);

const line = (Item: string, Note = '') => ({ value: cells({ Item, Note }) });

describe('an update', () => {
	it('writes what is given, clears what is empty, and leaves what has no value', async () => {
		const id = await app.create({ Name: 'a', Count: 1, Kind: 'A' });
		const mapped = { $id: id, Name: '={{ $json.none }}', Count: '={{ null }}', Kind: 'B' };
		const fields = mapping(mapped, { matchingColumns: ['$id'] });
		const [row] = jsonOf(await app.run('update', { fields }, { items: [{}] }));
		const written = { Count: null, Kind: 'B' };
		const $url = expect.stringContaining(`record=${id}`);
		expect(row).toEqual({ $id: id, $revision: '2', ...written, $url });
		expect(await read(id)).toMatchObject({ Name: 'a', ...written });
	});

	it('finds its record by a unique field, and by the output of a write', async () => {
		const id = await app.create({ Key: ' k ' });
		jsonOf(await app.run('update', byKey, { items: [{ Key: ' k ', Name: 'by key' }] }));
		expect(await read(id)).toMatchObject({ Name: 'by key' });
		const [written] = jsonOf(await update([{ $id: ` ${id} `, Name: 'a' }]));
		jsonOf(await update([{ ...written, Name: 'by output' }]));
		expect(await read(id)).toMatchObject({ Name: 'by output' });
	});

	it.each<[string, IDataObject, object, string]>([
		['no ID', { Name: 'a' }, byRecordId, 'no value for "Record ID ($id)"'],
		['no key', { Key: '', Name: 'a' }, byKey, 'no value for "Key"'],
		['nothing but its key', { Key: 'k' }, byKey, 'The item has nothing to write besides "Key"'],
		['rows of no column', { $id: '1', Lines: [{ Total: 1 }] }, byRecordId, 'a table row without'],
		['no such record', { $id: '999', Name: 'a' }, byRecordId, 'GAIA_RE01'],
		['no number as ID', { $id: 'CASE-3', Name: 'a' }, byRecordId, '"CASE-3" is not a valid record'],
	])('is refused with %s', async (_, item, parameters, message) => {
		const { error } = await app.run('update', { ...parameters }, { items: [item] });
		expect(error?.message).toContain(message);
	});

	it.each([false, true])('names Create or Update for an unknown key (%s)', async (onlyChanges) => {
		const items = [{ Key: 'no', Name: 'a' }];
		const { error } = await app.run('update', { ...byKey, options: { onlyChanges } }, { items });
		expect(error?.description).toContain('use Create or Update');
		jsonOf(await app.run('upsert', byKey, { items: [{ Key: 'no' }] }));
		expect(await app.records()).toMatchObject([{ Key: 'no' }]);
	});

	it.each<[string, IDataObject, unknown]>([
		['create', {}, 'B'],
		['upsert', {}, null],
		['upsert', { onlyChanges: true }, 'B'],
		['upsert', { onConflict: 'merge' }, 'B'],
	])('leaves the default for a blank in a new record: %s %j', async (operation, options, Kind) => {
		const fields = operation === 'create' ? automatic() : byKey.fields;
		const items = [{ Key: 'k', Kind: '' }];
		const [row] = jsonOf(await app.run(operation, { fields, options }, { items }));
		expect(await read(String(row?.$id))).toMatchObject({ Key: 'k', Kind });
	});

	it('writes several items for one record in their order', async () => {
		const id = await app.create({ Name: 'a', Count: 0 });
		const items = [1, 2, 3].map((Count) => ({ $id: id, Count, Name: `n${Count}` }));
		for (const options of [{}, { onlyChanges: true, whenRefused: 'undo' }]) {
			jsonOf(await update(items, options));
			expect(await read(id)).toMatchObject({ Count: 3, Name: 'n3' });
		}
		const back = [...items, { $id: id, Count: 1 }, { $id: id, Count: 3 }];
		jsonOf(await update(back, { onlyChanges: true, whenRefused: 'undo' }));
		expect(await read(id)).toMatchObject({ Count: 3 });
	});

	it('replaces a table: a row with its ID stays that row, all others are new', async () => {
		const id = await app.create({ Lines: [line('pen', 'x'), line('ink', 'y')] });
		const [pen] = (await read(id)).Lines as IDataObject[];
		jsonOf(
			await update([{ $id: id, Lines: [{ $rowId: pen?.$rowId, Item: 'Pen' }, { Item: 'ink' }] }]),
		);
		expect((await read(id)).Lines).toEqual([
			{ $rowId: pen?.$rowId, Item: 'Pen', Note: 'x' },
			{ $rowId: expect.any(String), Item: 'ink', Note: '' },
		]);
	});

	it('does not replace a table by a row that Split Table made an item of', async () => {
		const id = await app.create({ Lines: [line('pen'), line('ink')] });
		const parameters = { recordId: { mode: 'id', value: id }, options: { splitTable: 'Lines' } };
		const { error } = await update(jsonOf(await app.run('get', parameters)));
		expect(error?.message).toContain('has a single table row as its value');
	});
});

it('Only Changes writes the fields that differ, and records that differ', async () => {
	const [first, second] = [
		await app.create({ Name: 'a', Count: 1, Lines: [line('pen')] }),
		await app.create({ Name: 'b' }),
	];
	await app.sandbox.forget();
	const items = [
		{ $id: first, Name: 'a', Count: '1.0', Lines: [{ Item: 'pen' }] },
		{ $id: second, Name: 'c' },
	];
	expect(jsonOf(await update(items, { onlyChanges: true }))).toMatchObject([
		{ $id: first, $revision: '1', $changed: false, $changedFields: [] },
		{ $id: second, $revision: '2', $changed: true, $changedFields: ['Name'] },
	]);
	expect(await app.writes()).toHaveLength(1);
});

it('Only Changes checks nothing that the record has against the form of today', async () => {
	const id = await app.create({ Kind: 'A', Count: 1 });
	const properties = { Kind: { type: 'DROP_DOWN', code: 'Kind', options: choices('B') } };
	await app.api.ok('PUT', 'preview/app/form/fields.json', { app: app.id, properties });
	await app.api.deploy(app.id);
	const item = { $id: id, Kind: 'A', Count: 2 };
	expect((await update([item])).error?.message).toContain('has no choice "A"');
	jsonOf(await update([item], { onlyChanges: true }));
	jsonOf(await update([{ ...item, Count: 3 }], { onConflict: 'merge' }));
	expect(await read(id)).toMatchObject({ Kind: 'A', Count: 3 });
	const { error } = await update([{ ...item, Kind: 'C' }], { onlyChanges: true });
	expect(error?.message).toContain('has no choice "C"');
});

describe('a conflict', () => {
	it.each(['update', 'updateOne', 'upsert'])(
		'is merged by %s: fields of others stay',
		async (operation) => {
			const id = await app.create({ Key: 'k', Name: 'old', Count: 1, Kind: 'A' });
			const item = { Key: 'k', $id: id, Name: 'old', Count: 5, Kind: 'B' };
			const parameters = {
				fields: automatic({ matchingColumns: ['Key'] }),
				options: { onConflict: 'merge' },
			};
			const outcome = await meanwhile(
				async () => await app.run(operation, parameters, { items: [item] }),
				async () => await app.change(id, { Name: 'theirs', Count: 3 }),
			);
			expect(jsonOf(outcome)).toMatchObject([
				{
					$id: id,
					$revision: '3',
					$changedFields: ['Count', 'Kind'],
					$overwrittenFields: ['Count'],
				},
			]);
			expect(await read(id)).toMatchObject({ Name: 'theirs', Count: 5, Kind: 'B' });
		},
	);

	it.each<[string, IDataObject, IDataObject, boolean]>([
		['Check with an old revision', {}, { onConflict: 'check', revision: '1' }, true],
		['Check with the revision of the item', { $revision: '2' }, { onConflict: 'check' }, false],
		['Check with the old revision of the item', { $revision: '1' }, { onConflict: 'check' }, true],
		['a revision alone', {}, { revision: '1' }, true],
		['Only Changes and an old revision', { Count: 2 }, { revision: '1', onlyChanges: true }, true],
		['Overwrite', {}, { onConflict: 'overwrite' }, false],
	])('with %s: refused is %s', async (_, item, options, isRefused) => {
		const id = await app.create({ Count: 1 });
		await app.change(id, { Count: 2 });
		const { error } = await update([{ $id: id, Count: 3, ...item }], options);
		if (isRefused) expect(error?.message).toContain('GAIA_CO02');
		else expect(error).toBeUndefined();
	});

	it('is not checked without a revision', async () => {
		const id = await app.create({ Count: 1 });
		const { error } = await update([{ $id: id, Count: 3 }], { onConflict: 'check' });
		expect(error?.message).toContain('the item has no revision');
	});
});

const file = (name: string) => ({
	data: { data: Buffer.from(name).toString('base64'), mimeType: 'text/plain', fileName: name },
});
const held = async (id: string) =>
	((await read(id)).Files as IDataObject[]).map(({ name }) => name);
const attach = async (id: string, name: string, options: IDataObject = {}) =>
	await app.run(
		'update',
		{ fields: mapping({ $id: id, Files: 'data' }, { matchingColumns: ['$id'] }), options },
		{ input: [{ json: {}, binary: file(name) }] },
	);

it('files of a record are replaced, or kept beside new ones, also those of others', async () => {
	const id = await app.create({});
	jsonOf(await attach(id, 'one.txt'));
	jsonOf(await attach(id, 'two.txt', { existingFiles: 'keep' }));
	expect(await held(id)).toEqual(['one.txt', 'two.txt']);
	const outcome = await meanwhile(
		async () => await attach(id, 'three.txt', { existingFiles: 'keep' }),
		async () => await app.change(id, { Name: 'theirs' }),
	);
	jsonOf(outcome);
	expect(await held(id)).toEqual(['one.txt', 'two.txt', 'three.txt']);
	jsonOf(await attach(id, 'four.txt'));
	expect(await held(id)).toEqual(['four.txt']);
	jsonOf(await update([{ $id: id, Files: '' }]));
	expect(await held(id)).toEqual([]);
});

describe('Create or Update', () => {
	const upsert = async (items: IDataObject[], options: IDataObject = {}) =>
		await app.run('upsert', { ...byKey, options }, { items });

	it.each([{}, { onlyChanges: true }, { onConflict: 'merge' }])(
		'creates what is missing and updates the others, also with blanks: %j',
		async (options) => {
			await app.create({ Key: 'a', Count: 1, Kind: 'A' });
			const items = [
				{ Key: 'a', Count: 2, Kind: null },
				{ Key: 'b', Count: 3, Kind: '' },
			];
			expect(jsonOf(await upsert(items, options))).toMatchObject([
				{ $operation: 'UPDATE' },
				{ $operation: 'INSERT' },
			]);
			// Only where the record was looked for, the node knows that it will be new.
			const Kind = Object.keys(options).length > 0 ? 'B' : null;
			expect(await app.records()).toMatchObject([
				{ Key: 'a', Count: '2', Kind: null },
				{ Key: 'b', Count: '3', Kind },
			]);
			const twice = [
				{ Key: 'c', Kind: 'A' },
				{ Key: 'c', Kind: '' },
			];
			jsonOf(await upsert(twice, { ...options, whenRefused: 'undo' }));
			expect((await app.records())[2]).toMatchObject({ Key: 'c', Kind: null });
		},
	);
});
