import fc from 'fast-check';
import {
	combine,
	type Comparison,
	type Condition,
	type Operator,
	type Value,
} from '../../../../sandbox/record-platform/query/ast';
import type { NaiveField } from './naive';
import { OPTIONS, type StoredRecord } from './world';

const EQUALITY: Operator[] = ['=', '!='];
const ORDERING: Operator[] = ['<', '>', '<=', '>='];
const MEMBERSHIP: Operator[] = ['in', 'not in'];
const WORDS: Operator[] = ['like', 'not like'];
const EMPTINESS: Operator[] = ['is empty', 'is not empty'];

/** A field of the form: what it can hold, what it can be asked for, and how the naive evaluation reads it. */
interface SampleField extends NaiveField {
	stored: fc.Arbitrary<unknown>;
	asked: fc.Arbitrary<Value>;
	operators: Operator[];
}

const literal = (text: string): Value => ({ kind: 'literal', text });
const literals = (texts: fc.Arbitrary<string>) => fc.oneof(texts, fc.constant('')).map(literal);

function call(name: string, ...given: (string | number)[]): Value {
	return {
		kind: 'function',
		name,
		arguments: given.map((argument) => ({
			kind: typeof argument === 'number' ? 'number' : 'symbol',
			text: String(argument),
		})),
	};
}

const text = fc.constantFrom('a', 'A', 'b c', '12', '12.0', '東京', `it's "x" \\ %_`, 'é');
const words = fc
	.array(
		fc.constantFrom(
			'gamma',
			'Key',
			'keyword',
			'É',
			'東京',
			'大阪',
			'京',
			' ',
			' ',
			'-',
			'%',
			'.*',
			'\n',
		),
		{ maxLength: 6 },
	)
	.map((parts) => parts.join(''));
const blanks = fc.constantFrom('', ' ', '\n\t', '\u3000');
const number = fc.oneof(
	fc.integer({ min: -3, max: 3 }).map(String),
	fc.integer({ min: -30, max: 30 }).map((tenths) => (tenths / 10).toFixed(1)),
);
const day = fc
	.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -800, max: 800 }))
	.map((days) => new Date(Date.UTC(2026, 3, 25 + days)).toISOString().slice(0, 10));
const time = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '59'))
	.map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const moment = fc.oneof(
	fc.tuple(day, time).map(([date, clock]) => `${date}T${clock}:00Z`),
	fc.constantFrom('2026-04-24T22:51:00Z', '2026-04-24T15:00:00Z', '2026-04-24T14:59:00Z'),
);
const duration = fc
	.tuple(fc.boolean(), fc.integer({ min: 0, max: 30 }), fc.constantFrom('00', '01', '59'))
	.map(([negative, hours, rest]) => `${negative ? '-' : ''}${hours}:${rest}`);
const option = fc.constantFrom(...OPTIONS);
const code = fc.constantFrom('sato', 'kato', 'sales', 'guest/a@example.com');
const entities = fc
	.uniqueArray(code, { maxLength: 3 })
	.map((codes) => codes.map((each) => ({ code: each, name: each.toUpperCase() })));
const codesOf = (value: unknown) =>
	((value ?? []) as { code: string }[]).map((entity) => entity.code);

const weekday = fc.constantFrom('SUNDAY', 'MONDAY', 'SATURDAY');
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('LAST'));
const dateFunction: fc.Arbitrary<Value> = fc.oneof(
	fc.constantFrom('NOW', 'TODAY', 'YESTERDAY', 'TOMORROW').map((name) => call(name)),
	fc.constantFrom('THIS_YEAR', 'LAST_YEAR', 'NEXT_YEAR').map((name) => call(name)),
	fc
		.tuple(fc.constantFrom('THIS', 'LAST', 'NEXT'), fc.option(weekday))
		.map(([which, given]) => call(`${which}_WEEK`, ...(given === null ? [] : [given]))),
	fc
		.tuple(fc.constantFrom('THIS', 'LAST', 'NEXT'), fc.option(monthDay))
		.map(([which, given]) => call(`${which}_MONTH`, ...(given === null ? [] : [given]))),
	fc
		.tuple(fc.integer({ min: -14, max: 14 }), fc.constantFrom('DAYS', 'WEEKS', 'MONTHS', 'YEARS'))
		.map(([amount, unit]) => call('FROM_TODAY', amount, unit)),
);
const asDays = fc.oneof(literals(day), dateFunction);
const asMoments = fc.oneof(
	literals(moment),
	moment.map((instant) => literal(instant.replace('Z', '+00:00'))),
	dateFunction,
);

type Read = NaiveField['read'];
const cell =
	(name: string): Read =>
	({ cells }) =>
		cells[name];
const names =
	(name: string): Read =>
	({ cells }) =>
		codesOf(cells[name]);

/** The fields of the form that live in `cells`; a field may be missing from them. */
export const CELLS: Record<string, SampleField> = {
	title: {
		kind: 'text',
		stored: text,
		asked: literals(text),
		operators: [...EQUALITY, ...MEMBERSHIP],
		read: cell('title'),
	},
	url: {
		kind: 'words',
		stored: words,
		asked: literals(words),
		operators: WORDS,
		read: cell('url'),
	},
	memo: {
		kind: 'words',
		stored: fc.oneof(words, blanks),
		asked: literals(words),
		operators: [...WORDS, ...EMPTINESS],
		read: cell('memo'),
	},
	rich: {
		kind: 'words',
		stored: fc.oneof(words, blanks).map((inner) => `<div>${inner}<br /></div>`),
		asked: literals(words),
		operators: [...WORDS, ...EMPTINESS],
		read: ({ cells }) => String(cells.rich ?? '').replace(/<[^>]*>/g, ' '),
	},
	金額: {
		kind: 'number',
		stored: number,
		asked: literals(fc.oneof(number, fc.constantFrom('x', '1e0'))),
		operators: [...EQUALITY, ...ORDERING, ...MEMBERSHIP],
		read: cell('金額'),
	},
	total: {
		kind: 'number',
		stored: number,
		asked: literals(number),
		operators: [...EQUALITY, ...ORDERING, ...MEMBERSHIP],
		read: cell('total'),
	},
	lasted: {
		kind: 'minutes',
		stored: duration,
		asked: literals(duration),
		operators: [...EQUALITY, ...ORDERING, ...MEMBERSHIP],
		read: cell('lasted'),
	},
	due: {
		kind: 'day',
		stored: day,
		asked: asDays,
		operators: [...EQUALITY, ...ORDERING, ...MEMBERSHIP],
		read: cell('due'),
	},
	tags: {
		kind: 'set',
		stored: fc.uniqueArray(option),
		asked: literals(option),
		operators: MEMBERSHIP,
		read: cell('tags'),
	},
	kinds: {
		kind: 'set',
		stored: fc.uniqueArray(option),
		asked: literals(option),
		operators: MEMBERSHIP,
		read: cell('kinds'),
	},
	radio: {
		kind: 'text',
		stored: option,
		asked: literals(option),
		operators: MEMBERSHIP,
		read: cell('radio'),
	},
	priority: {
		kind: 'text',
		stored: fc.option(option),
		asked: literals(option),
		operators: MEMBERSHIP,
		read: cell('priority'),
	},
	day: {
		kind: 'day',
		stored: fc.option(day),
		asked: asDays,
		operators: [...EQUALITY, ...ORDERING],
		read: cell('day'),
	},
	at: {
		kind: 'time',
		stored: fc.option(time),
		asked: literals(time),
		operators: [...EQUALITY, ...ORDERING],
		read: cell('at'),
	},
	moment: {
		kind: 'moment',
		stored: fc.oneof(moment, fc.constant('')),
		asked: asMoments,
		operators: [...EQUALITY, ...ORDERING],
		read: cell('moment'),
	},
	files: {
		kind: 'words',
		stored: fc.array(
			words.map((name) => ({ name, fileKey: 'gamma', size: '1', contentType: 'text/plain' })),
			{ maxLength: 2 },
		),
		asked: literals(words),
		operators: [...WORDS, ...EMPTINESS],
		read: ({ cells }) => ((cells.files ?? []) as { name: string }[]).map(({ name }) => name),
	},
	people: {
		kind: 'set',
		stored: entities,
		asked: fc.oneof(literals(code), fc.constant(call('LOGINUSER'))),
		operators: MEMBERSHIP,
		read: names('people'),
	},
	teams: {
		kind: 'set',
		stored: entities,
		asked: fc.oneof(literals(code), fc.constant(call('PRIMARY_ORGANIZATION'))),
		operators: MEMBERSHIP,
		read: names('teams'),
	},
	groups: {
		kind: 'set',
		stored: entities,
		asked: literals(code),
		operators: MEMBERSHIP,
		read: names('groups'),
	},
	Categories: {
		kind: 'set',
		stored: fc.uniqueArray(text, { maxLength: 2 }),
		asked: literals(text),
		operators: MEMBERSHIP,
		read: cell('Categories'),
	},
};

/** The fields inside the table; `=` and `!=` are not for them, `in` is. */
export const INNER: Record<string, SampleField> = {
	item: {
		kind: 'text',
		table: 'items',
		stored: text,
		asked: literals(text),
		operators: MEMBERSHIP,
		read: cell('item'),
	},
	quantity: {
		kind: 'number',
		table: 'items',
		stored: number,
		asked: literals(number),
		operators: [...ORDERING, ...MEMBERSHIP],
		read: cell('quantity'),
	},
	item_kind: {
		kind: 'text',
		table: 'items',
		stored: fc.option(option),
		asked: literals(option),
		operators: MEMBERSHIP,
		read: cell('item_kind'),
	},
	item_day: {
		kind: 'day',
		table: 'items',
		stored: fc.option(day),
		asked: asDays,
		operators: [...ORDERING, ...MEMBERSHIP],
		read: cell('item_day'),
	},
	item_memo: {
		kind: 'words',
		table: 'items',
		stored: fc.oneof(words, blanks),
		asked: literals(words),
		operators: [...WORDS, ...EMPTINESS],
		read: cell('item_memo'),
	},
	item_people: {
		kind: 'set',
		table: 'items',
		stored: entities,
		asked: fc.oneof(literals(code), fc.constant(call('LOGINUSER'))),
		operators: MEMBERSHIP,
		read: names('item_people'),
	},
};

const recordId = fc.oneof(
	fc.integer({ min: 0, max: 9 }).map(String),
	fc.constantFrom('CODE-3', '2.5', '9'.repeat(30)),
);
const readId: Read = ({ record }) => record.id;
const idField: Omit<SampleField, 'stored'> = {
	kind: 'number',
	asked: recordId.map(literal),
	operators: [...EQUALITY, ...ORDERING, ...MEMBERSHIP],
	read: readId,
};
const people = fc.oneof(code.map(literal), fc.constant(call('LOGINUSER')));

/** The fields every record has in columns of its own. */
const COLUMNS: Record<string, Omit<SampleField, 'stored'>> = {
	$id: idField,
	Record_number: idField,
	Created_by: {
		kind: 'text',
		asked: people,
		operators: MEMBERSHIP,
		read: ({ record }) => record.creator,
	},
	Updated_by: {
		kind: 'text',
		asked: people,
		operators: MEMBERSHIP,
		read: ({ record }) => record.modifier,
	},
	Created_at: {
		kind: 'moment',
		asked: asMoments,
		operators: [...EQUALITY, ...ORDERING],
		read: ({ record }) => record.created_at,
	},
	Updated_at: {
		kind: 'moment',
		asked: asMoments,
		operators: [...EQUALITY, ...ORDERING],
		read: ({ record }) => record.updated_at,
	},
	Status: {
		kind: 'text',
		asked: literals(text),
		operators: [...EQUALITY, ...MEMBERSHIP],
		read: ({ record }) => record.status,
	},
	Assignee: {
		kind: 'set',
		asked: fc.oneof(literals(code), fc.constant(call('LOGINUSER'))),
		operators: MEMBERSHIP,
		read: ({ record }) => codesOf(record.assignees),
	},
};

export const FIELDS: Record<string, Omit<SampleField, 'stored'>> = {
	...CELLS,
	...INNER,
	...COLUMNS,
};

function cells(fields: Record<string, SampleField>): fc.Arbitrary<Record<string, unknown>> {
	const stored = Object.entries(fields).map(([name, field]) => [name, field.stored] as const);
	return fc.record(Object.fromEntries(stored), { requiredKeys: [] });
}

const content = fc.record({
	created_at: moment,
	updated_at: moment,
	creator: code,
	modifier: code,
	status: fc.option(text),
	assignees: entities,
	cells: cells(CELLS),
	rows: fc.option(fc.array(cells(INNER), { maxLength: 3 }), { nil: undefined }),
});

export const records: fc.Arbitrary<StoredRecord[]> = fc
	.array(content, { minLength: 1, maxLength: 9 })
	.map((contents) =>
		contents.map(({ rows, ...record }, index) => ({
			...record,
			id: index + 1,
			cells: {
				...record.cells,
				...(rows && { items: rows.map((value, row) => ({ id: String(row + 1), value })) }),
			},
		})),
	);

/** A comparison with one of these fields, by any operator it has. */
export function comparisonWith(code: string): fc.Arbitrary<Comparison> {
	const { operators, asked } = FIELDS[code] as (typeof FIELDS)[string];
	return fc
		.tuple(fc.constantFrom(...operators), fc.array(asked, { minLength: 1, maxLength: 3 }))
		.map(([operator, values]) => ({
			kind: 'comparison',
			field: { list: undefined, code },
			operator,
			values: values.slice(0, operator.startsWith('is') ? 0 : operator.endsWith('in') ? 3 : 1),
		}));
}

/** Conditions of a few comparisons, often about the table so that rows matter. */
export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		fc.oneof(
			fc.constantFrom(...Object.keys(FIELDS)).chain(comparisonWith),
			fc.constantFrom(...Object.keys(INNER)).chain(comparisonWith),
		),
		fc
			.tuple(
				fc.constantFrom('and' as const, 'or' as const),
				fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
			)
			.map(([kind, parts]) => combine(kind, parts) as Condition),
	),
})).node;
