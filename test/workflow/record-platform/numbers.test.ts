import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, byId, jsonOf } from './world';

const app = useNewApp({
	Name: { type: 'SINGLE_LINE_TEXT' },
	Key: { type: 'NUMBER', unique: true },
	Amount: { type: 'NUMBER' },
	Twice: { type: 'CALC', expression: 'Amount * 2' },
	Lines: { type: 'SUBTABLE', fields: { Price: { type: 'NUMBER' } } },
});

const create = async (...amounts: unknown[]) => {
	for (const Amount of amounts) {
		await app.create({ Name: 'n', Amount, Lines: [{ value: cells({ Price: Amount }) }] });
	}
};

const getMany = async (options: IDataObject = {}) =>
	jsonOf(await app.run('getAll', { returnAll: true, options })).reverse();

/** Amounts and prices as the service holds them. */
const held = async () =>
	(await app.records()).map(({ Amount, Lines, Twice }) => {
		const rows = Lines as Array<{ value: { Price: { value: unknown } } }>;
		return { Amount, Twice, prices: rows.map(({ value }) => value.Price.value) };
	});

const VALUES = [
	'0.1',
	'1e21',
	'12345678901234567890',
	'1.10',
	'-0',
	'',
	'0.1234567890123456789',
	'0.0000001',
	'9007199254740993',
	'-1200.5',
];

it.each([
	['update', {}],
	['update', { onlyChanges: true }],
	['updateOne', {}],
])('%s writes what was read exactly (%j)', async (operation, options) => {
	await create(...VALUES);
	const before = await held();
	const fields = automatic({ matchingColumns: ['$id'] });
	const rows = jsonOf(await app.run(operation, { fields, options }, { items: await getMany() }));
	expect(rows).toHaveLength(VALUES.length);
	expect(await held()).toEqual(before);
	if ('onlyChanges' in options) expect(rows.every(({ $revision }) => $revision === '1')).toBe(true);
});

it('table rows that were read are written back exactly', async () => {
	await create(...VALUES);
	const before = await held();
	const table = { recordId: byId('={{ $json.$id }}'), table: 'Lines' };
	const more = { resource: 'tableRow', items: await getMany() };
	const rows = jsonOf(await app.run('getAll', table, more));
	expect(rows[0]).toMatchObject({ $rowId: expect.any(String), Price: 0.1 });
	expect(rows[2]?.Price).toBe('12345678901234567890');
	const columns = automatic({ matchingColumns: ['$rowId'] });
	jsonOf(await app.run('update', { ...table, columns }, { ...more, items: rows }));
	expect(await held()).toEqual(before);
});

it('conditions and keys take the numbers that were read', async () => {
	for (const Key of ['0.1', '7', '12345678901234567890']) await app.create({ Key, Name: 'old' });
	const items = (await getMany()).map(({ Key }) => ({ Key, Name: 'new' }));
	const fields = automatic({ matchingColumns: ['Key'] });
	jsonOf(await app.run('sync', { fields, deleteOthers: false }, { items }));
	const query = '=Key in ("{{ $json.Key }}")';
	const found = await app.run('getAll', { returnAll: true, filterBy: 'query', query }, { items });
	expect(jsonOf(found).map(({ Key, Name }) => [Key, Name])).toEqual([
		[0.1, 'new'],
		[7, 'new'],
		['12345678901234567890', 'new'],
	]);
	expect(await app.records()).toHaveLength(3);
});
