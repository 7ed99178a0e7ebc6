import { cells } from '../../sandbox/record-platform/api';
import type { Case } from './case';
import { type Api, byId, mapping } from './world';

let made = 0;

/** Cases of table rows; the app has the fields of `ORDER_FIELDS`. */
export function tableCases(world: () => { api: Api; app: string }): Record<string, Case> {
	const options = {};
	const twoRecords = async () => {
		const { api, app } = world();
		const one = async () => {
			const Lines = [{ value: cells({ Article: 'ink', Quantity: 1 }) }];
			return { id: await api.create(app, cells({ Lines })) };
		};
		return [await one(), await one()];
	};
	const place = () => ({
		app: byId(world().app),
		findBy: 'id',
		recordId: { mode: 'id', value: '={{ $json.id }}' },
		table: 'Lines',
		options,
	});
	const write = (...matchingColumns: string[]): Case => ({
		parameters: () => ({
			...place(),
			columns: mapping({ Article: 'ink', Quantity: 2 }, { matchingColumns }),
		}),
		good: twoRecords,
		bad: { id: '999999' },
		says: /Record 999999 was not found/,
	});
	const newOrders = async () =>
		await Promise.resolve([{ order: `t${(made += 1)}` }, { order: `t${(made += 1)}` }]);
	const grouped = (more: object): Case => ({
		parameters: () => ({
			app: byId(world().app),
			fields: mapping({ Number: '={{ $json.order }}' }, { matchingColumns: ['Number'] }),
			table: 'Lines',
			columns: mapping({ Quantity: '={{ $json.quantity ?? 1 }}' }),
			options,
			...more,
		}),
		good: newOrders,
		bad: { order: 'other', quantity: 'many' },
		says: /Field "Lines, Quantity" must be a number/,
	});
	return {
		'record.createWithTable': grouped({ groupBy: '={{ $json.order }}' }),
		'record.upsertWithTable': grouped({}),
		'tableRow.add': write(),
		'tableRow.addOrUpdate': write('Article'),
		'tableRow.update': write('Article'),
		'tableRow.replaceAll': write(),
		'tableRow.delete': {
			...write(),
			parameters: () => ({ ...place(), deleteBy: 'all' }),
		},
		'tableRow.getAll': { ...write(), parameters: place },
	};
}
