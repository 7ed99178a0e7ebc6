import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, byId, jsonOf, mapping } from './world';

/** Rows: article, quantity, and a column that people fill in. */
type Line = [article: string, quantity: number, packed?: string];

const COLUMNS = { Article: { type: 'SINGLE_LINE_TEXT' }, Quantity: { type: 'NUMBER' } };
const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Lines: { type: 'SUBTABLE', fields: { ...COLUMNS, Packed: { type: 'SINGLE_LINE_TEXT' } } },
});

const rowsOf = (lines: Line[]) => ({
	value: lines.map(([Article, Quantity, Packed]) => ({
		value: cells({ Article, Quantity, ...(Packed !== undefined && { Packed }) }),
	})),
});

const create = async (Key: string, ...lines: Line[]) =>
	await app.api.create(app.id, { Key: { value: Key }, Lines: rowsOf(lines) });

/** The rows of the record with a key now: ID, article, quantity and packed. */
async function linesOf(key: string) {
	const record = (await app.records()).find(({ Key }) => Key === key);
	const rows = record?.Lines as Array<{ id: string; value: Record<string, { value: string }> }>;
	return rows.map(({ id, value }) => [
		id,
		...['Article', 'Quantity', 'Packed'].map((code) => value[code]?.value),
	]);
}

const withoutIds = (rows: unknown[][]) => rows.map(([, ...values]) => values);

/** Items as Get Many returns them from another app with such a table, without the column that people fill in. */
async function itemsOfOtherApp(...lines: Line[]): Promise<IDataObject[]> {
	const other = await app.api.makeApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Lines: { type: 'SUBTABLE', fields: COLUMNS },
	});
	await app.api.create(other, { Key: { value: 'K' }, Lines: rowsOf(lines) });
	return jsonOf(await app.run('getAll', { app: byId(other), returnAll: true }));
}

const write = async (operation: string, items: IDataObject[], options: IDataObject = {}) =>
	await app.run(operation, { fields: automatic({ matchingColumns: ['Key'] }), options }, { items });

const WAYS: Array<[operation: string, options: IDataObject]> = [
	['sync', {}],
	['update', {}],
	['upsert', {}],
	['upsert', { onlyChanges: true }],
	['upsert', { existingFiles: 'keep' }],
];

describe.each(WAYS)('rows of another app, %s %j', (operation, options) => {
	it('keep the IDs and other columns of the rows that they stand for', async () => {
		await create('other', ['a', 1], ['b', 2], ['c', 3]);
		await create('K', ['ink', 1, 'packed ink'], ['tea', 2, 'packed tea']);
		const before = await linesOf('K');
		await write(operation, await itemsOfOtherApp(['ink', 1], ['tea', 2]), options);
		expect(await linesOf('K')).toEqual(before);
	});

	it.each([2, 6])(
		'find theirs by their key where the IDs are the same by chance: %d',
		async (tea) => {
			await create('K', ['tea', 2, 'packed tea'], ['ink', 1, 'packed ink']);
			const items = await itemsOfOtherApp(['ink', 5], ['tea', tea]);
			await write(operation, items, { ...options, matchRowsBy: ['Article'] });
			expect(withoutIds(await linesOf('K'))).toEqual([
				['ink', '5', 'packed ink'],
				['tea', String(tea), 'packed tea'],
			]);
		},
	);
});

it.each(WAYS)(
	'rows of another app are refused where their key is not known, %s %j',
	async (...way) => {
		const [operation, options] = way;
		await create('K', ['tea', 2, 'packed tea'], ['ink', 1, 'packed ink']);
		const before = await app.records();
		const items = await itemsOfOtherApp(['ink', 5], ['tea', 2]);
		const { error } = await write(operation, items, options);
		expect(error?.message).toContain(
			'Table "Lines" has values in columns that you don\'t write ("Packed")',
		);
		expect(error?.description).toContain('"Match Rows By"');
		expect(await app.records()).toEqual(before);
	},
);

it('says that nothing changed when the rows of another app are synced again', async () => {
	await create('other', ['a', 1], ['b', 2]);
	const items = await itemsOfOtherApp(['ink', 1], ['tea', 2]);
	await write('sync', items);
	const before = await app.records();
	expect(jsonOf(await write('sync', items))).toMatchObject([{ action: 'unchanged' }]);
	expect(await app.records()).toEqual(before);
});

it('makes new rows from those of another record that is written to a record by its ID', async () => {
	const target = await create('K', ['ink', 1, 'packed ink'], ['tea', 2, 'packed tea']);
	const [item] = await itemsOfOtherApp(['pen', 7], ['tea', 2]);
	await app.run(
		'update',
		{
			fields: mapping({ $id: target, Lines: '={{ $json.Lines }}' }, { matchingColumns: ['$id'] }),
			options: { matchRowsBy: ['Article'] },
		},
		{ items: [{ ...item, $id: '99' }] },
	);
	const lines = withoutIds(await linesOf('K'));
	expect(lines).toEqual([
		['pen', '7', ''],
		['tea', '2', 'packed tea'],
	]);
});

it('changes the rows of a record that was read, by their IDs', async () => {
	await create('K', ['ink', 1, 'packed ink'], ['tea', 2, 'packed tea'], ['pen', 3, 'packed pen']);
	const [item] = jsonOf(await app.run('getAll', { returnAll: true }));
	const rows = item?.Lines as IDataObject[];
	const changed = [
		{ ...rows[2], Quantity: 30 },
		{ Article: 'new' },
		{ ...rows[0], Article: 'inks' },
	];
	await write('update', [{ ...item, Lines: changed }]);
	expect(withoutIds(await linesOf('K'))).toEqual([
		['pen', '30', 'packed pen'],
		['new', '', ''],
		['inks', '1', 'packed ink'],
	]);
});

describe.each([
	['sync', {}],
	['update', { onlyChanges: true }],
	['upsert', { onlyChanges: true }],
])('rows without IDs, %s %j', (operation, options) => {
	const write2 = async (...rows: IDataObject[]) =>
		await write(operation, [{ Key: 'K', Lines: rows as never }], {
			...options,
			matchRowsBy: ['Article'],
		});

	it('keep the other columns where one value is changed', async () => {
		await create('K', ['ink', 1, 'packed ink'], ['tea', 2, 'packed tea']);
		const [ink, tea] = await linesOf('K');
		await write2({ Article: 'ink', Quantity: 1 }, { Article: 'tea', Quantity: 3 });
		expect(await linesOf('K')).toEqual([ink, [tea?.[0], 'tea', '3', 'packed tea']]);
	});

	it('keep the other columns where a row is added, removed and moved', async () => {
		await create('K', ['ink', 1, 'packed ink'], ['tea', 2, 'packed tea'], ['pen', 3, 'packed pen']);
		await write2(
			{ Article: 'pen', Quantity: 3 },
			{ Article: 'cup', Quantity: 9 },
			{ Article: 'ink', Quantity: 1 },
		);
		expect(withoutIds(await linesOf('K'))).toEqual([
			['pen', '3', 'packed pen'],
			['cup', '9', ''],
			['ink', '1', 'packed ink'],
		]);
	});
});

describe('a table beside the one of Create or Update With Table', () => {
	const VISIT = { Place: { type: 'SINGLE_LINE_TEXT' }, Day: { type: 'DATE' } };
	const orders = useNewApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Lines: { type: 'SUBTABLE', fields: COLUMNS },
		Visits: { type: 'SUBTABLE', fields: { ...VISIT, Remark: { type: 'SINGLE_LINE_TEXT' } } },
	});
	type Held = Array<{ id: string; value: Record<string, { value: string }> }>;
	const visits = async (of = 'K') =>
		((await orders.records()).find(({ Key }) => Key === of)?.Visits as Held).map(
			({ id, value }) => [id, value.Place?.value, value.Day?.value, value.Remark?.value],
		);
	const OSAKA = { Place: 'Osaka', Day: '2026-01-31' };
	const TOKYO = { Place: 'Tokyo', Day: '2026-02-01' };
	const start = async () => {
		const rows = [
			{ ...OSAKA, Remark: 'ring twice' },
			{ ...TOKYO, Remark: 'no dogs' },
		].map((one) => ({ value: cells(one) }));
		return await orders.api.create(orders.id, { Key: { value: 'K' }, Visits: { value: rows } });
	};
	const writeWith = async (existingRows: string, item: IDataObject, options: IDataObject = {}) =>
		await orders.run(
			'upsertWithTable',
			{
				fields: automatic({ matchingColumns: ['Key'] }),
				table: 'Lines',
				columns: automatic(),
				options: { existingRows, ...options },
			},
			{ items: [{ Key: 'K', Article: 'ink', Quantity: 1, ...item }] },
		);

	it.each(['replace', 'keep'])('keeps what people fill in, %s', async (way) => {
		await start();
		const before = await visits();
		const same = await writeWith(way, { Visits: [OSAKA, TOKYO] });
		expect(same.error).toBeUndefined();
		expect(await visits()).toEqual(before);
		const moved = { Visits: [OSAKA, { Place: 'Kyoto', Day: '2026-02-02' }] };
		const refused = await writeWith(way, moved);
		expect(refused.error?.message).toContain('Table "Visits" has values in columns');
		expect(await visits()).toEqual(before);
		const later = { Visits: [{ ...TOKYO, Day: '2026-03-01' }, OSAKA] };
		expect((await writeWith(way, later, { matchRowsBy: ['Place'] })).error).toBeUndefined();
		expect(withoutIds(await visits())).toEqual([
			['Tokyo', '2026-03-01', 'no dogs'],
			['Osaka', '2026-01-31', 'ring twice'],
		]);
	});

	it.each(['replace', 'keep'])('takes no row IDs of other records, %s', async (way) => {
		const own = await start();
		const before = await visits();
		const $rowId = before[1]?.[0];
		const foreign = { Visits: [{ $rowId, Place: 'Nagoya', Day: '2026-05-05' }] };
		for (const $id of ['777', own]) {
			const refused = await writeWith(way, { $id, ...foreign });
			expect(refused.error?.message).toContain('Table "Visits" has values in columns');
		}
		expect(await visits()).toEqual(before);
		await writeWith(way, { $id: '777', ...foreign, Key: 'new' });
		expect(withoutIds(await visits('new'))).toEqual([['Nagoya', '2026-05-05', '']]);
		expect(await visits()).toEqual(before);
	});
});

it('Existing Rows: Keep keeps all rows if an item has only the table as it was read', async () => {
	await create('K', ['ink', 1], ['tea', 2]);
	const before = await linesOf('K');
	const [[id] = []] = before;
	const parameters = {
		...{ fields: automatic({ matchingColumns: ['Key'] }), table: 'Lines' },
		...{ columns: mapping({ Article: '={{ $json.added }}' }), options: { existingRows: 'keep' } },
	};
	const Lines = { $rowId: id, Article: 'ink', Quantity: 1 } as IDataObject;
	const items = [{ Key: 'K', added: '', Lines }];
	const { error, hints } = await app.run('upsertWithTable', parameters, { items });
	expect(error).toBeUndefined();
	expect(hints.map(({ message }) => message)).toContainEqual(
		expect.stringContaining('"Lines" of an item was not written, because Existing Rows is Keep'),
	);
	expect(await linesOf('K')).toEqual(before);
});
