import { InputError } from './errors';
import { type Part, pathOf } from './itemPaths';

/** A text in quotes, without them. */
interface QuotedText {
	text: string;
	/** The key of JSON that it is the value of. */
	key?: string;
}

/** Expressions outside of quotes, and texts in quotes with their expressions. */
const WORDS =
	/\{\{(?:[^}]|\}(?!\}))*\}\}|"(?:\{\{(?:[^}]|\}(?!\}))*\}\}|\\[^]|[^"\\{]|\{(?!\{))*"/g;

/** Code that makes quotation marks on purpose, such as `names.join('", "')`. */
export const MAKES_QUOTES = /'[^']*"[^']*'|`[^`]*"[^`]*`|\\"/;

/** The texts in the quotes of JSON or of a query, as the workflow stores them. */
export function quotedTexts(stored: string): QuotedText[] {
	const found = [...stored.matchAll(WORDS)].filter(([word]) => word.startsWith('"'));
	return found.map(({ 0: word, index }, at) => {
		const before = found[at - 1];
		const isKey = before && /^\s*:\s*$/.test(stored.slice(before.index + before[0].length, index));
		return { text: word.slice(1, -1), ...(isKey && { key: before[0].slice(1, -1) }) };
	});
}

/**
 * The expressions in the quotes of JSON, with their values. Throws `InputError` for a value that ends the quotes,
 * so that other values would be written: a name may hold a quotation mark.
 * @param stored the JSON as the workflow stores it
 * @param where begins the message
 */
export function partsInQuotes(
	stored: unknown,
	label: string,
	item: { parts(stored: string): Part[] },
	where = '',
): Part[] {
	if (typeof stored !== 'string' || !stored.startsWith('=')) return [];
	const parts = quotedTexts(stored).flatMap(({ text }) => item.parts(`=${text}`));
	const ending = parts.find(endsQuotes);
	if (ending === undefined) return parts;
	const { expression } = ending;
	const inJson = expression.replace(/^\{\{\s*([^]*?)\s*\}\}$/, '{{ JSON.stringify($1) }}');
	throw new InputError(
		`${where}The value of ${expression} in "${label}" has a quotation mark or a backslash, so other values would be written`,
		`Nothing was written. Without quotation marks around it, use ${inJson}`,
	);
}

/** What is more than a path into the item may have escaped its value. */
function endsQuotes({ expression, value }: Part): boolean {
	if (typeof value !== 'string' || !/["\\]/.test(value)) return false;
	if (pathOf(`=${expression}`) !== undefined) return true;
	return !MAKES_QUOTES.test(expression) && !isEscaped(value);
}

/** Whether a text can stand in the quotes of JSON, or of a query, as it is. */
export function isEscaped(value: string): boolean {
	try {
		JSON.parse(`"${value}"`);
		return true;
	} catch {
		return false;
	}
}
