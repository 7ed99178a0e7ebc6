import fc from 'fast-check';

import { conditionOf, type ConditionRow } from '../../../nodes/RecordPlatform/query/conditions';
import type { Operator } from '../../../nodes/RecordPlatform/query/operators';
import { InputError } from '../../../nodes/shared/errors';
import { CONTEXT, Database, record } from '../../sandbox/record-platform/query/world';
import { BLANKS, NEGATIVE, says } from '../../support/plain-words';

/** A field with what records hold in it, what people type for it, and how they read it. */
interface Kind {
	code: string;
	type: string;
	inTable?: boolean;
	held: unknown[];
	/** What is typed, and what it means as text. */
	typed: Array<[unknown, string]>;
	operators: Operator[];
}

const EQUAL: Operator[] = ['equals', 'notEquals', 'anyOf', 'noneOf'];
const ORDER: Operator[] = ['greater', 'greaterOrEqual', 'less', 'lessOrEqual'];
const EMPTY: Operator[] = ['empty', 'notEmpty'];
const WORDS: Operator[] = ['contains', 'notContains'];

const same = (...texts: string[]): Array<[unknown, string]> => texts.map((one) => [one, one]);
const people = (...codes: string[]) => codes.map((code) => ({ code, name: code }));
const OPTIONS = ['High', 'Low'];
const CODES = [people(), people('sato'), people('sato', 'kato'), people('sales')];
/** CONTEXT is on 25 April 2026 in Tokyo. */
const DAYS = [null, '2026-04-24', '2026-04-25', '2026-05-01'];
const TYPED_DAYS: Array<[unknown, string]> = [
	...same('2026-04-24', '2026-05-01'),
	['TODAY()', '2026-04-25'],
	['2026/4/24', '2026-04-24'],
];
const NUMBERS = ['', '0', '-2', '2.5', '12'];
const TYPED_NUMBERS: Array<[unknown, string]> = [
	[0, '0'],
	[-2, '-2'],
	['2.50', '2.5'],
	['12', '12'],
];
const TEXTS = ['', 'gamma', 'gamma key', '12'];

const field = (
	code: string,
	type: string,
	held: unknown[],
	typed: Array<[unknown, string]>,
	...operators: Operator[][]
): Kind => ({ code, type, held, typed, operators: operators.flat() });
const column = (...given: Parameters<typeof field>): Kind => ({
	...field(...given),
	inTable: true,
});

const KINDS: Kind[] = [
	field('title', 'SINGLE_LINE_TEXT', TEXTS, same('gamma', 'key', '12'), EQUAL, WORDS, EMPTY),
	field('url', 'LINK', TEXTS, same('gamma', 'key'), EQUAL, WORDS, EMPTY),
	field('memo', 'MULTI_LINE_TEXT', TEXTS, same('gamma', 'key'), WORDS, EMPTY),
	field('金額', 'NUMBER', NUMBERS, TYPED_NUMBERS, EQUAL, ORDER, EMPTY),
	field('total', 'CALC', NUMBERS, TYPED_NUMBERS, EQUAL, ORDER, EMPTY),
	field('tags', 'CHECK_BOX', [[], ['High'], OPTIONS], same(...OPTIONS), EQUAL, EMPTY),
	field('kinds', 'MULTI_SELECT', [[], ['High'], OPTIONS], same(...OPTIONS), EQUAL, EMPTY),
	field('radio', 'RADIO_BUTTON', OPTIONS, same(...OPTIONS), EQUAL, EMPTY),
	field('priority', 'DROP_DOWN', [null, ...OPTIONS], same(...OPTIONS), EQUAL, EMPTY),
	field('day', 'DATE', DAYS, TYPED_DAYS, EQUAL, ORDER, EMPTY),
	field('at', 'TIME', [null, '09:30', '23:59'], [['9:30', '09:30']], EQUAL, ORDER, EMPTY),
	field(
		'moment',
		'DATETIME',
		['', '2026-04-24T15:00:00Z', '2026-04-25T01:00:00Z'],
		[
			['2026-04-25T10:00', '2026-04-25T01:00:00Z'],
			['2026-04-24T15:00:00Z', '2026-04-24T15:00:00Z'],
		],
		EQUAL,
		ORDER,
		EMPTY,
	),
	field(
		'people',
		'USER_SELECT',
		CODES,
		[
			['kato', 'kato'],
			['LOGINUSER()', 'sato'],
		],
		EQUAL,
		EMPTY,
	),
	field('teams', 'ORGANIZATION_SELECT', CODES, same('sato', 'sales'), EQUAL, EMPTY),
	field('groups', 'GROUP_SELECT', CODES, same('kato', 'sales'), EQUAL, EMPTY),
	column('item', 'SINGLE_LINE_TEXT', TEXTS, same('gamma', '12'), EQUAL, WORDS, EMPTY),
	column('quantity', 'NUMBER', NUMBERS, TYPED_NUMBERS, EQUAL, ORDER, EMPTY),
	column('item_kind', 'DROP_DOWN', [null, ...OPTIONS], same(...OPTIONS), EQUAL, EMPTY),
	column('item_day', 'DATE', DAYS, TYPED_DAYS, EQUAL, ORDER, EMPTY),
	column('item_people', 'USER_SELECT', CODES, same('sato', 'kato'), EQUAL, EMPTY),
];

/** A record's own value, or those of its rows. */
const valuesOf = (cells: Record<string, unknown>, { code, inTable }: Kind): unknown[] =>
	inTable
		? ((cells.items ?? []) as Array<{ value: Record<string, unknown> }>).map(
				({ value }) => value[code],
			)
		: [cells[code]];

const isNumber = ({ type }: Kind) => type === 'NUMBER' || type === 'CALC';

/** The search of the service finds words. */
const includes = (text: string, part: string) => text.split(' ').includes(part);

function matches(cells: Record<string, unknown>, { kind, operator, given }: Asked): boolean {
	const values = valuesOf(cells, kind);
	const words = { isNumber: isNumber(kind), includes };
	const one = (value: unknown) => says(operator, value, given, words);
	// Of a table: some row, or for what is denied at least one row and all of them.
	return NEGATIVE.includes(operator) ? values.length > 0 && values.every(one) : values.some(one);
}

interface Asked {
	kind: Kind;
	operator: Operator;
	row: ConditionRow;
	given: string[];
	/** Whether something is missing in the value. */
	lacks: boolean;
}

const asked: fc.Arbitrary<Asked> = fc.constantFrom(...KINDS).chain((kind) =>
	fc
		.record({
			operator: fc.constantFrom(...kind.operators),
			typed: fc.array(fc.constantFrom(...kind.typed), { maxLength: 3 }),
			blank: fc.option(fc.constantFrom(...BLANKS), { nil: 'none', freq: 2 }),
			at: fc.nat({ max: 3 }),
			form: fc.constantFrom('list', 'commas', 'json'),
		})
		.map(({ operator, typed, blank, at, form }) => {
			const isList = operator === 'anyOf' || operator === 'noneOf';
			const entries: unknown[] = typed.map(([one]) => one).slice(0, isList ? 3 : 1);
			const lacks = entries.length === 0 || (!isList && blank !== 'none');
			if (blank !== 'none') entries.splice(isList ? at : 0, isList ? 0 : 1, blank);
			const text = entries.map((one) => one ?? '').join(',');
			const listed = form === 'list' ? entries : form === 'json' ? JSON.stringify(entries) : text;
			const value = isList ? listed : entries[0];
			const { code, type, inTable = false } = kind;
			const field = `${code}|${inTable ? 'SUBTABLE.' : ''}${type}`;
			const given = typed.map(([, meant]) => meant).slice(0, isList ? 3 : 1);
			return {
				kind,
				operator,
				row: { field, operator, value },
				given,
				lacks: lacks && !EMPTY.includes(operator),
			};
		}),
);

const cellsOf = (inTable: boolean) =>
	fc.record(
		Object.fromEntries(
			KINDS.filter((kind) => (kind.inTable ?? false) === inTable).map(({ code, held }) => [
				code,
				fc.constantFrom(...held),
			]),
		),
	);
const records = fc.array(
	fc.tuple(cellsOf(false), fc.array(cellsOf(true), { maxLength: 2 })).map(([cells, rows]) => ({
		...cells,
		items: rows.map((value, at) => ({ id: String(at + 1), value })),
	})),
	{ minLength: 6, maxLength: 6 },
);

let database: Database;

beforeAll(async () => {
	database = await Database.open();
});
afterAll(async () => await database.close());

/** The condition's text; undefined where it is refused. */
function textOf(row: ConditionRow): string | undefined {
	try {
		return conditionOf({ rows: [row] }, { zone: 'Asia/Tokyo' });
	} catch (problem) {
		if (problem instanceof InputError) return undefined;
		throw problem;
	}
}

test('a condition is refused where a value is missing, and else finds what it says in plain words', async () => {
	await fc.assert(
		fc.asyncProperty(
			records,
			fc.array(asked, { minLength: 8, maxLength: 8 }),
			async (held, conditions) => {
				await database.fill(held.map((cells, at) => record(at + 1, cells)));
				for (const one of conditions) {
					const query = textOf(one.row);
					expect({ row: one.row, refused: query === undefined }).toEqual({
						row: one.row,
						refused: one.lacks,
					});
					if (query === undefined) continue;
					const found = await database.find(`${query} order by $id asc`, CONTEXT);
					const meant = held.flatMap((cells, at) => (matches(cells, one) ? [at + 1] : []));
					expect({ query, found }).toEqual({ query, found: meant });
				}
			},
		),
		{ numRuns: 150 },
	);
});
