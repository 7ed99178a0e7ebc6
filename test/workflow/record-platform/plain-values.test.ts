import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { cells, options } from '../../sandbox/record-platform/api';
import { builtIn } from '../../support/built-in-fields';
import { pricesOf } from '../../support/lookup-scene';
import { useSandbox } from '../../support/sandbox';
import { editor } from './editor';
import { Api, automatic, byId, jsonOf, mapping, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;
let source: string;
let target: string;
let products: string;

const CHOICES = options('a, b', 'b', '1');

/** A field of every type that a record holds. */
const fields = () => ({
	Line: { type: 'SINGLE_LINE_TEXT' },
	Unique: { type: 'SINGLE_LINE_TEXT', unique: true },
	Long: { type: 'MULTI_LINE_TEXT' },
	Rich: { type: 'RICH_TEXT' },
	Amount: { type: 'NUMBER' },
	Sum: { type: 'CALC', expression: 'Amount * 2' },
	Joined: { type: 'SINGLE_LINE_TEXT', expression: 'Line & "!"' },
	Web: { type: 'LINK', protocol: 'WEB' },
	Boxes: { type: 'CHECK_BOX', options: CHOICES },
	Several: { type: 'MULTI_SELECT', options: CHOICES },
	Drop: { type: 'DROP_DOWN', options: CHOICES },
	Radio: { type: 'RADIO_BUTTON', options: CHOICES, defaultValue: 'b' },
	Day: { type: 'DATE' },
	Clock: { type: 'TIME' },
	Moment: { type: 'DATETIME' },
	People: { type: 'USER_SELECT' },
	Units: { type: 'ORGANIZATION_SELECT' },
	Groups: { type: 'GROUP_SELECT' },
	Files: { type: 'FILE' },
	Product: { type: 'SINGLE_LINE_TEXT', lookup: pricesOf(products, 'Cost') },
	Cost: { type: 'NUMBER' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Part: { type: 'SINGLE_LINE_TEXT' },
			Count: { type: 'NUMBER' },
			Kind: { type: 'DROP_DOWN', options: CHOICES },
			Tags: { type: 'CHECK_BOX', options: CHOICES },
			Who: { type: 'USER_SELECT' },
			When: { type: 'DATETIME' },
			Proof: { type: 'FILE' },
			Double: { type: 'CALC', expression: 'Count * 2' },
		},
	},
});

beforeAll(async () => {
	api = new Api(sandbox.url);
	products = await api.makeApp({
		Code: { type: 'SINGLE_LINE_TEXT', unique: true },
		Price: { type: 'NUMBER' },
	});
	await api.create(products, cells({ Code: 'P1', Price: '9.5' }));
	source = await api.makeApp(fields());
	target = await api.makeApp(fields());
});

const run = async (app: string, operation: string, parameters: IDataObject, more = {}) =>
	await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: { app: byId(app), ...parameters },
		...more,
	});

const code = (one: string) => [{ code: one }];
const FULL = {
	Line: ' "quoted", text ',
	Long: 'two\nlines, and a comma',
	Rich: '<b>bold</b>',
	Amount: '12345678901234567890.123',
	Web: 'https://example.com/?a=1,2',
	Boxes: ['a, b', '1'],
	Several: ['b'],
	Drop: 'a, b',
	Radio: '1',
	Day: '2026-01-31',
	Clock: '00:05',
	Moment: '2026-01-31T15:30:00Z',
	People: code('sato'),
	Groups: code('everyone'),
	Product: 'P1',
	Lines: [
		{
			value: cells({
				Part: 'x, y',
				Count: '3',
				Kind: 'a, b',
				Tags: ['a, b'],
				Who: code('sato'),
				When: '2026-01-31T15:30:00Z',
			}),
		},
		{ value: cells({ Part: '', Count: '', Kind: '', Tags: [], Who: [], When: '' }) },
	],
};
const EMPTY = Object.fromEntries(
	Object.entries(FULL).map(([key, value]) => [key, Array.isArray(value) ? [] : '']),
);

/** What a record holds, without what every record has of its own. */
async function content(app: string, id: string) {
	const values = await api.values(app, id);
	const own = new Set(['$id', '$revision', ...Object.values(builtIn)]);
	return Object.fromEntries(
		Object.entries(values)
			.filter(([key]) => !own.has(key))
			.map(([key, value]) => [key, key === 'Lines' ? rowsOf(value) : value]),
	);
}
const rowsOf = (rows: unknown) => (rows as Array<{ value: IDataObject }>).map(({ value }) => value);

const reads: Array<[string, IDataObject]> = [
	['simplified', {}],
	['simplified, numbers as numbers', { options: { numbersAsNumbers: true } }],
	['in the form of the service', { simplify: false }],
];

describe.each(reads)('a record that was read %s', (_, how) => {
	it.each<[string, () => Record<string, unknown>]>([
		['of all types', () => FULL],
		['with nothing in it', () => ({ ...EMPTY, Radio: 'b' })],
		['that was never filled in', () => ({})],
	])('%s goes into another app as it is', async (_name, make) => {
		const id = await api.create(source, cells(make()));
		const query = `$id = ${id}`;
		const items = jsonOf(await run(source, 'getAll', { filterBy: 'query', query, ...how }));
		const [created] = jsonOf(await run(target, 'create', { fields: automatic() }, { items }));
		const copy = String(created?.id);
		expect(await content(target, copy)).toEqual(await content(source, id));

		const other = await api.create(target, cells({ Line: 'before', Boxes: ['b'], Amount: 1 }));
		const change = { fields: automatic({ matchingColumns: ['$id'] }) };
		const [changed] = jsonOf(
			await run(target, 'update', change, { items: [{ ...items[0], $id: other }] }),
		);
		expect(changed?.id).toBe(other);
		expect(await content(target, other)).toEqual(await content(source, id));
	});
});

it.each(reads)('files of a record that was read %s are copied to a new one', async (_, how) => {
	const upload = async (name: string) => {
		const form = new FormData();
		form.append('file', new Blob([`content of ${name}`], { type: 'text/plain' }), name);
		const url = `${sandbox.url}/k/v1/file.json`;
		const answer = await fetch(url, { method: 'POST', headers: api.headers, body: form });
		return (await answer.json()) as { fileKey: string };
	};
	const Lines = [{ value: cells({ Part: 'x', Proof: [await upload('c.txt')] }) }];
	const Files = [await upload('a.txt'), await upload('b.txt')];
	const id = await api.create(source, cells({ Files, ...(how.simplify !== false && { Lines }) }));
	const query = `$id = ${id}`;
	const items = jsonOf(await run(source, 'getAll', { filterBy: 'query', query, ...how }));
	const [created] = jsonOf(await run(target, 'create', { fields: automatic() }, { items }));
	const downloaded = await runRecordPlatform(sandbox, {
		resource: 'file',
		operation: 'downloadFromRecord',
		parameters: { app: byId(target), recordId: byId(String(created?.id)), options: {} },
	});
	const contents = downloaded.output.flatMap(({ binary }) =>
		Object.values(binary ?? {}).map(({ fileName }) => fileName),
	);
	expect(contents).toEqual(['a.txt', 'b.txt', ...(how.simplify === false ? [] : ['c.txt'])]);
});

describe('plain values of a person', () => {
	it('leave fields that are absent as they are, and clear those that are empty', async () => {
		const id = await api.create(target, cells(FULL));
		const empty = Object.fromEntries(
			Object.keys(FULL)
				.filter((key) => key !== 'Radio')
				.map((key) => [key, null]),
		);
		const fieldsOf = { fields: automatic({ matchingColumns: ['$id'] }) };
		jsonOf(await run(target, 'update', fieldsOf, { items: [{ $id: id, Line: 'new' }] }));
		expect(await api.values(target, id)).toMatchObject({ Line: 'new', Drop: 'a, b', Cost: '9.5' });
		jsonOf(await run(target, 'update', fieldsOf, { items: [{ $id: id, ...empty }] }));
		expect(await api.values(target, id)).toMatchObject({
			Line: '',
			Amount: '',
			Boxes: [],
			Day: null,
			People: [],
			Product: '',
			Cost: '',
			Lines: [],
			Radio: '1',
		});
	});

	it.each<[string, IDataObject, string, string]>([
		[
			'a choice of another case',
			{ Radio: 'B' },
			'Field "Radio" has no choice "B"',
			'Did you mean "b"',
		],
		[
			'a choice that is none',
			{ Boxes: 'b, x' },
			'has no choice "x"',
			'Its choices are "a, b", "b", "1"',
		],
		[
			'a choice in a table',
			{ Lines: [{ Kind: 'b' }, { Kind: 'c' }] },
			'Field "Lines, row 2, Kind" has no choice "c"',
			'Its choices are',
		],
		['a number with commas', { Amount: '1,200' }, 'Field "Amount" must be a number', 'Use 1200'],
		['a date that is none', { Day: '2026-02-30' }, '"Day" is not a valid date', '2026-01-31'],
		['a person who is unknown', { People: 'nobody' }, 'CB_VA01', ''],
	])('that are %s are refused by name', async (_, value, message, advice) => {
		await sandbox.forget();
		const { output } = await run(
			target,
			'create',
			{ fields: automatic() },
			{ items: [{ Line: 'good' }, value], onError: 'continueRegularOutput' },
		);
		expect(output[0]?.json.id).toEqual(expect.any(String));
		expect(output[1]?.error?.message).toContain(message);
		expect(output[1]?.error?.description ?? '').toContain(advice);
		if (message.includes('CB_')) return;
		const writes = (await sandbox.requests()).filter(({ method }) => method === 'POST');
		expect(writes).toHaveLength(1);
	});

	it('may be a choice that is newer than the stored form', async () => {
		const boxes = { id: 'Boxes', displayName: 'Boxes', fieldType: 'CHECK_BOX', type: 'string' };
		const stale = { schema: [{ ...boxes, choices: ['z'] }] };
		const [row] = jsonOf(await run(target, 'create', { fields: mapping({ Boxes: 'b' }, stale) }));
		expect((await api.values(target, String(row?.id))).Boxes).toEqual(['b']);
		const { error } = await run(target, 'create', { fields: mapping({ Boxes: 'y' }, stale) });
		expect(error?.message).toContain('has no choice "y"');
		expect(error?.description).toContain('Its choices are "a, b", "b", "1"');
	});
});

describe('the mapper', () => {
	it('offers every field that can be filled in, with its choices, and no other', async () => {
		const context = await editor(sandbox, { app: byId(target), options: {} });
		const { fields: offered } = await methods.resourceMapping.getFieldsToCreate.call(context);
		const shown = offered.filter(({ removed }) => !removed).map(({ id }) => id);
		const hidden = ['Sum', 'Joined', 'Cost'];
		expect(shown.sort()).toEqual(
			Object.keys(fields())
				.filter((key) => !hidden.includes(key))
				.sort(),
		);
		const drop = offered.find(({ id }) => id === 'Drop');
		expect(drop?.options?.map(({ value }) => value)).toEqual(['a, b', 'b', '1']);
	});

	it('matches by unique fields alone, and marks what is required', async () => {
		const app = await api.makeApp({
			Must: { type: 'SINGLE_LINE_TEXT', required: true },
			Key: { type: 'NUMBER', unique: true },
		});
		const context = await editor(sandbox, { app: byId(app), options: {} });
		const { fields: offered } = await methods.resourceMapping.getFieldsToUpsert.call(context);
		expect(
			offered.map(({ id, required, canBeUsedToMatch }) => [id, required, canBeUsedToMatch]),
		).toEqual([
			['Must', true, false],
			['Key', false, true],
		]);
	});
});
