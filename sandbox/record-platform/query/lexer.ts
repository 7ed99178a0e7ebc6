import { invalid, type ServiceError } from '../errors';

export interface Token {
	kind: 'word' | 'number' | 'string' | 'symbol' | 'end';
	/** For a string its content, without quotes and with escapes resolved. */
	text: string;
	/** Offset in the query, in UTF-16 units. */
	position: number;
}

// Outside strings these separate tokens, U+3000 included (docs/api/record-platform.md, section 8).
const SPACE = /[ \t\r\n\u3000]+/y;
const SYMBOL = /!=|>=|<=|[=<>(),.]/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
// Field codes may be in any script, so every character beyond ASCII that is no space belongs to a word.
const WORD = /(?:[A-Za-z0-9_$]|(?![\s\u0080-\u009f])\P{ASCII})+/uy;
const STRING = /"((?:[^"\\\t\r\n\0]|\\[^\t\r\n\0])*)"/uy;

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r' };

/** What a malformed query is answered with: CB_VA01 with `errors.query`. */
export function syntaxError(position: number, problem: string): ServiceError {
	return invalid('query', `The query is wrong at character ${position + 1}: ${problem}`);
}

/** Cuts a query into tokens; the last one is always `end`. */
export function tokenize(query: string): Token[] {
	const tokens: Token[] = [];
	let position = 0;

	const match = (pattern: RegExp): RegExpExecArray | null => {
		pattern.lastIndex = position;
		return pattern.exec(query);
	};
	const push = (kind: Token['kind'], found: RegExpExecArray, text = found[0]): void => {
		tokens.push({ kind, text, position });
		position += found[0].length;
	};

	while (position < query.length) {
		const space = match(SPACE);
		if (space) {
			position += space[0].length;
			continue;
		}
		const number = match(NUMBER);
		const word = match(WORD);
		const string = query[position] === '"' ? match(STRING) : null;
		const symbol = match(SYMBOL);
		if (number && number[0].length >= (word?.[0].length ?? 0)) push('number', number);
		else if (word) push('word', word);
		else if (string) push('string', string, unescape(string[1] ?? ''));
		else if (symbol) push('symbol', symbol);
		else throw syntaxError(position, unexpectedCharacter(query, position));
	}
	tokens.push({ kind: 'end', text: '', position });
	return tokens;
}

function unescape(content: string): string {
	return content.replace(/\\(.)/gsu, (_, character: string) => ESCAPES[character] ?? character);
}

function unexpectedCharacter(query: string, position: number): string {
	if (query[position] === '"') {
		return 'a string is not closed, or has a raw tab or line break (write \\t or \\n).';
	}
	return `unexpected ${JSON.stringify(String.fromCodePoint(query.codePointAt(position) ?? 0))}.`;
}
