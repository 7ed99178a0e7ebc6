import { attempt } from '../errors';
import { isBlank } from './blank';

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
