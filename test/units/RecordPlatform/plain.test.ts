import type { IDataObject } from 'n8n-workflow';

import { setCell } from '../../../nodes/RecordPlatform/values/cells';
import { changedCells, differs } from '../../../nodes/RecordPlatform/values/compare';
import { meets } from '../../../nodes/RecordPlatform/values/cellTests';
import { plainCell, plainRecord, recordDecoder } from '../../../nodes/RecordPlatform/values/decode';
import { isSystem, isWritable } from '../../../nodes/RecordPlatform/values/form';

const cell = (type: string, value: unknown) => ({ type, value });
const person = { code: 'sato', name: 'Sato' };

describe('a record that is read', () => {
	it('has its ID first, then the fields of the app, then those that the service keeps', () => {
		const kept = [
			'__REVISION__',
			'RECORD_NUMBER',
			'CREATOR',
			'CREATED_TIME',
			'MODIFIER',
			'UPDATED_TIME',
			'STATUS_ASSIGNEE',
			'CATEGORY',
		];
		const cells = Object.fromEntries([
			...kept.map((type) => [type, cell(type, [])]),
			['$id', cell('__ID__', '7')],
			['Name', cell('SINGLE_LINE_TEXT', 'x')],
			['Amount', cell('NUMBER', '1')],
		]) as IDataObject;
		expect(Object.keys(plainRecord(cells))).toEqual(['$id', 'Name', 'Amount', ...kept]);
	});

	it('has a table row’s ID first in the row', () => {
		const rows = [{ id: '3', value: { Item: cell('SINGLE_LINE_TEXT', 'x') } }];
		const { T } = plainRecord({ T: cell('SUBTABLE', rows) as never });
		expect(T).toEqual([{ $id: '3', Item: 'x' }]);
		expect(Object.keys((T as object[])[0] ?? {})).toEqual(['$id', 'Item']);
	});

	it.each([
		['NUMBER', '', null],
		['NUMBER', '1.50', '1.50'],
		['CALC', null, null],
		['DATE', '', null],
		['TIME', undefined, null],
		['DATETIME', '', null],
		['DROP_DOWN', '', null],
		['RADIO_BUTTON', '', null],
		['SINGLE_LINE_TEXT', '', ''],
		['CREATOR', person, 'sato'],
		['MODIFIER', person, 'sato'],
		['MODIFIER', null, null],
		['USER_SELECT', [person], ['sato']],
		['ORGANIZATION_SELECT', [person], ['sato']],
		['GROUP_SELECT', [person], ['sato']],
		['STATUS_ASSIGNEE', [person], ['sato']],
		['STATUS_ASSIGNEE', null, []],
		['SUBTABLE', null, []],
	])('has of a %s with %j: %j', (type, value, expected) => {
		expect(plainCell(cell(type, value))).toEqual(expected);
	});

	it('has numbers as such where that is chosen, and none where there is none', () => {
		const numbers = (type: string, value: unknown) =>
			plainCell(cell(type, value), { numbers: true });
		expect(numbers('NUMBER', '1.50')).toBe(1.5);
		expect(numbers('CALC', '2')).toBe(2);
		for (const none of ['', null, undefined]) expect(numbers('NUMBER', none)).toBeNull();
	});

	it('is read rightly after one with other fields, or other types', () => {
		const read = recordDecoder();
		const records = [
			{ A: cell('NUMBER', ''), B: cell('DATE', '') },
			{ A: cell('SINGLE_LINE_TEXT', ''), B: cell('DATE', '') },
			{ A: cell('SINGLE_LINE_TEXT', '') },
			{ B: cell('SINGLE_LINE_TEXT', '') },
			{ B: cell('DATE', ''), C: cell('DATE', '') },
		];
		expect(records.map((record) => read(record as never))).toEqual([
			{ A: null, B: null },
			{ A: '', B: null },
			{ A: '' },
			{ B: '' },
			{ B: null, C: null },
		]);
	});
});

it('a cell of any code can be set again', () => {
	const cells: Record<string, number> = {};
	for (const code of ['__proto__', 'A']) {
		setCell(cells, code, 1);
		setCell(cells, code, 2);
		expect(Object.getOwnPropertyDescriptor(cells, code)).toEqual({
			value: 2,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
});

it.each([
	...['__ID__', '__REVISION__', 'CALC', 'CATEGORY', 'GROUP', 'HR', 'LABEL', 'RECORD_NUMBER'],
	...['REFERENCE_TABLE', 'SPACER', 'STATUS', 'STATUS_ASSIGNEE'],
])('no one can write a %s', (type) => {
	expect(isWritable({ code: 'F', type })).toBe(false);
});

it.each(['CREATED_TIME', 'CREATOR', 'MODIFIER', 'UPDATED_TIME'])(
	'a %s is the service’s own, unless an administrator writes it',
	(type) => {
		expect([isWritable({ code: 'F', type }), isSystem({ code: 'F', type })]).toEqual([true, true]);
	},
);

describe('a value that is written', () => {
	const changes = (type: string, wanted: unknown, current: unknown) =>
		differs(wanted, cell(type, current));

	it.each([
		['NUMBER', '1.50', '1.5'],
		['CALC', '2.0', '2'],
		['NUMBER', undefined, ''],
		['TIME', '9:05', '09:05'],
		['TIME', '09:05:30', '09:05'],
		['DATETIME', '2026-01-31T10:00:00+09:00', '2026-01-31T01:00:00Z'],
		['DATETIME', '2026-01-31T01:00:30Z', '2026-01-31T01:00:00Z'],
		['CREATED_TIME', '2026-01-31T10:00:00.000+09:00', '2026-01-31T01:00:00Z'],
		['UPDATED_TIME', '2026-01-31T10:00:00+09:00', '2026-01-31T01:00:00Z'],
		['MULTI_LINE_TEXT', 'a\r\nb\rc', 'a\nb\nc'],
		['CHECK_BOX', ['b', 'a', 'a'], ['a', 'b']],
		['MULTI_SELECT', ['b', 'a'], ['a', 'b']],
		['CATEGORY', ['b', 'a'], ['a', 'b']],
		...['CHECK_BOX', 'MULTI_SELECT', 'CATEGORY', 'USER_SELECT', 'FILE'].map(
			(type): [string, unknown, unknown] => [type, null, []],
		),
		...['ORGANIZATION_SELECT', 'GROUP_SELECT', 'STATUS_ASSIGNEE'].flatMap(
			(type): Array<[string, unknown, unknown]> => [
				[type, '', []],
				[type, [{ code: 'b' }, 'a'], [person, { code: 'a' }, { code: 'b' }].slice(1)],
			],
		),
		['CREATOR', { code: 'sato' }, person],
		['MODIFIER', 'sato', person],
		['FILE', [{ fileKey: 'a' }], [{ fileKey: 'a', name: 'a.txt' }]],
		['OTHER', { a: [1] }, { a: [1] }],
		['OTHER', 1, '1'],
	])('of a %s is no change: %j is %j', (type, wanted, current) => {
		expect(changes(type, wanted, current)).toBe(false);
	});

	it.each([
		['NUMBER', '1.5', '15'],
		['SINGLE_LINE_TEXT', '1.50', '1.5'],
		['SINGLE_LINE_TEXT', '2026-01-31T01:00:30Z', '2026-01-31T01:00:00Z'],
		['DATETIME', '2026-01-31T01:00:30Z', '2026-01-31T01:00:10Z'],
		['DATETIME', '2026-01-31T01:01:00Z', '2026-01-31T01:00:00Z'],
		['DATETIME', 'tomorrow', '2026-01-31T01:00:00Z'],
		['MULTI_LINE_TEXT', 'a b', 'a\nb'],
		['USER_SELECT', [{ code: 'ito' }], [person]],
		['CREATOR', 'ito', person],
		['CREATOR', null, person],
		['FILE', [{ fileKey: 'b' }], [{ fileKey: 'a' }]],
		['FILE', [null], [{ fileKey: 'a' }]],
		['FILE', [{ fileKey: 'b' }, { fileKey: 'a' }], [{ fileKey: 'a' }, { fileKey: 'b' }]],
		['OTHER', { a: [1] }, { a: [2] }],
		['SINGLE_LINE_TEXT', '', 'x'],
		['SINGLE_LINE_TEXT', undefined, 'undefined'],
	])('of a %s is a change: %j is not %j', (type, wanted, current) => {
		expect(changes(type, wanted, current)).toBe(true);
	});

	it('is a change of a field that was not read, and of nothing else', () => {
		const current = { A: cell('NUMBER', '1') };
		const record = { A: { value: '1.0' }, B: { value: '1' }, C: null } as never as IDataObject;
		expect(Object.keys(changedCells(record, current))).toEqual(['B', 'C']);
	});

	it('of a table is a change by its rows, their number, order, IDs, and written columns', () => {
		const row = (id: string | number | undefined, value: string) => ({
			...(id !== undefined && { id }),
			value: { A: { type: 'SINGLE_LINE_TEXT', value }, B: { type: 'NUMBER', value: '1' } },
		});
		const sent = (id: string | number | undefined | null, value?: string) => ({
			...(id !== undefined && { id }),
			...(value !== undefined && { value: { A: { value } } }),
		});
		const current = [row('1', 'x'), row(2, 'y')];
		const table = (...wanted: unknown[]) => changes('SUBTABLE', wanted, current);
		expect(table(sent('1', 'x'), sent('2', 'y'))).toBe(false);
		expect(table(sent(1, 'x'), sent('2'))).toBe(false);
		expect(table(sent(undefined, 'x'), sent(null, 'y'))).toBe(false);
		expect(table(sent('1', 'x'))).toBe(true);
		expect(table(sent('1', 'x'), sent('2', 'y'), sent(undefined, 'z'))).toBe(true);
		expect(table(sent('2', 'x'), sent('1', 'y'))).toBe(true);
		expect(table(sent('1', 'x'), sent('2', 'z'))).toBe(true);
		expect(changes('SUBTABLE', null, [])).toBe(false);
		expect(changes('SUBTABLE', 'rows', current)).toBe(true);
	});
});

describe('a row that is looked for', () => {
	const found = (type: string, held: unknown, operator: string, value?: unknown) =>
		meets(held, { code: 'x', type, operator: operator as never, value });

	it.each([
		['NUMBER', '9', '10', '9.0'],
		['CALC', '9', '10', '9'],
		['DATE', '2026-01-31', '2026-02-01', '2026-01-31'],
		['SINGLE_LINE_TEXT', '10', '9', '10'],
	])('by the order of a %s', (type, less, more, same) => {
		const orders = (one: string, other: string) =>
			['greater', 'greaterOrEqual', 'less', 'lessOrEqual'].map((by) => found(type, one, by, other));
		expect(orders(less, more)).toEqual([false, false, true, true]);
		expect(orders(more, less)).toEqual([true, true, false, false]);
		expect(orders(less, same)).toEqual([false, true, false, true]);
	});

	it('has no order where one of the values is empty', () => {
		for (const [held, value] of [
			['', '1'],
			['1', ''],
			[null, '1'],
			['1', undefined],
		]) {
			for (const by of ['greater', 'greaterOrEqual', 'less', 'lessOrEqual']) {
				expect(found('SINGLE_LINE_TEXT', held, by, value)).toBe(false);
			}
		}
	});

	it.each([
		['', true],
		[null, true],
		[undefined, true],
		[[], true],
		['0', false],
		[['a'], false],
		[0, false],
	])('is empty or not: %j', (held, isEmpty) => {
		expect(found('SINGLE_LINE_TEXT', held, 'empty')).toBe(isEmpty);
		expect(found('SINGLE_LINE_TEXT', held, 'notEmpty')).toBe(!isEmpty);
	});

	it('has all of the choices, or one of them', () => {
		const held = ['a', 'b'];
		const by = (operator: string, value: unknown) => found('CHECK_BOX', held, operator, value);
		expect([by('contains', ['a', 'b']), by('contains', ['a', 'c']), by('contains', 'b')]).toEqual([
			true,
			false,
			true,
		]);
		expect([by('notContains', ['a', 'c']), by('notContains', ['a'])]).toEqual([true, false]);
		expect([by('anyOf', ['c', 'a']), by('anyOf', ['c', 'd']), by('anyOf', 'b')]).toEqual([
			true,
			false,
			true,
		]);
		expect([by('noneOf', ['c', 'd']), by('noneOf', ['c', 'a'])]).toEqual([true, false]);
		expect(found('DROP_DOWN', 'a', 'noneOf', ['b'])).toBe(true);
	});

	it('has a file with that in its name, whichever of its files', () => {
		const held = [{ name: 'a.txt' }, { name: 'paper.txt' }];
		expect(found('FILE', held, 'contains', 'paper')).toBe(true);
		expect(found('FILE', held, 'contains', 'ink')).toBe(false);
	});
});
