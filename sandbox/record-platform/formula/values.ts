import { Decimal, ONE, type RoundingMode, ZERO } from '../decimal';

/** A value inside a formula; dates and times are seconds, lists come from tables and multiple choices. */
export type Value = Decimal | string | boolean | Value[];

/** The result does not exist (division by zero, text where a number is needed): the cell is "" then. */
export class NotComputable extends Error {}

export interface FormulaScope {
	/** The value of a field, by code. */
	field(code: string): Value;
	precision: { decimalPlaces: number; roundingMode: RoundingMode };
	timeZone: string;
}

/** Throws NotComputable. */
export function fail(): never {
	throw new NotComputable();
}

/** Truth values count as 1 and 0; text does not count. */
export function toNumber(value: Value): Decimal {
	if (value instanceof Decimal) return value;
	if (typeof value === 'boolean') return value ? ONE : ZERO;
	return fail();
}

/** A number without an exponent, or text as it is. Throws NotComputable for a list. */
export function toText(value: Value): string {
	if (typeof value === 'string') return value;
	return toNumber(value).toString();
}

/** Any number but 0 is true. Throws NotComputable for text and lists. */
export function toBoolean(value: Value): boolean {
	if (typeof value === 'boolean') return value;
	return !toNumber(value).eq(ZERO);
}
