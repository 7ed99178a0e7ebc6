import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { automatic, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Amount: { type: 'NUMBER' },
	Lines: { type: 'SUBTABLE', fields: { Article: { type: 'SINGLE_LINE_TEXT' } } },
});

const keys = async () => (await app.records()).map(({ Key }) => Key);
const told = ({ error }: { error?: { message: string } }) => error?.message ?? '';

/** A view with Amount > 5, and a condition for the keys other than `keep`. */
const filter = async (): Promise<IDataObject> => {
	const view = { type: 'LIST', name: 'Large', index: 0, filterCond: 'Amount > 5', fields: ['Key'] };
	await app.api.ok('PUT', 'preview/app/views.json', { app: app.id, views: { Large: view } });
	await app.api.deploy(app.id);
	for (const [Key, Amount] of [
		['small', 1],
		['large', 9],
		['keep', 9],
	])
		await app.create({ Key, Amount });
	return {
		filterBy: '={{ $json.by }}',
		view: 'Large',
		query: 'Amount > 5',
		conditions: {
			rows: [{ field: 'Key|SINGLE_LINE_TEXT', operator: 'notEquals', value: 'keep' }],
		},
	};
};

describe.each(['View', 'Query', 'views', ' ', ''])('"Filter By" is %j by an expression', (by) => {
	it('deletes nothing by the conditions alone', async () => {
		const chosen = await filter();
		const outcome = await app.run('deleteByConditions', chosen, { items: [{ by }] });
		expect(told(outcome)).toContain('is not a valid value for "Filter By"');
		expect(await keys()).toEqual(['small', 'large', 'keep']);
	});

	it('lets a sync delete nothing', async () => {
		const chosen = { ...(await filter()), deleteOthers: true, conditions: {} };
		const outcome = await app.run(
			'sync',
			{ ...chosen, fields: automatic({ matchingColumns: ['Key'] }) },
			{ items: [{ Key: 'keep', Amount: 9, by }] },
		);
		expect(told(outcome)).toContain('is not a valid value for "Limit Deletion By"');
		expect(await keys()).toEqual(['small', 'large', 'keep']);
	});

	it.each(['getAll', 'count'])('reads nothing else, %s', async (operation) => {
		const chosen = await filter();
		const outcome = await app.run(operation, chosen, { items: [{ by }] });
		expect(told(outcome)).toContain('is not a valid value for "Filter By"');
	});
});

it.each(['Any', 'or', ''])('"Must Match" that is %j by an expression is refused', async (match) => {
	await app.create({ Key: 'a', Amount: 1 });
	const conditions = {
		rows: [
			{ field: 'Key|SINGLE_LINE_TEXT', operator: 'equals', value: 'a' },
			{ field: 'Amount|NUMBER', operator: 'equals', value: '2' },
		],
	};
	const chosen = { match: '={{ $json.match }}', conditions };
	const outcome = await app.run('getAll', chosen, { items: [{ match }] });
	expect(told(outcome)).toContain('is not a valid value for "Must Match"');
});

it('"Find Record By" that is no choice leaves the record of another control alone', async () => {
	const other = await app.create({ Key: 'other' });
	await app.create({ Key: 'a' });
	const outcome = await app.run(
		'add',
		{
			findBy: '={{ $json.by }}',
			recordId: { mode: 'id', value: other },
			keyField: 'Key',
			keyValue: 'a',
			table: 'Lines',
			columns: mapping({ Article: 'pen' }),
		},
		{ resource: 'tableRow', items: [{ by: 'Key' }] },
	);
	expect(told(outcome)).toContain('is not a valid value for "Find Record By"');
	expect((await app.records()).map(({ Lines }) => Lines)).toEqual([[], []]);
});

it.each([
	['replace', 'keep'],
	['keep', 'replace'],
])('"Existing Rows" that is %s and %s in items of one record writes nothing', async (...modes) => {
	await app.create({ Key: 'K', Lines: [{ value: { Article: { value: 'old' } } }] });
	const outcome = await app.run(
		'upsertWithTable',
		{
			fields: mapping({ Key: 'K' }, { matchingColumns: ['Key'] }),
			table: 'Lines',
			columns: mapping({ Article: '={{ $json.mode }}' }),
			options: { existingRows: '={{ $json.mode }}' },
		},
		{ items: modes.map((mode) => ({ mode })) },
	);
	expect(told(outcome)).toContain('different values for "Existing Rows"');
	const [record] = await app.records();
	expect(record).toMatchObject({ $revision: '1' });
	expect(record?.Lines).toHaveLength(1);
});

describe('a switch that an expression turns on otherwise', () => {
	it.each(['yes', 1, 'on', 'ja', ['true'], {}])('%j: is not taken for off', async (on) => {
		await app.create({ Key: 'a', Amount: 1 });
		await app.create({ Key: 'b', Amount: 2 });
		const outcome = await app.run(
			'sync',
			{
				fields: automatic({ matchingColumns: ['Key'] }),
				deleteOthers: '={{ $json.on }}',
			},
			{ items: [{ Key: 'a', Amount: 5, on } as IDataObject] },
		);
		expect(told(outcome)).toContain('is not a valid value for "Delete Other Records"');
		expect((await app.records()).map(({ Amount }) => Amount)).toEqual(['1', '2']);
	});

	it('is refused among options, for the item alone', async () => {
		await app.create({ Key: 'a', Amount: 1 });
		const { output } = await app.run(
			'update',
			{
				fields: automatic({ matchingColumns: ['Key'] }),
				options: { onlyChanges: '={{ $json.on }}' },
			},
			{
				items: [
					{ Key: 'a', Amount: 5, on: 'yes' },
					{ Key: 'a', Amount: 1, on: 'TRUE' },
				],
				onError: 'continueRegularOutput',
			},
		);
		expect(output[0]?.error?.message).toContain('"yes" is not a valid value for "Only Changes"');
		expect(output[1]?.json).toMatchObject({ changed: false });
		expect((await app.records())[0]).toMatchObject({ Amount: '1', $revision: '1' });
	});

	it.each([false, 'false', 'FALSE', 0, null, ''])('%j leaves it off', async (off) => {
		await app.create({ Key: 'a', Amount: 1 });
		const { error } = await app.run(
			'update',
			{
				fields: automatic({ matchingColumns: ['Key'] }),
				options: { onlyChanges: '={{ $json.off }}' },
			},
			{ items: [{ Key: 'a', Amount: 1, off } as IDataObject] },
		);
		expect(error).toBeUndefined();
		expect((await app.records())[0]).toMatchObject({ $revision: '2' });
	});
});
