import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { filter } from '../../../nodes/RecordPlatform/catalogue/filter';
import { methods } from '../../../nodes/RecordPlatform/methods';
import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { editor } from './editor';
import {
	Api,
	byId,
	jsonOf,
	mapping,
	ORDER_FIELDS,
	ORDER_PROCESS,
	runRecordPlatform,
} from './world';

const sandbox = useSandbox();
const api = new Api(sandbox);
let app: string;

const STATES = ['Open', 'Done'];

beforeAll(async () => {
	app = await api.makeApp(ORDER_FIELDS, ORDER_PROCESS);
	const records = Array.from({ length: 12 }, (_, index) =>
		cells({
			Number: `N${index}`,
			Amount: index,
			State: STATES[index % 2],
			Due: index < 6 ? '2020-01-31' : '2999-01-31',
		}),
	);
	await api.ok('POST', 'records.json', { app, records });
	const view = (index: number, rest: object) => ({ index, type: 'LIST', ...rest });
	await api.ok('PUT', 'preview/app/views.json', {
		app,
		views: {
			'Open ones': view(0, {
				name: 'Open ones',
				fields: ['Number', 'State'],
				filterCond: 'State in ("Open") or Amount > 10',
				sort: 'Amount asc',
			}),
			Everything: view(1, { name: 'Everything', fields: ['Number'], filterCond: '', sort: '' }),
		},
	});
	await api.deploy(app);
});

const run = async (operation: string, parameters: IDataObject, more = {}) =>
	await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: { app: byId(app), ...parameters },
		...more,
	});
const amounts = async (parameters: IDataObject, more = {}) =>
	jsonOf(await run('getAll', { returnAll: true, ...parameters }, more)).map(({ Amount }) =>
		Number(Amount),
	);
const rows = (...list: IDataObject[]) => ({ conditions: { rows: list } });
describe('conditions', () => {
	test('all or any of them, functions and escaped text find what they say', async () => {
		const done = { field: 'State|DROP_DOWN', operator: 'anyOf', value: ['Done'] };
		const late = { field: 'Due|DATE', operator: 'less', kind: 'today' };
		const two = { field: 'Amount|NUMBER', operator: 'equals', value: '2' };
		expect((await amounts(rows(done, late))).sort()).toEqual([1, 3, 5]);
		const either = await amounts({ match: 'any', ...rows(two, done) });
		expect(either.sort()).toEqual([1, 11, 2, 3, 5, 7, 9]);
		await api.create(app, cells({ Number: 'TODAY()', Amount: 77 }));
		const literally = { rows: [{ field: 'Number', kind: 'text', value: 'TODAY()' }] };
		expect(await amounts({ conditions: literally })).toEqual([77]);
	});
});

describe('a date that was picked', () => {
	const found = async (app: string, row: IDataObject) => {
		const conditions = { rows: [{ field: 'At|DATETIME', ...row }] };
		const parameters = { app: byId(app), returnAll: true, conditions };
		const settings = { timezone: 'Asia/Tokyo' };
		return jsonOf(await run('getAll', parameters, { settings }))
			.map(({ Number }) => Number)
			.sort();
	};

	it('is a whole day for a field with times', async () => {
		const withTimes = await api.makeApp({
			Number: { type: 'SINGLE_LINE_TEXT' },
			At: { type: 'DATETIME' },
		});
		const times = {
			before: '2031-02-02T23:59:00+09:00',
			morning: '2031-02-03T00:00:00+09:00',
			evening: '2031-02-03T23:59:00+09:00',
			after: '2031-02-04T00:00:00+09:00',
		};
		const records = Object.entries(times).map(([Number, At]) => cells({ Number, At }));
		await api.ok('POST', 'records.json', { app: withTimes, records });
		const at = async (operator: string, more: IDataObject = {}) =>
			await found(withTimes, { operator, value: '2031-02-03', ...more });
		for (const kind of ['value', 'dateText']) {
			expect(await at('equals', { kind })).toEqual(['evening', 'morning']);
			expect(await at('notEquals', { kind })).toEqual(['after', 'before']);
			expect(await at('greater', { kind })).toEqual(['after']);
			expect(await at('greaterOrEqual', { kind })).toEqual(['after', 'evening', 'morning']);
			expect(await at('less', { kind })).toEqual(['before']);
			expect(await at('lessOrEqual', { kind })).toEqual(['before', 'evening', 'morning']);
		}
		const noon = { kind: 'dateText', value: '2031-02-03 12:00' };
		expect(await at('greater', noon)).toEqual(['after', 'evening']);
		expect(await at('lessOrEqual', noon)).toEqual(['before', 'morning']);
	});
});

describe('a saved view', () => {
	test('says which records and in which order', async () => {
		expect(await amounts({ filterBy: 'view', view: 'Open ones' })).toEqual([
			0, 2, 4, 6, 8, 10, 11, 77,
		]);
		expect(await amounts({ filterBy: 'view', view: 'Everything' })).toHaveLength(13);
	});

	it('is narrowed by conditions and sorted otherwise, also when both know alternatives', async () => {
		const rows = [
			{ field: 'Amount|NUMBER', operator: 'less', value: 3 },
			{ field: 'Amount|NUMBER', operator: 'equals', value: 11 },
		];
		const sort = { rows: [{ field: 'Amount', direction: 'desc' }] };
		const parameters = { filterBy: 'view', view: 'Open ones', conditions: { rows }, sort };
		expect(await amounts({ ...parameters, match: 'any' })).toEqual([11, 2, 0]);
		expect(jsonOf(await run('count', { ...parameters, match: 'any' }))).toEqual([{ count: 3 }]);
	});

	it('returns its columns alone where that is wanted', async () => {
		const parameters = { filterBy: 'view', view: 'Open ones', limit: 1 };
		const [row] = jsonOf(await run('getAll', { ...parameters, options: { viewColumns: true } }));
		const $url = `${sandbox.url}/k/${app}/show#record=1`;
		expect(row).toEqual({ $id: '1', Number: 'N0', State: 'Open', $url });
	});
});

test('all records of a query are deleted, and no others', async () => {
	const copy = await api.makeApp({ Amount: { type: 'NUMBER' } });
	const records = Array.from({ length: 100 }, (_, index) => cells({ Amount: index }));
	await api.ok('POST', 'records.json', { app: copy, records });
	const query = 'Amount >= 92 or Amount < 90';
	const remove = async (atMost: number) =>
		await run('deleteByConditions', { app: byId(copy), filterBy: 'query', query, atMost });
	expect((await remove(97)).error?.message).toContain('98 records meet the conditions');
	expect(jsonOf(await remove(98))).toEqual([{ deleted: true, count: 98 }]);
	expect((await api.allValues(copy)).map(({ Amount }) => Amount)).toEqual(['90', '91']);
});

describe.each<[string, IDataObject]>([
	['deleteByConditions', {}],
	['updateByConditions', { fields: mapping({ Notes: 'lost' }) }],
])('%s', (operation, own) => {
	const guarded = async (parameters: IDataObject) =>
		await run(operation, { atMost: 100, ...own, ...parameters }, { items: [{}] });
	const one = { field: 'Amount|NUMBER', value: 77 };

	it.each<[IDataObject, string]>([
		[{}, 'No conditions are set'],
		[rows({ ...one, value: '={{ $json.none }}' }), '"Amount" is empty'],
		[rows({ ...one, operator: 'noneOf', value: '={{ [$json.none, ""] }}' }), '"Amount" is empty'],
		[{ filterBy: 'query', query: '={{ $json.none }}' }, '"Query" is empty'],
		[{ filterBy: 'query', query: 'order by $id asc' }, 'No conditions are set'],
		[{ filterBy: 'query', query: 'Amount = 77 limit 1' }, "can't have a limit or an offset"],
		[{ filterBy: 'query', query: '=Amount = 77 limit {{ $json.none }}' }, 'an invalid limit'],
		[{ filterBy: 'view', view: 'Everything' }, 'No conditions are set'],
		[{ filterBy: '={{ $json.none }}', view: '1', ...rows(one) }, '"Filter By" is empty'],
		[{ match: 'either', ...rows(one) }, '"either" is not a valid value for "Must Match"'],
		...['$id > 0 or Number|SINGLE_LINE_TEXT', 'Number = "" or $id > 0 or Number', '$id>0or|X'].map(
			(field): [IDataObject, string] => [
				rows(one, { field: `={{ ${JSON.stringify(field)} }}`, value: 'zzz' }),
				'The app has no field',
			],
		),
		[rows({ ...one, field: 'A or $id' }), 'no field'],
		[rows({ ...one, operator: 'notEquals', value: { code: '' } }), '"Amount" is empty'],
		[
			rows({ field: 'Number|SINGLE_LINE_TEXT', operator: 'notContains', value: 'N' }),
			'whole words',
		],
		[{ filterBy: 'query', query: 'Number = "a \\" b" or Number  NOT like "N"' }, 'whole words'],
	])('writes nothing: %j', async (parameters, message) => {
		const before = await api.allValues(app);
		expect((await guarded(parameters)).error?.message).toContain(message);
		expect(await api.allValues(app)).toEqual(before);
	});

	it('may select a text that looks like an operator', async () => {
		const query = { filterBy: 'query', query: 'Number = " not like "' };
		const none = operation === 'deleteByConditions' ? [{ deleted: true, count: 0 }] : [];
		expect(jsonOf(await guarded(query))).toEqual(none);
	});

	it('takes conditions beside a view that has none', async () => {
		const parameters = { filterBy: 'view', view: 'Everything', ...rows(one) };
		const [row] = jsonOf(await guarded({ ...parameters, options: { dryRun: true } }));
		expect(row).toMatchObject({ dryRun: true, records: 1 });
	});
});

describe('the pickers of a condition', () => {
	const { loadOptions } = methods;
	const beside = async (field: string, operation = 'getAll') =>
		await editor(
			sandbox,
			{ operation, app: byId(app), conditions: { rows: [{ field }] }, options: {} },
			undefined,
			'parameters.conditions.rows[0].operator',
		);
	const values = (options: Array<{ value: unknown }>) => options.map(({ value }) => value);

	test('operators are those that the field beside them takes', async () => {
		const offered = async (field: string) =>
			values(await loadOptions.getOperators.call(await beside(field)));
		expect(await offered('Notes|MULTI_LINE_TEXT')).toEqual([
			'contains',
			'notContains',
			'empty',
			'notEmpty',
		]);
		expect(await offered('Amount|NUMBER')).not.toContain('contains');
		for (const guarded of ['deleteByConditions', 'updateByConditions']) {
			const context = await beside('Notes|MULTI_LINE_TEXT', guarded);
			expect(await loadOptions.getOperators.call(context)).toHaveLength(3);
		}
		expect(await offered('')).toHaveLength(12);
	});

	it('offer the choices of the field, and statuses', async () => {
		const offered = async (field: string) =>
			values(await loadOptions.getChoices.call(await beside(field)));
		expect(await offered('State|DROP_DOWN')).toEqual(['Open', 'Done']);
		expect(await offered('Status|STATUS')).toEqual(['Not started', 'Working', 'Finished']);
	});

	it('offer the views of the app with what they show', async () => {
		const views = await loadOptions.getViews.call(await beside(''));
		expect(views.map(({ name, description }) => ({ name, description }))).toEqual([
			{ name: 'Open ones', description: 'List: State in ("Open") or Amount > 10' },
			{ name: 'Everything', description: 'List: all records' },
		]);
	});
});

describe('the controls of a condition', () => {
	const conditions = filter.find(({ name }) => name === 'conditions');
	const [{ values: controls }] = conditions?.options as unknown as [{ values: INodeProperties[] }];
	const shown = (values: IDataObject) =>
		controls
			.filter((control) =>
				NodeHelpers.displayParameter(
					{ operator: 'equals', kind: 'value', ...values } as never,
					control,
					{ typeVersion: 1 },
					null,
				),
			)
			.map(({ name, displayName, type }) => (name === 'value' ? `${displayName} ${type}` : name));

	it.each<[string, IDataObject, string[]]>([
		['nothing chosen yet', { field: '' }, ['Value string']],
		['a text', { field: 'Name|SINGLE_LINE_TEXT' }, ['Value string']],
		['a date', { field: 'Due|DATE' }, ['kind', 'Value dateTime']],
		['several dates', { field: 'Due|DATE', operator: 'anyOf' }, ['kind', 'Value string']],
		['a date as text', { field: 'Due|DATE', kind: 'dateText' }, ['kind', 'Value string']],
		['a function', { field: 'Due|DATE', kind: 'today' }, ['kind']],
		['a person', { field: 'Who|USER_SELECT' }, ['kind', 'Value string']],
		['the signed-in user', { field: 'Who|CREATOR', kind: 'signedInUser' }, ['kind']],
		['a choice', { field: 'State|DROP_DOWN' }, ['Value Name or ID options']],
		[
			'choices',
			{ field: 'Tags|SUBTABLE.CHECK_BOX', operator: 'anyOf' },
			['Value Names or IDs multiOptions'],
		],
		['a choice that is empty', { field: 'State|DROP_DOWN', operator: 'empty' }, []],
		['a field by expression', { field: '={{ $json.field }}' }, ['kind', 'Value string']],
	])('are for %s those that fit it', (_, values, expected) => {
		expect(shown(values)).toEqual(['field', 'operator', ...expected]);
	});
});
