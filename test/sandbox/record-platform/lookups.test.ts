import { lookupOf } from '../../support/lookup-scene';
import { cells, useApi } from './api';

const { api } = useApi();
let products: string;
let orders: string;

beforeAll(async () => {
	products = await api.makeApp({
		code: { type: 'SINGLE_LINE_TEXT', unique: true },
		name: { type: 'SINGLE_LINE_TEXT', unique: true },
		price: 'NUMBER',
	});
	await api.create(products, cells({ code: 'P1', name: 'Lamp', price: '19.9' }));
	await api.create(products, cells({ code: 'P2', name: 'Desk', price: '200' }));
	const lookup = (key: string, ...copies: Array<[string, string]>) =>
		lookupOf(products, key, ...copies);
	orders = await api.makeApp({
		product: {
			type: 'SINGLE_LINE_TEXT',
			lookup: lookup('code', ['product_name', 'name'], ['product_price', 'price']),
		},
		product_name: 'SINGLE_LINE_TEXT',
		product_price: 'NUMBER',
		by_number: { type: 'NUMBER', lookup: lookup('Record_number', ['number_name', 'name']) },
		number_name: 'SINGLE_LINE_TEXT',
		by_name: { type: 'SINGLE_LINE_TEXT', lookup: lookup('name') },
		lines: {
			type: 'SUBTABLE',
			fields: {
				line_product: { type: 'SINGLE_LINE_TEXT', lookup: lookup('code', ['line_price', 'price']) },
				line_price: 'NUMBER',
				quantity: 'NUMBER',
				line_total: { type: 'CALC', expression: 'line_price * quantity' },
			},
		},
		total: { type: 'CALC', expression: 'SUM(line_total) + product_price' },
		third: { type: 'CALC', expression: 'product_price / 3' },
		impossible: { type: 'CALC', expression: '1 / (product_price - product_price)' },
		follows: { type: 'CALC', expression: 'impossible + 1' },
		size: {
			type: 'SINGLE_LINE_TEXT',
			expression: 'IF(total > 100, "big", "small") & ":" & product_name',
		},
	});
});

describe('lookups', () => {
	it('copy at write time and follow their key', async () => {
		const id = await api.create(orders, cells({ product: 'P1', product_name: 'ignored' }));
		expect(await api.values(orders, id)).toMatchObject({
			product: 'P1',
			product_name: 'Lamp',
			product_price: '19.9',
		});
		const change = (values: object) =>
			api.ok('PUT', 'record.json', { app: orders, id, record: cells({ ...values }) });
		await change({ product_name: 'ignored too' });
		expect((await api.values(orders, id)).product_name).toBe('Lamp');
		await change({ product: 'P2' });
		expect((await api.values(orders, id)).product_name).toBe('Desk');
		await change({ product: '' });
		expect(await api.values(orders, id)).toMatchObject({ product_name: '', product_price: '' });
	});

	it('work in tables, row by row', async () => {
		const id = await api.create(orders, {
			lines: {
				value: [
					{ value: cells({ line_product: 'P1', quantity: 3 }) },
					{ value: cells({ line_product: 'P2', quantity: 2, line_price: 1 }) },
				],
			},
		});
		const { lines, total, size } = await api.values(orders, id);
		expect(lines).toMatchObject([
			{ value: { line_price: { value: '19.9' }, line_total: { value: '59.7' } } },
			{ value: { line_price: { value: '200' }, line_total: { value: '400' } } },
		]);
		expect([total, size]).toEqual(['459.7', 'big:']);
	});

	it('refuse a key without a match, and a source key that is not unique', async () => {
		const unknown = await api.send('POST', 'records.json', {
			app: orders,
			records: [cells({ product: 'P1' }), cells({ product: 'P9' })],
		});
		expect([unknown.status, unknown.body.code]).toEqual([400, 'GAIA_LO04']);
		expect(unknown.body.errors).toBeUndefined();
		expect(unknown.body.message).toContain('P9');
		const name = { type: 'SINGLE_LINE_TEXT', unique: false };
		await api.ok('PUT', 'preview/app/form/fields.json', { app: products, properties: { name } });
		await api.deploy(products);
		expect(
			await api.refusal('POST', 'record.json', { app: orders, record: cells({ by_name: 'Lamp' }) }),
		).toBe('400 GAIA_LO03');
	});
});
