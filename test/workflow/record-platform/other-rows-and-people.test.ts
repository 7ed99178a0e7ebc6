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

describe('an expression in JSON that returned an empty list of people', () => {
	const state = (index: number, entities: string) =>
		`{ "index": ${index}, "assignee": { "type": "ONE", "entities": ${entities} } }`;

	it('changes no process', async () => {
		const before = await app.api.get('preview/app/status.json', { app: app.id });
		const people = '{{ JSON.stringify($json.people) }}';
		const states = `={ "Not started": ${state(0, '[]')}, "Working": ${state(1, people)}, "Finished": ${state(2, '[]')} }`;
		const parameters = { enable: '', states, actions: '' };
		const { error } = await app.run('update', parameters, {
			resource: 'process',
			items: [{ people: [] }],
		});
		expect(error?.message).toContain('returned an empty list for entities');
		expect(await app.api.get('preview/app/status.json', { app: app.id })).toEqual(before);
	});

	it('changes no action of the process', async () => {
		const before = await app.api.get('preview/app/status.json', { app: app.id });
		const actions =
			'=[{ "name": "Begin", "from": "Not started", "to": "Working", "filterCond": "", "type": "SECONDARY", "executableUser": { "entities": {{ JSON.stringify($json.people) }} } }]';
		const { error } = await app.run(
			'update',
			{ enable: '', states: '', actions },
			{ resource: 'process', items: [{ people: [] }] },
		);
		expect(error?.message).toContain('returned an empty list for entities');
		expect(await app.api.get('preview/app/status.json', { app: app.id })).toEqual(before);
	});

	it('changes no app action', async () => {
		const before = await app.api.get('preview/app/actions.json', { app: app.id });
		const actions = `={ "Make": { "index": 0, "destApp": { "app": ${app.id} }, "mappings": [{ "srcType": "FIELD", "srcField": "Number", "destField": "Notes" }], "entities": {{ JSON.stringify($json.people) }} } }`;
		const { error } = await app.run(
			'update',
			{ actions },
			{ resource: 'action', items: [{ people: [] }] },
		);
		expect(error?.message).toContain('returned an empty list for entities');
		expect(await app.api.get('preview/app/actions.json', { app: app.id })).toEqual(before);
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

describe('a value in the quotes of a payload', () => {
	const NOTE = '"{{ $json.note }}"';
	const write = async (item: object, note = NOTE, call = 'updateRecord') => {
		const id = await app.create({ Number: '1', Notes: 'precious', Amount: 3 });
		const payload = `={ "app": ${app.id}, "id": "${id}", "record": { "Notes": { "value": ${note} } } }`;
		const items = [item as never];
		const bulk = { resource: 'bulkRequest', items };
		const { error } = await app.run('run', { call, payload }, bulk);
		const rows = [{ call, payload }];
		const listed = await app.run('runListed', { steps: { rows } }, bulk);
		expect(listed.error === undefined).toBe(error === undefined);
		const [record] = await app.records();
		return { error, held: [record?.Notes, record?.Amount] };
	};

	it.each([
		['missing', {}, 'returned no value'],
		['null', { note: null }, 'returned no value'],
		['ending the quotes', { note: 'x" }, "Amount": { "value": "999' }, 'has a quotation mark'],
		['with a backslash', { note: 'C:\\new' }, 'has a quotation mark or a backslash'],
	])('is refused: %s', async (_what, item, message) => {
		const { error, held } = await write(item);
		expect(error?.message).toContain(message);
		expect(held).toEqual(['precious', '3']);
	});

	it.each([
		[{ note: '' }, NOTE, ''],
		[{ note: 'say {x}' }, NOTE, 'say {x}'],
		[{ note: 'a "b"' }, '{{ JSON.stringify($json.note) }}', 'a "b"'],
		[{ note: 'a "b"' }, '"{{ JSON.stringify($json.note).slice(1, -1) }}"', 'a "b"'],
		[{ note: 'a "b"' }, `"{{ $json.note.replaceAll('"', '\\\\"') }}"`, 'a "b"'],
		[{ notes: ['a', 'b'] }, `"{{ $json.notes.join('\\\\n') }}"`, 'a\nb'],
	])('is written: %j as %s', async (item, note, wanted) => {
		expect(await write(item, note)).toEqual({ error: undefined, held: [wanted, '3'] });
	});
});

describe('a payload of an expression', () => {
	const Positions = [{ value: cells({ code: 'A', Count: 1 }) }];
	const update = async (record: string, call = 'updateRecord') => {
		const id = await app.create({ Number: '1', Notes: 'precious', Amount: 3, Positions });
		const one = `id: ${id}, record: ${record}`;
		const given = call === 'updateRecords' ? `records: [{ ${one} }]` : one;
		const payload = `{ app: ${app.id}, ${given} }`;
		const before = await app.records();
		for (const text of [`={{ ${payload} }}`, `={{ JSON.stringify(${payload}) }}`]) {
			const outcome = await app.run('run', { call, payload: text }, { resource: 'bulkRequest' });
			if (outcome.error) expect(await app.records()).toEqual(before);
			else return outcome.error;
		}
		const rows = [{ call, payload: `={{ ${payload} }}` }];
		const listed = await app.run('runListed', { steps: { rows } }, { resource: 'bulkRequest' });
		expect(await app.records()).toEqual(before);
		return listed.error;
	};

	it.each([
		['{ Notes: { value: $json.note }, Amount: { value: 5 } }', 'Notes'],
		['{ Positions: { value: $json.rows } }', 'Positions'],
		['{ Positions: { value: [{ value: { code: { value: $json.code } } }] } }', 'code'],
	])('empties no field that the item lacks: %s', async (record, field) => {
		for (const call of ['updateRecord', 'updateRecords']) {
			const error = await update(record, call);
			expect(error?.message).toContain(`"Payload" has no value for ${JSON.stringify(field)}`);
		}
	});

	it.each(["''", 'null'])('empties a field with %s', async (value) => {
		expect(await update(`{ Notes: { value: ${value} } }`)).toBeUndefined();
		expect(await app.records()).toEqual([expect.objectContaining({ Notes: '', Amount: '3' })]);
	});
});

describe('a customization with a file of the same name', () => {
	const upload = async (content: string, fileName: string, list = 'desktop.js') => {
		const data = Buffer.from(content).toString('base64');
		const binary = { data: { data, mimeType: 'text/javascript', fileName } };
		const rows = [{ list, source: 'binary', binaryPropertyName: 'data' }];
		const { error } = await app.run(
			'update',
			{ existingFiles: 'keep', files: { rows }, scope: '' },
			{ resource: 'customization', input: [{ json: {}, binary }] },
		);
		expect(error).toBeUndefined();
	};

	it('replaces it in its place, and keeps the others', async () => {
		await upload('one()', 'first.js');
		await upload('two()', 'second.js');
		await upload('three()', 'first.js');
		await upload('four()', 'first.js', 'mobile.js');
		const { desktop, mobile } = (await app.api.get('preview/app/customize.json', {
			app: app.id,
		})) as Record<string, { js: Array<{ file: { name: string; size: string } }> }>;
		expect(desktop?.js.map(({ file }) => [file.name, file.size])).toEqual([
			['first.js', '7'],
			['second.js', '5'],
		]);
		expect(mobile?.js.map(({ file }) => file.name)).toEqual(['first.js']);
	});
});
