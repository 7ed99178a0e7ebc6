import type { IDataObject } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, byId, jsonOf, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Amount: { type: 'NUMBER' },
	Twice: { type: 'CALC', expression: 'Amount * 2' },
	Lines: { type: 'SUBTABLE', fields: { Part: { type: 'SINGLE_LINE_TEXT' } } },
});
const byKey = automatic({ matchingColumns: ['Key'] });

const urlOf = (id: unknown, of = app.id) => `${app.sandbox.url}/k/${of}/show#record=${String(id)}`;

const reads = async () =>
	(await app.sandbox.calls()).filter((call) => /^GET .*\/records?\.json/.test(call));

const orders = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ Key: `k${index}`, Amount: index }));

describe('the URL of the record', () => {
	it.each([
		['get', 'record', {}],
		['getAll', 'record', {}],
		['getAll', 'tableRow', { table: 'Lines' }],
	])('is in the output of %s (%s), and not in raw data', async (operation, resource, more) => {
		await app.create({ Key: 'k0', Lines: [{ value: cells({ Part: 'ink' }) }] });
		const parameters = { recordId: byId('1'), ...more };
		const rows = jsonOf(await app.run(operation, parameters, { resource }));
		expect(rows).toMatchObject([{ $id: '1', $url: urlOf(1) }]);
		const [raw] = jsonOf(
			await app.run(operation, { ...parameters, simplify: false }, { resource }),
		);
		expect(resource === 'record' && raw?.$url).toBe(resource === 'record' ? undefined : false);
	});

	it('is in the output of updateOne by a unique field only with Return Record', async () => {
		await app.create({ Key: 'k0' });
		for (const returnRecord of [false, true]) {
			const parameters = { fields: byKey, options: { returnRecord } };
			const items = [{ Key: 'k0', Amount: Number(returnRecord) }];
			const [row] = jsonOf(await app.run('updateOne', parameters, { items }));
			expect(row?.$url).toBe(returnRecord ? urlOf(1) : undefined);
		}
	});

	it('is not called an unknown column where the item is written again', async () => {
		const items = jsonOf(await app.run('create', { fields: automatic() }, { items: orders(1) }));
		const again = items.map((item) => ({ ...item, Amount: 8 }));
		const fields = automatic({ matchingColumns: ['$id'] });
		const options = { unknownColumns: 'stop' };
		jsonOf(await app.run('update', { fields, options }, { items: again }));
		expect(await app.records()).toMatchObject([{ Amount: '8' }]);
	});
});

describe('what was written', () => {
	const TEXT = 'SINGLE_LINE_TEXT';
	let all: string;

	/** A value of each kind as an item may have it, and without one. */
	const given = {
		Key: 'a',
		Notes: 'one\ntwo',
		Html: '<b>bold</b>',
		Amount: '1200.50',
		Tags: 'blue, red',
		Many: ['two'],
		State: 'Open',
		Kind: 'x',
		Due: '2031/3/3',
		Sent: '2031-03-03T10:00:00+09:00',
		At: '9:05',
		People: 'sato',
		Link: 'https://example.com',
		Lines: [{ Part: 'ink', Count: '2' }, { Part: 'pen' }],
	};
	const blank = Object.fromEntries(Object.keys(given).map((code) => [code, null]));

	beforeAll(async () => {
		const choices = (...names: string[]) => ({ options: options(...names) });
		all = await app.api.makeApp({
			Key: { type: TEXT, unique: true },
			Notes: { type: 'MULTI_LINE_TEXT' },
			Html: { type: 'RICH_TEXT' },
			Amount: { type: 'NUMBER' },
			Tags: { type: 'CHECK_BOX', ...choices('red', 'blue') },
			Many: { type: 'MULTI_SELECT', ...choices('one', 'two') },
			State: { type: 'DROP_DOWN', ...choices('Open', 'Done') },
			Kind: { type: 'RADIO_BUTTON', ...choices('y', 'x') },
			Due: { type: 'DATE' },
			Sent: { type: 'DATETIME' },
			At: { type: 'TIME' },
			People: { type: 'USER_SELECT' },
			Link: { type: 'LINK', protocol: 'WEB' },
			Files: { type: 'FILE' },
			Lines: {
				type: 'SUBTABLE',
				fields: {
					Part: { type: TEXT },
					Count: { type: 'NUMBER', defaultValue: '1' },
					Doc: { type: 'FILE' },
				},
			},
		});
	});

	const input = (json: IDataObject) => [
		{ json, binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } } },
	];
	const by = (key: string, options: IDataObject = {}) => ({
		fields: automatic({ matchingColumns: [key] }),
		options,
	});
	const cleared = { ...blank, Key: 'a' };
	const row = { Key: 'a', Part: 'ink', Count: '2.0' };
	const lines = { table: 'Lines', columns: automatic() };
	const ofRecord = { ...lines, findBy: 'key', keyField: 'Key', keyValue: 'a' };

	/** The columns of a row that an output has, as they are read. */
	const columnsOf = (written: IDataObject, read: IDataObject) =>
		Object.fromEntries(Object.keys(written).map((code) => [code, read[code]]));

	it.each<[string, string, IDataObject, IDataObject]>([
		['create', 'new', {}, given],
		['createOne', 'new', {}, given],
		['createWithTable', 'new', { ...lines, groupBy: 'x' }, { ...given, ...row, Lines: undefined }],
		['update', 'found by key', by('Key'), given],
		['update', 'cleared', by('Key'), cleared],
		['updateOne', 'found by ID', by('$id'), { ...cleared, Amount: 5 }],
		['update', 'where it differs', by('Key', { onlyChanges: true }), given],
		['upsert', 'found by key', by('Key'), given],
		['upsert', 'merged', by('Key', { onConflict: 'merge' }), given],
		['upsertWithTable', 'rows kept', { ...by('Key', { existingRows: 'keep' }), ...lines }, row],
		['sync', 'where it differs', { ...by('Key'), deleteOthers: false }, given],
	])('is put out by %s (%s) as Get returns it', async (operation, _what, more, values) => {
		const isNew = operation.startsWith('create');
		const known = (await app.api.allValues(all)).map(({ $id }) => $id);
		if (known.length > 0) await app.api.ok('DELETE', 'records.json', { app: all, ids: known });
		const old = isNew ? undefined : await app.api.create(all, cells({ Key: 'a', Kind: 'y' }));
		const json = { ...values, ...(isNew ? { Files: 'data' } : { $id: old }) };
		await app.sandbox.forget();
		const parameters = { app: byId(all), fields: automatic(), ...more };
		const [output = {}] = jsonOf(await app.run(operation, parameters, { input: input(json) }));
		// The file, and the record.
		expect(await app.writes()).toHaveLength(isNew ? 2 : 1);
		if (isNew) expect(await reads()).toEqual([]);
		const { $id, ...written } = output;
		expect(written).toMatchObject({ $revision: isNew ? '1' : '2', $url: urlOf($id, all) });
		const [read = {}] = jsonOf(
			await app.run('get', { app: byId(all), recordId: byId(String($id)) }),
		);
		const fields = Object.keys(written).filter((code) => !code.startsWith('$'));
		for (const code of fields) {
			const rows = (written.Lines ?? []) as IDataObject[];
			const now = read[code] as IDataObject[];
			const shown = code === 'Lines' ? now.map((one, at) => columnsOf(rows[at] ?? {}, one)) : now;
			expect([code, written[code]]).toEqual([code, shown]);
		}
		const asked = Object.keys(json).filter(
			(code) => !['$id', 'Files', 'Kind', 'Part', 'Count'].includes(code) && code in given,
		);
		expect(fields).toEqual(expect.arrayContaining(asked));
		expect(fields).not.toContain('Files');
	});

	it.each<[string, IDataObject]>([
		['add', ofRecord],
		['replaceAll', ofRecord],
		['addOrUpdate', { ...ofRecord, columns: automatic({ matchingColumns: ['Part'] }) }],
	])('is put out by %s of table rows as Get Many returns it', async (operation, more) => {
		const id = (await app.api.ids(all, ''))[0] ?? (await app.api.create(all, cells({ Key: 'a' })));
		await app.api.ok('PUT', 'record.json', { app: all, id, record: cells({ Lines: [] }) });
		const run = async (name: string, items: IDataObject[]) =>
			jsonOf(await app.run(name, { app: byId(all), ...more }, { resource: 'tableRow', items }));
		const [written = {}] = await run(operation, [row]);
		const [read = {}] = await run('getAll', [row]);
		expect(written).toMatchObject({
			Part: 'ink',
			Count: 2,
			$id: id,
			$added: 1,
			$url: urlOf(id, all),
		});
		expect(read).toMatchObject({ Part: 'ink', Count: 2 });
	});

	it('leaves out a table with a new file, which it would lose where it is written back', async () => {
		await app.api.ok('DELETE', 'records.json', { app: all, ids: await app.api.ids(all, '') });
		const json = { Key: 'a', Lines: [{ Part: 'ink', Doc: 'data' }] };
		const parameters = { app: byId(all), fields: automatic() };
		const first = jsonOf(await app.run('create', parameters, { input: input(json) }));
		expect(first[0]).not.toHaveProperty('Lines');
		jsonOf(await app.run('update', { ...parameters, ...by('$id') }, { items: first }));
		expect((await app.api.allValues(all))[0]).toMatchObject({
			Lines: [{ value: { Doc: { value: [{ name: 'a.txt' }] } } }],
		});
	});
});

describe('Return Record', () => {
	const options = { returnRecord: true };

	it.each([
		['create', automatic()],
		['upsert', byKey],
	])('%s adds what Get returns, with one read for 500 records', async (operation, fields) => {
		const rows = jsonOf(await app.run(operation, { fields, options }, { items: orders(501) }));
		expect(await reads()).toHaveLength(2);
		expect(rows).toHaveLength(501);
		for (const at of [0, 250, 500]) {
			const { $id } = rows[at] as { $id: string };
			const [got] = jsonOf(await app.run('get', { recordId: byId($id) }));
			expect(rows[at]).toEqual({
				...got,
				$url: urlOf($id),
				...(operation === 'upsert' && { $operation: 'INSERT' }),
			});
			expect(rows[at]).toMatchObject({ Key: `k${at}`, Amount: at, Twice: at * 2 });
		}
	});

	it('keeps the written records where they cannot be read, and says so', async () => {
		const account = { signInWith: 'apiTokens', apiTokens: await app.token('add') };
		const parameters = { fields: mapping({ Key: 'a' }), options };
		const outcome = await app.run('create', parameters, { account });
		expect(jsonOf(outcome)).toEqual([{ $id: '1', $revision: '1', Key: 'a', $url: urlOf(1) }]);
		expect(outcome.hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('Written, but the records could not be read: '),
		);
		expect(await app.records()).toHaveLength(1);
	});

	it.each(['update', 'upsert', 'sync'])(
		'has names that no field has, so that it can be written back: %s',
		async (operation) => {
			const names = ['url', 'status', 'changed', 'changedFields', 'operation', 'action', 'key'];
			const own = Object.fromEntries(names.map((name) => [name, `my ${name}`]));
			const type = 'SINGLE_LINE_TEXT';
			const of = await app.api.makeApp({
				...Object.fromEntries(names.map((name) => [name, { type }])),
				Key: { type, unique: true },
			});
			const id = await app.api.create(of, cells({ ...own, Key: 'x1', url: 'old' }));
			const write = async (items: IDataObject[]) => {
				const parameters = { app: byId(of), fields: byKey };
				const settings = operation === 'sync' ? {} : { ...options, onlyChanges: true };
				return await app.run(operation, { ...parameters, options: settings }, { items });
			};
			const first = jsonOf(await write([{ ...own, Key: 'x1' }]));
			expect(first).toMatchObject([{ $id: id, $url: urlOf(id, of), $changedFields: ['url'] }]);
			const again = await write([{ ...own, Key: 'x1', ...first[0] }]);
			expect(jsonOf(again)).toMatchObject([{ $revision: '2', $changedFields: [] }]);
			expect(again.hints.map(({ message }) => message).join()).not.toContain('Not written');
			expect((await app.api.allValues(of))[0]).toMatchObject(own);
		},
	);
});
