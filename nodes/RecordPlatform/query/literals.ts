import { InputError } from '../../shared/errors';
import { readDay, readInstant, readTime, textOfDateObject } from '../../shared/input/date';
import { jsonIn } from '../../shared/json';
import { quoteShort } from '../../shared/messages';
import { HOLDS_CODES, WIDE_COMMA } from '../values/encode';
import type { Field } from '../values/form';
import { toDuration } from '../values/numbers';

/** Functions of the query language. */
const FUNCTION =
	/^(?:LOGINUSER|PRIMARY_ORGANIZATION|NOW|TODAY|YESTERDAY|TOMORROW|FROM_TODAY|THIS_WEEK|LAST_WEEK|NEXT_WEEK|THIS_MONTH|LAST_MONTH|NEXT_MONTH|THIS_YEAR|LAST_YEAR|NEXT_YEAR)\([A-Z0-9, -]*\)$/;

/** Types whose values can be functions. */
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

/** Whether the type supports functions as values; an unknown type may support them. */
export function takesFunction(type: string): boolean {
	return TAKES_FUNCTION.has(type);
}

/**
 * A text in double quotes. Control characters are escaped if the query language has an escape;
 * the others can't be sent and become a space.
 */
export function quoted(text: string): string {
	const escaped = text
		.replace(/[\\"]/g, '\\$&')
		.replace(/\r\n?|\n/g, '\\n')
		.replace(/\t/g, '\\t')
		.replace(/\p{Cc}/gu, ' ');
	return `"${escaped}"`;
}

/**
 * A value of a condition: functions unchanged, everything else quoted, in the service's format.
 * @param asText whether a function is a text, too
 */
export function literal(
	value: unknown,
	type: string,
	timeZone: string,
	asText = false,
	label?: string,
): string {
	const called = typeof value === 'string' ? value.trim() : '';
	if (!asText && takesFunction(type) && FUNCTION.test(called)) return called;
	const wire = wireText(value, type, timeZone, label);
	return quoted(wire ?? (isTextual(type) ? textOf(value) : textOf(value).trim()));
}

function isTextual(type: string): boolean {
	return type === '' || type.endsWith('_TEXT') || type === 'LINK';
}

/**
 * A value in the service's format; undefined if it has none of its own. Throws `InputError`, naming
 * `label`, for a date or time that is none.
 */
export function wireText(
	value: unknown,
	type: string,
	timeZone: string,
	label = 'Value',
): string | undefined {
	if (value === '') return undefined;
	if (type === '__ID__' || type === 'RECORD_NUMBER') {
		return /^0*([1-9]\d*)(?:\.0*)?$/.exec(textOf(value).trim())?.[1];
	}
	if (type === 'DURATION') return toDuration(value);
	const frame = { zone: timeZone };
	if (type === 'DATE') return readDay(value, label, frame);
	if (type === 'TIME') return readTime(value, label, frame);
	if (type === 'DATETIME' || type === 'CREATED_TIME' || type === 'UPDATED_TIME') {
		return readInstant(value, label, frame);
	}
	return undefined;
}

/** A single value as text. Throws `InputError` for a list, an object and anything else without text. */
export function textOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'number' && !Number.isFinite(value)) throw notAValue(value);
	const date = textOfDateObject(value);
	if (date !== undefined) return date;
	if (typeof value === 'object') {
		throw new InputError(
			'The value of a condition is an object',
			'Use an expression that returns text, a number, or a date',
		);
	}
	return String(value);
}

function notAValue(value: unknown): InputError {
	return new InputError(
		`${String(value)} is not a valid value for a condition`,
		'Correct the expression',
	);
}

const IS_EMPTY_INSTEAD = 'To select empty fields, use the operator Is Empty';

/**
 * Throws `InputError` for a condition without a value, and for a list with an empty entry: the
 * service interprets both as "is empty", so a deletion could delete the wrong records.
 * @param name name of the field for messages
 */
export function checkFilledIn(name: string, value: unknown, isList: boolean): void {
	const entries = isList && !isBlank(value) ? entriesOf(value) : [value];
	const at = entries.findIndex(isBlank);
	if (at < 0 && entries.length > 0) return;
	throw entries.length > 1
		? new InputError(
				`The condition on "${name}" has an empty value: entry ${at + 1} of ${entries.length}`,
				`Remove the empty entry, or correct the expression. ${IS_EMPTY_INSTEAD}`,
			)
		: new InputError(
				`The condition on "${name}" has no value`,
				`Enter a value, or correct the expression. ${IS_EMPTY_INSTEAD}`,
			);
}

/** Nothing, or a text of only invisible characters: spaces of any width, line ends and others. */
function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && /^[\s\p{Z}\p{Cc}\p{Cf}]*$/u.test(value);
}

/**
 * The entries of a list condition: a list, JSON text of one, or text with commas or line ends between
 * them. The commas of Japanese texts separate people. Throws `InputError` for them in the texts of a
 * field, which may contain them: a condition that excludes no text as a whole selects everything.
 */
export function entriesOf(value: unknown, { code, type }: Compared = ANY_FIELD): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	const text = textOf(value).trim();
	const parsed = text.startsWith('[') ? jsonIn(text, 'Value') : undefined;
	if (Array.isArray(parsed)) return parsed as unknown[];
	// Text that only starts with a bracket is a list with commas.
	const entries = linesIn(text, type).flatMap(splitAtCommas);
	if (!WIDE_COMMA.test(text)) return entries;
	if (HOLDS_CODES.has(type)) {
		return entries.flatMap((entry) => entry.split(WIDE_COMMA).map((part) => part.trim()));
	}
	if (!isTextual(type)) return entries;
	throw new InputError(
		`The condition on "${code}" has a Japanese comma in its list of values: ${quoteShort(text)}`,
		'Separate values with the comma ",". If the comma belongs to a value, use a list such as ["Tokyo、Osaka"]',
	);
}

/** A field or a column that is compared. */
type Compared = Pick<Field, 'code' | 'type'>;

const ANY_FIELD: Compared = { code: '', type: 'NUMBER' };

/** The end of a line, with a comma that goes on in the next one. */
const LINE_END = /,[ \t\r]*\n|\n/;

/** Types whose values can have several lines. */
const HAS_LINES = new Set(['MULTI_LINE_TEXT', 'RICH_TEXT']);

function linesIn(text: string, type: string): string[] {
	return HAS_LINES.has(type) ? [text] : text.split(LINE_END);
}

/** Ignores commas in parentheses, as in `FROM_TODAY(-7, DAYS)`. */
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
