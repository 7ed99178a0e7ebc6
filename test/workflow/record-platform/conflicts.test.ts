import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Api, automatic, byId, itemsOf, jsonOf, ORDER_FIELDS, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(ORDER_FIELDS);
});

beforeEach(async () => await sandbox.forget());

const byRecordId = { matchingColumns: ['$id'] };

async function update(run: {
	items: IDataObject[];
	options: IDataObject;
	operation?: string;
	fields?: IDataObject;
	onError?: 'continueErrorOutput' | 'continueRegularOutput';
}) {
	const { items, options, operation = 'update', fields = automatic(byRecordId), onError } = run;
	return await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: { app: byId(app), fields, options },
		items,
		...(onError && { onError }),
	});
}

async function read(id: string): Promise<IDataObject> {
	const [record] = jsonOf(
		await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'get',
			parameters: { app: byId(app), recordId: { mode: 'id', value: id }, options: {} },
		}),
	);
	return record ?? {};
}

/** Holds back writes of the node, which has read by then, until somebody else has changed the record. */
async function whileHeldBack<T>(
	run: () => Promise<T>,
	others: () => Promise<unknown>,
	call = 'records.json',
	method = 'PUT',
): Promise<T> {
	return await sandbox.whileHeld([`${method} /k/v1/${call}`], run, others);
}

async function othersWrite(id: string, values: Record<string, unknown>): Promise<void> {
	await api.ok('PUT', 'record.json', { app, id, record: cells(values) });
}

const writes = async () =>
	(await sandbox.requests()).filter(({ method, path }) => method === 'PUT' || /bulk/.test(path));

const line = (Article: string, Quantity: number) => ({ value: cells({ Article, Quantity }) });

describe('a record that somebody changes at the same time', () => {
	it('is read again and merged: their fields and table rows stay, ours are written', async () => {
		const id = await api.create(
			app,
			cells({ Notes: 'old', Amount: 1, Lines: [line('Pen', 1), line('Ink', 2)] }),
		);
		const [mine] = [await read(id)];
		const lines = mine?.Lines as IDataObject[];
		const item = {
			...mine,
			Amount: 5,
			Lines: [{ ...lines[0], Quantity: 9 }, lines[1], { Article: 'Paper', Quantity: 3 }],
		};
		const theirLines = lines.map(({ $id }) => ({ id: $id, value: {} }));
		const outcome = await whileHeldBack(
			async () => await update({ items: [item], options: { onConflict: 'merge' } }),
			async () =>
				await othersWrite(id, {
					Notes: 'theirs',
					Lines: [
						theirLines[0],
						{ ...theirLines[1], value: cells({ Article: 'Blue ink' }) },
						line('Glue', 4),
					],
				}),
		);
		expect(jsonOf(outcome)).toEqual([
			expect.objectContaining({ id, revision: '3', changed: true, overwrittenFields: [] }),
		]);
		const after = await read(id);
		expect(after).toMatchObject({ Notes: 'theirs', Amount: '5' });
		expect(after.Lines).toEqual([
			{ ...lines[0], Quantity: '9' },
			{ ...lines[1], Article: 'Blue ink' },
			{ $id: expect.any(String), Article: 'Paper', Quantity: '3' },
			{ $id: expect.any(String), Article: 'Glue', Quantity: '4' },
		]);
		expect(await writes()).toHaveLength(3);
	});

	it('gets our value where both changed a field, and the output says so', async () => {
		const id = await api.create(app, cells({ Amount: 1, Notes: 'old' }));
		const outcome = await whileHeldBack(
			async () =>
				await update({ items: [{ $id: id, Amount: 5 }], options: { onConflict: 'merge' } }),
			async () => await othersWrite(id, { Amount: 3 }),
		);
		expect(jsonOf(outcome)).toEqual([
			{
				id,
				revision: '3',
				changed: true,
				changedFields: ['Amount'],
				overwrittenFields: ['Amount'],
			},
		]);
		expect(await read(id)).toMatchObject({ Amount: '5', Notes: 'old' });
	});

	it('keeps what others wrote since the person read it, with the record as it was then', async () => {
		const id = await api.create(app, cells({ Notes: 'old', Amount: 1, Lines: [line('Pen', 1)] }));
		const original = await read(id);
		await othersWrite(id, { Notes: 'theirs', Lines: [] });
		const [written] = jsonOf(
			await update({
				items: [{ ...original, Amount: 7, original }],
				options: { onConflict: 'merge', originalRecord: '={{ $json.original }}' },
			}),
		);
		expect(written).toMatchObject({ changedFields: ['Amount'], overwrittenFields: [] });
		expect(await read(id)).toMatchObject({ Notes: 'theirs', Amount: '7', Lines: [] });
	});

	it.each([
		{ by: 'record ID', raw: false, fields: automatic() },
		{ by: 'record ID, with raw values', raw: true, fields: automatic() },
		{ by: 'key', raw: false, fields: automatic({ matchingColumns: ['Number'] }) },
	])('is refused with the original of another record, by $by', async ({ by, raw, fields }) => {
		const keys = [`first by ${by}`, `second by ${by}`];
		const ids: string[] = [];
		for (const [at, Number] of keys.entries()) {
			ids.push(await api.create(app, cells({ Number, Notes: at === 0 ? 'finished' : 'open' })));
		}
		const [first = '', second = ''] = ids;
		const { record } = await api.get<{ record: IDataObject }>('record.json', { app, id: first });
		const original = raw ? record : await read(first);
		const items = ids.map(($id, at) => ({ $id, Number: keys[at], Notes: 'finished' }));
		const outcome = await update({
			items,
			fields,
			options: { onConflict: 'merge', originalRecord: JSON.stringify(original) },
			onError: 'continueErrorOutput',
		});
		expect(outcome.errors.map(({ json }) => json.error)).toEqual([
			expect.stringContaining('"Original Record" is another record than the item updates'),
		]);
		expect(await api.get('record.json', { app, id: second })).toMatchObject({
			record: { $revision: { value: '1' }, Notes: { value: 'open' } },
		});
	});

	it.each([
		['updateOne', 'record.json'],
		['upsert', 'records.json'],
	])('is merged by %s, too', async (operation, call) => {
		const key = `merged by ${operation}`;
		const id = await api.create(app, cells({ Number: key, Amount: 1, Lines: [line('Pen', 1)] }));
		const { Lines } = await read(id);
		const item = {
			Number: key,
			Amount: 5,
			Lines: [...(Lines as IDataObject[]), { Article: 'Ink' }],
		};
		await sandbox.forget();
		const outcome = await whileHeldBack(
			async () =>
				await update({
					operation,
					items: [item],
					options: { onConflict: 'merge' },
					fields: automatic({ matchingColumns: ['Number'] }),
				}),
			async () => {
				const record = cells({ Notes: 'theirs', Lines: [line('Glue', 4)] });
				if (call === 'records.json') await api.ok('PUT', 'record.json', { app, id, record });
				else await api.ok('PUT', 'records.json', { app, records: [{ id, record }] });
			},
			call,
		);
		expect(jsonOf(outcome)).toEqual([expect.objectContaining({ revision: '3', changed: true })]);
		const after = await read(id);
		expect(after).toMatchObject({ Notes: 'theirs', Amount: '5' });
		const names = (after.Lines as IDataObject[]).map(({ Article }) => Article);
		expect(names).toEqual(['Ink', 'Glue']);
	});

	it('doubles no table row when the revision is old and the rows have no IDs', async () => {
		const id = await api.create(app, cells({ Amount: 1, Lines: [line('Pen', 1)] }));
		await othersWrite(id, {
			Notes: 'theirs',
			Lines: [line('Pen', 1), line('Pen', 1), line('Cup', 2)],
		});
		const rows = async () =>
			(await api.values(app, id)).Lines as Array<{ id: string; value: { Article: IDataObject } }>;
		const ids = (await rows()).map((row) => row.id);
		const Lines = [
			{ Article: 'Cup', Quantity: 2 },
			{ Article: 'Pen', Quantity: 1 },
			{ Article: 'Ink', Quantity: 3 },
		];
		const items = [{ $id: id, Amount: 2, Lines }];
		const options = { onConflict: 'merge', revision: '1' };
		const before = await read(id);
		const { error } = await update({ items, options });
		expect(error?.description).toContain('rows could be there twice');
		expect(await read(id)).toEqual(before);
		jsonOf(await update({ items, options: { ...options, matchRowsBy: ['Article'] } }));
		expect(await read(id)).toMatchObject({ Notes: 'theirs', Amount: '2' });
		expect((await rows()).map((row) => [row.id, row.value.Article.value])).toEqual([
			[ids[2], 'Cup'],
			// Of two rows that are the same, the one at the same place.
			[ids[1], 'Pen'],
			[expect.any(String), 'Ink'],
			[ids[0], 'Pen'],
		]);
	});

	it('gives up after some tries against somebody who never stops', async () => {
		const id = await api.create(app, cells({ Amount: 1 }));
		await sandbox.faults({
			method: 'PUT',
			path: '/k/v1/records.json',
			status: 409,
			code: 'GAIA_CO02',
			times: 0,
		});
		const { error } = await update({
			items: [{ $id: id, Amount: 2 }],
			options: { onConflict: 'merge' },
		});
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		expect(error?.message).toContain('GAIA_CO02');
		expect((await writes()).length).toBeLessThanOrEqual(4);
	});

	it('is refused with Check, and overwritten with Ignore', async () => {
		const id = await api.create(app, cells({ Amount: 1 }));
		await othersWrite(id, { Amount: 2 });
		const items = [{ $id: id, Amount: 3 }];
		const checked = await update({ items, options: { onConflict: 'check', revision: '1' } });
		expect(checked.error?.message).toContain('GAIA_CO02');
		const bare = await update({ items, options: { onConflict: 'check' } });
		expect(bare.error?.message).toContain('the item has no revision');
		const unnamed = await update({ items, options: { revision: '1' } });
		expect(unnamed.error?.message).toContain('GAIA_CO02');
		expect(await read(id)).toMatchObject({ Amount: '2' });
		jsonOf(await update({ items, options: { onConflict: 'ignore', revision: '1' } }));
		expect(await read(id)).toMatchObject({ Amount: '3' });
	});

	it('is written by several items of the run, one after the other', async () => {
		const id = await api.create(app, cells({ Amount: 1, Notes: 'old' }));
		const outcome = await update({
			items: [
				{ $id: id, Amount: 2 },
				{ $id: id, Amount: 1, Notes: 'new' },
			],
			options: { onConflict: 'merge' },
		});
		expect(jsonOf(outcome).map(({ changedFields }) => changedFields)).toEqual([
			['Amount'],
			expect.arrayContaining(['Amount', 'Notes']),
		]);
		expect(await read(id)).toMatchObject({ Amount: '1', Notes: 'new' });
	});
});

describe('Only Changes', () => {
	const onlyChanges = { onlyChanges: true };

	it('writes the fields that differ, and nothing for records that have them all', async () => {
		const values = { Amount: 1, Notes: 'a', Tags: ['red', 'blue'], Sent: '2026-01-31T10:00:00Z' };
		const same = await api.create(app, cells(values));
		const other = await api.create(app, cells(values));
		await sandbox.forget();
		const told = { Amount: '1.0', Tags: 'blue,red', Sent: '2026-01-31T19:00:00+09:00' };
		const { output } = await update({
			items: [
				{ $id: same, ...told, Notes: 'a' },
				{ $id: other, ...told, Notes: 'b' },
			],
			options: onlyChanges,
		});
		expect(output.map(({ json }) => json)).toEqual([
			{ id: same, revision: '1', changed: false, changedFields: [] },
			{ id: other, revision: '2', changed: true, changedFields: ['Notes'] },
		]);
		expect(itemsOf(output)).toEqual([0, 1]);
		expect((await writes()).map(({ path }) => path)).toEqual(['/k/v1/records.json']);
	});

	it('sends no write at all when nothing differs, in all three operations', async () => {
		const key = 'unchanged';
		const id = await api.create(app, cells({ Number: key, Amount: 4 }));
		await sandbox.forget();
		const byKey = automatic({ matchingColumns: ['Number'] });
		for (const operation of ['update', 'updateOne', 'upsert']) {
			const outcome = await update({
				operation,
				items: [{ Number: key, Amount: 4 }],
				options: onlyChanges,
				fields: byKey,
			});
			expect(jsonOf(outcome)).toEqual([{ id, revision: '1', changed: false, changedFields: [] }]);
		}
		expect(await writes()).toEqual([]);
	});

	it('creates what is unknown and names an ID that no record has', async () => {
		const created = await update({
			operation: 'upsert',
			items: [{ Number: 'fresh', Amount: 4 }],
			options: onlyChanges,
			fields: automatic({ matchingColumns: ['Number'] }),
		});
		expect(jsonOf(created)).toEqual([
			expect.objectContaining({ operation: 'INSERT', changed: true, changedFields: ['Amount'] }),
		]);
		const id = await api.create(app, cells({ Amount: 4 }));
		const { output } = await update({
			items: [
				{ $id: '999999', Amount: 4 },
				{ $id: id, Amount: 5 },
			],
			options: onlyChanges,
			onError: 'continueRegularOutput',
		});
		expect(output[0]?.error?.message).toContain('Record 999999 was not found');
		expect(output[1]?.json).toMatchObject({ id, changed: true });
	});

	it.each([{}, { whenRefused: 'undo' }])(
		'lets a later item of the run undo an earlier one: %j',
		async (options) => {
			const id = await api.create(app, cells({ Amount: 2 }));
			jsonOf(
				await update({
					items: [
						{ $id: id, Amount: 1 },
						{ $id: id, Amount: 2 },
					],
					options: { ...onlyChanges, ...options },
				}),
			);
			expect(await read(id)).toMatchObject({ Amount: '2' });
		},
	);
});

describe('a deletion by conditions', () => {
	test('leaves a record that somebody changes meanwhile, names it, and deletes the others', async () => {
		const ids: string[] = [];
		for (let made = 0; made < 3; made++) {
			ids.push(await api.create(app, cells({ Number: `doomed ${made}`, State: 'Done' })));
		}
		const [first, changed = '', last] = ids;
		await sandbox.forget();
		const query = 'State in ("Done")';
		const remove = async () =>
			await runRecordPlatform(sandbox, {
				resource: 'record',
				operation: 'deleteByConditions',
				parameters: { app: byId(app), filterBy: 'query', query, options: {} },
			});
		const others = async () => await othersWrite(changed, { State: 'Open' });
		const outcome = await whileHeldBack(remove, others, 'records.json', 'DELETE');
		expect(jsonOf(outcome)).toEqual([{ deleted: true, count: 2, changedMeanwhile: [changed] }]);
		expect(await read(changed)).toMatchObject({ Number: 'doomed 1', State: 'Open' });
		const { records } = (await api.ok('GET', `records.json?app=${app}`)) as {
			records: Array<{ $id: { value: string } }>;
		};
		const left = records.map(({ $id }) => $id.value);
		expect(left).not.toContain(first);
		expect(left).not.toContain(last);
	});
});
