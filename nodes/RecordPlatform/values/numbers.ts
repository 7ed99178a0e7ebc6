/** Each place of a text fits one part alone, so that the time it takes grows with the text's length only. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** A thousands separator needs digits before it that do not begin with 0: `0,123` may be 0.123. */
const GROUPED =
	/^[+-]?[1-9]\d{0,2}(?:,\d{3}(?:,\d{3})*|\s\d{3}(?:\s\d{3})*|'\d{3}(?:'\d{3})*|_\d{3}(?:_\d{3})*)(?:\.\d+)?$/;

/** No number is longer; what is, is not read. */
const LONGEST = 1000;

/** IDs and most numbers; what comes out for them below takes its time with thousands of keys. */
const PLAIN = /^[1-9]\d*(?<!0)$/;

/** A number as the decimal text that the service keeps, or undefined for what is none. */
export function toDecimal(value: unknown): string | undefined {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
	if (typeof value !== 'string' || isTooLong(value)) return undefined;
	const text = value.trim();
	return text === '' || DECIMAL.test(text) ? text : undefined;
}

/**
 * The number in a text written for people: full-width digits, thousands separated by commas,
 * spaces or apostrophes, a currency sign. Undefined where that is not certain.
 */
export function looseDecimal(value: unknown): string | undefined {
	if (typeof value !== 'string') return toDecimal(value);
	if (isTooLong(value)) return undefined;
	const text = value
		.normalize('NFKC')
		.trim()
		.replace(/^([+-]?)\s*\p{Sc}\s*/u, '$1')
		.replace(/\p{Sc}$/u, '')
		.trimEnd();
	return toDecimal(GROUPED.test(text) ? text.replace(/[,\s'_]/g, '') : text);
}

/** Blanks around a number are none of its length. */
function isTooLong(text: string): boolean {
	return text.length > LONGEST && text.trim().length > LONGEST;
}

/** A decimal text as a JavaScript number; the text itself where digits would be lost. */
export function toNumber(text: string): number | string {
	const number = Number(text);
	if (String(number) === text && Number.isFinite(number)) return number;
	const whole = text.replace(/^([+-]?)0+(?=\d)/, '$1');
	const canonical = whole.includes('.') ? withoutEnd(whole, '0').replace(/\.$/, '') : whole;
	return DECIMAL.test(text) && String(number) === canonical ? number : text;
}

/** The one form of a decimal text for comparing, whatever its zeros, sign and exponent: `1.50` and `15e-1` give the same. */
export function canonicalDecimal(text: string): string | undefined {
	if (PLAIN.test(text)) return `${text}e0`;
	const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text.trim());
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
	if (whole === '' && fraction === '') return undefined;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = withoutEnd(digits, '0');
	if (significant === '') return '0';
	const power = Number(exponent) - fraction.length + digits.length - significant.length;
	return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}

/** Below 0, 0 or above 0 as the first of two decimal texts is less than, equal to or greater than the second. NaN where one of them is none. */
export function compareDecimals(one: string, other: string): number {
	const [a, b] = [partsOf(one), partsOf(other)];
	if (a === undefined || b === undefined) return NaN;
	const power = Math.min(a.power, b.power);
	// All digits of numbers so far apart would take their time.
	if (Math.max(a.power, b.power) - power > LONGEST) return Number(one) - Number(other);
	const [left, right] = [a, b].map(
		({ digits, power: own }) => BigInt(digits) * 10n ** BigInt(own - power),
	) as [bigint, bigint];
	return left === right ? 0 : left < right ? -1 : 1;
}

/** The digits of a canonical decimal with its sign, and its power of ten. */
function partsOf(text: string): { digits: string; power: number } | undefined {
	const canonical = canonicalDecimal(text);
	if (canonical === undefined) return undefined;
	const [digits = '0', power = '0'] = canonical.split('e');
	return { digits, power: Number(power) };
}

/** As a regular expression it would begin anew at every such letter within the text. */
function withoutEnd(text: string, letter: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === letter) end -= 1;
	return text.slice(0, end);
}
