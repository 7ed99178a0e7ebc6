import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { holdsTime } from '../record/encode';
import type { QueryField } from './fields';

export type Operator =
	| 'equals'
	| 'notEquals'
	| 'greater'
	| 'greaterOrEqual'
	| 'less'
	| 'lessOrEqual'
	| 'anyOf'
	| 'noneOf'
	| 'contains'
	| 'notContains'
	| 'empty'
	| 'notEmpty';

/** Labels, in the order of the list. */
export const OPERATOR_NAMES: Record<Operator, string> = {
	equals: 'Equals',
	notEquals: 'Does Not Equal',
	contains: 'Contains',
	notContains: 'Does Not Contain',
	greater: 'Greater Than',
	greaterOrEqual: 'Greater Than or Equal',
	less: 'Less Than',
	lessOrEqual: 'Less Than or Equal',
	anyOf: 'Is Any Of',
	noneOf: 'Is None Of',
	empty: 'Is Empty',
	notEmpty: 'Is Not Empty',
};

/** Labels for dates and times. */
const OF_MOMENTS: Partial<Record<Operator, string>> = {
	greater: 'Is After',
	greaterOrEqual: 'Is After or Equal',
	less: 'Is Before',
	lessOrEqual: 'Is Before or Equal',
};

const EQUALITY: Operator[] = ['equals', 'notEquals'];
const ORDER: Operator[] = ['greater', 'greaterOrEqual', 'less', 'lessOrEqual'];
const LIST: Operator[] = ['anyOf', 'noneOf'];
const WORDS: Operator[] = ['contains', 'notContains'];
const EMPTINESS: Operator[] = ['empty', 'notEmpty'];

const TEXT = [...EQUALITY, ...WORDS, ...LIST, ...EMPTINESS];
const NUMBERS = [...EQUALITY, ...ORDER, ...LIST, ...EMPTINESS];
/** The service has no `in` for them; alternatives are joined with `or`. */
const MOMENTS = NUMBERS;
const LONG = [...WORDS, ...EMPTINESS];
const CHOICES = [...EQUALITY, ...LIST, ...EMPTINESS];
const ALWAYS_SET = [...EQUALITY, ...ORDER, ...LIST];

/** Operators of each field type. */
const OPERATORS: Record<string, Operator[]> = {
	__ID__: ALWAYS_SET,
	CALC: NUMBERS,
	CHECK_BOX: CHOICES,
	CREATED_TIME: ALWAYS_SET,
	CREATOR: [...EQUALITY, ...LIST],
	DATE: MOMENTS,
	DATETIME: MOMENTS,
	DROP_DOWN: CHOICES,
	FILE: LONG,
	GROUP_SELECT: CHOICES,
	LINK: TEXT,
	MODIFIER: [...EQUALITY, ...LIST],
	MULTI_LINE_TEXT: LONG,
	MULTI_SELECT: CHOICES,
	NUMBER: NUMBERS,
	ORGANIZATION_SELECT: CHOICES,
	RADIO_BUTTON: CHOICES,
	RECORD_NUMBER: ALWAYS_SET,
	RICH_TEXT: LONG,
	SINGLE_LINE_TEXT: TEXT,
	STATUS: [...EQUALITY, ...LIST],
	TIME: MOMENTS,
	UPDATED_TIME: ALWAYS_SET,
	USER_SELECT: CHOICES,
};

/** Types whose operators are not confirmed: these are listed, but others are not refused. */
const OFFERED: Record<string, Operator[]> = {
	CATEGORY: [...EQUALITY, ...LIST],
	STATUS_ASSIGNEE: [...EQUALITY, ...LIST, ...EMPTINESS],
};

/** Types with several values, where "equals" means "includes". */
const SEVERAL = new Set([
	'CATEGORY',
	'CHECK_BOX',
	'GROUP_SELECT',
	'MULTI_SELECT',
	'ORGANIZATION_SELECT',
	'STATUS_ASSIGNEE',
	'USER_SELECT',
]);

/** The operator of a condition, Equals by default. Throws `InputError` for one that is not known. */
export function operatorIn({ operator = 'equals' }: { operator?: unknown }): Operator {
	const name = String(operator);
	if (Object.hasOwn(OPERATOR_NAMES, name)) return name as Operator;
	throw new InputError(
		`${quoteShort(operator)} is not a valid operator`,
		`Use one of ${Object.keys(OPERATOR_NAMES).join(', ')}`,
	);
}

/** The confirmed operators of the field; undefined if unknown. */
export function operatorsOf({ type }: QueryField): Operator[] | undefined {
	return OPERATORS[type];
}

/** The operators to list for a field, with matching labels; all of them if its type is unknown. */
export function offeredOperators(field: QueryField): Array<{ name: string; value: Operator }> {
	const all = Object.keys(OPERATOR_NAMES) as Operator[];
	const taken = operatorsOf(field) ?? OFFERED[field.type] ?? all;
	const several = SEVERAL.has(field.type) || (field.inTable && taken.includes('equals'));
	const words: Partial<Record<Operator, string>> = {
		...(several && { equals: 'Includes', notEquals: 'Does Not Include' }),
		...(holdsTime(field) && OF_MOMENTS),
		...(field.inTable && { empty: 'Is Empty in a Row', notEmpty: 'Is Empty in No Row' }),
	};
	return all
		.filter((operator) => taken.includes(operator))
		.map((value) => ({ name: words[value] ?? OPERATOR_NAMES[value], value }));
}

/** A field type in words: `MULTI_LINE_TEXT` → `multi line text`. */
export function typeInWords(type: string): string {
	return type
		.replace(/^_+|_+$/g, '')
		.replace(/_/g, ' ')
		.toLowerCase();
}
