import type { Operator } from './ast';
import type { Kind } from './field-kinds';
import type { Meaning } from './literals';
import { anyOf, type Parameters } from './sql';
import { hasWords, wordsOf } from './words';

/** Operators that say something holds; the others say that one of these does not. */
export type PositiveOperator = Exclude<
	Operator,
	'=' | '!=' | 'not in' | 'not like' | 'is not empty'
>;

const POSITIVE: Record<Operator, PositiveOperator> = {
	'=': 'in',
	'!=': 'in',
	'>': '>',
	'<': '<',
	'>=': '>=',
	'<=': '<=',
	in: 'in',
	'not in': 'in',
	like: 'like',
	'not like': 'like',
	'is empty': 'is empty',
	'is not empty': 'is empty',
};

export function positiveOf(operator: Operator): PositiveOperator {
	return POSITIVE[operator];
}

export function isNegative(operator: Operator): boolean {
	return ['!=', 'not in', 'not like', 'is not empty'].includes(operator);
}

const NO_VALUE = `('[]', 'null', '""')`;

/**
 * A positive comparison as SQL; it may be NULL instead of false.
 * @param value the field's value as `valueOf` gives it
 * @param meanings of the values; undefined ones equal nothing
 */
export function compare(
	kind: Kind,
	value: string,
	operator: PositiveOperator,
	meanings: (Meaning | undefined)[],
	parameters: Parameters,
): string {
	switch (operator) {
		case 'in':
			return equalsAny(
				kind,
				value,
				meanings.filter((meaning) => meaning !== undefined),
				parameters,
			);
		case 'like':
			return isLike(kind, value, meanings[0], parameters);
		case 'is empty':
			return isEmpty(kind, value);
		default:
			return isOrdered(kind, value, operator, meanings[0], parameters);
	}
}

function equalsAny(kind: Kind, value: string, meanings: Meaning[], parameters: Parameters): string {
	const texts = meanings.flatMap((meaning) => (meaning.kind === 'text' ? [meaning.text] : []));
	const spans = meanings.flatMap((meaning) => (meaning.kind === 'span' ? [meaning.span] : []));
	const named = texts.filter((text) => text !== '');
	const conditions = spans.map(({ from, to }) => {
		const [first, last] = [from, to].map((end) => parameters.add(end, sqlType(kind)));
		return `${value} between ${first} and ${last}`;
	});
	if (texts.length > named.length) conditions.push(isEmpty(kind, value));
	if (named.length > 0) conditions.push(equalsText(kind, value, named, parameters));
	return anyOf(conditions);
}

function equalsText(kind: Kind, value: string, texts: string[], parameters: Parameters): string {
	switch (kind) {
		case 'id':
			return equalsId(value, texts, parameters);
		case 'choices':
		case 'categories':
			return `${value} ?| ${parameters.add(texts, 'text[]')}`;
		case 'entities':
		case 'assignees':
			return `jsonb_path_query_array(${value}, '$[*].code') ?| ${parameters.add(texts, 'text[]')}`;
		default: {
			const type = sqlType(kind);
			const [single, ...more] = texts;
			if (more.length === 0) return `${value} = ${parameters.add(single, type)}`;
			return `${value} = any(${parameters.add(texts, `${type}[]`)})`;
		}
	}
}

/** As bigint where it can be, for then the primary key finds the records. */
function equalsId(value: string, texts: string[], parameters: Parameters): string {
	const ids = texts.flatMap((text) => /^[+-]?(\d{1,18})(?:\.0*)?$/.exec(text)?.[1] ?? []);
	return `${value} = any(${parameters.add(ids, 'bigint[]')})`;
}

function isOrdered(
	kind: Kind,
	value: string,
	operator: '<' | '>' | '<=' | '>=',
	meaning: Meaning | undefined,
	parameters: Parameters,
): string {
	if (meaning === undefined) return 'false';
	if (meaning.kind === 'span') {
		const end = operator === '<' || operator === '>=' ? meaning.span.from : meaning.span.to;
		return `${value} ${operator} ${parameters.add(end, sqlType(kind))}`;
	}
	if (meaning.text === '') return 'false';
	const type = kind === 'id' && isBigint(meaning.text) ? 'bigint' : sqlType(kind);
	return `${value} ${operator} ${parameters.add(meaning.text, type)}`;
}

function isBigint(text: string): boolean {
	return /^[+-]?\d{1,18}$/.test(text);
}

function isLike(
	kind: Kind,
	value: string,
	meaning: Meaning | undefined,
	parameters: Parameters,
): string {
	const words = meaning?.kind === 'text' ? wordsOf(meaning.text) : undefined;
	if (words === undefined) return 'false';
	if (kind !== 'files') return hasWords(value, words, parameters);
	const name = hasWords(`(name.json #>> '{}')`, words, parameters);
	return `exists (select 1 from jsonb_path_query(${value}, '$[*].name') as name(json) where ${name})`;
}

/** White space alone counts as empty where texts have `is empty`; null, '' and [] are one. */
function isEmpty(kind: Kind, value: string): string {
	switch (kind) {
		case 'id':
		case 'login':
		case 'instant':
			return 'false';
		case 'text':
		case 'choice':
		case 'status':
			return `coalesce(${value}, '') = ''`;
		case 'long text':
		case 'rich text':
			return `btrim(coalesce(${value}, ''), E' \\t\\r\\n\\u3000') = ''`;
		case 'choices':
		case 'categories':
		case 'entities':
		case 'assignees':
		case 'files':
			return `coalesce(${value}, '[]') in ${NO_VALUE}`;
		default:
			return `${value} is null`;
	}
}

function sqlType(kind: Kind): string {
	switch (kind) {
		case 'id':
		case 'number':
		case 'duration':
			return 'numeric';
		case 'instant':
			return 'timestamptz';
		default:
			return 'text';
	}
}
