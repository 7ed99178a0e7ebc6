import fc from 'fast-check';
import { ServiceError } from '../../../../sandbox/record-platform/errors';
import {
	combine,
	OPERATORS,
	type Comparison,
	type Condition,
	type FunctionArgument,
	type Query,
	type Value,
} from '../../../../sandbox/record-platform/query/ast';
import { parseQuery } from '../../../../sandbox/record-platform/query/parser';
import { printQuery } from './print';

const word = fc.oneof(
	fc.stringMatching(/^[A-Za-z_$][A-Za-z0-9_]{0,8}$/),
	fc.stringMatching(/^[ぁ-んァ-ン一-龠Ａ-Ｚ０-９・＿]{1,6}$/u),
	fc.constantFrom('$id', 'Überschrift', 'поле', '필드', 'limits', 'order_by'),
);
const code = word.filter((text) => !['order', 'limit', 'offset'].includes(text.toLowerCase()));
const text = fc.string({ unit: 'grapheme' }).map((raw) => raw.replaceAll('\0', ''));
const argument: fc.Arbitrary<FunctionArgument> = fc.oneof(
	fc.integer().map((number) => ({ kind: 'number' as const, text: String(number) })),
	fc
		.constantFrom('DAYS', 'LAST', 'MONDAY')
		.map((name) => ({ kind: 'symbol' as const, text: name })),
	text.map((string) => ({ kind: 'string' as const, text: string })),
);
const value: fc.Arbitrary<Value> = fc.oneof(
	text.map((literal) => ({ kind: 'literal' as const, text: literal })),
	fc.record({
		kind: fc.constant('function' as const),
		name: fc.constantFrom('TODAY', 'FROM_TODAY', 'LOGINUSER'),
		arguments: fc.array(argument, { maxLength: 3 }),
	}),
);
const comparison: fc.Arbitrary<Comparison> = fc
	.record({
		field: fc.record({ list: fc.option(code, { nil: undefined }), code }),
		operator: fc.constantFrom(...OPERATORS),
		values: fc.array(value, { minLength: 1, maxLength: 4 }),
	})
	.map(({ field, operator, values }) => {
		const count = operator.startsWith('is') ? 0 : operator.endsWith('in') ? values.length : 1;
		return { kind: 'comparison', field, operator, values: values.slice(0, count) };
	});
const condition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		comparison,
		fc
			.tuple(
				fc.constantFrom('and' as const, 'or' as const),
				fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
			)
			.map(([kind, parts]) => combine(kind, parts) as Condition),
	),
})).node;
const query: fc.Arbitrary<Query> = fc.record({
	condition: fc.option(condition, { nil: undefined }),
	orderBy: fc.array(fc.record({ code, descending: fc.boolean() }), { maxLength: 3 }),
	limit: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
	offset: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
});

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
	test('gives back what was printed, whatever it is', () => {
		fc.assert(
			fc.property(query, (tree) => expect(parseQuery(printQuery(tree))).toEqual(tree)),
			{ numRuns: 500 },
		);
	});

	test.each([
		['', { condition: undefined, orderBy: [], limit: undefined, offset: undefined }],
		['  \u3000\n ', { condition: undefined, orderBy: [], limit: undefined, offset: undefined }],
		['limit 500 offset 0', { condition: undefined, orderBy: [], limit: 500, offset: 0 }],
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
		'"a" = "x"',
		'a == "x"',
		'a in "x"',
		'a in ()',
		'a in ("x"',
		'a in ("x",)',
		'a not = "x"',
		'a is "x"',
		'a is not',
		'(a = 1',
		'a = 1)',
		'a = 1 and',
		'or a = 1',
		'a = 1 b = 2',
		'a = TODAY',
		'a = TODAY(',
		'a. = 1',
		'.a = 1',
		'limit -1',
		'limit 0',
		'limit 1.5',
		'limit "5"',
		'offset -1',
		'limit',
		'offset 1 limit 1',
		'limit 1 order by a',
		'order by',
		'order a',
		'order by a desc asc',
		'order by a,',
		'a = 1; drop table records',
	])('refuses %j', (text) => expectSyntaxError(text));

	test('refuses what would exhaust the stack or the database', () => {
		expectSyntaxError(`${'('.repeat(5000)}a = 1${')'.repeat(5000)}`);
		expectSyntaxError(Array(5001).fill('a = 1').join(' or '));
	});

	test('garbage gets the service error, too', () => {
		const piece = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom(
				'a',
				'"',
				'\\',
				'(',
				')',
				',',
				'.',
				'=',
				'in',
				'not',
				'and',
				'or',
				'limit',
				' ',
			),
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
