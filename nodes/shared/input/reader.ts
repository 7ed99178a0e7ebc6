import type { IDataObject } from 'n8n-workflow';

import { isTool } from '../agent';
import type { Operation, Parameter } from '../catalogue';
import { isObject } from '../objects';
import type { RunContext } from '../transport/session';
import { isBlank } from './blank';
import { plainValue } from './plainValue';
import { isUpdate } from './policy';
import { follow, NOT_HERE, pathOf } from './paths';

/** Gives the value of a parameter, or of a part of one, for an item. */
type Resolve = (index: number) => unknown;

/** Gives the parameter at a path (dots go into collections) for an item; `fallback` if it isn't given. */
export type ReadParameter = (path: string, index: number, fallback: unknown) => unknown;

/**
 * Reads parameters of the operation by item. A parameter without an expression is the same for
 * every item, so n8n is asked once for it, and of the others only for the expressions that do more
 * than follow a path into the item: with thousands of items that is most of the time.
 */
export function parameterReader(context: RunContext, operation: Operation): ReadParameter {
	const stored = context.getNode().parameters;
	const items = itemsOfExpressions(context);
	const definitions = definitionsOf(operation.parameters);
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
	const constants = new Map<string, unknown>();
	const byItem = new Map<string, unknown[]>();

	function valueOf(name: string, index: number): unknown {
		const definition = definitions.get(name);
		const resolve = resolvers.get(name);
		const value = resolve ? resolve(index) : ask(name, index);
		// Without an expression, null is a parameter that is not there.
		if (value === undefined || (value === null && !resolve)) return undefined;
		return definition ? plainValue(value, definition) : value;
	}

	function constant(name: string, index: number): unknown {
		if (!constants.has(name)) constants.set(name, valueOf(name, index));
		return constants.get(name);
	}

	function varying(name: string, index: number): unknown {
		const values = byItem.get(name) ?? [];
		byItem.set(name, values);
		if (!(index in values)) values[index] = valueOf(name, index);
		return values[index];
	}

	/** Values without an expression by their whole path, as they are asked for. */
	const fixed = new Map<string, unknown>();

	return (path, index, fallback) => {
		let value = fixed.get(path);
		if (value === undefined && !fixed.has(path)) {
			const [name = path, ...inner] = path.split('.');
			const varies = resolvers.has(name);
			value = varies ? varying(name, index) : constant(name, index);
			for (const key of inner) value = (value as IDataObject | undefined)?.[key];
			if (!varies) fixed.set(path, value);
		}
		return value === undefined ? fallback : value;
	};
}

/** Parameters by name. Several collections can have one name, each for other choices. */
function definitionsOf(parameters: Parameter[]): Map<string, Parameter> {
	const found = new Map<string, Parameter>();
	for (const one of parameters) {
		const options = [...(one.options ?? []), ...(found.get(one.name)?.options ?? [])];
		found.set(one.name, options.length > 0 ? { ...one, options } : one);
	}
	return found;
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
function asksModel(stored: unknown): boolean {
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
