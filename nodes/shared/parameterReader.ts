import type { IDataObject } from 'n8n-workflow';

import { isTool } from './agent';
import type { ItemView } from './catalogue';
import { isExpression } from './input/reader';
import { NOT_HERE, type Part, partsIn } from './itemPaths';
import { asksModel } from './missingParts';
import { isBlank } from './text';
import type { RunContext } from './transport/session';

/** Gives the expressions of a stored text with their values for an item. */
export function partReader(context: RunContext): (stored: string, index: number) => Part[] {
	const items = isTool(context) || !('getInputData' in context) ? [] : context.getInputData();
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

export { isExpression };
