import { said } from '../../support/language';
import { useNewApp } from './app';
import { automatic, byId, mapping, ORDER_PROCESS } from './world';

const app = useNewApp(
	{
		Key: { type: 'SINGLE_LINE_TEXT', unique: true, label: '注文番号' },
		Amount: { type: 'NUMBER' },
	},
	ORDER_PROCESS,
);
const advice = ({ error }: { error?: { description?: string | null } }) => error?.description ?? '';

describe('a value that another record has', () => {
	it.each([
		['its code', automatic(), { Key: 'A-1' }],
		['its label', automatic(), { 注文番号: 'A-1' }],
		['hand', mapping({ Key: '={{ $json.number }}' }), { number: 'A-1' }],
	])('is told with the label of its field, mapped by %s', async (_how, fields, item) => {
		await app.create({ Key: 'A-1' });
		const outcome = await app.run('create', { fields }, { items: [{ ...item }] });
		expect(outcome.error?.message).toContain(said('already exists', 'ほかのレコードと重複'));
		expect(advice(outcome)).toContain('The value of "注文番号" (Key) is "A-1".');
	});

	it('is that of the item to blame, for each of them', async () => {
		await app.create({ Key: 'A-1' });
		await app.create({ Key: 'A-2' });
		const items = [{ Key: 'B' }, { Key: 'A-1' }, { Key: 'C' }, { Key: 'A-2' }];
		const fields = automatic();
		const stopped = await app.run('create', { fields }, { items });
		expect(stopped.error?.message).toContain('[items 1, 3]');
		expect(advice(stopped)).toContain('is "A-1"');
		const { errors } = await app.run(
			'create',
			{ fields },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(errors.map(({ json }) => (json.details as { advice: string }).advice)).toEqual([
			expect.stringContaining('is "A-1"'),
			expect.stringContaining('is "A-2"'),
		]);
	});
});

it('a refused action is told with the status of the record and the actions from there', async () => {
	const id = await app.create({ Key: 'A' });
	for (const operation of ['updateStatus', 'updateStatusOfOne']) {
		const outcome = await app.run(operation, { recordId: byId(id), action: 'Finish' });
		expect(outcome.error?.message).toContain('GAIA_IL03');
		expect(advice(outcome)).toContain(
			`Record ${id} has the status "Not started". Actions from there: "Begin".`,
		);
	}
});

it('a record from whose status no action starts is told as such', async () => {
	const id = await app.create({ Key: 'A' });
	for (const action of ['Begin', 'Finish']) {
		expect((await app.run('updateStatus', { recordId: byId(id), action })).error).toBeUndefined();
	}
	const outcome = await app.run('updateStatus', { recordId: byId(id), action: 'Begin' });
	expect(advice(outcome)).toContain('has the status "Finished". No action starts there.');
});
