import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Title: { type: 'SINGLE_LINE_TEXT' },
	revision: { type: 'NUMBER' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Quantity: { type: 'NUMBER' },
			Unit: { type: 'SINGLE_LINE_TEXT' },
			Serial: { type: 'SINGLE_LINE_TEXT' },
		},
	},
});

const rows = (...list: IDataObject[]) => ({ value: list.map((one) => ({ value: cells(one) })) });
const PRINTER = { Article: 'printer', Quantity: 1, Unit: 'pcs', Serial: 'PR-1' };
const SCANNER = { Article: 'scanner', Quantity: 2, Unit: 'pcs', Serial: 'SC-2' };
const PHONE = { Article: 'phone', Quantity: 3, Unit: 'pcs', Serial: 'PH-3' };
const create = async (...list: IDataObject[]) =>
	await app.api.create(app.id, { Key: { value: 'K' }, Lines: rows(...list) });

type Line = { id: string; value: Record<string, { value: string }> };
const lines = async () => (await app.records())[0]?.Lines as Line[];
/** Article and serial number, a column that people fill in. */
const serials = async () =>
	(await lines()).map(({ value }) => [value.Article?.value, value.Serial?.value]);

const byKey = automatic({ matchingColumns: ['Key'] });
const byRecordId = automatic({ matchingColumns: ['$id'] });

const matchRowsBy = ['Article'];

describe.each([
	['sync', { matchRowsBy }],
	['upsert', { matchRowsBy }],
])('rows without IDs, %s %j', (operation, options) => {
	const write = async (...Lines: IDataObject[]) =>
		await app.run(operation, { fields: byKey, options }, { items: [{ Key: 'K', Lines }] });

	it('keep the serial number of their article when a row before them is removed', async () => {
		await create(PRINTER, SCANNER, PHONE);
		await write(
			{ Article: 'scanner', Quantity: 5, Unit: 'pcs' },
			{ Article: 'phone', Quantity: 3, Unit: 'pcs' },
		);
		expect(await serials()).toEqual([
			['scanner', 'SC-2'],
			['phone', 'PH-3'],
		]);
	});

	it('keep it when a row is inserted before them, which gets none', async () => {
		await create(PRINTER, SCANNER);
		await write(
			{ Article: 'camera', Quantity: 9, Unit: 'pcs' },
			{ Article: 'printer', Quantity: 7, Unit: 'pcs' },
			{ Article: 'scanner', Quantity: 2, Unit: 'pcs' },
		);
		expect(await serials()).toEqual([
			['camera', ''],
			['printer', 'PR-1'],
			['scanner', 'SC-2'],
		]);
	});

	it('keep it when an article is sold out and another one takes its place', async () => {
		await create(PRINTER, SCANNER, PHONE);
		await write(
			{ Article: 'printer', Quantity: 1, Unit: 'pcs' },
			{ Article: 'camera', Quantity: 4, Unit: 'pcs' },
			{ Article: 'phone', Quantity: 3, Unit: 'pcs' },
		);
		expect(await serials()).toEqual([
			['printer', 'PR-1'],
			['camera', ''],
			['phone', 'PH-3'],
		]);
	});
});

describe.each<[string, IDataObject]>([
	['sync', { matchRowsBy }],
	['upsert', { matchRowsBy }],
	['upsert', { matchRowsBy, onConflict: 'merge' }],
])('a quantity that is the same by chance, %s %j', (operation, options) => {
	const isMerge = options.onConflict === 'merge';
	const line = (text: string) => {
		const [Article, Quantity] = text.split(' ');
		return { Article, Quantity: Number(Quantity) };
	};

	it.each([
		['two are exchanged', ['scanner 1', 'printer 2'], ['scanner SC-2', 'printer PR-1']],
		['its row is removed', ['scanner 1'], ['scanner SC-2']],
		['its row is for another article', ['camera 1', 'scanner 2'], ['camera ', 'scanner SC-2']],
	])('%s: serial numbers stay with their articles', async (_name, given, expected) => {
		await create({ ...PRINTER, Unit: '' }, { ...SCANNER, Unit: '' });
		const items = [{ Key: 'K', Lines: given.map(line) }] as IDataObject[];
		const { hints } = await app.run(operation, { fields: byKey, options }, { items });
		const held = (await serials()).map(([article, serial]) => `${article} ${serial}`);
		expect(held).toEqual(expected);
		const told = hints.map(({ message }) => message).filter((text) => text.includes('"Lines"'));
		const isReplaced = given.includes('camera 1') && !isMerge;
		expect(told).toEqual(
			isReplaced
				? [
						'Table "Lines": rows that match no incoming row are replaced, without their values in columns that you don\'t write: "Serial"',
					]
				: [],
		);
	});
});

it('a row without an ID beside rows with IDs of the record is a new one', async () => {
	const $id = await create(PRINTER, SCANNER);
	const [first] = await lines();
	const Lines = [
		{ $id: first?.id, Article: 'printer' },
		{ Article: 'camera', Unit: 'pcs' },
	];
	const items = [{ $id, Lines }] as IDataObject[];
	for (const options of [{ onlyChanges: true }, { onConflict: 'merge' }]) {
		await app.run('update', { fields: byRecordId, options }, { items });
		expect(await serials()).toEqual([
			['printer', 'PR-1'],
			['camera', ''],
		]);
	}
});

describe.each([{}, { revision: '1' }])('rows without IDs in a merge, %j', (more) => {
	it('replace the rows of their article, and keep what others wrote', async () => {
		const $id = await create(PRINTER, SCANNER);
		await app.api.ok('PUT', 'record.json', {
			app: app.id,
			id: $id,
			record: { Title: { value: 'by others' } },
		});
		const Lines = [
			{ Article: 'printer', Quantity: 5, Unit: 'pcs' },
			{ Article: 'scanner', Quantity: 2, Unit: 'pcs' },
			{ Article: 'camera', Quantity: 1, Unit: 'pcs' },
		];
		const options = { matchRowsBy, onConflict: 'merge', ...more };
		await app.run('update', { fields: byRecordId, options }, { items: [{ $id, Lines }] });
		expect(await serials()).toEqual([
			['printer', 'PR-1'],
			['scanner', 'SC-2'],
			['camera', ''],
		]);
		expect((await app.records())[0]?.Title).toBe('by others');
	});
});

/** Order lines with a product from a list and a unit that many have, and values that people fill in. */
describe('what is not written of rows that changed', () => {
	const choices = (...labels: string[]) =>
		Object.fromEntries(labels.map((label, index) => [label, { label, index: String(index) }]));
	const orders = useNewApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Lines: {
			type: 'SUBTABLE',
			fields: {
				Product: { type: 'DROP_DOWN', options: choices('Chair', 'Lamp', 'Shelf', 'Desk') },
				Unit: { type: 'SINGLE_LINE_TEXT' },
				Quantity: { type: 'NUMBER' },
				State: { type: 'DROP_DOWN', options: choices('open', 'sent'), defaultValue: 'open' },
				Serial: { type: 'SINGLE_LINE_TEXT' },
			},
		},
	});
	const line = (text: string) => {
		const values = text.split(' ').map((value) => (value === '-' ? '' : value));
		const [Product, Unit, Quantity, State, Serial] = values;
		return { Product, Unit, Quantity, ...(State && { State }), ...(Serial && { Serial }) };
	};
	const inService = async (key = 'K') => {
		const record = (await orders.records()).find(({ Key }) => Key === key);
		return (record?.Lines as Line[]).map(({ value }) =>
			['Product', 'Unit', 'Quantity', 'State', 'Serial']
				.map((code) => value[code]?.value)
				.join(' '),
		);
	};
	const start = async (...texts: string[]) =>
		await orders.api.create(orders.id, {
			Key: { value: 'K' },
			Lines: rows(...(texts.map(line) as IDataObject[])),
		});
	/** Runs an operation for the record and its lines, with the columns that identify them. */
	const WAYS: Record<
		string,
		(lines: IDataObject[], by: string[]) => ReturnType<typeof orders.run>
	> = {
		...Object.fromEntries(
			(
				[
					['sync', {}],
					['update', { onlyChanges: true }],
					['upsert', { onlyChanges: true }],
					['update', { onConflict: 'merge' }],
					['update', {}],
					['updateOne', {}],
					['upsert', {}],
				] as Array<[string, IDataObject]>
			).map(([operation, options]) => [
				`${operation} ${JSON.stringify(options)}`,
				async (Lines: IDataObject[], by: string[]) =>
					await orders.run(
						operation,
						{ fields: byKey, options: { ...options, matchRowsBy: by } },
						{ items: [{ Key: 'K', Lines }] },
					),
			]),
		),
		upsertWithTable: async (Lines, by) =>
			await orders.run(
				'upsertWithTable',
				{
					fields: mapping({ Key: 'K' }, { matchingColumns: ['Key'] }),
					table: 'Lines',
					columns: automatic(),
					options: { matchRowsBy: by },
				},
				{ items: Lines },
			),
		replaceAll: async (Lines, by) =>
			await orders.run(
				'replaceAll',
				{
					findBy: 'key',
					keyField: 'Key',
					keyValue: 'K',
					table: 'Lines',
					columns: automatic(),
					options: { matchRowsBy: by },
				},
				{ resource: 'tableRow', items: Lines },
			),
	};
	const WITH_SERIALS = ['Chair pcs 4 open C1', 'Lamp pcs 2 sent L2', 'Desk set 1 open'];
	const CHANGED = ['Chair pcs 4', 'Shelf pcs 7', 'Desk set 1'].map(line) as IDataObject[];

	it.each(Object.keys(WAYS))('is refused: %s', async (way) => {
		await start(...WITH_SERIALS);
		const before = await orders.records();
		const { error } = await (WAYS[way] as (typeof WAYS)[string])(CHANGED, []);
		expect(error?.message).toContain('don\'t write ("State" and "Serial")');
		expect(error?.description).toContain('"Match Rows By"');
		expect(await orders.records()).toEqual(before);
	});

	it.each(Object.keys(WAYS))('stays with its product if that identifies a row: %s', async (way) => {
		await start(...WITH_SERIALS);
		const lines = ['Desk set 2', 'Shelf pcs 2', 'Chair box 4'].map(line) as IDataObject[];
		const { error } = await (WAYS[way] as (typeof WAYS)[string])(lines, ['Product']);
		expect(error).toBeUndefined();
		expect(await inService()).toEqual([
			'Desk set 2 open ',
			'Shelf pcs 2 open ',
			'Chair box 4 open C1',
		]);
	});

	it.each(Object.keys(WAYS))('does not come to a row with a blank key: %s', async (way) => {
		const write = WAYS[way] as (typeof WAYS)[string];
		await start('Chair pcs 4 open C1', '- truck 1 sent T1');
		const before = await orders.records();
		const other = ['Chair pcs 5', '- rebate 1'].map(line) as IDataObject[];
		const refused = await write(other, ['Product']);
		expect(refused.error?.message).toContain('because they have no value in "Product"');
		expect(await orders.records()).toEqual(before);
		const same = ['Chair pcs 5', '- truck 1'].map(line) as IDataObject[];
		await write(same, ['Product']);
		expect(await inService()).toEqual(['Chair pcs 5 open C1', ' truck 1 sent T1']);
		const both = ['- rebate 1', '- truck 2', 'Chair pcs 6'].map(line) as IDataObject[];
		await write(both, ['Product', 'Unit']);
		expect(await inService()).toEqual([
			' rebate 1 open ',
			' truck 2 sent T1',
			'Chair pcs 6 open C1',
		]);
	});

	it.each(Object.keys(WAYS))('stays where several rows have the key: %s', async (way) => {
		const write = WAYS[way] as (typeof WAYS)[string];
		await start('Chair pcs 1 open C1', 'Chair pcs 2 open C2', 'Desk set 1 open D3');
		const before = await orders.records();
		const moved = ['Chair pcs 2', 'Chair pcs 5', 'Desk set 2'].map(line) as IDataObject[];
		const refused = await write(moved, ['Product']);
		expect(refused.error?.message).toContain('because several have the same "Product"');
		expect(await orders.records()).toEqual(before);
		const added = ['Chair pcs 2', 'Chair pcs 5', 'Chair pcs 1', 'Desk set 2'].map(line);
		await write(added as IDataObject[], ['Product']);
		expect(await inService()).toEqual([
			'Chair pcs 2 open C2',
			'Chair pcs 5 open ',
			'Chair pcs 1 open C1',
			'Desk set 2 open D3',
		]);
	});

	it.each(Object.keys(WAYS))('does not matter if nobody filled it in: %s', async (way) => {
		await start('Chair pcs 4 open', 'Lamp pcs 2 open');
		const { error } = await (WAYS[way] as (typeof WAYS)[string])(CHANGED, []);
		expect(error).toBeUndefined();
		expect(await inService()).toEqual([
			'Chair pcs 4 open ',
			'Shelf pcs 7 open ',
			'Desk set 1 open ',
		]);
	});

	it('is refused for its item alone', async () => {
		await start(...WITH_SERIALS);
		const items = [
			{ Key: 'K', Lines: CHANGED },
			{ Key: 'new', Lines: CHANGED },
		] as IDataObject[];
		const { output } = await orders.run(
			'sync',
			{ fields: byKey, deleteOthers: true, atMost: 10 },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(output[0]?.json.error ?? output[0]?.error?.message).toContain("don't write");
		expect(await inService('K')).toEqual([
			'Chair pcs 4 open C1',
			'Lamp pcs 2 sent L2',
			'Desk set 1 open ',
		]);
		expect(await inService('new')).toEqual(
			CHANGED.map(
				({ Product, Unit, Quantity }) =>
					`${String(Product)} ${String(Unit)} ${String(Quantity)} open `,
			),
		);
	});

	it('is refused where the option names no column of a table', async () => {
		await start(...WITH_SERIALS);
		const before = await orders.records();
		for (const way of Object.values(WAYS)) {
			const { error } = await way(CHANGED, ['Artikel']);
			expect(error?.message).toContain('"Match Rows By" names "Artikel"');
		}
		expect(await orders.records()).toEqual(before);
	});
});

describe('IDs of other things', () => {
	it.each([{}, { $id: null }, { $id: '' }])(
		'an `id` beside a field named revision is no record ID: %j',
		async (more) => {
			const id = await app.create({ Key: 'K', Title: 'as it was', revision: 1 });
			const before = await app.records();
			const items = [{ id, revision: 7, Title: 'from the database', ...more }];
			const { error } = await app.run('update', { fields: byRecordId }, { items });
			expect(error?.message).toContain('no value for "Record ID ($id)"');
			expect(await app.records()).toEqual(before);
		},
	);

	it('an `id` among the values of a table row is no row ID', async () => {
		const $id = await create(PRINTER, SCANNER);
		const before = await lines();
		const line = { id: Number(before[1]?.id), Article: 'cable', Quantity: 5, Unit: 'm' };
		const items = [{ $id, Lines: [line] }];
		const { error } = await app.run('update', { fields: byRecordId }, { items });
		expect(error?.message).toContain('Table "Lines" has no column "id"');
		expect(error?.description).toContain('"$id"');
		expect(await lines()).toEqual(before);
	});

	it('the ID of a row in the format of the service keeps the row', async () => {
		const $id = await create(PRINTER, SCANNER);
		const [first, second] = (await lines()).map(({ id }) => id);
		const Lines = [{ id: second }, { id: first, value: { Quantity: '9' } }];
		await app.run('update', { fields: byRecordId }, { items: [{ $id, Lines }] });
		expect(await serials()).toEqual([
			['scanner', 'SC-2'],
			['printer', 'PR-1'],
		]);
	});
});

describe('Raw Values', () => {
	const write = async (Lines: unknown) => {
		const $id = await create(PRINTER);
		const before = await lines();
		const { error } = await app.run(
			'update',
			{ fields: byRecordId, options: { rawValues: true } },
			{ items: [{ $id, Lines } as IDataObject] },
		);
		return { error, before };
	};

	it.each([
		['plain rows', [{ $id: '1', Article: 'cable' }], /row 1 that is not in the service's format/],
		['an empty row', [{}], /row 1 that is not in the service's format/],
		['text', ['cable'], /row 1 that is not in the service's format/],
		['a misspelt column', [{ value: { Artcle: { value: 'x' } } }], /has no column "Artcle"/],
	])('refuses %s, which would replace the rows with empty ones', async (_name, given, reason) => {
		const { error, before } = await write(given);
		expect(error?.message).toMatch(reason);
		expect(await lines()).toEqual(before);
	});

	it('writes rows in the format of the service', async () => {
		const { error } = await write({
			value: [{ value: cells({ ...PRINTER, Article: 'cable', Serial: '' }) }],
		});
		expect(error).toBeUndefined();
		expect(await serials()).toEqual([['cable', '']]);
	});
});

describe('rows of items, with Create or Update With Table', () => {
	const parameters = {
		fields: mapping({ Key: '={{ $json.Key }}' }, { matchingColumns: ['Key'] }),
		table: 'Lines',
		columns: automatic(),
		options: { matchRowsBy },
	};
	const write = async (...list: IDataObject[]) =>
		await app.run('upsertWithTable', parameters, {
			items: list.map((one) => ({ Key: 'K', ...one })),
		});
	const printer = { Article: 'printer', Quantity: 1, Unit: 'pcs' };
	const scanner = { Article: 'scanner', Quantity: 2, Unit: 'pcs' };

	it('stay as they are when it is run again, with what people filled in', async () => {
		await create(PRINTER, SCANNER);
		const before = await lines();
		await app.sandbox.forget();
		for (const _ of [1, 2]) {
			const { output } = await write(printer, scanner);
			expect(output[0]?.json).toMatchObject({ operation: 'UPDATE', rows: 2 });
		}
		const calls = await app.sandbox.calls();
		expect(await lines()).toEqual(before);
		expect(calls.filter((call) => call === 'GET /k/v1/records.json')).toHaveLength(2);
	});

	it('keep the serial number of their article, and a hint names what goes with other rows', async () => {
		await create(PRINTER, SCANNER, PHONE);
		const { hints } = await write({ ...scanner, Quantity: 5 }, { Article: 'camera', Quantity: 1 });
		expect(await serials()).toEqual([
			['scanner', 'SC-2'],
			['camera', ''],
		]);
		expect(hints.map(({ message }) => message).join()).toContain(
			`you don't write: "Unit" and "Serial"`,
		);
	});

	it('take the place of the rows before them, which a hint says, unless these are kept', async () => {
		const all = { ...PRINTER, Serial: 'PR-1' };
		const other = { ...SCANNER, Serial: 'SC-2' };
		const told = async (...list: IDataObject[]) =>
			(await write(...list)).hints.map(({ message }) => message).join();
		expect(await told(all)).not.toContain('deleted');
		expect(await told(all, other)).not.toContain('deleted');
		expect(await told(other)).toContain(
			'Table "Lines": rows that match no item are deleted. To keep the rows of the record and add those of the items, set the option Existing Rows to Keep',
		);
		expect(await serials()).toEqual([['scanner', 'SC-2']]);
		const keeping = { ...parameters, options: { existingRows: 'keep' } };
		const { hints } = await app.run('upsertWithTable', keeping, { items: [{ Key: 'K', ...all }] });
		expect(hints.map(({ message }) => message).join()).not.toContain('deleted');
		expect(await serials()).toEqual([
			['scanner', 'SC-2'],
			['printer', 'PR-1'],
		]);
	});

	it('are written with a token that may not view them', async () => {
		await create(PRINTER);
		const { token } = (await app.sandbox.control('tokens', {
			app: app.id,
			permissions: ['add', 'edit'],
		})) as { token: string };
		const account = { signInWith: 'apiTokens', apiTokens: token };
		const items = [{ Key: 'K', ...scanner }];
		const { error, hints } = await app.run('upsertWithTable', parameters, { items, account });
		expect(error).toBeUndefined();
		expect(await serials()).toEqual([['scanner', '']]);
		expect(hints.map(({ message }) => message).join()).toContain("rows can't be read");
	});
});

it('stay with Table Row: Replace All, with what people filled in', async () => {
	await create(PRINTER, SCANNER, PHONE);
	const before = await lines();
	const where = { findBy: 'key', keyField: 'Key', keyValue: 'K', table: 'Lines' };
	const replace = async (...items: IDataObject[]) => {
		const parameters = { ...where, columns: automatic(), options: { matchRowsBy } };
		const { output, hints } = await app.run('replaceAll', parameters, {
			resource: 'tableRow',
			items,
		});
		return {
			rows: output.map(({ json }) => json),
			hint: hints.map(({ message }) => message).join(),
		};
	};
	const printer = { Article: 'printer', Quantity: 1, Unit: 'pcs' };
	const scanner = { Article: 'scanner', Quantity: 2, Unit: 'pcs' };
	const phone = { Article: 'phone', Quantity: 3, Unit: 'pcs' };
	const none = { added: 0, updated: 0, removed: 0 };
	const again = await replace(printer, scanner, phone);
	expect(again.rows).toMatchObject([1, 2, 3].map(() => ({ ...none, updated: 1 })));
	expect(await lines()).toEqual(before);
	const other = await replace({ ...phone, Quantity: 9 }, { Article: 'camera', Quantity: 1 });
	expect(other.rows).toMatchObject([
		{ ...none, updated: 1, removed: 2 },
		{ ...none, added: 1 },
	]);
	expect(other.hint).toContain(`you don't write: "Unit" and "Serial"`);
	expect(await serials()).toEqual([
		['phone', 'PH-3'],
		['camera', ''],
	]);
});
