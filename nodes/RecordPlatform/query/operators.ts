import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';

export interface QueryField {
	code: string;
	/** '' if unknown. */
	type: string;
	/** Whether it is in a table, where = and != are not supported. */
	inTable: boolean;
	/** The format of a calculated field's result; missing if the form couldn't be read. */
	format?: string;
}

/** The picker's value for a field: `Amount|NUMBER`, `Price|SUBTABLE.NUMBER`. */
export function pickerValue({ code, type, inTable }: QueryField): string {
	return `${code}|${inTable ? 'SUBTABLE.' : ''}${type}`;
}

/** A field from the picker's value, or from a bare code without a type. */
export function queryField(chosen: unknown): QueryField {
	const text = String(chosen ?? '').trim();
	const [, code, table, type] = /^(.+)\|(SUBTABLE\.)?(_*[A-Z][A-Z_]*)$/s.exec(text) ?? [];
	if (code === undefined || type === undefined) return { code: text, type: '', inTable: false };
	return { code, type, inTable: table !== undefined };
}

/** Labels, in the order of the list. */
export const OPERATOR_NAMES = {
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

export type Operator = keyof typeof OPERATOR_NAMES;

/** All of them, for whatever field. */
export const operatorChoices = Object.entries(OPERATOR_NAMES)
	.map(([value, name]) => ({ name, value }))
	.sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Types of dates and times. They have no `in` outside of tables. */
export const MOMENTS = new Set(['CREATED_TIME', 'DATE', 'DATETIME', 'TIME', 'UPDATED_TIME']);

/** What an order to a whole day asks of the next day: after a day is after all of it. */
export const OF_NEXT_DAY: Partial<Record<Operator, Operator>> = {
	greater: 'greaterOrEqual',
	lessOrEqual: 'less',
};

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
const LONG = [...WORDS, ...EMPTINESS];
const CHOICES = [...EQUALITY, ...LIST, ...EMPTINESS];
const ALWAYS_SET = [...EQUALITY, ...ORDER, ...LIST];

/** Operators that are offered for each field type. The service refuses others. */
const OPERATORS: Record<string, Operator[]> = {
	__ID__: ALWAYS_SET,
	CALC: NUMBERS,
	CATEGORY: [...EQUALITY, ...LIST],
	CHECK_BOX: CHOICES,
	CREATED_TIME: ALWAYS_SET,
	CREATOR: [...EQUALITY, ...LIST],
	DATE: NUMBERS,
	DATETIME: NUMBERS,
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
	STATUS_ASSIGNEE: CHOICES,
	TIME: NUMBERS,
	UPDATED_TIME: ALWAYS_SET,
	USER_SELECT: CHOICES,
};

/** Whether there are conditions for fields of the type. */
export function isSearchable(type: string): boolean {
	return Object.hasOwn(OPERATORS, type);
}

/** Whether records can be found by a value of the type. */
export function hasEquality(type: string): boolean {
	return OPERATORS[type]?.includes('equals') === true;
}

/** Types with several values, where "equals" means "includes". */
export const SEVERAL = new Set([
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

/** The operators to list for a field, with matching labels; all of them if its type is unknown. */
export function offeredOperators(field: QueryField): Array<{ name: string; value: Operator }> {
	const all = Object.keys(OPERATOR_NAMES) as Operator[];
	const taken = OPERATORS[field.type] ?? all;
	const several = SEVERAL.has(field.type) || (field.inTable && taken.includes('equals'));
	const words: Partial<Record<Operator, string>> = {
		...(several && { equals: 'Includes', notEquals: 'Does Not Include' }),
		...(MOMENTS.has(field.type) && OF_MOMENTS),
		...(field.inTable && { empty: 'Is Empty in a Row', notEmpty: 'Is Empty in No Row' }),
	};
	return all
		.filter((operator) => taken.includes(operator))
		.map((value) => ({ name: words[value] ?? OPERATOR_NAMES[value], value }));
}
