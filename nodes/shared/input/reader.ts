import { isTool } from '../agent';
import type { Operation } from '../catalogue';
import { isData, isObject } from '../objects';
import type { RunContext } from '../transport/session';
import { isBlank } from './text';

/** Gives the value of a parameter, or of a part of one, for an item. */
type Resolve = (index: number) => unknown;

/** What n8n evaluates of a node's parameters, before anything is made of it. */
export interface RawReader {
	/** What the person entered: values and expressions. */
	stored: Record<string, unknown>;
	/** Whether a parameter may differ between items, because it has an expression. */
	varies(name: string): boolean;
	/** The value for an item; undefined if it isn't given. */
	read(name: string, index: number): unknown;
}

/**
 * Reads parameters of the operation by item. A parameter without an expression is the same for
 * every item, so n8n is asked once for it, and of the others only for the expressions that do more
 * than follow a path into the item: with thousands of items that is most of the time.
 */
export function rawReader(context: RunContext, operation: Operation): RawReader {
	const stored = context.getNode().parameters;
	const items = itemsOfExpressions(context);
	const changes = isUpdate(operation);
	const ask = (path: string, index: number): unknown =>
		'getInputData' in context
			? context.getNodeParameter(path, index, null, { skipValidation: true })
			: context.getNodeParameter(path, null, { skipValidation: true });
	/** What gives the value of a stored one for an item. */
	function resolver(value: unknown, path: string): Resolve {
		if (!isExpression(value)) return () => value;
		const asked: Resolve = (index) => ask(path, index);
		if (typeof value === 'string') {
			const steps = pathOf(value);
			if (steps === undefined) return asked;
			return (index) => {
				const found = follow(items[index]?.json, steps);
				return found === NOT_HERE ? asked(index) : found;
			};
		}
		const entries = Object.entries(value as object);
		// n8n takes such keys of a path apart, and the last one would set what the object inherits.
		if (entries.some(([key]) => /[.[\]]/.test(key) || key === '__proto__')) return asked;
		const parts = entries.map(([key, part]) => [key, resolver(part, `${path}.${key}`)] as const);
		if (Array.isArray(value)) return (index) => parts.map(([, resolve]) => resolve(index));
		return (index) => Object.fromEntries(parts.map(([key, resolve]) => [key, resolve(index)]));
	}

	const resolvers = new Map<string, Resolve>();
	for (const [name, value] of Object.entries(stored)) {
		if (!isExpression(value)) continue;
		const resolve = resolver(value, name);
		const mayBeLeft = changes && asksModel(value);
		resolvers.set(name, mayBeLeft ? (at) => withoutLeft(value, resolve(at)) : resolve);
	}
	return {
		stored,
		varies: (name) => resolvers.has(name),
		read(name, index) {
			const resolve = resolvers.get(name);
			const value = resolve ? resolve(index) : ask(name, index);
			// Without an expression, null is a parameter that is not there.
			return value === null && !resolve ? undefined : value;
		},
	};
}

/** Whether an operation changes what is there, so that what isn't given stays as it is. */
function isUpdate({ method }: Pick<Operation, 'method'>): boolean {
	return method === 'PUT' || method === 'PATCH';
}

/** The items that `$json` refers to in expressions. */
function itemsOfExpressions(context: RunContext) {
	// Some agents' tools get the model's arguments as items, while n8n's $json is the agent's item.
	return isTool(context) || !('getInputData' in context) ? [] : context.getInputData();
}

/** Whether a stored value is an expression, or holds one. */
export function isExpression(stored: unknown): boolean {
	return stored !== undefined && JSON.stringify(stored).includes('"=');
}

/** Whether an AI agent's model fills in something of a stored value. */
export function asksModel(stored: unknown): boolean {
	return /\$fromai\s*\(/i.test(JSON.stringify(stored));
}

/** The value of a stored one, without what a model left blank in it: in an update, it stays as it is. */
function withoutLeft(stored: unknown, value: unknown): unknown {
	if (typeof stored === 'string') {
		const isLeft = asksModel(stored) && (isBlank(value) || /^\s*\[\s*\]\s*$/.test(String(value)));
		return isLeft ? undefined : value;
	}
	if (Array.isArray(stored) && Array.isArray(value))
		return stored.map((one, at) => withoutLeft(one, value[at]));
	if (!isObject(stored) || !isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key, withoutLeft(stored[key], one)]),
	);
}

/** A step into a value: a key of an object or an index of a list. */
type Path = Array<string | number>;

const STEP = /\.([\p{L}_$][\p{L}\p{N}_$]*)|\[(?:"([^"\\]*)"|'([^'\\]*)'|(\d+))\]/uy;
const START = /^=\{\{\s*\$json(?=[.[])/;
const END = /\s*\}\}$/;

/**
 * The path of an expression that does nothing but follow one into the item, as the editor writes
 * when a field is dragged (`={{ $json.Customer }}`, `={{ $json['Order date'] }}`); undefined for
 * every other expression. n8n takes seconds for 10,000 items with nine of them.
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
		const [, name, double, single, index] = step;
		path.push(index === undefined ? (name ?? double ?? single ?? '') : Number(index));
	}
	return path;
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
	if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value);
	return value === null || (isData(value) && Object.values(value).every(isPlain));
}
