import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { automatic, jsonOf, mapping, schemaOf } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Count: { type: 'NUMBER', unique: true },
	Amount: { type: 'NUMBER' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Item: { type: 'SINGLE_LINE_TEXT' }, Pieces: { type: 'NUMBER' } },
	},
});

const byKey = (matching = 'Key') =>
	automatic({
		matchingColumns: [matching],
		schema: schemaOf({ Key: 'SINGLE_LINE_TEXT', Count: 'NUMBER', Amount: 'NUMBER' }),
	});
const held = async () =>
	(await app.records()).map(({ $id, Key, Count, Amount }) => ({ $id, Key, Count, Amount }));

describe.each([
	['a blank at its end', 'ABC '],
	['a blank at its start', ' ABC'],
	['a full-width blank', 'ABC　'],
	['blanks alone', '  '],
])('a text key with %s', (_, key) => {
	it.each(['update', 'updateOne', 'upsert', 'sync'])(
		'finds its record in %s',
		async (operation) => {
			const id = await app.create({ Key: key, Amount: 1 });
			const deleting = operation === 'sync' ? { deleteOthers: true, filterBy: 'conditions' } : {};
			const items = [{ Key: key, Amount: 2 }];
			const outcome = await app.run(operation, { fields: byKey(), ...deleting }, { items });
			expect(outcome.error).toBeUndefined();
			expect(await held()).toEqual([{ $id: id, Key: key, Count: '', Amount: '2' }]);
		},
	);

	it('is written as it is into a new record', async () => {
		await app.run('upsert', { fields: byKey() }, { items: [{ Key: key, Amount: 2 }] });
		expect((await held()).map(({ Key }) => Key)).toEqual([key]);
	});

	it('finds the record of a table', async () => {
		await app.create({ Key: key });
		const columns = {
			mappingMode: 'defineBelow',
			value: { Item: 'pen' },
			matchingColumns: [],
			schema: [],
		};
		const outcome = await app.run(
			'add',
			{ findBy: 'key', keyField: 'Key', keyValue: key, table: 'Lines', columns },
			{ resource: 'tableRow' },
		);
		expect(outcome.error).toBeUndefined();
		expect(jsonOf(outcome)).toEqual([expect.objectContaining({ added: 1 })]);
	});
});

it.each(['update', 'upsert', 'sync'])(
	'a key of which a part was not found is no key: %s',
	async (operation) => {
		await app.create({ Key: 'ORD-', Amount: 1 });
		const before = await app.records();
		const fields = mapping(
			{ Key: '=ORD-{{ $json.number }}', Amount: '={{ $json.Amount }}' },
			{ matchingColumns: ['Key'] },
		);
		for (const number of [undefined, null]) {
			const items = [{ number, Amount: 2 }] as IDataObject[];
			const { error } = await app.run(operation, { fields }, { items });
			expect(error?.message).toContain('{{ $json.number }} in "Key" returned no value');
		}
		expect(await app.records()).toEqual(before);
		await app.create({ Key: 'ORD-7', Amount: 1 });
		await app.run(operation, { fields }, { items: [{ number: 7, Amount: 2 }] });
		expect((await held()).map(({ Amount }) => Amount)).toEqual(['1', '2']);
	},
);

describe('a key of which a part has no value', () => {
	const PARTS: Array<[string, IDataObject]> = [
		['=ORD-{{ $json.number }}', { number: '' }],
		['=ORD-{{ $json.number }}', { number: ' ' }],
		['=ORD-{{ $json.number?.trim() }}', {}],
		["=ORD-{{ $('Trigger').item.json.number }}", {}],
		['={{ $json.kind }}-{{ $json.number }}', { kind: 'ORD' }],
		['={{ $json.kind }}-{{ $json.number?.trim() }}', { kind: 'ORD', number: null }],
		['={{ $json.kind }}{{ $json.number }}', { kind: 'ORD-' }],
	];
	const lacksPart = expect.stringMatching(/The expression .+ returned no value/) as string;
	const order = async () =>
		await app.create({ Key: 'ORD-', Amount: 1, Lines: [{ value: { Item: { value: 'ORD-' } } }] });

	it.each(PARTS)('finds no record: %s %j', async (text, item) => {
		await order();
		const before = await app.records();
		const more = { items: [item] };
		const fields = mapping({ Key: text, Amount: 2 }, { matchingColumns: ['Key'] });
		const row = { table: 'Lines', columns: mapping({ Item: 'pen' }) };
		for (const operation of ['update', 'updateOne', 'upsert', 'sync']) {
			const { error } = await app.run(operation, { fields }, more);
			expect([operation, error?.message]).toEqual([operation, lacksPart]);
		}
		const withTable = await app.run('upsertWithTable', { fields, ...row }, more);
		expect(withTable.error?.message).toEqual(lacksPart);
		const place = { findBy: 'key', keyField: 'Key', keyValue: text };
		const added = await app.run('add', { ...place, ...row }, { ...more, resource: 'tableRow' });
		expect(added.error?.message).toEqual(lacksPart);
		expect(await app.records()).toEqual(before);
	});

	it.each(PARTS)('finds no table row: %s %j', async (text, item) => {
		const recordId = { mode: 'id', value: await order() };
		const before = await app.records();
		const columns = mapping({ Item: text, Pieces: 2 }, { matchingColumns: ['Item'] });
		for (const operation of ['update', 'addOrUpdate']) {
			const { error } = await app.run(
				operation,
				{ recordId, table: 'Lines', columns },
				{ resource: 'tableRow', items: [item] },
			);
			expect(error?.message).toEqual(lacksPart);
		}
		expect(await app.records()).toEqual(before);
	});

	it.each(PARTS)('groups no items: %s %j', async (text, item) => {
		const { error } = await app.run(
			'createWithTable',
			{
				groupBy: text,
				fields: mapping({ Amount: 2 }),
				table: 'Lines',
				columns: mapping({ Item: 'pen' }),
			},
			{ items: [item, item] },
		);
		expect(error?.message).toEqual(lacksPart);
		expect(await app.records()).toEqual([]);
	});

	it('finds its record by the others if the part is empty text', async () => {
		await app.create({ Key: 'A-', Amount: 1 });
		const fields = mapping(
			{ Key: '={{ $json.company }}-{{ $json.branch }}', Amount: 2 },
			{ matchingColumns: ['Key'] },
		);
		const { error } = await app.run(
			'update',
			{ fields },
			{ items: [{ company: 'A', branch: '' }] },
		);
		expect(error).toBeUndefined();
		expect((await held()).map(({ Amount }) => Amount)).toEqual(['2']);
	});
});

it('two keys that differ in a blank are two records', async () => {
	await app.create({ Key: 'ABC', Amount: 1 });
	await app.run('upsert', { fields: byKey() }, { items: [{ Key: 'ABC ', Amount: 2 }] });
	expect((await held()).map(({ Key, Amount }) => [Key, Amount])).toEqual([
		['ABC', '1'],
		['ABC ', '2'],
	]);
});

it.each([' 5 ', '5.0', '5'])('a number key may be written %p', async (key) => {
	const id = await app.create({ Count: 5, Amount: 1 });
	const items = [{ Count: key, Amount: 2 }];
	const outcome = await app.run('upsert', { fields: byKey('Count') }, { items });
	expect(outcome.error).toBeUndefined();
	expect(await held()).toEqual([{ $id: id, Key: '', Count: '5', Amount: '2' }]);
});

it.each(['', null, undefined])('no key (%p) is refused', async (key) => {
	const { error } = await app.run(
		'upsert',
		{ fields: byKey() },
		{ items: [{ Key: key as null, Amount: 2 }] },
	);
	expect(error?.message).toContain('no value for "Key"');
	expect(await held()).toEqual([]);
});
