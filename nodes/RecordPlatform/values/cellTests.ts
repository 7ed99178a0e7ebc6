import { canonicalDecimal } from './numbers';

/** Ways to compare a cell with a value, in the words of the node's conditions. */
export type CellOperator =
	| 'anyOf'
	| 'contains'
	| 'empty'
	| 'equals'
	| 'greater'
	| 'greaterOrEqual'
	| 'less'
	| 'lessOrEqual'
	| 'noneOf'
	| 'notContains'
	| 'notEmpty'
	| 'notEquals';

/** A test of one cell of a row. */
export interface CellTest {
	/** Field code of the column. */
	code: string;
	/** The column's name for people. */
	label?: string;
	/** Type in the service's words. */
	type: string;
	operator: CellOperator;
	/** In the service's form, a list of such for `anyOf` and `noneOf`. */
	value?: unknown;
}

const BY_NUMBER = new Set(['NUMBER', 'CALC']);

/** Separates the entries of a list in its comparable form; no code and no choice holds it. */
const BETWEEN = '\n';

/**
 * A cell's value as a text that is the same for values that the service takes for the same:
 * 1.50 and 1.5, lists in any order, users by their codes, points in time to the minute.
 */
export function comparable(type: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (Array.isArray(value)) {
		return value
			.map((entry) => comparable('', entry))
			.sort()
			.join(BETWEEN);
	}
	if (typeof value === 'object') {
		const { code, fileKey, name } = value as { code?: unknown; fileKey?: unknown; name?: unknown };
		return String(code ?? fileKey ?? name ?? JSON.stringify(value));
	}
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	if (BY_NUMBER.has(type)) return canonicalDecimal(text) ?? text;
	return type === 'DATETIME' ? text.slice(0, 16) : text;
}

/** Whether a cell's value passes the test. A cell without a value is neither greater nor less. */
export function meets(held: unknown, { type, operator, value }: CellTest): boolean {
	const has = comparable(type, held);
	switch (operator) {
		case 'empty':
			return has === '';
		case 'notEmpty':
			return has !== '';
		case 'equals':
			return has === comparable(type, value);
		case 'notEquals':
			return has !== comparable(type, value);
		case 'contains':
			return contains(held, type, value);
		case 'notContains':
			return !contains(held, type, value);
		case 'anyOf':
			return oneOf(held, type, value);
		case 'noneOf':
			return !oneOf(held, type, value);
		default:
			return ordered(has, comparable(type, value), type, operator);
	}
}

/** Part of a text, or all of the entries of a list. */
function contains(held: unknown, type: string, value: unknown): boolean {
	if (!Array.isArray(held)) return comparable(type, held).includes(comparable(type, value));
	const has = new Set(held.map((entry) => comparable('', entry)));
	const wanted = Array.isArray(value) ? value : [value];
	return wanted.every((entry) => has.has(comparable('', entry)));
}

/** One of the values; for a list, a value that is among its entries. */
function oneOf(held: unknown, type: string, values: unknown): boolean {
	const has = new Set((Array.isArray(held) ? held : [held]).map((one) => comparable(type, one)));
	const wanted = Array.isArray(values) ? values : [values];
	return wanted.some((one) => has.has(comparable(type, one)));
}

function ordered(has: string, than: string, type: string, operator: CellOperator): boolean {
	if (has === '' || than === '') return false;
	const [a, b] = BY_NUMBER.has(type) ? [Number(has), Number(than)] : [has, than];
	switch (operator) {
		case 'greater':
			return a > b;
		case 'greaterOrEqual':
			return a >= b;
		case 'less':
			return a < b;
		default:
			return a <= b;
	}
}
