export type RoundingMode = 'HALF_EVEN' | 'UP' | 'DOWN';

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
/** More digits than any number of the service has; guards against `1e9999` and `((a ^ 99) ^ 99) ^ 99`. */
export const MAXIMUM_DIGITS = 1000;

/** An exact decimal number: `coefficient` × 10^-`scale`. */
export class Decimal {
	static readonly ZERO = new Decimal(0n, 0);
	static readonly ONE = new Decimal(1n, 0);

	private constructor(
		private readonly coefficient: bigint,
		private readonly scale: number,
	) {}

	/** Reads decimal or exponent notation with white space around it, undefined for anything else. */
	static parse(text: string): Decimal | undefined {
		const match = NUMBER.exec(text.trim());
		if (!match) return undefined;
		const [, sign, whole = '', fraction = '', exponent = '0'] = match;
		if (whole === '' && fraction === '') return undefined;
		const scale = fraction.length - Number(exponent);
		if (whole.length + fraction.length > MAXIMUM_DIGITS || Math.abs(scale) > MAXIMUM_DIGITS) {
			return undefined;
		}
		const coefficient = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
		return Decimal.of(coefficient, scale);
	}

	static fromInteger(value: number | bigint): Decimal {
		return new Decimal(BigInt(value), 0);
	}

	private static of(coefficient: bigint, scale: number): Decimal {
		if (scale < 0) return new Decimal(coefficient * 10n ** BigInt(-scale), 0);
		let value = coefficient;
		let places = scale;
		while (places > 0 && value % 10n === 0n) {
			value /= 10n;
			places -= 1;
		}
		return new Decimal(value, places);
	}

	plus(other: Decimal): Decimal {
		const scale = Math.max(this.scale, other.scale);
		return Decimal.of(this.at(scale) + other.at(scale), scale);
	}

	minus(other: Decimal): Decimal {
		return this.plus(other.negated());
	}

	negated(): Decimal {
		return new Decimal(-this.coefficient, this.scale);
	}

	times(other: Decimal): Decimal {
		return Decimal.of(this.coefficient * other.coefficient, this.scale + other.scale);
	}

	/** The quotient rounded to `places` decimal places, undefined when `other` is zero. */
	dividedBy(other: Decimal, places: number, mode: RoundingMode): Decimal | undefined {
		if (other.coefficient === 0n) return undefined;
		const numerator = this.coefficient * 10n ** BigInt(places + other.scale);
		const denominator = other.coefficient * 10n ** BigInt(this.scale);
		return Decimal.of(divide(numerator, denominator, mode), places);
	}

	rounded(places: number, mode: RoundingMode | 'HALF_UP'): Decimal {
		if (places >= this.scale) return this;
		const divisor = 10n ** BigInt(this.scale - places);
		return Decimal.of(divide(this.coefficient, divisor, mode), places);
	}

	/** This to the power of a whole number from -100 to 100; negative powers are rounded to `places`. */
	power(exponent: number, places: number, mode: RoundingMode): Decimal | undefined {
		const raised = Decimal.of(
			this.coefficient ** BigInt(Math.abs(exponent)),
			this.scale * Math.abs(exponent),
		);
		return exponent < 0 ? Decimal.ONE.dividedBy(raised, places, mode) : raised;
	}

	compare(other: Decimal): number {
		const scale = Math.max(this.scale, other.scale);
		const left = this.at(scale);
		const right = other.at(scale);
		return left < right ? -1 : left > right ? 1 : 0;
	}

	/** How many digits it has; the zeros at its end may count. */
	get digits(): number {
		return Math.max(this.coefficient.toString().length, this.scale);
	}

	isZero(): boolean {
		return this.coefficient === 0n;
	}

	/** The whole part, cut towards zero. */
	truncated(): bigint {
		return this.coefficient / 10n ** BigInt(this.scale);
	}

	toString(): string {
		const digits = (this.coefficient < 0n ? -this.coefficient : this.coefficient)
			.toString()
			.padStart(this.scale + 1, '0');
		const sign = this.coefficient < 0n ? '-' : '';
		if (this.scale === 0) return sign + digits;
		return `${sign}${digits.slice(0, -this.scale)}.${digits.slice(-this.scale)}`;
	}

	private at(scale: number): bigint {
		return this.coefficient * 10n ** BigInt(scale - this.scale);
	}
}

function divide(numerator: bigint, denominator: bigint, mode: RoundingMode | 'HALF_UP'): bigint {
	const quotient = numerator / denominator;
	const remainder = numerator % denominator;
	if (remainder === 0n) return quotient;
	const away = numerator < 0n === denominator < 0n ? 1n : -1n;
	if (mode === 'UP') return quotient + away;
	if (mode === 'DOWN') return quotient;
	const twice = absolute(remainder) * 2n;
	const size = absolute(denominator);
	if (twice > size) return quotient + away;
	if (twice < size) return quotient;
	return mode === 'HALF_UP' || quotient % 2n !== 0n ? quotient + away : quotient;
}

function absolute(value: bigint): bigint {
	return value < 0n ? -value : value;
}
