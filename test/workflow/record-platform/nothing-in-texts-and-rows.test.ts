import type { IDataObject } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, byId, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	People: { type: 'USER_SELECT' },
	Tags: { type: 'CHECK_BOX', options: options('a', 'b') },
	Files: { type: 'FILE' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Quantity: { type: 'NUMBER' },
			Day: { type: 'DATE' },
			Marks: { type: 'CHECK_BOX', options: options('a', 'b') },
		},
	},
	Visits: { type: 'SUBTABLE', fields: { Place: { type: 'SINGLE_LINE_TEXT' } } },
});

const rows = (...values: IDataObject[]) => values.map((one) => ({ value: cells(one) }));
const LINES = rows({ Article: 'x' }, { Article: 'y', Quantity: '2' });

type Rows = Array<{ value: Record<string, { value: unknown }> }>;

/** Article and quantity of the rows of the only record. */
async function lines() {
	const [record] = await app.records();
	return (record?.Lines as Rows).map(({ value }) => [value.Article?.value, value.Quantity?.value]);
}

const BEFORE = [
	['x', ''],
	['y', '2'],
];

const update = async (id: string, field: string, value: string, item: IDataObject = {}) =>
	await app.run(
		'update',
		{ fields: mapping({ $id: id, [field]: value }, { matchingColumns: ['$id'] }) },
		{ items: [item] },
	);

describe.each(['People', 'Tags', 'Files', 'Lines'])('text for %s', (field) => {
	it.each([
		['={{ [$json.a, $json.b].join(",") }}', 'entry 1'],
		['={{ $json.a }}, {{ $json.b }}', 'entry 1'],
	])('%s with nothing but commas is refused', async (value, where) => {
		const files = [{ fileKey: await app.api.upload('x', 'x.txt') }];
		const held = { People: [{ code: 'admin' }], Tags: ['a'], Files: files, Lines: LINES };
		const id = await app.create({ Key: 'A', ...held });
		const before = await app.records();
		const { error } = await update(id, field, value, { c: 1 });
		expect(error?.message).toContain(where);
		expect(await app.records()).toEqual(before);
	});
});

it.each(['={{ $json.a }},{{ $json.b }}', '={{ $json.b }},{{ $json.a }}', '={{ $json.b }},,admin'])(
	'refuses people of whom an expression found only some: %s',
	async (value) => {
		const id = await app.create({ People: [{ code: 'admin' }, { code: 'sato' }] });
		const { error } = await update(id, 'People', value, { a: 'sato' });
		expect(error?.message).toContain("can't have an empty list entry");
	},
);

it('takes lists of people as people write them', async () => {
	const id = await app.create({});
	await update(id, 'People', 'sato,\nadmin\n');
	expect(await app.records()).toMatchObject([{ People: [{ code: 'sato' }, { code: 'admin' }] }]);
});

it('refuses choices of a field of which an expression found only some', async () => {
	const properties = { options: '=a, {{ $json.b }}' };
	const fields = { rows: [{ code: 'Tags', type: 'CHECK_BOX', properties }] };
	const { error } = await app.run(
		'updateFields',
		{ specifyFields: 'below', fields },
		{ resource: 'form', items: [{}] },
	);
	expect(error?.message).toContain('A choice in "Options" is empty');
	const form = await app.api.get<{ properties: { Tags: { options: object } } }>(
		'preview/app/form/fields.json',
		{ app: app.id },
	);
	expect(Object.keys(form.properties.Tags.options)).toEqual(['a', 'b']);
});

describe.each(['update', 'addOrUpdate'])('table row: %s', (operation) => {
	it.each<[string, unknown]>([
		['Quantity', ' '],
		['Day', '　'],
		['Marks', []],
		['Article', { value: '' }],
		['Quantity', { type: 'NUMBER', value: '' }],
	])('with %s %j to match by changes no rows', async (column, value) => {
		const id = await app.create({ Lines: LINES });
		const columns = automatic({ matchingColumns: [column] });
		const { error } = await app.run(
			operation,
			{ findBy: 'id', recordId: byId(id), table: 'Lines', columns },
			{
				resource: 'tableRow',
				items: [{ Article: 'changed', Quantity: 7, [column]: value as never }],
			},
		);
		expect(error?.message).toContain(`no value for "${column}"`);
		expect(await lines()).toEqual(BEFORE);
	});
});

describe('rows without a value', () => {
	const NULLS = mapping({ Article: '={{ $json.a }}', Quantity: '={{ $json.q }}' });
	const NOTHING = { a: null, q: null };
	const onRow = async (operation: string, columns: IDataObject, items: IDataObject[]) => {
		const id = await app.create({ Lines: LINES });
		const where = { findBy: 'id', recordId: byId(id), table: 'Lines' };
		return await app.run(operation, { ...where, columns }, { resource: 'tableRow', items });
	};
	const upsert = async (items: IDataObject[], existingRows = 'replace') =>
		await app.run(
			'upsertWithTable',
			{
				fields: mapping({ Key: 'A' }, { matchingColumns: ['Key'] }),
				table: 'Lines',
				columns: NULLS,
				options: { existingRows },
			},
			{ items },
		);

	it.each<[string, IDataObject, IDataObject]>([
		['replaceAll', mapping({ Article: null, Quantity: null }), {}],
		['replaceAll', { ...mapping({}), value: null }, {}],
		['replaceAll', NULLS, NOTHING],
		['add', mapping({ Article: null, Quantity: null }), {}],
	])('%s refuses columns %j', async (operation, columns, item) => {
		const { error } = await onRow(operation, columns, [item]);
		expect(error?.message).toContain('No column of table "Lines" has a value');
		expect(await lines()).toEqual(BEFORE);
	});

	it('are left out where others replace a table', async () => {
		await onRow('replaceAll', NULLS, [{ a: 'new', q: 1 }, NOTHING]);
		expect(await lines()).toEqual([['new', '1']]);
	});

	it('make a new record without rows', async () => {
		await app.run(
			'createWithTable',
			{ groupBy: 'one', fields: mapping({ Key: 'A' }), table: 'Lines', columns: NULLS },
			{ items: [NOTHING] },
		);
		expect(await app.records()).toMatchObject([{ Key: 'A' }]);
		expect(await lines()).toEqual([]);
	});

	it('do not replace the rows of an existing record', async () => {
		await app.create({ Key: 'A', Lines: LINES });
		const { error } = await upsert([NOTHING]);
		expect(error?.message).toContain('No column of table "Lines" has a value');
		await upsert([NOTHING], 'keep');
		expect(await lines()).toEqual(BEFORE);
	});

	it('are left out beside others of an existing record', async () => {
		await app.create({ Key: 'A', Lines: LINES });
		await upsert([NOTHING, { a: 'new', q: 1 }]);
		expect(await lines()).toEqual([['new', '1']]);
	});
});

it('refuses a single row of another table than the chosen one', async () => {
	const id = await app.create({ Key: 'A', Visits: rows({ Place: '1' }, { Place: '2' }) });
	const split = { recordId: byId(id), options: { splitTable: 'Visits' } };
	const [item] = (await app.run('get', split)).output.map(({ json }) => json);
	const { error } = await app.run(
		'upsertWithTable',
		{
			fields: automatic({ matchingColumns: ['Key'] }),
			table: 'Lines',
			columns: mapping({ Article: 'pen' }),
		},
		{ items: [item as IDataObject] },
	);
	expect(error?.message).toContain('"Visits" has a single table row as its value');
	expect((await app.records())[0]?.Visits).toHaveLength(2);
});

it.each(['1,200', 'many'])(
	'refuses %s for a number in a table in the format of the service',
	async (value) => {
		const id = await app.create({ Lines: LINES });
		const row = { value: { Article: { value: 'n' }, Quantity: { value } } };
		const { error } = await app.run(
			'update',
			{ fields: automatic({ matchingColumns: ['$id'] }) },
			{ items: [{ $id: id, Lines: { value: [row] } }] },
		);
		expect(error?.message).toContain('Lines, row 1, Quantity');
		expect(await lines()).toEqual(BEFORE);
	},
);

it('writes rows in the format of the service', async () => {
	const id = await app.create({ Lines: LINES });
	const record = await app.api.get<{ record: { Lines: { type: string; value: Rows } } }>(
		'record.json',
		{ app: app.id, id },
	);
	const { Lines } = record.record;
	Object.assign(Lines.value[1]?.value ?? {}, { Quantity: { type: 'NUMBER', value: '3' } });
	await app.run(
		'update',
		{ fields: automatic({ matchingColumns: ['$id'] }) },
		{ items: [{ $id: id, Lines: Lines as unknown as IDataObject }] },
	);
	expect(await lines()).toEqual([
		['x', ''],
		['y', '3'],
	]);
});
