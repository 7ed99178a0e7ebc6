import type { IDataObject } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { lines } from './table-scene';
import { byId, jsonOf, mapping, oAuth2Credential } from './world';

const app = useNewApp({
	Name: { type: 'SINGLE_LINE_TEXT', unique: true },
	Amount: { type: 'NUMBER' },
	State: { type: 'DROP_DOWN', options: options('Open', 'Done') },
	Lines: {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT' }, Quantity: { type: 'NUMBER' } },
	},
});

const WARNING = 'Filter aborted because of too many search results';
const incomplete = () =>
	app.sandbox.faults({
		method: 'GET',
		path: '/k/v1/records.json',
		headers: { 'X-Cybozu-Warning': WARNING },
	});
const where = (...rows: IDataObject[]) => ({ filterBy: 'conditions', conditions: { rows } });
const query = (text: string) => ({ filterBy: 'query', query: text });
const remove = async (parameters: IDataObject, item: IDataObject = {}) =>
	await app.run('deleteByConditions', { atMost: 1000, ...parameters }, { items: [item] });
/** All records past the node, by name. */
const left = async () =>
	(await app.records()).map(({ Name, Amount, State }) => ({ Name, Amount, State }));

async function createMany(count: number): Promise<void> {
	for (let made = 0; made < count; made += 100) {
		const size = Math.min(100, count - made);
		const records = Array.from({ length: size }, (_, at) =>
			cells({ Name: `n${made + at}`, Amount: String(made + at) }),
		);
		await app.api.ok('POST', 'records.json', { app: app.id, records });
	}
}

describe('an empty value in a condition deletes nothing', () => {
	const scene = async () => {
		await app.create({ Name: 'a', Amount: '1', State: 'Open' });
		await app.create({ Name: 'b', Amount: '2' });
		await app.create({ Name: 'c', State: 'Done' });
		await app.create({});
		return await left();
	};

	it.each([
		['Amount|NUMBER', 'anyOf', '={{ [$json.one, $json.none].join(",") }}'],
		['Amount|NUMBER', 'anyOf', '={{ [$json.one, $json.none] }}'],
		['Amount|NUMBER', 'anyOf', '={{ [$json.one, null] }}'],
		['Amount|NUMBER', 'noneOf', '1, ,2'],
		['Amount|NUMBER', 'notEquals', '={{ $json.none }} '],
		['Amount|NUMBER', 'notEquals', '\u3000'],
		['Name|SINGLE_LINE_TEXT', 'notEquals', '\u00a0'],
		['Name|SINGLE_LINE_TEXT', 'notContains', ' '],
		['Name|SINGLE_LINE_TEXT', 'anyOf', '["a", null]'],
		['State|DROP_DOWN', 'equals', ' '],
		['State|DROP_DOWN', 'noneOf', ['Open', '']],
		['$id|__ID__', 'noneOf', '1,'],
	])('%s %s %j', async (field, operator, value) => {
		const before = await scene();
		const { error } = await remove(where({ field, operator, value }), { one: 1 });
		expect(error?.message).toMatch(/^The condition on ".+" has (?:no|an empty) value/);
		expect(error?.description).toContain('use the operator Is Empty');
		expect(await left()).toEqual(before);
	});

	it('and Is Empty still deletes what is empty', async () => {
		await scene();
		const { error } = await remove(where({ field: 'Amount|NUMBER', operator: 'empty' }));
		expect(error).toBeUndefined();
		expect((await left()).map(({ Name }) => Name)).toEqual(['a', 'b']);
	});
});

describe('an empty value in a condition on table rows removes no row', () => {
	it.each([
		['Article', 'anyOf', 'pen,'],
		['Article', 'anyOf', '={{ ["pen", $json.none] }}'],
		['Article', 'notContains', '\u3000'],
		['Quantity', 'notEquals', ' '],
		['Quantity', 'noneOf', '2, '],
		['Quantity', 'equals', '={{ ({ value: "" }) }}'],
		['Quantity', '={{ "other" }}', '9'],
	])('%s %s %j', async (column, operator, value) => {
		const rows = lines({ Article: 'pen', Quantity: '2' }, { Article: '', Quantity: '' });
		const record = { Name: { value: 'a' }, Lines: rows };
		const id = await app.api.create(app.id, record);
		const before = await app.records();
		const { error } = await app.run(
			'delete',
			{
				recordId: byId(id),
				table: 'Lines',
				deleteBy: 'conditions',
				rowConditions: { rows: [{ column, operator, value }] },
			},
			{ resource: 'tableRow', items: [{}] },
		);
		expect(error?.message).toBeDefined();
		expect(await app.records()).toEqual(before);
	});
});

describe('a query whose order or limit is broken deletes nothing', () => {
	it.each([
		'Amount > 0 order by $id asc limit {{ $json.none }}',
		'Amount > 0 order by $id asc limit 1;',
		'Amount > 0 order by $id asc limit "1"',
		'Amount > 0 order by {{ $json.none }} limit {{ $json.none }}',
		'Amount > 0 order by $id limit 1 limit 1',
	])('%s', async (text) => {
		await createMany(3);
		const before = await left();
		const { error } = await remove(query(`=${text}`));
		expect(error?.message).toMatch(/^The query has an invalid (?:sort order|limit)/);
		expect(await left()).toEqual(before);
		const read = await app.run(
			'getAll',
			{ returnAll: true, ...query(`=${text}`) },
			{ items: [{}] },
		);
		expect(read.error?.message).toBe(error?.message);
	});

	it('and words in a quoted text are no order and no limit', async () => {
		await createMany(2);
		await app.create({ Name: 'order by x limit 1' });
		const { error } = await remove(query('Name in ("order by x limit 1")'));
		expect(error).toBeUndefined();
		expect((await left()).map(({ Name }) => Name)).toEqual(['n0', 'n1']);
	});
});

describe('the URL of a record of another app', () => {
	const url = (of: string, id: string, more = '') => ({
		mode: 'url',
		value: `${app.sandbox.url}/k/${of}/show#record=${id}${more}`,
	});

	it('is refused, also that of a comment', async () => {
		const other = await app.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		const id = await app.create({ Name: 'stays' });
		const before = await left();
		const comment = { recordId: url(other, id, '&comment=3'), text: 'hello' };
		for (const { error } of [
			await app.run('delete', { recordId: url(other, id) }, { items: [{}] }),
			await app.run('get', { recordId: url(other, id) }, { items: [{}] }),
			await app.run('create', comment, { resource: 'comment', items: [{}] }),
		]) {
			expect(error?.message).toContain(
				`The record URL belongs to app ${other}, but the node uses app ${app.id}`,
			);
		}
		expect(await left()).toEqual(before);
		const comments = await app.api.get('record/comments.json', { app: app.id, record: id });
		expect(comments).toMatchObject({ comments: [] });
	});

	it('is taken where it is of the chosen app', async () => {
		const id = await app.create({ Name: 'goes' });
		const { error } = await app.run(
			'delete',
			{ recordId: url(app.id, id, '&l.view=20') },
			{ items: [{}] },
		);
		expect(error).toBeUndefined();
		expect(await left()).toEqual([]);
	});
});

describe('a list that the service calls incomplete', () => {
	it('deletes nothing', async () => {
		await createMany(3);
		const before = await left();
		await incomplete();
		const { error } = await remove(query('Name like "n"'));
		expect(error?.message).toContain(WARNING);
		expect(await left()).toEqual(before);
	});

	it('creates, changes and deletes nothing by Sync', async () => {
		await createMany(2);
		const before = await left();
		await incomplete();
		const { error } = await app.run(
			'sync',
			{
				fields: mapping({ Name: '={{ $json.name }}', Amount: '5' }, { matchingColumns: ['Name'] }),
				deleteOthers: true,
			},
			{ items: [{ name: 'n0' }, { name: 'new' }] },
		);
		expect(error?.message).toContain(WARNING);
		expect(await left()).toEqual(before);
	});

	it('is an error where all rows are wanted or counted, and comes with a hint where some are', async () => {
		await createMany(3);
		for (const [operation, more] of [
			['getAll', { returnAll: true }],
			['count', {}],
		] as const) {
			await incomplete();
			const { error } = await app.run(
				operation,
				{ ...query('Amount >= 0'), ...more },
				{ items: [{}] },
			);
			expect(error?.message).toContain(WARNING);
		}
		await incomplete();
		const some = await app.run(
			'getAll',
			{ returnAll: false, limit: 2, ...query('Amount >= 0') },
			{ items: [{}] },
		);
		expect(jsonOf(some).map(({ Name }) => Name)).toEqual(['n2', 'n1']);
		expect(JSON.stringify(some.hints)).toContain(WARNING);
	});
});

test('sorted pages with OAuth2 give no record twice, and a hint says that some may be missing', async () => {
	await createMany(600);
	const credential = await oAuth2Credential(app.sandbox);
	const rank = { sort: { rows: [{ field: 'Amount', direction: 'asc' }] } };
	// The second page is held up until a record of the first has moved behind it.
	const outcome = await app.sandbox.whileHeld(
		[{ method: 'GET', path: '/k/v1/records.json', skip: 1 }],
		async () => await app.run('getAll', { returnAll: true, ...rank }, { items: [{}], credential }),
		async () => {
			const [first] = await app.api.ids(app.id, 'Amount = 3');
			const record = cells({ Amount: '900' });
			await app.api.ok('PUT', 'record.json', { app: app.id, id: first, record });
		},
	);
	const names = jsonOf(outcome).map(({ Name }) => String(Name));
	expect(new Set(names).size).toBe(names.length);
	expect(JSON.stringify(outcome.hints)).toContain('may be missing');
});
