import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { cells, options, useApi } from '../../sandbox/record-platform/api';
import { runTool, type ToolRun } from '../../support/agent';
import { byId, jsonOf, ORDER_PROCESS, PASSWORD, runRecordPlatform } from './world';

const { sandbox, api } = useApi();
const packages = loadPackages(['packages/n8n-nodes-record-platform']);
const TEXT = { type: 'SINGLE_LINE_TEXT' };
const NUMBER = { type: 'NUMBER' };
let app: string;

beforeAll(async () => {
	const fields = {
		Number: { ...TEXT, label: 'Order number' },
		Amount: NUMBER,
		State: { type: 'DROP_DOWN', label: 'Progress', options: options('Open', 'Done') },
		Due: { type: 'DATE' },
		Secret: { ...TEXT, label: 'Margin' },
		Lines: { type: 'SUBTABLE', fields: { Article: TEXT, Cost: NUMBER } },
		Hidden: { type: 'SUBTABLE', fields: { Purchase: TEXT } },
	};
	app = await api.makeApp(fields, ORDER_PROCESS);
	const records = Array.from({ length: 12 }, (_, at) => ({
		...cells({ Number: `N${at}`, Amount: at, State: at % 2 ? 'Done' : 'Open' }),
		...cells({ Due: at < 6 ? '2020-01-31' : '2999-01-31', Secret: `s${at % 3}` }),
		...cells({ Lines: [{ value: cells({ Article: `A${at % 4}`, Cost: at }) }] }),
	}));
	await api.ok('POST', 'records.json', { app, records });
});

async function find(searchFor: unknown, author: IDataObject = {}) {
	const parameters = { app: byId(app), searchFor, ...author } as IDataObject;
	return await runRecordPlatform(sandbox, { resource: 'record', operation: 'find', parameters });
}

async function asTool(author: IDataObject, calls: IDataObject[], by: ToolRun['by'] = 'engine') {
	return await runTool({
		type: 'n8n-nodes-record-platform.recordPlatform',
		parameters: { resource: 'record', operation: 'find', app: byId(app), ...author },
		credential: { type: 'recordPlatformApi', data: { baseUrl: sandbox.url, ...PASSWORD } },
		loaded: await packages,
		by,
		calls,
	});
}

/** Conditions of the form `field|operator|value`. */
const asked = (...texts: string[]) =>
	texts.map((text) => {
		const [field, operator, value] = text.split('|');
		return { field, operator, value };
	});
const amountsOf = (rows: IDataObject[]) =>
	rows.map(({ Amount }) => Number(Amount)).sort((one, other) => one - other);
const rows = (...texts: string[]) => ({ conditions: { rows: asked(...texts) } });
const visible = { allowedFields: ['Number', 'Amount', 'Progress', 'Due', 'Status', 'Lines'] };
const byQuery = (query: string) => ({ filterBy: 'query', query });

it.each<[unknown, number[], IDataObject?]>([
	[asked('Order number|equals|N3'), [3]],
	[{ field: 'Number', value: 'N3' }, [3]],
	['[{"field": "Progress", "operator": "anyOf", "value": ["Open"]}]', [0, 2, 4, 6, 8, 10]],
	[asked('Amount|greaterOrEqual|10'), [10, 11]],
	[asked('Due|less|TODAY()'), [0, 1, 2, 3, 4, 5]],
	[asked('Article|equals|A3'), [3, 7, 11]],
	[asked('Status|equals|Working'), []],
	['', [10, 11], rows('Amount|greater|9')],
	[asked('State|equals|Open'), [0, 10], byQuery('Amount > 9 or $id < 2')],
	[[], [9, 10, 11], { limit: 3 }],
])('%j finds %j by label or code, within %j', async (searchFor, amounts, author = {}) => {
	const found = jsonOf(await find(searchFor, { ...visible, ...author }));
	expect(amountsOf(found)).toEqual(amounts);
	for (const row of found) expect(row).not.toHaveProperty('Secret');
});

describe('refuses, and says what is possible', () => {
	const refused = async (searchFor: unknown, author: IDataObject, message: string) => {
		const { error } = await find(searchFor, { ...visible, ...author });
		expect(`${error?.message.replace(' [item 0]', '')}. ${error?.description}`).toContain(message);
	};

	it.each([
		...['Nmber|equals|x', 'Secret|equals|s1', 'Margin|empty', 'Purchase|equals|x', '$id|equals|1'],
		...['Lines|notEmpty', 'Amount > 0 or Secret|equals|1', '|equals|1', 'Hidden.Purchase|empty'],
	])('%s: a field that is not there, or not allowed', async (text) => {
		const [one] = asked(text);
		const names =
			'"Order number (Number)", "Amount", "Progress (State)", "Due", "Status", "Article" and "Cost"';
		await refused([one], {}, `"${one?.field}" is not a field to search by. Use ${names}`);
	});

	it.each<[string, string]>([
		[
			'Progress|greater|Open',
			'"greater" is not an operator for "State". Use "equals", "notEquals"',
		],
		['State|equals|Opn', '"Opn" is not a choice of "State". Use "Open" and "Done"'],
		['Status|anyOf|Working, Shut', '"Shut" is not a choice of "Status". Use "Not started", "Wor'],
		['Due|equals|soon', '"Due" is not a valid date: "soon". Use '],
		['Amount|less', '"Amount" is empty. Enter a value'],
	])('%s: %s', async (text, message) => await refused(asked(text), {}, message));

	it.each<[unknown, string, IDataObject?]>([
		['Amount > 0', 'is not a list of conditions: "Amount > 0". Use a list such as [{"field"'],
		[[{ field: 'Amount', op: '>', value: 1 }], 'is not a list of conditions'],
		[[{ field: 'Number', value: { toString: 'N1' } }], 'is an object, not text. Use one of'],
		[[], "can't have a limit or an offset. Use the parameter Limit", byQuery('limit 5')],
		[
			asked('Number|equals| or $id > 0 or Number = '),
			'is not closed',
			byQuery('Number = "5" inch"'),
		],
		[
			asked('a|equals|1', 'Amount|contains|1'),
			'"a" is not a field to search by. "contains" is not',
		],
	])('%j: %s', async (searchFor, message, author = {}) => {
		await refused(searchFor, author, message);
	});

	const byModel = "={{ $fromAI('x', '', 'string') }}";
	it.each<[string, IDataObject, string?]>([
		['Query', byQuery(`=Number = "${byModel.slice(1)}"`)],
		['Filter By', { filterBy: byModel }, 'conditions'],
		['Must Match', { match: byModel }, 'any'],
		['Conditions', rows(`Secret|equals|${byModel}`)],
		['Field Names or IDs', { allowedFields: byModel }],
	])('a model that fills in "%s"', async (label, author, x = '') => {
		const { answers } = await asTool(author, [{ Search_For: [], x }]);
		const [{ error }] = JSON.parse(answers[0] ?? '') as [{ error: string }];
		expect(error).toContain(`"${label}" can't be filled in by a model`);
	});
});

it.each(['engine', 'langchain'] as const)(
	'asks the model without any setting, and answers so that it can mend its conditions: %s',
	async (by) => {
		const calls = [
			asked('Progress|equals|Opened'),
			asked('Progress|equals|Open', 'Amount|less|2'),
			asked('Amount|less|0'),
			[{}],
		];
		const inCalls = calls.map((Search_For) => ({ Search_For })) as unknown as IDataObject[];
		const { asks, answers } = await asTool(visible, inCalls, by);
		expect(asks).toEqual(['Search_For']);
		const [wrong, right, none, all] = answers;
		expect(wrong).toMatch(/Use \\?"Open\\?" and \\?"Done\\?"/);
		const Lines = [expect.objectContaining({ Article: 'A0', Cost: 0 })];
		const order = { Number: 'N0', Amount: 0, State: 'Open', Due: '2020-01-31', Lines };
		expect(JSON.parse(right ?? '')).toEqual([{ ...order, Status: 'Not started' }]);
		expect(none).toContain('Nothing was found');
		expect(JSON.parse(all ?? '')).toHaveLength(12);
	},
);

describe('whatever a model gives', () => {
	/** What an author may fix, and the amounts of the orders that meet it. */
	const AUTHORS: Array<[IDataObject, number[]]> = [
		[{ match: 'any', ...rows('Amount|equals|4', 'Secret|equals|s1') }, [1, 4, 7, 10]],
		[byQuery('Amount < 3 or (Secret = "s2" and State in ("Open"))'), [0, 1, 2, 8]],
		[
			byQuery('Number not in ("N0", "a \\"or\\" (b") and Amount < 5 order by Amount asc'),
			[1, 2, 3, 4],
		],
	];
	const SHOWN = ['$id', 'Number', 'Amount', 'State', 'Lines'];
	const HIDDEN = ['Secret', 'Margin', 'Purchase', 'Hidden.Purchase', 'Number = "" or Secret'];
	const HOSTILE = [
		...['" or $id > 0 or Number = "', '") or ($id > 0', '\\" or $id > 0 or Number = \\"', '\\'],
		...[
			'"',
			'(',
			') or (',
			'N1") or Secret in ("s1',
			'LOGINUSER()',
			'TODAY() or $id > 0',
			'*',
			'%',
		],
		...['$id > 0', 'Secret', 'Margin', 'or', 'a\nor $id > 0', 'limit 500', '＂ or $id > 0'],
		'order by Secret asc limit 12 offset 0',
	];
	const mostly = <T>(weight: number, right: fc.Arbitrary<T>, ...others: Array<fc.Arbitrary<T>>) =>
		fc.oneof({ weight, arbitrary: right }, ...others);
	const one = (...list: unknown[]) => fc.constantFrom(...list);
	const names = one('Number', 'Order number', 'Amount', 'State', 'Article', 'Cost', '$id');
	const field = mostly(3, names, one(...HIDDEN), one(...HOSTILE));
	const known = one(
		'equals',
		'notEquals',
		'contains',
		'greater',
		'less',
		'anyOf',
		'noneOf',
		'empty',
	);
	const operator = mostly(4, known, one('or', '= "" or Secret =', 'like', '__proto__'));
	const strange = fc.string({ unit: 'binary', maxLength: 6 });
	const text = fc.oneof(one(...HOSTILE, 'N1', '4', 'Open', 'A1', 7), strange);
	const odd = one(null, true, { value: 'N1' }, { code: '" or $id > 0' }, { toString: 'N1' });
	const value = mostly<unknown>(4, text, fc.array(text, { maxLength: 3 }), odd);
	const condition = fc.record({ field, operator, value });
	const other = one(...HOSTILE, { rows: [] }, byQuery(''), [[]], '[{"field"', [{ match: 'any' }]);
	const searchFor = mostly<unknown>(8, fc.array(condition, { maxLength: 3 }), other);

	it('finds a part of what the author allows, and shows no other field', async () => {
		let found = 0;
		const check = async (which: number, given: unknown) => {
			const [author, allowed] = AUTHORS[which] as [IDataObject, number[]];
			const outcome = await find(given, { ...author, allowedFields: SHOWN });
			if (outcome.error) return void expect(outcome.error.description).toBeTruthy();
			found += 1;
			const output = jsonOf(outcome);
			expect(allowed).toEqual(expect.arrayContaining(amountsOf(output)));
			for (const row of output) expect(Object.keys(row).sort()).toEqual([...SHOWN].sort());
			expect(JSON.stringify(given)).not.toMatch(/"field":"(Secret|Margin|Purchase|Hidden)/);
		};
		const property = fc.asyncProperty(fc.nat(AUTHORS.length - 1), searchFor, check);
		await fc.assert(property, { numRuns: process.env.NIGHT === '1' ? 2000 : 150 });
		// Most are refused.
		expect(found).toBeGreaterThan(10);
	});

	it.each(AUTHORS)('the author %j allows what is said here', async (author, allowed) => {
		expect(amountsOf(jsonOf(await find([], author)))).toEqual(allowed);
	});
});
