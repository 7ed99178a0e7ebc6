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
 * @param mayBeEmpty whether empty text can be meant if another part is there, such as a branch that the head
 * office doesn't have
 */
export function missingPartOf(
	stored: string,
	partsOf: (stored: string) => Part[],
	{
		isUpdate,
		separator,
		mayBeEmpty = false,
	}: { isUpdate: boolean; separator?: RegExp; mayBeEmpty?: boolean },
): Part | undefined {
	if (!isComposed(stored)) return undefined;
	const parts = partsOf(stored);
	if (isUpdate && leftByModel(parts) === 'all') return undefined;
	let at = 0;
	const text = withPlaceholders(stored, () => '\0');
	for (const entry of separator ? text.split(separator) : [text]) {
		const own = parts.slice(at, (at += entry.split('\0').length - 1));
		const areBlank = own.every(({ value }) => isBlank(value));
		if (areBlank && entry.replaceAll('\0', '').trim() === '') continue;
		const isMissing = mayBeEmpty && !areBlank ? isNothing : isBlank;
		const missing = own.find(({ value }) => isMissing(value));
		if (missing) return missing;
	}
	return undefined;
}

const isNothing = (value: unknown) => value === undefined || value === null;

/**
 * Throws `InputError` where a part of a key was not found: all items without it would share what it names.
 * @param stored the key as the workflow stores it
 */
export function refuseMissingKeyPart(
	stored: unknown,
	label: string,
	item: { parts(stored: string): Part[] },
): void {
	if (typeof stored !== 'string') return;
	const how = { isUpdate: false, mayBeEmpty: true };
	const missing = missingPartOf(stored, (text) => item.parts(text), how);
	if (missing) throw lacksPart(missing.expression, label);
}

/** For a part of what must be whole. */
export function lacksPart(expression: string, label: string): InputError {
	return new InputError(
		`The expression ${expression} in "${label}" returned no value`,
		'Correct the expression, or filter out the items without this value',
	);
}
