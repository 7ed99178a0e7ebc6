import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { pricesOf } from '../../support/lookup-scene';
import { useNewApp } from './app';
import { automatic, byId, jsonOf, mapping } from './world';

/** An app with prices, and orders that copied them before they changed. */
let prices: string;
const app = useNewApp(() => ({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	State: { type: 'SINGLE_LINE_TEXT' },
	Product: { type: 'SINGLE_LINE_TEXT', lookup: pricesOf(prices, 'Cost') },
	Cost: { type: 'NUMBER' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Part: { type: 'SINGLE_LINE_TEXT', lookup: pricesOf(prices, 'Price') },
			Price: { type: 'NUMBER' },
			Quantity: { type: 'NUMBER' },
		},
	},
}));

const token = async (of: string, permissions: string[]) =>
	((await app.sandbox.control('tokens', { app: of, permissions })) as { token: string }).token;

beforeAll(async () => {
	prices = await app.api.makeApp({
		Code: { type: 'SINGLE_LINE_TEXT', unique: true },
		Price: { type: 'NUMBER' },
	});
});

/** Makes an order whose copies are 1; the price of P is 9 then, and that of Q is 5. */
async function order(...parts: string[]): Promise<string> {
	for (const record of await app.api.allValues(prices)) {
		await app.api.ok('DELETE', `records.json?app=${prices}&ids[0]=${record.$id as string}`);
	}
	const price = await app.api.create(prices, cells({ Code: 'P', Price: 1 }));
	await app.api.create(prices, cells({ Code: 'Q', Price: 5 }));
	const rows = [1, 2].map((Quantity, at) => ({
		value: cells({ Part: parts[at] ?? 'P', Quantity }),
	}));
	const id = await app.create({ State: 'open', Product: 'P', Lines: rows });
	await app.api.ok('PUT', 'record.json', { app: prices, id: price, record: cells({ Price: 9 }) });
	return id;
}

/** State and cost of the order, and price and quantity of its rows. */
async function held() {
	const [record] = await app.records();
	const rows = record?.Lines as Array<{ value: Record<string, { value: unknown }> }>;
	const lines = rows.map(({ value }) => [value.Price?.value, value.Quantity?.value]);
	return [record?.State, record?.Cost, ...lines];
}

const read = async (id: string) =>
	jsonOf(await app.run('get', { recordId: byId(id) }))[0] as IDataObject & { Lines: IDataObject[] };

const update = async (item: IDataObject, options: IDataObject = {}, operation = 'update') =>
	await app.run(
		operation,
		{ fields: automatic({ matchingColumns: ['$id'] }), options },
		{ items: [item] },
	);

it.each(['update', 'updateOne'])(
	'%s keeps what lookups copied when an item is written back',
	async (way) => {
		const item = await read(await order());
		await update({ ...item, State: 'done' }, {}, way);
		expect(await held()).toEqual(['done', '1', ['1', '1'], ['1', '2']]);
	},
);

it('keeps the copies of the other rows and of a row whose quantity changes, with Only Changes', async () => {
	const item = await read(await order());
	const [first, second] = item.Lines;
	const changed = { ...item, Lines: [{ ...first, Quantity: 7 }, second] } as IDataObject;
	await update(changed, { onlyChanges: true });
	expect(await held()).toEqual(['open', '1', ['1', '7'], ['1', '2']]);
});

it('writes nothing where only the lookup and its copy were mapped', async () => {
	const $id = await order();
	const { output } = await update({ $id, Product: 'P', Cost: '1' });
	expect(output.map(({ json }) => json)).toEqual([{ id: $id, revision: '1' }]);
	expect(await held()).toEqual(['open', '1', ['1', '1'], ['1', '2']]);
});

it('updates a record that the token has no permission to view', async () => {
	const item = await read(await order());
	const tokens = [await token(app.id, ['add', 'edit']), await token(prices, ['view'])];
	const account = { signInWith: 'apiTokens', apiTokens: tokens.join('\n') };
	const fields = automatic({ matchingColumns: ['$id'] });
	await app.run('update', { fields }, { items: [{ ...item, State: 'done' }], account });
	expect((await held())[0]).toBe('done');
});

it('copies again for a key that was changed', async () => {
	const item = await read(await order());
	const [first, second] = item.Lines;
	const changed = {
		...item,
		Product: 'Q',
		Lines: [{ ...first, Part: 'Q' }, second],
	} as IDataObject;
	await update(changed);
	expect(await held()).toEqual(['open', '5', ['5', '1'], ['1', '2']]);
});

it('copies again for an item that holds the key without a copy', async () => {
	const $id = await order();
	await update({ $id, Product: 'P' });
	expect(await held()).toEqual(['open', '9', ['1', '1'], ['1', '2']]);
});

it('keeps the copies of a table row that is written back', async () => {
	const recordId = byId(await order());
	const rows = { findBy: 'id', recordId, table: 'Lines' };
	const [row] = jsonOf(await app.run('getAll', rows, { resource: 'tableRow' }));
	const columns = automatic({ matchingColumns: ['$rowId'] });
	const items = [{ ...row, Quantity: 5 }];
	await app.run('update', { ...rows, columns }, { resource: 'tableRow', items });
	expect(await held()).toEqual(['open', '1', ['1', '5'], ['1', '2']]);
});

describe('rows that stay as they are keep the copies', () => {
	const lineMapper = mapping({ Part: '={{ $json.Part }}', Quantity: '={{ $json.Quantity }}' });

	it.each<[string, IDataObject]>([
		['as they were read', { columns: automatic() }],
		['mapped by hand', { columns: lineMapper }],
		['by their part', { columns: lineMapper, options: { matchRowsBy: ['Part'] } }],
	])('Table Row: Replace All, %s', async (_name, parameters) => {
		const rows = { findBy: 'id', recordId: byId(await order()), table: 'Lines' };
		const more = { resource: 'tableRow' };
		const items = jsonOf(await app.run('getAll', rows, more));
		const replace = async (list: IDataObject[]) =>
			await app.run('replaceAll', { ...rows, ...parameters }, { ...more, items: list });
		await replace(items);
		expect(await held()).toEqual(['open', '1', ['1', '1'], ['1', '2']]);
		await replace([items[1] as IDataObject, items[0] as IDataObject]);
		expect(await held()).toEqual(['open', '1', ['1', '2'], ['1', '1']]);
		await replace([{ ...items[1], Part: 'Q' }, items[0] as IDataObject]);
		expect(await held()).toEqual(['open', '1', ['5', '2'], ['1', '1']]);
	});

	it.each(['replace', 'keep'])('Create or Update With Table, %s', async (existingRows) => {
		const record = cells({ Key: 'K' });
		await app.api.ok('PUT', 'record.json', { app: app.id, id: await order(), record });
		const read = await app.run('getAll', { returnAll: true, options: { splitTable: 'Lines' } });
		const items = jsonOf(read).map(({ Lines, ...item }) => ({
			...item,
			...(Lines as IDataObject),
			State: 'done',
		}));
		const fields = automatic({ matchingColumns: ['Key'] });
		const write = async (list: IDataObject[]) =>
			await app.run(
				'upsertWithTable',
				{ fields, table: 'Lines', columns: automatic(), options: { existingRows } },
				{ items: list },
			);
		const { error } = await write(items);
		expect(error).toBeUndefined();
		const added =
			existingRows === 'keep'
				? [
						['9', '1'],
						['9', '2'],
					]
				: [];
		expect(await held()).toEqual(['done', '1', ['1', '1'], ['1', '2'], ...added]);
		await write([{ ...items[0], Product: 'Q' } as IDataObject]);
		expect((await held()).slice(0, 3)).toEqual(['done', '5', ['1', '1']]);
	});
});

describe.each(['update', 'upsert', 'sync'])('a row without an ID, %s', (way) => {
	const write = async (...Lines: IDataObject[]) => {
		const key = way === 'update' ? '$id' : 'Key';
		const [record] = await app.records();
		const items = [{ [key]: record?.[key], Lines }] as IDataObject[];
		return await app.run(way, { fields: automatic({ matchingColumns: [key] }) }, { items });
	};
	const begin = async (...parts: string[]) => {
		const record = cells({ Key: 'K' });
		await app.api.ok('PUT', 'record.json', { app: app.id, id: await order(...parts), record });
	};

	it('keeps what its lookup copied if its quantity changes', async () => {
		await begin('P', 'Q');
		const { error } = await write(
			{ Part: 'Q', Price: 5, Quantity: 2 },
			{ Part: 'P', Price: 1, Quantity: 7 },
		);
		expect(error).toBeUndefined();
		expect(await held()).toEqual(['open', '1', ['5', '2'], ['1', '7']]);
	});

	it('gets the current values of another key, and of a new row', async () => {
		await begin('Q', 'Q');
		await write({ Part: 'P', Price: 1, Quantity: 1 }, { Part: 'Q', Price: 5, Quantity: 2 });
		expect(await held()).toEqual(['open', '1', ['9', '1'], ['5', '2']]);
	});
});

it.each([
	['sync', {}],
	['upsert', { onlyChanges: true }],
])(
	'%s %j comes to rest where rows hold another value for a copied column',
	async (way, options) => {
		await order();
		const Lines = [1, 2].map((Quantity) => ({ Part: 'P', Price: 99, Quantity }));
		const fields = automatic({ matchingColumns: ['Key'] });
		const write = async () =>
			jsonOf(await app.run(way, { fields, options }, { items: [{ Key: 'K', Lines }] }));
		await write();
		const before: unknown = await app.records();
		await write();
		expect(await app.records()).toEqual(before);
	},
);

describe('several items of a record in one transaction', () => {
	const undo = { whenRefused: 'undo' };

	it.each<[string, IDataObject, Array<string | null>]>([
		['automatic', {}, ['Q', 'P']],
		['automatic', { onlyChanges: true }, ['Q', 'P']],
		['automatic', { onlyChanges: true }, [null, 'P']],
		['by hand', { onlyChanges: true }, ['Q', 'P']],
	])('leave the lookup of the last one: %s %j %j', async (how, options, products) => {
		const $id = await order();
		const items = products.map((Product, at) => ({ $id, Product, Cost: 1, State: `item ${at}` }));
		const byHand = {
			$id: '={{ $json.$id }}',
			Product: '={{ $json.Product }}',
			State: '={{ $json.State }}',
		};
		const own = { matchingColumns: ['$id'] };
		const fields = how === 'automatic' ? automatic(own) : mapping(byHand, own);
		const { error } = await app.run(
			'update',
			{ fields, options: { ...undo, ...options } },
			{ items },
		);
		expect(error).toBeUndefined();
		expect((await app.records())[0]).toMatchObject({ Product: 'P', State: 'item 1', Cost: '9' });
	});
});
