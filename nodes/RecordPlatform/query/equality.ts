import { isDayOnly, readDay } from '../../shared/input/date';
import type { Field } from '../values/form';
import { looseDecimal, toDecimal, toDuration } from '../values/numbers';
import type { Operator } from './operators';

/**
 * What a field can be equal to. A value that equals nothing is "not equal" to all: in a deletion, Does Not
 * Equal and Is None Of would select everything.
 */

/** Operators that select what is not equal. */
export const EXCLUDING = new Set<Operator>(['noneOf', 'notEquals']);

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

const MOMENTS = new Set(['CREATED_TIME', 'DATETIME', 'UPDATED_TIME']);

export function isMomentType(type: string): boolean {
	return MOMENTS.has(type);
}

/**
 * The day after a day that a date and time is compared with, `2026-02-01`: a whole day is meant, of
 * which the first moment alone would be hardly ever found. Undefined for all other values.
 */
export function dayAfter(
	value: unknown,
	field: Pick<Field, 'type' | 'format'>,
	timeZone: string,
): string | undefined {
	const type = comparedType(field);
	const frame = { zone: timeZone };
	if (!MOMENTS.has(type) || !isDayOnly(value, frame)) return undefined;
	const day = readDay(value, 'Value', frame);
	return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Types whose values are short: a long text is refused before it is parsed. */
const SHORT = new Set(['__ID__', 'DURATION', 'NUMBER', 'RECORD_NUMBER']);
const LONGEST_SHORT = 1000;

export function isTooLong(type: string, value: unknown): boolean {
	return SHORT.has(type) && String(value).length > LONGEST_SHORT;
}

/**
 * The advice for a value that no field of the type has; undefined if one can have it.
 */
export function misfit(type: string, value: unknown): string | undefined {
	switch (type) {
		case 'NUMBER':
		case '__ID__': {
			if (isTooLong(type, value)) return NUMBERS;
			if (toDecimal(value) !== undefined) return undefined;
			const plain = looseDecimal(value);
			return plain === undefined ? NUMBERS : `Use ${plain}`;
		}
		case 'CALC':
			return calculatedMisfit(value);
		case 'DURATION':
			return toDuration(value) === undefined ? 'Use hours and minutes such as 25:30' : undefined;
	}
	return undefined;
}

const NUMBERS = 'Use digits and a decimal point, for example 1200.5';

/** For a calculated field whose format is not known: all formats have digits, and a number no separators. */
function calculatedMisfit(value: unknown): string | undefined {
	if (!/\d/.test(String(value).normalize('NFKC')))
		return 'Use the value as the service returns it, such as 1200.5';
	const plain = toDecimal(value) === undefined ? looseDecimal(value) : undefined;
	return plain === undefined ? undefined : `Use ${plain}`;
}

/** The advice for a value that a write must not exclude, because no record has it. */
export function excludedMisfit(type: string, sent: string): string | undefined {
	if (type !== '__ID__' && type !== 'RECORD_NUMBER') return undefined;
	const isNumber = /^[1-9]\d*$/.test(sent);
	if (isNumber || (type === 'RECORD_NUMBER' && /^.+-\d+$/.test(sent))) return undefined;
	const plain = /^(?:.+-)?0*[1-9]\d*$/.exec(sent.normalize('NFKC'))?.[0];
	return `Use ${plain ?? (type === '__ID__' ? 'a record ID such as 12' : 'a record number such as 12')}`;
}
