import { literal, quoted } from '../../../nodes/RecordPlatform/query/literals';

const text = (value: unknown, type: string) => literal(value, type, 'Asia/Tokyo');

it.each([
	['9:05', 'TIME', '"09:05"'],
	['2026-01-31T10:00', 'DATETIME', '"2026-01-31T01:00:00Z"'],
	['2026-01-31T10:00', 'CREATED_TIME', '"2026-01-31T01:00:00Z"'],
	['2026-01-31T10:00', 'UPDATED_TIME', '"2026-01-31T01:00:00Z"'],
	['2026-01-31T10:00', 'SINGLE_LINE_TEXT', '"2026-01-31T10:00"'],
	['2026-01-31T10:00', 'LINK', '"2026-01-31T10:00"'],
	[new Date('2026-01-31T01:00:00Z'), 'DATETIME', '"2026-01-31T01:00:00Z"'],
	[new Date('2026-01-31T01:00:00Z'), 'SINGLE_LINE_TEXT', '"2026-01-31T01:00:00.000Z"'],
	[null, 'SINGLE_LINE_TEXT', '""'],
	[undefined, 'SINGLE_LINE_TEXT', '""'],
])('%p on a %s is %s', (value, type, expected) => {
	expect(text(value, type)).toBe(expected);
});

it('line ends and control characters stay one line', () => {
	expect(quoted('a\r\nb\rc\nd')).toBe('"a\\nb\\nc\\nd"');
	expect(quoted('a\u0000b')).toBe('"a b"');
});

it('an object is no value', () => {
	expect(() => text({ a: 1 }, 'SINGLE_LINE_TEXT')).toThrow();
});
