import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	conditionOf,
	type ConditionRow,
	type Filter,
} from '../../../nodes/RecordPlatform/query/conditions';
import { pickerValue, queryField } from '../../../nodes/RecordPlatform/query/operators';
import { quoted } from '../../../nodes/RecordPlatform/query/literals';
import {
	both,
	isClosed,
	orderOf,
	queryParts,
	queryText,
} from '../../../nodes/RecordPlatform/query/parts';
import { InputError } from '../../../nodes/shared/errors';

const whole = (filter: Filter) => conditionOf(filter, { zone: 'Asia/Tokyo' });
const condition = (...rows: ConditionRow[]) => whole({ rows });

describe('a text', () => {
	it.each([
		['a', '"a"'],
		['say "hi"', '"say \\"hi\\""'],
		['back\\slash', '"back\\\\slash"'],
		['two\r\nlines\tand a\u0000tab', '"two\\nlines\\tand a tab"'],
		['', '""'],
		['" or $id > 0 or Name = "', '"\\" or $id > 0 or Name = \\""'],
	])('%j is %s', (text, expected) => {
		expect(quoted(text)).toBe(expected);
	});

	it('cannot get out of its quotes', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(quoted(text)).toMatch(/^"(?:\\.|[^"\\\p{Cc}])*"$/u);
			}),
		);
	});
});

describe('a condition', () => {
	it.each<[ConditionRow, string]>([
		[{ field: 'Amount', operator: 'greater', value: 5 }, 'Amount > "5"'],
		[{ field: 'Name|SINGLE_LINE_TEXT', value: ' a ' }, 'Name = " a "'],
		[{ field: 'Name|SINGLE_LINE_TEXT', value: 'TODAY()' }, 'Name = "TODAY()"'],
		[{ field: 'Due|DATE', operator: 'less', value: 'TODAY()' }, 'Due < TODAY()'],
		[{ field: 'Due|DATE', value: 'FROM_TODAY(-7, DAYS)' }, 'Due = FROM_TODAY(-7, DAYS)'],
		[{ field: 'Due|DATE', value: '2026-01-30T15:00:00Z' }, 'Due = "2026-01-31"'],
		[{ field: 'At|DATETIME', value: '2026-01-31T10:00' }, 'At = "2026-01-31T01:00:00Z"'],
		[{ field: 'State|DROP_DOWN', value: 'a, b' }, 'State in ("a, b")'],
		[{ field: 'State|DROP_DOWN', operator: 'notEquals', value: 'a' }, 'State not in ("a")'],
		[{ field: 'Price|SUBTABLE.NUMBER', value: 3 }, 'Price in ("3")'],
		[{ field: 'Who|USER_SELECT', value: 'LOGINUSER()' }, 'Who in (LOGINUSER())'],
		[{ field: 'Tags', operator: 'anyOf', value: 'a, b' }, 'Tags in ("a", "b")'],
		[{ field: 'Tags', operator: 'noneOf', value: ['a, b', 'c'] }, 'Tags not in ("a, b", "c")'],
		[{ field: 'Tags', operator: 'anyOf', value: '["a, b"]' }, 'Tags in ("a, b")'],
		[{ field: 'Tags', operator: 'anyOf', value: ['a', null, ''] }, 'Tags in ("a")'],
		[{ field: 'Tags', operator: 'anyOf', value: 'a、b,\n c, ' }, 'Tags in ("a", "b", "c")'],
		[{ field: 'Name', value: ['x'] }, 'Name = "x"'],
		[{ field: 'Who|USER_SELECT', value: { code: 'sato', name: 'Sato' } }, 'Who in ("sato")'],
		[
			{ field: 'Who|USER_SELECT', operator: 'anyOf', value: [{ code: 'sato', name: 'Sato' }] },
			'Who in ("sato")',
		],
		[{ field: 'State|STATUS', value: { name: 'Open' } }, 'State = "Open"'],
		[{ field: 'At|TIME', value: '9:05' }, 'At = "09:05"'],
		[
			{ field: 'At|CREATED_TIME', operator: 'less', value: DateTime.utc(2026, 1, 31, 1, 0, 7) },
			'At < "2026-01-31T01:00:07Z"',
		],
		[
			{ field: 'At|DATETIME', value: new Date('2026-01-31T01:00:07Z') },
			'At = "2026-01-31T01:00:00Z"',
		],
		[{ field: 'Due|DATE', value: DateTime.utc(2026, 1, 31, 1) }, 'Due = "2026-01-31"'],
		[{ field: 'Notes', operator: 'contains', value: 'x' }, 'Notes like "x"'],
		[{ field: 'Notes|MULTI_LINE_TEXT', operator: 'empty' }, 'Notes is empty'],
		[{ field: 'File|FILE', operator: 'notEmpty' }, 'File is not empty'],
		[{ field: 'Tags|CHECK_BOX', operator: 'empty' }, 'Tags in ("")'],
		[{ field: 'Amount|NUMBER', operator: 'notEmpty' }, 'Amount != ""'],
		[{ field: 'Due|DATE', kind: 'today' }, 'Due = TODAY()'],
		[
			{ field: 'Due|DATE', operator: 'greater', kind: 'daysBefore', value: 7 },
			'Due > FROM_TODAY(-7, DAYS)',
		],
		[{ field: 'Due|DATE', kind: 'monthsAfter', value: '2' }, 'Due = FROM_TODAY(2, MONTHS)'],
		[
			{ field: 'At|DATETIME', operator: 'less', kind: 'dateText', value: '2026-01-31' },
			'At < "2026-01-30T15:00:00Z"',
		],
		[
			{ field: 'At|DATETIME', operator: 'greater', kind: 'dateText', value: '2026-01-31 12:00' },
			'At > "2026-01-31T03:00:00Z"',
		],
		[{ field: 'Due|SUBTABLE.DATE', kind: 'lastWeek' }, 'Due in (LAST_WEEK())'],
		[
			{ field: 'At|SUBTABLE.DATETIME', operator: 'anyOf', value: '2026-01-31, 2026-02-01 10:00' },
			'(At >= "2026-01-30T15:00:00Z" and At < "2026-01-31T15:00:00Z") or At in ("2026-02-01T01:00:00Z")',
		],
		[{ field: 'Who|USER_SELECT', kind: 'signedInUser' }, 'Who in (LOGINUSER())'],
		[{ field: 'Name', kind: 'text', value: 'TODAY()' }, 'Name = "TODAY()"'],
		// What the editor keeps of a field that was chosen before.
		[{ field: 'Name|SINGLE_LINE_TEXT', kind: 'today', value: 'x' }, 'Name = "x"'],
		[
			{ field: 'Due|DATE', operator: 'anyOf', value: '2026-01-01, TODAY()' },
			'Due = "2026-01-01" or Due = TODAY()',
		],
		[
			{ field: 'Due|DATE', operator: 'noneOf', value: ['2026-01-01', '2026-01-02'] },
			'Due != "2026-01-01" and Due != "2026-01-02"',
		],
	])('%j is %s', (row, expected) => {
		expect(condition(row)).toBe(expected);
	});

	it('joins rows, with parentheses where the words differ', () => {
		const row: ConditionRow = { field: 'a', value: '1' };
		const days: ConditionRow = {
			field: 'Due|DATE',
			operator: 'anyOf',
			value: '2026-01-01, 2026-01-02',
		};
		const either = 'Due = "2026-01-01" or Due = "2026-01-02"';
		expect(condition(row, days)).toBe(`a = "1" and (${either})`);
		expect(whole({ match: 'any', rows: [row, days] })).toBe(`a = "1" or ${either}`);
		expect(condition()).toBe('');
	});

	it.each<[ConditionRow, string]>([
		[{ field: 'Due|DATE', value: 'soon' }, '"Due" is not a valid date: "soon"'],
		[
			{ field: 'At|DATETIME', operator: 'anyOf', value: ['2026-13-01'] },
			'"At" is not a valid date',
		],
		[{ field: 'Amount|NUMBER', value: '1,200' }, '"1,200" is not a valid number'],
		[
			{ field: 'At|SUBTABLE.DATETIME', operator: 'notEquals', value: '2026-01-31' },
			`can't exclude a whole day from the rows of a table`,
		],
		[{ field: 'Due|DATE', kind: 'daysBefore', value: 'x' }, '"x" is not a valid number of days'],
		[{ field: 'Name', value: new Date(NaN) }, '"Name" is an object'],
		[{ field: 'Name', value: { a: 1 } }, '"Name" is an object'],
		[{ field: 'Name', value: ['a', 'b'] }, 'The condition on "Name" has 2 values'],
		[{ field: 'Amount|NUMBER', value: NaN }, 'is not a valid number'],
	])('%j is refused', (row, message) => {
		expect(() => condition(row)).toThrow(message);
	});

	it.each([
		['Due|DATE', 'anyOf', []],
		['Due|DATE', 'noneOf', '[]'],
		['Tags|CHECK_BOX', 'anyOf', []],
		['Name|SINGLE_LINE_TEXT', 'equals', []],
		['Name|SINGLE_LINE_TEXT', 'equals', ''],
		['Name|SINGLE_LINE_TEXT', 'equals', null],
		['Name|SINGLE_LINE_TEXT', 'anyOf', ''],
		['Name|SINGLE_LINE_TEXT', 'contains', []],
		['Tags|CHECK_BOX', 'noneOf', ['', null]],
		['Tags|CHECK_BOX', 'noneOf', ' , '],
	] as const)('on %s with %s needs a value: %j', (field, operator, value) => {
		expect(() => condition({ field, operator, value })).toThrow(/^".*" is empty/);
	});

	it('refuses an operator that it does not know, whatever the type', () => {
		for (const field of ['Name', 'Tags|CATEGORY', 'Name|SINGLE_LINE_TEXT']) {
			expect(() => condition({ field, operator: 'sounds' as never, value: 'x' })).toThrow(
				'"sounds" is not a valid operator',
			);
		}
	});

	it('needs a field', () => {
		expect(() => condition({ value: 1 })).toThrow(InputError);
	});

	it('reads what the picker gives, whatever the code', () => {
		const code = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
		fc.assert(
			fc.property(code, fc.boolean(), (text, inTable) => {
				const one = { code: text, type: 'NUMBER', inTable };
				expect(queryField(pickerValue(one))).toEqual(one);
			}),
		);
	});
});

describe('a written query', () => {
	it.each([
		['', { condition: '', order: '' }],
		['a = 1', { condition: 'a = 1', order: '' }],
		['a = 1 order by b desc, $id', { condition: 'a = 1', order: 'b desc, $id' }],
		['order by b limit 5 offset 10', { condition: '', order: 'b', limit: 5, offset: 10 }],
		['limit 500', { condition: '', order: '', limit: 500 }],
		['(a = 1)order by b', { condition: '(a = 1)', order: 'b' }],
		[
			'a = "x order by y limit 1" LIMIT 3',
			{ condition: 'a = "x order by y limit 1"', order: '', limit: 3 },
		],
		['a = "\\" order by " ORDER\n BY b', { condition: 'a = "\\" order by "', order: 'b' }],
		['a = "limit 5"', { condition: 'a = "limit 5"', order: '' }],
		['border by = 1', { condition: 'border by = 1', order: '' }],
	])('%j is %p', (text, parts) => {
		expect(queryParts(text)).toEqual(parts);
	});

	it.each([
		...`a = 1 order by b asc limit | a = 1 order by b asc limit 10; |
			a = 1 order by b asc limit "10" | a = 1 order by b asc limit -1 |
			a = 1 order by b asc limit limit 5 | a = 1 order by b upward | a = 1 order by b c, d |
			a = 1 order by | a = 1 order by b, | a = 1 order by limit |
			a = 1 order by b order by c | order by b = 1 | limit | a = 1 limit | a = 1 limit "10" |
			a = 1 limit offset 5 | a = 1 offset 5 limit 10`.split(/\s*\|\s+/),
	])('%j is refused', (text) => {
		expect(() => queryParts(text)).toThrow(/^The query has an invalid (?:sort order|limit|offset)/);
	});

	it.each([
		['limit > 5', 'limit > 5', ''],
		['offset in ("1")', 'offset in ("1")', ''],
		['a = 1\u3000order\tby\u3000b\u3000DESC , limit asc', 'a = 1', 'b\u3000DESC , limit asc'],
	])('%j has fields named like clauses, and any spaces', (text, condition, order) => {
		expect(queryParts(text)).toEqual({ condition, order });
	});

	it('is the same after being put together', () => {
		const literal = fc.string().map((text) => `a = ${quoted(text)}`);
		const parts = fc.record({
			condition: fc.oneof(literal, fc.constant('')),
			order: fc.constantFrom('', 'b desc', '$id'),
			limit: fc.option(fc.nat(), { nil: undefined }),
			offset: fc.option(fc.nat(), { nil: undefined }),
		});
		fc.assert(
			fc.property(parts, (one) => {
				const expected = Object.fromEntries(
					Object.entries(one).filter(([, value]) => value !== undefined),
				);
				expect(queryParts(queryText(one))).toEqual(expected);
			}),
		);
	});
});

it('two conditions keep their own alternatives', () => {
	expect(both('a = 1 or b = 1', '$id > 5')).toBe('(a = 1 or b = 1) and $id > 5');
	expect(both('a = 1', 'b = 1 or c = 1')).toBe('(a = 1) and (b = 1 or c = 1)');
	expect(both('', '$id > 5')).toBe('$id > 5');
	expect(both('a = 1', '')).toBe('a = 1');
});

it('an order has a field in each row', () => {
	const code = (field: unknown) => queryField(field).code;
	expect(orderOf([{ field: 'a', direction: 'desc' }, { field: 'b|NUMBER' }], code)).toBe(
		'a desc, b asc',
	);
	expect(() => orderOf([{}], code)).toThrow(InputError);
});

it('a condition is closed if its quotes and parentheses end in it', () => {
	const closed = ['', 'Name = "a (b" and (Due > "x" or (Due = ""))', 'Name = "say \\"hi\\""'];
	expect(closed.filter((text) => !isClosed(text))).toEqual([]);
	const open = 'N = "a|N = "a\\"|N = "5" inch"|(N = "a"|N = "a") or ("b"|a) and (b'.split('|');
	expect(open.filter(isClosed)).toEqual([]);
});
