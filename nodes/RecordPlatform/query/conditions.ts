import { eachOf, InputError } from '../../shared/errors';
import type { Frame } from '../../shared/input/date';
import { functionOf } from './functions';
import {
	comparedType,
	dayAfter,
	entriesOf,
	sentValue,
	singleEntry,
	takesFunction,
} from './literals';
import {
	MOMENTS,
	OF_NEXT_DAY,
	type Operator,
	operatorIn,
	queryField,
	type QueryField,
	SEVERAL,
} from './operators';

/** Whether all conditions must be met or any one of them. */
export type Match = 'all' | 'any';

export interface ConditionRow {
	/** The value of the field picker, or a field code. */
	field?: string;
	operator?: Operator;
	/** The type of value, see `functions.ts`; a plain value by default. */
	kind?: string;
	value?: unknown;
}

/** The filter as stored in the node's parameters. */
export interface Filter {
	match?: Match;
	rows?: ConditionRow[];
}

/** Resolves a selected field: from the picker's value, or from the form for a bare code. */
export type FieldReader = (chosen: unknown) => QueryField;

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
const LISTED = new Set([...SEVERAL, 'CREATOR', 'DROP_DOWN', 'MODIFIER', 'RADIO_BUTTON']);

/** Types with `is empty`; the others are compared with "". */
const IS_EMPTY = new Set(['FILE', 'MULTI_LINE_TEXT', 'RICH_TEXT']);

/**
 * The filter as a condition of the query language; '' for none.
 * Throws `InputError` for a condition without field or value, and for an unsupported operator.
 */
export function conditionOf(
	{ match, rows = [] }: Filter,
	frame: Frame,
	read: FieldReader = queryField,
): string {
	const pieces = eachOf(rows, (row) => comparison(row, frame, read));
	return joined(pieces, match === 'any' ? 'or' : 'and').text;
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

function comparison(row: ConditionRow, frame: Frame, read: FieldReader): Piece {
	const operator = operatorIn(row);
	const field = read(row.field);
	const { code, type, inTable } = field;
	if (code === '')
		throw new InputError('A condition has no field', 'Choose a field, or remove the condition');
	const onlyIn = inTable || LISTED.has(type);
	if (operator === 'empty' || operator === 'notEmpty') {
		return { text: emptiness(code, type, onlyIn, operator === 'empty') };
	}
	const { kind = 'value' } = row;
	// The editor keeps the type of value of a previously selected field.
	const called = takesFunction(type) ? functionOf(kind, row.value) : undefined;
	const sent = (value: unknown) =>
		called ?? sentValue(field, value, { frame, operator, asText: kind === 'text' });
	const nextDay = (value: unknown) =>
		called === undefined ? dayAfter(value, field, frame) : undefined;
	const isIn = (values: unknown[], is: boolean): Piece => ({
		text: `${code} ${is ? 'in' : 'not in'} (${values.map(sent).join(', ')})`,
	});
	const isOrIsNot = (value: unknown, is: boolean): Piece => {
		const next = nextDay(value);
		if (next === undefined)
			return onlyIn ? isIn([value], is) : { text: `${code} ${is ? '=' : '!='} ${sent(value)}` };
		const [from, until] = [sent(value), sent(next)];
		// For rows, a negative condition has to hold in all of them, and each of its parts would for itself.
		if (inTable && !is) {
			throw new InputError(
				`The condition on "${code}" can't exclude a whole day from the rows of a table`,
				'Use a date with a time, or get the records and filter them with a Filter node',
			);
		}
		if (is) return { text: `${code} >= ${from} and ${code} < ${until}`, word: 'and' };
		// A field without a value doesn't equal the day either.
		const orNone = comparedType(field) === 'DATETIME' ? ` or ${code} = ""` : '';
		return { text: `${code} < ${from} or ${code} >= ${until}${orNone}`, word: 'or' };
	};
	if (operator === 'anyOf' || operator === 'noneOf') {
		const entries = called === undefined ? entriesOf(row.value, code) : [called];
		const any = operator === 'anyOf';
		// Alternatives of the others are joined with `or`.
		const hasIn = onlyIn || !MOMENTS.has(comparedType(field));
		if (hasIn && !entries.some(nextDay)) return isIn(entries, any);
		return joined(
			entries.map((entry) => isOrIsNot(entry, any)),
			any ? 'or' : 'and',
		);
	}
	const value = called ?? singleEntry(row.value, code);
	switch (operator) {
		case 'contains':
		case 'notContains': {
			const text = sentValue({ code, type: 'SINGLE_LINE_TEXT' }, value, { frame, operator });
			return { text: `${code} ${operator === 'contains' ? 'like' : 'not like'} ${text}` };
		}
		case 'equals':
		case 'notEquals':
			return isOrIsNot(value, operator === 'equals');
		default: {
			const asked = OF_NEXT_DAY[operator];
			const next = asked && nextDay(value);
			return {
				text: next
					? `${code} ${COMPARISONS[asked]} ${sent(next)}`
					: `${code} ${COMPARISONS[operator]} ${sent(value)}`,
			};
		}
	}
}

function emptiness(code: string, type: string, onlyIn: boolean, empty: boolean): string {
	if (IS_EMPTY.has(type)) return `${code} is ${empty ? '' : 'not '}empty`;
	if (onlyIn) return `${code} ${empty ? 'in' : 'not in'} ("")`;
	return `${code} ${empty ? '=' : '!='} ""`;
}
