import { Decimal, type RoundingMode } from '../decimal';
import type { Expression } from './parse';
import { FUNCTIONS } from './functions';

/** A value inside a formula; dates and times are seconds, lists come from tables and multiple choices. */
export type Value = Decimal | string | boolean | Value[];

/** The result does not exist (division by zero, text where a number is needed): the cell is "" then. */
export class NotComputable extends Error {}

export interface Scope {
	/** The value of a field, by code. */
	field(code: string): Value;
	precision: { decimalPlaces: number; roundingMode: RoundingMode };
	timeZone: string;
}

/** Computes an expression. Throws NotComputable. */
export function evaluate(expression: Expression, scope: Scope): Value {
	switch (expression.kind) {
		case 'number':
		case 'text':
			return expression.value;
		case 'field':
			return scope.field(expression.code);
		case 'unary': {
			const operand = toNumber(evaluate(expression.operand, scope));
			return expression.operator === '-' ? operand.negated() : operand;
		}
		case 'binary':
			return binary(
				expression.operator,
				evaluate(expression.left, scope),
				evaluate(expression.right, scope),
				scope,
			);
		case 'call': {
			const called = FUNCTIONS[expression.name];
			if (!called) throw new NotComputable();
			return called.run(
				expression.arguments.map((argument) => () => evaluate(argument, scope)),
				scope,
			);
		}
	}
}

function binary(operator: string, left: Value, right: Value, scope: Scope): Value {
	if (operator === '&') return toText(left) + toText(right);
	if (operator in COMPARISONS) {
		return (COMPARISONS[operator] as (order: number) => boolean)(order(left, right));
	}
	const { decimalPlaces, roundingMode } = scope.precision;
	const a = toNumber(left);
	const b = toNumber(right);
	if (operator === '+') return a.plus(b);
	if (operator === '-') return a.minus(b);
	if (operator === '*') return a.times(b);
	if (operator === '/') return a.dividedBy(b, decimalPlaces, roundingMode) ?? fail();
	const exponent = b.truncated();
	if (exponent < -100n || exponent > 100n) return fail();
	return a.power(Number(exponent), decimalPlaces, roundingMode) ?? fail();
}

const COMPARISONS: Record<string, (order: number) => boolean> = {
	'=': (order) => order === 0,
	'!=': (order) => order !== 0,
	'<>': (order) => order !== 0,
	'<': (order) => order < 0,
	'>': (order) => order > 0,
	'<=': (order) => order <= 0,
	'>=': (order) => order >= 0,
};

function order(left: Value, right: Value): number {
	if (typeof left === 'string' || typeof right === 'string') {
		const [a, b] = [toText(left), toText(right)];
		return a < b ? -1 : a > b ? 1 : 0;
	}
	return toNumber(left).compare(toNumber(right));
}

export function fail(): never {
	throw new NotComputable();
}

/** Truth values count as 1 and 0; text does not count. */
export function toNumber(value: Value): Decimal {
	if (value instanceof Decimal) return value;
	if (typeof value === 'boolean') return value ? Decimal.ONE : Decimal.ZERO;
	return fail();
}

export function toText(value: Value): string {
	if (typeof value === 'string') return value;
	return toNumber(value).toString();
}

export function toBoolean(value: Value): boolean {
	if (typeof value === 'boolean') return value;
	return !toNumber(value).isZero();
}
