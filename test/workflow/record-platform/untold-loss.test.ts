import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { lookupScene } from '../../support/lookup-scene';
import { useNewApp } from './app';
import { lines } from './table-scene';
import { automatic, byId, jsonOf, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true, label: 'Order number' },
	Plain: { type: 'SINGLE_LINE_TEXT' },
	Amount: { type: 'NUMBER', label: 'Total' },
	Tags: { type: 'CHECK_BOX', options: options('a', 'b'), defaultValue: ['a'] },
	url: { type: 'SINGLE_LINE_TEXT' },
	Files: { type: 'FILE' },
	Other: { type: 'FILE' },
	Others: {
		type: 'SUBTABLE',
		fields: { Place: { type: 'SINGLE_LINE_TEXT' }, Who: { type: 'USER_SELECT' } },
	},
	Lines: {
		type: 'SUBTABLE',
		label: 'Order lines',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT', label: 'Item' },
			Quantity: { type: 'NUMBER' },
			Twice: { type: 'CALC', expression: 'Quantity * 2' },
		},
	},
});

const LINES = lines({ Article: 'pen', Quantity: '1' }, { Article: 'ink', Quantity: '2' }).value;
const matchingKey = { matchingColumns: ['Key'] };
/** Nothing of the item has such names. */
const WRONG_NAMES = mapping({ Article: '={{ $json.artcle }}', Quantity: '={{ $json.qty }}' });
const rows = async (operation: string, id: string, parameters: IDataObject, item: IDataObject) =>
	await app.run(
		operation,
		{ recordId: byId(id), table: 'Lines', ...parameters },
		{ resource: 'tableRow', items: [item] },
	);

describe('a table that is named by its label or by an expression', () => {
	const own = { fields: automatic(matchingKey), columns: automatic() };
	const item = { Key: 'A', Article: 'cap', Quantity: 3 };
	const rowsWritten = async () => {
		const [record] = await app.records();
		type Rows = Array<{ value: Record<string, { value: unknown }> }>;
		return (record?.Lines as Rows).map(({ value }) => [
			value.Article?.value,
			value.Quantity?.value,
		]);
	};

	it.each([
		['createWithTable', { ...own, groupBy: 'A' }],
		['upsertWithTable', own],
	])('%s writes its rows', async (operation, parameters) => {
		const outcome = await app.run(
			operation,
			{ ...parameters, table: 'Order lines' },
			{ items: [item] },
		);
		expect(outcome.error).toBeUndefined();
		expect(await rowsWritten()).toEqual([['cap', '3']]);
	});

	it.each(['add', 'replaceAll'])('%s writes its rows', async (operation) => {
		const id = await app.create({ Key: 'A' });
		const place = { recordId: byId(id), table: 'Order lines', columns: automatic() };
		const outcome = await app.run(operation, place, { resource: 'tableRow', items: [item] });
		expect(outcome.error).toBeUndefined();
		expect(await rowsWritten()).toEqual([['cap', '3']]);
	});

	it('refuses different tables for one record', async () => {
		await app.create({ Key: 'A', Lines: LINES });
		const before = await app.records();
		const { error } = await app.run(
			'upsertWithTable',
			{ ...own, table: '={{ $json.table }}' },
			{ items: ['Lines', 'Others'].map((table) => ({ ...item, Place: 'Osaka', table })) },
		);
		expect(error?.message).toContain(
			'The items of one record have different tables: "Lines", "Others"',
		);
		expect(await app.records()).toEqual(before);
	});
});

describe('a condition that names a person other than by the login name deletes no rows', () => {
	const withWho = (...codes: string[]) =>
		codes.map((code) => ({ value: { Who: { value: [{ code }] } } }));

	it.each([
		['notEquals', 'Haruka Sato'],
		['noneOf', ['Haruka Sato', 'ito']],
		['notContains', 'SATO'],
	])('%s %j', async (operator, value) => {
		const id = await app.create({ Key: 'A', Others: withWho('sato', 'ito', 'mori') });
		const before = await app.records();
		const rowConditions = { rows: [{ column: 'Who', operator, value }] };
		const chosen = { table: 'Others', deleteBy: 'conditions', rowConditions };
		const { error } = await rows('delete', id, chosen, {});
		expect([error?.message, error?.description]).toEqual([
			expect.stringContaining('Column "Who" compares login names and codes'),
			expect.stringContaining('Use "sato"'),
		]);
		expect(await app.records()).toEqual(before);
	});
});

describe('a field that is called like the address in the output of a write', () => {
	const url = 'https://customer.example';
	const created = async () =>
		jsonOf(await app.run('create', { fields: mapping({ Key: 'A', url }) }, { typeVersion: 1.1 }));
	const update = async (item: IDataObject) =>
		await app.run('update', { fields: automatic({ matchingColumns: ['$id'] }) }, { items: [item] });

	it('keeps its value when the output is written back', async () => {
		const [row] = await created();
		expect(row?.url).toContain('/show#record=');
		const { hints } = await update({ ...row, Plain: 'x' });
		expect(await app.records()).toMatchObject([{ Plain: 'x', url }]);
		expect(hints.map(({ message }) => message).join()).toContain(
			'"url" (the address of the record in the output of a write)',
		);
	});

	it.each(['https://new.example', 'the ID of the record'])(
		'gets what somebody entered: %s',
		async (text) => {
			const [row] = await created();
			const entered = text.startsWith('the ID') ? String(row?.id) : text;
			await update({ ...row, url: entered });
			expect(await app.records()).toMatchObject([{ url: entered }]);
		},
	);
});

describe('rows of which the expressions found nothing change no table', () => {
	it.each(['add', 'replaceAll', 'addOrUpdate'])('%s', async (operation) => {
		const id = await app.create({ Key: 'A', Lines: LINES });
		const before = await app.records();
		const { error } = await rows(operation, id, { columns: WRONG_NAMES }, { article: 'x' });
		expect(error?.message).toContain('The expressions returned no value for any mapped column');
		expect(await app.records()).toEqual(before);
	});

	it.each([
		['upsertWithTable', { fields: mapping({ Key: 'A' }, matchingKey) }],
		['createWithTable', { groupBy: 'B', fields: mapping({ Key: 'B' }) }],
	])('%s', async (operation, parameters) => {
		await app.create({ Key: 'A', Lines: LINES });
		const before = await app.records();
		const all = { ...parameters, table: 'Lines', columns: WRONG_NAMES };
		const { error } = await app.run(operation, all, { items: [{ article: 'x' }] });
		expect(error?.message).toContain('The expressions returned no value for any mapped column');
		expect(await app.records()).toEqual(before);
	});

	it('a table that is mapped as a list of objects', async () => {
		const id = await app.create({ Key: 'A', Lines: LINES });
		const before = await app.records();
		const fields = mapping(
			{ $id: id, Lines: '={{ $json.rows.map((row) => ({ Article: row.artcle })) }}' },
			{ matchingColumns: ['$id'] },
		);
		const { error } = await app.run(
			'update',
			{ fields },
			{ items: [{ rows: [{ article: 'x' }] }] },
		);
		expect(error?.message).toContain('"Order lines" has no value in row 1');
		expect(await app.records()).toEqual(before);
	});
});

it('a column that was mapped by hand and is calculated by now is refused', async () => {
	const id = await app.create({ Key: 'A', Lines: LINES });
	const before = await app.records();
	const columns = mapping({ Article: 'x', Twice: '5' });
	const { error } = await rows('replaceAll', id, { columns }, {});
	expect(error?.message).toContain(`"Twice" can't be written`);
	expect(await app.records()).toEqual(before);
});

describe('a number cell of a table row that is no number is refused', () => {
	const Quantity = { value: '1,200' };

	it('in a record', async () => {
		const items = [{ Key: 'A', Lines: [{ Article: 'x', Quantity }] }];
		const { error } = await app.run('create', { fields: automatic() }, { items });
		expect(error?.message).toContain('Quantity" must be a number');
		expect(await app.records()).toEqual([]);
	});

	it('in a row', async () => {
		const id = await app.create({ Key: 'A', Lines: LINES });
		const before = await app.records();
		const { error } = await rows('add', id, { columns: automatic() }, { Article: 'x', Quantity });
		expect(error?.message).toContain('Quantity" must be a number');
		expect(await app.records()).toEqual(before);
	});
});

it('rows are compared by all digits of their numbers', async () => {
	const held = ['9007199254740992', '9007199254740993', '1'];
	const id = await app.create({
		Key: 'A',
		Lines: lines(...held.map((Quantity) => ({ Quantity }))).value,
	});
	const value = '9007199254740993';
	const conditions = { rows: [{ column: 'Quantity', operator: 'greaterOrEqual', value }] };
	await rows('delete', id, { deleteBy: 'conditions', rowConditions: conditions }, {});
	const [record] = await app.records();
	const left = record?.Lines as Array<{ value: { Quantity: { value: string } } }>;
	expect(left.map((row) => row.value.Quantity.value)).toEqual(['9007199254740992', '1']);
});

describe('a field of an item that has the code counts before one that has the label', () => {
	it.each([
		{ Key: 'A', Amount: 1, Total: 2, Lines: [{ Article: 'x', Item: 'y' }] },
		{ 'Order number': 'B', Total: 2, Key: 'A', Amount: 1, Lines: [{ Item: 'y', Article: 'x' }] },
		{ Amount: 1, Key: 'A', Total: 2, 'Order number': 'B', Lines: [{ Article: 'x', Item: 'y' }] },
	])('%j', async (item) => {
		await app.run('create', { fields: automatic() }, { items: [item] });
		const [record] = await app.records();
		const [row] = record?.Lines as Array<{ value: { Article: { value: string } } }>;
		expect([record?.Key, record?.Amount, row?.value.Article.value]).toEqual(['A', '1', 'x']);
	});
});

describe('a field that two records have the same value in names none of them', () => {
	const twice = mapping({ Plain: 'same', Amount: '5' }, { matchingColumns: ['Plain'] });
	const table = { table: 'Lines', columns: mapping({ Article: 'x' }) };
	const byPlain = { findBy: 'key', keyField: 'Plain', keyValue: 'same' };
	const deletes = { deleteOthers: true, atMost: 10 };

	it.each<[string, string, IDataObject]>([
		['record', 'update', { fields: twice, options: { onlyChanges: true } }],
		['record', 'update', { fields: twice, options: { onConflict: 'merge' } }],
		['record', 'sync', { fields: twice }],
		['record', 'sync', { fields: twice, ...deletes }],
		['record', 'upsertWithTable', { fields: twice, ...table, options: { existingRows: 'keep' } }],
		['tableRow', 'add', { ...byPlain, ...table }],
		['tableRow', 'delete', { ...byPlain, table: 'Lines', deleteBy: 'all' }],
	])('%s %s', async (resource, operation, parameters) => {
		await app.create({ Key: 'A', Plain: 'same', Lines: LINES });
		await app.create({ Key: 'B', Plain: 'same', Lines: LINES });
		await app.create({ Key: 'C' });
		await app.create({ Key: 'D' });
		const before = await app.records();
		const { error } = await app.run(operation, parameters, { resource });
		expect(error?.message).toContain('have the same value in "Plain": "same"');
		expect(await app.records()).toEqual(before);
	});
});

describe('files of a record that several items make', () => {
	const item = (content: string, fileName: string): INodeExecutionData => ({
		json: {},
		binary: {
			data: {
				data: Buffer.from(content).toString('base64'),
				mimeType: 'text/plain',
				fileName,
				bytes: content.length,
			},
		},
	});
	const make = async (input: INodeExecutionData[]) =>
		await app.run(
			'createWithTable',
			{
				groupBy: 'A',
				fields: mapping({ Key: 'A', Files: 'data' }),
				table: 'Lines',
				columns: mapping({ Article: 'x' }),
			},
			{ input },
		);

	it.each([
		['another name', item('two', 'b.txt')],
		['another size', item('two and more', 'a.txt')],
	])('are refused where they differ: %s', async (_, other) => {
		const { error } = await make([item('one', 'a.txt'), other]);
		expect(error?.message).toContain('have different files in "Files"');
		expect(await app.records()).toEqual([]);
	});

	it('are attached once where they are the same', async () => {
		const { error } = await make([item('one', 'a.txt'), item('one', 'a.txt')]);
		expect(error).toBeUndefined();
		const [record] = await app.records();
		expect(record?.Files).toMatchObject([{ name: 'a.txt' }]);
	});
});

describe('a lookup that somebody changes while it is renewed', () => {
	it.each(['updateLookups', 'updateLookupsByConditions'])(
		'keeps its key: %s',
		async (operation) => {
			const scene = await lookupScene(app.api);
			const id = await scene.outdated();
			const other = await scene.outdated();
			await app.sandbox.forget();
			const record = cells({ Product: 'P2' });
			const parameters = { app: byId(scene.app), recordId: byId(id), lookups: [] };
			const { error } = await app.sandbox.whileHeld(
				['PUT /k/v1/records.json'],
				async () => await app.run(operation, parameters),
				async () => await app.api.ok('PUT', 'record.json', { app: scene.app, id, record }),
			);
			expect(error).toBeUndefined();
			expect(await app.api.values(scene.app, id)).toMatchObject({ Product: 'P2', Cost: '2' });
			const all = operation === 'updateLookupsByConditions';
			const held = await app.api.values(scene.app, other);
			expect(held).toMatchObject({ Product: 'P2', Cost: all ? '2' : '1' });
		},
	);

	it('and one that somebody deletes keeps none of the others back', async () => {
		const scene = await lookupScene(app.api);
		const id = await scene.outdated();
		const other = await scene.outdated();
		await app.sandbox.forget();
		const { error, output } = await app.sandbox.whileHeld(
			['PUT /k/v1/records.json'],
			async () => await app.run('updateLookupsByConditions', { app: byId(scene.app), lookups: [] }),
			async () => await app.api.ok('DELETE', 'records.json', { app: scene.app, ids: [id] }),
		);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.id)).toEqual([other]);
		expect(await app.api.values(scene.app, other)).toMatchObject({ Product: 'P2', Cost: '2' });
	});
});

it('keeps what is beside the values of a table row in the format of the service', async () => {
	const id = await app.create({ Key: 'A', Lines: lines({ Article: 'pen', Quantity: '1' }).value });
	const [record] = await app.records();
	const [{ id: $rowId } = { id: '' }] = record?.Lines as Array<{ id: string }>;
	const Lines = [{ $rowId, Item: 'ink', value: { Quantity: { value: 3 } } }];
	const fields = automatic({ matchingColumns: ['$id'] });
	const { error } = await app.run('update', { fields }, { items: [{ $id: id, Lines }] });
	expect(error).toBeUndefined();
	const row = { id: $rowId, value: { Article: { value: 'ink' }, Quantity: { value: '3' } } };
	expect(await app.records()).toMatchObject([{ Lines: [row] }]);
});
