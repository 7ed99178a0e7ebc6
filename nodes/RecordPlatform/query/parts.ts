import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';

/** The clauses of a query. */
export interface QueryParts {
	condition: string;
	/** Without the words `order by`; '' for the default order. */
	order: string;
	limit?: number;
	offset?: number;
}

/** Words of a query with their positions; a quoted text is one word, closed or not. */
const WORDS = /"(?:\\.|[^"\\])*"?|,|[()]|[^\s,()"]+/gs;

interface Word {
	text: string;
	start: number;
	end: number;
}

/**
 * Splits a query into its condition and the clauses after it. Throws `InputError` for an
 * order that is not a list of fields and for a limit without a number: an incomplete limit must
 * not be dropped with the order.
 */
export function queryParts(query: string): QueryParts {
	const words = [...query.matchAll(WORDS)].map(({ 0: text, index }): Word => ({
		text,
		start: index,
		end: index + text.length,
	}));
	const offset = takeNumber(words, 'offset');
	const limit = takeNumber(words, 'limit');
	const by = words.findIndex(({ text }, at) => is(text, 'order') && is(words[at + 1]?.text, 'by'));
	const condition = by < 0 ? words : words.slice(0, by);
	const order = by < 0 ? '' : textOfWords(query, words.slice(by + 2));
	if (by >= 0) checkOrder(order);
	else checkEnd(condition);
	return {
		condition: textOfWords(query, condition),
		order,
		...(limit !== undefined && { limit }),
		...(offset !== undefined && { offset }),
	};
}

function is(text: string | undefined, word: string): boolean {
	return text?.toLowerCase() === word;
}

function textOfWords(query: string, words: Word[]): string {
	return query.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
}

/** The number of a clause at the end of the query; removes the clause from the words. */
function takeNumber(words: Word[], clause: 'limit' | 'offset'): number | undefined {
	const [name, number] = words.slice(-2);
	if (!is(name?.text, clause) || !/^\d+$/.test(number?.text ?? '')) return undefined;
	words.splice(-2);
	return Number(number?.text);
}

function checkOrder(order: string): void {
	for (const entry of order.split(',')) {
		// A field has no quotes and no comparisons, and can have a direction.
		if (/^\s*[^\s"()<>=!;]+(?:\s+(?:asc|desc))?\s*$/i.test(entry)) continue;
		throw new InputError(
			`The query has an invalid sort order: ${quoteShort(entry.trim())}`,
			'Write field codes separated by commas after order by, with asc or desc if needed, then limit and offset: order by Due asc, $id desc limit 10',
		);
	}
	const last = order.split(/[\s,]/).at(-1);
	if (isClause(last)) throw invalidClause(last);
}

/** A condition can't end like this: the number of a clause is missing or invalid. */
function checkEnd(condition: Word[]): void {
	const clause = condition.slice(-2).find(({ text }) => isClause(text));
	if (clause) throw invalidClause(clause.text);
}

function isClause(text: string | undefined): boolean {
	return is(text, 'limit') || is(text, 'offset');
}

function invalidClause(clause = ''): InputError {
	return new InputError(
		`The query has an invalid ${clause.toLowerCase()}`,
		'Write limit before offset, each with a number without quotes, such as limit 10 offset 20. If you use an expression, check that it returns a number',
	);
}

/** Builds a query; empty parts are left out. */
export function queryText({ condition, order, limit, offset }: QueryParts): string {
	return [
		condition,
		order && `order by ${order}`,
		limit !== undefined && `limit ${limit}`,
		offset !== undefined && `offset ${offset}`,
	]
		.filter((part) => typeof part === 'string' && part !== '')
		.join(' ');
}

/** Whether the quotes and parentheses of a condition end in it, so that it can be joined with another one. */
export function isClosed(condition: string): boolean {
	let depth = 0;
	for (const [word] of condition.matchAll(WORDS)) {
		if (word === '(') depth += 1;
		if (word === ')') depth -= 1;
		if (depth < 0 || (word.startsWith('"') && !/^"(?:\\.|[^"\\])*"$/s.test(word))) return false;
	}
	return depth === 0;
}

/** Both conditions joined with `and`. Alternatives get parentheses, because `and` binds tighter than `or`. */
export function both(one: string, other: string): string {
	if (one === '') return other;
	if (other === '') return one;
	return `(${one}) and ${/\bor\b/i.test(other) ? `(${other})` : other}`;
}

export interface SortRow {
	field?: string;
	direction?: 'asc' | 'desc';
}

/** The rows as an order, for example `Amount desc, $id asc`. Throws `InputError` for a row without a field. */
export function orderOf(rows: SortRow[], codeOf: (field: unknown) => string): string {
	return rows
		.map(({ field, direction = 'asc' }) => {
			const code = codeOf(field);
			if (code === '')
				throw new InputError('A sort field is empty', 'Choose a field, or remove it from "Sort"');
			return `${code} ${direction}`;
		})
		.join(', ');
}
