import { useNewApp } from './app';
import { automatic, jsonOf } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', label: 'Order number', unique: true },
	Amount: { type: 'NUMBER', label: 'Total' },
	Tags: { type: 'SINGLE_LINE_TEXT' },
	Lines: { type: 'SUBTABLE', fields: { Count: { type: 'NUMBER' } } },
	Twice: { type: 'CALC', label: 'Double', expression: 'Amount * 2' },
});
const options = { rawValues: true };
const held = async () => (await app.records()).map(({ Key, Amount, Tags }) => [Key, Amount, Tags]);

it('a number of a table row that is none is refused', async () => {
	await app.create({ Key: 'A', Lines: [{ value: { Count: { value: '5' } } }] });
	const before = await app.records();
	const fields = automatic({ matchingColumns: ['Key'] });
	const Lines = { value: [{ value: { Count: { value: '1,200' } } }] };
	const items = [{ Key: 'A', Lines }];
	const { error } = await app.run('upsert', { fields, options }, { items });
	expect(error?.message).toContain('must be a number');
	expect(await app.records()).toEqual(before);
});

describe('raw values that are mapped automatically', () => {
	const item = { 'Order number': 'A', Total: { value: '5' }, Tags: 'x', Other: 'y' };

	it.each(['create', 'createOne'])('are written by label: %s', async (operation) => {
		jsonOf(await app.run(operation, { fields: automatic(), options }, { items: [item] }));
		expect(await held()).toEqual([['A', '5', 'x']]);
	});

	it.each(['update', 'updateOne', 'upsert', 'sync'])(
		'are changed by label: %s',
		async (operation) => {
			await app.create({ Key: 'A', Amount: 1, Tags: 'before' });
			const fields = automatic({ matchingColumns: ['Key'] });
			jsonOf(await app.run(operation, { fields, options }, { items: [item] }));
			expect(await held()).toEqual([['A', '5', 'x']]);
		},
	);

	it('count by their code before their label, and skip what the service fills in', async () => {
		const items = [{ Total: 7, Double: 1, Amount: 5, 'Order number': 'B', Key: 'A', Tags: 'x' }];
		jsonOf(await app.run('create', { fields: automatic(), options }, { items }));
		expect(await held()).toEqual([['A', '5', 'x']]);
	});
});
