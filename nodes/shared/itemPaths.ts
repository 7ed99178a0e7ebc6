import type { IDataObject } from 'n8n-workflow';

import { isBlank } from './text';

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

/**
 * The expressions of a text (`=ORD-{{ $json.number }}`) with their values for an item.
 * @param evaluate gives the value of an expression that is no path to plain data of the item
 */
export function partsIn(
	stored: string,
	data: unknown,
	evaluate?: (expression: string) => unknown,
): Part[] {
	if (!stored.startsWith('=')) return [];
	const expressions: string[] = stored.match(PLACEHOLDER) ?? [];
	return expressions.map((expression) => {
		const path = pathOf(`=${expression}`);
		const found = path === undefined ? NOT_HERE : follow(data, path);
		if (found !== NOT_HERE) return { expression, value: found };
		if (evaluate) return { expression, value: evaluate(expression) };
		const isMissing = path !== undefined && !isThere(data, path);
		return { expression, value: isMissing ? undefined : NOT_HERE };
	});
}

/** Whether a stored text has several expressions, or something beside one. */
export function isComposed(stored: string): boolean {
	if (!stored.startsWith('=')) return false;
	const [first] = stored.match(PLACEHOLDER) ?? [];
	return first !== undefined && stored !== `=${first}`;
}

/** Whether a stored text holds nothing but expressions and blanks. */
export function hasNoText(stored: string): boolean {
	return withPlaceholders(stored, () => '').trim() === '';
}

/**
 * The first path among the parts of a text at which an item has nothing; undefined if there is none.
 * A text of nothing but expressions has no other parts.
 * @param isMissing whether a value counts as nothing; by default, empty text does
 */
export function missingPart(
	stored: string,
	data: unknown,
	isMissing: (value: unknown) => boolean = isBlank,
): string | undefined {
	if (hasNoText(stored)) return undefined;
	return partsIn(stored, data).find(({ value }) => value !== NOT_HERE && isMissing(value))
		?.expression;
}

/** Whether there is a value at the end of a path, whatever it is. */
function isThere(data: unknown, path: Path): boolean {
	const value = path.reduce<unknown>(
		(part, step) => (part as IDataObject | undefined)?.[step],
		data,
	);
	return value !== undefined && value !== null;
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
