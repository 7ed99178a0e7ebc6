import { attempt, InputError } from '../errors';
import { isData } from '../objects';

/**
 * What an expression gives as text; nothing for null. Dates are in ISO format, because their own
 * text depends on the time zone of the machine; of a list of one, its entry. Throws `InputError` for
 * other lists and for an object without text.
 */
export function textOf(value: unknown, label: string): string {
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	const isList = Array.isArray(value);
	if (isList && value.length < 2) return textOf(value[0], label);
	const text = attempt(() => String(value));
	if (!isList && 'value' in text && !/^(?:\[object |Invalid Date)/.test(text.value))
		return text.value;
	throw new InputError(
		`"${label}" is ${isList ? 'a list' : 'an object'}, not text`,
		isList
			? 'Join its entries, for example {{ $json.names.join(", ") }}'
			: 'Use one of its values, for example {{ $json.order.title }}',
	);
}

/** Text with ASCII digits, letters, signs, and spaces in place of full-width ones, as a Japanese keyboard writes them. */
export function halfWidth(text: string): string {
	return text
		.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
		.replaceAll('\u3000', ' ');
}

/** Names and IDs in one spelling: an ID can have leading zeros, a login name capital letters. */
export function oneSpelling(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/(^|\D)0+(?=\d)/g, '$1');
}

/** What no service can store in a text, also inside of lists and objects: NUL and half of a surrogate pair. */
export function unstorable(value: unknown): { message: string; advice: string } | undefined {
	if (typeof value === 'object' && value !== null) {
		for (const one of isData(value) ? Object.values(value) : []) {
			const found = unstorable(one);
			if (found) return found;
		}
		return undefined;
	}
	// Most texts have neither, and this is found out at once.
	if (typeof value !== 'string' || !/[\0\uD800-\uDFFF]/.test(value)) return undefined;
	const found = /\0|\p{Surrogate}/u.exec(value);
	if (found === null) return undefined;
	const what = found[0] === '\0' ? 'the character NUL' : 'half of a character';
	return {
		message: `contains ${what} (at position ${found.index + 1}), which can't be stored`,
		advice: 'Remove it from the text',
	};
}

/** Whether a value says nothing: undefined, null, text of only blanks, or a list without an entry. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isBlank);
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** Between the entries of a list in one text: a comma, also a Japanese one, or a new line. */
const SEPARATOR = /[,，、\n]/;

/**
 * The entries of a list: of an array, of text that is a JSON array, or of text with commas or
 * lines, without the blanks around them. What is blank is no entry. Any other value is a list of one.
 */
export function splitList(value: unknown): unknown[] {
	const entries: unknown[] = Array.isArray(value)
		? value
		: typeof value === 'string'
			? (jsonList(value) ?? value.split(SEPARATOR).map((entry) => entry.trim()))
			: [value];
	return entries.filter((entry) => !isBlank(entry));
}

function jsonList(text: string): unknown[] | undefined {
	if (!text.trimStart().startsWith('[')) return undefined;
	const parsed = attempt(() => JSON.parse(text) as unknown);
	return 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : undefined;
}
