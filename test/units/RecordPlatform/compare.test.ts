import { changedCells, differs, matchKey } from '../../../nodes/RecordPlatform/codec/compare';

const cell = (type: string, value: unknown) => ({ type, value });

it.each<[string, unknown, unknown]>([
	['NUMBER', '1.50', '1.5'],
	['NUMBER', '', null],
	['CALC', '15e-1', '1.5'],
	['DATETIME', '2026-01-31T10:00:00+09:00', '2026-01-31T01:00:00Z'],
	['DATETIME', '2026-01-31T01:00:30Z', '2026-01-31T01:00:00Z'],
	['CREATED_TIME', '2026-01-31T10:00:00+09:00', '2026-01-31T01:00:00Z'],
	['UPDATED_TIME', '2026-01-31T10:00:00+09:00', '2026-01-31T01:00:00Z'],
	['TIME', '9:05:30', '09:05'],
	['DURATION', '009:05', '09:05'],
	['MULTI_LINE_TEXT', 'a\r\nb', 'a\nb'],
	['MULTI_LINE_TEXT', 'a\rb', 'a\nb'],
	['CHECK_BOX', ['b', 'a'], ['a', 'b']],
	['MULTI_SELECT', ['b', 'a'], ['a', 'b']],
	['CATEGORY', ['b', 'a'], ['a', 'b']],
	['CHECK_BOX', [], null],
	['USER_SELECT', [{ code: 'sato' }], [{ code: 'sato', name: 'Sato' }]],
	['ORGANIZATION_SELECT', [{ code: 'sales' }], [{ code: 'sales', name: 'Sales' }]],
	['GROUP_SELECT', [{ code: 'managers' }], [{ code: 'managers', name: 'Managers' }]],
	['STATUS_ASSIGNEE', [{ code: 'sato' }], [{ code: 'sato', name: 'Sato' }]],
	['CREATOR', { code: 'sato' }, { code: 'sato', name: 'Sato' }],
	['MODIFIER', { code: 'sato' }, { code: 'sato', name: 'Sato' }],
	['FILE', [{ fileKey: 'k' }], [{ fileKey: 'k', name: 'a' }]],
	['SINGLE_LINE_TEXT', '', undefined],
])('a value of a %s is the same: %p and %p', (type, wanted, held) => {
	expect(differs(wanted, cell(type, held))).toBe(false);
});

it.each<[string, unknown, unknown, boolean]>([
	['NUMBER', '1.0', '1', true],
	['DATETIME', '2026-01-31T10:00:30+09:00', '2026-01-31T01:00:00Z', true],
	['USER_SELECT', [{ code: 'b' }, { code: 'a' }], [{ code: 'a', name: 'A' }, { code: 'b' }], true],
	['DROP_DOWN', '', null, true],
	['DATETIME', '2026-01-31T01:00:00Z', '2026-01-31T01:01:00Z', false],
	['SINGLE_LINE_TEXT', '1.0', '1', false],
	['SINGLE_LINE_TEXT', 'a', 'a ', false],
])('keys of a %s, %p and %p, are the same: %p', (type, one, other, isSame) => {
	const keyOf = (value: unknown) => matchKey([{ code: 'A', type }], { A: { value } });
	expect(keyOf(one) === keyOf(other)).toBe(isSame);
});

it.each<[string, unknown, unknown]>([
	['NUMBER', '1', ''],
	['DATETIME', '2026-01-31T01:01:00Z', '2026-01-31T01:00:00Z'],
	['DATETIME', '2026-01-31T01:00:00Z', '2026-01-31T01:00:30Z'],
	['UPDATED_TIME', '2026-01-31T01:00:30Z', '2026-01-31T01:00:00Z'],
	['TIME', '09:06', '09:05'],
	['SINGLE_LINE_TEXT', 'a', 'a '],
	['SINGLE_LINE_TEXT', '1.0', '1'],
	['OF_TOMORROW', { a: 1 }, { a: 2 }],
	['CHECK_BOX', ['a'], ['a', 'b']],
	['FILE', [{ fileKey: 'k' }], [{ fileKey: 'l' }]],
])('a value of a %s differs: %p and %p', (type, wanted, held) => {
	expect(differs(wanted, cell(type, held))).toBe(true);
	expect(differs(held, undefined)).toBe(true);
});

describe('a table', () => {
	const text = (value: string) => cell('SINGLE_LINE_TEXT', value);
	const current = {
		Lines: cell('SUBTABLE', [
			{ id: '1', value: { Item: text('pen'), Note: text('x') } },
			{ id: '2', value: { Item: text('ink'), Note: text('y') } },
		]),
	};
	const row = (id: string | undefined, item: string, note?: string) => ({
		...(id !== undefined && { id }),
		value: { Item: { value: item }, ...(note && { Note: { value: note } }) },
	});
	const column = (code: string, more = {}) => ({ code, type: 'SINGLE_LINE_TEXT', ...more });
	const FORM = [{ ...column('Lines'), columns: [column('Item'), column('Note')] }];
	const changed = (...rows: object[]) =>
		changedCells({ Lines: { value: rows as never } }, current, FORM).Lines;

	it('is the same with the same values in the columns that are written', () => {
		expect(changed(row(undefined, 'pen', 'x'), row(undefined, 'ink', 'y'))).toBeUndefined();
		expect(changed(row('1', 'pen'), row('2', 'ink'))).toBeUndefined();
	});

	it.each([
		['the text that the cell has', { hasDefault: true, defaultValue: 'x' }, false],
		['another text', { hasDefault: true, defaultValue: 'y' }, true],
		['nothing', {}, true],
		['the moment', { hasDefault: true }, false],
		['a function', { hasDefault: true, defaultValue: [{ type: 'FUNCTION' }] }, false],
		['a formula', { computed: true }, false],
	])('whose new row would have %s in a column that is not given', (_, note, isChanged) => {
		const form = [{ ...column('Lines'), columns: [column('Item'), column('Note', note)] }];
		const rows = [row(undefined, 'pen'), row('2', 'ink')];
		expect('Lines' in changedCells({ Lines: { value: rows } }, current, form)).toBe(isChanged);
	});

	it('differs by the number, the order, the IDs, and the values of its rows', () => {
		expect(changed(row('1', 'pen'))).toBeDefined();
		expect(changed(row('2', 'ink'), row('1', 'pen'))).toBeDefined();
		expect(changed(row('3', 'pen'), row('2', 'ink'))).toBeDefined();
		expect(changed(row(undefined, 'pen'), row(undefined, 'tea'))).toBeDefined();
		// One of the two values of a row.
		expect(changed(row(undefined, 'pen', 'z'), row(undefined, 'ink', 'y'))).toBeDefined();
	});

	it('is sent with what differs in its own rows, and all of the others', () => {
		expect(changed(row('1', 'pen'), row('2', 'tea'), row('9', 'cup'))).toEqual({
			value: [
				{ id: '1', value: {} },
				{ id: '2', value: { Item: { value: 'tea' } } },
				row('9', 'cup'),
			],
		});
	});
});
