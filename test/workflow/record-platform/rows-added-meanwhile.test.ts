import type { IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { lines } from './table-scene';
import { automatic, jsonOf } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Note: { type: 'SINGLE_LINE_TEXT' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Quantity: { type: 'NUMBER' },
			Serial: { type: 'SINGLE_LINE_TEXT' },
		},
	},
});
const { sandbox } = app;

/** Operations that compare an item with the record and write what differs. */
const WAYS: Array<[string, IDataObject]> = [
	['sync', {}],
	['update', { onlyChanges: true }],
	['updateOne', { onlyChanges: true }],
	['upsert', { onlyChanges: true }],
	['upsert', { onlyChanges: true, whenRefused: 'undo' }],
	['upsert', { onlyChanges: true, whenRefused: 'others' }],
];

const byKey = automatic({ matchingColumns: ['Key'] });
const run = async (operation: string, options: IDataObject, items: IDataObject[]) =>
	await app.run(operation, { fields: byKey, options }, { items });
/** The column that identifies a row. */
const matchRowsBy = ['Article'];

const linesOf = (record: Record<string, unknown> | undefined) =>
	(record?.Lines as Array<{ value: Record<string, { value: string }> }>).map(({ value }) =>
		['Article', 'Quantity', 'Serial'].map((column) => value[column]?.value).join(' '),
	);
const held = async () =>
	Object.fromEntries((await app.records()).map((record) => [record.Key, linesOf(record)]));

/** Somebody else does something after the node has read, and before its write is worked on. */
async function meanwhile<T>(work: () => Promise<T>, others: () => Promise<unknown>): Promise<T> {
	await sandbox.forget();
	return await sandbox.whileHeld(['PUT /k/v1/records.json', 'PUT /k/v1/record.json'], work, others);
}

/** By another path than the node's writes, which are held back. */
async function byHand(id: string, record: object): Promise<void> {
	const payload = { app: app.id, id, record };
	const requests = [{ method: 'PUT', api: '/k/v1/record.json', payload }];
	await app.api.ok('POST', 'bulkRequest.json', { requests });
}

/** Adds a row, and leaves those that are there as they are. */
async function addRow(id: string, Article: string): Promise<void> {
	const kept = ((await app.api.values(app.id, id)).Lines as Array<{ id: string }>).map((row) => ({
		id: row.id,
		value: {},
	}));
	await byHand(id, {
		Lines: { value: [...kept, { value: cells({ Article, Serial: `S-${Article}` }) }] },
	});
}

describe.each(WAYS)('%s %j', (operation, options) => {
	it('keeps a row that somebody adds meanwhile, and writes what the item changes', async () => {
		const rows = [
			{ Article: 'printer', Quantity: 1, Serial: 'P' },
			{ Article: 'gone', Quantity: 1 },
		];
		const id = await app.create({ Key: 'K', Note: 'old', Lines: lines(...rows).value });
		const items = [{ Key: 'K', Note: 'new', Lines: [{ Article: 'printer', Quantity: 2 }] }];
		const outcome = await meanwhile(
			async () => await run(operation, { ...options, matchRowsBy }, items),
			async () => await addRow(id, 'scanner'),
		);
		expect(await held()).toEqual({ K: ['printer 2 P', 'scanner  S-scanner'] });
		expect((await app.records())[0]?.Note).toBe('new');
		expect(jsonOf(outcome)).toMatchObject([
			{ id, revision: '3', changedFields: expect.arrayContaining(['Note', 'Lines']) },
		]);
		expect(outcome.hints.map(({ message }) => message).join()).not.toContain('are replaced');
	});

	it('sends one read and one write if nobody changes anything', async () => {
		await app.create({ Key: 'K', Lines: lines({ Article: 'printer', Quantity: 1 }).value });
		await sandbox.forget();
		jsonOf(await run(operation, options, [{ Key: 'K', Lines: [{ Article: 'printer' }] }]));
		const before = (await sandbox.calls()).length;
		const items = [{ Key: 'K', Lines: [{ Article: 'printer', Quantity: 2 }] }];
		jsonOf(await run(operation, options, items));
		const made = (await sandbox.calls()).slice(before);
		expect(made.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
		expect(made.filter((call) => call === 'GET /k/v1/records.json')).toHaveLength(1);
		expect(await held()).toEqual({ K: ['printer 2 '] });
	});

	it('gives up after some tries against somebody who never stops', async () => {
		await app.create({ Key: 'K', Lines: lines({ Article: 'printer', Quantity: 1 }).value });
		await sandbox.forget();
		const busy = { method: 'PUT', status: 409, code: 'GAIA_CO02', times: 0 };
		for (const path of ['records', 'record', 'bulkRequest']) {
			await sandbox.faults({ ...busy, path: `/k/v1/${path}.json` });
		}
		const items = [{ Key: 'K', Lines: [{ Article: 'printer', Quantity: 2 }] }];
		const { error } = await run(operation, options, items);
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		expect(error?.message).toContain('GAIA_CO02');
		const writes = (await sandbox.calls()).filter((call) => call.startsWith('PUT'));
		expect(writes).toHaveLength(4);
		expect(await held()).toEqual({ K: ['printer 1 '] });
	});
});

describe.each(WAYS.filter(([operation]) => operation !== 'updateOne'))(
	'%s %j of many records',
	(operation, options) => {
		it('writes each once, also those beside the one that somebody changes', async () => {
			const ids: string[] = [];
			for (const Key of ['a', 'b', 'c', 'd']) {
				const table = lines({ Article: Key, Quantity: 1 });
				ids.push(await app.create({ Key, Note: 'old', Lines: table.value }));
			}
			const items = [
				{ Key: 'a', Note: 'new' },
				{ Key: 'b', Note: 'old', Lines: [{ Article: 'b', Quantity: 2 }] },
				{ Key: 'c', Lines: [{ Article: 'c', Quantity: 2 }] },
				{ Key: 'd', Note: 'new', Lines: [{ Article: 'd', Quantity: 1 }] },
			];
			const outcome = await meanwhile(
				async () => await run(operation, options, items),
				async () => {
					await addRow(ids[1] ?? '', 'scanner');
					await byHand(ids[1] ?? '', cells({ Note: 'theirs' }));
				},
			);
			expect(jsonOf(outcome).map(({ id, revision }) => [id, revision])).toEqual([
				[ids[0], '2'],
				[ids[1], '4'],
				[ids[2], '2'],
				[ids[3], '2'],
			]);
			expect(await held()).toEqual({
				a: ['a 1 '],
				b: ['b 2 ', 'scanner  S-scanner'],
				c: ['c 2 '],
				d: ['d 1 '],
			});
			// The item had the value of the record, so the change of somebody else stays.
			expect((await app.records()).map(({ Note }) => Note)).toEqual([
				'new',
				'theirs',
				'old',
				'new',
			]);
		});
	},
);

it('refuses a revision of the item that is old, and reads nothing again', async () => {
	const id = await app.create({ Key: 'K', Lines: lines({ Article: 'printer' }).value });
	await addRow(id, 'scanner');
	await sandbox.forget();
	const items = [{ Key: 'K', Lines: [{ Article: 'printer', Quantity: 2 }] }];
	const { error } = await run('update', { matchRowsBy, revision: '1' }, items);
	expect(error?.message).toContain('GAIA_CO02');
	const made = await sandbox.calls();
	expect(made.filter((call) => call === 'GET /k/v1/records.json')).toHaveLength(1);
	expect(await held()).toEqual({ K: ['printer  ', 'scanner  S-scanner'] });
});

it('has nothing to write if somebody makes the same change meanwhile', async () => {
	const id = await app.create({ Key: 'K', Lines: lines({ Article: 'printer' }).value });
	const items = [{ Key: 'K', Lines: [{ Article: 'printer', Quantity: 2 }] }];
	for (const [operation, options] of [
		['sync', {}],
		['upsert', { onlyChanges: true }],
	] as const) {
		const [row] = (await app.api.values(app.id, id)).Lines as Array<{ id: string }>;
		const set = (Quantity: number) => ({
			Lines: { value: [{ id: row?.id, value: cells({ Quantity }) }] },
		});
		await byHand(id, set(1));
		const outcome = await meanwhile(
			async () => await run(operation, options, items),
			async () => await byHand(id, set(2)),
		);
		expect(jsonOf(outcome)).toMatchObject([{ id, changedFields: [] }]);
		expect(await held()).toEqual({ K: ['printer 2 '] });
	}
});
