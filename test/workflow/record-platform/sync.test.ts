import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { automatic, itemsOf, jsonOf, oAuth2Credential, ORDER_FIELDS, type Run } from './world';

const app = useNewApp(ORDER_FIELDS);
const { sandbox, create, writes } = app;

/** The output, without the URLs of records. */
const rowsOf = (output: INodeExecutionData[]) =>
	output.map(({ json: { $url: _, ...rest } }) => rest);

const sync = async (items: IDataObject[], parameters: IDataObject = {}, more: Partial<Run> = {}) =>
	await app.run(
		'sync',
		{ fields: automatic({ matchingColumns: ['Number'] }), ...parameters },
		{ items, ...more },
	);

/** What the app holds: key → amount. */
const held = async (): Promise<Record<string, unknown>> =>
	Object.fromEntries(
		(await app.records()).map(({ Number: key, Amount }) => [key, Amount ? Number(Amount) : null]),
	);

/** Has others do something after the records were read, and before the deletion is worked on. */
async function beforeDeleting<T>(
	run: () => Promise<T>,
	others: () => Promise<unknown>,
	path = '/k/v1/records.json',
): Promise<T> {
	const write = path.endsWith('bulkRequest.json') ? 'POST' : 'DELETE';
	await sandbox.forget();
	return await sandbox.whileHeld([`${write} ${path}`], run, others);
}

const DELETING = { deleteOthers: true, filterBy: 'conditions', conditions: {}, atMost: 100 };

describe('Sync', () => {
	it('checks what differs against the form of today, and gives new records its defaults', async () => {
		await create({ Number: 'k', State: 'Open', Amount: 1 });
		const form = { options: options('Done'), defaultValue: 'Done' };
		const State = { ...ORDER_FIELDS.State, code: 'State', ...form };
		await app.api.ok('PUT', 'preview/app/form/fields.json', { app: app.id, properties: { State } });
		await app.api.deploy(app.id);
		const items = [
			{ Number: 'k', State: 'Open', Amount: 2 },
			{ Number: 'new', State: '', Amount: 1 },
		];
		const changes = jsonOf(await sync(items)).map(({ $changedFields }) => $changedFields);
		expect(changes).toEqual([['Amount'], ['Amount']]);
		expect((await app.records())[1]).toMatchObject({ State: 'Done' });
	});

	it('creates what is missing, writes the fields that differ, and deletes the others', async () => {
		const same = await create({ Number: 'same', Amount: 1, Tags: ['red', 'blue'] });
		const other = await create({ Number: 'other', Amount: 1, Notes: 'kept' });
		const gone = await create({ Number: 'gone', Amount: 1 });
		await sandbox.forget();
		const { output } = await sync(
			[
				{ Number: 'same', Amount: '1.0', Tags: 'blue, red' },
				{ Number: 'new', Amount: 3 },
				{ Number: 'other', Amount: 2 },
			],
			DELETING,
		);
		expect(rowsOf(output)).toEqual([
			{ $action: 'unchanged', $key: 'same', $id: same, $revision: '1', $changedFields: [] },
			{
				$action: 'created',
				$key: 'new',
				$id: expect.any(String),
				$revision: '1',
				$changedFields: ['Amount'],
				Number: 'new',
				Amount: 3,
			},
			{
				...{ $action: 'updated', $key: 'other', $id: other, $revision: '2' },
				...{ $changedFields: ['Amount'], Number: 'other', Amount: 2 },
			},
			{ $action: 'deleted', $key: 'gone', $id: gone, $revision: '1' },
		]);
		expect(itemsOf(output)).toEqual([0, 1, 2, 2]);
		expect(await writes()).toEqual(['POST /k/v1/bulkRequest.json', 'DELETE /k/v1/records.json']);
		expect(await held()).toEqual({ same: 1, other: 2, new: 3 });
		expect(await app.api.values(app.id, other)).toMatchObject({ Notes: 'kept' });
	});

	it('writes nothing at all when it is run again', async () => {
		const table = [{ Article: 'Pen', Quantity: 1 }, { Article: 'Ink' }];
		const items = Array.from({ length: 30 }, (_, index) => ({
			Number: `n${index}`,
			Amount: index % 3 === 0 ? '' : `${index}.50`,
			Notes: 'one\ntwo',
			State: index % 2 === 0 ? 'Open' : null,
			Tags: ['blue', 'green'],
			Due: '2026/1/5',
			Sent: '2026-01-31T10:00:42+09:00',
			At: '9:05',
			People: 'sato, admin',
			Lines: index === 7 ? [] : table,
		}));
		const first = jsonOf(await sync(items, DELETING));
		expect(first.map(({ $action }) => $action)).toEqual(items.map(() => 'created'));
		await sandbox.forget();
		const second = jsonOf(await sync(items, DELETING));
		expect(second.map(({ $action }) => $action)).toEqual(items.map(() => 'unchanged'));
		expect(second.map(({ $id }) => $id)).toEqual(first.map(({ $id }) => $id));
		expect(await writes()).toEqual([]);
	});

	it('needs the reads and one write for 10 differences among 1,200 records', async () => {
		const items = Array.from({ length: 1200 }, (_, index) => ({
			Number: `k${index}`,
			Amount: index,
		}));
		jsonOf(await sync(items));
		await sandbox.forget();
		const changed = items.map((item, index) =>
			index % 120 === 0 ? { ...item, Amount: -1 - index } : item,
		);
		const rows = jsonOf(await sync(changed));
		expect(rows.filter(({ $action }) => $action === 'updated')).toHaveLength(10);
		expect(rows.filter(({ $action }) => $action === 'unchanged')).toHaveLength(1190);
		const made = await sandbox.calls();
		expect(made.filter((call) => call === 'GET /k/v1/records.json')).toHaveLength(3);
		expect(await writes()).toEqual(['PUT /k/v1/records.json']);
		expect(made).toHaveLength(5);
	});

	it('tells in a dry run what it would do, and writes nothing', async () => {
		const id = await create({ Number: 'a', Amount: 1, Due: '2026-01-31' });
		const gone = await create({ Number: 'gone' });
		await sandbox.forget();
		const outcome = await sync(
			[
				{ Number: 'a', Amount: 2, Due: '' },
				{ Number: 'b', Amount: 3 },
			],
			{ ...DELETING, options: { dryRun: true } },
		);
		expect(outcome.hints.map(({ message }) => message)).toEqual([
			'Dry run: nothing was written. 1 would be updated, 1 would be created, 1 would be deleted',
		]);
		expect(rowsOf(outcome.output)).toEqual([
			{
				$action: 'updated',
				$dryRun: true,
				$key: 'a',
				$id: id,
				$revision: '1',
				$changes: { Amount: { from: '1', to: '2' }, Due: { from: '2026-01-31', to: null } },
			},
			{ $action: 'created', $dryRun: true, $key: 'b', $changes: { Amount: { to: '3' } } },
			{ $action: 'deleted', $dryRun: true, $key: 'gone', $id: gone, $revision: '1' },
		]);
		expect(await writes()).toEqual([]);
		expect(await held()).toEqual({ a: 1, gone: null });
	});

	it('deletes only where the conditions are met, and finds records of the items elsewhere', async () => {
		await create({ Number: 'open', State: 'Open' });
		await create({ Number: 'done', State: 'Done' });
		await create({ Number: 'elsewhere', State: 'Done', Amount: 1 });
		const rows = jsonOf(
			await sync([{ Number: 'elsewhere', Amount: 2 }], {
				...DELETING,
				filterBy: 'query',
				query: 'State in ("Open")',
			}),
		);
		expect(rows.map(({ $action, $key }) => [$action, $key])).toEqual([
			['updated', 'elsewhere'],
			['deleted', 'open'],
		]);
		expect(await held()).toEqual({ done: null, elsewhere: 2 });
	});

	it('writes nothing when more would be deleted than may be, or whole words select them', async () => {
		for (const key of ['a', 'b', 'c']) await create({ Number: key });
		await sandbox.forget();
		const rows = [{ field: 'Number|SINGLE_LINE_TEXT', operator: 'notContains', value: 'x' }];
		const byWords = await sync([{ Number: 'new' }], { ...DELETING, conditions: { rows } });
		expect(byWords.error?.message).toContain('whole words');
		const { error } = await sync([{ Number: 'new' }], { ...DELETING, atMost: 2 });
		expect(error?.message).toContain('Sync would delete 3 records, but "Delete at Most" is 2');
		expect(await writes()).toEqual([]);
		const more = { ...DELETING, atMost: 2, options: { dryRun: true } };
		const { hints } = await sync([{ Number: 'new' }], more);
		expect(hints.map(({ message }) => message).join()).toContain(
			'Without "Dry Run", nothing would be written: Sync would delete 3 records, but "Delete at Most" is 2',
		);
		expect(await writes()).toEqual([]);
	});

	it('deletes nothing when an item is refused, and says so', async () => {
		await create({ Number: 'a', Amount: 1 });
		await create({ Number: 'b', Amount: 1 });
		const { output, hints } = await sync(
			[
				{ Number: 'a', Amount: 2 },
				{ Number: 'b', Amount: 'many' },
			],
			DELETING,
			{ onError: 'continueRegularOutput' },
		);
		expect(output[0]?.json).toMatchObject({ $action: 'updated', $key: 'a' });
		expect(output[1]?.error?.message).toContain('is not a valid number');
		expect(await held()).toEqual({ a: 2, b: 1 });
		expect(hints.map(({ message }) => message).join()).toContain('No records were deleted');
	});

	it('deletes nothing when the key of the records may not be read', async () => {
		await create({ Number: 'a', Amount: 1 });
		const entity = { type: 'GROUP', code: 'everyone' };
		await app.api.ok('PUT', 'field/acl.json', {
			app: app.id,
			rights: [{ code: 'Number', entities: [{ accessibility: 'NONE', entity }] }],
		});
		await sandbox.forget();
		for (const parameters of [DELETING, {}]) {
			const { error } = await sync([{ Number: 'a', Amount: 2 }], parameters);
			expect(error?.message).toContain('The field to match by, "Number", can\'t be read');
		}
		expect(await writes()).toEqual([]);
	});

	it('does not empty the app for want of items', async () => {
		await create({ Number: 'a' });
		await sandbox.forget();
		// What a node with "Always Output Data" hands on when it found nothing.
		const { output } = await sync([{}], DELETING, { onError: 'continueRegularOutput' });
		expect(output[0]?.error?.message).toContain('no value for "Number"');
		expect(await writes()).toEqual([]);
		expect(await held()).toEqual({ a: null });
	});

	it('writes several items for one record in their order, also where it is new', async () => {
		await create({ Number: 'a', Amount: 1 });
		const items = [
			{ Number: 'a', Amount: 2 },
			{ Number: 'new', Amount: 5 },
			{ Number: 'a', Amount: 1 },
			{ Number: 'new', Amount: 6 },
		];
		expect(jsonOf(await sync(items)).map(({ $action }) => $action)).toEqual([
			'updated',
			'created',
			'updated',
			'updated',
		]);
		expect(await held()).toEqual({ a: 1, new: 6 });
	});

	it('compares an item with what was written of those before it, not with what was refused', async () => {
		await create({ Number: 'old', Notes: 'old' });
		const items = ['old', 'new'].flatMap((key) => [
			{ Number: key, Notes: 'x', People: 'nobody' },
			{ Number: key, Notes: 'x' },
			{ Number: key, Notes: 'x' },
		]);
		const { output } = await sync(items, {}, { onError: 'continueRegularOutput' });
		expect(output.map(({ error, json }) => (error ? 'refused' : json.$action))).toEqual([
			...['refused', 'updated', 'unchanged'],
			...['refused', 'created', 'unchanged'],
		]);
		const [old, made] = await app.records();
		expect([old, made]).toMatchObject([{ Notes: 'x' }, { Number: 'new', Notes: 'x' }]);
		expect(output[5]?.json).toMatchObject({ $id: made?.$id, $revision: '1' });
		const twice = [{ Number: 'dry' }, { Number: 'dry' }];
		const dry = rowsOf((await sync(twice, { options: { dryRun: true } })).output);
		expect(dry[1]).toEqual({ $action: 'unchanged', $dryRun: true, $key: 'dry' });
	});

	it('writes at the revision that was compared, and keeps what somebody changed meanwhile', async () => {
		const Lines = { value: [{ value: cells({ Article: 'Pen' }) }] };
		const keys = ['row', 'field', 'same', 'gone', 'else', 'new'];
		const ids: string[] = [];
		for (const Number of keys.slice(0, 4))
			ids.push(await app.api.create(app.id, { ...cells({ Number, Amount: 1 }), Lines }));
		const [row = '', field = '', same = '', gone = ''] = ids;
		const rows = (key: string) => [{ Article: key === 'row' ? 'Ink' : 'Pen' }];
		const items = keys.map((key) => ({ Number: key, Amount: 2, Lines: rows(key) }));
		await sandbox.forget();
		const { output, hints } = await sandbox.whileHeld(
			['PUT /k/v1/records.json', 'POST /k/v1/bulkRequest.json'],
			() => sync(items, {}, { onError: 'continueRegularOutput' }),
			async () => {
				await app.change(row, { Lines: [...Lines.value, { value: cells({ Article: 'Ink' }) }] });
				await app.change(field, { Notes: 'theirs' });
				await app.change(same, { Amount: 2 });
				await app.remove(gone);
				await create({ Number: 'else', Notes: 'theirs' });
			},
		);
		expect(output.map(({ error, json }) => error?.message ?? json.$action)).toEqual([
			...['kept', 'updated', 'unchanged', expect.stringContaining('GAIA_RE01')],
			...['updated', 'created'],
		]);
		const told = hints.map(({ message }) => message).join();
		expect(told).toContain('Not updated: 1 record that somebody else changed in the meantime');
		expect(told).toContain('Overwritten: 1 record that somebody else created in the meantime');
		expect(await app.records()).toMatchObject([
			{ Number: 'row', Amount: '1', Lines: [{}, {}] },
			{ Number: 'field', Amount: '2', Notes: 'theirs' },
			{ Number: 'same', Amount: '2' },
			{ Number: 'else', Amount: '2', Notes: 'theirs' },
			{ Number: 'new', Amount: '2' },
		]);
	});

	it('works with OAuth2, where no bulk request is allowed', async () => {
		await create({ Number: 'a', Amount: 1 });
		await create({ Number: 'gone' });
		const credential = await oAuth2Credential(sandbox);
		const items = [
			{ Number: 'a', Amount: 2 },
			{ Number: 'b', Amount: 3 },
		];
		const rows = jsonOf(await sync(items, DELETING, { credential }));
		expect(rows.map(({ $action }) => $action)).toEqual(['updated', 'created', 'deleted']);
		expect(await held()).toEqual({ a: 2, b: 3 });
	});

	it('neither repeats a write that was lost on its way nor deletes after it', async () => {
		await create({ Number: 'gone' });
		await sandbox.forget();
		await sandbox.faults({ method: 'PUT', path: '/k/v1/records.json', cut: 'after' });
		const { output } = await sync([{ Number: 'a', Amount: 1 }], DELETING, {
			onError: 'continueRegularOutput',
		});
		expect(output[0]?.error?.description).toContain('may or may not have succeeded');
		expect(await writes()).toEqual(['PUT /k/v1/records.json']);
		expect(await held()).toEqual({ gone: null, a: 1 });
	});

	it('leaves a record that somebody changed before it was deleted, and deletes the others', async () => {
		const ids: string[] = [];
		for (const key of ['a', 'b', 'c', 'd']) ids.push(await create({ Number: key, Amount: 1 }));
		const [a, b = '', c, d] = ids;
		const { output, hints } = await beforeDeleting(
			() => sync([{ Number: 'new' }], DELETING),
			async () => {
				await app.change(b, { Amount: 2 });
				// By another path than the node's deletion, which is the one to be held back.
				const deletion = {
					method: 'DELETE',
					api: '/k/v1/records.json',
					payload: { app: app.id, ids: [c] },
				};
				await app.api.ok('POST', 'bulkRequest.json', { requests: [deletion] });
			},
		);
		expect(rowsOf(output)).toEqual([
			expect.objectContaining({ $action: 'created', $key: 'new' }),
			{ $action: 'deleted', $key: 'a', $id: a, $revision: '1' },
			{
				$action: 'kept',
				$key: 'b',
				$id: b,
				$revision: '2',
				$reason: 'Somebody changed the record after it was read',
			},
			{ $action: 'gone', $key: 'c', $id: c, $revision: '1', $reason: expect.any(String) },
			{ $action: 'deleted', $key: 'd', $id: d, $revision: '1' },
		]);
		expect(hints.map(({ message }) => message).join()).toContain(
			'Not deleted: 1 record that somebody else changed in the meantime',
		);
		expect(await held()).toEqual({ new: null, b: 2 });
		jsonOf(await sync([{ Number: 'new' }], DELETING));
		expect(await held()).toEqual({ new: null });
	});

	it('leaves out of many calls at once what was changed alone', async () => {
		await app.fill(Array.from({ length: 250 }, (_, index) => ({ Number: `k${index}` })));
		const id = await create({ Number: 'changed' });
		await sandbox.forget();
		const { output } = await beforeDeleting(
			() => sync([{ Number: 'new' }], { ...DELETING, atMost: 300 }),
			async () => await app.change(id, { Amount: 2 }),
			'/k/v1/bulkRequest.json',
		);
		const actions = output.map(({ json }) => json.$action);
		expect(actions.filter((action) => action === 'deleted')).toHaveLength(250);
		expect(output.at(-1)?.json).toMatchObject({ $action: 'kept', $key: 'changed' });
		expect(await held()).toEqual({ new: null, changed: 2 });
		// The others write by another path.
		const bulks = (await writes()).filter((call) => call.endsWith('bulkRequest.json'));
		expect(bulks).toHaveLength(2);
	});

	it('keeps what was written when the deletion fails, and says so', async () => {
		await create({ Number: 'gone' });
		const call = { method: 'DELETE', path: '/k/v1/records.json' };
		const refusing = { ...call, status: 403, code: 'CB_NO02' };
		await sandbox.faults(refusing);
		const { error } = await sync([{ Number: 'a', Amount: 1 }], DELETING);
		expect(error?.message).toContain('CB_NO02');
		expect(error?.description).toContain('1 item was written [item 0]');
		expect(error?.description).toContain('Deleting 1 record that matches no item failed');
		expect(await held()).toEqual({ gone: null, a: 1 });

		await sandbox.faults(refusing);
		const { output } = await sync([{ Number: 'a', Amount: 2 }], DELETING, {
			onError: 'continueRegularOutput',
		});
		expect(output[0]?.json).toMatchObject({ $action: 'updated', $key: 'a' });
		expect(output[1]?.error?.message).toContain('CB_NO02');
		expect(itemsOf(output)).toEqual([0, 0]);
	});
});
