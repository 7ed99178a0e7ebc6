import type { Scene } from '../scene';
import { cells } from '../scene';
import type { Side } from '../side';
import { k, topic } from './case';

/** Queries of the products app, which other cases leave alone: `pen` (120) and `ink` (900). */
const queries = [
	'order by $id asc',
	'order by price asc, $id desc limit 1 offset 1',
	'price > 120',
	'price = "120"',
	'price >= 120 and not (name = "pen")',
	'name = "pen" or name = "ink" order by name asc',
	'name in ("pen", "nothing")',
	'name not in ("pen")',
	'name like "pe"',
	'name not like "pe"',
	'name is empty',
	'price is not empty',
	'name = ""',
	'name != "pen"',
	'$id = 1',
	'created = 1',
	'name > "a"',
	'name = pen',
	'name = "pen',
	'limit 0',
	'limit -1',
	'limit 1 order by $id asc',
	'order by nowhere asc',
	'price like "1"',
	'price = LOGINUSER()',
	'price = TODAY()',
	'(name = "pen"',
	'name="pen"',
	'NAME = "pen"',
	'name = "pen" AND price = 120 ORDER BY $id DESC',
];

/** Queries of the main app over dates, people and choices. */
const functions = [
	'day = TODAY()',
	'day < FROM_TODAY(-1, YEARS)',
	'day > YESTERDAY()',
	'day >= THIS_WEEK(SUNDAY)',
	'day = LAST_MONTH(LAST)',
	'day = THIS_YEAR()',
	'moment >= NOW()',
	'moment < TOMORROW()',
	'moment = "2001-02-03T04:05:00Z"',
	'day = "2001-02-31"',
	'day = NOW()',
	'day = TODAY(1)',
	'day = THIS_MONTH(32)',
	'day < FROM_TODAY(1, HOURS)',
	'people in (LOGINUSER())',
	'people in ("nobody-of-this-name")',
	'choice in ("A", "")',
	'choice in ("Z")',
	'choice = "A"',
	'checks in ("A")',
	'note like "a"',
	'note = "a"',
	'note is empty',
	'item in ("a")',
	'item = "a"',
	'item like "a"',
	'lines.item in ("a")',
	'files like "txt"',
	'total > 1',
	'people in (PRIMARY_ORGANIZATION())',
];

const idsOf = (app: string, query: string) =>
	k('records', { app, query, 'fields[0]': 'name', totalCount: 'true' });

export const queryCases = [
	...topic(
		'Queries',
		Object.fromEntries(
			queries.map((query) => [
				query,
				async (side: Side, { products }: Scene) => {
					await side.ask('GET', idsOf(products, query));
				},
			]),
		),
	),
	...topic(
		'Query functions',
		Object.fromEntries(
			functions.map((query) => [
				query,
				async (side: Side, { main }: Scene) => {
					// How many there are depends on the cases before; that it is understood does not.
					await side.ask('GET', idsOf(main, `${query} and key = "nothing"`));
				},
			]),
		),
	),
	...topic('Paging', {
		'built-in fields under their own codes': async (
			side,
			{ products, recordNumber, status, main },
		) => {
			await side.ask('GET', idsOf(products, `${recordNumber} > 1`));
			await side.ask('GET', idsOf(main, `${status} in ("Busy") and key = "nothing"`));
			await side.ask('GET', idsOf(main, `${status} = "Busy" and key = "nothing"`));
		},
		'the record with all its fields': async (side, { products }) => {
			await side.ask('GET', k('record', { app: products, id: 1 }));
			await side.ask('GET', k('records', { app: products, 'fields[0]': 'nowhere' }));
			await side.ask('GET', k('records', { app: products, totalCount: 'true', query: 'limit 1' }));
		},
		'a cursor is read to its end': async (side, { products: app }) => {
			const body = { app, fields: ['name'], query: 'order by $id asc', size: 1 };
			const { body: made } = await side.ask('POST', k('records/cursor'), body, ['id']);
			const id = String(made.id);
			for (let page = 0; page < 3; page += 1) await side.ask('GET', k('records/cursor', { id }));
			await side.ask('POST', k('records/cursor'), { ...body, size: 501 });
			await side.ask('POST', k('records/cursor'), { ...body, query: 'limit 1' }, ['id']);
		},
	}),
	...topic('Errors', {
		'requests that name nothing that exists': async (side, { main }) => {
			const missing = '999999999';
			await side.ask('GET', k('app', { id: missing }));
			await side.ask('GET', k('records', { app: missing }));
			await side.ask('GET', k('record', { app: main, id: missing }));
			await side.ask('GET', k('record', { app: main, id: 'x' }));
			await side.ask('GET', k('record', { app: main }));
			await side.ask('GET', k('space', { id: missing }));
			await side.ask('GET', k('records/cursor', { id: 'no-such-cursor' }));
			await side.ask('GET', k('no/such/api'));
			const body = { app: main, id: missing, record: cells({ text: 'x' }) };
			await side.ask('PUT', k('record'), body);
			await side.ask('DELETE', k('records'), { app: main, ids: [missing] });
		},
		'bodies of another shape': async (side, { main }) => {
			await side.ask('POST', k('record'), { app: main, record: [] });
			await side.ask('POST', k('record'), { app: main, record: { text: 'x' } });
			await side.ask('POST', k('record'), { app: main, record: { text: { value: {} } } });
			await side.ask('POST', k('records'), { app: main });
		},
	}),
];
