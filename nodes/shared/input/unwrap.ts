import type { INodePropertyMode } from 'n8n-workflow';

import type { Parameter } from '../catalogue';
import { InputError } from '../errors';
import { isObject } from '../objects';
import { halfWidth, isBlank, splitList } from './text';

/** Names of a thing in its object, as the node puts it out: where an ID is wanted, and where a code is. */
const NAMES = { id: ['$id', 'id', 'appId', 'value'], code: ['code', 'value', 'name'] };

/** Types of parameters that null empties, like empty text. */
const TEXTS = new Set(['string', 'dateTime', 'json']);

/**
 * A single value as code works with it: a list of one is its entry, and an object its name where a choice,
 * an ID or a code is wanted; a resource locator is its ID, or `{ code }` in the mode `code`; text of a
 * switch, a number or a list is one, and null empties a text or a list. Throws `InputError` for a URL
 * that holds no ID. n8n's own `extractValue` is slow and doesn't support locators in lists.
 */
export function unwrapped(value: unknown, parameter: Parameter): unknown {
	const { type, holds } = parameter;
	if (value === undefined) return undefined;
	if (holdsList(parameter)) {
		const names = NAMES[holds === 'ids' ? 'id' : 'code'];
		// A field that was read has its list as value.
		const list = isObject(value) && Array.isArray(value.value) ? value.value : value;
		return isBlank(list) ? [] : splitList(list).map((entry) => asText(nameIn(entry, names)));
	}
	if (type === 'resourceLocator') return locatorValue(value, parameter);
	if (value === null) return TEXTS.has(type) || offersNothing(parameter) ? '' : undefined;
	if (type === 'json' || type === 'resourceMapper' || holds === 'any') return value;
	const one = onlyEntry(value);
	switch (type) {
		case 'boolean':
			return isBlank(one) ? undefined : switchValue(one);
		case 'number':
			return isBlank(one) ? undefined : numberValue(one);
		case 'options':
			return trimmed(nameIn(one, NAMES.code));
		default:
			return holds ? trimmed(nameIn(one, NAMES[holds === 'id' ? 'id' : 'code'])) : one;
	}
}

/** Whether a value of the parameter is a list of texts, once it is unwrapped. */
export function holdsList({ type, holds }: Parameter): boolean {
	return type === 'multiOptions' || holds === 'ids' || holds === 'codes';
}

/** Whether a choice can be cleared. */
function offersNothing({ type, options = [], open = false }: Parameter): boolean {
	return type === 'options' && (open || options.some((one) => 'value' in one && one.value === ''));
}

/** Whether a text is a list in JSON. */
function isListText(value: unknown): boolean {
	return typeof value === 'string' && /^\s*\[.*\]\s*$/s.test(value);
}

/** The entry of a list of one; of an empty list, nothing. What is blank is no entry. */
function onlyEntry(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const [one, ...others] = value.filter((entry) => !isBlank(entry)) as unknown[];
	return others.length > 0 ? value : onlyEntry(one ?? '');
}

/** What an object is called; other values as they are. */
function nameIn(value: unknown, names: string[]): unknown {
	if (!isObject(value)) return value;
	for (const name of names) {
		// A field of a record is an object with a value.
		const found = name === '$id' && isObject(value[name]) ? value[name].value : value[name];
		if (!isBlank(found) && typeof found !== 'object') return found;
	}
	return value;
}

/** A value of a list as text; an object as it is, to be refused. */
function asText(value: unknown): unknown {
	return typeof value === 'object' ? value : String(value).trim();
}

function trimmed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

/** True or false; other values as they are. */
function switchValue(value: unknown): unknown {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true') return true;
	return text === 'false' ? false : value;
}

/** The number of a text; other values as they are. */
function numberValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const number = Number(halfWidth(value).trim());
	return Number.isNaN(number) ? value : number;
}

/** Limits the time for regular expressions. */
const LONGEST_URL = 8192;

function locatorValue(locator: unknown, parameter: Parameter): unknown {
	const isLocator = isObject(locator) && 'mode' in locator;
	const mode = isLocator ? parameter.modes?.find(({ name }) => name === locator.mode) : undefined;
	// n8n drops the value of an expression that gives undefined.
	const given = isLocator && locator.value === undefined ? '' : isLocator ? locator.value : locator;
	if (given === null) return null;
	const isCode = mode?.name === 'code';
	const coded = (one: unknown) => (isCode && !isObject(one) ? { code: String(one).trim() } : one);
	if (parameter.holds === 'any') {
		const all = onlyEntry(isListText(given) ? splitList(given) : given);
		if (isBlank(all)) return '';
		return Array.isArray(all) ? all.filter((one) => !isBlank(one)).map(coded) : coded(all);
	}
	const names = NAMES[isCode || parameter.holds === 'code' ? 'code' : 'id'];
	const value = trimmed(nameIn(onlyEntry(given), names));
	if (isBlank(value)) return '';
	if (isCode) return coded(value);
	const pattern = regexOf(mode);
	if (pattern === undefined) return value;
	const text = String(value);
	const found = text.length > LONGEST_URL ? undefined : new RegExp(pattern).exec(text)?.[1];
	if (found !== undefined) return found;
	throw new InputError(
		`"${parameter.displayName}" is not a valid URL`,
		mode?.placeholder && `Use a URL such as ${mode.placeholder.replace(/^e\.g\. /, '')}`,
	);
}

function regexOf(mode: INodePropertyMode | undefined): string | RegExp | undefined {
	const rule = mode?.extractValue;
	return rule && 'regex' in rule ? rule.regex : undefined;
}
