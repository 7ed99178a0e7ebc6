import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
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
	it.each<[string, string, IDataObject]>([
		['create', 'record', { fields: automatic() }],
		['createOne', 'record', { fields: automatic() }],
		['update', 'record', { fields: automatic({ matchingColumns: ['$id'] }) }],
		['updateOne', 'record', { fields: automatic({ matchingColumns: ['$id'] }) }],
		['upsert', 'record', { fields: byKey }],
		['sync', 'record', { fields: byKey, deleteOthers: false }],
		['add', 'tableRow', { recordId: byId('1'), table: 'Lines', columns: mapping({ Part: 'ink' }) }],
	])('is in the output of %s (%s)', async (operation, resource, parameters) => {
		const isNew = operation.startsWith('create');
		if (!isNew) await app.create({ Key: 'k0' });
		await app.sandbox.forget();
		const more = { resource, items: [{ Key: 'k0', Amount: 5, ...(!isNew && { $id: '1' }) }] };
		const rows = jsonOf(await app.run(operation, parameters, more));
		expect(rows).toMatchObject([{ $id: '1', $revision: isNew ? '1' : '2', $url: urlOf(1) }]);
		if (isNew) expect(await reads()).toEqual([]);
	});

	it('is in that of updateOne by a unique field only with Return Record', async () => {
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
		expect(jsonOf(outcome)).toEqual([{ $id: '1', $revision: '1', $url: urlOf(1) }]);
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
