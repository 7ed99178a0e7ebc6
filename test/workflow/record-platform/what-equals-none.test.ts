import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { makePlaces } from './place-scene';
import { automatic, byId, jsonOf } from './world';

/** Values that no field has, or that stand for more than one: a deletion must not take them for "not equal". */
const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Amount: { type: 'NUMBER' },
	Twice: { type: 'CALC', expression: 'Amount * 2' },
	Sent: { type: 'DATETIME' },
	cust: { type: 'SINGLE_LINE_TEXT', label: 'Customer' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			At: { type: 'DATETIME' },
			Count: { type: 'NUMBER' },
			Double: { type: 'CALC', expression: 'Count * 2' },
			Tracking: { type: 'SINGLE_LINE_TEXT' },
		},
	},
});
const held = async () => await (await fetch(`${app.sandbox.url}/_sandbox/dump`)).json();
const settings = { timezone: 'Asia/Tokyo' };
const where = (field: string, operator: string, value: unknown) => ({
	conditions: { rows: [{ field, operator, value }] },
});

describe('a day that a date and time is compared with', () => {
	beforeEach(async () => {
		await app.create({ Key: 'before', Sent: '2026-01-30T14:59:00Z' });
		await app.create({ Key: 'midnight', Sent: '2026-01-30T15:00:00Z' });
		await app.create({ Key: 'noon', Sent: '2026-01-31T03:00:00Z' });
		await app.create({ Key: 'after', Sent: '2026-01-31T15:00:00Z' });
		await app.create({ Key: 'none' });
	});

	it.each([
		['equals', '2026-01-31', ['midnight', 'noon']],
		['notEquals', '2026-01-31', ['after', 'before', 'none']],
		['anyOf', '2026-01-30, 2026/02/01', ['after', 'before']],
		['noneOf', '2026-01-31', ['after', 'before', 'none']],
		['noneOf', '2026-01-31, 2026-02-01', ['before', 'none']],
		['greaterOrEqual', '2026-01-31', ['after', 'midnight', 'noon']],
		['less', '2026-01-31', ['before']],
		['equals', '2026-01-31T12:00:00+09:00', ['noon']],
	])('is the whole day in the zone of the workflow: %s %s', async (operator, value, keys) => {
		const found = { returnAll: true, ...where('Sent|DATETIME', operator, value) };
		const items = jsonOf(await app.run('getAll', found, { settings }));
		expect(items.map(({ Key }) => Key).sort()).toEqual(keys);
	});

	it.each(['equals', 'notEquals', 'anyOf', 'noneOf'])(
		'is refused for a column, which has no whole day: %s',
		async (operator) => {
			const At = [{ value: cells({ At: '2026-01-31T03:00:00Z' }) }];
			await app.create({ Key: 'visited', Lines: At });
			const before = await held();
			const chosen = { ...where('At|SUBTABLE.DATETIME', operator, '2026-01-31'), atMost: 9 };
			const { error } = await app.run('deleteByConditions', chosen, { settings });
			expect(error?.message).toContain("can't be compared with the whole day");
			expect(await held()).toEqual(before);
		},
	);

	it('keeps the records of the day beside other conditions', async () => {
		const { conditions } = where('Sent|DATETIME', 'notEquals', '2026-01-31');
		conditions.rows.push({ field: 'Key|SINGLE_LINE_TEXT', operator: 'notEquals', value: 'after' });
		await app.run('deleteByConditions', { conditions, atMost: 9 }, { settings });
		const keys = (await app.records()).map(({ Key }) => Key);
		expect(keys.sort()).toEqual(['after', 'midnight', 'noon']);
	});
});

it.each(['1,200', '１２００', 'abc', '¥1200'])(
	'deletes nothing where a calculated field can not be %s',
	async (value) => {
		await app.create({ Key: 'a', Amount: 600 });
		await app.create({ Key: 'b', Amount: 5 });
		const before: unknown = await held();
		const chosen = where('Twice|CALC', 'notEquals', value);
		const { error } = await app.run('deleteByConditions', { ...chosen, atMost: 9 });
		expect(error?.message).toContain('is not a valid');
		expect(await held()).toEqual(before);
	},
);

it.each([
	['Double', '1,200'],
	['At', '2026-01-31'],
])('deletes no row where the column %s can not be %s', async (column, value) => {
	const row = { value: cells({ Count: 600, At: '2026-01-31T03:00:00Z' }) };
	const id = await app.api.create(app.id, { Key: { value: 'K' }, Lines: { value: [row] } });
	const before: unknown = await held();
	const parameters = {
		...{ recordId: byId(id), table: 'Lines', deleteBy: 'conditions' },
		rowConditions: { rows: [{ column, operator: 'notEquals', value }] },
	};
	const { error } = await app.run('delete', parameters, { resource: 'tableRow', settings });
	expect(error?.message).toContain('is not a valid');
	expect(await held()).toEqual(before);
});

describe('a long number in JSON text', () => {
	it.each(['12345678901234567890', '0.12345678901234567'])('is not rounded: %s', async (number) => {
		const payload = `{ "app": ${app.id}, "record": { "Amount": { "value": ${number} } } }`;
		const bulk = { call: 'createRecord', payload };
		const before: unknown = await held();
		const runs = [
			await app.run('run', bulk, { resource: 'bulkRequest' }),
			await app.run(
				'create',
				{ fields: automatic() },
				{
					items: [{ Key: 'b', Lines: `[{"Tracking":${number}}]` }],
				},
			),
			await app.run('deleteByConditions', {
				...where('Amount|NUMBER', 'noneOf', `[${number}]`),
				atMost: 9,
			}),
		];
		for (const { error } of runs)
			expect(error?.message).toContain('a number that would be changed');
		expect(await held()).toEqual(before);
	});

	it('is kept in quotes', async () => {
		const items = [
			{ Key: 'b', Lines: '[{"Tracking":"12345678901234567890","Count":"0.12345678901234567"}]' },
		];
		await app.run('create', { fields: automatic() }, { items });
		const told = JSON.stringify(await app.records());
		expect(told).toContain('"12345678901234567890"');
		expect(told).toContain('"0.12345678901234567"');
	});
});

describe('an item with a field under its code and under its label', () => {
	const write = async (item: IDataObject, options: IDataObject = {}) => {
		const $id = await app.create({ cust: 'old' });
		const fields = automatic({ matchingColumns: ['$id'] });
		const outcome = await app.run('update', { fields, options }, { items: [{ $id, ...item }] });
		return outcome;
	};

	it('says which value was not written', async () => {
		const { hints } = await write({ cust: 'old', Customer: 'new' });
		expect(hints.map(({ message }) => message)).toEqual([
			'Not written: "Customer" (the item has another value under the field code)',
		]);
	});

	it('is refused with Unknown Columns at Stop', async () => {
		const { error } = await write({ cust: 'old', Customer: 'new' }, { unknownColumns: 'stop' });
		expect(error?.message).toContain('The item has two values for "Customer"');
		expect(await app.records()).toMatchObject([{ cust: 'old' }]);
	});

	it('says nothing where both are the same', async () => {
		const { hints } = await write({ cust: 'new', Customer: 'new' });
		expect(hints).toEqual([]);
	});
});

it.each(['={{ $json.none }}', null])(
	'keeps the members of subdepartments where the switch found nothing: %j',
	async (includeSubs) => {
		const { space } = await makePlaces(app.api, app.id);
		const headquarters = { entity: { type: 'ORGANIZATION', code: 'headquarters' } };
		await app.api.ok('PUT', 'space/members.json', {
			id: space,
			members: [
				{ entity: { type: 'USER', code: 'admin' }, isAdmin: true },
				{ ...headquarters, includeSubs: true },
			],
		});
		const before: unknown = await held();
		const rows = [
			{ type: 'USER', code: 'admin', isAdmin: true },
			{ type: 'ORGANIZATION', code: 'headquarters', includeSubs },
		];
		const parameters = { spaceId: byId(space), members: { rows } };
		const { error } = await app.run('updateMembers', parameters, {
			resource: 'space',
			items: [{}],
		});
		expect(error?.message).toContain(
			'"Include Departments Below" of member 2 is neither on nor off',
		);
		expect(await held()).toEqual(before);
	},
);
