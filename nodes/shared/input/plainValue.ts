import type { IDataObject, INodePropertyCollection, INodePropertyMode } from 'n8n-workflow';

import type { Parameter } from '../catalogue';
import { InputError } from '../errors';
import { isObject, objectOf } from '../objects';
import { halfWidth } from '../text';
import { isBlank } from './blank';
import { splitList } from './list';

/**
 * A parameter's value as code works with it, also in collections: a resource locator is its ID, or
 * `{ code }` in the mode `code`; text of a switch, a number, or several choices is one, and null
 * empties a text or a list. n8n's own `extractValue` is slow and doesn't support locators in lists.
 * Throws `InputError` for a URL that holds no ID.
 */
export function plainValue(value: unknown, parameter: Parameter): unknown {
	if (value === undefined) return undefined;
	if (parameter.type === 'multiOptions') return isBlank(value) ? [] : splitList(value);
	if (value === null) return TEXTS.has(parameter.type) ? '' : undefined;
	if (parameter.type === 'resourceLocator') return locatorValue(value, parameter);
	if (parameter.type === 'boolean') return switchValue(value);
	if (parameter.type === 'number') return numberValue(value);
	if (!isObject(value) || parameter.options === undefined) return value;
	if (parameter.type === 'collection') return inside(value, parametersOf(parameter.options));
	if (parameter.type !== 'fixedCollection') return value;
	const groups = parameter.options.filter(isGroup);
	return Object.fromEntries(
		Object.entries(value).map(([name, content]) => {
			const group = groups.find((candidate) => candidate.name === name);
			const fields = parametersOf(group?.values ?? []);
			const one = (row: unknown) => inside(objectOf(row), fields);
			if (Array.isArray(content)) return [name, content.map(one)];
			return [name, isObject(content) ? one(content) : content];
		}),
	);
}

/** Types of parameters that null empties, like empty text. */
const TEXTS = new Set(['string', 'dateTime', 'json']);

function inside(value: IDataObject, parameters: Parameter[]): IDataObject {
	return Object.fromEntries(
		Object.entries(value).map(([name, content]) => {
			const parameter = parameters.find((candidate) => candidate.name === name);
			return [name, parameter ? plainValue(content, parameter) : content];
		}),
	) as IDataObject;
}

/** True or false; other values as they are. */
function switchValue(value: unknown): unknown {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true') return true;
	return text === 'false' ? false : value;
}

/** The number of a text; undefined for a blank one, and other values as they are. */
function numberValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (isBlank(value)) return undefined;
	const number = Number(halfWidth(value).trim());
	return Number.isNaN(number) ? value : number;
}

/** Limits the time for regular expressions. */
const LONGEST_URL = 8192;

function locatorValue(value: unknown, parameter: Parameter): unknown {
	if (!isObject(value) || !('mode' in value)) return value;
	// n8n drops the value of an expression that gives undefined.
	if (value.value === undefined || value.value === '') return '';
	if (value.value === null) return null;
	const mode = parameter.modes?.find(({ name }) => name === value.mode);
	const pattern = regexOf(mode);
	if (mode?.name === 'code') return { code: String(value.value).trim() };
	if (pattern === undefined) return value.value;
	const text = String(value.value);
	const found = text.length > LONGEST_URL ? undefined : new RegExp(pattern).exec(text)?.[1];
	if (found === undefined) {
		throw new InputError(
			`"${parameter.displayName}" is not a valid URL`,
			mode?.placeholder && `Use a URL such as ${mode.placeholder.replace(/^e\.g\. /, '')}`,
		);
	}
	return found;
}

function regexOf(mode: INodePropertyMode | undefined): string | RegExp | undefined {
	const rule = mode?.extractValue;
	return rule && 'regex' in rule ? rule.regex : undefined;
}

function parametersOf(options: unknown[]): Parameter[] {
	return options.filter((option): option is Parameter => isObject(option) && 'type' in option);
}

function isGroup(option: unknown): option is INodePropertyCollection {
	return isObject(option) && 'values' in option;
}
