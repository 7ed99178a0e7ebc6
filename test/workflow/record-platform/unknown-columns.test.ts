import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { automatic, byId, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true, label: 'Order' },
	Notes: { type: 'MULTI_LINE_TEXT' },
	Amount: { type: 'NUMBER' },
	Twice: { type: 'CALC', expression: 'Amount * 2', label: 'Double' },
	Sales: { type: 'SINGLE_LINE_TEXT', label: '担当者' },
	Support: { type: 'SINGLE_LINE_TEXT', label: '担当者' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Quantity: { type: 'NUMBER' },
			Packs: { type: 'CALC', expression: 'Quantity * 2' },
			Packer: { type: 'SINGLE_LINE_TEXT', label: '係' },
			Checker: { type: 'SINGLE_LINE_TEXT', label: '係' },
		},
	},
});

const STOP = { unknownColumns: 'stop' };
const matchingKey = automatic({ matchingColumns: ['Key'] });
const written = async () => await app.records();
const messages = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message);
const notWritten = (outcome: { hints: Array<{ message: string }> }) =>
	messages(outcome).filter((message) => message.startsWith('Not written'));

describe('columns of an item that fit no field', () => {
	const items = [
		{ Key: 'A', Notess: 'x', 納期: '2026-12-01' },
		{ Key: 'B', Notess: 'y', 納期: '' },
	];

	it.each([
		['create', automatic()],
		['createOne', automatic()],
		['upsert', matchingKey],
		['sync', matchingKey],
	])('%s writes the others and says which were not written', async (operation, fields) => {
		const outcome = await app.run(operation, { fields }, { items });
		expect(await written()).toMatchObject([
			{ Key: 'A', Notes: '' },
			{ Key: 'B', Notes: '' },
		]);
		expect(notWritten(outcome)).toEqual([
			'Not written: "Notess" and "納期" (the app has no field with this code or label)',
		]);
	});

	it('are told with the items that have them', async () => {
		const some = [
			{ Key: 'A', Notes: 'x' },
			{ Key: 'B', Notess: 'y' },
		];
		expect(notWritten(await app.run('create', { fields: automatic() }, { items: some }))).toEqual([
			'Not written: "Notess" (the app has no field with this code or label) [item 1]',
		]);
	});

	it.each([
		['create', automatic()],
		['upsert', matchingKey],
		['sync', matchingKey],
	])('%s writes nothing with Unknown Columns: Stop', async (operation, fields) => {
		const { error } = await app.run(operation, { fields, options: STOP }, { items });
		expect(error?.message).toContain('The app has no fields "Notess" and "納期"');
		expect(await written()).toEqual([]);
	});

	it('with Stop, the error branch has only the items that have them', async () => {
		const some = [
			{ Key: 'A', Notes: 'x' },
			{ Key: 'B', Notess: 'y' },
		];
		const { output, errors } = await app.run(
			'create',
			{ fields: automatic(), options: STOP },
			{ items: some, onError: 'continueErrorOutput' },
		);
		expect([output.length, errors.length]).toEqual([1, 1]);
		expect(await written()).toMatchObject([{ Key: 'A', Notes: 'x' }]);
	});
});

it('a calculated field is told as such', async () => {
	const items = [{ Key: 'A', Amount: 2, Double: 5 }];
	const outcome = await app.run('create', { fields: automatic() }, { items });
	expect(notWritten(outcome)).toEqual(['Not written: "Double" (filled in by the service)']);
});

it('a record as it was read is written back without a word, and with Stop', async () => {
	await app.create({ Key: 'A', Amount: 2 });
	const read = await app.run('getAll', { returnAll: true });
	const items = read.output.map(({ json }) => ({ ...json, Notes: 'new' }));
	const fields = automatic({ matchingColumns: ['$id'] });
	const outcome = await app.run('update', { fields, options: STOP }, { items });
	expect(outcome.error).toBeUndefined();
	expect(notWritten(outcome)).toEqual([]);
	expect(await written()).toMatchObject([{ Key: 'A', Notes: 'new', Twice: '4' }]);
});

describe('what the service fills in anew in a copy of a record', () => {
	const read = async () => {
		await app.create({
			Key: 'A',
			Amount: 2,
			Lines: [{ value: { Article: { value: 'pen' }, Quantity: { value: '3' } } }],
		});
		const { output } = await app.run('getAll', { returnAll: true });
		return output.map(({ json }) => json);
	};

	it.each([
		['create', automatic()],
		['upsert', matchingKey],
		['sync', matchingKey],
	])('is told by %s, columns of tables included', async (operation, fields) => {
		const items = (await read()).map((json) => ({ ...json, Key: 'B' }));
		const outcome = await app.run(operation, { fields }, { items });
		expect(outcome.error).toBeUndefined();
		const [told, ...more] = notWritten(outcome);
		expect(more).toEqual([]);
		expect(told).toMatch(/"Twice".*"Lines: Packs".*\(filled in by the service\)$/);
	});
});

it('a column that another parameter uses is no unknown one', async () => {
	const id = await app.create({ Key: 'A' });
	const items = [{ record: id, Article: 'pen', color: 'red' }];
	const outcome = await app.run(
		'add',
		{
			recordId: { mode: 'id', value: '={{ $json.record }}' },
			table: 'Lines',
			columns: automatic(),
		},
		{ resource: 'tableRow', items },
	);
	expect(notWritten(outcome)).toEqual([
		'Not written: "color" (table "Lines" has no column with this code or label)',
	]);
});

describe('records that were just written', () => {
	const byId = automatic({ matchingColumns: ['$id'] });

	it('are updated by the ID that the write has put out', async () => {
		const made = await app.run('create', { fields: mapping({ Key: 'A' }) }, { items: [{}] });
		const items = made.output.map(({ json }) => ({ ...json, Notes: 'new' }));
		const outcome = await app.run('update', { fields: byId, options: STOP }, { items });
		expect(outcome.error).toBeUndefined();
		expect(await written()).toMatchObject([{ Key: 'A', Notes: 'new' }]);
	});

	it('are refused if they were written to another app, and told of if nothing says to which', async () => {
		const [first] = [await app.create({ Key: 'A' }), await app.create({ Key: 'B' })];
		const other = await app.api.makeApp({ Key: { type: 'SINGLE_LINE_TEXT' } });
		const made = async (id: string, typeVersion: number) => {
			const Key = `made by ${typeVersion}`;
			const parameters = { app: { mode: 'id', value: id }, fields: mapping({ Key }) };
			const { output } = await app.run('create', parameters, { items: [{}], typeVersion });
			return output.map(({ json }) => ({ ...json, Notes: 'new' }));
		};
		const items = await made(other, 1.1);
		expect(items).toMatchObject([{ id: first }]);
		const { error } = await app.run('update', { fields: byId }, { items, typeVersion: 1.1 });
		expect(error?.message).toContain('The "id" of the item belongs to a record of another app');
		expect(await written()).toMatchObject([{ Notes: '' }, { Notes: '' }]);
		const own = await app.run('update', { fields: byId }, { items: await made(app.id, 1.1) });
		expect(own.hints.map(({ message }) => message).join()).not.toContain('found by "id"');
		const unnamed = await app.run('update', { fields: byId }, { items: await made(app.id, 1) });
		expect(unnamed.hints.map(({ message }) => message).join()).toContain('found by "id"');
		expect((await written()).map(({ Notes }) => Notes)).toEqual(['', '', 'new', 'new']);
	});

	it('are not meant by any other id', async () => {
		const id = await app.create({ Key: 'A' });
		const { error } = await app.run('update', { fields: byId }, { items: [{ id, Notes: 'new' }] });
		expect(error?.message).toContain('no value for "Record ID ($id)"');
		expect(await written()).toMatchObject([{ Notes: '' }]);
	});
});

it('calculated columns are not offered in advice', async () => {
	const id = await app.create({ Key: 'A' });
	const { error } = await app.run(
		'add',
		{ recordId: { mode: 'id', value: id }, table: 'Lines', columns: mapping({ Gone: 'x' }) },
		{ resource: 'tableRow', items: [{}] },
	);
	expect(error?.description).toContain('"Quantity"');
	expect(error?.description).not.toContain('"Packs"');
});

describe('a label that fits two fields', () => {
	it.each<[string, IDataObject]>([
		['create', { fields: automatic() }],
		['create', { fields: automatic(), options: { unknownColumns: 'ignore' } }],
		['create', { fields: automatic(), options: { rawValues: true } }],
		['upsert', { fields: matchingKey }],
		['sync', { fields: matchingKey }],
	])('stops %s with both codes', async (operation, parameters) => {
		const items = [{ Key: 'A', 担当者: '佐藤' }];
		const { error } = await app.run(operation, parameters, { items });
		expect(error?.message).toContain('"担当者" is the label of 2 fields: "Sales" and "Support"');
		expect(await written()).toEqual([]);
	});

	it('is no obstacle where an item names them by their codes', async () => {
		const items = [{ Key: 'A', Sales: '佐藤', Support: '鈴木' }];
		const outcome = await app.run('create', { fields: automatic() }, { items });
		expect(outcome.error).toBeUndefined();
		expect(await written()).toMatchObject([{ Sales: '佐藤', Support: '鈴木' }]);
	});

	it('stops rows of a table', async () => {
		const id = await app.create({ Key: 'A' });
		const { error } = await app.run(
			'add',
			{ recordId: byId(id), table: 'Lines', columns: automatic() },
			{ resource: 'tableRow', items: [{ Article: 'pen', 係: '佐藤' }] },
		);
		expect(error?.message).toContain('"係" is the label of 2 columns: "Packer" and "Checker"');
		expect(await written()).toMatchObject([{ Lines: [] }]);
	});
});

describe('records with table rows', () => {
	const create = async (items: IDataObject[], parameters: IDataObject) =>
		await app.run(
			'createWithTable',
			{ table: 'Lines', groupBy: '={{ $json.Key }}', ...parameters },
			{ items },
		);

	it('know the fields of the record and the columns of the table', async () => {
		const items = [{ Key: 'A', Article: 'pen', Quantity: 1, color: 'red' }];
		const outcome = await create(items, { fields: automatic(), columns: automatic() });
		expect(notWritten(outcome)).toEqual([
			'Not written: "color" (neither the app nor table "Lines" has a field with this code or label)',
		]);
		expect(await written()).toMatchObject([{ Key: 'A' }]);
	});

	it('and what is mapped by hand', async () => {
		const items = [{ order: 'A', Article: 'pen' }];
		const outcome = await create(items, {
			groupBy: '={{ $json.order }}',
			fields: mapping({ Key: '={{ $json.order }}' }),
			columns: automatic(),
			options: STOP,
		});
		expect(outcome.error).toBeUndefined();
		expect(notWritten(outcome)).toEqual([]);
	});
});
