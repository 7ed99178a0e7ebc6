import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, byId } from './world';

/** Columns of a table whose labels are field codes of the record, and the reverse. */
const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Date: { type: 'DATE', label: 'Date' },
	Total: { type: 'NUMBER', label: 'Quantity' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Date_0: { type: 'DATE', label: 'Date' },
			Quantity: { type: 'NUMBER', label: 'Quantity' },
		},
	},
});

const ROW = { value: cells({ Article: 'x', Quantity: 3 }) };
const ITEM = { Key: 'A', Date: '2026-01-31', Article: 'x', Quantity: 3 };

/** Date and total of the only record, and the cells of its rows. */
async function held() {
	const [record] = await app.records();
	const rows = record?.Lines as Array<{ value: Record<string, { value: unknown }> }>;
	const lines = rows.map(({ value }) =>
		Object.fromEntries(Object.entries(value).map(([code, cell]) => [code, cell.value])),
	);
	return { Date: record?.Date, Total: record?.Total, lines };
}

const run = async (
	operation: string,
	parameters: IDataObject,
	item: IDataObject,
	resource = 'record',
) =>
	await app.run(
		operation,
		{ table: 'Lines', columns: automatic(), ...parameters },
		{ items: [item], resource },
	);

it.each([
	['createWithTable', { groupBy: '={{ $json.Key }}', fields: automatic() }],
	['upsertWithTable', { fields: automatic({ matchingColumns: ['Key'] }) }],
])('%s writes a key of an item only to the field or column with that code', async (name, own) => {
	await run(name, own, ITEM);
	expect(await held()).toEqual({
		Date: '2026-01-31',
		Total: '',
		lines: [{ Article: 'x', Date_0: null, Quantity: '3' }],
	});
});

it.each(['update', 'upsert', 'sync'])(
	'%s writes a column of a table row to no field with this label',
	async (operation) => {
		const recordId = byId(await app.create({ Key: 'A', Total: 500, Lines: [ROW] }));
		const read = { findBy: 'id', recordId, table: 'Lines' };
		const { output } = await app.run('getAll', read, { resource: 'tableRow' });
		const items = output.map(({ json }) => ({ ...json, Key: 'A', Date: '2026-02-01' }));
		await app.run(operation, { fields: automatic({ matchingColumns: ['Key'] }) }, { items });
		expect(await held()).toMatchObject({ Date: '2026-02-01', Total: '500' });
	},
);

it('keeps a field of an existing record that has the label of a column', async () => {
	await app.create({ Key: 'A', Total: 500 });
	await run('upsertWithTable', { fields: automatic({ matchingColumns: ['Key'] }) }, ITEM);
	expect((await held()).Total).toBe('500');
});

it('adds a row without the values of the record that the item also has', async () => {
	const id = await app.create({ Key: 'A', Date: '2026-01-31' });
	await run('add', { findBy: 'id', recordId: byId(id) }, ITEM, 'tableRow');
	expect((await held()).lines).toEqual([{ Article: 'x', Date_0: null, Quantity: '3' }]);
});

it('finds no rows by the value of a record field with the label of the column', async () => {
	const rows = [cells({ Article: 'old', Date_0: '2026-01-31' })].map((value) => ({ value }));
	const id = await app.create({ Key: 'A', Lines: rows });
	const columns = automatic({ matchingColumns: ['Date_0'] });
	const { error } = await run(
		'update',
		{ findBy: 'id', recordId: byId(id), columns },
		ITEM,
		'tableRow',
	);
	expect(error?.message).toContain('no value for "Date"');
	expect((await held()).lines).toMatchObject([{ Article: 'old' }]);
});

it('finds no record by the value of a field with the label of the field to match by', async () => {
	const other = await app.api.makeApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true, label: 'Name' },
		Name: { type: 'SINGLE_LINE_TEXT' },
		Note: { type: 'SINGLE_LINE_TEXT' },
	});
	await app.api.create(other, cells({ Key: 'sato', Name: 'first' }));
	const fields = automatic({ matchingColumns: ['Key'] });
	const items = [{ Name: 'sato', Note: 'for another one' }];
	const { error } = await app.run('update', { app: byId(other), fields }, { items });
	expect(error?.message).toContain('no value for "Name"');
	expect(await app.api.allValues(other)).toMatchObject([{ Name: 'first', Note: '' }]);
});
