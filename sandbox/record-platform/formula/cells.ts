import { DateTime } from 'luxon';
import { Decimal, decimalIn, ONE, wholePart, ZERO } from '../decimal';
import type { FieldType, FormField, FormFields } from '../form';
import { NUMBERS } from './types';
import type { Value } from './values';

const MULTIPLE: ReadonlySet<FieldType> = new Set(['CHECK_BOX', 'MULTI_SELECT']);

/** Field types a formula may read. */
export const READABLE: ReadonlySet<FieldType> = new Set<FieldType>([
	...NUMBERS,
	'SINGLE_LINE_TEXT',
	'DROP_DOWN',
	'RADIO_BUTTON',
	'CHECK_BOX',
	'MULTI_SELECT',
	'CREATOR',
	'MODIFIER',
]);

/** A stored cell as a formula sees it: an empty number is 0, moments are seconds since 1970 in UTC. */
export function toFormulaValue(field: FormField, cell: unknown): Value {
	if (MULTIPLE.has(field.type)) {
		return Array.isArray(cell) ? cell.map((entry) => String(entry)) : [];
	}
	const text = typeof cell === 'string' ? cell : '';
	switch (field.type) {
		case 'NUMBER':
			return decimalIn(text) ?? ZERO;
		case 'CALC':
			return calculated(field, text);
		case 'DATE':
		case 'DATETIME':
		case 'CREATED_TIME':
		case 'UPDATED_TIME':
			return seconds(text);
		case 'TIME':
			return duration(text);
		default:
			return text;
	}
}

function calculated(field: FormField, text: string): Value {
	if (field.format === 'DATE' || field.format === 'DATETIME') return seconds(text);
	if (
		field.format === 'TIME' ||
		field.format === 'HOUR_MINUTE' ||
		field.format === 'DAY_HOUR_MINUTE'
	) {
		return duration(text);
	}
	return decimalIn(text) ?? ZERO;
}

function seconds(text: string): Decimal {
	const moment = DateTime.fromISO(text, { zone: 'utc' });
	return moment.isValid ? new Decimal(moment.toUnixInteger()) : ZERO;
}

function duration(text: string): Decimal {
	const match = /^(-?)(\d+):(\d{2})$/.exec(text);
	if (!match) return ZERO;
	const size = Number(match[2]) * 3600 + Number(match[3]) * 60;
	return new Decimal(match[1] === '-' ? -size : size);
}

/** The result as a CALC cell shows it, "" when it does not fit the format. */
export function formatResult(field: FormField, result: Value): string {
	if (field.type === 'SINGLE_LINE_TEXT') {
		if (Array.isArray(result)) return '';
		if (typeof result === 'boolean') return result ? '1' : '0';
		return result.toString();
	}
	if (typeof result === 'boolean') return formatResult(field, result ? ONE : ZERO);
	if (!(result instanceof Decimal)) return '';
	switch (field.format) {
		case 'DATE':
			return instant(result)?.toFormat('yyyy-MM-dd') ?? '';
		case 'DATETIME':
			return instant(result)?.toFormat("yyyy-MM-dd'T'HH:mm:'00Z'") ?? '';
		case 'TIME': {
			const day = ((wholePart(result) % 86400n) + 86400n) % 86400n;
			return clock(day);
		}
		case 'HOUR_MINUTE':
		case 'DAY_HOUR_MINUTE':
			return clock(wholePart(result));
		default:
			return result.toString();
	}
}

function instant(result: Decimal): DateTime | undefined {
	const moment = DateTime.fromSeconds(Number(wholePart(result)), { zone: 'utc' });
	return moment.isValid && moment.year >= 0 && moment.year <= 9999 ? moment : undefined;
}

function clock(seconds: bigint): string {
	const size = seconds < 0n ? -seconds : seconds;
	const hours = (size / 3600n).toString().padStart(2, '0');
	const minutes = ((size % 3600n) / 60n).toString().padStart(2, '0');
	return `${seconds < 0n ? '-' : ''}${hours}:${minutes}`;
}

/** Fields with a formula, tables' inner ones left out. */
export function computedFields(fields: FormFields): FormField[] {
	return Object.values(fields).filter(
		(field) =>
			(field.type === 'CALC' || field.type === 'SINGLE_LINE_TEXT') && Boolean(field.expression),
	);
}
