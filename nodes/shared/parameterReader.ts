import type { IDataObject } from 'n8n-workflow';

import { isTool } from './agent';
import type { ItemView, Operation, Parameter } from './catalogue';
import { plainValue } from './plainValue';
import { follow, isComposed, NOT_HERE, type Part, partsIn, pathOf } from './itemPaths';
import { asksModel, CHANGING, composedValue } from './missingParts';
import { isBlank } from './text';
import type { RunContext } from './transport/session';

/** Gives the value of a parameter, or of a part of one, for an item. */
type Resolve = (index: number) => unknown;

/**
 * Reads parameters of the operation by item; dots go into collections. A parameter without an
 * expression is the same for every item, so n8n is asked once for it, and of the others only for
 * the expressions that do more than follow a path into the item: with thousands of items that is
 * most of the time.
 */
export function parameterReader(context: RunContext, operation: Operation) {
	const stored = context.getNode().parameters;
	const items = itemsOf(context);
	const partsOf = partReader(context);
	const isUpdate = CHANGING.has(operation.method);
	const definitions = new Map<string, Parameter>();
	for (const one of operation.parameters) {
		// A trigger has several collections of one name, each for other choices.
		const options = [...(one.options ?? []), ...(definitions.get(one.name)?.options ?? [])];
		definitions.set(one.name, options.length > 0 ? { ...one, options } : one);
	}
	const constants = new Map<string, unknown>();
	/** Values with an expression, of the item that was read last: its rows all ask for the same. */
	const ofItem = { index: -1, values: new Map<string, unknown>() };
	/** Of texts and numbers those of all items: they take little room, and resolving one takes n8n long. */
	const scalars = new Map<string, unknown[]>();

	const ask = (name: string, index: number): unknown =>
		'getInputData' in context
			? context.getNodeParameter(name, index, null, { skipValidation: true })
			: context.getNodeParameter(name, null, { skipValidation: true });
	const jsonOf = (index: number) => items[index]?.json;
	const compose: Sources['compose'] = (text, value, path, index) =>
		composedValue(text, value, (one) => partsOf(one, index), {
			isUpdate,
			inList: /\.\d+\./.test(path),
		});
	const resolvers = new Map(
		Object.keys(stored).flatMap((name) => {
			const resolve = resolving(stored[name], name, { ask, jsonOf, compose });
			return resolve ? [[name, resolve]] : [];
		}),
	);

	function readOnce(top: string, index: number): unknown {
		const definition = definitions.get(top);
		const resolve = resolvers.get(top);
		const value = resolve ? resolve(index) : ask(top, index);
		if (value === null || value === undefined) return undefined;
		return definition ? plainValue(value, definition) : value;
	}

	function constant(top: string, index: number): unknown {
		if (!constants.has(top)) constants.set(top, readOnce(top, index));
		return constants.get(top);
	}

	function resolved(top: string, index: number): unknown {
		const kept = scalars.get(top) ?? [];
		if (kept[index] !== undefined) return kept[index];
		if (ofItem.index !== index) {
			ofItem.index = index;
			ofItem.values.clear();
		}
		if (ofItem.values.has(top)) return ofItem.values.get(top);
		const value = readOnce(top, index);
		if (typeof value === 'object' || value === undefined) {
			ofItem.values.set(top, value);
			return value;
		}
		kept[index] = value;
		scalars.set(top, kept);
		return value;
	}

	const pathTo = new Map<string, string[]>();
	/** Values without an expression by their whole name, as they are asked for. */
	const fixed = new Map<string, unknown>();

	function part(name: string, index: number): unknown {
		let path = pathTo.get(name);
		if (path === undefined) {
			path = name.split('.');
			pathTo.set(name, path);
		}
		const top = path[0] ?? name;
		const varies = resolvers.has(top);
		let value = varies ? resolved(top, index) : constant(top, index);
		for (let step = 1; step < path.length; step += 1) {
			value = (value as Record<string, unknown> | undefined)?.[path[step] ?? ''];
		}
		if (!varies && value !== undefined) fixed.set(name, value);
		return value;
	}

	return (name: string, index: number, fallback: unknown): unknown => {
		const value = fixed.get(name) ?? part(name, index);
		return value === undefined ? fallback : value;
	};
}

/** The items that `$json` refers to in expressions. */
function itemsOf(context: RunContext) {
	// Some agents' tools get the model's arguments as items, while n8n's $json is the agent's item.
	return isTool(context) || !('getInputData' in context) ? [] : context.getInputData();
}

/** Gives the expressions of a stored text with their values for an item. */
export function partReader(context: RunContext): (stored: string, index: number) => Part[] {
	const items = itemsOf(context);
	const evaluate = (expression: string, index: number): unknown => {
		if (!('evaluateExpression' in context)) return NOT_HERE;
		try {
			return context.evaluateExpression(expression, index);
		} catch {
			return NOT_HERE;
		}
	};
	return (stored, index) =>
		partsIn(stored, items[index]?.json, (expression) => evaluate(expression, index));
}

interface Sources {
	/** n8n's value for a part of a parameter. */
	ask: (path: string, index: number) => unknown;
	jsonOf: (index: number) => IDataObject | undefined;
	/** What the value of a composed text is (see `composedValue`). */
	compose: (stored: string, value: unknown, path: string, index: number) => unknown;
}

/** What gives the value of a stored one for an item; undefined where it holds no expression. */
function resolving(stored: unknown, path: string, sources: Sources): Resolve | undefined {
	if (!isExpression(stored)) return undefined;
	if (typeof stored === 'string') {
		const steps = pathOf(stored);
		if (isComposed(stored))
			return (index) => sources.compose(stored, sources.ask(path, index), path, index);
		if (steps === undefined) return (index) => sources.ask(path, index);
		return (index) => {
			const found = follow(sources.jsonOf(index), steps);
			return found === NOT_HERE ? sources.ask(path, index) : found;
		};
	}
	if (typeof stored !== 'object' || stored === null) return undefined;
	const keys = Object.keys(stored);
	// n8n takes such keys of a path apart, and the last one would set what the object inherits.
	if (keys.some((key) => /[.[\]]/.test(key) || key === '__proto__'))
		return (index) => composedIn(stored, sources.ask(path, index), path, index, sources);
	const parts = Object.entries(stored).map(([key, part]) => {
		const resolve = resolving(part, `${path}.${key}`, sources);
		return { key, part: part as unknown, resolve };
	});
	if (Array.isArray(stored)) {
		return (index) => parts.map(({ part, resolve }) => (resolve ? resolve(index) : part));
	}
	return (index) => {
		// An assignment would lose the key `__proto__`.
		return Object.fromEntries(
			parts.map(({ key, part, resolve }) => [key, resolve ? resolve(index) : part]),
		);
	};
}

/** A value that n8n gave as a whole, with what its composed texts count as. */
function composedIn(
	stored: unknown,
	value: unknown,
	path: string,
	index: number,
	sources: Sources,
): unknown {
	if (typeof stored === 'string')
		return isComposed(stored) ? sources.compose(stored, value, path, index) : value;
	if (!isObject(stored) || !isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [
			key,
			composedIn(stored[key], one, `${path}.${key}`, index, sources),
		]),
	);
}

/** Whether a stored value is an expression, or holds one. */
export function isExpression(value: unknown): boolean {
	return value !== undefined && JSON.stringify(value).includes('"=');
}

/** Whether an expression gives a stored value: what it gives counts, also if that is nothing. */
export function isComputed(stored: unknown): boolean {
	return isExpression(stored) && !asksModel(JSON.stringify(stored));
}

/** Whether an AI agent's model fills in a stored value. */
export function isFromModel(stored: unknown): boolean {
	return isExpression(stored) && !isComputed(stored);
}

/** Whether an AI agent's model left a value blank. In an update, it stays as it is in the service. */
export function isLeftBlank(value: unknown, stored: unknown): boolean {
	return saysNothing(value) && isFromModel(stored);
}

/** Whether a value of a model is none. A model gives an empty list where it has no value for a list. */
export function saysNothing(value: unknown): boolean {
	return isBlank(value) || isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return typeof value === 'string' && /^\s*\[\s*\]\s*$/.test(value);
}

/** What was chosen in an update: the values of a collection that were not left blank by a model. */
export function chosenIn(values: IDataObject, stored: unknown): IDataObject {
	if (!isExpression(stored) || typeof stored !== 'object') return values;
	const kept = Object.entries(values).filter(
		([key, value]) => !isLeftBlank(value, (stored as IDataObject)[key]),
	);
	return Object.fromEntries(
		kept.map(([key, value]) => [
			key,
			isObject(value) ? chosenIn(value, (stored as IDataObject)[key]) : value,
		]),
	) as IDataObject;
}

function isObject(value: unknown): value is IDataObject {
	return (
		typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
	);
}

/** What the workflow stores at a path into the node's parameters. */
export function storedAt({ node }: Pick<ItemView, 'node'>, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((place, key) => (place as IDataObject | undefined)?.[key], node.parameters);
}

/** Whether an expression gives the value at a path into the node's parameters. */
export function computedAt(item: Pick<ItemView, 'node'>, path: string): boolean {
	return isComputed(storedAt(item, path));
}
