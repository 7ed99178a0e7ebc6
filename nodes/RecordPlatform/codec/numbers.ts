/** Unambiguous parts, so that matching takes linear time. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The digits before a thousands separator can't start with 0: `0,123` may mean 0.123. */
const GROUPED =
	/^[+-]?[1-9]\d{0,2}(?:,\d{3}(?:,\d{3})*| \d{3}(?: \d{3})*|'\d{3}(?:'\d{3})*|_\d{3}(?:_\d{3})*)(?:\.\d+)?$/;

/** Maximum length of a number, and of the digits that are written out to compare two. */
const LONGEST = 1000;

/** Shortcut for IDs and most numbers, because the full conversion is slow. */
const PLAIN = /^[1-9]\d*(?<!0)$/;

/** A number as decimal text for the service, or undefined if it isn't a number. */
export function toDecimal(value: unknown): string | undefined {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
	const text = typeof value === 'string' ? value.trim() : undefined;
	if (text === undefined || text.length > LONGEST) return undefined;
	return text === '' || DECIMAL.test(text) ? text : undefined;
}

/**
 * The number in a formatted text: full-width digits, thousands separated by commas,
 * spaces or apostrophes, a currency sign. Undefined if it is ambiguous.
 */
export function looseDecimal(value: unknown): string | undefined {
	if (typeof value !== 'string') return toDecimal(value);
	// Footnote marks and fractions would become digits.
	if (/\p{No}/u.test(value)) return undefined;
	const given = value
		.normalize('NFKC')
		.replace(/^\u2212/, '-')
		.trim();
	const text = given
		.replace(/^([+-]?)\s*\p{Sc}\s*/u, '$1')
		.replace(/(?:\p{Sc}|円)$/u, '')
		.trimEnd();
	// A currency sign alone is no number, and it must not clear one.
	if (text === '' && given !== '') return undefined;
	return toDecimal(GROUPED.test(text) ? text.replace(/[,\s'_]/g, '') : text);
}

/** A decimal text as a JavaScript number, or the text itself if digits would be lost. */
export function toNumber(text: string): number | string {
	const number = Number(text);
	const written = String(number);
	const isSame = written === text || canonicalDecimal(written) === canonicalDecimal(text);
	return isSame && DECIMAL.test(text) && !written.includes('e') ? number : text;
}

/** The canonical form of a decimal text for comparing: `1.50` and `15e-1` are equal. */
export function canonicalDecimal(text: string): string | undefined {
	if (PLAIN.test(text)) return `${text}e0`;
	const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text.trim());
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
	if (whole === '' && fraction === '') return undefined;
	const digits = (whole + fraction).replace(/^0+/, '');
	let end = digits.length;
	// Not a regular expression, which would restart at every zero.
	while (digits[end - 1] === '0') end -= 1;
	const significant = digits.slice(0, end);
	if (significant === '') return '0';
	const power = Number(exponent) - fraction.length + digits.length - significant.length;
	return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}

/** Negative, 0 or positive like the difference of two decimal texts, without rounding. NaN if one is not a decimal. */
export function compareDecimals(one: string, other: string): number {
	const order = Number(one) - Number(other);
	// JavaScript's numbers have the same order, but different decimals can be the same number.
	if (order !== 0) return order;
	const parts = [one, other].map((text) => (canonicalDecimal(text) ?? '0').split('e'));
	const [least = 0, most = 0] = parts.map(([, power = '0']) => Number(power)).sort((a, b) => a - b);
	// Too far apart to write out all digits.
	if (most - least > LONGEST) return order;
	const [left = 0n, right = 0n] = parts.map(
		([digits = '0', power = '0']) => BigInt(digits) * 10n ** BigInt(Number(power) - least),
	);
	return Number(left > right) - Number(left < right);
}

/** `25:05` from hours and minutes, as calculated durations are; the hours have two digits or more. */
export function toDuration(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, sign, hours, minutes] = /^(-?)0{0,9}(\d{1,9}):([0-5]\d)$/.exec(text) ?? [];
	return hours && `${sign}${hours.padStart(2, '0')}:${minutes}`;
}
