import { useNewApp } from './app';
import { automatic, jsonOf, mapping, schemaOf } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Old: { type: 'SINGLE_LINE_TEXT' },
	Sent: { type: 'DATETIME' },
	Due: { type: 'CALC', expression: 'Sent', format: 'DATETIME' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Item: { type: 'SINGLE_LINE_TEXT' }, Was: { type: 'SINGLE_LINE_TEXT' } },
	},
});
const schema = schemaOf({ Key: 'SINGLE_LINE_TEXT', Old: 'SINGLE_LINE_TEXT' });

const change = async (properties: object) => {
	await app.api.ok('PUT', 'preview/app/form/fields.json', { app: app.id, properties });
	await app.api.deploy(app.id);
	await app.sandbox.forget();
};
const rename = async () => await change({ Old: { type: 'SINGLE_LINE_TEXT', code: 'New' } });
const remove = async () => {
	await app.api.ok('DELETE', 'preview/app/form/fields.json', { app: app.id, fields: ['Old'] });
	await app.api.deploy(app.id);
};
const byKey = { matchingColumns: ['Key'], schema };
const writes = async () => (await app.sandbox.calls()).filter((call) => !call.startsWith('GET '));

describe.each([
	['renamed', rename],
	['removed', remove],
])('a mapped field that was %s', (_, changes) => {
	it.each(['create', 'createOne', 'update', 'upsert', 'sync'])(
		'stops %s before anything is written',
		async (operation) => {
			await app.create({ Key: 'A', Old: 'before' });
			await changes();
			await app.sandbox.forget();
			const fields = mapping({ Key: 'A', Old: 'after' }, byKey);
			const { error } = await app.run(operation, { fields });
			expect(error?.message).toBe('The app has no field "Old" [item 0]');
			expect(error?.description).toContain('refresh the field list');
			expect(await writes()).toEqual([]);
			expect((await app.records()).map(({ $revision }) => $revision)).toEqual(['1']);
		},
	);

	it('stops a value in the form of the service, too', async () => {
		await changes();
		const fields = mapping({ Key: 'A', Old: 'after' }, byKey);
		const { error } = await app.run('create', { fields, options: { rawValues: true } });
		expect(error?.message).toBe('The app has no field "Old" [item 0]');
		expect(await app.records()).toEqual([]);
	});
});

it('an update does not match by a field that was renamed', async () => {
	await app.create({ Key: 'A' });
	await change({ Key: { type: 'SINGLE_LINE_TEXT', code: 'Number' } });
	const { error } = await app.run('update', { fields: mapping({ Key: 'A', Old: 'x' }, byKey) });
	expect(error?.message).toBe('The app has no field "Key" [item 0]');
});

it('a table column that was renamed stops the row before it is written', async () => {
	const id = await app.create({ Key: 'A' });
	await change({
		Lines: {
			type: 'SUBTABLE',
			code: 'Lines',
			fields: { Was: { type: 'SINGLE_LINE_TEXT', code: 'Is' } },
		},
	});
	const columns = mapping(
		{ Was: 'x' },
		{ schema: schemaOf({ Item: 'SINGLE_LINE_TEXT', Was: 'SINGLE_LINE_TEXT' }) },
	);
	const { error } = await app.run(
		'add',
		{ recordId: { mode: 'id', value: id }, table: 'Lines', columns },
		{ resource: 'tableRow' },
	);
	expect(error?.message).toBe('Table "Lines" has no column "Was" [item 0]');
});

it('a field that was added later takes the value of the item', async () => {
	await app.api.addFields(app.id, { Later: { type: 'NUMBER' } });
	await app.api.deploy(app.id);
	await app.run('create', { fields: automatic({ schema }) }, { items: [{ Key: 'A', Later: 5 }] });
	expect(await app.records()).toMatchObject([{ Key: 'A', Later: '5' }]);
});

it('the form is read once an execution', async () => {
	await app.sandbox.forget();
	const items = Array.from({ length: 250 }, (_, at) => ({ Key: `K${at}` }));
	await app.run('create', { fields: automatic({ schema }) }, { items });
	expect(await app.sandbox.calls()).toEqual([
		'GET /k/v1/app/form/fields.json',
		'POST /k/v1/bulkRequest.json',
	]);
});

it.each(['Due|CALC', '={{ "Sent" }}'])(
	'no other records are selected while the form can not be reached: %s',
	async (field) => {
		await app.create({ Key: 'A', Sent: '2026-11-20T03:00:00Z' });
		const before = await app.records();
		// The record is of the day before in the time zone of the workflow.
		const rows = [{ field, operator: 'greaterOrEqual', value: '2026-11-20' }];
		const chosen = { filterBy: 'conditions', conditions: { rows } };
		const deleted = async () => await app.run('deleteByConditions', { ...chosen, atMost: 100 });
		expect(jsonOf(await deleted())).toEqual([{ deleted: true, count: 0 }]);
		const fault = { path: '/k/v1/app/form/fields.json', status: 500, html: true };
		for (const run of [deleted, async () => await app.run('getAll', chosen)]) {
			await app.sandbox.faults(fault);
			expect((await run()).error?.message).toContain('returned 500');
		}
		expect(await app.records()).toEqual(before);
	},
);

describe('where the credential may not read the form', () => {
	beforeEach(async () => {
		await app.sandbox.faults({
			path: '/k/v1/app/form/fields.json',
			status: 403,
			code: 'CB_NO02',
			times: 100,
		});
	});

	it('the stored fields decide as before, and a hint says so', async () => {
		const outcome = await app.run('create', {
			fields: mapping({ Key: 'A', Old: 'x' }, { schema }),
		});
		expect(jsonOf(outcome)).toEqual([{ id: expect.any(String), revision: '1' }]);
		expect(outcome.hints.map(({ message }) => message)).toEqual(
			expect.arrayContaining([expect.stringContaining("can't read the app's form")]),
		);
		expect(await app.records()).toMatchObject([{ Key: 'A', Old: 'x' }]);
	});

	it('a table takes the stored columns', async () => {
		const id = await app.create({ Key: 'A' });
		const columns = mapping({ Item: 'pen' }, { schema: schemaOf({ Item: 'SINGLE_LINE_TEXT' }) });
		const { error } = await app.run(
			'add',
			{ recordId: { mode: 'id', value: id }, table: 'Lines', columns },
			{ resource: 'tableRow' },
		);
		expect(error).toBeUndefined();
	});

	it('nothing is written where no fields are stored', async () => {
		const { error } = await app.run('create', { fields: mapping({ Key: 'A' }) });
		expect(error?.message).toContain('CB_NO02');
		expect(await app.records()).toEqual([]);
	});
});
