import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Api, byId, itemsOf, jsonOf, mapping, oAuth2Credential, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;
let products: string;
let orders: string;

const token = async (app: string, permissions: string[]) =>
	((await sandbox.control('tokens', { app, permissions })) as { token: string }).token;

beforeAll(async () => {
	api = new Api(sandbox.url);
	products = await api.makeApp({
		Code: { type: 'SINGLE_LINE_TEXT', unique: true },
		Name: { type: 'SINGLE_LINE_TEXT' },
		Price: { type: 'NUMBER' },
	});
	const lookup = (...copies: Array<[string, string]>) => ({
		relatedApp: { app: products },
		relatedKeyField: 'Code',
		fieldMappings: copies.map(([field, relatedField]) => ({ field, relatedField })),
		lookupPickerFields: [],
		filterCond: '',
		sort: '',
	});
	const column = (code: string, rest: object) => ({ [code]: { code, label: code, ...rest } });
	orders = await api.makeApp({
		Product: {
			type: 'SINGLE_LINE_TEXT',
			label: 'Article',
			lookup: lookup(['Title', 'Name'], ['Cost', 'Price']),
		},
		Title: { type: 'SINGLE_LINE_TEXT' },
		Cost: { type: 'NUMBER' },
		Lines: {
			type: 'SUBTABLE',
			fields: {
				...column('Part', { type: 'SINGLE_LINE_TEXT', lookup: lookup(['Part_cost', 'Price']) }),
				...column('Part_cost', { type: 'NUMBER' }),
				...column('Quantity', { type: 'NUMBER' }),
			},
		},
	});
});

const run = async (operation: string, parameters: IDataObject, more = {}) =>
	await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: { app: byId(orders), ...parameters },
		...more,
	});
const product = async (code: string, price: string) => {
	const { records } = (await api.ok(
		'GET',
		`records.json?app=${products}&query=${encodeURIComponent(`Code = "${code}"`)}`,
	)) as { records: Array<{ $id: { value: string } }> };
	const id = records[0]?.$id.value;
	const record = cells({ Code: code, Name: `Name of ${code}`, Price: price });
	if (id === undefined) return await api.create(products, record);
	await api.ok('PUT', 'record.json', { app: products, id, record: cells({ Price: price }) });
	return id;
};
const order = async (values: Record<string, unknown>) => await api.create(orders, cells(values));
const line = (part: string, quantity: string) => ({
	value: { Part: { value: part }, Quantity: { value: quantity } },
});

describe('a lookup that was refused', () => {
	const withTokens = async (...tokens: string[]) => ({
		signInWith: 'apiTokens',
		apiTokens: tokens.join('\n'),
	});
	const create = async (account: IDataObject, value = 'A1') =>
		await run('create', { fields: mapping({ Product: value }) }, { account });

	test('says that a token of its source app may be missing', async () => {
		await product('A1', '10');
		const own = await token(orders, ['view', 'add']);
		const { error } = await create(await withTokens(own));
		expect(error?.message).toContain('GAIA_LO04');
		expect(error?.description).toContain('needs a token of the source app');
		expect(JSON.stringify(error)).not.toContain(own);
	});

	it('is written with the tokens of both apps', async () => {
		const account = await withTokens(
			await token(orders, ['view', 'add']),
			await token(products, ['view']),
		);
		const [row] = jsonOf(await create(account));
		expect((await api.values(orders, String(row?.id))).Cost).toBe('10');
	});

	it('says the same of an item that leaves by the error branch, and writes the others', async () => {
		const { output } = await run(
			'create',
			{ fields: mapping({ Product: '={{ $json.code }}' }) },
			{ items: [{ code: 'A1' }, { code: 'nothing' }], onError: 'continueRegularOutput' },
		);
		expect(output[0]?.json.id).toEqual(expect.any(String));
		expect(output[1]?.error?.description).toContain('of the source app');
	});
});

describe('Update Lookups', () => {
	test('looks up again what is outdated, in tables too, and tells what changed', async () => {
		await product('B1', '10');
		await product('B2', '20');
		const one = await order({ Product: 'B1', Lines: [line('B1', '3'), line('B2', '4')] });
		const other = await order({ Product: 'B2' });
		await product('B1', '11');
		await sandbox.forget();
		const outcome = await run(
			'updateLookups',
			{ recordId: byId('={{ $json.id }}') },
			{ items: [{ id: one }, { id: other }] },
		);
		expect(jsonOf(outcome)).toEqual([
			{
				id: one,
				revision: '2',
				updated: true,
				notFound: [],
				changes: [
					{ field: 'Cost', from: '10', to: '11' },
					{ field: 'Part_cost', row: expect.any(String), from: '10', to: '11' },
				],
			},
			{ id: other, revision: '1', updated: false, changes: [], notFound: [] },
		]);
		expect(itemsOf(outcome.output)).toEqual([0, 1]);
		const values = await api.values(orders, one);
		expect(values.Cost).toBe('11');
		expect(values.Lines).toMatchObject([
			{ value: { Part_cost: { value: '11' }, Quantity: { value: '3' } } },
			{ value: { Part_cost: { value: '20' }, Quantity: { value: '4' } } },
		]);
		const writes = (await sandbox.requests()).filter(({ method }) => method === 'PUT');
		expect(writes).toHaveLength(1);
	});

	test('a record that two items name is renewed in one transaction, too', async () => {
		await product('B3', '10');
		const id = await order({ Product: 'B3' });
		await product('B3', '11');
		const parameters = { recordId: byId(id), options: { whenRefused: 'undo' } };
		const rows = jsonOf(await run('updateLookups', parameters, { items: [{}, {}] }));
		expect(rows.map(({ updated }) => updated)).toEqual([true, true]);
		expect(await api.values(orders, id)).toMatchObject({ Cost: '11' });
	});

	it('renews many records in few requests', async () => {
		await product('C1', '1');
		const records = Array.from({ length: 100 }, () => cells({ Product: 'C1' }));
		for (let made = 0; made < 300; made += 100) {
			await api.ok('POST', 'records.json', { app: orders, records });
		}
		await product('C1', '2');
		await sandbox.forget();
		const query = 'Product in ("C1")';
		const rows = jsonOf(
			await run('updateLookupsByConditions', { filterBy: 'query', query, lookups: ['Product'] }),
		);
		expect(rows).toHaveLength(300);
		expect(rows[0]).toMatchObject({
			updated: true,
			changes: [{ field: 'Cost', from: '1', to: '2' }],
		});
		const calls = (await sandbox.requests()).map(({ method, path }) => `${method} ${path}`);
		expect(calls.filter((call) => !call.startsWith('GET'))).toHaveLength(1);
		expect(calls.length).toBeLessThanOrEqual(4);
		const again = await run('updateLookupsByConditions', { filterBy: 'query', query });
		expect(again.error).toBeUndefined();
		expect(again.output).toEqual([]);
	});

	test('a dry run tells how many records and requests it would be, and writes nothing', async () => {
		await product('E1', '1');
		const records = Array.from({ length: 100 }, () => cells({ Product: 'E1' }));
		for (let made = 0; made < 600; made += 100) {
			await api.ok('POST', 'records.json', { app: orders, records });
		}
		await product('E1', '2');
		const kept = await order({ Product: 'E1' });
		await sandbox.forget();
		const query = 'Product in ("E1")';
		const parameters = { filterBy: 'query', query, lookups: ['Product'] };
		const dry = await run('updateLookupsByConditions', {
			...parameters,
			options: { dryRun: true },
		});
		const told = {
			dryRun: true,
			operation: 'Update Lookups by Conditions',
			apps: [orders],
			items: 1,
			records: 600,
			requests: 2,
			refused: [],
		};
		expect(jsonOf(dry)).toEqual([told]);
		const written = async () =>
			(await sandbox.requests()).filter(({ method }) => method !== 'GET').length;
		expect(await written()).toBe(0);
		const rows = jsonOf(await run('updateLookupsByConditions', parameters));
		expect(rows).toHaveLength(told.records);
		expect(rows.map(({ id }) => id)).not.toContain(kept);
		expect(await written()).toBe(told.requests);
		const again = await run('updateLookupsByConditions', {
			...parameters,
			options: { dryRun: true },
		});
		expect(jsonOf(again)).toEqual([{ ...told, records: 0, requests: 0 }]);
	});

	it('says how many records were written before a request that failed', async () => {
		await product('F1', '1');
		const records = Array.from({ length: 100 }, () => cells({ Product: 'F1' }));
		for (let made = 0; made < 300; made += 100) {
			await api.ok('POST', 'records.json', { app: orders, records });
		}
		await product('F1', '2');
		// With OAuth2 there is no bulk request: three calls write what one would.
		const credential = await oAuth2Credential(sandbox);
		const failing = { method: 'PUT', path: '/k/v1/records.json', status: 403, code: 'CB_NO02' };
		await sandbox.faults({ ...failing, skip: 2 });
		const { error } = await run(
			'updateLookupsByConditions',
			{ filterBy: 'query', query: 'Product in ("F1")', lookups: ['Product'] },
			{ credential },
		);
		expect(error?.message).toContain('CB_NO02');
		expect(error?.description).toContain('200 records were updated before this error');
	});

	it('says so, too, where a source app cannot be read any more', async () => {
		await product('G1', '1');
		const records = Array.from({ length: 100 }, () => cells({ Product: 'G1' }));
		for (let made = 0; made < 600; made += 100) {
			await api.ok('POST', 'records.json', { app: orders, records });
		}
		await product('G1', '2');
		// Records and their sources, two pages of each: the last read is refused.
		const failing = { method: 'GET', path: '/k/v1/records.json', status: 403, code: 'CB_NO02' };
		await sandbox.faults({ ...failing, skip: 3 });
		const { error } = await run('updateLookupsByConditions', {
			filterBy: 'query',
			query: 'Product in ("G1")',
			lookups: ['Product'],
		});
		expect(error?.message).toContain('The lookup "Article" (Product) copies from app');
		expect(error?.description).toContain('500 records were updated before this error');
	});

	it('tells keys that have no record any more, and renews the others', async () => {
		await product('D1', '1');
		const doomed = await product('D2', '1');
		const kept = await order({ Product: 'D1' });
		const lost = await order({ Product: 'D2' });
		await api.ok('DELETE', 'records.json', { app: products, ids: [doomed] });
		await product('D1', '5');
		const query = 'Product in ("D1", "D2")';
		const rows = jsonOf(await run('updateLookupsByConditions', { filterBy: 'query', query }));
		expect(rows).toEqual([
			expect.objectContaining({ id: kept, updated: true, notFound: [] }),
			expect.objectContaining({ id: lost, updated: false, notFound: ['Product'] }),
		]);
		const { output } = await run(
			'updateLookups',
			{ recordId: byId('={{ $json.id }}') },
			{ items: [{ id: lost }, { id: '99999' }], onError: 'continueRegularOutput' },
		);
		expect(output[0]?.error?.message).toContain('GAIA_LO04');
		expect(output[1]?.error?.message).toContain('Record 99999 was not found');
	});

	it('names the lookup and the token that it needs', async () => {
		const account = {
			signInWith: 'apiTokens',
			apiTokens: await token(orders, ['view', 'edit']),
		};
		const id = await order({ Product: 'B1' });
		const { error } = await run('updateLookups', { recordId: byId(id) }, { account });
		expect(error?.message).toContain('The lookup "Article" (Product) copies from an app');
		expect(error?.description).toContain('API token of its source app');
		const wrong = await run('updateLookups', { recordId: byId(id), lookups: ['Cost'] });
		expect(wrong.error?.message).toContain('The app has no lookup "Cost"');
		expect(wrong.error?.description).toContain('Product, Part');
	});
});
