import { InputError, noValue } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import {
	comparedType,
	dayAfter,
	excludedMisfit,
	EXCLUDING,
	isMomentType,
	isTooLong,
	misfit,
} from './equality';
import { queryField, type QueryField } from './fields';
import { functionOf } from './functions';
import { checkFilledIn, entriesOf, literal, quoted, takesFunction } from './literals';
import {
	offeredOperators,
	type Operator,
	OPERATOR_NAMES,
	operatorIn,
	operatorsOf,
	typeInWords,
} from './operators';

/** Whether all conditions must be met or any one of them. */
export type Match = 'all' | 'any';

/** One condition of the filter. */
export interface ConditionRow {
	/** The value of the field picker, or a field code. */
	field?: string;
	operator?: Operator;
	/** The type of value, see `functions.ts`; a plain value by default. */
	kind?: string;
	value?: unknown;
}

/** Conditions in a group. */
export interface ConditionGroup {
	match?: Match;
	conditions?: { rows?: ConditionRow[] };
}

/** The filter as stored in the node's parameters. */
export interface Filter {
	match?: Match;
	rows?: ConditionRow[];
	groups?: ConditionGroup[];
}

/** Resolves a selected field: from the picker's value, or from the form for a bare code. */
export type FieldReader = (chosen: unknown) => QueryField;

/** How values are read. */
export interface Reading {
	timeZone: string;
	/** Whether a date with a time is after a day only when the day is over, from version 1.1. */
	wholeDays?: boolean;
	/** Whether the records are selected for a write: values that no record has are not excluded. */
	writes?: boolean;
}

/** A part of a condition; `word` joins its own parts if it has several. */
interface Piece {
	text: string;
	word?: 'and' | 'or';
}

const COMPARISONS: Partial<Record<Operator, string>> = {
	greater: '>',
	greaterOrEqual: '>=',
	less: '<',
	lessOrEqual: '<=',
};

/** Types that only support `in`. */
const LISTED = new Set([
	'CATEGORY',
	'CHECK_BOX',
	'CREATOR',
	'DROP_DOWN',
	'GROUP_SELECT',
	'MODIFIER',
	'MULTI_SELECT',
	'ORGANIZATION_SELECT',
	'RADIO_BUTTON',
	'STATUS_ASSIGNEE',
	'USER_SELECT',
]);

/** Types without `in` outside of tables; alternatives are joined with `or`. */
const WITHOUT_IN = new Set(['CREATED_TIME', 'DATE', 'DATETIME', 'TIME', 'UPDATED_TIME']);

/** Types with `is empty`; the others are compared with "". */
const IS_EMPTY = new Set(['FILE', 'MULTI_LINE_TEXT', 'RICH_TEXT']);

/**
 * The filter as a condition of the query language; '' for none.
 * Throws `InputError` for a condition without field or value, and for an unsupported operator.
 */
export function conditionOf(
	{ match = 'all', rows = [], groups = [] }: Filter,
	reading: Reading,
	read: FieldReader = queryField,
): string {
	const single = (row: ConditionRow) => comparison(row, reading, read);
	const grouped = groups.map((group) => {
		const pieces = (group.conditions?.rows ?? []).map(single);
		if (pieces.length > 0) return joined(pieces, wordOf(matchOf(group)));
		throw new InputError(
			'A condition group is empty',
			'Add a condition to it, or remove the group',
		);
	});
	return joined([...rows.map(single), ...grouped], wordOf(match)).text;
}

/** Any by default. Throws `InputError` for an expression without a match: it would select more records. */
function matchOf(group: ConditionGroup): Match {
	if (!('match' in group) || group.match === 'all' || group.match === 'any') {
		return group.match ?? 'any';
	}
	throw new InputError('"Must Match" of a condition group has an invalid value', 'Use all or any');
}

function wordOf(match: Match): 'and' | 'or' {
	return match === 'any' ? 'or' : 'and';
}

/** Parts that are joined with the other word get parentheses. */
function joined(pieces: Piece[], word: 'and' | 'or'): Piece {
	const [first] = pieces;
	if (first === undefined) return { text: '' };
	if (pieces.length === 1) return first;
	const text = pieces
		.map((piece) => (piece.word && piece.word !== word ? `(${piece.text})` : piece.text))
		.join(` ${word} `);
	return { text, word };
}

function comparison(row: ConditionRow, reading: Reading, read: FieldReader): Piece {
	const { timeZone, wholeDays = false } = reading;
	const { kind = 'value', value } = row;
	if ('kind' in row && (row.kind ?? '') === '') throw noValue('Type of Value');
	const operator = operatorIn(row);
	const field = read(row.field);
	const { code, type, inTable } = field;
	if (code === '')
		throw new InputError('A condition has no field', 'Choose a field, or remove the condition');
	checkOperator(field, operator);
	const listed = inTable || LISTED.has(type);
	if (operator === 'empty' || operator === 'notEmpty') {
		return { text: emptiness(code, type, listed, operator === 'empty') };
	}
	const compared = comparedType(field);
	// The editor keeps the type of value of a previously selected field.
	const called = takesFunction(type) ? functionOf(kind, value) : undefined;
	const isList = operator === 'anyOf' || operator === 'noneOf' || Array.isArray(value);
	if (called === undefined) checkFilledIn(code, value, isList);
	const one = (entry: unknown) => called ?? sentValue(field, entry, { kind, operator }, reading);
	const nextDay = (entry: unknown) =>
		(DATES.has(kind) || type === 'CALC') && called === undefined
			? dayAfter(entry, field, timeZone)
			: undefined;
	// A field without a value doesn't equal the day either.
	const orNone = compared === 'DATETIME' ? ` or ${code} = ""` : '';
	const inList = (entry: unknown) => {
		if (listed && nextDay(entry) !== undefined) throw dayInTable(code, entry);
		return one(entry);
	};
	const isOrIsNot = (entry: unknown, is: boolean): Piece => {
		const next = nextDay(entry);
		if (next === undefined) return { text: `${code} ${is ? '=' : '!='} ${one(entry)}` };
		const [from, until] = [one(entry), one(next)];
		return is
			? { text: `${code} >= ${from} and ${code} < ${until}`, word: 'and' }
			: { text: `${code} < ${from} or ${code} >= ${until}${orNone}`, word: 'or' };
	};
	switch (operator) {
		case 'anyOf':
		case 'noneOf': {
			const entries = called === undefined ? entriesOf(value, field) : [called];
			const any = operator === 'anyOf';
			if (listed || !WITHOUT_IN.has(compared)) {
				return { text: `${code} ${any ? 'in' : 'not in'} (${entries.map(inList).join(', ')})` };
			}
			return joined(
				entries.map((entry) => isOrIsNot(entry, any)),
				any ? 'or' : 'and',
			);
		}
		case 'contains':
		case 'notContains':
			return {
				text: `${code} ${operator === 'contains' ? 'like' : 'not like'} ${literal(value, 'SINGLE_LINE_TEXT', timeZone)}`,
			};
		case 'equals':
		case 'notEquals':
			if (listed)
				return { text: `${code} ${operator === 'equals' ? 'in' : 'not in'} (${inList(value)})` };
			return isOrIsNot(value, operator === 'equals');
		case 'greater':
		case 'lessOrEqual': {
			const next = wholeDays ? nextDay(value) : undefined;
			if (next === undefined) break;
			return { text: `${code} ${operator === 'greater' ? '>=' : '<'} ${one(next)}` };
		}
	}
	return { text: `${code} ${COMPARISONS[operator] ?? '='} ${one(value)}` };
}

/** In a table, a day can only be compared as its first moment, which is hardly ever meant. */
function dayInTable(code: string, day: unknown): InputError {
	return new InputError(
		`Field "${code}" is a date and time in a table, which can't be compared with the whole day ${quoteShort(day)}`,
		'Use a date and time, or Greater Than or Equal and Less Than for a whole day',
	);
}

/** The types of value that can be a day. */
const DATES = new Set(['value', 'dateText']);

/** The values that a condition excludes; none for a function. */
export function excludedValues(
	row: Omit<ConditionRow, 'field'>,
	field: QueryField,
	reading: Reading,
): unknown[] {
	const { kind = 'value', value } = row;
	const operator = operatorIn(row);
	if (!EXCLUDING.has(operator)) return [];
	if (takesFunction(field.type) && functionOf(kind, value) !== undefined) return [];
	const values = operator === 'noneOf' ? entriesOf(value, field) : [value];
	return values.filter((one) => sentValue(field, one, { kind, operator }, reading).startsWith('"'));
}

/** A value in query syntax. Throws `InputError` for a value that the field can't have. */
export function sentValue(
	field: QueryField,
	value: unknown,
	{ kind = 'value', operator = 'equals' }: Pick<ConditionRow, 'kind' | 'operator'>,
	{ timeZone, writes = false }: Reading,
): string {
	const type = comparedType(field);
	const asText = kind === 'text' && takesFunction(field.type);
	const text = isTooLong(type, value)
		? quoted('')
		: literal(value, type, timeZone, asText, field.code);
	if (!text.startsWith('"')) return text;
	const sent = text.slice(1, -1);
	const wanted =
		misfit(type, value) ??
		(writes && EXCLUDING.has(operator) ? excludedMisfit(type, sent) : undefined);
	if (wanted === undefined) {
		// The service keeps no seconds, so that a time with seconds equals none.
		return EQUALITY.has(operator) && isMomentType(type) ? text.replace(/\d\dZ"$/, '00Z"') : text;
	}
	throw new InputError(
		`Field "${field.code}": ${quoteShort(value)} is not a valid ${typeInWords(type)}`,
		wanted,
	);
}

const EQUALITY = new Set<Operator>(['anyOf', 'equals', 'noneOf', 'notEquals']);

/** Refuses an operator that the field type doesn't support. */
function checkOperator(field: QueryField, operator: Operator): void {
	const taken = operatorsOf(field);
	if (operator === 'empty' || operator === 'notEmpty') return;
	if (taken === undefined || taken.includes(operator)) return;
	throw new InputError(
		`Field "${field.code}" (${typeInWords(field.type)}) doesn't support the operator ${OPERATOR_NAMES[operator]}`,
		`Use ${listed(offeredOperators(field).map((one) => one.name))}`,
	);
}

function listed(names: string[]): string {
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function emptiness(code: string, type: string, listed: boolean, empty: boolean): string {
	if (IS_EMPTY.has(type)) return `${code} is ${empty ? '' : 'not '}empty`;
	if (listed) return `${code} ${empty ? 'in' : 'not in'} ("")`;
	return `${code} ${empty ? '=' : '!='} ""`;
}
