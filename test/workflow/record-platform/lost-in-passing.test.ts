import { useNewApp } from './app';
import { automatic, byId, jsonOf, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Plain: { type: 'SINGLE_LINE_TEXT' },
	Amount: { type: 'NUMBER' },
	Lines: { type: 'SUBTABLE', fields: { Article: { type: 'SINGLE_LINE_TEXT' } } },
});

it.each(['{"result":"blocked"}', '{"success":false}'])(
	'does not take %s for the answer to a deletion',
	async (html) => {
		const id = await app.create({ Plain: 'x' });
		await app.sandbox.faults({ method: 'DELETE', path: '/k/', status: 200, html, times: 0 });
		const { error, output } = await app.run('delete', { recordId: byId(id) });
		await fetch(`${app.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		expect(output).toEqual([]);
		expect(error?.message).toMatch(/JSON that is not an API response/);
		expect(await app.records()).toHaveLength(1);
	},
);

it('makes no record from items whose group is no number', async () => {
	const { error } = await app.run(
		'createWithTable',
		{
			groupBy: '={{ Number($json.k) }}',
			fields: mapping({ Plain: '={{ $json.k }}' }),
			table: 'Lines',
			columns: mapping({ Article: 'x' }),
		},
		{ items: [{ k: 'p' }] },
	);
	expect(error?.message).toContain('"Group Items By" is not a number');
	expect(await app.records()).toEqual([]);
});

it('keeps rows that were added after a table without rows was split', async () => {
	const id = await app.create({ Key: 'A' });
	const split = { recordId: byId(id), options: { splitTable: 'Lines' } };
	const [item] = jsonOf(await app.run('get', split));
	const Lines = { value: [{ value: { Article: { value: 'theirs' } } }] };
	await app.api.ok('PUT', 'record.json', { app: app.id, id, record: { Lines } });
	const fields = automatic({ matchingColumns: ['$id'] });
	await app.run('update', { fields }, { items: [{ ...item, Plain: 'mine' }] });
	const [record] = await app.records();
	expect(record).toMatchObject({ Plain: 'mine' });
	expect(record?.Lines).toHaveLength(1);
});

it.each(['10\n200', '10\t200'])('does not read %j as one number', async (Amount) => {
	const options = { convertValues: true };
	const { error } = await app.run(
		'create',
		{ fields: automatic(), options },
		{ items: [{ Amount }] },
	);
	expect(error?.message).toContain('must be a number');
	expect(await app.records()).toEqual([]);
});

it('finds the permissions for an ID with zeros before it', async () => {
	const id = await app.create({ Key: 'A' });
	const ids = [id, `00${id}`];
	const recordId = { mode: 'id', value: '={{ $json.id }}' };
	const items = ids.map((one) => ({ id: one }));
	const rows = jsonOf(await app.run('getPermissions', { recordId }, { items }));
	expect(rows.map(({ record }) => record)).toEqual([rows[0]?.record, rows[0]?.record]);
	expect(rows[0]?.record).toBeDefined();
});
