import fc from 'fast-check';

import {
	conditionOf,
	type ConditionRow,
	pickerValue,
	queryField,
} from '../../../nodes/RecordPlatform/query/conditions';
import { quoted } from '../../../nodes/RecordPlatform/query/literals';
import { both, orderOf, queryParts, queryText } from '../../../nodes/RecordPlatform/query/parts';
import { Refusal } from '../../../nodes/shared/errors';

const condition = (...rows: ConditionRow[]) => conditionOf(rows, 'Asia/Tokyo');

describe('a text', () => {
	it.each([
		['a', '"a"'],
		['say "hi"', '"say \\"hi\\""'],
		['back\\slash', '"back\\\\slash"'],
		['two\nlines\tand a tab', '"two\\nlines\\tand a tab"'],
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
		[{ field: 'Notes', operator: 'contains', value: 'x' }, 'Notes like "x"'],
		[{ field: 'Notes|MULTI_LINE_TEXT', operator: 'empty' }, 'Notes is empty'],
		[{ field: 'File|FILE', operator: 'notEmpty' }, 'File is not empty'],
		[{ field: 'Tags|CHECK_BOX', operator: 'empty' }, 'Tags in ("")'],
		[{ field: 'Amount|NUMBER', operator: 'notEmpty' }, 'Amount != ""'],
	])('%j is %s', (row, expected) => {
		expect(condition(row)).toBe(expected);
	});

	it('groups rows: and inside a group, or between groups', () => {
		const row = (field: string, join?: 'and' | 'or'): ConditionRow => ({ field, value: '1', join });
		expect(condition(row('a'), row('b', 'and'))).toBe('a = "1" and b = "1"');
		expect(condition(row('a', 'or'), row('b'), row('c', 'or'), row('d'))).toBe(
			'(a = "1" and b = "1") or (c = "1" and d = "1")',
		);
		expect(condition(row('a'), row('b', 'or'))).toBe('a = "1" or b = "1"');
		expect(condition()).toBe('');
	});

	it('needs a field', () => {
		expect(() => condition({ value: 1 })).toThrow(Refusal);
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
	expect(both('', '$id > 5')).toBe('$id > 5');
	expect(both('a = 1', '')).toBe('a = 1');
});

it('an order has a field in each row', () => {
	const code = (field: unknown) => queryField(field).code;
	expect(orderOf([{ field: 'a', direction: 'desc' }, { field: 'b|NUMBER' }], code)).toBe(
		'a desc, b asc',
	);
	expect(() => orderOf([{}], code)).toThrow(Refusal);
});
