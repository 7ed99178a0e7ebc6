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

function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (value instanceof Date) return value.toISOString();
	if (typeof value === 'object') {
		throw new Refusal(
			'A condition compares with a text, a number or a date',
			'Its value is an object. Pick one part of it with an expression',
		);
	}
	return String(value);
}

/**
 * Throws `Refusal` for a condition that nobody filled in: it would be met by what is empty, or by
 * everything, which might be deleted then.
 */
export function checkFilledIn(name: string, value: unknown, isList: boolean): void {
	if (!isBlank(value) && (!isList || entriesOf(value).length > 0)) return;
	throw new Refusal(
		`The condition on "${name}" has no value`,
		'Fill it in, or correct the expression that gave none. Choose Is Empty where empty fields are meant',
	);
}

function isBlank(value: unknown): boolean {
	return value === undefined || value === null || value === '';
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
	// A comma inside the parentheses of a function does not separate.
	return text.split(/,(?![^(]*\))/).map((entry) => entry.trim());
}
