import { useNewApp } from './app';
import { lines } from './table-scene';
import { automatic, byId } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Plain: { type: 'SINGLE_LINE_TEXT' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Quantity: { type: 'NUMBER' },
			Sent: { type: 'DATETIME' },
			Paper: { type: 'FILE' },
			Who: { type: 'USER_SELECT' },
			Size: { type: 'DROP_DOWN', options: { M: { label: 'M', index: '0' } } },
		},
	},
});

type Row = { value: Record<string, { value: unknown }> };
const held = async (column: string) => {
	const [record] = await app.records();
	return (record?.Lines as Row[]).map(({ value }) => value[column]?.value);
};
/** A record with two rows: one has 150 pieces, was sent in January and has a paper. */
const withRows = async () => {
	const Paper = [{ fileKey: await app.api.upload('x', 'a.txt') }];
	return await app.create({
		Key: 'A',
		Lines: lines(
			{
				Article: 'pen',
				Quantity: '150',
				Sent: '2026-01-05T10:00:00Z',
				Paper,
				Who: [{ code: 'sato' }],
			},
			{ Article: 'ink', Quantity: '7', Sent: '2026-02-05T10:00:00Z' },
		).value,
	});
};

const remove = async (column: string, operator: string, value: string) =>
	await app.run(
		'delete',
		{
			recordId: byId(await withRows()),
			table: 'Lines',
			deleteBy: 'conditions',
			rowConditions: { rows: [{ column, operator, value }] },
		},
		{ resource: 'tableRow' },
	);

describe('rows are deleted by what the person sees', () => {
	it.each([
		['Sent', 'notContains', '2026-01'],
		['Paper', 'notEquals', 'a.txt'],
		['Paper', 'noneOf', 'a.txt'],
		['Article', 'less', '5'],
		['Article', 'greaterOrEqual', 'a'],
		['Size', 'greater', 'M'],
	])('and an operator that cannot tell is refused: %s %s', async (column, operator, value) => {
		const { error } = await remove(column, operator, value);
		expect(error?.message).toContain("doesn't support the operator");
		expect(await held('Article')).toEqual(['pen', 'ink']);
	});

	it.each([
		['Quantity', 'notContains', '15', ['pen']],
		['Quantity', 'contains', '15', ['ink']],
		['Quantity', 'less', '15', ['pen']],
		['Sent', 'greaterOrEqual', '2026-02-01T00:00:00Z', ['pen']],
		['Paper', 'notContains', 'a.txt', ['pen']],
	])('%s %s %s leaves %j', async (column, operator, value, left) => {
		expect((await remove(column, operator, value)).error).toBeUndefined();
		expect(await held('Article')).toEqual(left);
	});
});

describe('the commas of Japanese texts in a list of values', () => {
	const places = ['東京、大阪', '東京，大阪'];

	it.each(places)('delete no records that were to be left: %s', async (value) => {
		for (const [at, Plain] of ['東京', '大阪', '福岡'].entries())
			await app.create({ Key: at, Plain });
		const before = await app.records();
		const rows = [{ field: 'Plain|SINGLE_LINE_TEXT', operator: 'noneOf', value }];
		const chosen = { filterBy: 'conditions', conditions: { rows }, atMost: 100 };
		const { error } = await app.run('deleteByConditions', chosen);
		expect(error?.message).toContain('has a Japanese comma in its list of values');
		expect(await app.records()).toEqual(before);
	});

	it.each(places)('remove no rows that were to be left: %s', async (value) => {
		expect((await remove('Article', 'noneOf', value)).error?.message).toContain('Japanese comma');
		expect(await held('Article')).toEqual(['pen', 'ink']);
	});

	it('separate people', async () => {
		expect((await remove('Who', 'noneOf', 'sato、ito')).error).toBeUndefined();
		expect(await held('Article')).toEqual(['pen']);
	});

	it('can be part of a text in a list', async () => {
		await app.create({ Key: 'A', Plain: '東京、大阪' });
		await app.create({ Key: 'B', Plain: '東京' });
		const value = JSON.stringify(['東京、大阪']);
		const rows = [{ field: 'Plain|SINGLE_LINE_TEXT', operator: 'noneOf', value }];
		await app.run('deleteByConditions', {
			filterBy: 'conditions',
			conditions: { rows },
			atMost: 9,
		});
		expect((await app.records()).map(({ Key }) => Key)).toEqual(['A']);
	});
});

it('a row that keeps its files and is given them again has each of them once', async () => {
	const parameters = { recordId: byId(await withRows()), table: 'Lines' };
	const { output } = await app.run('getAll', parameters, { resource: 'tableRow' });
	const columns = automatic({ matchingColumns: ['$rowId'] });
	const { error } = await app.run(
		'update',
		{ ...parameters, columns, options: { existingFiles: 'keep' } },
		{ resource: 'tableRow', items: output.map(({ json }) => ({ ...json, Quantity: 2 })) },
	);
	expect(error).toBeUndefined();
	expect(await held('Quantity')).toEqual(['2', '2']);
	expect(await held('Paper')).toMatchObject([[{ name: 'a.txt' }], []]);
});

it('a group of conditions without a match deletes nothing', async () => {
	await app.create({ Key: 'A', Plain: 'p' });
	await app.create({ Key: 'B', Plain: 'p' });
	const before = await app.records();
	const conditions = {
		rows: [
			{ field: 'Key|SINGLE_LINE_TEXT', operator: 'equals', value: 'A' },
			{ field: 'Plain|SINGLE_LINE_TEXT', operator: 'equals', value: 'p' },
		],
	};
	const groups = [{ match: '={{ $json.match }}', conditions }];
	const { error } = await app.run('deleteByConditions', { conditions: { groups } });
	expect(error?.message).toContain('"Must Match" of a condition group');
	expect(await app.records()).toEqual(before);
});

describe('a view whose conditions somebody has removed', () => {
	const views = async (filterCond: string) => {
		const Mine = { type: 'LIST', name: 'Mine', index: 0, fields: ['Key'], filterCond };
		await app.api.ok('PUT', 'preview/app/views.json', { app: app.id, views: { Mine } });
		await app.api.deploy(app.id);
	};
	const byView = { filterBy: 'view', view: 'Mine', atMost: 100 };
	const fields = { fields: automatic({ matchingColumns: ['Key'] }), deleteOthers: true };
	const rows = [{ field: 'Key|SINGLE_LINE_TEXT', operator: 'notEquals', value: 'C' }];

	it.each<[string, object]>([
		['deleteByConditions', {}],
		['deleteByConditions', { conditions: { rows } }],
		['sync', fields],
	])('deletes nothing: %s', async (operation, more) => {
		await app.create({ Key: 'A' });
		await app.create({ Key: 'B' });
		await views('Key = "A"');
		await views('');
		const before = await app.records();
		const chosen = { ...byView, ...more };
		const { error } = await app.run(operation, chosen, { items: [{ Key: 'A' }] });
		expect(error?.message).toContain('The view "Mine" has no conditions');
		expect(await app.records()).toEqual(before);
	});
});
