const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** IDs and most numbers; what comes out for them below takes its time with thousands of keys. */
const PLAIN = /^[1-9]\d*(?<!0)$/;

/** A number as the decimal text that the service keeps, or undefined for what is none. */
export function toDecimal(value: unknown): string | undefined {
	if (typeof value === 'bigint') return value.toString();
	if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return text === '' || DECIMAL.test(text) ? text : undefined;
}

/**
 * The number in a text written for people: full-width digits, thousands separated by commas,
 * spaces or apostrophes, a currency sign. Undefined where that is not certain.
 */
export function looseDecimal(value: unknown): string | undefined {
	if (typeof value !== 'string') return toDecimal(value);
	const text = value
		.normalize('NFKC')
		.trim()
		.replace(/^([+-]?)\s*\p{Sc}\s*/u, '$1')
		.replace(/\s*\p{Sc}$/u, '');
	const grouped = /^[+-]?\d{1,3}(?:([,\s'_])\d{3})(?:\1\d{3})*(?:\.\d+)?$/.test(text);
	return toDecimal(grouped ? text.replace(/[,\s'_]/g, '') : text);
}

/** A decimal text as a JavaScript number; the text itself where digits would be lost. */
export function toNumber(text: string): number | string {
	const number = Number(text);
	if (String(number) === text && Number.isFinite(number)) return number;
	const canonical = text
		.replace(/^([+-]?)0+(?=\d)/, '$1')
		.replace(/(\.\d*?)0+$/, '$1')
		.replace(/\.$/, '');
	return DECIMAL.test(text) && String(number) === canonical ? number : text;
}

/** The one form of a decimal text for comparing, whatever its zeros, sign and exponent: `1.50` and `15e-1` give the same. */
export function canonicalDecimal(text: string): string | undefined {
	if (PLAIN.test(text)) return `${text}e0`;
	const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text.trim());
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
	if (whole === '' && fraction === '') return undefined;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const power = Number(exponent) - fraction.length + digits.length - significant.length;
	return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
