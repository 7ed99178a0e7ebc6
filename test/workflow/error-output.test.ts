import type { IDataObject } from 'n8n-workflow';

import { said } from '../support/language';
import { useNewApp } from './record-platform/app';
import { automatic } from './record-platform/world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true, label: 'Order' },
	Amount: { type: 'NUMBER', label: 'Total' },
	Files: { type: 'FILE' },
	error: { type: 'SINGLE_LINE_TEXT' },
	details: { type: 'SINGLE_LINE_TEXT' },
});
const toErrorOutput = { onError: 'continueErrorOutput' } as const;
const create = async (items: IDataObject[]) =>
	await app.run('create', { fields: automatic() }, { items, ...toErrorOutput });

it("the service's message, code and fields are among the details", async () => {
	await app.create({ Key: 'A' });
	const { errors } = await create([{ Key: 'B' }, { Key: 'A', Amount: 1 }]);
	expect(errors.map(({ json }) => json)).toMatchObject([
		{
			Key: 'A',
			Amount: 1,
			details: {
				item: 1,
				code: 'CB_VA01',
				field: 'Key',
				message: said(
					'Field "Key": This value already exists in another record. (CB_VA01)',
					'Field "Key": 値がほかのレコードと重複しています。 (CB_VA01)',
				),
			},
		},
	]);
});

it('an item keeps its own fields error and details, and is written as meant once it is mended', async () => {
	const bad = { Key: 'A', Amount: 'x', error: 'E12', details: 'torn' };
	const { errors } = await create([bad, { Key: 'B', Amount: 'y' }]);
	expect((errors[0]?.json ?? {}).details).toEqual({
		item: 0,
		message: '"Total" is not a valid number: "x"',
		field: 'Amount',
		advice: expect.stringContaining('Use digits'),
		replaced: { error: 'E12', details: 'torn' },
	});
	const mended = errors.map(({ json }) => ({ ...json, Amount: 3 }));
	const options = { unknownColumns: 'stop' };
	const again = await app.run('create', { fields: automatic(), options }, { items: mended });
	expect(again.error).toBeUndefined();
	expect(await app.records()).toMatchObject([
		{ Key: 'A', Amount: '3', error: 'E12', details: 'torn' },
		{ Key: 'B', Amount: '3', error: '', details: '' },
	]);
});

it('with Continue, an error item has the message alone, so that no next node takes it for a row', async () => {
	const bad = { Key: 'A', Amount: 'x' };
	const { output } = await app.run(
		'create',
		{ fields: automatic() },
		{ items: [bad], onError: 'continueRegularOutput' },
	);
	expect(output.map(({ json }) => json)).toEqual([
		{ error: '"Total" is not a valid number: "x" [item 0]' },
	]);
});
