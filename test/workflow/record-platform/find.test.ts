import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { cells, options } from '../../sandbox/record-platform/api';
import { runTool } from '../../support/agent';
import { useSandbox } from '../../support/sandbox';
import { Api, byId, jsonOf, ORDER_PROCESS, PASSWORD, runRecordPlatform } from './world';

const sandbox = useSandbox();
const api = new Api(sandbox);
const packages = loadPackages(['packages/n8n-nodes-record-platform']);
let app: string;

const FIELDS = {
	Number: { type: 'SINGLE_LINE_TEXT', label: 'Order number' },
	Amount: { type: 'NUMBER' },
	State: { type: 'DROP_DOWN', label: 'Progress', options: options('Open', 'Done') },
	Due: { type: 'DATE' },
	Secret: { type: 'SINGLE_LINE_TEXT', label: 'Margin' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT' }, Cost: { type: 'NUMBER' } },
	},
	Hidden: { type: 'SUBTABLE', fields: { Purchase: { type: 'SINGLE_LINE_TEXT' } } },
};

beforeAll(async () => {
	app = await api.makeApp(FIELDS, ORDER_PROCESS);
	const records = Array.from({ length: 12 }, (_, at) =>
		cells({
			Number: `N${at}`,
			Amount: at,
			State: at % 2 ? 'Done' : 'Open',
			Due: at < 6 ? '2020-01-31' : '2999-01-31',
			Secret: `s${at % 3}`,
			Lines: [{ value: { Article: { value: `A${at % 4}` }, Cost: { value: at } } }],
		}),
	);
	await api.ok('POST', 'records.json', { app, records });
});

/** Finds the numbers of the orders that match, smallest amount first; `more` is the author's. */
async function find(searchFor: unknown, more: IDataObject = {}) {
	const parameters = { app: byId(app), searchFor, ...more } as IDataObject;
	return await runRecordPlatform(sandbox, { resource: 'record', operation: 'find', parameters });
}

const amountsOf = (rows: IDataObject[]) =>
	rows.map(({ Amount }) => Number(Amount)).sort((one, other) => one - other);

const rows = (...list: object[]) => ({ conditions: { rows: list } });
const visible = { fields: ['Number', 'Amount', 'Progress', 'Due', 'Status', 'Lines'] };

describe('finds what conditions by label or code say', () => {
	it.each<[unknown, number[], IDataObject?]>([
		[[{ field: 'Order number', operator: 'equals', value: 'N3' }], [3]],
		[{ field: 'Number', value: 'N3' }, [3]],
		['[{"field": "Progress", "operator": "anyOf", "value": ["Open"]}]', [0, 2, 4, 6, 8, 10]],
		[[{ field: 'Amount', operator: 'greaterOrEqual', value: 10 }], [10, 11]],
		[[{ field: 'Due', operator: 'less', value: 'TODAY()' }], [0, 1, 2, 3, 4, 5]],
		[[{ field: 'Article', operator: 'equals', value: 'A3' }], [3, 7, 11]],
		[[{ field: 'Status', operator: 'equals', value: 'Working' }], []],
		['', [10, 11], rows({ field: 'Amount', operator: 'greater', value: 9 })],
		[
			[{ field: 'State', value: 'Open' }],
			[10],
			{ filterBy: 'query', query: 'Amount > 9 or $id < 2' },
		],
	])('%j finds %j', async (searchFor, expected, author = { limit: 50 }) => {
		const found = jsonOf(await find(searchFor, { ...visible, ...author }));
		const isOne = author.filterBy === 'query' ? [0, ...expected] : expected;
		expect(amountsOf(found)).toEqual(isOne);
		for (const row of found) {
			expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['Secret']));
		}
	});

	it('returns no more than the limit', async () => {
		expect(jsonOf(await find([], { limit: 3 }))).toHaveLength(3);
	});
});

const ALLOWED =
	'Use "Order number (Number)", "Amount", "Progress (State)", "Due", "Status", "Article" and "Cost"';

describe('refuses, and says what is possible', () => {
	it.each<[what: string, searchFor: unknown, message: string, advice: string, more?: IDataObject]>([
		[
			'an unknown field',
			[{ field: 'Nmber', value: 'x' }],
			'"Nmber" is not a field to search by',
			ALLOWED,
		],
		[
			'a field that is not allowed',
			[{ field: 'Secret', value: 's1' }],
			'"Secret" is not a field',
			ALLOWED,
		],
		['its label', [{ field: 'Margin', operator: 'empty' }], '"Margin" is not a field', ALLOWED],
		['a column of such a table', [{ field: 'Purchase', value: 'x' }], '"Purchase" is not', ALLOWED],
		['the record ID', [{ field: '$id', value: 1 }], '"$id" is not a field', ALLOWED],
		['a table', [{ field: 'Lines', operator: 'notEmpty' }], '"Lines" is not a field', ALLOWED],
		[
			'code in place of a field',
			[{ field: 'Amount > 0 or Secret', value: 1 }],
			'is not a field',
			ALLOWED,
		],
		['no field', [{ operator: 'equals', value: 1 }], 'is not a field to search by', ALLOWED],
		[
			'an operator of another type',
			[{ field: 'Progress', operator: 'greater', value: 'Open' }],
			'"greater" is not an operator for "State"',
			'Use "equals", "notEquals", "anyOf", "noneOf", "empty" and "notEmpty"',
		],
		[
			'a choice',
			[{ field: 'State', value: 'Opn' }],
			'"Opn" is not a choice',
			'Use "Open" and "Done"',
		],
		[
			'a status',
			[{ field: 'Status', operator: 'anyOf', value: ['Working', 'Shut'] }],
			'"Shut" is not a choice of "Status"',
			'Use "Not started", "Working" and "Finished"',
		],
		['a date', [{ field: 'Due', value: 'soon' }], 'is not a valid date', 'Use '],
		['no value', [{ field: 'Amount', operator: 'less' }], '"Amount" is empty', 'Enter a value'],
		[
			'an object without text',
			[{ field: 'Number', value: { toString: 'N1' } }],
			'is an object, not text',
			'Use one of',
		],
		['text', 'Amount > 0', 'is not a list of conditions', 'Use a list such as [{"field"'],
		['another key', [{ field: 'Amount', op: '>', value: 1 }], 'is not a list of', 'Use a list'],
		[
			'a limit in the query',
			[],
			"can't have a limit",
			'Limit',
			{ filterBy: 'query', query: 'limit 5' },
		],
		[
			'an open quote of the author',
			[{ field: 'Number', value: ' or $id > 0 or Number = ' }],
			'is not closed',
			'Correct',
			{ filterBy: 'query', query: 'Number = "5" inch"' },
		],
	])('%s', async (_what, searchFor, message, advice, more = {}) => {
		const { error } = await find(searchFor, { ...visible, ...more });
		expect(error).toMatchObject({ message: expect.stringContaining(message) as string });
		expect(error?.description).toContain(advice);
	});

	const byModel = "={{ $fromAI('x', '', 'string') }}";
	it.each<[string, IDataObject, string?]>([
		['Query', { filterBy: 'query', query: `=Number = "${byModel.slice(1)}"` }],
		['Filter By', { filterBy: byModel }, 'conditions'],
		['Must Match', { match: byModel }, 'any'],
		['Conditions', rows({ field: 'Secret', operator: 'equals', value: byModel })],
		['Field Names or IDs', { fields: byModel }],
	])('a model that fills in "%s"', async (label, author, x = '') => {
		const { answers } = await asTool(author, [{ Search_For: [], x }]);
		const [{ error }] = JSON.parse(answers[0] ?? '') as [{ error: string }];
		expect(error).toContain(`"${label}" can't be filled in by a model`);
	});

	it('says all that is wrong at once', async () => {
		const asked = [
			{ field: 'Nmber', value: 1 },
			{ field: 'Amount', operator: 'contains', value: 1 },
		];
		const { error } = await find(asked, visible);
		expect(error?.message).toMatch(/"Nmber" is not a field.*"contains" is not an operator/);
	});
});

async function asTool(
	parameters: IDataObject,
	calls: IDataObject[],
	by: 'engine' | 'langchain' = 'engine',
) {
	return await runTool({
		type: 'n8n-nodes-record-platform.recordPlatform',
		parameters: { resource: 'record', operation: 'find', app: byId(app), ...parameters },
		credential: { type: 'recordPlatformApi', data: { baseUrl: sandbox.url, ...PASSWORD } },
		loaded: await packages,
		by,
		calls,
	});
}

it.each(['engine', 'langchain'] as const)(
	'asks the model for conditions without any setting, and answers so that it can mend them: %s',
	async (by) => {
		const { asks, description, answers } = await asTool(
			visible,
			[
				{ Search_For: [{ field: 'Progress', operator: 'equals', value: 'Opened' }] },
				{
					Search_For: [
						{ field: 'Progress', value: 'Open' },
						{ field: 'Amount', operator: 'less', value: 2 },
					],
				},
				{ Search_For: [{ field: 'Amount', operator: 'less', value: 0 }] },
				{ Search_For: [{}] },
			],
			by,
		);
		expect({ asks, description }).toEqual({
			asks: ['Search_For'],
			description: 'Find records in Record Platform',
		});
		const [wrong, right, none, all] = answers;
		expect(wrong).toMatch(/Use \\?"Open\\?" and \\?"Done\\?"/);
		expect(JSON.parse(right ?? '')).toEqual([
			{
				Number: 'N0',
				Amount: 0,
				State: 'Open',
				Due: '2020-01-31',
				Status: 'Not started',
				Lines: [expect.objectContaining({ Article: 'A0', Cost: 0 })],
			},
		]);
		expect(none).toContain('Nothing was found');
		expect(JSON.parse(all ?? '')).toHaveLength(12);
	},
);

describe('whatever a model gives', () => {
	/** What an author may fix, and the amounts of the orders that meet it. */
	const AUTHORS: Array<[IDataObject, number[]]> = [
		[
			{
				filterBy: 'conditions',
				match: 'any',
				...rows(
					{ field: 'Amount|NUMBER', operator: 'equals', value: '4' },
					{ field: 'Secret', operator: 'equals', value: 's1' },
				),
			},
			[1, 4, 7, 10],
		],
		[
			{ filterBy: 'query', query: 'Amount < 3 or (Secret = "s2" and State in ("Open"))' },
			[0, 1, 2, 8],
		],
		[
			{ filterBy: 'query', query: 'Number not in ("N0", "a \\"or\\" (b") order by Amount asc' },
			[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
		],
	];
	const SHOWN = ['$id', 'Number', 'Amount', 'State', 'Lines'];
	const HOSTILE = [
		'" or $id > 0 or Number = "',
		'") or ($id > 0',
		'\\" or $id > 0 or Number = \\"',
		'\\',
		'"',
		'(',
		') or (',
		'N1") or Secret in ("s1',
		'LOGINUSER()',
		'TODAY() or $id > 0',
		'$id > 0',
		'Secret',
		'Margin',
		'or',
		'*',
		'%',
		'a\nor $id > 0',
		'limit 500',
		'order by Secret asc limit 12 offset 0',
		'＂ or $id > 0',
	];
	const name = fc.oneof(
		{
			weight: 3,
			arbitrary: fc.constantFrom(
				'Number',
				'Order number',
				'Amount',
				'State',
				'Article',
				'Cost',
				'$id',
			),
		},
		fc.constantFrom(
			'Secret',
			'Margin',
			'Purchase',
			'Hidden.Purchase',
			'Number = "" or Secret',
			'Secret|NUMBER',
		),
		fc.constantFrom(...HOSTILE),
	);
	const operator = fc.oneof(
		{
			weight: 4,
			arbitrary: fc.constantFrom(
				'equals',
				'notEquals',
				'contains',
				'notContains',
				'greater',
				'less',
				'anyOf',
				'noneOf',
				'empty',
				'notEmpty',
			),
		},
		fc.constantFrom('or', '= "" or Secret =', 'like', 'constructor', '__proto__'),
	);
	const text = fc.oneof(
		fc.constantFrom(...HOSTILE, 'N1', '4', 'Open', 'A1'),
		fc.string({ unit: 'binary', maxLength: 6 }),
		fc.integer({ min: -1, max: 12 }),
	);
	const value = fc.oneof(
		{ weight: 4, arbitrary: text },
		fc.array(text, { maxLength: 3 }),
		fc.constantFrom(null, true, { value: 'N1' }, { code: '" or $id > 0' }, { toString: 'N1' }),
	);
	const one = fc.oneof(
		{ weight: 6, arbitrary: fc.record({ field: name, operator, value }) },
		fc.record({
			field: name,
			operator,
			value,
			kind: fc.constant('text'),
			match: fc.constant('any'),
		}),
	);
	const searchFor = fc.oneof(
		{ weight: 8, arbitrary: fc.array(one, { maxLength: 3 }) },
		fc.constantFrom(...HOSTILE),
		fc.constantFrom({ rows: [] }, { filterBy: 'query', query: '' }, [[]], '[{"field": "$id"'),
	);

	it('finds a part of what the author allows, and shows no other field', async () => {
		let found = 0;
		await fc.assert(
			fc.asyncProperty(fc.nat(AUTHORS.length - 1), searchFor, async (which, asked) => {
				const [author, allowed] = AUTHORS[which] as [IDataObject, number[]];
				const outcome = await find(asked, { ...author, fields: SHOWN });
				if (outcome.error) return void expect(outcome.error.description).toBeTruthy();
				found += 1;
				const output = jsonOf(outcome);
				expect(allowed).toEqual(expect.arrayContaining(amountsOf(output)));
				for (const row of output) expect(Object.keys(row).sort()).toEqual([...SHOWN].sort());
				expect(JSON.stringify(asked)).not.toMatch(/"field":"(Secret|Margin|Purchase|Hidden)/);
			}),
			{ numRuns: process.env.NIGHT === '1' ? 2000 : 150 },
		);
		// Most are refused.
		expect(found).toBeGreaterThan(10);
	});

	it.each(AUTHORS)('the author %j allows what is said here', async (author, allowed) => {
		expect(amountsOf(jsonOf(await find([], author)))).toEqual(allowed);
	});
});
