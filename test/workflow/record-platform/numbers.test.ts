import type { IDataObject } from 'n8n-workflow';

import { Api, cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { jsonOf } from '../../support/workflow';
import { automatic, byId, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;

beforeAll(() => {
	api = new Api(sandbox.url);
});

beforeEach(async () => {
	app = await api.makeApp({
		Name: { type: 'SINGLE_LINE_TEXT' },
		Amount: { type: 'NUMBER' },
		Twice: { type: 'CALC', expression: 'Amount * 2' },
		Lines: { type: 'SUBTABLE', fields: { Price: { type: 'NUMBER' } } },
	});
});

const run = async (
	operation: string,
	parameters: IDataObject,
	{ items = [{}], resource = 'record' } = {},
) =>
	await runRecordPlatform(sandbox, {
		resource,
		operation,
		items,
		parameters: { app: byId(app), options: {}, ...parameters },
	});

const create = async (...amounts: unknown[]) => {
	for (const Amount of amounts) {
		const Lines = [{ value: cells({ Price: Amount }) }];
		await api.create(app, cells({ Name: 'n', Amount, Lines }));
	}
};

/** What Get Many puts out, oldest first. */
const getMany = async (options: IDataObject = {}) =>
	jsonOf(await run('getAll', { returnAll: true, options })).reverse();

/** Amounts and prices as the service holds them, each with its revision. */
const held = async () =>
	(await api.allValues(app)).map(({ Amount, Lines, Twice }) => {
		const prices = (Lines as Array<{ value: { Price: { value: unknown } } }>).map(
			({ value }) => value.Price.value,
		);
		return { Amount, Twice, prices };
	});

const VALUES = [
	'0.1',
	'1e21',
	'12345678901234567890',
	'1.10',
	'-0',
	'',
	'0.1234567890123456789',
	'0.0000001',
	'9007199254740993',
	'-1200.5',
];

it('numbers can be compared, where JavaScript holds them', async () => {
	await create('9', '10', '0.1', '');
	const records = await getMany();
	expect(records.map(({ Amount }) => Amount)).toEqual([9, 10, 0.1, null]);
	expect(records.map(({ Twice }) => Twice)).toEqual([18, 20, 0.2, 0]);
	expect(records.map(({ Lines }) => (Lines as IDataObject[])[0]?.Price)).toEqual([
		9,
		10,
		0.1,
		null,
	]);
	expect(records.filter(({ Amount }) => (Amount as number) > 9.5)).toHaveLength(1);
	for (const { $id, $revision } of records) {
		expect([typeof $id, typeof $revision]).toEqual(['string', 'string']);
	}
});

it('numbers that JavaScript would change stay text, with all digits', async () => {
	await create('12345678901234567890', '9007199254740993', '0.1234567890123456789', '1e21');
	const read = (await getMany()).map(({ Amount }) => Amount);
	expect(read).toEqual((await held()).map(({ Amount }) => Amount));
});

it.each([
	['update', automatic({ matchingColumns: ['$id'] }), {}],
	['update', automatic({ matchingColumns: ['$id'] }), { onlyChanges: true }],
	['updateOne', automatic({ matchingColumns: ['$id'] }), {}],
])('%s writes what was read exactly (%j %j)', async (operation, fields, options) => {
	await create(...VALUES);
	const before = await held();
	const items = await getMany();
	const outcome = await run(operation, { fields, options }, { items });
	expect(jsonOf(outcome)).toHaveLength(VALUES.length);
	expect(await held()).toEqual(before);
	if ('onlyChanges' in options) {
		expect(new Set(jsonOf(outcome).map(({ revision }) => revision))).toEqual(new Set(['1']));
	}
});

it('copies of what was read are exact', async () => {
	await create(...VALUES);
	const before = await held();
	const items = (await getMany()).map(({ $id: _id, ...rest }) => rest);
	jsonOf(await run('create', { fields: automatic() }, { items }));
	expect((await held()).slice(VALUES.length)).toEqual(before);
});

it('conditions and keys take the numbers that were read', async () => {
	app = await api.makeApp({
		Key: { type: 'NUMBER', unique: true },
		Note: { type: 'SINGLE_LINE_TEXT' },
	});
	const keys = ['0.1', '7', '12345678901234567890'];
	for (const Key of keys) await api.create(app, cells({ Key, Note: 'old' }));
	const items = (await getMany()).map(({ Key }) => ({ Key, Note: 'new' }));
	expect(items.map(({ Key }) => Key)).toEqual([0.1, 7, '12345678901234567890']);
	const fields = automatic({ matchingColumns: ['Key'] });
	jsonOf(await run('sync', { fields, deleteOthers: false }, { items }));
	const found = await run(
		'getAll',
		{ returnAll: true, filterBy: 'query', query: '=Key in ("{{ $json.Key }}")' },
		{ items },
	);
	expect(jsonOf(found).map(({ Key, Note }) => [Key, Note])).toEqual([
		[0.1, 'new'],
		[7, 'new'],
		['12345678901234567890', 'new'],
	]);
	expect(await api.allValues(app)).toHaveLength(3);
});

it('table rows have numbers, too, and can be written back', async () => {
	await create(...VALUES);
	const before = await held();
	const rows = jsonOf(
		await run(
			'getAll',
			{ recordId: byId('={{ $json.$id }}'), table: 'Lines' },
			{ resource: 'tableRow', items: await getMany() },
		),
	);
	expect(rows[0]?.Price).toBe(0.1);
	expect(rows[2]?.Price).toBe('12345678901234567890');
	expect(typeof rows[0]?.$rowId).toBe('string');
	const split = await getMany({ splitTable: 'Lines' });
	expect((split[0]?.Lines as IDataObject).Price).toBe(0.1);
	const changed = await run(
		'update',
		{
			recordId: byId('={{ $json.$id }}'),
			table: 'Lines',
			columns: automatic({ matchingColumns: ['$rowId'] }),
		},
		{ resource: 'tableRow', items: rows },
	);
	jsonOf(changed);
	expect(await held()).toEqual(before);
});

it('the error output has the numbers of the item', async () => {
	await create('9');
	const [item] = await getMany();
	const { errors } = await runRecordPlatform(sandbox, {
		resource: 'record',
		operation: 'update',
		onError: 'continueErrorOutput',
		items: [{ ...item, $id: '999999' }],
		parameters: {
			app: byId(app),
			fields: automatic({ matchingColumns: ['$id'] }),
			options: {},
		},
	});
	expect(errors[0]?.json).toMatchObject({ Amount: 9, $id: '999999' });
});
