import { ServiceError } from '../errors';
import {
	combine,
	type Comparison,
	type Condition,
	type FieldName,
	type FunctionArgument,
	type Operator,
	type Query,
	type Sort,
	type Value,
} from './ast';
import { syntaxError, tokenize, type Token } from './lexer';

/** Deeper parentheses than any person writes would exhaust the stack here and in the database. */
const MAXIMUM_DEPTH = 100;
const MAXIMUM_COMPARISONS = 5000;
export const MAXIMUM_LIMIT = 500;
export const MAXIMUM_OFFSET = 10_000;

/**
 * Parses `[condition] [order by …] [limit n] [offset n]`.
 * Throws CB_VA01 with `errors.query` for wrong syntax, GAIA_QU01 and GAIA_QU02 for a limit or offset too large.
 */
export function parseQuery(text: string): Query {
	return new Parser(tokenize(text)).query();
}

class Parser {
	private index = 0;
	private depth = 0;
	private comparisons = 0;

	constructor(private readonly tokens: Token[]) {}

	query(): Query {
		const condition = this.atClause() || this.next.kind === 'end' ? undefined : this.or();
		const orderBy = this.takeWords('order', 'by') ? this.sorts() : [];
		const limit = this.takeWords('limit') ? this.count() : undefined;
		const offset = this.takeWords('offset') ? this.count() : undefined;
		if (this.next.kind !== 'end') throw this.unexpected('the end of the query');
		if (limit !== undefined && limit > MAXIMUM_LIMIT) throw new ServiceError('GAIA_QU01');
		if (limit === 0) throw syntaxError(this.next.position, 'limit must be 1 or more.');
		if (offset !== undefined && offset > MAXIMUM_OFFSET) throw new ServiceError('GAIA_QU02');
		return { condition, orderBy, limit, offset };
	}

	private or(): Condition {
		const parts: [Condition, ...Condition[]] = [this.and()];
		while (this.takeWords('or')) parts.push(this.and());
		return combine('or', parts);
	}

	private and(): Condition {
		const parts: [Condition, ...Condition[]] = [this.term()];
		while (this.takeWords('and')) parts.push(this.term());
		return combine('and', parts);
	}

	private term(): Condition {
		if (!this.takeSymbol('(')) return this.comparison();
		this.depth += 1;
		if (this.depth > MAXIMUM_DEPTH) {
			throw syntaxError(this.next.position, 'parentheses are nested too deeply.');
		}
		const condition = this.or();
		this.expectSymbol(')');
		this.depth -= 1;
		return condition;
	}

	private comparison(): Comparison {
		this.comparisons += 1;
		if (this.comparisons > MAXIMUM_COMPARISONS) {
			throw syntaxError(this.next.position, 'there are too many conditions.');
		}
		const field = this.field();
		const operator = this.operator();
		return { kind: 'comparison', field, operator, values: this.values(operator) };
	}

	private field(): FieldName {
		const code = this.word('a field code');
		if (!this.takeSymbol('.')) return { list: undefined, code };
		return { list: code, code: this.word('a field code') };
	}

	private operator(): Operator {
		const token = this.next;
		if (token.kind === 'symbol' && isComparisonSymbol(token.text)) {
			this.index += 1;
			return token.text;
		}
		if (this.takeWords('in')) return 'in';
		if (this.takeWords('like')) return 'like';
		if (this.takeWords('not', 'in')) return 'not in';
		if (this.takeWords('not', 'like')) return 'not like';
		if (this.takeWords('is', 'empty')) return 'is empty';
		if (this.takeWords('is', 'not', 'empty')) return 'is not empty';
		throw this.unexpected('an operator');
	}

	private values(operator: Operator): Value[] {
		if (operator === 'is empty' || operator === 'is not empty') return [];
		if (operator !== 'in' && operator !== 'not in') return [this.value()];
		const values: Value[] = [];
		this.expectSymbol('(');
		do values.push(this.value());
		while (this.takeSymbol(','));
		this.expectSymbol(')');
		return values;
	}

	private value(): Value {
		const token = this.next;
		if (token.kind === 'string' || token.kind === 'number') {
			this.index += 1;
			return { kind: 'literal', text: token.text };
		}
		const name = this.word('a value in double quotes, a number or a function').toUpperCase();
		return { kind: 'function', name, arguments: this.functionArguments() };
	}

	private functionArguments(): FunctionArgument[] {
		const found: FunctionArgument[] = [];
		this.expectSymbol('(');
		if (this.takeSymbol(')')) return found;
		do {
			const token = this.next;
			if (token.kind === 'end' || token.kind === 'symbol') throw this.unexpected('an argument');
			this.index += 1;
			if (token.kind === 'word') found.push({ kind: 'symbol', text: token.text.toUpperCase() });
			else found.push({ kind: token.kind, text: token.text });
		} while (this.takeSymbol(','));
		this.expectSymbol(')');
		return found;
	}

	private sorts(): Sort[] {
		const sorts: Sort[] = [];
		do {
			const code = this.word('a field code');
			const descending = this.takeWords('desc');
			if (!descending) this.takeWords('asc');
			sorts.push({ code, descending });
		} while (this.takeSymbol(','));
		return sorts;
	}

	private count(): number {
		const token = this.next;
		if (token.kind !== 'number' || !/^\d+$/.test(token.text)) {
			throw this.unexpected('a number that is not negative');
		}
		this.index += 1;
		return Number(token.text);
	}

	private get next(): Token {
		return this.tokens[this.index] as Token;
	}

	/** True where `order by`, `limit n` or `offset n` begins; a field may well be called `limit`. */
	private atClause(): boolean {
		const after = this.tokens[this.index + 1];
		if (isWord(this.next, 'order')) return after !== undefined && isWord(after, 'by');
		const counted = isWord(this.next, 'limit') || isWord(this.next, 'offset');
		return counted && after?.kind === 'number';
	}

	private takeWords(...words: string[]): boolean {
		const found = words.every((word, ahead) => isWord(this.tokens[this.index + ahead], word));
		if (found) this.index += words.length;
		return found;
	}

	private takeSymbol(text: string): boolean {
		const found = this.next.kind === 'symbol' && this.next.text === text;
		if (found) this.index += 1;
		return found;
	}

	private expectSymbol(text: string): void {
		if (!this.takeSymbol(text)) throw this.unexpected(`"${text}"`);
	}

	private word(expected: string): string {
		const token = this.next;
		if (token.kind !== 'word') throw this.unexpected(expected);
		this.index += 1;
		return token.text;
	}

	private unexpected(expected: string): ServiceError {
		const { kind, text, position } = this.next;
		const found = kind === 'end' ? 'the query ended' : `found ${JSON.stringify(text)}`;
		return syntaxError(position, `expected ${expected}, but ${found}.`);
	}
}

function isWord(token: Token | undefined, word: string): boolean {
	return token?.kind === 'word' && token.text.toLowerCase() === word;
}

function isComparisonSymbol(text: string): text is '=' | '!=' | '>' | '<' | '>=' | '<=' {
	return ['=', '!=', '>', '<', '>=', '<='].includes(text);
}
