import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import {
	Api,
	automatic,
	byId,
	jsonOf,
	mapping,
	ORDER_FIELDS,
	ORDER_PROCESS,
	runRecordPlatform,
} from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(ORDER_FIELDS, ORDER_PROCESS);
});

const write = (
	operation: string,
	fields: IDataObject,
	more: object = {},
	options: IDataObject = {},
) =>
	runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: { app: byId(app), fields, options },
		...more,
	});
const created = async (...args: [IDataObject, object?, IDataObject?]) => {
	const [json] = jsonOf(await write('create', ...args));
	return await api.values(app, String(json?.id));
};
const read = async (id: unknown, more: IDataObject = {}) =>
	jsonOf(
		await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'get',
			parameters: {
				app: byId(app),
				recordId: { mode: 'id', value: id as string },
				options: {},
				...more,
			},
		}),
	)[0] as IDataObject;

const EVERYTHING = {
	Number: 'A-1',
	Notes: 'two\nlines',
	Amount: '12345678901234567890.5',
	State: 'Open',
	Tags: 'red, blue',
	Due: '2026-01-30T15:30:00.000Z',
	Sent: '2026-01-31T10:00:00',
	At: '09:05:59',
	People: 'sato, suzuki',
	Lines: '[{"Article": "Pencil", "Quantity": 3}, {"Article": "Rubber"}]',
};

describe('values of a new record', () => {
	it('take the form of their fields', async () => {
		const values = await created(mapping(EVERYTHING));
		expect(values).toMatchObject({
			Number: 'A-1',
			Notes: 'two\nlines',
			Amount: '12345678901234567890.5',
			State: 'Open',
			Tags: ['red', 'blue'],
			At: '09:05',
			People: [{ code: 'sato' }, { code: 'suzuki' }],
		});
		expect(values.Due).toMatch(/^2026-01-3[01]$/);
		expect(values.Sent).toMatch(/^2026-01-(30|31)T\d\d:\d\d:00Z$/);
		expect(values.Lines).toMatchObject([
			{ value: { Article: { value: 'Pencil' }, Quantity: { value: '3' } } },
			{ value: { Article: { value: 'Rubber' }, Quantity: { value: '' } } },
		]);
	});

	it.each([
		'2026-01-30T23:30:00Z',
		'Fri, 30 Jan 2026 23:30:00 GMT',
		'2026-01-30 23:30:00 UTC',
		'2026-01-30 23:30:00+00',
	])('are dates of the workflow, from a time in UTC: %s', async (Due) => {
		const more = { items: [{ Due }], settings: { timezone: 'Asia/Tokyo' } };
		expect(await created(automatic(), more)).toMatchObject({ Due: '2026-01-31' });
	});

	it('come by code or by label when columns are mapped by name', async () => {
		const items = [{ Amount: 5, Progress: 'Done', Unknown: 'ignored', $id: '99', Lines: null }];
		expect(await created(automatic(), { items })).toMatchObject({
			Amount: '5',
			State: 'Done',
			Lines: [],
		});
	});

	it("may be in the service's own form", async () => {
		const raw = mapping({ Tags: { value: ['green'] }, People: [{ code: 'ito' }] } as IDataObject);
		expect(await created(raw, {}, { rawValues: true })).toMatchObject({
			Tags: ['green'],
			People: [{ code: 'ito' }],
		});
	});

	it('go through a record and back unchanged', async () => {
		const [first] = jsonOf(await write('create', mapping({ ...EVERYTHING, Number: 'A-2' })));
		const plain = await read(first?.id);
		const again = { ...plain, Number: 'A-3', Lines: withoutIds(plain.Lines) };
		const [second] = jsonOf(await write('create', automatic(), { items: [again] }));
		const copy = await read(second?.id);
		expect({ ...copy, Lines: withoutIds(copy.Lines) }).toMatchObject({
			...onlyWritten(again),
			Number: 'A-3',
		});
	});

	const withoutIds = (rows: unknown) => (rows as IDataObject[]).map(({ $id: _id, ...row }) => row);
	const onlyWritten = (record: IDataObject) =>
		Object.fromEntries(Object.keys(ORDER_FIELDS).map((code) => [code, record[code]]));

	it('are numbers of people when they are to be converted', async () => {
		expect(await created(mapping({ Amount: '¥1,200' }), {}, { convertValues: true })).toMatchObject(
			{
				Amount: '1200',
			},
		);
	});

	it.each<[string, IDataObject, RegExp, RegExp]>([
		[
			'a number',
			{ Amount: '1,200' },
			/Field "Amount" must be a number \[item 0\]/,
			/"1,200".*Use 1200/,
		],
		['a date', { Due: 'soon' }, /"Due" is not a valid date: "soon"/, /2026-01-31/],
		['a text', { Notes: { a: 1 } }, /Field "Notes" must be text/, /an object/],
		['a field', { Nowhere: 1 }, /no field "Nowhere"/, /field codes/],
		['a row', { Lines: ['x'] }, /Field "Lines" needs table rows/, /list of objects/],
		['a column', { Lines: [{ Artikel: 1 }] }, /Table "Lines" has no column "Artikel"/, /"Article"/],
		['a choice', { State: 'Lost' }, /Field "Progress" has no choice "Lost"/, /"Open", "Done"/],
	])('that are not %s are refused by name', async (_, value, message, advice) => {
		const { error } = await write('create', mapping(value));
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(advice);
	});

	it('must be there when columns are mapped by name', async () => {
		const { error } = await write('create', automatic(), { items: [{ foreign: 1 }] });
		expect(error?.message).toContain('No field of the item matches a field of the app');
	});
});

describe('changes of a record', () => {
	const byRecordId = (value: IDataObject) => mapping(value, { matchingColumns: ['$id'] });

	it('leave alone what is not mapped, and clear what is empty', async () => {
		const id = await api.create(
			app,
			cells({ Amount: 5, Notes: 'keep', Tags: ['red'], State: 'Open' }),
		);
		await write('update', byRecordId({ $id: id, Amount: '', Tags: '', State: null }));
		expect(await api.values(app, id)).toMatchObject({
			Amount: '',
			Notes: 'keep',
			Tags: [],
			State: 'Open',
		});
	});

	it('find the record by a unique field', async () => {
		const id = await api.create(app, cells({ Number: 'find me' }));
		const fields = mapping({ Number: 'find me', Amount: 8 }, { matchingColumns: ['Number'] });
		expect(jsonOf(await write('updateOne', fields))).toEqual([{ revision: '2' }]);
		expect(await api.values(app, id)).toMatchObject({ Number: 'find me', Amount: '8' });
	});

	it('keep the rows of a table whose IDs they name', async () => {
		const id = await api.create(app, cells({ Lines: [{ value: cells({ Article: 'Pencil' }) }] }));
		const [row] = (await read(id)).Lines as IDataObject[];
		const Lines = [{ ...row, Quantity: 4 }, { Article: 'Pen' }];
		await write('update', byRecordId({ $id: id, Lines } as unknown as IDataObject));
		expect((await read(id)).Lines).toEqual([
			{ $id: row?.$id, Article: 'Pencil', Quantity: '4' },
			{ $id: expect.any(String), Article: 'Pen', Quantity: null },
		]);
	});

	it('are refused when somebody else was faster', async () => {
		const id = await api.create(app);
		await api.ok('PUT', 'record.json', { app, id, record: cells({ Amount: 1 }) });
		const { error } = await write(
			'update',
			byRecordId({ $id: id, Amount: 2 }),
			{},
			{ revision: '1' },
		);
		expect(error?.message).toContain('GAIA_CO02');
		expect(error?.description).toContain('Read it again');
		expect(await api.values(app, id)).toMatchObject({ Amount: '1' });
	});

	it('take what reading gave, as it is', async () => {
		const id = await api.create(app, cells({ Amount: 5, Tags: ['green'], Due: '2026-02-03' }));
		const record = { ...(await read(id)), Amount: 6 };
		const outcome = await write('update', automatic({ matchingColumns: ['$id'] }), {
			items: [record],
		});
		expect(jsonOf(outcome)).toEqual([{ id, revision: '2' }]);
		expect(await read(id)).toMatchObject({ Amount: '6', Tags: ['green'], Due: '2026-02-03' });
	});
});

describe('files', () => {
	const binary = (name: string) => ({
		data: Buffer.from(`content of ${name}`).toString('base64'),
		mimeType: 'text/plain',
		fileName: name,
	});

	it('are uploaded with their record and come back unchanged', async () => {
		const input = [{ json: {}, binary: { a: binary('a.txt'), b: binary('日本語.txt') } }];
		const [json] = jsonOf(await write('create', mapping({ Files: 'a, b' }), { input }));
		const outcome = await runRecordPlatform(sandbox, {
			resource: 'file',
			operation: 'downloadFromRecord',
			parameters: {
				app: byId(app),
				recordId: { mode: 'id', value: json?.id as string },
				options: {},
			},
		});
		const files = outcome.output[0]?.binary ?? {};
		expect(Object.values(files).map(({ fileName }) => fileName)).toEqual(['a.txt', '日本語.txt']);
		expect(Object.values(files).map(({ mimeType }) => mimeType)).toEqual([
			'text/plain',
			'text/plain',
		]);
		expect(Object.values(files).map(({ fileSize }) => fileSize)).toEqual([
			'16 B',
			expect.any(String),
		]);
	});

	it('that an item lacks are named, with what it has', async () => {
		const input = [{ json: {}, binary: { a: binary('a.txt') } }];
		const { error } = await write('create', mapping({ Files: 'picture' }), { input });
		expect(error?.message).toContain('no binary field named "picture"');
		expect(error?.description).toContain('"a"');
	});

	it('are kept by their keys while another is added', async () => {
		const input = [{ json: {}, binary: { a: binary('a.txt'), b: binary('b.txt') } }];
		const [json] = jsonOf(await write('create', mapping({ Files: 'a' }), { input }));
		const [kept] = (await read(json?.id)).Files as IDataObject[];
		const Files = [{ fileKey: kept?.fileKey }, 'b'] as unknown as string;
		const fields = mapping({ $id: json?.id as string, Files }, { matchingColumns: ['$id'] });
		expect((await write('update', fields, { input })).error).toBeUndefined();
		const names = ((await read(json?.id)).Files as IDataObject[]).map(({ name }) => name);
		expect(names).toEqual(['a.txt', 'b.txt']);
	});
});

describe('a comment', () => {
	it('comes back ten a page until there are no more', async () => {
		const id = await api.create(app);
		const parameters = { app: byId(app), recordId: { mode: 'id', value: id }, options: {} };
		const items = Array.from({ length: 23 }, (_, index) => ({ text: `comment ${index}` }));
		await runRecordPlatform(sandbox, {
			resource: 'comment',
			operation: 'create',
			parameters: { ...parameters, text: '={{ $json.text }}' },
			items,
		});
		for (const [order, first] of [
			['asc', '1'],
			['desc', '23'],
		] as const) {
			const outcome = await runRecordPlatform(sandbox, {
				resource: 'comment',
				operation: 'getAll',
				parameters: { ...parameters, returnAll: true, options: { order } },
			});
			expect(jsonOf(outcome)).toHaveLength(23);
			expect(jsonOf(outcome)[0]?.id).toBe(first);
		}
	});
});

describe('a status', () => {
	it('changes with its action, and says when the action does not start there', async () => {
		const id = await api.create(app);
		const act = (action: string) =>
			runRecordPlatform(sandbox, {
				resource: 'record',
				operation: 'updateStatus',
				parameters: {
					app: byId(app),
					recordId: { mode: 'url', value: `${sandbox.url}/k/${app}/show#record=${id}` },
					action,
					options: {},
				},
			});
		expect(jsonOf(await act('Begin'))).toEqual([{ id, revision: '3' }]);
		const { error } = await act('Begin');
		expect(error?.message).toContain('GAIA_IL03');
		expect(error?.description).toContain("is not available in the record's current status");
	});
});
