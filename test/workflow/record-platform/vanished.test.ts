import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, jsonOf, mapping, ORDER_FIELDS } from './world';

const app = useNewApp({ ...ORDER_FIELDS, Code: { type: 'NUMBER', unique: true } });
const { sandbox } = app;

const byNumber = automatic({ matchingColumns: ['Number'] });

async function write(operation: string, items: IDataObject[], parameters: IDataObject) {
	const more = { items, onError: 'continueRegularOutput' as const };
	return await app.run(operation, { fields: byNumber, ...parameters }, more);
}

/** Deletes records after the node has read them, and before its write is worked on. */
async function whileDeleted<T>(run: () => Promise<T>, ids: string[]): Promise<T> {
	await sandbox.forget();
	return await sandbox.whileHeld(
		['PUT /k/v1/records.json', 'POST /k/v1/bulkRequest.json'],
		run,
		async () => await app.api.ok('DELETE', 'records.json', { app: app.id, ids }),
	);
}

describe('a record that is deleted between reading and writing', () => {
	test.each([{ onlyChanges: true }, { onConflict: 'merge' }])(
		'is created whole by Create or Update: %j',
		async (options) => {
			const values = { Notes: 'as it is', Amount: 1 };
			const gone = await app.create({ Number: 'gone', ...values });
			const kept = await app.create({ Number: 'kept', ...values });
			const items = ['gone', 'kept', 'new'].map((Number) => ({ Number, ...values, Amount: 2 }));
			const outcome = await whileDeleted(
				async () => await write('upsert', items, { options }),
				[gone],
			);
			expect(jsonOf(outcome)).toEqual([
				expect.objectContaining({ operation: 'INSERT', changed: true }),
				expect.objectContaining({ operation: 'UPDATE', id: kept, changedFields: ['Amount'] }),
				expect.objectContaining({ operation: 'INSERT', changed: true }),
			]);
			expect(await app.records()).toHaveLength(3);
			for (const record of await app.records()) {
				expect(record).toMatchObject({ Notes: 'as it is', Amount: '2' });
			}
		},
	);

	test('is refused by its ID by Update, the others are written', async () => {
		const gone = await app.create({ Number: 'gone', Amount: 1 });
		await app.create({ Number: 'kept', Amount: 1 });
		const items = ['gone', 'kept'].map((Number) => ({ Number, Amount: 2 }));
		const { output } = await whileDeleted(
			async () => await write('update', items, { options: { onlyChanges: true } }),
			[gone],
		);
		expect(output[0]?.error?.message).toMatch(/GAIA_RE01\) \[item 0\]$/);
		expect(await app.records()).toEqual([expect.objectContaining({ Number: 'kept', Amount: '2' })]);
	});

	test('is created with the new rows alone, without empty ones in place of those it had', async () => {
		type Row = { value: Record<string, { value: unknown }> };
		const Lines = [{ value: cells({ Article: 'Pen', Quantity: 1 }) }];
		const gone = await app.create({ Number: 'gone', Lines });
		await app.create({ Number: 'kept', Lines });
		const run = async () =>
			await write(
				'upsertWithTable',
				['gone', 'kept'].map((Number) => ({ Number })),
				{
					table: 'Lines',
					columns: mapping({ Article: 'Ink', Quantity: 2 }),
					options: { existingRows: 'keep' },
				},
			);
		const [first, second] = jsonOf(await whileDeleted(run, [gone]));
		expect([first?.operation, second?.operation]).toEqual(['INSERT', 'UPDATE']);
		const articles = (await app.records()).map((record) => [
			record.Number,
			(record.Lines as Row[]).map(({ value }) => value.Article?.value),
		]);
		expect(Object.fromEntries(articles)).toEqual({ gone: ['Ink'], kept: ['Pen', 'Ink'] });
	});
});

test('all or none where the calls of new and of known records are more than one request holds', async () => {
	const keys = Array.from({ length: 2000 }, (_, at) => `n${at}`);
	for (let at = 0; at < 950; at += 95) {
		const known = keys.slice(at, at + 95).map((key) => cells({ Number: key, Amount: 1 }));
		await app.api.ok('POST', 'records.json', { app: app.id, records: known });
	}
	await sandbox.forget();
	const items = keys.map((Number) => ({ Number, Amount: 2 }));
	const options = { onlyChanges: true, whenRefused: 'undo' };
	const { output } = await write('upsert', items, { options });
	expect(output[0]?.error?.message).toContain('2,000 items need 21 requests');
	const dry = await write('upsert', items, { options: { ...options, dryRun: true } });
	expect(dry.output[0]?.json.refused).toHaveLength(2000);
	expect((await sandbox.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('an error does not say of records that were left as they are that they were written', async () => {
	await app.create({ Number: 'same', Amount: 1 });
	const options = { onlyChanges: true, whenRefused: 'undo' };
	const items = [
		{ Number: 'same', Amount: 1 },
		{ Number: 'x'.repeat(65), Amount: 1 },
	];
	const { error } = await app.run('upsert', { fields: byNumber, options }, { items });
	expect(error?.description).toContain('Nothing was written. 1 item was left unchanged [item 0]');
});

test.each([
	['update', { onlyChanges: true }],
	['upsert', { onConflict: 'merge' }],
])(
	'a key that is no number keeps no other record from being written by %s',
	async (operation, options) => {
		await app.create({ Code: 1, Amount: 1 });
		await app.create({ Code: 3, Amount: 1 });
		const { output } = await write(
			operation,
			[1, 'two', 3].map((Code) => ({ Code, Amount: 2 })),
			{ options, fields: automatic({ matchingColumns: ['Code'] }) },
		);
		expect(output.map(({ error }) => error === undefined)).toEqual([true, false, true]);
		expect((await app.records()).map(({ Amount }) => Amount)).toEqual(['2', '2']);
	},
);

test('an ID that is none keeps no other record from being written', async () => {
	const id = await app.create({ Amount: 1 });
	const { output } = await write(
		'update',
		['first', id, ''].map(($id) => ({ $id, Amount: 2 })),
		{ options: { onlyChanges: true }, fields: automatic({ matchingColumns: ['$id'] }) },
	);
	expect(output[0]?.error?.message).toContain('first');
	expect(output[1]?.json).toMatchObject({ id, changed: true });
	expect(output[2]?.error?.message).toContain('no value for "Record ID ($id)"');
});
