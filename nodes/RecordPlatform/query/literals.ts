import { attempt, InputError } from '../../shared/errors';
import { isBlank, splitList, textOf } from '../../shared/input/text';
import { type Frame, readDate } from '../../shared/input/date';
import { emptyError } from '../../shared/input/gate';
import { quoteShort } from '../../shared/messages';
import { isObject } from '../../shared/objects';
import { nameIn } from '../codec/encode';
import { type Field, USERS } from '../codec/form';
import { toDecimal, toDuration } from '../codec/numbers';
import { readDay, readInstant, readTime } from '../codec/times';
import type { Operator } from './operators';

/** Functions of the query language. */
const FUNCTION =
	/^(?:LOGINUSER|PRIMARY_ORGANIZATION|NOW|TODAY|YESTERDAY|TOMORROW|FROM_TODAY|THIS_WEEK|LAST_WEEK|NEXT_WEEK|THIS_MONTH|LAST_MONTH|NEXT_MONTH|THIS_YEAR|LAST_YEAR|NEXT_YEAR)\([A-Z0-9, -]*\)$/;

const INSTANTS = new Set(['CREATED_TIME', 'DATETIME', 'UPDATED_TIME']);

const TAKES_FUNCTION = new Set(['', 'DATE', ...INSTANTS, ...USERS, 'ORGANIZATION_SELECT']);

/** Whether the type supports functions as values; an unknown type may support them. */
export function takesFunction(type: string): boolean {
	return TAKES_FUNCTION.has(type);
}

/** The type with the same values, by the format of a calculated field's result. */
const RESULTS: Partial<Record<string, string>> = {
	DATE: 'DATE',
	DATETIME: 'DATETIME',
	DAY_HOUR_MINUTE: 'DURATION',
	HOUR_MINUTE: 'DURATION',
	NUMBER: 'NUMBER',
	NUMBER_DIGIT: 'NUMBER',
	TIME: 'TIME',
};

/** The type whose values a field has; that of a calculated field is its result's. */
export function comparedType({ type, format = '' }: Pick<Field, 'type' | 'format'>): string {
	return type === 'CALC' ? (RESULTS[format] ?? type) : type;
}

/**
 * The day after a day that a date and time is compared with, `2026-02-01`: a whole day is meant, of
 * which the first moment alone would be hardly ever found. Undefined for all other values.
 */
export function dayAfter(value: unknown, field: Pick<Field, 'type' | 'format'>, frame: Frame) {
	if (!INSTANTS.has(comparedType(field)) || !isDayOnly(value, frame)) return undefined;
	const day = readDay(value, 'Value', frame);
	return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Whether an entry says nothing, also as a field that was read, or as a list in text. */
function isNothing(entry: unknown): boolean {
	const isNamed = isObject(entry) && ['code', 'value', 'name'].some((key) => key in entry);
	const named = isNamed ? nameIn(entry) : entry;
	const isList = typeof named === 'string' && /^\s*\[/.test(named);
	return isBlank(named) || (isList && splitList(named).length === 0);
}

/** The entries of a condition with a list. Throws `InputError` if there are none. */
export function entriesOf(value: unknown, label: string): unknown[] {
	const entries = splitList(value).filter((entry) => !isNothing(entry));
	if (entries.length === 0) throw emptyError(label);
	return entries;
}

/** The value of a condition: a list of one is its entry. Throws `InputError` for none and for several. */
export function singleEntry(value: unknown, label: string): unknown {
	const entries = Array.isArray(value) ? entriesOf(value, label) : [value];
	const [entry] = entries;
	if (isNothing(entry)) throw emptyError(label);
	if (entries.length === 1) return entry;
	throw new InputError(
		`The condition on "${label}" has ${entries.length} values`,
		'Use the operator Is Any Of or Is None Of for a list',
	);
}

const EQUALITY = new Set<Operator>(['anyOf', 'equals', 'noneOf', 'notEquals']);

/**
 * A value in query syntax: functions unchanged, everything else quoted. Throws `InputError` for a value
 * that the field can't have.
 * @param asText whether a function is a text, too
 */
export function sentValue(
	field: Pick<Field, 'code' | 'type' | 'format'>,
	value: unknown,
	{ frame, operator, asText = false }: { frame: Frame; operator: Operator; asText?: boolean },
): string {
	const type = comparedType(field);
	const called = typeof value === 'string' ? value.trim() : '';
	if (!asText && takesFunction(field.type) && FUNCTION.test(called)) return called;
	const text = quoted(wireText(nameIn(value) ?? value, type, frame, field.code));
	// The service keeps no seconds, so that a time with seconds equals none.
	return EQUALITY.has(operator) && INSTANTS.has(type) ? text.replace(/\d\dZ"$/, '00Z"') : text;
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
 * A value in the service's format. Throws `InputError`, naming `label`, for a number, date or time that
 * is none, and for a list or an object.
 */
function wireText(value: unknown, type: string, frame: Frame, label: string): string {
	if (type === 'DATE') return readDay(value, label, frame);
	if (type === 'TIME') return readTime(value, label, frame);
	if (INSTANTS.has(type)) return readInstant(value, label, frame);
	const text = textOf(value, label);
	switch (type) {
		case 'RECORD_NUMBER':
			return numberOfRecord(text) ?? text.trim();
		case '__ID__':
			return numberOfRecord(text) ?? checkedText(toDecimal(text), value, type, label);
		case 'NUMBER':
			return checkedText(toDecimal(text), value, type, label);
		case 'DURATION':
			return checkedText(toDuration(text), value, type, label);
		default:
			return /^$|_TEXT$|^LINK$/.test(type) ? text : text.trim();
	}
}

/** A record number, without leading zeros. */
function numberOfRecord(text: string): string | undefined {
	return /^0*([1-9]\d*)(?:\.0*)?$/.exec(text.trim())?.[1];
}

const EXAMPLES: Record<string, string> = {
	DURATION: 'Use hours and minutes such as 25:30',
	NUMBER: 'Use digits and a decimal point, for example 1200.5',
};

function checkedText(text: string | undefined, value: unknown, type: string, label: string) {
	if (text !== undefined) return text;
	throw new InputError(
		`Field "${label}": ${quoteShort(value)} is not a valid ${type.replaceAll('_', '').toLowerCase()}`,
		EXAMPLES[type] ?? EXAMPLES.NUMBER,
	);
}

/** Whether a value is a day without a time of day. */
export function isDayOnly(value: unknown, frame: Frame): boolean {
	const read = attempt(() => readDate(value, '', frame));
	return 'value' in read && read.value.kind === 'day';
}
