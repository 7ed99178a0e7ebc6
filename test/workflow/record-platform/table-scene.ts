import type { IDataObject } from 'n8n-workflow';

import { cells, type Fields, options } from '../../sandbox/record-platform/api';
import { pricesOf } from '../../support/lookup-scene';
import { type TestApp, useNewApp } from './app';
import { mapping, type Run } from './world';

const table = (fields: Fields, more: object = {}) => ({ type: 'SUBTABLE', fields, ...more });

export const VISITS = table({ Day: { type: 'DATE' } });

/** Orders whose lines look prices up in the app of articles. */
const orderFields = (articles: string): Fields => ({
	Order: { type: 'SINGLE_LINE_TEXT', unique: true },
	Customer: { type: 'SINGLE_LINE_TEXT' },
	Lines: table(
		{
			Article: { type: 'SINGLE_LINE_TEXT', lookup: pricesOf(articles, 'Price') },
			Price: { type: 'NUMBER' },
			Quantity: { type: 'NUMBER' },
			Rate: { type: 'NUMBER', maxValue: '10' },
			State: { type: 'DROP_DOWN', options: options('Open', 'Done') },
			Due: { type: 'DATE' },
			Papers: { type: 'FILE' },
			At: { type: 'DATETIME' },
			Note: { type: 'SINGLE_LINE_TEXT' },
			Tags: { type: 'CHECK_BOX', options: options('Fast', 'Fragile') },
		},
		{ label: 'Order lines' },
	),
	Visits: VISITS,
});

export const byRecordId = {
	findBy: 'id',
	recordId: { mode: 'id', value: '={{ $json.record }}' },
	table: 'Lines',
};
export const byOrder = {
	findBy: 'key',
	keyField: 'Order',
	keyValue: '={{ $json.order }}',
	table: 'Lines',
};

export const articleAndQuantity = mapping({
	Article: '={{ $json.article }}',
	Quantity: '={{ $json.quantity }}',
});

export const goOn = { onError: 'continueRegularOutput' as const };

/** A table's value as the service takes it. */
export const lines = (...rows: IDataObject[]) => ({
	value: rows.map((row) => ({ value: cells(row) })),
});

interface PlainRow extends IDataObject {
	id: string;
}

export interface Tables {
	orders: TestApp;
	/** Makes an order past the node and gives its ID. */
	order: (name: string, ...rows: IDataObject[]) => Promise<string>;
	/** A table of an order: IDs of the rows, and their values by column. */
	rowsOf: (id: string, table?: string) => Promise<PlainRow[]>;
	tableRow: (
		operation: string,
		parameters: IDataObject,
		items: IDataObject[],
		more?: Partial<Run>,
	) => ReturnType<TestApp['run']>;
	reprice: (article: string, price: string) => Promise<void>;
}

/** Gives each test of the file an app of orders with tables; call it once, outside of tests. */
export function useTables(): Tables {
	let articles: string;
	const orders = useNewApp(() => orderFields(articles));

	beforeAll(async () => {
		articles = await orders.api.makeApp({
			Code: { type: 'SINGLE_LINE_TEXT', unique: true },
			Price: 'NUMBER',
		});
		await orders.api.create(articles, cells({ Code: 'ink', Price: '250' }));
		await orders.api.create(articles, cells({ Code: 'tea', Price: '90' }));
	});

	return {
		orders,
		order: async (name, ...rows) =>
			await orders.api.create(orders.id, { Order: { value: name }, Lines: lines(...rows) }),
		rowsOf: async (id, of = 'Lines') => {
			const rows = (await orders.api.values(orders.id, id))[of] as Array<{
				id: string;
				value: Record<string, IDataObject>;
			}>;
			return rows.map((row) => ({
				id: row.id,
				...Object.fromEntries(Object.entries(row.value).map(([code, cell]) => [code, cell.value])),
			}));
		},
		tableRow: async (operation, parameters, items, more = {}) =>
			await orders.run(operation, parameters, { resource: 'tableRow', items, ...more }),
		reprice: async (article, price) => {
			const [id] = await orders.api.ids(articles, `Code = "${article}"`);
			const record = cells({ Price: price });
			await orders.api.ok('PUT', 'record.json', { app: articles, id, record });
		},
	};
}
