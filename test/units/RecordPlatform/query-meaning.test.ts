import fc from 'fast-check';

import {
	conditionOf,
	type ConditionRow,
	type Filter,
	type Match,
} from '../../../nodes/RecordPlatform/query/conditions';
import { pickerValue, type QueryField } from '../../../nodes/RecordPlatform/query/operators';
import { offeredOperators, type Operator } from '../../../nodes/RecordPlatform/query/operators';
import type { FieldType, FormField, FormFields } from '../../../sandbox/record-platform/form';
import { compileQuery } from '../../../sandbox/record-platform/query';
import {
	combine,
	type Comparison,
	type Condition,
	type Operator as Meant,
	type Value,
} from '../../../sandbox/record-platform/query/ast';
import { parseQuery } from '../../../sandbox/record-platform/query/parser';

const OPTIONS = {
	'a, b': { label: 'a, b', index: '0' },
	'say "c"': { label: 'say "c"', index: '1' },
};

/** A field of every type that conditions can ask for, outside and inside a table. */
const TYPES: FieldType[] = [
	'CHECK_BOX',
	'CREATED_TIME',
	'CREATOR',
	'DATE',
	'DATETIME',
	'DROP_DOWN',
	'FILE',
	'GROUP_SELECT',
	'LINK',
	'MODIFIER',
	'MULTI_LINE_TEXT',
	'MULTI_SELECT',
	'NUMBER',
	'ORGANIZATION_SELECT',
	'RADIO_BUTTON',
	'RECORD_NUMBER',
	'RICH_TEXT',
	'SINGLE_LINE_TEXT',
	'STATUS',
	'TIME',
	'UPDATED_TIME',
	'USER_SELECT',
];
const OF_THE_RECORD: FieldType[] = [
	'CREATED_TIME',
	'CREATOR',
	'MODIFIER',
	'RECORD_NUMBER',
	'STATUS',
	'UPDATED_TIME',
];

const formField = (code: string, type: FieldType): FormField =>
	({ code, type, label: code, options: OPTIONS }) as unknown as FormField;

const IN_TABLE = TYPES.filter((type) => !OF_THE_RECORD.includes(type));
const FORM = Object.fromEntries([
	...TYPES.map((type) => [`f_${type}`, formField(`f_${type}`, type)]),
	[
		'Lines',
		{
			...formField('Lines', 'SUBTABLE'),
			fields: Object.fromEntries(
				IN_TABLE.map((type) => [`t_${type}`, formField(`t_${type}`, type)]),
			),
		},
	],
]) as FormFields;

const FIELDS: QueryField[] = [
	...TYPES.map((type) => ({ code: `f_${type}`, type, inTable: false })),
	...IN_TABLE.map((type) => ({ code: `t_${type}`, type, inTable: true })),
];

const literal = (text: string): Value => ({ kind: 'literal', text });
const call = (name: string, ...args: Array<[string, string]>): Value => ({
	kind: 'function',
	name,
	arguments: args.map(([kind, text]) => ({ kind, text }) as never),
});

/** What is typed as a value, and what it means in the query. */
type Sample = [typed: unknown, meant: Value, kind?: string];

const DAYS: Array<Sample> = [
	['TODAY()', call('TODAY')],
	['FROM_TODAY(-7, DAYS)', call('FROM_TODAY', ['number', '-7'], ['symbol', 'DAYS'])],
	['THIS_WEEK(MONDAY)', call('THIS_WEEK', ['symbol', 'MONDAY'])],
	['', call('LAST_MONTH'), 'lastMonth'],
	[3, call('FROM_TODAY', ['number', '-3'], ['symbol', 'YEARS']), 'yearsBefore'],
	['0', call('FROM_TODAY', ['number', '0'], ['symbol', 'DAYS']), 'daysBefore'],
];

/** A text that no list of several values is cut at. */
const text = fc
	.string({ unit: 'grapheme', minLength: 1 })
	// Blanks alone are no value: the node refuses them.
	.filter((one) => !/\p{Cc}/u.test(one) && /[^\s\p{Z}\p{Cf}]/u.test(one))
	.map((one): Sample => [one, literal(one)]);
const looksLikeQuery = fc.constantFrom<Sample>(
	...['TODAY()', 'LOGINUSER()', '" or $id > 0', '\\', 'a\\"b', 'order by x limit 1'].map(
		(one): Sample => [one, literal(one)],
	),
);

function samples(type: string): fc.Arbitrary<Sample> {
	switch (type) {
		case 'DATE':
			return fc.constantFrom<Sample>(...DAYS, ['2026/1/31', literal('2026-01-31')]);
		case 'DATETIME':
		case 'CREATED_TIME':
		case 'UPDATED_TIME':
			return fc.constantFrom<Sample>(
				...DAYS,
				['', call('NOW'), 'now'],
				['2026-01-31T10:00', literal('2026-01-31T01:00:00Z')],
			);
		case 'TIME':
			return fc.constantFrom<Sample>(['9:05', literal('09:05')]);
		case 'NUMBER':
		case 'RECORD_NUMBER':
			return fc.integer().map((one) => [one, literal(String(one))]);
		case 'CREATOR':
		case 'MODIFIER':
		case 'USER_SELECT':
			return fc.constantFrom<Sample>(
				['sato', literal('sato')],
				['LOGINUSER()', call('LOGINUSER')],
				['ignored', call('LOGINUSER'), 'signedInUser'],
			);
		case 'ORGANIZATION_SELECT':
			return fc.constantFrom<Sample>(
				['sales', literal('sales')],
				['', call('PRIMARY_ORGANIZATION'), 'primaryOrganization'],
			);
		case 'CHECK_BOX':
		case 'DROP_DOWN':
		case 'MULTI_SELECT':
		case 'RADIO_BUTTON':
			return fc.constantFrom<Sample>(...Object.keys(OPTIONS).map((o): Sample => [o, literal(o)]));
		case 'GROUP_SELECT':
		case 'STATUS':
			return fc.constantFrom<Sample>(['everyone', literal('everyone')]);
		default:
			return fc.oneof(text, looksLikeQuery);
	}
}

/** A row as a person fills it in, with the condition that it means. */
interface Meaning {
	row: ConditionRow;
	meant: Condition;
}

const SYMBOLS: Partial<Record<Operator, Meant>> = {
	equals: '=',
	notEquals: '!=',
	greater: '>',
	greaterOrEqual: '>=',
	less: '<',
	lessOrEqual: '<=',
	contains: 'like',
	notContains: 'not like',
};
const LISTS = /^(?:CREATOR|MODIFIER|CHECK_BOX|DROP_DOWN|RADIO_BUTTON|.*_SELECT)$/;
const MOMENTS = /^(?:DATE|DATETIME|TIME|CREATED_TIME|UPDATED_TIME)$/;
const LONG = /^(?:MULTI_LINE_TEXT|RICH_TEXT|FILE)$/;

function meaningOf(
	{ code, type, inTable }: QueryField,
	operator: Operator,
	given: Sample[],
): Condition {
	const compared = (meant: Meant, values: Value[]): Comparison => ({
		kind: 'comparison',
		field: { list: undefined, code },
		operator: meant,
		values,
	});
	const inList = inTable || LISTS.test(type);
	const values = given.map(([, value]) => value);
	const positive = ['equals', 'anyOf', 'empty'].includes(operator);
	if (operator === 'empty' || operator === 'notEmpty') {
		if (LONG.test(type)) return compared(positive ? 'is empty' : 'is not empty', []);
		if (inList) return compared(positive ? 'in' : 'not in', [literal('')]);
		return compared(positive ? '=' : '!=', [literal('')]);
	}
	if (operator === 'anyOf' || operator === 'noneOf') {
		if (inList || !MOMENTS.test(type)) return compared(positive ? 'in' : 'not in', values);
		return combine(
			positive ? 'or' : 'and',
			values.map((value) => compared(positive ? '=' : '!=', [value])),
		) as Condition;
	}
	const isEquality = operator === 'equals' || operator === 'notEquals';
	if (inList && isEquality) return compared(positive ? 'in' : 'not in', values.slice(0, 1));
	return compared(SYMBOLS[operator] as Meant, values.slice(0, 1));
}

const meanings: fc.Arbitrary<Meaning> = fc.constantFrom(...FIELDS).chain((field) =>
	fc
		.record({
			operator: fc.constantFrom(...offeredOperators(field).map(({ value }) => value)),
			given: fc.array(samples(field.type), { minLength: 1, maxLength: 3 }),
		})
		.map(({ operator, given }) => {
			const isList = operator === 'anyOf' || operator === 'noneOf';
			// A chosen function is the whole value; typed ones may stand in a list.
			const plain = given.filter(([, , kind]) => kind === undefined);
			const used = isList && plain.length > 0 ? plain : given.slice(0, 1);
			const [first] = used as [Sample];
			const value = isList && first[2] === undefined ? used.map(([typed]) => typed) : first[0];
			return {
				row: { field: pickerValue(field), operator, value, ...(first[2] && { kind: first[2] }) },
				meant: meaningOf(field, operator, used),
			};
		}),
);

const filters = fc
	.record({
		match: fc.constantFrom<Match>('all', 'any'),
		rows: fc.array(meanings, { maxLength: 3 }),
		groups: fc.array(
			fc.record({
				match: fc.constantFrom<Match>('all', 'any'),
				rows: fc.array(meanings, { minLength: 1, maxLength: 3 }),
			}),
			{ maxLength: 2 },
		),
	})
	.map(({ match, rows, groups }) => {
		const word = (one: Match) => (one === 'all' ? 'and' : 'or');
		const filter: Filter = {
			match,
			rows: rows.map(({ row }) => row),
			groups: groups.map((group) => ({
				match: group.match,
				conditions: { rows: group.rows.map(({ row }) => row) },
			})),
		};
		const parts = [
			...rows.map(({ meant }) => meant),
			...groups.map((group) =>
				combine(
					word(group.match),
					group.rows.map(({ meant }) => meant),
				),
			),
		] as Condition[];
		return { filter, meant: combine(word(match), parts) };
	});

const CONTEXT = {
	now: new Date('2026-04-24T22:51:30Z'),
	timeZone: 'Asia/Tokyo',
	login: 'sato',
	organizations: ['sales'],
	appId: '1',
};

test('the service reads every filter as it is meant, and takes it for its form', () => {
	fc.assert(
		fc.property(filters, ({ filter, meant }) => {
			const query = conditionOf(filter, 'Asia/Tokyo');
			expect(parseQuery(query).condition).toEqual(meant);
			compileQuery(query, FORM, CONTEXT);
		}),
		{ numRuns: 1500 },
	);
});
