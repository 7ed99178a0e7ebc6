import { hasNoText, isComposed, NOT_HERE, type Part, withPlaceholders } from './itemPaths';
import { isBlank } from './text';
import { InputError } from './errors';

/** A value that an AI agent's model fills in: like a person, it may leave it empty. */
const FROM_AI = /\$fromai\s*\(/i;

/** Whether an AI agent's model fills in something of what the workflow stores. */
export function asksModel(stored: string): boolean {
	return FROM_AI.test(stored);
}

/** Methods of updates. */
export const CHANGING = new Set(['PATCH', 'PUT']);

/** What decides what a text is whose expressions find nothing. */
interface Circumstances {
	/** Whether it is for an update, where blank text of a model means that a value stays as it is. */
	isUpdate: boolean;
	/** Whether it is an entry of a list: it stays if the model named at least a part of it. */
	inList: boolean;
}

/**
 * The value of a composed text: if it is nothing but expressions and blanks and they all find
 * nothing, what a single expression would give (undefined, null, or empty text); empty text if a
 * model left a part of an update blank; else the text, without the parts that were not found.
 */
export function composedValue(
	stored: string,
	value: unknown,
	partsOf: (stored: string) => Part[],
	{ isUpdate, inList }: Circumstances,
): unknown {
	const mayBeLeft = isUpdate && asksModel(stored);
	const isNothing = hasNoText(stored) && isBlank(value);
	if (!mayBeLeft && !isNothing) return value;
	const parts = partsOf(stored);
	if (isNothing) return nothingOf(parts, value);
	const left = leftByModel(parts);
	return left === 'all' || (left === 'some' && !inList) ? '' : value;
}

function nothingOf(parts: Part[], text: unknown): unknown {
	if (parts.some((part) => part.value === NOT_HERE)) return text;
	if (parts.every((part) => part.value === undefined)) return undefined;
	return parts.every((part) => (part.value ?? undefined) === undefined) ? null : '';
}

/** How many of the parts that a model was to fill in it left blank. */
function leftByModel(parts: Part[]): 'all' | 'some' | 'none' {
	const asked = parts.filter(({ expression }) => asksModel(expression));
	const blank = asked.filter(({ value }) => isBlank(value));
	if (blank.length === 0) return 'none';
	return blank.length === asked.length ? 'all' : 'some';
}

/**
 * The part of a text that was not found, of what must be whole: a key, a date, an address. A text
 * without any part, and what a model left blank in an update, counts as one expression.
 * @param separator what is between the entries of a list in one text
 * @param isMissing whether a value counts as nothing; by default, blank text does
 */
export function missingPartOf(
	stored: string,
	partsOf: (stored: string) => Part[],
	{
		isUpdate,
		separator,
		isMissing = isBlank,
	}: { isUpdate: boolean; separator?: RegExp; isMissing?: (value: unknown) => boolean },
): Part | undefined {
	if (!isComposed(stored)) return undefined;
	const parts = partsOf(stored);
	if (isUpdate && leftByModel(parts) === 'all') return undefined;
	let at = 0;
	const text = withPlaceholders(stored, () => '\0');
	for (const entry of separator ? text.split(separator) : [text]) {
		const own = parts.slice(at, (at += entry.split('\0').length - 1));
		const missing = own.filter(({ value }) => isMissing(value));
		const isWhole = entry.replaceAll('\0', '').trim() === '' && missing.length === own.length;
		if (missing[0] && !isWhole) return missing[0];
	}
	return undefined;
}

/** For a part of what must be whole. */
export function lacksPart(expression: string, label: string): InputError {
	return new InputError(
		`The expression ${expression} in "${label}" returned no value`,
		'Correct the expression, or filter out the items without this value',
	);
}
