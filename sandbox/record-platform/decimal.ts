import Big from 'big.js';

/** An exact decimal number; its text has no exponent. */
export const Decimal = Big();
export type Decimal = Big;

Decimal.NE = -1e6;
Decimal.PE = 1e6;

export const ZERO = new Decimal(0);
export const ONE = new Decimal(1);

export type RoundingMode = 'HALF_EVEN' | 'UP' | 'DOWN';

const MODES = {
	DOWN: Big.roundDown,
	HALF_UP: Big.roundHalfUp,
	HALF_EVEN: Big.roundHalfEven,
	UP: Big.roundUp,
};

const NUMBER = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
/** More digits than any number of the service has; guards against `1e9999` and `((a ^ 99) ^ 99) ^ 99`. */
export const MAXIMUM_DIGITS = 1000;

/** Reads decimal or exponent notation with white space around it, undefined for anything else. */
export function decimalIn(text: string): Decimal | undefined {
	const number = text.trim();
	const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
	const count = whole.length + fraction.length;
	if (count === 0 || count > MAXIMUM_DIGITS) return undefined;
	if (Math.abs(fraction.length - Number(exponent)) > MAXIMUM_DIGITS) return undefined;
	return new Decimal(number.replace('+', ''));
}

/** To so many decimal places; negative ones are those before the point. */
export function rounded(value: Decimal, places: number, mode: keyof typeof MODES): Decimal {
	return value.round(places, MODES[mode]);
}

/** The quotient rounded to `places` decimal places, undefined when `by` is zero. */
export function divided(
	value: Decimal,
	by: Decimal,
	places: number,
	mode: RoundingMode,
): Decimal | undefined {
	if (by.eq(ZERO)) return undefined;
	const Rounding = Big();
	Rounding.DP = places;
	Rounding.RM = MODES[mode];
	return new Decimal(new Rounding(value).div(by));
}

/** `value` to the power of a whole number; undefined for a negative power of zero. */
export function power(
	value: Decimal,
	exponent: number,
	places: number,
	mode: RoundingMode,
): Decimal | undefined {
	const raised = value.pow(Math.abs(exponent));
	return exponent < 0 ? divided(ONE, raised, places, mode) : raised;
}

/** How many digits it has; the zeros at its end may count. */
export function digitsOf({ c, e }: Decimal): number {
	return Math.max(c.length, e + 1, c.length - 1 - e);
}

/** The whole part, cut towards zero. */
export function wholePart(value: Decimal): bigint {
	return BigInt(rounded(value, 0, 'DOWN').toFixed());
}
