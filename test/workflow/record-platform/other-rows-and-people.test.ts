import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { byId, ORDER_PROCESS } from './world';

/** What a run must not reach: other rows, other people, other fields, another output. */
const app = useNewApp(
	{
		Number: { type: 'SINGLE_LINE_TEXT' },
		Notes: { type: 'SINGLE_LINE_TEXT' },
		Amount: { type: 'NUMBER' },
		error: { type: 'SINGLE_LINE_TEXT' },
		message: { type: 'SINGLE_LINE_TEXT' },
		Positions: {
			type: 'SUBTABLE',
			fields: { code: { type: 'SINGLE_LINE_TEXT' }, Count: { type: 'NUMBER' } },
		},
	},
	ORDER_PROCESS,
);

interface Row {
	id: string;
	value: Record<string, { value: unknown }>;
}
const rowsHeld = async () => (await app.records())[0]?.Positions as Row[];

describe('rows in place of row IDs', () => {
	const remove = async (rows: (held: Row[]) => unknown) => {
		const Positions = [1, 2, 3].map((Count) => ({ value: cells({ Count }) }));
		const id = await app.create({ Positions });
		const held = await rowsHeld();
		const codes = held.map((row, at) => ({
			id: row.id,
			value: cells({ code: held[(at + 1) % 3]?.id, Count: at + 1 }),
		}));
		const record = { Positions: { value: codes } };
		await app.api.ok('PUT', 'record.json', { app: app.id, id, record });
		const chosen = { table: 'Positions', deleteBy: 'ids', rowIds: '={{ $json.rows }}' };
		const parameters = { recordId: byId(id), ...chosen };
		const items = [{ rows: rows(held) as never }];
		const { error } = await app.run('delete', parameters, { resource: 'tableRow', items });
		return { error, left: (await rowsHeld()).map(({ value }) => value.Count?.value) };
	};
	const asRead = ([one, other]: Row[]) => ({ $rowId: one?.id, code: other?.id, Count: 1 });

	it.each([
		['a list', (held: Row[]) => [asRead(held)]],
		['one row', (held: Row[]) => asRead(held)],
		['JSON text', (held: Row[]) => JSON.stringify([asRead(held)])],
		["rows in the service's format", ([one]: Row[]) => [{ id: one?.id, value: {} }]],
	])('delete these rows, whatever a column with the code "code" has: %s', async (_what, rows) => {
		expect(await remove(rows)).toEqual({ error: undefined, left: ['2', '3'] });
	});

	it('are refused without an ID', async () => {
		const { error, left } = await remove(([, other]) => [{ code: other?.id }]);
		expect(error?.message).toContain('has no ID');
		expect(left).toEqual(['1', '2', '3']);
	});
});

it.each([[['error']], [['error', 'message']]])(
	'records of which only %j is read leave by the first output',
	async (fields) => {
		await app.create({ error: 'boom', message: 'disk full' });
		await app.create({});
		const parameters = { returnAll: true, options: { fields } };
		const { output, errors } = await app.run('getAll', parameters, {
			onError: 'continueErrorOutput',
		});
		expect(errors).toEqual([]);
		expect(output.map(({ json }) => json.error).sort()).toEqual(['', 'boom']);
	},
);
