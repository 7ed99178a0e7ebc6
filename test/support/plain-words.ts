import type { Operator } from '../../nodes/RecordPlatform/query/operators';

/** What a reading in plain words needs to know of the values. */
export interface Words {
	isNumber: boolean;
	/** Whether the entries of a list are one value: a list equals another one with the same entries. */
	isWhole?: boolean;
	/** Whether a text has another one in it. */
	includes(text: string, part: string): boolean;
}

/** Operators that deny something. */
export const NEGATIVE: Operator[] = ['notEquals', 'noneOf', 'notContains', 'notEmpty'];

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
	const equals = words.isWhole ? entries.length === 1 && some : some;
	const contains = entries.some((entry) => words.includes(entry, one));
	const ordered = (holds: (order: number) => boolean) =>
		entries.some((entry) =>
			holds(words.isNumber ? Number(entry) - Number(one) : entry < one ? -1 : entry > one ? 1 : 0),
		);
	switch (operator) {
		case 'equals':
			return equals;
		case 'notEquals':
			return !equals;
		case 'anyOf':
			return some;
		case 'noneOf':
			return !some;
		case 'contains':
			return contains;
		case 'notContains':
			return !contains;
		case 'empty':
			return entries.length === 0;
		case 'notEmpty':
			return entries.length > 0;
		case 'greater':
			return ordered((order) => order > 0);
		case 'greaterOrEqual':
			return ordered((order) => order >= 0);
		case 'less':
			return ordered((order) => order < 0);
		case 'lessOrEqual':
			return ordered((order) => order <= 0);
	}
}
