import { Refusal } from '../../shared/errors';
import { toDate, toDateTime, toTime } from '../values/moments';

/** Functions of the query language (facts: query language). */
const FUNCTION =
	/^(?:LOGINUSER|PRIMARY_ORGANIZATION|NOW|TODAY|YESTERDAY|TOMORROW|FROM_TODAY|THIS_WEEK|LAST_WEEK|NEXT_WEEK|THIS_MONTH|LAST_MONTH|NEXT_MONTH|THIS_YEAR|LAST_YEAR|NEXT_YEAR)\([A-Z0-9, -]*\)$/;

/** Types whose values may be told by a function (facts: field types). */
const TAKES_FUNCTION = new Set([
	'',
	'DATE',
	'DATETIME',
	'CREATED_TIME',
	'UPDATED_TIME',
	'CREATOR',
	'MODIFIER',
	'USER_SELECT',
	'ORGANIZATION_SELECT',
	'STATUS_ASSIGNEE',
]);

/** Whether a function may stand for a value of the type; an unknown type may be one that takes them. */
export function takesFunction(type: string): boolean {
	return TAKES_FUNCTION.has(type);
}

/**
 * A text in double quotes. Control characters have escapes where the language knows one;
 * the others cannot be sent and become a space.
 */
export function quoted(text: string): string {
	const escaped = text
		.replace(/[\\"]/g, '\\$&')
		.replace(/\r\n?|\n/g, '\\n')
		.replace(/\t/g, '\\t')
		.replace(/\p{Cc}/gu, ' ');
	return `"${escaped}"`;
}

/** A value of a condition: a function as it is, everything else quoted, dates in the service's form. */
export function literal(value: unknown, type: string, timeZone: string): string {
	const text = textOf(value).trim();
	if (takesFunction(type) && FUNCTION.test(text)) return text;
	return quoted(dateText(value, type, timeZone) ?? (isTextual(type) ? textOf(value) : text));
}

function isTextual(type: string): boolean {
	return type === '' || type.endsWith('_TEXT') || type === 'LINK';
}

function dateText(value: unknown, type: string, timeZone: string): string | undefined {
	if (value === '') return undefined;
	if (type === 'DATE') return toDate(value, timeZone);
	if (type === 'TIME') return toTime(value, timeZone);
	if (type === 'DATETIME' || type === 'CREATED_TIME' || type === 'UPDATED_TIME') {
		return toDateTime(value, timeZone);
	}
	return undefined;
}

/** A single value as text. Throws `Refusal` for a list, an object and what is no value at all. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'number' && !Number.isFinite(value)) throw notAValue(value);
	if (value instanceof Date) {
		if (Number.isNaN(value.getTime())) throw notAValue(value);
		return value.toISOString();
	}
	if (typeof value === 'object') {
		throw new Refusal(
			'A condition compares with a text, a number or a date',
			'Its value is an object. Pick one part of it with an expression',
		);
	}
	return String(value);
}

function notAValue(value: unknown): Refusal {
	return new Refusal(
		`A condition cannot compare with ${String(value)}`,
		'Correct the expression that gave it',
	);
}

const IS_EMPTY_INSTEAD = 'To select empty fields, use the operator Is Empty';

/**
 * Throws `Refusal` for a condition that nobody filled in, and for a list with an empty entry: the
 * service takes both for "is empty", so that a deletion would take more records than were meant.
 * @param name the field, as the person knows it
 */
export function checkFilledIn(name: string, value: unknown, isList: boolean): void {
	const entries = isList && !isBlank(value) ? entriesOf(value) : [value];
	const at = entries.findIndex(isBlank);
	if (at < 0 && entries.length > 0) return;
	throw entries.length > 1
		? new Refusal(
				`The condition on "${name}" has an empty value: entry ${at + 1} of ${entries.length}`,
				`Remove the empty entry, or correct the expression that gave it. ${IS_EMPTY_INSTEAD}`,
			)
		: new Refusal(
				`The condition on "${name}" has no value`,
				`Fill it in, or correct the expression that gave none. ${IS_EMPTY_INSTEAD}`,
			);
}

/** Nothing, or a text of which nothing can be seen: spaces of any width, line ends, invisible characters. */
function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && /^[\s\p{Z}\p{Cc}\p{Cf}]*$/u.test(value);
}

/** The entries of a list condition: a list, JSON text of one, or text with commas between them. */
export function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	const text = textOf(value).trim();
	if (text.startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(text);
			if (Array.isArray(parsed)) return parsed as unknown[];
		} catch {
			// Text that merely starts with a bracket is a list with commas like any other.
		}
	}
	return splitAtCommas(text);
}

/** A comma inside parentheses does not separate, as in `FROM_TODAY(-7, DAYS)`. */
function splitAtCommas(text: string): string[] {
	const entries: string[] = [];
	const lastClosing = text.lastIndexOf(')');
	let start = 0;
	for (let at = 0; at < text.length; at += 1) {
		if (text[at] === '(' && at < lastClosing) at = text.indexOf(')', at);
		if (text[at] !== ',') continue;
		entries.push(text.slice(start, at).trim());
		start = at + 1;
	}
	return [...entries, text.slice(start).trim()];
}
