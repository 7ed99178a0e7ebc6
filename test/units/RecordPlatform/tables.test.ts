import type { IDataObject } from 'n8n-workflow';

import { changedCells } from '../../../nodes/RecordPlatform/codec/compare';
import { withFileCopies } from '../../../nodes/RecordPlatform/writing/files';
import {
	applyChanges,
	type CellTest,
	meets,
	type RowChange,
	type RowMatch,
} from '../../../nodes/RecordPlatform/writing/tables';
import { InputError } from '../../../nodes/shared/errors';
import { growth, LINEAR } from '../../support/growth';

const TABLE = {
	code: 'Lines',
	type: 'SUBTABLE',
	columns: [
		{ code: 'Item', type: 'SINGLE_LINE_TEXT' },
		{ code: 'Count', type: 'NUMBER' },
		{ code: 'State', type: 'DROP_DOWN', choices: ['Open'] },
		{ code: 'Files', type: 'FILE' },
	],
};
const held = (type: string, value: unknown) => ({ type, value });
const ROWS = [
	{
		id: '1',
		value: {
			Item: held('SINGLE_LINE_TEXT', 'pen'),
			Count: held('NUMBER', '1'),
			State: held('DROP_DOWN', 'Gone'),
			Files: held('FILE', [{ fileKey: 'a', name: 'a.txt' }]),
		},
	},
	{ id: '2', value: { Item: held('SINGLE_LINE_TEXT', 'ink'), Count: held('NUMBER', '2') } },
] as never;

const cells = (values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }]));
const test = (code: string, value: unknown): CellTest => ({
	code,
	type: code === 'Count' ? 'NUMBER' : 'SINGLE_LINE_TEXT',
	operator: 'equals',
	value,
});
const item = (value: string): RowMatch => ({ tests: [test('Item', value)] });
const add = (values: IDataObject, at: 'start' | 'end' = 'end'): RowChange => ({
	kind: 'add',
	cells: cells(values),
	at,
});
const change = (
	kind: 'update' | 'upsert',
	match: RowMatch,
	values: IDataObject,
	keepFiles = false,
): RowChange => ({ kind, match, cells: cells(values), keepFiles });
const remove = (match: RowMatch): RowChange => ({ kind: 'remove', match });
const replace = (values: IDataObject, id?: string): RowChange => ({
	kind: 'replace',
	cells: cells(values),
	...(id && { id }),
});

/** The rows to send, the new ones with `+`, and how many were added, updated, and removed by each change. */
function applied(...changes: RowChange[]) {
	const { rows, outcomes } = applyChanges(TABLE, ROWS, changes);
	const sent = rows.map(({ id = '+', value }) =>
		[id, ...Object.entries(value).map(([code, cell]) => `${code}=${textOf(cell)}`)].join(' '),
	);
	const told = outcomes.map((one) =>
		one instanceof InputError ? one.message : `${one.added} ${one.updated} ${one.removed}`,
	);
	return { sent, told };
}

const textOf = (cell: unknown) => JSON.stringify((cell as IDataObject).value).replaceAll('"', '');

it.each<[string, RowChange[], string[], string[]]>([
	[
		'rows at both ends',
		[add({ Item: 'a' }, 'start'), add({ Item: 'b' }), add({ Item: 'c' }, 'start')],
		['+ Item=a', '+ Item=c', '1', '2', '+ Item=b'],
		['1 0 0', '1 0 0', '1 0 0'],
	],
	[
		'a new row with a blank, which gets its default',
		[add({ Item: 'a', State: '' })],
		['1', '2', '+ Item=a'],
		['1 0 0'],
	],
	[
		'an update by a column',
		[change('update', item('ink'), { Item: 'ink', Count: '5' })],
		['1', '2 Count=5'],
		['0 1 0'],
	],
	[
		'an update of what is equal, also a choice that is gone',
		[change('update', item('pen'), { State: 'Gone', Count: '1.0' })],
		['1', '2'],
		['0 1 0'],
	],
	[
		'a choice that the form does not have',
		[change('update', item('ink'), { State: 'Gone' })],
		['1', '2'],
		['Field "State" has no choice "Gone"'],
	],
	[
		'an update by ID',
		[change('update', { ids: ['2'], tests: [] }, { Item: 'tea' })],
		['1', '2 Item=tea'],
		['0 1 0'],
	],
	[
		'an update by ID and a column that has another value',
		[change('update', { ids: ['2'], tests: [test('Item', 'pen')] }, { Count: '5' })],
		['1', '2'],
		['Table "Lines" has no row with the ID "2" and Item "pen"'],
	],
	[
		'an update by two columns',
		[change('update', { tests: [test('Item', 'pen'), test('Count', '1.0')] }, { State: 'Open' })],
		['1 State=Open', '2'],
		['0 1 0'],
	],
	[
		'an update by two columns of which a row has one',
		[change('update', { tests: [test('Item', 'pen'), test('Count', '2')] }, { State: 'Open' })],
		['1', '2'],
		['Table "Lines" has no row with Item "pen" and Count "2"'],
	],
	[
		'an update of no row',
		[change('update', item('tea'), { Count: '5' })],
		['1', '2'],
		['Table "Lines" has no row with Item "tea"'],
	],
	[
		'an upsert of no row',
		[change('upsert', item('tea'), { Item: 'tea', Count: '5' })],
		['1', '2', '+ Item=tea Count=5'],
		['1 0 0'],
	],
	[
		'an upsert of an ID that is not there',
		[change('upsert', { ids: ['9'], tests: [] }, { Count: '5' })],
		['1', '2'],
		['Table "Lines" has no row with the ID "9"'],
	],
	[
		'a row that an item before added, and changed again',
		[
			add({ Item: 'tea', Count: '1' }),
			change('update', item('tea'), { State: 'Open' }),
			change('upsert', { tests: [test('Count', '1.0')] }, { Item: 'cup' }),
			change('update', item('cup'), { Count: '7' }),
		],
		['1 Item=cup Count=7', '2', '+ Item=cup Count=7 State=Open'],
		['1 0 0', '0 1 0', '0 2 0', '0 2 0'],
	],
	['removing', [remove(item('pen'))], ['2'], ['0 0 1']],
	['removing by ID', [remove({ ids: ['1', '9'], tests: [] })], ['2'], ['0 0 1']],
	['removing all', [remove({ tests: [] })], [], ['0 0 2']],
	[
		'replacing: a row with its ID stays that row',
		[replace({ Item: 'a' }), replace({ Item: 'tea' }, '2'), replace({ Item: 'b' }, '9')],
		['+ Item=a', '2 Item=tea', '+ Item=b'],
		['1 0 1', '0 1 0', '1 0 0'],
	],
	[
		'replacing with one ID twice',
		[replace({ Item: 'a' }, '1'), replace({ Item: 'b' }, '1')],
		['1 Item=a', '+ Item=b'],
		['0 1 1', '1 0 0'],
	],
])('the rows of a table after %s', (_, changes, sent, told) => {
	expect(applied(...changes)).toEqual({ sent, told });
});

it.each([
	[true, '1 Files=[{fileKey:a},{fileKey:b}]'],
	[false, '1 Files=[{fileKey:b}]'],
])('the rows of a table after files that stay: %s', (keepFiles, row) => {
	const added = { Files: [{ fileKey: 'b' }] };
	expect(applied(change('update', item('pen'), added, keepFiles)).sent[0]).toBe(row);
});

const rowsOf = (ids: string[], more = '') =>
	ids.map((id) => ({ id, value: cells({ Item: `${id}${more}` }) })) as never;
const each = (of: (id: string) => RowChange) => (ids: string[]) =>
	applyChanges(TABLE, rowsOf(ids), ids.map(of));
const at = (id: string) => ({ tests: [{ ...test('Item', id), type: 'DATETIME' }] });

it.each<[string, (ids: string[]) => unknown]>([
	['added', each(() => add({ Item: 'a' }, 'start'))],
	['changed by ID', each((id) => change('update', { ids: [id], tests: [] }, { Count: '1' }))],
	['changed by a time', each((id) => change('update', at(id), { Count: '1' }))],
	['added or changed', each((id) => change('upsert', item(`${id}0`), { Item: `${id}0` }))],
	['removed', each((id) => remove(item(id)))],
	['replaced', each((id) => replace({ Count: '1' }, id))],
	[
		'searched for files',
		(ids) => {
			const cell = held('SUBTABLE', rowsOf(ids));
			return withFileCopies({ T: cell }, { T: cell }, {} as never);
		},
	],
	[
		'compared',
		(ids) =>
			changedCells({ T: { value: rowsOf(ids, '0') } }, { T: held('SUBTABLE', rowsOf(ids)) }, []),
	],
])('ten times as many rows are %s in about ten times the time', (_, run) => {
	const idsOf = (length: number) => Array.from({ length: length / 20 }, (_one, id) => String(id));
	expect(growth((length) => run(idsOf(length)))).toBeLessThan(LINEAR);
});

const people = [{ code: 'sato' }, { code: 'suzuki' }];
it.each<[string, unknown, CellTest['operator'], unknown, boolean]>([
	['NUMBER', '10', 'greater', '9', true],
	['NUMBER', '', 'less', '9', false],
	['NUMBER', '5', 'greaterOrEqual', '5.0', true],
	['NUMBER', '5', 'lessOrEqual', '4', false],
	['NUMBER', '5', 'equals', '5.0', true],
	['NUMBER', '150', 'contains', '5', true],
	['DURATION', '-01:30', 'less', '00:10', true],
	['DATE', '2026-01-31', 'less', '2026-02-01', true],
	['SINGLE_LINE_TEXT', 'pen', 'notEquals', 'pen', false],
	['SINGLE_LINE_TEXT', 'a pen', 'contains', 'pen', true],
	['SINGLE_LINE_TEXT', 'a pen', 'notContains', 'ink', true],
	['SINGLE_LINE_TEXT', '', 'empty', undefined, true],
	['SINGLE_LINE_TEXT', '', 'notEmpty', undefined, false],
	['DROP_DOWN', 'a', 'anyOf', ['a', 'b'], true],
	['DROP_DOWN', 'c', 'noneOf', ['a', 'b'], true],
	['CHECK_BOX', ['a', 'b'], 'contains', ['a'], true],
	['CHECK_BOX', ['a'], 'contains', ['a', 'b'], false],
	['CHECK_BOX', ['a'], 'anyOf', [['a'], ['b']], true],
	['USER_SELECT', people, 'anyOf', [[{ code: 'sato' }]], true],
	['USER_SELECT', people, 'noneOf', [[{ code: 'sato' }]], false],
	['USER_SELECT', [], 'empty', undefined, true],
	['FILE', [{ name: 'a.txt' }], 'contains', 'txt', true],
])('a condition on a cell of a %s: %j %s %j is %s', (type, value, operator, wanted, expected) => {
	expect(meets(value, { code: 'F', type, operator, value: wanted })).toBe(expected);
});
