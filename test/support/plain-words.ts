import type { Operator } from '../../nodes/RecordPlatform/query/operators';

/** What a reading in plain words needs to know of the values. */
export interface Words {
	isNumber: boolean;
	/** Whether the entries of a list are one value: a list equals another one with the same entries. */
	isWhole?: boolean;
	/** Whether a text has another one in it. */
	includes(text: string, part: string): boolean;
}

/** Operators that deny something, and what they deny. */
const DENIED = {
	notEquals: 'equals',
	noneOf: 'anyOf',
	notContains: 'contains',
	notEmpty: 'empty',
} as const;

/** What n8n makes of an expression that found nothing, and what a person cannot see. */
export const BLANKS = [undefined, null, '', ' ', '\n', '\t \n', '\u3000', '\u00a0', '\ufeff '];

/** The entries that a value is read as. */
export function entriesIn(value: unknown): string[] {
	if (Array.isArray(value)) {
		return value.map((one: unknown) => (one as { code?: string }).code ?? String(one));
	}
	return value === null || value === undefined || value === '' ? [] : [String(value)];
}

/** What the operator says in plain words, of one value. */
export function says(operator: Operator, value: unknown, given: string[], words: Words): boolean {
	const entries = entriesIn(value);
	const [one = ''] = given;
	const isOne = (entry: string, other: string) =>
		words.isNumber ? Number(entry) === Number(other) : entry === other;
	const some = entries.some((entry) => given.some((other) => isOne(entry, other)));
	const orders = entries.map((entry) =>
		words.isNumber ? Number(entry) - Number(one) : entry < one ? -1 : entry > one ? 1 : 0,
	);
	const holds = {
		equals: words.isWhole ? entries.length === 1 && some : some,
		anyOf: some,
		contains: entries.some((entry) => words.includes(entry, one)),
		empty: entries.length === 0,
		greater: orders.some((order) => order > 0),
		greaterOrEqual: orders.some((order) => order >= 0),
		less: orders.some((order) => order < 0),
		lessOrEqual: orders.some((order) => order <= 0),
	};
	return operator in holds
		? holds[operator as keyof typeof holds]
		: !holds[DENIED[operator as keyof typeof DENIED]];
}
