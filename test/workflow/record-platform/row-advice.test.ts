import { useNewApp } from './app';
import { automatic } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Price: { type: 'NUMBER' },
			Total: { type: 'CALC', expression: 'Price * 2' },
			Day: { type: 'DATE' },
			Note: { type: 'SINGLE_LINE_TEXT' },
		},
	},
});

const create = async (Lines: unknown) =>
	await app.run(
		'create',
		{ fields: automatic() },
		{ items: [{ Key: 'A', Lines: Lines as never }] },
	);

it('shows rows of this table where a value is none', async () => {
	const { error } = await create('3 pencils');
	expect(error?.description).toContain('[{"Article": "Text", "Price": 3, "Day": "2026-01-31"}]');
	expect(await app.records()).toEqual([]);
});

it('names the columns that can be written where one is unknown', async () => {
	const { error } = await create([{ Color: 'red' }]);
	expect(error?.description).toContain('Its columns are "Article", "Price", "Day", "Note"');
	expect(error?.description).not.toContain('Total');
	expect(await app.records()).toEqual([]);
});
