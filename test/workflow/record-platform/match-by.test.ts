import type { IDataObject } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { numbers } from '../../support/model';
import { useNewApp } from './app';
import { automatic, jsonOf } from './world';

const app = useNewApp({
	Employee: { type: 'SINGLE_LINE_TEXT' },
	Day: { type: 'DATE' },
	Rate: { type: 'NUMBER' },
	Sent: { type: 'DATETIME' },
	People: { type: 'USER_SELECT' },
	Kind: { type: 'DROP_DOWN', options: options('in', 'out') },
	Note: { type: 'SINGLE_LINE_TEXT', defaultValue: 'default' },
	Number: { type: 'NUMBER', unique: true },
	Long: { type: 'MULTI_LINE_TEXT' },
	Files: { type: 'FILE' },
	Lines: { type: 'SUBTABLE', fields: { Part: { type: 'SINGLE_LINE_TEXT' } } },
});

const BY = ['Employee', 'Day'];
const run = async (
	operation: string,
	items: IDataObject[],
	{ by = BY, ...more }: IDataObject = {},
	onError?: 'continueErrorOutput',
) =>
	await app.run(
		operation,
		{ fields: automatic({ matchingColumns: by }), ...more },
		{ items, ...(onError && { onError }) },
	);
const notes = async () => (await app.records()).map(({ Note }) => Note);
const gets = async () => (await app.sandbox.calls()).filter((call) => /^GET .*records/.test(call));
const day = (Day: string, more: IDataObject = {}) => ({ Employee: 'E1', Day, ...more });

/** Spellings of the same value, by field; a blank one is no key. */
const SPELLINGS: Record<string, unknown[][]> = {
	Employee: [['E1'], ['E2'], ['e1'], [' E1']],
	Day: [
		['2031-01-01', '2031/1/1'],
		['2031-01-02', 'Jan 2, 2031'],
	],
	Rate: [
		[1, '1.0', '1e0', '01'],
		['1.5', 1.5, '1.50'],
	],
	Sent: [
		['2031-01-01T10:00:00Z', '2031-01-01T19:00:30+09:00'],
		['2031-01-01T10:01:00Z', '2031-01-01 10:01Z'],
	],
	People: [
		['sato', [{ code: 'sato', name: 'x' }]],
		['sato, suzuki', ['suzuki', 'sato']],
		['ito', { code: 'ito' }],
	],
	Kind: [['in', { value: 'in' }], ['out']],
};

describe('matching by several fields', () => {
	const among = <T>(random: () => number, list: T[]) =>
		list[Math.floor(random() * list.length)] as T;

	test.each(
		['upsert', 'update', 'sync', 'upsertWithTable'].flatMap((operation) =>
			[BY, ['Rate', 'Kind'], ['Sent', 'People'], [...BY, 'Rate'], ['People']].map(
				(by): [string, string[]] => [operation, by],
			),
		),
	)('%s by %j leaves what a simple model does, however keys are written', async (name, by) => {
		const random = numbers(7);
		/** The number of a value, and how it is written. */
		const key = () =>
			by.map((code) => {
				const at = Math.floor(random() * (SPELLINGS[code]?.length ?? 0));
				return { code, at, given: among(random, SPELLINGS[code]?.[at] ?? []) };
			});
		type Key = ReturnType<typeof key>;
		const nameOf = (one: Key) => JSON.stringify(one.map(({ at }) => at));
		const stored = (one: Key) =>
			Object.fromEntries(
				one.map(({ code, at }) => {
					const [first] = SPELLINGS[code]?.[at] ?? [];
					const codes = String(first).split(', ');
					return [code, code === 'People' ? codes.map((user) => ({ code: user })) : first];
				}),
			);
		const before = Array.from({ length: 4 }, (_, at) => ({ key: key(), note: `old ${at}` }));
		await app.fill(before.map((one) => ({ ...stored(one.key), Note: one.note })));
		const asked = Array.from({ length: 40 }, (_, at) => {
			const blank = random() < 0.1 ? among(random, [null, '', [], ' ', undefined]) : 'none';
			// Of the items of a record with a table, an empty value counts only if all have it.
			const isEmpty = name !== 'upsertWithTable' && random() < 0.3;
			const Note = isEmpty ? null : `new ${at}`;
			return { key: key(), blank, Note };
		});
		const items = asked.map(({ key: own, blank, Note }) => {
			const given = Object.fromEntries(own.map((one) => [one.code, one.given]));
			return { ...given, ...(blank !== 'none' && { [by[0] as string]: blank }), Note };
		});

		const model = before.map((one) => ({ key: nameOf(one.key), note: one.note }));
		const names = model.map((one) => one.key);
		const several = names.filter((one, at) => names.indexOf(one) < at);
		let refused = 0;
		for (const { key: own, blank, Note } of asked) {
			const found = model.find((one) => one.key === nameOf(own));
			const isRefused = blank !== 'none' || several.includes(nameOf(own));
			if (isRefused || (found === undefined && name === 'update')) refused += 1;
			else if (found === undefined) model.push({ key: nameOf(own), note: Note ?? 'default' });
			else found.note = Note ?? '';
		}
		const table = { table: 'Lines', columns: automatic() };
		const outcome = await run(name, items as never, { by, ...table }, 'continueErrorOutput');
		const text = (value: unknown) =>
			[value]
				.flat()
				.map((one) => String((one as IDataObject | null)?.code ?? one))
				.sort()
				.join(', ');
		const left = (await app.records()).map((record) => {
			const at = (code: string) =>
				SPELLINGS[code]?.findIndex(([first]) => text(record[code]) === first?.toString());
			return JSON.stringify([JSON.stringify(by.map(at)), record.Note]);
		});
		const meant = model.map((one) => JSON.stringify([one.key, one.note]));
		expect(outcome.errors).toHaveLength(refused);
		expect(left.sort()).toEqual(meant.sort());
	});

	it('reads a hundred items in a request, and a unique field alone needs none', async () => {
		const days = Array.from({ length: 250 }, (_, at) =>
			day(new Date(Date.UTC(2031, 0, 1 + at)).toISOString().slice(0, 10), { Number: at }),
		);
		const rows = jsonOf(await run('upsert', days));
		expect(rows.map(({ $operation }) => $operation)).toEqual(days.map(() => 'INSERT'));
		expect(await gets()).toHaveLength(3);
		expect(await app.writes()).toHaveLength(1);
		const again = jsonOf(await run('upsert', days));
		expect(again.map(({ $operation }) => $operation)).toEqual(days.map(() => 'UPDATE'));
		expect(again.map(({ $id }) => $id)).toEqual(rows.map(({ $id }) => $id));
		await app.sandbox.forget();
		jsonOf(await run('upsert', [{ Number: '7.0', Note: 'x' }], { by: ['Number'] }));
		expect(await gets()).toEqual([]);
		expect(await app.records()).toHaveLength(250);
	});

	it('reads few of the records if very many match', async () => {
		await app.fill(Array.from({ length: 1200 }, () => day('2031-01-01')));
		const last = await app.create(day('2031-01-02', { Note: 'old' }));
		await app.sandbox.forget();
		const items = ['2031-01-01', '2031-01-02'].map((one) => day(one, { Note: 'new' }));
		const { errors } = await run('update', items, {}, 'continueErrorOutput');
		expect(errors[0]?.json.error).toContain(
			'Records 1 and 2 both have these values: "Employee" is "E1", "Day" is "2031-01-01"',
		);
		expect(errors).toHaveLength(1);
		expect(await gets()).toHaveLength(2);
		expect(await app.api.values(app.id, last)).toMatchObject({ Note: 'new' });
	});

	it.each<[string, IDataObject, IDataObject]>([
		['update', {}, { $id: '1', $revision: '3' }],
		['update', { onConflict: 'merge' }, { $id: '1', $revision: '3' }],
		['updateOne', {}, { $id: '1', $revision: '3' }],
		['upsert', {}, { $id: '1', $operation: 'UPDATE' }],
		['sync', {}, { $id: '1', $action: 'updated' }],
	])('%s %j writes at the revision that was read, or reads again', async (name, chosen, row) => {
		await app.create(day('2031-01-01', { Note: 'old', Rate: 1 }));
		await app.sandbox.forget();
		const { output } = await app.sandbox.whileHeld(
			['PUT /k/v1/records.json', 'PUT /k/v1/record.json'],
			async () => await run(name, [day('2031-01-01', { Note: 'new' })], { options: chosen }),
			async () => await app.change('1', { Rate: 2 }),
		);
		const key = name === 'sync' ? {} : day('2031-01-01');
		expect(output.map(({ json }) => json)).toMatchObject([{ ...row, ...key, Note: 'new' }]);
		expect(await app.records()).toMatchObject([{ Note: 'new', Rate: '2' }]);
	});

	it.each<[string, string[], string | undefined]>([
		['update', ['old'], 'No record matches the item: "Employee" is "E1", "Day" is "2031-01-01"'],
		['upsert', ['old', 'new'], undefined],
		['sync', ['old'], undefined],
	])('%s leaves a record whose key somebody changes meanwhile', async (name, left, message) => {
		await app.create(day('2031-01-01', { Note: 'old' }));
		await app.sandbox.forget();
		const { error, output } = await app.sandbox.whileHeld(
			['PUT /k/v1/records.json'],
			async () => await run(name, [day('2031-01-01', { Note: 'new' })]),
			async () => await app.change('1', { Day: '2031-01-09' }),
		);
		expect(error?.message.replace(/ \[.*/, '')).toBe(message);
		if (name === 'sync') expect(output[0]?.json).toMatchObject({ $action: 'kept' });
		expect(await notes()).toEqual(left);
	});

	it.each<[string, IDataObject, IDataObject, string]>([
		['a long text', { by: ['Employee', 'Long'] }, { Long: 'x' }, `can't be matched by "Long"`],
		['files', { by: ['Employee', 'Files'] }, { Files: 'x' }, `can't be matched by "Files"`],
		['a table', { by: ['Employee', 'Lines'] }, {}, `can't be matched by "Lines"`],
		['a field that is gone', { by: ['Employee', 'Gone'] }, {}, 'The app has no field "Gone"'],
		['a blank key', {}, { Day: '' }, 'The item has no value for "Day" to find the record by'],
		['no key', {}, { Day: null }, 'The item has no value for "Day" to find the record by'],
		['a choice that is none', { by: ['Employee', 'Kind'] }, { Kind: 'up' }, 'no choice "up"'],
		['an ID in an upsert', { by: ['$id'] }, {}, 'No field to match by is selected'],
	])('%s is refused, and nothing is read', async (_, more, item, message) => {
		const { error } = await run('upsert', [{ Employee: 'E1', Note: 'x', ...item }], more);
		expect(error?.message).toContain(message);
		expect(await gets()).toEqual([]);
	});

	it('says in a dry run what would be created and updated, and with what key', async () => {
		await app.create(day('2031-01-01'));
		const items = ['01', '02', '02'].map((one) => day(`2031-01-${one}`, { Note: one }));
		const [row] = jsonOf(await run('upsert', items, { options: { dryRun: true } }));
		const key = day('2031-01-02');
		expect(row).toMatchObject({
			created: [{ item: 1, $key: key }],
			updated: [
				{ item: 0, $id: '1' },
				{ item: 2, $key: key },
			],
		});
		expect(await app.records()).toHaveLength(1);
	});

	it('writes all or nothing, and creates no record twice', async () => {
		await app.create(day('2031-01-01', { Note: 'old' }));
		const items = ['01', '01', '02'].map((one, at) => day(`2031-01-${one}`, { Note: String(at) }));
		const together = { options: { whenRefused: 'undo' } };
		const twice = await run('upsert', [...items, day('2031-01-02', { Note: 'x' })], together);
		expect(twice.error?.message).toContain('Another item creates the same record');
		expect(await notes()).toEqual(['old']);
		jsonOf(await run('upsert', items, together));
		expect(await notes()).toEqual(['1', '2']);
	});
});

describe('Sync by several fields', () => {
	const deleting = { deleteOthers: true, filterBy: 'conditions', conditions: {}, atMost: 100 };

	it('deletes the others, and names records by their values', async () => {
		await app.fill([day('2031-01-01'), day('2031-01-02'), { Employee: 'E2' }, { Employee: 'E2' }]);
		const items = [day('2031-01-02', { Note: 'x' }), day('2031-01-03', { Note: 'y' })];
		const rows = jsonOf(await run('sync', items, deleting));
		expect(rows.map(({ $action, $key }) => [$action, $key])).toEqual([
			['updated', day('2031-01-02')],
			['created', day('2031-01-03')],
			['deleted', day('2031-01-01')],
			['deleted', { Employee: 'E2', Day: null }],
			['deleted', { Employee: 'E2', Day: null }],
		]);
		expect(await notes()).toEqual(['x', 'y']);
	});

	it('deletes nothing if several records match an item', async () => {
		await app.fill([day('2031-01-01'), day('2031-01-01'), day('2031-01-02')]);
		const { errors } = await run(
			'sync',
			[day('2031-01-01', { Note: 'x' }), day('2031-01-03')],
			deleting,
			'continueErrorOutput',
		);
		expect(errors[0]?.json.error).toContain('Records 1 and 2 both have these values');
		expect(await app.records()).toHaveLength(4);
	});
});

test('rows of a record are added to the one that several fields find', async () => {
	const Lines = [{ value: cells({ Part: 'pen' }) }];
	await app.create(day('2031-01-01', { Lines }));
	const items = [
		day('2031-01-01', { Part: 'ink' }),
		day('2031-01-02', { Part: 'paper', Note: '' }),
		day('2031-01-02', { Part: 'glue', Note: '' }),
	];
	const parts = async (options: IDataObject) => {
		const table = { table: 'Lines', columns: automatic(), options };
		jsonOf(await run('upsertWithTable', items, table));
		return (await app.records()).map((record) =>
			(record.Lines as Array<{ value: { Part: { value: string } } }>).map(
				({ value }) => value.Part.value,
			),
		);
	};
	const second = ['paper', 'glue'];
	expect(await parts({ existingRows: 'keep' })).toEqual([['pen', 'ink'], second]);
	expect(await notes()).toEqual(['default', 'default']);
	expect(await parts({})).toEqual([['ink'], second]);
});
