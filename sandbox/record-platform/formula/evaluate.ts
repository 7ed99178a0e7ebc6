import { digitsOf, divided, MAXIMUM_DIGITS, power, wholePart } from '../decimal';
import type { Expression } from './parse';
import { FUNCTIONS } from './functions';
import { fail, NotComputable, type FormulaScope, toNumber, toText, type Value } from './values';

/** Computes an expression. Throws NotComputable. */
export function evaluate(expression: Expression, scope: FormulaScope): Value {
	switch (expression.kind) {
		case 'number':
		case 'text':
			return expression.value;
		case 'field':
			return scope.field(expression.code);
		case 'unary': {
			const operand = toNumber(evaluate(expression.operand, scope));
			return expression.operator === '-' ? operand.neg() : operand;
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

function binary(operator: string, left: Value, right: Value, scope: FormulaScope): Value {
	if (operator === '&') return joined(toText(left), toText(right));
	if (operator in COMPARISONS) {
		return (COMPARISONS[operator] as (order: number) => boolean)(order(left, right));
	}
	const { decimalPlaces, roundingMode } = scope.precision;
	const a = toNumber(left);
	const b = toNumber(right);
	if (operator === '+') return a.plus(b);
	if (operator === '-') return a.minus(b);
	if (operator === '*') return digitsOf(a) + digitsOf(b) > MAXIMUM_DIGITS ? fail() : a.times(b);
	if (operator === '/') return divided(a, b, decimalPlaces, roundingMode) ?? fail();
	const exponent = wholePart(b);
	if (exponent < -100n || exponent > 100n) return fail();
	const times = Number(exponent);
	if (digitsOf(a) * Math.abs(times) > MAXIMUM_DIGITS) return fail();
	return power(a, times, decimalPlaces, roundingMode) ?? fail();
}

/** Longer than any text of the service; each of several fields may be many times the one before it. */
const MAXIMUM_TEXT = 65_535;

function joined(left: string, right: string): string {
	return left.length + right.length > MAXIMUM_TEXT ? fail() : left + right;
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
	return toNumber(left).cmp(toNumber(right));
}
