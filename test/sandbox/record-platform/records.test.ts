import { cells, options, passwordOf, useApi } from './api';

const { api } = useApi();

describe('creating', () => {
	let app: string;

	beforeAll(async () => {
		app = await api.makeApp({
			text: { type: 'SINGLE_LINE_TEXT', defaultValue: 'hello' },
			number: { type: 'NUMBER', defaultValue: '42' },
			radio: { type: 'RADIO_BUTTON', options: options('A', 'B'), defaultValue: 'B' },
			drop: { type: 'DROP_DOWN', options: options('P', 'Q') },
			check: { type: 'CHECK_BOX', options: options('X', 'Y', 'Z'), defaultValue: ['X', 'Y'] },
			multi: { type: 'MULTI_SELECT', options: options('Q') },
			date: { type: 'DATE', defaultNowValue: true },
			time: 'TIME',
			moment: { type: 'DATETIME', defaultNowValue: true },
			user: { type: 'USER_SELECT', defaultValue: [{ type: 'FUNCTION', code: 'LOGINUSER()' }] },
			organization: 'ORGANIZATION_SELECT',
			group: 'GROUP_SELECT',
			long: 'MULTI_LINE_TEXT',
		});
	});

	it('takes the defaults of fields that were not sent', async () => {
		const values = await api.values(app, await api.create(app));
		expect(values).toMatchObject({
			text: 'hello',
			number: '42',
			radio: 'B',
			drop: null,
			check: ['X', 'Y'],
			multi: [],
			time: null,
			user: [{ code: 'admin', name: 'Alex Admin' }],
			organization: [],
			long: '',
			$revision: '1',
			Created_by: { code: 'admin', name: 'Alex Admin' },
		});
		expect(values.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
		expect(values.moment).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00Z$/);
		expect(values).not.toHaveProperty('Status');
	});

	it('keeps an empty value that was sent, and takes no defaults on update', async () => {
		const id = await api.create(app, cells({ text: '', number: '', check: [], date: '' }));
		expect(await api.values(app, id)).toMatchObject({
			text: '',
			number: '',
			check: [],
			date: null,
		});
		await api.ok('PUT', 'record.json', { app, id, record: {} });
		expect(await api.values(app, id)).toMatchObject({ text: '', number: '', $revision: '2' });
	});

	it.each([
		['1.5e1', '15'],
		[' 42 ', '42'],
		['0.10', '0.1'],
		['-00.5', '-0.5'],
		[3, '3'],
		['12345678901234567890.123456789', '12345678901234567890.123456789'],
	])('stores the number %p as %p', async (sent, stored) => {
		const id = await api.create(app, cells({ number: sent }));
		expect((await api.values(app, id)).number).toBe(stored);
	});

	it('sets maker and times for those who manage the app only', async () => {
		const record = cells({
			Created_by: { code: 'sato' },
			Created_datetime: '2020-01-02T03:04:00Z',
		});
		const id = await api.create(app, record);
		expect(await api.values(app, id)).toMatchObject({
			Created_by: { code: 'sato', name: 'Haruka Sato' },
			Created_datetime: '2020-01-02T03:04:00Z',
		});
		expect(await api.as(passwordOf('sato')).refusal('POST', 'record.json', { app, record })).toBe(
			'403 CB_NO02',
		);
	});

	it('refuses what does not fit, every cell at once', async () => {
		const { status, body, headers } = await api.send('POST', 'record.json', {
			app,
			record: cells({
				number: 'abc',
				radio: 'Z',
				check: ['X', 'no'],
				date: '2026-02-30',
				user: [{ code: 'nobody' }],
			}),
		});
		expect([status, body.code]).toEqual([400, 'CB_VA01']);
		expect(headers.get('x-cybozu-error')).toBe('CB_VA01');
		expect(body.id).toMatch(/^.{20}$/);
		expect(Object.keys(body.errors ?? {}).sort()).toEqual([
			'record.check.values[1].value',
			'record.date.value',
			'record.radio.value',
			'record.user.values[0].value',
			'record[number].value',
		]);
	});
});

describe('limits of fields', () => {
	let app: string;

	beforeAll(async () => {
		app = await api.makeApp({
			key: { type: 'SINGLE_LINE_TEXT', required: true, unique: true },
			short: { type: 'SINGLE_LINE_TEXT', minLength: 2, maxLength: '5' },
			ranged: { type: 'NUMBER', minValue: '10', maxValue: '100' },
			must: { type: 'CHECK_BOX', options: options('A'), required: true },
			people: { type: 'USER_SELECT', required: true },
			choice: { type: 'RADIO_BUTTON', options: options('A'), required: true },
		});
	});

	const good = (values: object) =>
		cells({ must: ['A'], people: [{ code: 'sato' }], short: 'abc', ...values });
	const errorsOf = async (record: object) =>
		(await api.send('POST', 'record.json', { app, record })).body.errors;

	it('asks for required cells, except a choice of one', async () =>
		expect(await errorsOf({})).toEqual({
			'record.key.value': { messages: ['Required.'] },
			'record.short.value': { messages: ['Enter more than 1 characters.'] },
			'record.must.values': { messages: ['Required.'] },
			'record.people.values.value': { messages: ['Required.'] },
		}));

	it('refuses a value twice, within a request and among records', async () => {
		await api.create(app, good({ key: 'taken' }));
		expect(await errorsOf(good({ key: 'taken' }))).toEqual({
			'record.key.value': { messages: ['This value already exists in another record.'] },
		});
		const { body } = await api.send('POST', 'records.json', {
			app,
			records: [good({ key: 'new' }), good({ key: 'new' }), good({ key: 'taken' })],
		});
		expect(Object.keys(body.errors ?? {})).toEqual([
			'records[1].key.value',
			'records[2].key.value',
		]);
		expect(await api.ids(app, 'key = "new"')).toEqual([]);
	});
});

describe('writing many', () => {
	let app: string;

	beforeAll(async () => {
		app = await api.makeApp({
			key: { type: 'SINGLE_LINE_TEXT', unique: true },
			number: { type: 'NUMBER', unique: true },
			text: { type: 'SINGLE_LINE_TEXT', maxLength: '10' },
		});
	});

	it('takes 100 records and no more, and an empty list', async () => {
		const records = Array.from({ length: 100 }, (_, index) => cells({ key: `k${index}` }));
		const answer = await api.ok<{ ids: string[]; revisions: string[] }>('POST', 'records.json', {
			app,
			records,
		});
		expect(answer.ids).toHaveLength(100);
		expect(new Set(answer.revisions)).toEqual(new Set(['1']));
		expect(Number(answer.ids[99]) - Number(answer.ids[0])).toBe(99);
		const more = { app, records: [...records, {}] };
		expect(await api.fault('POST', 'records.json', more)).toBe('400 CB_VA01 records');
		expect(await api.ok('POST', 'records.json', { app, records: [] })).toEqual({
			ids: [],
			revisions: [],
		});
	});

	it('writes all or nothing', async () => {
		const records = [cells({ text: 'fine' }), cells({ text: 'much too long for it' })];
		expect(await api.fault('POST', 'records.json', { app, records })).toBe(
			'400 CB_VA01 records[1].text.value',
		);
		expect(await api.ids(app, 'text = "fine"')).toEqual([]);
		const id = await api.create(app, cells({ text: 'before' }));
		expect(
			await api.refusal('PUT', 'records.json', {
				app,
				records: [
					{ id, record: cells({ text: 'after' }) },
					{ id: 99999, record: {} },
				],
			}),
		).toBe('404 GAIA_RE01');
		expect((await api.values(app, id)).text).toBe('before');
	});

	it('checks revisions, -1 and none are not checked', async () => {
		const id = await api.create(app);
		expect(await api.refusal('PUT', 'record.json', { app, id, revision: 5, record: {} })).toBe(
			'409 GAIA_CO02',
		);
		for (const revision of ['1', -1]) {
			await api.ok('PUT', 'record.json', { app, id, revision, record: {} });
		}
		expect((await api.values(app, id)).$revision).toBe('3');
		const other = await api.create(app);
		const deletion = { app, ids: [other, id], revisions: [-1, 2] };
		expect(await api.refusal('DELETE', 'records.json', deletion)).toBe('409 GAIA_CO02');
		expect(await api.ids(app, `$id in (${id}, ${other})`)).toHaveLength(2);
		expect(
			await api.ok('DELETE', `records.json?app=${app}&ids[0]=${id}&ids[1]=${other}&revisions[0]=3`),
		).toEqual({});
		expect(await api.ids(app, `$id in (${id}, ${other})`)).toEqual([]);
	});

	it('updates by a unique field', async () => {
		const id = await api.create(app, cells({ key: 'by-key', number: '7' }));
		await api.ok('PUT', 'record.json', {
			app,
			updateKey: { field: 'key', value: 'by-key' },
			record: cells({ text: 'one' }),
		});
		await api.ok('PUT', 'records.json', {
			app,
			records: [{ updateKey: { field: 'number', value: '7.0' }, record: cells({ text: 'two' }) }],
		});
		expect(await api.values(app, id)).toMatchObject({ text: 'two', $revision: '3' });
		expect(
			await api.refusal('PUT', 'record.json', {
				app,
				id,
				updateKey: { field: 'key', value: 'by-key' },
			}),
		).toBe('400 CB_VA01');
		const wrong = { app, updateKey: { field: 'text', value: 'two' } };
		expect(await api.fault('PUT', 'record.json', wrong)).toBe('400 CB_VA01 updateKey.field');
		const updateKey = { field: 'key', value: 'none' };
		expect(await api.refusal('PUT', 'record.json', { app, updateKey })).toBe('404 GAIA_RE20');
		const records = [{ updateKey }];
		expect(await api.refusal('PUT', 'records.json', { app, records })).toBe('404 GAIA_RE20');
	});

	it('refuses a record that a request has twice', async () => {
		const id = await api.create(app, cells({ key: 'twice', text: 'before' }));
		const other = { updateKey: { field: 'key', value: 'twice' }, record: {} };
		const records = [{ id, record: cells({ text: 'after' }) }, other];
		expect(await api.refusal('PUT', 'records.json', { app, records })).toBe('400 GAIA_RE09');
		expect((await api.values(app, id)).text).toBe('before');
	});
});

describe('tables', () => {
	let app: string;
	let id: string;

	type Row = { id: string; value: Record<string, { value: unknown }> };
	const rowsOf = async (): Promise<Row[]> => (await api.values(app, id)).items as Row[];
	const write = (value: unknown) =>
		api.ok('PUT', 'record.json', { app, id, record: { items: { value } } });

	beforeAll(async () => {
		app = await api.makeApp({
			title: 'SINGLE_LINE_TEXT',
			items: {
				type: 'SUBTABLE',
				fields: {
					name: { type: 'SINGLE_LINE_TEXT', required: true },
					amount: { type: 'NUMBER', defaultValue: '1' },
				},
			},
		});
	});

	beforeEach(async () => {
		id = await api.create(app, {
			items: {
				value: [{ value: cells({ name: 'a', amount: '5' }) }, { value: cells({ name: 'b' }) }],
			},
		});
	});

	it('gives rows IDs, types and defaults', async () => {
		const rows = await rowsOf();
		expect(rows.map((row) => row.value)).toEqual([
			{ name: { type: 'SINGLE_LINE_TEXT', value: 'a' }, amount: { type: 'NUMBER', value: '5' } },
			{ name: { type: 'SINGLE_LINE_TEXT', value: 'b' }, amount: { type: 'NUMBER', value: '1' } },
		]);
		expect(rows[0]?.id).toMatch(/^\d+$/);
		expect(rows[0]?.id).not.toBe(rows[1]?.id);
	});

	it('merges rows by ID, adds those without one and drops those left out', async () => {
		const [first] = await rowsOf();
		await write([
			{ value: cells({ name: 'new' }) },
			{ id: first?.id, value: cells({ amount: '9' }) },
			{ id: '999999', value: cells({ name: 'unknown id' }) },
		]);
		const rows = await rowsOf();
		expect(rows.map((row) => [row.value.name?.value, row.value.amount?.value])).toEqual([
			['new', '1'],
			['a', '9'],
			['unknown id', '1'],
		]);
		expect(rows[1]?.id).toBe(first?.id);
		expect(rows[2]?.id).not.toBe('999999');
	});

	it('names the cell of a row, and empties a number that is none', async () => {
		const record = { items: { value: [{ value: cells({ amount: 'abc' }) }] } };
		expect(await api.fault('PUT', 'record.json', { app, id, record })).toBe(
			'400 CB_VA01 record.items.value[0].value.name.value',
		);
		await write([{ value: cells({ name: 'n', amount: 'abc' }) }]);
		expect((await rowsOf())[0]?.value.amount?.value).toBe('');
	});
});
