import type { IDataObject } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { builtIn } from '../../support/built-in-fields';
import { useNewApp } from './app';
import { automatic, mapping, ORDER_PROCESS, schemaOf } from './world';

const app = useNewApp(
	{
		Text: { type: 'SINGLE_LINE_TEXT' },
		Amount: { type: 'NUMBER' },
		Due: { type: 'DATE' },
		Choice: { type: 'DROP_DOWN', options: options('a', 'b') },
		Tags: { type: 'CHECK_BOX', options: options('a', 'b') },
		People: { type: 'USER_SELECT' },
		Files: { type: 'FILE' },
		Lines: {
			type: 'SUBTABLE',
			fields: { Item: { type: 'SINGLE_LINE_TEXT' }, Count: { type: 'NUMBER' } },
		},
	},
	ORDER_PROCESS,
);

const CODES = ['Text', 'Amount', 'Due', 'Choice', 'Tags', 'People', 'Files', 'Lines'];
const FULL = {
	Text: 'x',
	Amount: '5',
	Due: '2026-01-31',
	Choice: 'a',
	Tags: ['a', 'b'],
	People: [{ code: 'sato' }],
};
const CLEARED = {
	Text: '',
	Amount: '',
	Due: null,
	Choice: null,
	Tags: [],
	People: [],
	Files: [],
	Lines: [],
};

const filled = async () => {
	const fileKey = await app.api.upload('content', 'a.txt');
	return await app.create({
		...FULL,
		Files: [{ fileKey }],
		Lines: [{ value: { Item: { value: 'pen' }, Count: { value: '1' } } }],
	});
};
const fieldsOf = async (id: string) => {
	const values = await app.api.values(app.id, id);
	return Object.fromEntries(CODES.map((code) => [code, values[code]]));
};
const byId = { matchingColumns: ['$id'] };
const inServiceFormat = ({ $rowId, ...row }: IDataObject) => ({ id: $rowId, value: cells(row) });
const all = (expression: string): IDataObject =>
	Object.fromEntries(CODES.map((code) => [code, expression]));
const update = async (fields: IDataObject, item: IDataObject) =>
	await app.run('update', { fields }, { items: [item] });

describe('by hand', () => {
	it('an expression that gives null clears each field', async () => {
		const id = await filled();
		const value = { $id: id, ...all('={{ $json.none }}') };
		expect((await update(mapping(value, byId), { none: null })).error).toBeUndefined();
		expect(await fieldsOf(id)).toEqual(CLEARED);
	});

	it('an expression that finds nothing leaves each field', async () => {
		const id = await filled();
		const before = await fieldsOf(id);
		const value = { $id: id, ...all('={{ $json.none }}'), Text: 'y' };
		expect((await update(mapping(value, byId), {})).error).toBeUndefined();
		expect(await fieldsOf(id)).toEqual({ ...before, Text: 'y' });
	});

	it('a field that nobody touched is left', async () => {
		const id = await filled();
		const before = await fieldsOf(id);
		const value = { $id: id, ...Object.fromEntries(CODES.map((code) => [code, null])), Text: 'y' };
		await update(mapping(value, byId), {});
		expect(await fieldsOf(id)).toEqual({ ...before, Text: 'y' });
	});

	it('null from the model of an AI agent leaves each field', async () => {
		const id = await filled();
		const before = await fieldsOf(id);
		const value = { $id: id, ...all("={{ $fromAI('x', '', 'string') && null }}"), Text: 'y' };
		expect((await update(mapping(value, byId), {})).error).toBeUndefined();
		expect(await fieldsOf(id)).toEqual({ ...before, Text: 'y' });
	});

	it.each([
		['a list', (rows: unknown) => rows],
		['JSON', (rows: unknown) => JSON.stringify(rows)],
		['in the format of the service', (rows: IDataObject[]) => rows.map(inServiceFormat)],
	])('a column that the model leaves blank in a row is left: %s', async (_name, given) => {
		const id = await filled();
		const [row] = (await app.records())[0]?.Lines as Array<{ id: string }>;
		const Lines = "={{ $fromAI('rows', '', 'json') && $json.rows }}";
		const fields = mapping(
			{ $id: id, Lines },
			{ ...byId, schema: schemaOf({ Lines: 'SUBTABLE' }) },
		);
		const rows = given([
			{ $rowId: row?.id, Item: '', Count: 7 },
			{ Item: 'ink', Count: null },
		]);
		expect((await update(fields, { rows } as IDataObject)).error).toBeUndefined();
		expect((await fieldsOf(id)).Lines).toMatchObject([
			{ value: { Item: { value: 'pen' }, Count: { value: '7' } } },
			{ value: { Item: { value: 'ink' }, Count: { value: '' } } },
		]);
	});

	it('an update of which all expressions find nothing is refused', async () => {
		const id = await filled();
		const { error } = await update(mapping({ $id: id, ...all('={{ $json.none }}') }, byId), {});
		expect(error?.message).toContain('returned no value for any mapped field');
		expect((await app.records()).map(({ $revision }) => $revision)).toEqual(['1']);
	});

	it('a new record of which all expressions find nothing is refused', async () => {
		const { error } = await app.run('create', { fields: mapping(all('={{ $json.none }}')) });
		expect(error?.message).toContain('returned no value for any mapped field');
		expect(await app.records()).toEqual([]);
	});
});

describe('by name', () => {
	it('null clears each field', async () => {
		const id = await filled();
		await update(automatic(byId), {
			$id: id,
			...Object.fromEntries(CODES.map((code) => [code, null])),
		});
		expect(await fieldsOf(id)).toEqual(CLEARED);
	});

	it.each(['create', 'createOne', 'update', 'updateOne'])(
		'an item with none of the fields of the app is refused in %s',
		async (operation) => {
			const id = await filled();
			const items = [{ $id: id, Txet: 'y', Foo: 1 }];
			const { error } = await app.run(operation, { fields: automatic(byId) }, { items });
			expect(error?.message).toContain('No field of the item matches a field of the app');
			expect(error?.description).toContain(
				'The item has "Txet", "Foo". The app has "Text", "Amount"',
			);
			expect((await app.records()).map(({ $revision }) => $revision)).toEqual(['1']);
		},
	);
});

describe('columns of a table row', () => {
	const row = async (value: IDataObject, items: IDataObject[]) => {
		const id = await filled();
		const [line] = (await app.api.values(app.id, id)).Lines as Array<{ id: string }>;
		const columns = mapping({ $rowId: line?.id, ...value }, { matchingColumns: ['$rowId'] });
		const outcome = await app.run(
			'update',
			{ recordId: { mode: 'id', value: id }, table: 'Lines', columns },
			{ resource: 'tableRow', items },
		);
		const lines = (await app.api.values(app.id, id)).Lines as Array<{
			value: Record<string, { value: unknown }>;
		}>;
		const cell = lines[0]?.value ?? {};
		return { outcome, held: [cell.Item?.value, cell.Count?.value] };
	};

	it('are cleared by null from an expression and left by one that finds nothing', async () => {
		const { outcome, held } = await row(
			{ Item: '={{ $json.none }}', Count: '={{ $json.nothing }}' },
			[{ none: null }],
		);
		expect(outcome.error).toBeUndefined();
		expect(held).toEqual(['', '1']);
	});
});

describe('assignees', () => {
	const assign = async (assignees: unknown, items: IDataObject[] = [{}]) => {
		const id = await app.create({ Text: 'x' });
		await app.api.ok('PUT', 'record/assignees.json', { app: app.id, id, assignees: ['sato'] });
		const { error } = await app.run(
			'updateAssignees',
			{ recordId: { mode: 'id', value: id }, assignees: assignees as string },
			{ items },
		);
		const people = (await app.api.values(app.id, id))[builtIn.assignee] as Array<{ code: string }>;
		return { error, codes: people.map(({ code }) => code) };
	};

	it.each([
		['nothing', '={{ $json.none }}', {}],
		['null', '={{ $json.none }}', { none: null }],
		['nothing but a comma', '={{ $json.a }}, {{ $json.b }}', {}],
		['a list of nothing', '={{ [$json.a] }}', {}],
		['a list in which one is missing', '={{ ["ito", $json.a] }}', {}],
	])('stay when the expression finds %s', async (_, expression, item) => {
		const { error, codes } = await assign(expression, [item]);
		expect(error?.message).toContain('"Assignees"');
		expect(codes).toEqual(['sato']);
	});

	it.each([
		['the field is empty', ''],
		['an expression gives an empty list', '={{ [] }}'],
		['an expression gives an empty text', '={{ "" }}'],
	])('are removed when %s', async (_, assignees) => {
		expect(await assign(assignees)).toEqual({ error: undefined, codes: [] });
	});
});

describe('what holds no value', () => {
	it.each<[string, string, unknown, string]>([
		['an empty object for a table', 'Lines', {}, 'has no value in row 1'],
		['a list with an empty object', 'Lines', [{ Item: 'pen' }, {}], 'has no value in row 2'],
		['a currency sign', 'Amount', '¥', 'must be a number'],
		['a currency sign with spaces', 'Amount', ' $ ', 'must be a number'],
	])('%s writes nothing', async (_name, code, value, says) => {
		const id = await filled();
		const before = await fieldsOf(id);
		const options = { convertValues: true };
		const items = [{ $id: id, [code]: value, Text: 'y' }] as IDataObject[];
		const { error } = await app.run('update', { fields: automatic(byId), options }, { items });
		expect(`${error?.message} ${error?.description}`).toContain(says);
		expect(await fieldsOf(id)).toEqual(before);
	});
});
