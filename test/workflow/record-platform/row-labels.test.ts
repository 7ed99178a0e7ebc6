import { useNewApp } from './app';
import { automatic } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			net: { type: 'NUMBER', label: 'Price' },
			gross: { type: 'NUMBER', label: 'Price' },
			sum: { type: 'CALC', label: 'Total', expression: 'net * 2' },
			total: { type: 'NUMBER', label: 'Total' },
		},
	},
});

const create = async (row: object) =>
	await app.run('create', { fields: automatic() }, { items: [{ Key: 'A', Lines: [row] }] });

it('refuses the label of two columns in a row', async () => {
	const { error } = await create({ Price: 5 });
	expect(error?.message).toContain('"Price" is the label of 2 columns: "net" and "gross"');
	expect(await app.records()).toEqual([]);
});

it.each([
	[{ Total: 7 }, { total: '7', gross: '' }],
	[
		{ gross: 3, Price: undefined },
		{ total: '', gross: '3' },
	],
])('takes the label %j for the column that can be written', async (row, expected) => {
	await create(row);
	const [line] = (await app.records())[0]?.Lines as Array<{ value: Record<string, object> }>;
	const values = Object.entries(expected).map(([code, value]) => [
		code,
		expect.objectContaining({ value }),
	]);
	expect(line?.value).toMatchObject(Object.fromEntries(values));
});
