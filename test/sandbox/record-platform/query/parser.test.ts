import fc from 'fast-check';
import { ServiceError } from '../../../../sandbox/record-platform/errors';
import type { Comparison, Value } from '../../../../sandbox/record-platform/query/ast';
import { parseQuery } from '../../../../sandbox/record-platform/query/parser';

function failure(text: string): ServiceError {
	try {
		parseQuery(text);
	} catch (error) {
		if (error instanceof ServiceError) return error;
		throw error;
	}
	throw new Error(`${text} was taken for right`);
}

function expectSyntaxError(text: string): void {
	const error = failure(text);
	expect(error).toMatchObject({ code: 'CB_VA01', status: 400 });
	expect(error.errors?.query?.messages).toHaveLength(1);
}

const literal = (text: string): Value => ({ kind: 'literal', text });
const equals = (code: string, text: string): Comparison => ({
	kind: 'comparison',
	field: { list: undefined, code },
	operator: '=',
	values: [literal(text)],
});

describe('parsing', () => {
	test.each([
		['', { condition: undefined, orderBy: [], limit: undefined, offset: undefined }],
		['  \u3000\n ', { condition: undefined, orderBy: [], limit: undefined, offset: undefined }],
		['limit 500 offset 0', { condition: undefined, orderBy: [], limit: 500, offset: 0 }],
		[
			'a = "x" or (b = "y" or c = "z") and d = "\\"\\t"',
			{
				condition: {
					kind: 'or',
					parts: [
						equals('a', 'x'),
						{
							kind: 'and',
							parts: [
								{ kind: 'or', parts: [equals('b', 'y'), equals('c', 'z')] },
								equals('d', '"\t'),
							],
						},
					],
				},
				orderBy: [],
				limit: undefined,
				offset: undefined,
			},
		],
		[
			'order by $id asc, a desc, b',
			{
				condition: undefined,
				orderBy: [
					{ code: '$id', descending: false },
					{ code: 'a', descending: true },
					{ code: 'b', descending: false },
				],
				limit: undefined,
				offset: undefined,
			},
		],
		[
			'a = "x" Order By b Desc Limit 1 Offset 10000',
			{
				condition: equals('a', 'x'),
				orderBy: [{ code: 'b', descending: true }],
				limit: 1,
				offset: 10_000,
			},
		],
	])('takes %j', (text, expected) => expect(parseQuery(text)).toEqual(expected));

	test.each([
		'a',
		'a =',
		'a = b',
		'a = "x',
		'a = "\t"',
		'a = "\r"',
		'a = "\n"',
		'a = "\0"',
		'`a` = "x"',
		"a = 'x'",
		...`"a" = "x" | a == "x" | a in "x" | a in () | a in ("x" | a in ("x",) | a not = "x" |
			a is "x" | a is not | (a = 1 | a = 1) | a = 1 and | or a = 1 | a = 1 b = 2 | a = TODAY |
			a = TODAY( | a. = 1 | .a = 1 | limit -1 | limit 0 | limit 1.5 | limit "5" | offset -1 |
			limit | offset 1 limit 1 | limit 1 order by a | order by | order a |
			order by a desc asc | order by a, | a = 1; drop table records`.split(/\s*\|\s+/),
	])('refuses %j', (text) => expectSyntaxError(text));

	test('refuses what would exhaust the stack or the database', () => {
		expectSyntaxError(`${'('.repeat(5000)}a = 1${')'.repeat(5000)}`);
		expectSyntaxError(Array(5001).fill('a = 1').join(' or '));
	});

	test('garbage gets the service error, too', () => {
		const piece = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom(' ', ...'a " \\ ( ) , . = in not and or limit'.split(' ')),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
				try {
					parseQuery(pieces.join(''));
				} catch (error) {
					expect(error).toBeInstanceOf(ServiceError);
				}
			}),
			{ numRuns: 2000 },
		);
	});
});
