/** A field as a query names it; `list` is the related-record list in front of the dot. */
export interface FieldName {
	list: string | undefined;
	code: string;
}

export type FunctionArgument =
	| { kind: 'number'; text: string }
	| { kind: 'symbol'; text: string }
	| { kind: 'string'; text: string };

/** `name` is upper case whatever the query wrote. */
export interface FunctionCall {
	kind: 'function';
	name: string;
	arguments: FunctionArgument[];
}

export interface Literal {
	kind: 'literal';
	/** The string without quotes and escapes, or the digits of a number as they were written. */
	text: string;
}

export type Value = Literal | FunctionCall;

export const OPERATORS = [
	'=',
	'!=',
	'>',
	'<',
	'>=',
	'<=',
	'in',
	'not in',
	'like',
	'not like',
	'is empty',
	'is not empty',
] as const;

export type Operator = (typeof OPERATORS)[number];

export interface Comparison {
	kind: 'comparison';
	field: FieldName;
	operator: Operator;
	/** None for `is empty`, one or more for `in`, else exactly one. */
	values: Value[];
}

/** Always two or more parts, and no part of the same kind: `a and (b and c)` is one list of three. */
export interface Combination {
	kind: 'and' | 'or';
	parts: Condition[];
}

export type Condition = Comparison | Combination;

export interface Sort {
	code: string;
	descending: boolean;
}

/** A whole query; what it does not say is undefined (or an empty `orderBy`). */
export interface Query {
	condition: Condition | undefined;
	orderBy: Sort[];
	limit: number | undefined;
	offset: number | undefined;
}

/** Joins conditions into one list without nesting lists of the same kind. */
export function combine(kind: 'and' | 'or', conditions: [Condition, ...Condition[]]): Condition;
export function combine(kind: 'and' | 'or', conditions: Condition[]): Condition | undefined;
export function combine(kind: 'and' | 'or', conditions: Condition[]): Condition | undefined {
	const parts = conditions.flatMap((condition) =>
		condition.kind === kind ? condition.parts : [condition],
	);
	return parts.length > 1 ? { kind, parts } : parts[0];
}
