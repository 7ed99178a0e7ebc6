import { attempt, InputError } from './errors';
import { quoteShort } from './messages';

/**
 * What a JSON text holds; undefined for other text. Throws `InputError` for a number that has too many
 * digits to be kept.
 * @param where begins the message
 */
export function jsonIn(text: string, label: string, where = ''): unknown {
	const parsed = attempt(() => JSON.parse(text) as unknown);
	if ('problem' in parsed) return undefined;
	const inexact = inexactNumber(text);
	if (inexact === undefined) return parsed.value;
	throw new InputError(
		`${where}"${label}" has a number that would be changed: ${quoteShort(inexact)} would be ${Number(inexact)}`,
		'Numbers can have about 15 digits. Put it in quotes to send it as text',
	);
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The first number in valid JSON text that would be another one when it is read, if there is one. */
function inexactNumber(text: string): string | undefined {
	const found = text.match(STRING_OR_NUMBER) ?? [];
	return found.find(
		(one) => !one.startsWith('"') && digitsOf(one) !== digitsOf(String(Number(one))),
	);
}

/** A number by its digits and the position of its point: `1200` and `1.2e3` are the same. */
function digitsOf(number: string): string {
	const [, sign = '', whole = '', part = '', power = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
	const digits = `${whole}${part}`.replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	return `${sign}${significant}e${Number(power) - part.length + digits.length - significant.length}`;
}
