import { type Decimal, decimalIn } from '../decimal';

/** A formula as a tree. Fields are told by code; operators as they are written. */
export type Expression =
	| { kind: 'number'; value: Decimal }
	| { kind: 'text'; value: string }
	| { kind: 'field'; code: string }
	| { kind: 'call'; name: string; arguments: Expression[] }
	| { kind: 'unary'; operator: '+' | '-'; operand: Expression }
	| { kind: 'binary'; operator: string; left: Expression; right: Expression };

/** The formula cannot be read; the message says why. */
export class FormulaError extends Error {}

type Token =
	{ kind: 'number' | 'text' | 'name' | 'symbol'; text: string } | { kind: 'end'; text: '' };

const TOKEN =
	/\s*(?:(\d+(?:\.\d*)?|\.\d+)|"((?:[^"\\]|\\.)*)"|(<=|>=|<>|!=|[-+*/^&=<>(),])|([\p{L}_$][\p{L}\p{N}\p{M}_$・ー.]*))/uy;

/** Binding strength of the binary operators, weakest first. */
const STRENGTH: Record<string, number> = {
	'=': 1,
	'!=': 1,
	'<>': 1,
	'<': 1,
	'>': 1,
	'<=': 1,
	'>=': 1,
	'&': 2,
	'+': 3,
	'-': 3,
	'*': 4,
	'/': 4,
	'^': 6,
};
const UNARY_STRENGTH = 5;
/** Deep enough for any real formula, shallow enough for the stack. */
const MAXIMUM_DEPTH = 200;

/** Reads `price * quantity`, `SUM(total)`, `IF(a > 10, "big", "small") & b` … Throws FormulaError. */
export function parseFormula(source: string): Expression {
	const parser = new Parser(tokenize(source));
	const expression = parser.expression(0, 0);
	parser.expectEnd();
	return expression;
}

function tokenize(source: string): Token[] {
	const tokens: Token[] = [];
	const text = source.trim();
	const pattern = new RegExp(TOKEN);
	let position = 0;
	while (position < text.length) {
		pattern.lastIndex = position;
		const match = pattern.exec(text);
		if (!match) throw new FormulaError('The syntax of the formula is wrong.');
		const [whole, number, string, symbol, name] = match;
		if (number !== undefined) tokens.push({ kind: 'number', text: number });
		else if (string !== undefined) {
			tokens.push({ kind: 'text', text: string.replace(/\\(.)/gs, '$1') });
		} else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
		else if (name !== undefined) tokens.push({ kind: 'name', text: name });
		position += whole.length;
	}
	return tokens;
}

class Parser {
	private position = 0;

	constructor(private readonly tokens: Token[]) {}

	expression(minimum: number, depth: number): Expression {
		if (depth > MAXIMUM_DEPTH) throw new FormulaError('The formula is nested too deeply.');
		let left = this.operand(depth);
		for (;;) {
			const operator = this.peek().kind === 'symbol' ? this.peek().text : '';
			const strength = STRENGTH[operator];
			if (strength === undefined || strength <= minimum) return left;
			this.position += 1;
			left = { kind: 'binary', operator, left, right: this.expression(strength, depth + 1) };
		}
	}

	expectEnd(): void {
		if (this.peek().kind !== 'end') throw new FormulaError('The syntax of the formula is wrong.');
	}

	private operand(depth: number): Expression {
		const token = this.next();
		if (token.kind === 'number') {
			const value = decimalIn(token.text);
			if (value) return { kind: 'number', value };
		}
		if (token.kind === 'text') return { kind: 'text', value: token.text };
		if (token.kind === 'name') {
			if (!this.take('(')) return { kind: 'field', code: token.text };
			return { kind: 'call', name: token.text.toUpperCase(), arguments: this.list(depth) };
		}
		if (token.kind === 'symbol' && (token.text === '-' || token.text === '+')) {
			return {
				kind: 'unary',
				operator: token.text,
				operand: this.expression(UNARY_STRENGTH, depth + 1),
			};
		}
		if (token.kind === 'symbol' && token.text === '(') {
			const inner = this.expression(0, depth + 1);
			if (this.take(')')) return inner;
		}
		throw new FormulaError('The syntax of the formula is wrong.');
	}

	private list(depth: number): Expression[] {
		if (this.take(')')) return [];
		const found: Expression[] = [];
		do found.push(this.expression(0, depth + 1));
		while (this.take(','));
		if (!this.take(')')) throw new FormulaError('The syntax of the formula is wrong.');
		return found;
	}

	private peek(): Token {
		return this.tokens[this.position] ?? { kind: 'end', text: '' };
	}

	private next(): Token {
		const token = this.peek();
		this.position += 1;
		return token;
	}

	private take(symbol: string): boolean {
		const token = this.peek();
		if (token.kind !== 'symbol' || token.text !== symbol) return false;
		this.position += 1;
		return true;
	}
}

/** Codes of the fields a formula reads. */
export function fieldsOf(expression: Expression): string[] {
	switch (expression.kind) {
		case 'field':
			return [expression.code];
		case 'call':
			return expression.arguments.flatMap(fieldsOf);
		case 'unary':
			return fieldsOf(expression.operand);
		case 'binary':
			return [...fieldsOf(expression.left), ...fieldsOf(expression.right)];
		default:
			return [];
	}
}

/** Names of the functions a formula calls, with how many arguments. */
export function callsOf(expression: Expression): { name: string; arguments: number }[] {
	switch (expression.kind) {
		case 'call':
			return [
				{ name: expression.name, arguments: expression.arguments.length },
				...expression.arguments.flatMap(callsOf),
			];
		case 'unary':
			return callsOf(expression.operand);
		case 'binary':
			return [...callsOf(expression.left), ...callsOf(expression.right)];
		default:
			return [];
	}
}
