import { lookupOf } from '../../support/lookup-scene';
import { cells, type Fields, options, useApi } from './api';

const { api } = useApi();

type Properties = Record<string, Record<string, unknown>>;

const errorsOf = async (app: string, values: Record<string, unknown>) =>
	(await api.send('POST', 'record.json', { app, record: cells(values) })).body.errors;

const newApp = async (): Promise<string> =>
	(await api.ok<{ app: string }>('POST', 'preview/app.json', { name: 'Test' })).app;

/** Status, code and message of a request that is refused. */
const refusal = async (method: string, path: string, body: object) => {
	const answer = await api.send(method, path, body);
	return [answer.status, answer.body.code, answer.body.message];
};

it('a text field with a minimum length refuses an empty or absent value on creation', async () => {
	const app = await api.makeApp({
		code: { type: 'SINGLE_LINE_TEXT', minLength: '3' },
		other: 'SINGLE_LINE_TEXT',
	});
	const tooShort = { 'record.code.value': { messages: ['Enter more than 2 characters.'] } };
	expect(await errorsOf(app, { other: 'a' })).toEqual(tooShort);
	expect(await errorsOf(app, { code: '' })).toEqual(tooShort);
	expect(await errorsOf(app, { code: null })).toEqual(tooShort);
	const id = await api.create(app, cells({ code: 'abc' }));
	// What an update with an empty value gives was not measured, so it passes.
	await api.ok('PUT', 'record.json', { app, id, record: cells({ other: 'b' }) });
	await api.ok('PUT', 'record.json', { app, id, record: cells({ code: '' }) });
	expect(await api.allValues(app)).toMatchObject([{ $id: id, code: '', other: 'b' }]);
});

it('a link field checks its format', async () => {
	const app = await api.makeApp({
		web: { type: 'LINK', protocol: 'WEB', minLength: '12' },
		free: { type: 'LINK', protocol: 'WEB' },
		mail: { type: 'LINK', protocol: 'MAIL' },
		phone: { type: 'LINK', protocol: 'CALL' },
	});
	const messages = async (web: string) =>
		(await errorsOf(app, { web }))?.['record.web.value']?.messages;
	for (const free of ['not a url', 'javascript:alert(1)', 'JavaScript:alert(1)']) {
		expect(await errorsOf(app, { free, web: 'https://example.com' })).toEqual({
			'record.free.value': { messages: ['Enter a valid URL.'] },
		});
	}
	expect(await messages('javascript:alert(1)')).toEqual(['Enter a valid URL.']);
	expect(await messages('this is not a url')).toEqual(['Enter a valid URL.']);
	expect(await messages('not a url')).toEqual([
		'Enter more than 11 characters.',
		'Enter a valid URL.',
	]);
	for (const web of ['https://example.com/a?b=1', 'ftp://example.com', 'HTTP://EXAMPLE.COM', '']) {
		await api.create(app, cells({ web, mail: 'anything', phone: 'anything' }));
	}
});

describe('lookups are checked when fields are added or changed:', () => {
	let source: string;

	beforeAll(async () => {
		source = await api.makeApp({
			Code: { type: 'SINGLE_LINE_TEXT', unique: true },
			Name: 'SINGLE_LINE_TEXT',
			Price: 'NUMBER',
		});
	});

	const lookupField = (...copies: Array<[string, string]>) => ({
		type: 'SINGLE_LINE_TEXT',
		lookup: lookupOf(source, 'Code', ...copies),
	});
	const outcome = async (app: string, method: string, properties: Fields) =>
		(await refusal(method, 'preview/app/form/fields.json', { app, properties })).slice(0, 2);
	const copy = { type: 'SINGLE_LINE_TEXT', code: 'copy' };

	it('a mapping to a field that exists nowhere is GAIA_FC01', async () => {
		const app = await newApp();
		const gone = { key: lookupField(['nowhere', 'Name']), copy };
		expect(await outcome(app, 'POST', gone)).toEqual([400, 'GAIA_FC01']);
		const unknown = { key: lookupField(['copy', 'nowhere']), copy };
		expect(await outcome(app, 'POST', unknown)).toEqual([400, 'GAIA_FC01']);
		await api.addFields(app, { key: lookupField(['copy', 'Name']), copy });
		expect(await outcome(app, 'PUT', { key: lookupField(['nowhere', 'Name']) })).toEqual([
			400,
			'GAIA_FC01',
		]);
	});

	it('two lookups with one destination are CB_VA01', async () => {
		const app = await newApp();
		const first = { key: lookupField(['copy', 'Name']), copy };
		const second = { second: lookupField(['copy', 'Name']) };
		expect(await outcome(app, 'POST', { ...first, ...second })).toEqual([400, 'CB_VA01']);
		await api.addFields(app, first);
		expect(await outcome(app, 'POST', second)).toEqual([400, 'CB_VA01']);
		await api.addFields(app, { second: lookupField(['other', 'Name']), other: 'SINGLE_LINE_TEXT' });
		expect(await outcome(app, 'PUT', second)).toEqual([400, 'CB_VA01']);
		const path = 'preview/app/form/fields.json';
		const { properties } = await api.get<{ properties: Properties }>(path, { app });
		expect(properties.second).toMatchObject({ lookup: { fieldMappings: [{ field: 'other' }] } });
	});

	it('a key field that is not unique fails at the deploy with GAIA_LO03', async () => {
		const app = await newApp();
		await api.addFields(app, {
			key: { type: 'SINGLE_LINE_TEXT', lookup: lookupOf(source, 'Name') },
		});
		const [status, code] = await refusal('POST', 'preview/app/deploy.json', { apps: [{ app }] });
		expect([status, code]).toEqual([400, 'GAIA_LO03']);
	});

	it("a field that is another app's lookup key cannot be deleted: GAIA_LO02", async () => {
		const other = await api.makeApp({ Key: { type: 'SINGLE_LINE_TEXT', unique: true } });
		await api.makeApp({ key: { type: 'SINGLE_LINE_TEXT', lookup: lookupOf(other, 'Key') } });
		const path = 'preview/app/form/fields.json';
		const refused = await refusal('DELETE', path, { app: other, fields: ['Key'] });
		expect(refused.slice(0, 2)).toEqual([400, 'GAIA_LO02']);
		const { properties } = await api.get<{ properties: object }>(path, { app: other });
		expect(properties).toHaveProperty('Key');
		await api.ok('DELETE', path, { app: source, fields: ['Price'] });
	});
});

it('a required check box that is sent a choice it does not have gets both errors', async () => {
	const app = await api.makeApp({
		check: { type: 'CHECK_BOX', options: options('A', 'B'), required: true },
		free: { type: 'CHECK_BOX', options: options('A', 'B') },
	});
	const unknown = { messages: ['The value, "X", is not in options.'] };
	expect(await errorsOf(app, { check: ['X'] })).toEqual({
		'record.check.values[0].value': unknown,
		'record.check.values': { messages: ['Required.'] },
	});
	expect(await errorsOf(app, { check: ['A'], free: ['B', 'X'] })).toEqual({
		'record.free.values[1].value': unknown,
	});
});

describe('formulas', () => {
	const FIELDS: Fields = {
		text: { type: 'SINGLE_LINE_TEXT' },
		drop: { type: 'DROP_DOWN', options: options('A', 'B') },
		check: { type: 'CHECK_BOX', options: options('A', 'B') },
		number: { type: 'NUMBER' },
		day: { type: 'DATE' },
		table: {
			type: 'SUBTABLE',
			fields: {
				inText: { type: 'SINGLE_LINE_TEXT' },
				inNumber: { type: 'NUMBER' },
				inCheck: { type: 'CHECK_BOX', options: options('A', 'B') },
			},
		},
	};

	it('CONTAINS over a top-level drop-down or text gives the empty text', async () => {
		const of = (code: string) => ({
			type: 'SINGLE_LINE_TEXT',
			expression: `IF(CONTAINS(${code}, "A"), "yes", "no")`,
		});
		const app = await api.makeApp({
			...FIELDS,
			ofText: of('text'),
			ofDrop: of('drop'),
			ofCheck: of('check'),
			ofRows: of('inText'),
		});
		const rows = [{ value: cells({ inText: 'B' }) }, { value: cells({ inText: 'A' }) }];
		const id = await api.create(app, cells({ text: 'A', drop: 'A', check: ['A'], table: rows }));
		expect(await api.values(app, id)).toMatchObject({
			ofText: '',
			ofDrop: '',
			ofCheck: 'yes',
			ofRows: 'yes',
		});
	});

	it('CONTAINS in a table sees the choices of its own row', async () => {
		const expression = 'IF(CONTAINS(inCheck, "A"), "yes", "no")';
		const check = { type: 'CHECK_BOX', options: options('A', 'B') };
		const own = { inCheck: check, told: { type: 'SINGLE_LINE_TEXT', expression } };
		const app = await api.makeApp({ table: { type: 'SUBTABLE', fields: own } });
		const rows = [['B'], ['A', 'B']].map((inCheck) => ({ value: cells({ inCheck }) }));
		const id = await api.create(app, cells({ table: rows }));
		const found = (await api.values(app, id)).table as Array<{ value: { told: object } }>;
		expect(found.map(({ value }) => value.told)).toMatchObject([{ value: 'no' }, { value: 'yes' }]);
	});

	it.each([
		...`CONTAINS(inNumber, "1") | CONTAINS(inCheck, "A") | CONTAINS(number, "1") | text * 2 |
			"a" + 1 | 1 - (text & "b") | check & "a" | -text | SUM(inText) | ROUND(drop) |
			IF(text, 1, 2) | NOT(check)`.split(/\s*\|\s+/),
	])('whose types do not fit fail at the deploy with GAIA_IL01: %s', async (expression) => {
		const app = await newApp();
		await api.addFields(app, { ...FIELDS, result: { type: 'CALC', expression } });
		const [status, code, message] = await refusal('POST', 'preview/app/deploy.json', {
			apps: [{ app }],
		});
		expect([status, code]).toEqual([400, 'GAIA_IL01']);
		expect(message).toContain('result');
	});

	it.each([
		'IF(number = "", "", number * 2)',
		'IF(text = "A", 1, 0) + day',
		'SUM(inNumber) * 2',
		'text & number & day',
		'IF(AND(number > 1, text != ""), "a", 3) & "b"',
		'DATE_FORMAT(day, "YYYY", "system")',
		'ROUND(number / 3, 2)',
	])('whose types fit are deployed: %s', async (expression) => {
		const app = await newApp();
		await api.addFields(app, { ...FIELDS, result: { type: 'SINGLE_LINE_TEXT', expression } });
		expect(await api.deploy(app)).toBe('SUCCESS');
	});
});

it('fields that leave them out have the defaults of the service', async () => {
	const source = await api.makeApp({ Code: { type: 'SINGLE_LINE_TEXT', unique: true } });
	const withoutSort = { ...lookupOf(source, 'Code'), sort: undefined };
	const list = {
		relatedApp: { app: source },
		condition: { field: 'text', relatedField: 'Code' },
		displayFields: ['Code'],
	};
	const app = await api.makeApp({
		text: 'SINGLE_LINE_TEXT',
		files: 'FILE',
		key: { type: 'SINGLE_LINE_TEXT', lookup: withoutSort },
		list: { type: 'REFERENCE_TABLE', referenceTable: list },
		radio: {
			type: 'RADIO_BUTTON',
			options: { B: { label: 'B', index: '1' }, A: { label: 'A', index: '0' } },
		},
		large: { type: 'FILE', thumbnailSize: '500' },
		sorted: { type: 'SINGLE_LINE_TEXT', lookup: { ...withoutSort, sort: 'Code asc' } },
	});
	const { properties } = await api.get<{ properties: Properties }>('app/form/fields.json', { app });
	expect(properties).toMatchObject({
		files: { thumbnailSize: '50' },
		key: { lookup: { sort: 'Record_number desc' } },
		list: { referenceTable: { sort: 'Record_number desc' } },
		radio: { defaultValue: 'A' },
		large: { thumbnailSize: '500' },
		sorted: { lookup: { sort: 'Code asc' } },
	});
	expect((await api.values(app, await api.create(app))).radio).toBe('A');
});
