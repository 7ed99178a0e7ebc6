import type { ItemView } from '../../shared/catalogue';
import { InputError, noValue } from '../../shared/errors';
import { expressionsIn, hasNoText } from '../../shared/itemPaths';
import { computedAt, storedAt } from '../../shared/parameterReader';
import { isBlank, LIST_SEPARATOR, textOf } from '../../shared/text';

/**
 * Whether a value of an update was chosen. A field that a person left empty and an expression that
 * finds nothing don't count. Throws `InputError` for an expression that empties what can't be empty.
 */
export function isChosen(item: ItemView, path: string, label: string): boolean {
	const value = item.read(path);
	if (!isBlank(value)) return true;
	if (value === undefined || !computedAt(item, path)) return false;
	throw new InputError(
		`"${label}" can't be empty`,
		'Its expression returned null or empty text. Correct the expression, or remove the field',
	);
}

/**
 * Text that names several things, with commas or lines between them.
 * @param stored what the workflow stores: a line of it whose expression finds nothing is an entry, too
 */
function partsOf(text: string, stored?: unknown, separator = LIST_SEPARATOR): string[] {
	return withoutEnds(text, stored).split(separator);
}

/**
 * The entries of a list, of JSON text with one, or of text that names several things. An empty list in
 * JSON text and numbers count as text: it isn't known that a list is meant.
 */
export function listIn(value: unknown, stored?: unknown, separator?: RegExp): unknown[] {
	if (typeof value === 'object' && value !== null) return [value].flat() as unknown[];
	const text = String(value ?? '');
	return listInJson(text) ?? partsOf(text, stored, separator);
}

function listInJson(text: string): unknown[] | undefined {
	if (!/^\s*\[\s*(?:["{]|null\b)/.test(text)) return undefined;
	try {
		return JSON.parse(text) as unknown[];
	} catch {
		return undefined;
	}
}

/** Without blanks at the ends; those that an expression beside other text gives stay. */
function withoutEnds(text: string, stored: unknown): string {
	if (typeof stored !== 'string') return text.trim();
	const { length } = expressionsIn(stored);
	if (length === 0 || (length === 1 && hasNoText(stored))) return text.trim();
	const written = stored.slice(1);
	const start = Math.min(blanksBefore(written), blanksBefore(text));
	const end = Math.min(blanksAfter(written), blanksAfter(text));
	return text.slice(start, text.length - end);
}

function blanksBefore(text: string): number {
	return text.length - text.trimStart().length;
}

function blanksAfter(text: string): number {
	return text.length - text.trimEnd().length;
}

/**
 * The entries of a list, or of text that names several. Throws `InputError` for an empty entry of an
 * expression, because something was meant.
 * @param computed whether an expression gives the value
 * @param stored what the workflow stores
 */
export function entriesOf(
	value: unknown,
	label: string,
	computed: boolean,
	stored?: unknown,
	separator?: RegExp,
): string[] {
	if (isBlank(value)) return [];
	const list = listIn(Array.isArray(value) ? value : textOf(value, label), stored, separator);
	const entries = list.map((entry) => textOf(entry, label).trim());
	const at = entries.indexOf('');
	if (at < 0 || !computed) return entries.filter((entry) => entry !== '');
	throw new InputError(
		`"${label}" has an empty value: entry ${at + 1} of ${entries.length}`,
		'Remove the empty entry, or correct the expression',
	);
}

/** The same for a parameter by its path. Throws `InputError` also for an expression that finds nothing. */
export function entriesIn(
	item: ItemView,
	path: string,
	label: string,
	separator?: RegExp,
): string[] {
	const value = item.read(path);
	const computed = computedAt(item, path);
	if (!computed || !isBlank(value)) {
		return entriesOf(value, label, computed, storedAt(item, path), separator);
	}
	throw noValue(label, 'Correct the expression, or let it return an empty list to select nothing');
}
