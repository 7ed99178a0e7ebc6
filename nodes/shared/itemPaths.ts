/** A step into a value: a key of an object or a place in a list. */
export type Path = Array<string | number>;

const STEP = /\.([\p{L}_$][\p{L}\p{N}_$]*)|\[(?:"([^"\\]*)"|'([^'\\]*)'|(\d+))\]/uy;
const START = /^=\{\{\s*\$json(?=[.[])/;
const END = /\s*\}\}$/;

/**
 * The path of an expression that does nothing but follow one into the item, as the editor writes
 * when a field is dragged (`={{ $json.Customer }}`, `={{ $json['Order date'] }}`); undefined for
 * every other expression.
 */
export function pathOf(expression: string): Path | undefined {
	const start = START.exec(expression);
	const end = END.exec(expression);
	if (start === null || end === null) return undefined;
	const text = expression.slice(start[0].length, end.index);
	const path: Path = [];
	STEP.lastIndex = 0;
	while (STEP.lastIndex < text.length) {
		const step = STEP.exec(text);
		if (step === null) return undefined;
		const [, name, double, single, place] = step;
		path.push(place === undefined ? (name ?? double ?? single ?? '') : Number(place));
	}
	return path;
}

const PLACEHOLDER = /\{\{[^]*?\}\}/g;

/** A stored text whose expressions are replaced with other text, without the sign of an expression. */
export function withPlaceholders(stored: string, other: (expression: string) => string): string {
	return stored.replace(/^=/, '').replace(PLACEHOLDER, other);
}

/** An expression of a text, and its value; `NOT_HERE` if it can't be told. */
export interface Part {
	expression: string;
	value: unknown;
}

/** The expressions of a stored text, `{{ $json.number }}` of `=ORD-{{ $json.number }}`. */
export function expressionsIn(stored: string): string[] {
	return stored.startsWith('=') ? (stored.match(PLACEHOLDER) ?? []) : [];
}

/**
 * The same with their values for an item.
 * @param evaluate gives the value of an expression that is no path to plain data of the item
 */
export function partsIn(
	stored: string,
	data: unknown,
	evaluate: (expression: string) => unknown,
): Part[] {
	return expressionsIn(stored).map((expression) => {
		const path = pathOf(`=${expression}`);
		const found = path === undefined ? NOT_HERE : follow(data, path);
		return { expression, value: found === NOT_HERE ? evaluate(expression) : found };
	});
}

/** Whether a stored text has several expressions, or something beside one. */
export function isComposed(stored: string): boolean {
	const [first] = expressionsIn(stored);
	return first !== undefined && stored !== `=${first}`;
}

/** Whether a stored text holds nothing but expressions and blanks. */
export function hasNoText(stored: string): boolean {
	return withPlaceholders(stored, () => '').trim() === '';
}

/** Returned for a path that n8n has to resolve. */
export const NOT_HERE = Symbol('not here');

/** The value at the end of a path, or `NOT_HERE` if there is none or it isn't plain data. */
export function follow(data: unknown, path: Path): unknown {
	let value = data;
	for (const step of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return NOT_HERE;
		value = (value as Record<string | number, unknown>)[step];
	}
	return isPlain(value) ? value : NOT_HERE;
}

function isPlain(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) {
		if (Array.isArray(value)) return value.every(isPlain);
		return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
	}
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

const KEY =
	/[$.]json\??(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|(?:\?\.)?\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/gu;

const keysOf = new WeakMap<object, Set<string>>();

/** The keys of an item that the expressions in a node's parameters name. */
export function keysIn(parameters: object): Set<string> {
	const known = keysOf.get(parameters);
	if (known) return known;
	const keys = new Set<string>();
	const collect = (value: unknown): void => {
		if (typeof value === 'string' && value.startsWith('=')) {
			for (const [, name, double, single] of value.matchAll(KEY)) {
				keys.add(name ?? double ?? single ?? '');
			}
		} else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
	};
	collect(parameters);
	keysOf.set(parameters, keys);
	return keys;
}
